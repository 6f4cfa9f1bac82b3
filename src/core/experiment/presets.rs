//! Presets: named experiments with the values of the papers.

use super::{Experiment, Stopping, Target};
use crate::arena::control::Control;
use crate::engine::schema::Schema;
use crate::engine::search::SearchMode;
use crate::engine_options::TunedEngine;
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::cma_es::CmaEsSettings;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::optimizers::regression::RegressionSettings;
use crate::evolution::optimizers::spsa::SpsaSettings;
use crate::evolution::record::Founder;
use crate::evolution::setting::SettingsError;
use crate::objectives::Objective;
use crate::objectives::engine_searches::EngineSearch;
use crate::objectives::matches::MatchesSettings;
use crate::objectives::moves::MovesSettings;
use crate::objectives::proof::ProofSettings;
use crate::objectives::result_set::ResultSet;
use crate::objectives::results::ResultsSettings;
use crate::objectives::scores::{self, MentorName, ScoresSettings, Weighting};
use crate::objectives::self_play::{Scale, SelfPlaySettings};
use crate::objectives::suite::cost::Cost;
use crate::objectives::suite::play_off::PlayOffSettings;
use crate::objectives::suite::{Found, SuiteSettings};
use crate::objectives::sum::{Part, SumSettings};
use crate::organism::FixedEvaluation;
use crate::positions::PositionSource;

/// The default preset of the objective *moves*.
pub const DEFAULT: &str = "paper-2014";

/// The names of the presets of the objectives *moves* and *results*, each with a one-line description.
pub const PRESETS: [(&str, &str); 5] = [
    ("paper-2014", "the 2014 paper's grandmaster stage: 200 generations of 100 organisms"),
    ("paper-2008", "the 2008 paper's genetic algorithm and schema: 300 generations of 1,000 organisms"),
    ("quick", "two seconds: 40 generations of 50 organisms"),
    ("extended", "a minute: the extended evaluation from the points that an engine expects, by regression"),
    ("extended-moves", "minutes: the extended evaluation from moves and expected points, by regression"),
];

/// The standard deviation of the prior of the extended presets, in centipawns.
const EXTENDED_PRIOR: f64 = 15.0;

/// The steps of the regression of the extended presets.
const EXTENDED_STEPS: u32 = 12;

/// The default preset of the objective *suite*.
pub const TUNING_DEFAULT: &str = "paper-2014";

/// The names of the presets of the objective *suite*, each with a one-line description.
pub const TUNING_PRESETS: [(&str, &str); 3] = [
    (
        TUNING_DEFAULT,
        "the 2014 paper's search tuning: 50 generations of 10 organisms, 500,000 nodes per position",
    ),
    ("quick", "one minute: 10 generations of 10 organisms, 120 positions, 5,000 nodes per position"),
    (
        "verified",
        "minutes: rank selection, few mutations, half of the positions held out, and a play-off by games with the untuned search",
    ),
];

/// The default preset of the objectives *matches* and *self-play* for a search.
pub const GAMES_DEFAULT: &str = "spsa";

/// The names of the presets of the objectives *matches* and *self-play* for a search, each with a one-line description.
pub const GAMES_PRESETS: [(&str, &str); 2] = [
    (GAMES_DEFAULT, "an hour or two: 300 steps of SPSA, 32 games each, 5,000 nodes per move"),
    ("quick", "a minute or two: 5 steps of SPSA, 16 games each, 500 nodes per move"),
];

/// The default preset of the objectives *suite*, *moves* and *scores* for the options of an engine.
pub const OPTIONS_DEFAULT: &str = "cma-es";

/// The names of the presets of the objectives *suite*, *moves* and *scores* for the options of an engine, each with a
/// one-line description.
pub const OPTIONS_PRESETS: [(&str, &str); 2] = [
    (OPTIONS_DEFAULT, "40 generations of 12 engines, 120 positions of the suite or 500 others"),
    ("quick", "8 generations of 12 engines, 30 positions of the suite or 60 others"),
];

/// The default preset of the objective *scores*.
pub const MENTOR_DEFAULT: &str = "paper-2008";

