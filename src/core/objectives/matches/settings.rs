//! Settings of the objective *matches*, and what follows from them.

use serde::{Deserialize, Serialize};

use super::board_games::rules;
use super::report::{self, Finalist};
use super::source::{GAMES_IN_PROGRESS, MatchesSource};
use super::{LARGEST_SCORE, opponents};
use crate::arena::control::Control;
use crate::arena::game::{DrawRule, ResignRule};
use crate::arena::settings;
use crate::engine::search::SearchMode;
use crate::evolution::record::Individual;
use crate::evolution::run::Run;
use crate::evolution::setting::{Kind, Setting, SettingsError, Value, check_all};
use crate::numbers::thousands;
use crate::objectives::details::Details;
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::moves::MovesSettings;
use crate::objectives::proof::ProofSettings;
use crate::objectives::properties::{Comparable, Evolved, Play, Properties, SessionFile};
use crate::objectives::shared_settings::{self, OPENINGS, node_limit};
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{
    ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts, SetDigest, start,
};
use crate::organism::FixedOrganism;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;
use crate::progress::RunWork;

/// Maximum number of pairs of games of an organism in an event.
const MAX_PAIRS: u64 = 100_000;

/// Maximum number of leaders in the confirmation.
const MAX_LEADERS: u64 = 1_000;

/// Points in games against fixed opponents.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchesSettings {
    /// The organism whose evaluation, or whose search, is the start: generation 0 begins near it, and the champion plays
    /// the final match against it. `None` for the embedded organism `reference`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<FixedOrganism>,
    /// The opponents, which take turns from pair to pair. Empty for the start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opponents: Vec<FixedOrganism>,
    /// Opponents that are engines: their specifications as players. They follow the organisms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<String>,
    /// Whether the opponent in generations is the best organism so far: the optimizer's estimate or, without one, the
    /// fittest of the generation before. No other opponents are given then.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub against_best: bool,
    /// The openings of the games.
    pub openings: PositionSource,
    /// Number of pairs of games of each organism in a generation.
    pub pairs: u32,
    /// The limit of the search for each move. Games with a clock or a time per move are not reproducible.
    pub control: Control,
    /// Tolerated overrun of a clock, in milliseconds.
    #[serde(default = "default_margin", skip_serializing_if = "is_default_margin")]
    pub margin: u64,
    /// The search of all players, if evaluations evolve. Organisms use that of the embedded organism `reference`.
    pub search: SearchMode,
    /// Size of each player's transposition table in MiB; `None` for the default of [`MatchesSettings::table`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hash: Option<u32>,
    /// Maximum number of moves of each side, after which a game is a draw.
    pub max_moves: u32,
    /// When a player resigns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<ResignRule>,
    /// When players agree on a draw.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// Whether hopeless organisms stop playing.
    pub racing: bool,
    /// The level of the test that an organism is hopeless.
    pub racing_level: f64,
    /// Number of pairs of games of each organism in the confirmation.
    pub confirmation_pairs: u32,
    /// Number of latest generations whose leaders take part in the confirmation.
    pub leaders: u32,
    /// Whether only the start and the optimizer's estimate take part in the confirmation, if there is an estimate.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub estimate_alone: bool,
    /// Number of games of the champion against the start at the end. An odd number is rounded up; 0 for none.
    pub match_games: u32,
    /// The final match with a longer limit.
    #[serde(default = "ProofSettings::none", skip_serializing_if = "ProofSettings::is_none")]
    pub proof: ProofSettings,
}

