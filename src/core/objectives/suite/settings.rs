//! Settings of the objective *suite*, and what follows from them.

use serde::{Deserialize, Serialize};

use super::cost::Cost;
use super::play_off::{self, PlayOffResult, PlayOffSettings};
use super::quiet::QUIET;
use super::source::{SEARCHES, SuiteSource};
use crate::arena::opening::Openings;
use crate::evolution::run::Run;
use crate::evolution::setting::{Kind, Setting, SettingsError, Value, check_all};
use crate::numbers::thousands;
use crate::objectives::details::Details;
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::properties::{Evolved, Properties, SessionFile};
use crate::objectives::self_play::{GAME_PLIES, SelfPlaySettings};
use crate::objectives::shared_settings::position_source;
use crate::objectives::source::{FitnessSource, SetRole};
use crate::objectives::{ObjectiveContext, ObjectiveMeasure, ObjectiveSettings, ObjectiveTexts, SetDigest};
use crate::positions::PositionSource;
use crate::progress::RunWork;

/// Maximum node limit of a position. An interrupt waits for the searches in progress.
const MAX_NODE_LIMIT: u64 = 100_000_000;

/// Maximum size of a transposition table in MiB.
const MAX_HASH_MIB: u64 = 65_536;

/// Maximum number of quiet positions.
const MAX_QUIET: u64 = 1_000;

/// Maximum number of games of two players in a play-off.
const MAX_GAMES: u64 = 10_000;

/// The assumed number of positions of a suite of unknown size.
const POSITIONS: u32 = 879;

/// The assumed share of the node limit that a search needs.
const NEEDED: f64 = 0.4;

/// When a search has solved a position.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Found {
    /// At the end of the first iteration whose best move is right (2014 paper, section IV). The search stops there.
    #[default]
    First,
    /// When its best move became right, if it remains right to the node limit. A move found by chance and given up
    /// again does not count.
    Stays,
}

impl Found {
    fn is_default(&self) -> bool {
        *self == Found::default()
    }
}

/// Nodes that a search needs until it finds the best moves of a test suite (2014, section IV).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuiteSettings {
    /// The suite on which searches are measured.
    pub suite: PositionSource,
    /// Further suites, on which the champion is compared with the untuned search once.
    pub validation: Vec<PositionSource>,
    /// Node limit, after which a position counts as not solved.
    pub node_limit: u32,
    /// Number of positions of the suite to search, evenly spaced; `None` for all.
    pub positions: Option<u32>,
    /// Size of the transposition table of each search in MiB; `None` for the default of [`SuiteSettings::table`].
    pub hash: Option<u32>,
    /// When a search has solved a position.
    #[serde(default, skip_serializing_if = "Found::is_default")]
    pub found: Found,
    /// How the nodes of a position count.
    #[serde(default, skip_serializing_if = "Cost::is_default")]
    pub cost: Cost,
    /// Whether every second position of the suite is held out, for the examination of the champion.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub hold_out: bool,
    /// Whether only generation 0 searches the positions that all of its organisms solve, or none.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub drop_constant: bool,
    /// Number of quiet positions to search besides the suite.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub quiet: u32,
    /// The play-off of the last population with the untuned search; `None` for none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_off: Option<PlayOffSettings>,
}

impl SuiteSettings {
    /// Returns the size of the transposition table of each player of the play-off in MiB. A table is kept from move to
    /// move, so it is not smaller than in self-play.
    #[must_use]
    pub fn game_table(&self) -> usize {
        SelfPlaySettings::default().hash.max(self.table() as usize)
    }

    /// Returns the cost of a position that was not solved.
    #[must_use]
    pub fn largest_cost(&self) -> u64 {
        self.cost.of(self.node_limit)
    }

    /// Returns the number of positions of a set, given the largest score on it.
    fn positions_of(&self, largest: u64) -> String {
        thousands(largest / self.largest_cost().max(1))
    }

    /// Returns the size of the transposition table of each search in MiB. The default has room for about two entries
    /// per node, as the table is cleared before every search: 16 MiB for 500,000 nodes, 1 MiB for 20,000.
    #[must_use]
    pub fn table(&self) -> u32 {
        const BYTES: u64 = 32;
        let fitting = (u64::from(self.node_limit) * BYTES).div_ceil(1 << 20).next_power_of_two();
        self.hash.unwrap_or_else(|| fitting.clamp(1, 1024) as u32)
    }
}