/// The names of the presets of the objective *scores*, each with a one-line description.
pub const MENTOR_PRESETS: [(&str, &str); 2] = [
    (
        MENTOR_DEFAULT,
        "the 2008 paper: 300 generations of 1,000 organisms, 1,000 positions each, a mentor that searches to depth 2",
    ),
    ("quick", "one second: 60 generations of 200 organisms"),
];

/// The names of the presets of the objective *self-play*, each with a one-line description.
pub const COEVOLUTION_PRESETS: [(&str, &str); 3] = [
    ("paper-2014", "the 2014 paper's second stage: 50 generations, plain alpha-beta, 10,000 nodes per move"),
    ("paper-2009", "the 2009 paper's second stage: the same with the selective search"),
    (
        "quick",
        "a few minutes: 8 generations, the extended search, 2,000 nodes per move, initial organisms at several scales",
    ),
];

/// Scales of the initial organisms, from which games select: the original scale, at which a pawn may weigh too little,
/// and lighter ones.
const QUICK_SCALES: [Scale; 5] = [
    Scale { material: 100, positional: 100 },
    Scale { material: 70, positional: 50 },
    Scale { material: 50, positional: 35 },
    Scale { material: 50, positional: 20 },
    Scale { material: 35, positional: 25 },
];

/// The genetic algorithm of the 2008 paper (section 4.1).
const GA_2008: GaSettings = GaSettings {
    population: 1000,
    crossover: Crossover::OnePoint,
    mutation_rate: 0.002,
    ..GaSettings::PAPER_2014
};

/// Expected number of flipped bits of a chromosome: the 2014 paper's 0.05 of 70 bits.
const VERIFIED_MUTATIONS: f64 = 3.5;

/// The suite of the preset `verified`: positions count by their logarithm and only if the right move remains, half of
/// them are held out, and games against the untuned search decide.
fn verified() -> SuiteSettings {
    SuiteSettings {
        node_limit: 20_000,
        positions: Some(120),
        found: Found::Stays,
        cost: Cost::LogNodes,
        hold_out: true,
        play_off: Some(PlayOffSettings::default()),
        ..SuiteSettings::default()
    }
}

fn unknown(name: &str, known: &[(&str, &str)]) -> SettingsError {
    let known: Vec<&str> = known.iter().map(|(known, _)| *known).collect();
    SettingsError::Preset { name: name.to_owned(), known: known.join(", ") }
}

fn evaluation(schema: &str) -> Result<Target, SettingsError> {
    Ok(Target::Evaluation { schema: Schema::built_in(schema)?.into() })
}

fn experiment(
    preset: &str,
    target: Target,
    objective: Objective,
    ga: GaSettings,
    generations: u32,
) -> Experiment {
    Experiment {
        preset: preset.to_owned(),
        target,
        objective,
        optimizer: OptimizerSettings::Ga(ga),
        generations,
        runs: 1,
        stopping: Stopping::default(),
        seed: 1,
        initial: Vec::new(),
    }
}

/// Returns the preset `name` of the objectives *moves* and *results*. `paper-2008` has the 2008 paper's genetic algorithm (section
/// 4.1) and schema, with the objective of the later papers; [`mentor`] has that paper's objective.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn named(name: &str) -> Result<Experiment, SettingsError> {
    if let "extended" | "extended-moves" = name {
        return extended(name);
    }
    let (schema, generations, ga) = match name {
        "paper-2014" => ("paper-2014", 200, GaSettings::PAPER_2014),
        "paper-2008" => ("paper-2008", 300, GA_2008),
        "quick" => ("paper-2014", 40, GaSettings { population: 50, ..GaSettings::PAPER_2014 }),
        _ => return Err(unknown(name, &PRESETS)),
    };
    let objective = Objective::Moves(MovesSettings::default());
    Ok(experiment(name, evaluation(schema)?, objective, ga, generations))
}

