//! Settings of the objective *suite*, and what follows from them.

use serde::{Deserialize, Serialize};

use super::source::SuiteSource;
use crate::evolution::setting::{Kind, Setting, SettingsError, check_all};
use crate::numbers::thousands;
use crate::objectives::measure::{Format, Measure, Share};
use crate::objectives::self_play::confirmation::FinalMatch;
use crate::objectives::source::FitnessSource;
use crate::objectives::{ObjectiveSettings, Outline, SetDigest, position_source};
use crate::positions::PositionSource;

/// Maximum node limit of a position. An interrupt waits for the searches in progress.
const MAX_NODE_LIMIT: u64 = 100_000_000;

/// Maximum size of a transposition table in MiB.
const MAX_HASH_MIB: u64 = 65_536;

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
}

impl SuiteSettings {
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
        |settings, value| {
            settings.positions = if value.is_empty() { None } else { Some(value.integer()?) };
            Ok(())
        },
    )
    .in_forms(),
    Setting::<SuiteSettings>::new(
        "node-limit",
        "N",
        Kind::Integer(1, MAX_NODE_LIMIT),
        "Nodes after which a position counts as not solved",
        |settings| Some(settings.node_limit.into()),
        |settings, value| value.integer().map(|number| settings.node_limit = number),
    )
    .in_forms(),
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
        "hash",
        "MIB",
        Kind::Integer(1, MAX_HASH_MIB),
        "Size of the transposition table of each search in MiB; by default room for two entries per node",
        |settings| settings.hash.map(Into::into),
        |settings, value| {
            settings.hash = if value.is_empty() { None } else { Some(value.integer()?) };
            Ok(())
        },
    ),
];

impl ObjectiveSettings for SuiteSettings {
    fn name(&self) -> &'static str {
        "suite"
    }

    fn stage(&self) -> &'static str {
        "tuning"
    }

    fn measures_searches(&self) -> bool {
        true
    }

    fn tables(&self, threads: usize) -> (usize, usize) {
        (threads, self.table() as usize)
    }

    fn source(&self) -> Box<dyn FitnessSource> {
        Box::new(SuiteSource::new(self))
    }

    fn validate(&self, _: &Outline<'_>) -> Result<(), SettingsError> {
        check_all(SETTINGS, self)
    }

    fn train(&self) -> &PositionSource {
        &self.suite
    }

    fn test(&self) -> Vec<&PositionSource> {
        self.validation.iter().collect()
    }

    fn largest_score(&self, _: u32, positions: u64) -> u64 {
        u64::from(self.node_limit) * positions
    }

    /// Returns the nodes saved: node limit times positions minus nodes searched.
    fn fitness(&self, scores: &[u64]) -> Vec<f64> {
        scores.iter().map(|score| *score as f64).collect()
    }

    fn champion_description(&self, score: u64, train: &SetDigest, _: Option<&FinalMatch>) -> String {
        format!(
            "search evolved, {} stage: {} nodes on {} positions of {}, {} each at most",
            self.stage(),
            thousands(self.largest_score(0, train.positions).saturating_sub(score)),
            thousands(train.positions),
            train.name,
            thousands(self.node_limit.into())
        )
    }

    fn weight(&self) -> String {
        "nodes saved".to_owned()
    }

    fn basis(&self) -> (&'static str, String) {
        ("nodes", format!("{} a position", thousands(self.node_limit.into())))
    }

    fn measure(&self, largest: u64) -> Measure {
        let positions = thousands(largest / u64::from(self.node_limit.max(1)));
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
            heading: "nodes",
            histogram: "Σ nodes",
            phrase: format!("{{number}} nodes on {positions} positions, {{share}} % of the limit"),
            predicate: "searches {number} nodes, {share} % of the limit",
            ..Measure::default()
        }
    }

    fn sizes(&self, train: u64, test: u64) -> String {
        let limit = u64::from(self.node_limit.max(1));
        format!(
            "{} positions to tune on and {} to validate",
            thousands(train / limit),
            thousands(test / limit)
        )
    }
}