impl Default for SuiteSettings {
    /// Returns the settings of the 2014 paper (section IV).
    fn default() -> SuiteSettings {
        SuiteSettings {
            suite: PositionSource::Embedded("ecm879".to_owned()),
            validation: Vec::new(),
            node_limit: 500_000,
            positions: None,
            hash: None,
            found: Found::First,
            cost: Cost::Nodes,
            hold_out: false,
            drop_constant: false,
            quiet: 0,
            play_off: None,
        }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<SuiteSettings>] = &[
    Setting::<SuiteSettings>::new(
        "suite",
        "FILE",
        Kind::Text,
        "Test suite with best moves (bm): an EPD file or the name of an embedded set",
        |settings| Some(settings.suite.name().into()),
        |settings, value| position_source(&value).map(|source| settings.suite = source),
    ),
    Setting::<SuiteSettings>::new(
        "positions",
        "N",
        Kind::Integer(1, u64::MAX),
        "Number of positions of the suite to search, evenly spaced; all if not given",
        |settings| settings.positions.map(Into::into),
        |settings, value| value.optional(Value::integer).map(|number| settings.positions = number),
    )
    .in_forms("of the suite, evenly spaced; empty: all; more measure more exactly"),
    Setting::<SuiteSettings>::new(
        "node-limit",
        "N",
        Kind::Integer(1, MAX_NODE_LIMIT),
        "Nodes after which a position counts as not solved",
        |settings| Some(settings.node_limit.into()),
        |settings, value| value.integer().map(|number| settings.node_limit = number),
    )
    .in_forms("then a position is not solved; more solve more, but slower"),
    Setting::<SuiteSettings>::new(
        "validate",
        "FILE",
        Kind::List,
        "Further suites on which the champion is compared with the untuned search",
        |settings| Some(settings.validation.iter().map(PositionSource::name).collect::<Vec<_>>().into()),
        |settings, value| {
            let sources = value.list().into_iter().map(|text| position_source(&text.into()));
            settings.validation = sources.collect::<Result<_, _>>()?;
            Ok(())
        },
    ),
    Setting::<SuiteSettings>::new(
        "found",
        "WHEN",
        Kind::Choice(&[
            ("first", "At the end of the first iteration whose best move is right"),
            ("stays", "When the best move became right, if it is still right at the node limit"),
        ]),
        "When a search has solved a position",
        |settings| {
            Some(Value::from(match settings.found {
                Found::First => "first",
                Found::Stays => "stays",
            }))
        },
        |settings, value| {
            settings.found = if value.text() == "stays" { Found::Stays } else { Found::First };
            Ok(())
        },
    ),
    Setting::<SuiteSettings>::new(
        "cost",
        "KIND",
        Kind::Choice(&[
            ("nodes", "The number of nodes"),
            ("log-nodes", "Their logarithm: half the nodes save as much on every position"),
        ]),
        "How the nodes of a position count",
        |settings| {
            Some(Value::from(match settings.cost {
                Cost::Nodes => "nodes",
                Cost::LogNodes => "log-nodes",
            }))
        },
        |settings, value| {
            settings.cost = if value.text() == "log-nodes" { Cost::LogNodes } else { Cost::Nodes };
            Ok(())
        },
    ),
    Setting::<SuiteSettings>::new(
        "hold-out",
        "",
        Kind::Switch,
        "Hold out every second position of the suite, and examine the champion on them",
        |settings| settings.hold_out.then(|| Value::from("yes")),
        |settings, _| {
            settings.hold_out = true;
            Ok(())
        },
    ),
    Setting::<SuiteSettings>::new(
        "drop-constant",
        "",
        Kind::Switch,
        "Search positions that all organisms of generation 0 solve, or none, in that generation only",
        |settings| settings.drop_constant.then(|| Value::from("yes")),
        |settings, _| {
            settings.drop_constant = true;
            Ok(())
        },
    ),
    Setting::<SuiteSettings>::new(
        "quiet",
        "N",
        Kind::Integer(0, MAX_QUIET),
        "Quiet positions of gm2600-train to search besides the suite: moves of grandmasters that the untuned search finds",
        |settings| Some(settings.quiet.into()),
        |settings, value| value.integer().map(|number| settings.quiet = number),
    )
    .in_forms("quiet positions besides; more keep the search from becoming wild"),
    Setting::<SuiteSettings>::new(
        "play-off",
        "N",
        Kind::Integer(0, MAX_GAMES),
        "Games of each two searches of the last population and the untuned search, which select the champion; 0 for none",
        |settings| Some(settings.play_off.map_or(0, |play_off| play_off.games).into()),
        |settings, value| {
            let games = value.integer()?;
            let play_off = PlayOffSettings { games, ..settings.play_off.unwrap_or_default() };
            settings.play_off = (games > 0).then_some(play_off);
            Ok(())
        },
    ),
    Setting::<SuiteSettings>::new(
        "play-off-nodes",
        "N",
        Kind::Integer(1, MAX_NODE_LIMIT),
        "With a play-off: nodes per move",
        |settings| settings.play_off.map(|play_off| play_off.nodes.into()),
        |settings, value| {
            value.integer().and_then(|nodes| play_off(settings).map(|found| found.nodes = nodes))
        },
    ),
    Setting::<SuiteSettings>::new(
        "play-off-match",
        "N",
        Kind::Integer(2, MAX_GAMES),
        "With a play-off: games of the final match of its best tuned search with the untuned one",
        |settings| settings.play_off.map(|play_off| play_off.match_games.into()),
        |settings, value| {
            value.integer().and_then(|games| play_off(settings).map(|found| found.match_games = games))
        },
    ),
    Setting::<SuiteSettings>::new(
        "hash",
        "MIB",
        Kind::Integer(1, MAX_HASH_MIB),
        "Size of the transposition table of each search in MiB; by default room for two entries per node",
        |settings| settings.hash.map(Into::into),
        |settings, value| value.optional(Value::integer).map(|size| settings.hash = size),
    ),
];

/// Returns the settings of the play-off.
fn play_off(settings: &mut SuiteSettings) -> Result<&mut PlayOffSettings, String> {
    settings.play_off.as_mut().ok_or_else(|| "applies to a play-off only; add --play-off N".to_owned())
}

impl ObjectiveSettings for SuiteSettings {
    fn properties(&self) -> Properties {
        Properties {
            about: "search for the moves of a suite: the search evolves, not the evaluation",
            stage: "tuning",
            measures: &[Evolved::Searches, Evolved::Options],
            depends_on_first: self.drop_constant,
            files: &[
                SessionFile { name: SEARCHES, is_forked: false, is_shared: false, is_temporary: true },
                SessionFile { name: QUIET, is_forked: false, is_shared: true, is_temporary: false },
            ],
            ..Properties::of("suite")
        }
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(SuiteSource::new(self))
    }