/// Returns the presets of the extended evaluation.
fn extended(name: &str) -> Result<Experiment, SettingsError> {
    let sets = ResultSet::EXPECTED_POINTS.map(|name| PositionSource::Embedded(name.to_owned()));
    let results = Objective::Results(ResultsSettings {
        results: PositionSource::Multiple(sets.to_vec()),
        prior: Some(EXTENDED_PRIOR),
        ..ResultsSettings::default()
    });
    let moves = Part { weight: 1.0, objective: Objective::Moves(MovesSettings::default()) };
    let objective = match name {
        "extended" => results,
        _ => Objective::Sum(SumSettings { parts: vec![moves, Part { weight: 1.0, objective: results }] }),
    };
    let experiment =
        experiment(name, evaluation("extended")?, objective, GaSettings::PAPER_2014, EXTENDED_STEPS);
    Ok(Experiment { optimizer: OptimizerSettings::Regression(RegressionSettings::default()), ..experiment })
}

/// Returns the mentors of these specifications.
///
/// # Errors
/// Returns the reason why one of them is no mentor.
pub fn mentors<'a>(specs: impl Iterator<Item = &'a str>) -> Result<Vec<MentorName>, String> {
    specs.map(|spec| scores::named(spec).map_err(|error| error.to_string())).collect()
}

/// Returns the mentors of an experiment; `None` if its objective has none.
#[must_use]
pub fn mentors_of(experiment: &Experiment) -> Option<&[MentorName]> {
    experiment.objective.scores().map(|scores| scores.mentors.as_slice())
}

/// Gives an experiment these mentors, if its objective has any.
pub fn set_mentors(experiment: &mut Experiment, mentors: Vec<MentorName>) {
    if let Some(scores) = experiment.objective.scores_mut() {
        scores.mentors = mentors;
    }
}

/// Returns the preset `name` of the objective *scores* for these mentors (2008, sections 3.3 and 3.4).
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn mentor(name: &str, mentors: Vec<MentorName>) -> Result<Experiment, SettingsError> {
    let paper = ScoresSettings { mentors, ..ScoresSettings::default() };
    let (generations, population, scores) = match name {
        MENTOR_DEFAULT => (300, 1000, paper),
        // A small population in few generations needs a stronger selection.
        "quick" => (60, 200, ScoresSettings { weighting: Weighting::Inverse { power: 2 }, ..paper }),
        _ => return Err(unknown(name, &MENTOR_PRESETS)),
    };
    let objective = Objective::Scores(scores);
    let ga = GaSettings { population, ..GA_2008 };
    Ok(experiment(name, evaluation("paper-2008")?, objective, ga, generations))
}

/// Returns the preset `name` of the objective *self-play* of these organisms.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn coevolution(name: &str, initial: Vec<Founder>) -> Result<Experiment, SettingsError> {
    let paper = SelfPlaySettings::default();
    let (generations, games) = match name {
        "paper-2014" => (50, paper),
        "paper-2009" => (50, SelfPlaySettings { search: SearchMode::Paper, ..paper }),
        "quick" => {
            let games = SelfPlaySettings {
                search: SearchMode::Extended,
                control: Control::Nodes(2_000),
                confirmation_games: 8,
                scales: QUICK_SCALES.to_vec(),
                ..paper
            };
            (8, games)
        }
        _ => return Err(unknown(name, &COEVOLUTION_PRESETS)),
    };
    let ga = GaSettings {
        population: initial.len() as u32,
        selection: Selection::Rank { pressure: 2.0 },
        ..GaSettings::PAPER_2014
    };
    let experiment = experiment(name, evaluation("paper-2014")?, Objective::SelfPlay(games), ga, generations);
    Ok(Experiment { initial, ..experiment })
}

/// Returns the preset `name` of the objective *suite*, for the search of an organism with this evaluation.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn tuning(name: &str, evaluation: FixedEvaluation) -> Result<Experiment, SettingsError> {
    let paper = SuiteSettings::default();
    let (generations, suite) = match name {
        TUNING_DEFAULT => (50, paper),
        "quick" => (10, SuiteSettings { node_limit: 5_000, positions: Some(120), ..paper }),
        "verified" => (20, verified()),
        _ => return Err(unknown(name, &TUNING_PRESETS)),
    };
    let target = Target::Search { schema: Schema::built_in("search-paper")?.into(), evaluation };
    let paper = GaSettings { population: 10, mutation_rate: 0.05, ..GaSettings::PAPER_2014 };
    let ga = match name {
        // As many flips as in the paper, for any schema, and a selection that does not depend on the size of the scores.
        "verified" => GaSettings {
            selection: Selection::Rank { pressure: 2.0 },
            mutations: Some(VERIFIED_MUTATIONS),
            ..paper
        },
        _ => paper,
    };
    Ok(experiment(name, target, Objective::Suite(suite), ga, generations))
}

