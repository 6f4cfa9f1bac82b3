//! Presets: named sets of default settings.

use super::scale::Scale;
use super::settings::{
    CoevolutionSettings, Combination, Crossover, EvolutionSettings, FixedEvaluation, Founder, GaSettings,
    MentorName, MentorSettings, OptimizerSettings, ScoringMode, Selection, Stage, TuningSettings, Weighting,
};
use super::validation::SettingsError;
use crate::arena::control::Control;
use crate::arena::tournament;
use crate::engine::one_ply::PlyScore;
use crate::engine::search::SearchMode;
use crate::positions::PositionSource;

/// The name of the embedded opening set.
pub const OPENINGS: &str = "balanced-8-moves";

/// The default preset of the grandmaster stage.
pub const DEFAULT: &str = "paper-2014";

/// The names of the presets, each with a one-line description.
pub const PRESETS: [(&str, &str); 3] = [
    ("paper-2014", "the 2014 paper's grandmaster stage: 200 generations of 100 organisms"),
    ("paper-2008", "the 2008 paper's genetic algorithm and schema: 300 generations of 1,000 organisms"),
    ("quick", "a short run of a few seconds: 40 generations of 50 organisms"),
];

/// The default preset of the tuning stage.
pub const TUNING_DEFAULT: &str = "paper-2014";

/// The names of the tuning stage's presets, each with a one-line description.
pub const TUNING_PRESETS: [(&str, &str); 2] = [
    (
        TUNING_DEFAULT,
        "the 2014 paper's search tuning: 50 generations of 10 organisms, 500,000 nodes per position",
    ),
    ("quick", "a short run of about a minute: 10 generations of 10 organisms, 120 positions of 5,000 nodes"),
];

/// Returns the preset `name`. `paper-2008` has the 2008 paper's genetic algorithm (section 4.1) and schema, with the
/// fitness of the grandmaster stage; [`mentor`] implements that paper's complete method.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn named(name: &str) -> Result<EvolutionSettings, SettingsError> {
    let paper_2014 = GaSettings {
        population: 100,
        selection: Selection::Proportional,
        crossover: Crossover::Uniform,
        crossover_rate: 0.75,
        mutation_rate: 0.005,
        elite: 1,
    };
    let (schema, generations, ga) = match name {
        "paper-2014" => ("paper-2014", 200, paper_2014),
        "paper-2008" => {
            let ga = GaSettings {
                population: 1000,
                crossover: Crossover::OnePoint,
                mutation_rate: 0.002,
                ..paper_2014
            };
            ("paper-2008", 300, ga)
        }
        "quick" => ("paper-2014", 40, GaSettings { population: 50, ..paper_2014 }),
        _ => {
            let known = PRESETS.map(|(known, _)| known).join(", ");
            return Err(SettingsError::Preset { name: name.to_owned(), known });
        }
    };
    Ok(EvolutionSettings {
        preset: name.to_owned(),
        stage: Stage::Grandmaster,
        schema: schema.to_owned(),
        ply_score: PlyScore::Quiescence,
        optimizer: OptimizerSettings::Ga(ga),
        generations,
        runs: 1,
        seed: 1,
        train: PositionSource::Embedded("gm2600-train".to_owned()),
        test: PositionSource::Embedded("gm2600-test".to_owned()),
        founders: Vec::new(),
        coevolution: None,
        tuning: None,
        mentor: None,
    })
}

/// The default preset of the mentor stage.
pub const MENTOR_DEFAULT: &str = "paper-2008";

/// The names of the mentor stage's presets, each with a one-line description.
pub const MENTOR_PRESETS: [(&str, &str); 2] = [
    (
        MENTOR_DEFAULT,
        "the 2008 paper: 300 generations of 1,000 organisms, 1,000 positions each, mentor search to depth 2",
    ),
    ("quick", "a short run of about a second: 60 generations of 200 organisms"),
];

/// Returns the preset `name` of the mentor stage for these mentors (2008, sections 3.3 and 3.4). The roulette wheel's
/// shares are the squares of those in figure 1 of the paper (see [`Weighting::Inverse`]).
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn mentor(name: &str, mentors: Vec<MentorName>) -> Result<EvolutionSettings, SettingsError> {
    let (generations, population) = match name {
        MENTOR_DEFAULT => (300, 1000),
        "quick" => (60, 200),
        _ => {
            let known = MENTOR_PRESETS.map(|(known, _)| known).join(", ");
            return Err(SettingsError::Preset { name: name.to_owned(), known });
        }
    };
    let mut settings = EvolutionSettings {
        preset: name.to_owned(),
        stage: Stage::Mentor,
        generations,
        mentor: Some(MentorSettings {
            mentors,
            hearing: ScoringMode::Depth(2),
            score: PlyScore::Static,
            sample: 1000,
            combination: Combination::Mean,
            weighting: Weighting::Inverse { power: 2 },
            white_to_move: true,
        }),
        ..named("paper-2008")?
    };
    let OptimizerSettings::Ga(ga) = &mut settings.optimizer;
    ga.population = population;
    Ok(settings)
}

/// The names of the coevolution presets, each with a one-line description.
pub const COEVOLUTION_PRESETS: [(&str, &str); 3] = [
    ("paper-2014", "the 2014 paper's second stage: 50 generations, plain alpha-beta, 10,000 nodes per move"),
    ("paper-2009", "the 2009 paper's second stage: the same with the full search"),
    (
        "quick",
        "a run of a few minutes: 8 generations, the extended search, 2,000 nodes per move, founders at several scales",
    ),
];