    fn validate(&self, outline: &ObjectiveContext<'_>) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)?;
        // The champion may not be in the last population.
        let organisms = outline.population.saturating_add(1);
        let wanted = self.play_off.map_or(0, |play_off| play_off.openings_needed(organisms));
        if wanted <= Openings::EMBEDDED as u64 {
            return Ok(());
        }
        Err(SettingsError::Invalid {
            name: "play-off",
            reason: format!(
                "the games need {} openings, but there are only {}; use fewer games (--play-off, --play-off-match) or a \
                 smaller population",
                thousands(wanted),
                thousands(Openings::EMBEDDED as u64)
            ),
        })
    }

    fn shown_positions(&self) -> PositionSource {
        self.suite.clone()
    }

    fn sources_mut(&mut self) -> Vec<&mut PositionSource> {
        std::iter::once(&mut self.suite).chain(&mut self.validation).collect()
    }

    fn tables(&self, threads: usize) -> (usize, usize) {
        // A game has two players.
        match self.play_off {
            Some(_) => (2 * threads, self.game_table()),
            None => (threads, self.table() as usize),
        }
    }
}

impl ObjectiveMeasure for SuiteSettings {
    fn largest_score(&self, _: SetRole, _: u32, positions: u64) -> u64 {
        self.largest_cost() * positions
    }

    fn measure(&self, _: SetRole, largest: u64) -> Measure {
        let positions = self.positions_of(largest);
        if self.cost == Cost::LogNodes {
            return self.logarithmic_measure(largest, &positions);
        }
        Measure {
            largest,
            offset: largest as f64,
            factor: -1.0,
            larger_is_better: false,
            format: Format::LargeCount,
            share: Share::Shown,
            titles: vec![
                format!("Σ nodes to the best moves of {positions} positions; fewer are better"),
                format!("Σ nodes, {positions} positions; fewer are better"),
                "Σ nodes, fewer are better".to_owned(),
                "Σ nodes".to_owned(),
            ],
            unit: "nodes",
            heading: "nodes",
            histogram: "Σ nodes",
            phrase: format!("{{number}} nodes on {positions} positions, {{share}} % of the limit"),
            predicate: "searches {number} nodes, {share} % of the limit",
            ..Measure::default()
        }
    }