/// The objectives that measure searches and the options of engines, if none is given.
pub const SEARCH_OBJECTIVE: &str = "suite";
/// See [`SEARCH_OBJECTIVE`].
pub const OPTIONS_OBJECTIVE: &str = "matches";

/// Returns a preset of an objective, the default if `name` is `None`, for the search of an organism with this evaluation.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name, and [`SettingsError::Combination`] for an objective that does
/// not measure searches.
pub fn of_search(
    objective: &str,
    name: Option<&str>,
    evaluation: FixedEvaluation,
) -> Result<Experiment, SettingsError> {
    match objective {
        "suite" => tuning(name.unwrap_or(TUNING_DEFAULT), evaluation),
        "matches" => games(name.unwrap_or(GAMES_DEFAULT), evaluation),
        "self-play" => search_self_play(name.unwrap_or(GAMES_DEFAULT), evaluation),
        _ => Err(SettingsError::Combination(format!("searches are not measured by {objective}"))),
    }
}

/// Returns a preset of an objective, the default if `name` is `None`, for the options of an engine.
///
/// # Errors
/// As [`of_search`].
pub fn of_options(
    objective: &str,
    name: Option<&str>,
    engine: TunedEngine,
) -> Result<Experiment, SettingsError> {
    let (games, positions) = (name.unwrap_or(GAMES_DEFAULT), name.unwrap_or(OPTIONS_DEFAULT));
    match objective {
        "suite" => options_suite(positions, engine),
        "matches" => options(games, engine),
        "self-play" => options_self_play(games, engine),
        "moves" => options_moves(positions, engine),
        "scores" => options_scores(positions, engine),
        _ => Err(SettingsError::Combination(format!("engines are not measured by {objective}"))),
    }
}

/// SPSA for measurements by games: one pair of organisms for each step. Every pair differs in every parameter.
pub(super) const SPSA_BY_GAMES: SpsaSettings = SpsaSettings {
    population: 2,
    perturbation: 0.05,
    first_step: 0.01,
    stability: 30,
    calibration: 20,
    least_perturbation: 0.75,
    perturbations: Vec::new(),
    averaging: false,
    balanced: false,
};

/// Returns the preset `name` of the objective *matches*, for the search of an organism with this evaluation.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn games(name: &str, evaluation: FixedEvaluation) -> Result<Experiment, SettingsError> {
    games_of(name, Target::Search { schema: Schema::built_in("search-extended")?.into(), evaluation })
}

/// Returns the preset `name` of the objective *matches*, for the options of an engine.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn options(name: &str, engine: TunedEngine) -> Result<Experiment, SettingsError> {
    let mut experiment = games_of(name, Target::Options(engine))?;
    if let Some(spsa) = experiment.optimizer.spsa_mut() {
        (spsa.averaging, spsa.first_step) = (true, 0.02);
    }
    if let Some(matches) = experiment.objective.matches_mut() {
        matches.estimate_alone = true;
    }
    Ok(experiment)
}

/// Returns the preset `name` of the objective *self-play*, for the options of an engine.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn options_self_play(name: &str, engine: TunedEngine) -> Result<Experiment, SettingsError> {
    let mut experiment = self_play_of(name, Target::Options(engine))?;
    if let Some(games) = experiment.objective.self_play_mut() {
        games.estimate_alone = true;
    }
    Ok(experiment)
}

/// Returns the preset `name` of the objective *suite*, for the options of an engine.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn options_suite(name: &str, engine: TunedEngine) -> Result<Experiment, SettingsError> {
    let suite = SuiteSettings {
        node_limit: 20_000,
        positions: Some(120),
        cost: Cost::LogNodes,
        hold_out: true,
        ..SuiteSettings::default()
    };
    let quick = SuiteSettings { node_limit: 5_000, positions: Some(30), ..suite.clone() };
    options_by_positions(name, engine, [Objective::Suite(suite), Objective::Suite(quick)])
}

