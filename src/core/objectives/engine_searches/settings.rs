//! How engines are searched: settings that several objectives have.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use crate::arena::control::{Clocks, Control};
use crate::engine::search::{Engine, Limits};
use crate::evolution::setting::{Kind, Needs, Setting, SettingsError, Value};
use crate::objectives::ObjectiveContext;
use crate::solving::spread;

/// The default limit of nodes.
const NODES: u64 = 10_000;

/// The default size of a transposition table in MiB.
const HASH: u32 = 8;

/// How the options of an engine are measured on positions. Without an engine the defaults have no effect.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EngineSearch {
    /// The limit of each search: nodes or depth.
    pub control: Control,
    /// Number of positions of each set, evenly spaced; `None` for all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub positions: Option<u32>,
    /// Size of the transposition table in MiB.
    pub hash: u32,
}

impl Default for EngineSearch {
    fn default() -> EngineSearch {
        EngineSearch { control: Control::Nodes(NODES), positions: None, hash: HASH }
    }
}

impl EngineSearch {
    /// Returns whether the settings are the defaults.
    #[must_use]
    pub fn is_default(&self) -> bool {
        *self == EngineSearch::default()
    }

    /// Returns the size of the transposition table in MiB.
    #[must_use]
    pub fn table(&self) -> usize {
        self.hash as usize
    }

    /// Returns those of the items that are measured.
    pub(in crate::objectives) fn sample<T: Clone>(&self, items: &[T]) -> Vec<T> {
        spread(items, self.positions.map_or(usize::MAX, |positions| positions as usize))
    }

    /// Returns the limits of each search.
    #[must_use]
    pub fn limits(&self) -> Limits {
        Clocks::new(self.control, Duration::ZERO).limits(Color::White)
    }

    /// Checks that the settings have an effect.
    ///
    /// # Errors
    /// Returns an error if no engine is measured.
    pub(in crate::objectives) fn validate(
        &self,
        outline: &ObjectiveContext<'_>,
    ) -> Result<(), SettingsError> {
        if outline.engine.is_some() || self.is_default() {
            return Ok(());
        }
        let default = EngineSearch::default();
        let name = match self.control {
            Control::Depth(_) => "depth",
            control if control != default.control => "nodes",
            _ if self.positions != default.positions => "positions",
            _ => "hash",
        };
        Err(SettingsError::Invalid { name, reason: "applies to the options of an engine only".to_owned() })
    }
}

type Change<S> = fn(&mut S, Value) -> Result<(), String>;
type Shown<S> = fn(&S) -> Option<Value>;

/// Declares the setting `nodes`.
pub(in crate::objectives) const fn nodes<S>(get: Shown<S>, set: Change<S>) -> Setting<S> {
    let help = "With the options of an engine: node limit of each search";
    Setting::new("nodes", "N", Kind::Integer(1, u64::MAX), help, get, set)
        .conflicting(&["depth"])
        .needing(Needs::EngineOptions)
}

/// Declares the setting `depth`.
pub(in crate::objectives) const fn depth<S>(get: Shown<S>, set: Change<S>) -> Setting<S> {
    let help = "With the options of an engine: depth limit of each search instead of a node limit";
    Setting::new("depth", "PLIES", Kind::Integer(1, 100), help, get, set)
        .conflicting(&["nodes"])
        .needing(Needs::EngineOptions)
}

/// Declares the setting `positions`.
pub(in crate::objectives) const fn positions<S>(get: Shown<S>, set: Change<S>) -> Setting<S> {
    let help =
        "With the options of an engine: number of positions of each set, evenly spaced; all if not given";
    Setting::new("positions", "N", Kind::Integer(1, u32::MAX as u64), help, get, set)
        .needing(Needs::EngineOptions)
}

/// Declares the setting `hash`.
pub(in crate::objectives) const fn hash<S>(get: Shown<S>, set: Change<S>) -> Setting<S> {
    let (low, high) = Engine::HASH_RANGE;
    let help = "With the options of an engine: size of its transposition table in MiB";
    Setting::new("hash", "MIB", Kind::Integer(low as u64, high as u64), help, get, set)
        .needing(Needs::EngineOptions)
}