    /// Returns the cost saved: that of the node limit on all positions, minus that of the nodes searched.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        scores.iter().map(|score| *score as f64).collect()
    }

    fn expected_nodes(&self, outline: &ObjectiveContext<'_>, elite: u32) -> f64 {
        let searches = outline.evaluated(elite) * f64::from(self.positions.unwrap_or(POSITIONS));
        searches * f64::from(self.node_limit) * NEEDED
    }

    /// Returns the number of searches. The nodes of the games count as searches.
    fn run_work(&self, outline: &ObjectiveContext<'_>, _: &Run, searches: u64) -> RunWork {
        let play_off = self.play_off.map_or(0.0, |settings| {
            let games = 2.0 * settings.openings_needed(outline.population) as f64;
            games * f64::from(GAME_PLIES) * f64::from(settings.nodes)
        });
        let last = play_off / (NEEDED * f64::from(self.node_limit)).max(1.0);
        RunWork { generation: searches as f64, last, ..RunWork::default() }
    }
}

impl ObjectiveTexts for SuiteSettings {
    fn sizes(&self, train: u64, test: u64) -> String {
        format!(
            "{} positions to tune on and {} to validate",
            self.positions_of(train),
            self.positions_of(test)
        )
    }

    fn basis(&self) -> (&'static str, String) {
        ("nodes", format!("{} a position", thousands(self.node_limit.into())))
    }

    fn amount(&self, outline: &ObjectiveContext<'_>) -> String {
        let ObjectiveContext { population, generations, .. } = outline;
        format!(
            "{population} organisms, {generations} generations, {} positions, at most {} nodes each",
            self.positions.map_or_else(|| "all".to_owned(), |positions| positions.to_string()),
            self.node_limit
        )
    }

    fn method(&self) -> Option<String> {
        let suite = self.suite.name();
        let positions = self
            .positions
            .map_or_else(|| suite.clone(), |positions| format!("{positions} positions of {suite}"));
        Some(format!(
            "Searches with the champion’s evaluation solve {positions}. Fewer nodes to the best move are fitter; a position \
             without its best move counts {} nodes.",
            thousands(self.node_limit.into())
        ))
    }

    fn weight(&self) -> String {
        match self.cost {
            Cost::Nodes => "nodes saved".to_owned(),
            Cost::LogNodes => "log-nodes saved".to_owned(),
        }
    }

    fn champion_description(&self, score: u64, train: &SetDigest, details: &Details) -> Option<String> {
        let stage = self.properties().stage;
        let decided = details
            .confirmation()
            .map(|games| (PlayOffResult::of(games).is_tuned(), play_off::summary(games)));
        if let Some((false, summary)) = decided {
            return Some(format!("{stage} stage: {summary}"));
        }
        let largest = self.largest_score(SetRole::Train, 0, train.positions);
        let sum = match self.cost {
            Cost::Nodes => format!("{} nodes", thousands(largest.saturating_sub(score))),
            Cost::LogNodes => {
                format!("Σ log₂ nodes {}", self.measure(SetRole::Train, largest).number(score as f64))
            }
        };
        let (positions, limit) = (thousands(train.positions), thousands(self.node_limit.into()));
        let games = decided.map_or_else(String::new, |(_, summary)| format!("; {summary}"));
        let on = match self.quiet {
            0 => train.name.clone(),
            quiet => format!("{}, {} of them quiet", train.name, thousands(quiet.into())),
        };
        Some(format!(
            "search evolved, {stage} stage: {sum} on {positions} positions of {on}, {limit} each at most{games}"
        ))
    }
}

impl SuiteSettings {
    /// Returns how logarithmic scores are shown: as the sum of the binary logarithms of the nodes.
    fn logarithmic_measure(&self, largest: u64, positions: &str) -> Measure {
        Measure {
            largest,
            offset: largest as f64 * self.cost.shown(),
            factor: -self.cost.shown(),
            larger_is_better: false,
            format: Format::Decimal,
            share: Share::None,
            titles: vec![
                format!("Σ log₂ nodes to the best moves of {positions} positions; fewer are better"),
                format!("Σ log₂ nodes, {positions} positions"),
                "Σ log₂ nodes".to_owned(),
            ],
            unit: "log₂ nodes",
            heading: "log₂",
            histogram: "Σ log₂ nodes",
            phrase: format!("Σ log₂ nodes {{number}} on {positions} positions"),
            predicate: "has Σ log₂ nodes {number}",
            ..Measure::default()
        }
    }
}