/// Returns the preset `name` of the objective *moves*, for the options of an engine.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn options_moves(name: &str, engine: TunedEngine) -> Result<Experiment, SettingsError> {
    let of = |engine| Objective::Moves(MovesSettings { engine, ..MovesSettings::default() });
    options_by_positions(name, engine, POSITION_SEARCHES.map(of))
}

/// Returns the preset `name` of the objective *scores*, for the options of an engine. The mentors are not set.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn options_scores(name: &str, engine: TunedEngine) -> Result<Experiment, SettingsError> {
    let of = |engine| {
        let (sample, white_to_move) = (ScoresSettings::NO_SAMPLE, false);
        Objective::Scores(ScoresSettings { engine, sample, white_to_move, ..ScoresSettings::default() })
    };
    options_by_positions(name, engine, POSITION_SEARCHES.map(of))
}

/// The searches of an engine in the presets of the objectives *moves* and *scores*: the default, and quick ones.
const POSITION_SEARCHES: [EngineSearch; 2] = [
    EngineSearch { control: Control::Nodes(10_000), positions: Some(500), hash: 8 },
    EngineSearch { control: Control::Nodes(1_000), positions: Some(60), hash: 8 },
];

/// Returns a preset that measures an engine on positions. The objectives are those of the default and of `quick`.
fn options_by_positions(
    name: &str,
    engine: TunedEngine,
    [objective, quick]: [Objective; 2],
) -> Result<Experiment, SettingsError> {
    let (generations, objective) = match name {
        OPTIONS_DEFAULT => (40, objective),
        "quick" => (8, quick),
        _ => return Err(unknown(name, &OPTIONS_PRESETS)),
    };
    let experiment =
        experiment(name, Target::Options(engine), objective, GaSettings::PAPER_2014, generations);
    let cma_es = CmaEsSettings { population: 12, ..CmaEsSettings::default() };
    Ok(Experiment { optimizer: OptimizerSettings::CmaEs(cma_es), ..experiment })
}

fn games_of(name: &str, target: Target) -> Result<Experiment, SettingsError> {
    // A pair of SPSA needs all of its games: the slope is the difference of the two scores.
    let proof = ProofSettings::default();
    let matches = MatchesSettings { racing: false, pairs: 8, proof, ..MatchesSettings::default() };
    let (generations, matches) = match name {
        GAMES_DEFAULT => (300, matches),
        "quick" => {
            let quick = MatchesSettings {
                pairs: 4,
                control: Control::Nodes(500),
                confirmation_pairs: 20,
                leaders: 3,
                match_games: 100,
                ..matches
            };
            (5, quick)
        }
        _ => return Err(unknown(name, &GAMES_PRESETS)),
    };
    let objective = Objective::Matches(matches);
    let experiment = experiment(name, target, objective, GaSettings::PAPER_2014, generations);
    Ok(Experiment { optimizer: OptimizerSettings::Spsa(SPSA_BY_GAMES), ..experiment })
}

/// Returns the preset `name` of the objective *self-play*, for the search of an organism with this evaluation: the two
/// organisms of each step of SPSA play each other.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn search_self_play(name: &str, evaluation: FixedEvaluation) -> Result<Experiment, SettingsError> {
    let schema = Schema::built_in("search-extended")?.into();
    self_play_of(name, Target::Search { schema, evaluation })
}

fn self_play_of(name: &str, target: Target) -> Result<Experiment, SettingsError> {
    let matches = games_of(name, target)?;
    let paper = SelfPlaySettings {
        milestone_games: 0,
        confirmation_games: 200,
        proof: ProofSettings::default(),
        ..SelfPlaySettings::default()
    };
    let self_play = match name {
        GAMES_DEFAULT => SelfPlaySettings { games_per_pair: 32, control: Control::Nodes(5_000), ..paper },
        _ => SelfPlaySettings {
            games_per_pair: 16,
            control: Control::Nodes(500),
            confirmation_games: 20,
            match_games: 100,
            ..paper
        },
    };
    Ok(Experiment { objective: Objective::SelfPlay(self_play), ..matches })
}