fn default_margin() -> u64 {
    settings::MARGIN
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_default_margin(margin: &u64) -> bool {
    *margin == settings::MARGIN
}

impl MatchesSettings {
    /// Returns the values of the start under the experiment's schema.
    ///
    /// # Errors
    /// Returns an error if the organism lacks a parameter.
    pub fn start_values(&self, outline: &ObjectiveContext<'_>) -> Result<Vec<i32>, SettingsError> {
        start::values(self.start.as_ref(), outline)
    }

    /// Returns the chromosome of the start under the experiment's schema.
    ///
    /// # Errors
    /// Returns an error if the organism lacks a parameter, or if a value is out of range.
    pub fn start_chromosome(&self, outline: &ObjectiveContext<'_>) -> Result<Chromosome, SettingsError> {
        start::chromosome(self.start.as_ref(), outline)
    }

    /// Returns the size of each player's transposition table in MiB. The default has room for the nodes of four moves.
    #[must_use]
    pub fn table(&self) -> usize {
        const BYTES: u64 = 64;
        const DEEP: u32 = 8;
        let fitting = match self.control {
            Control::Nodes(nodes) => {
                nodes.saturating_mul(BYTES).div_ceil(1 << 20).clamp(1, 256).next_power_of_two() as u32
            }
            Control::Depth(_) | Control::Clock(_) | Control::MoveTime(_) => DEEP,
        };
        self.hash.unwrap_or(fitting) as usize
    }

    /// Returns whether the start plays in the confirmation: it does not play itself.
    #[must_use]
    pub fn confirms_start(&self) -> bool {
        !(self.opponents.is_empty() && self.engines.is_empty())
    }

    /// Returns the number of pairs in the final match.
    #[must_use]
    pub fn match_pairs(&self) -> u64 {
        u64::from(self.match_games.div_ceil(2))
    }

    /// Returns the number of pairs in the proof.
    #[must_use]
    pub fn proof_pairs(&self) -> u64 {
        self.proof.pairs(self.match_games)
    }
}

impl Default for MatchesSettings {
    fn default() -> MatchesSettings {
        MatchesSettings {
            start: None,
            opponents: Vec::new(),
            engines: Vec::new(),
            against_best: false,
            openings: PositionSource::Embedded(OPENINGS.to_owned()),
            pairs: 16,
            control: Control::Nodes(5_000),
            margin: settings::MARGIN,
            search: SearchMode::Extended,
            hash: None,
            max_moves: 200,
            resign: None,
            draw: None,
            racing: true,
            racing_level: 0.01,
            confirmation_pairs: 200,
            leaders: 10,
            estimate_alone: false,
            match_games: 400,
            proof: ProofSettings::NONE,
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<MatchesSettings>] = &[
    Setting::<MatchesSettings>::new(
        "start",
        "ORGANISM",
        Kind::Text,
        "Organism near which generation 0 begins, and against which the champion plays the final match: a file or an \
         embedded name",
        |matches| Some(matches.start.as_ref().map_or(start::START, FixedOrganism::name).into()),
        |matches, value| {
            value.optional(|value| start::named(&value.text())).map(|start| matches.start = start)
        },
    ),
    Setting::<MatchesSettings>::new(
        "opponent",
        "SPEC",
        Kind::List,
        "Opponents, which take turns from pair to pair: organisms (files or embedded names), uci:COMMAND, xboard:COMMAND \
         or the names of engine profiles; or one word alone: start (the default), or best for the best organism so far",
        |matches| Some(opponents::names(matches).into()),
        |matches, value| opponents::set(matches, &value.list()),
    ),
    Setting::<MatchesSettings>::new(
        "pairs",
        "N",
        Kind::Integer(1, MAX_PAIRS),
        "Pairs of games of each organism in a generation: one opening, reversed colours",
        |matches| Some(matches.pairs.into()),
        |matches, value| value.integer().map(|number| matches.pairs = number),
    )
    .in_forms("an opening with both colours; more measure more exactly"),
    shared_settings::nodes(
        "Node limit of each move",
        |matches: &MatchesSettings| node_limit(&matches.control),
        |matches, value| value.integer().map(|nodes| matches.control = Control::Nodes(nodes)),
    )
    .conflicting(&["depth", "tc", "movetime"]),
    shared_settings::depth(
        "Depth limit of each move instead of a node limit",
        |matches: &MatchesSettings| matches.control.depth().map(Into::into),
        |matches, value| value.integer().map(|plies| matches.control = Control::Depth(plies)),
    ),
    shared_settings::clock(
        "Time control of each side in seconds instead of a node limit; such games are not reproducible",
        |matches: &MatchesSettings| matches.control.clock().map(|clock| clock.to_string().into()),
        |matches, value| value.parsed().map(|clock| matches.control = Control::Clock(clock)),
    ),
    shared_settings::move_time(
        |matches: &MatchesSettings| matches.control.move_time().map(Into::into),
        |matches, value| value.integer().map(|time| matches.control = Control::MoveTime(time)),
    ),
    shared_settings::margin(
        |matches: &MatchesSettings| Some(matches.margin.into()),
        |matches, value| value.integer().map(|number| matches.margin = number),
    ),
    shared_settings::search(
        "Search of all players, if evaluations evolve",
        |matches: &MatchesSettings| Some(matches.search.to_string().into()),
        |matches, value| value.parsed().map(|mode| matches.search = mode),
    ),
    shared_settings::openings(
        |matches: &MatchesSettings| Some(matches.openings.name().into()),
        |matches, value| {
            matches.openings = shared_settings::openings_source(&value)?;
            Ok(())
        },
    ),
    shared_settings::hash(
        "Size of each player's transposition table in MiB; by default room for the nodes of four moves",
        |matches: &MatchesSettings| matches.hash.map(Into::into),
        |matches, value| value.optional(Value::integer).map(|hash| matches.hash = hash),
    ),
    shared_settings::max_moves(
        |matches: &MatchesSettings| Some(matches.max_moves.into()),
        |matches, value| value.integer().map(|number| matches.max_moves = number),
    ),
    shared_settings::resign(
        |matches: &MatchesSettings| matches.resign.map(|rule| rule.to_string().into()),
        |matches, value| value.optional(Value::parsed).map(|rule| matches.resign = rule),
    ),
    shared_settings::draw(
        |matches: &MatchesSettings| matches.draw.map(|rule| rule.to_string().into()),
        |matches, value| value.optional(Value::parsed).map(|rule| matches.draw = rule),
    ),
    Setting::<MatchesSettings>::new(
        "racing",
        "STATE",
        Kind::Choice(&[
            ("on", "Organisms without a chance to become the leader stop playing"),
            ("off", "All organisms play all pairs"),
        ]),
        "Whether hopeless organisms stop playing",
        |matches| Some(if matches.racing { "on" } else { "off" }.into()),
        |matches, value| {
            matches.racing = value.text() == "on";
            Ok(())
        },
    )
    .in_forms("whether hopeless organisms stop playing"),
    Setting::<MatchesSettings>::new(
        "racing-level",
        "P",
        Kind::Real(0.000_001, 0.5),
        "Level of the one-sided test that an organism is hopeless",
        |matches| Some(matches.racing_level.into()),
        |matches, value| value.real().map(|level| matches.racing_level = level),
    ),
    Setting::<MatchesSettings>::new(
        "confirmation-pairs",
        "N",
        Kind::Integer(1, MAX_PAIRS),
        "Pairs of games of each organism in the confirmation, which selects the champion",
        |matches| Some(matches.confirmation_pairs.into()),
        |matches, value| value.integer().map(|number| matches.confirmation_pairs = number),
    ),
    Setting::<MatchesSettings>::new(
        "leaders",
        "N",
        Kind::Integer(0, MAX_LEADERS),
        "Number of latest generations whose leaders take part in the confirmation",
        |matches| Some(matches.leaders.into()),
        |matches, value| value.integer().map(|number| matches.leaders = number),
    ),
    shared_settings::finalists(
        |matches: &MatchesSettings| Some(if matches.estimate_alone { "estimate" } else { "all" }.into()),
        |matches, value| {
            matches.estimate_alone = value.text() == "estimate";
            Ok(())
        },
    ),
    shared_settings::match_games(
        MAX_PAIRS,
        "Games of the champion against the start, which measure the gain; 0 for none",
        |matches: &MatchesSettings| Some(matches.match_games.into()),
        |matches, value| value.integer().map(|number| matches.match_games = number),
    )
    .in_forms("of the champion against the start; more show the gain better"),
    shared_settings::proof_games(
        MAX_PAIRS,
        |matches: &MatchesSettings| matches.proof.games.map(Into::into),
        |matches, value| value.optional(Value::integer).map(|games| matches.proof.games = games),
    )
    .in_forms("of a second final match with a longer limit: does the gain transfer?"),
    shared_settings::proof_limit(
        |matches: &MatchesSettings| matches.proof.control.map(|control| control.plain().into()),
        |matches, value| {
            let tuning = matches.control;
            value
                .optional(|value| tuning.read_alike(&value.text()))
                .map(|limit| matches.proof.control = limit)
        },
    ),
];

impl ObjectiveSettings for MatchesSettings {
    fn properties(&self) -> Properties {
        Properties {
            about: "win games against others: the search evolves, not the evaluation",
            measures: &[Evolved::Evaluations, Evolved::Searches, Evolved::Options],
            comparable: Comparable::InGames,
            // The leaders take part in the confirmation, but no generation plays them.
            play: Some(Play {
                each_other: false,
                control: self.control,
                longer: self.proof.control(self.control),
                adjudication: rules(self, self.control).adjudication,
                pairs: self.pairs,
                hall_of_fame: 0,
            }),
            preparations: ["preparing the games", "preparing the final match"],
            activities: ["playing games", "playing the confirmation"],
            files: &[SessionFile {
                name: GAMES_IN_PROGRESS,
                is_forked: false,
                is_shared: false,
                is_temporary: true,
            }],
            ..Properties::of("matches")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(MatchesSource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)?;
        if let Some(unfit) = self.opponents.iter().find(|opponent| opponent.organism().is_none()) {
            let reason = format!("the values of “{}” do not fit their schema", unfit.name());
            return Err(SettingsError::Invalid { name: "opponent", reason });
        }
        self.proof.check(self.control)?;
        start::check_engine(self.start.as_ref(), outline)?;
        self.start_chromosome(outline).map(drop)
    }

    /// Returns the default of the objective *moves*, because openings have no moves to find.
    fn shown_positions(&self) -> PositionSource {
        MovesSettings::default().train
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        vec![&mut self.openings]
    }

    fn engines(&self) -> Vec<&str> {
        self.engines.iter().map(String::as_str).collect()
    }

    fn tables(&self, threads: usize) -> (usize, usize) {
        (2 * threads, self.table())
    }

    fn start(&self, outline: &ObjectiveContext<'_>) -> Result<Option<Chromosome>, SettingsError> {
        self.start_chromosome(outline).map(Some)
    }

    fn finalists(
        &self,
        outline: &ObjectiveContext<'_>,
        run: &Run,
        last: &[Individual],
    ) -> Result<Vec<Finalist>, SettingsError> {
        Ok(report::finalists(self, run, self.start_chromosome(outline)?, last))
    }

    fn play_mut(&mut self) -> Option<(&mut Control, &mut u32)> {
        Some((&mut self.control, &mut self.pairs))
    }

    fn scale_times(&mut self, factor: f64) {
        self.control = self.control.scaled(factor);
        self.proof.scale_times(factor);
    }

    fn check_pairs(&self, pairs: u32, _: &ObjectiveContext<'_>, openings: u64) -> Result<(), String> {
        let pairs = u64::from(pairs);
        if !(1..=MAX_PAIRS).contains(&pairs) {
            return Err(format!("{pairs} pairs of games; it must be 1 to {}", thousands(MAX_PAIRS)));
        }
        let others = u64::from(self.confirmation_pairs) + self.match_pairs() + self.proof_pairs();
        if pairs + others > openings {
            return Err(format!("{pairs} pairs of games need more openings than there are for generations"));
        }
        Ok(())
    }
}

impl ObjectiveMeasure for MatchesSettings {
    /// Returns the same number for all games; 0 for a final match that is not played.
    fn largest_score(&self, role: SetRole, _: u32, games: u64) -> u64 {
        match role {
            SetRole::Test if games == 0 => 0,
            SetRole::Train | SetRole::Test => LARGEST_SCORE,
        }
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        Measure {
            largest,
            factor: 0.0001,
            format: Format::Decimal,
            share: Share::None,
            titles: vec![
                "Points in games against the opponents, in percent".to_owned(),
                "Points in games, in percent".to_owned(),
                "Points, %".to_owned(),
            ],
            unit: "%",
            heading: "points",
            histogram: "Points, %",
            phrase: "{number} % of the points".to_owned(),
            predicate: "scores {number} % of the points",
            ..Measure::default()
        }
    }

    /// Returns the points in percent.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        scores.iter().map(|score| *score as f64 / 10_000.0).collect()
    }

    fn generation_work(&self, population: u32, _: u32) -> u64 {
        2 * u64::from(population) * u64::from(self.pairs)
    }

    /// Returns the largest number of games.
    fn run_work(&self, outline: &ObjectiveContext<'_>, run: &Run, _: u64) -> RunWork {
        let (population, generations) = (outline.population, outline.generations);
        let pairs = run.pairs().unwrap_or(self.pairs);
        let others = match run.estimate() {
            Some(_) if self.estimate_alone => 0,
            _ => population + self.leaders.min(generations + 1),
        };
        // The start and the estimate.
        let finalists = others + 1 + u32::from(self.confirms_start());
        let games = |organisms: u32, pairs: u32| 2.0 * f64::from(organisms) * f64::from(pairs);
        RunWork {
            generation: games(population, pairs),
            confirmation: games(finalists, self.confirmation_pairs),
            last: 2.0 * self.match_pairs() as f64,
            proof: 2.0 * self.proof_pairs() as f64,
            proof_cost: self.proof.cost(self.control),
        }
    }
}

impl ObjectiveTexts for MatchesSettings {
    fn sizes(&self, _: u64, _: u64) -> String {
        format!(
            "{} games per organism and generation, {} games against the start for the champion",
            thousands(2 * u64::from(self.pairs)),
            thousands(2 * self.match_pairs())
        )
    }

    fn basis(&self) -> (&'static str, String) {
        let opponents = match opponents::names(self).as_slice() {
            [] => "the start".to_owned(),
            [one] => one.clone(),
            several => format!("{} opponents", several.len()),
        };
        ("games", format!("{} against {opponents}, {}", thousands(2 * u64::from(self.pairs)), self.control))
    }

    fn weight(&self) -> String {
        "points".to_owned()
    }

    fn player_names(&self, organisms: usize) -> Vec<String> {
        let named = opponents::names(self).into_iter().filter(|_| !self.against_best);
        let organisms = (1..=organisms).map(|number| format!("organism {number}"));
        ["start", "best so far"].map(str::to_owned).into_iter().chain(named).chain(organisms).collect()
    }

    fn champion_description(&self, _: u64, _: &SetDigest, details: &Details) -> Option<String> {
        let gain = details.final_match().and_then(|found| {
            Some(format!("; {} Elo against the start, in {} games", found.elo()?, thousands(found.games())))
        });
        Some(format!("evolved by matches{}", gain.unwrap_or_default()))
    }
}