/// Scales of founders: the original scale, at which a pawn may weigh too little, and lighter ones, for games to select
/// from.
const QUICK_SCALES: [Scale; 5] = [
    Scale { material: 100, positional: 100 },
    Scale { material: 70, positional: 50 },
    Scale { material: 50, positional: 35 },
    Scale { material: 50, positional: 20 },
    Scale { material: 35, positional: 25 },
];

/// Returns the preset `name` of a coevolution of these organisms. The papers' organisms had 5 seconds per side per
/// game, [`Control::Clock`] of `5+0`. The presets limit nodes instead, which is reproducible.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn coevolution(name: &str, founders: Vec<Founder>) -> Result<EvolutionSettings, SettingsError> {
    let (generations, search, nodes, confirmation_games, scales) = match name {
        "paper-2014" => (50, SearchMode::Plain, 10_000, 20, &[][..]),
        "paper-2009" => (50, SearchMode::Paper, 10_000, 20, &[][..]),
        "quick" => (8, SearchMode::Extended, 2_000, 8, &QUICK_SCALES[..]),
        _ => {
            let known = COEVOLUTION_PRESETS.map(|(known, _)| known).join(", ");
            return Err(SettingsError::Preset { name: name.to_owned(), known });
        }
    };
    Ok(EvolutionSettings {
        preset: name.to_owned(),
        stage: Stage::Coevolution,
        optimizer: OptimizerSettings::Ga(GaSettings {
            population: founders.len() as u32,
            selection: Selection::Rank { pressure: 2.0 },
            crossover: Crossover::Uniform,
            crossover_rate: 0.75,
            mutation_rate: 0.005,
            elite: 1,
        }),
        generations,
        train: PositionSource::Embedded(OPENINGS.to_owned()),
        founders,
        coevolution: Some(CoevolutionSettings {
            games_per_pair: 4,
            control: Control::Nodes(nodes),
            margin: tournament::MARGIN,
            search,
            hash: 8,
            max_moves: 200,
            confirmation_games,
            milestone_games: 4,
            match_games: 400,
            hall_of_fame: 0,
            scales: scales.to_vec(),
        }),
        ..named(DEFAULT)?
    })
}

/// Returns the preset `name` of the tuning stage, for the search of an organism with this evaluation.
///
/// # Errors
/// Returns [`SettingsError::Preset`] for an unknown name.
pub fn tuning(name: &str, evaluation: FixedEvaluation) -> Result<EvolutionSettings, SettingsError> {
    let (generations, node_limit, positions) = match name {
        TUNING_DEFAULT => (50, 500_000, None),
        "quick" => (10, 5_000, Some(120)),
        _ => {
            let known = TUNING_PRESETS.map(|(known, _)| known).join(", ");
            return Err(SettingsError::Preset { name: name.to_owned(), known });
        }
    };
    Ok(EvolutionSettings {
        preset: name.to_owned(),
        stage: Stage::Tuning,
        schema: "search-paper".to_owned(),
        ply_score: PlyScore::Quiescence,
        optimizer: OptimizerSettings::Ga(GaSettings {
            population: 10,
            selection: Selection::Proportional,
            crossover: Crossover::Uniform,
            crossover_rate: 0.75,
            mutation_rate: 0.05,
            elite: 1,
        }),
        generations,
        runs: 1,
        seed: 1,
        train: PositionSource::Embedded("ecm879".to_owned()),
        test: PositionSource::Multiple(Vec::new()),
        founders: Vec::new(),
        coevolution: None,
        tuning: Some(TuningSettings { evaluation, node_limit, positions, hash: None }),
        mentor: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::organism::chromosome::Chromosome;

    #[test]
    fn every_preset_is_there_and_valid() {
        for (name, _) in PRESETS {
            let settings = named(name).unwrap();
            assert_eq!(settings.preset, name);
            settings.validate().unwrap();
        }
        named(DEFAULT).unwrap();
    }

    #[test]
    fn every_preset_of_the_mentor_stage_is_there_and_valid() {
        let name = |spec: &str| MentorName { spec: spec.to_owned(), evaluation: None };
        for (preset, _) in MENTOR_PRESETS {
            let settings = mentor(preset, vec![name("toga2")]).unwrap();
            assert_eq!((settings.preset.as_str(), settings.schema.as_str()), (preset, "paper-2008"));
            settings.validate().unwrap();
        }
        assert!(mentor("paper-2014", Vec::new()).unwrap_err().to_string().contains("paper-2008, quick"));
    }

    #[test]
    fn every_preset_of_a_coevolution_is_there_and_valid() {
        let founder = |name: &str| Founder { name: name.to_owned(), chromosome: Chromosome::zeros(224) };
        for (name, _) in COEVOLUTION_PRESETS {
            let settings = coevolution(name, vec![founder("a"), founder("b")]).unwrap();
            assert_eq!((settings.preset.as_str(), settings.optimizer.population()), (name, 2));
            settings.validate().unwrap();
            assert_eq!(settings.largest_measure(800), 8, "half points of four games");
        }
        let error = coevolution("paper-2008", Vec::new()).unwrap_err().to_string();
        assert!(error.contains("paper-2008") && error.contains("paper-2009"), "{error}");
    }

    #[test]
    fn an_unknown_preset_is_answered_with_the_known_ones() {
        let error = named("paper-1999").unwrap_err().to_string();
        assert!(error.contains("paper-1999") && error.contains("paper-2014, paper-2008"), "{error}");
    }
}
