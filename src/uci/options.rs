//! The options a GUI may set.

use super::command::quoted;
use crate::engine::search::{Engine, MOVE_OVERHEAD, SearchMode};
use crate::positions::Variant;

/// The largest number of lines that are told side by side.
const MOST_LINES: usize = 256;
/// The search that an organism has itself, the richest if it has several.
const OWN: &str = "own";
/// The largest overhead, milliseconds.
const MOST_OVERHEAD: u64 = 10_000;

/// The values of the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    /// Transposition table, MiB.
    pub(super) hash: usize,
    /// A name or a path.
    pub(super) organism: String,
    /// How it searches; `None` for the richest search it has.
    pub(super) search: Option<SearchMode>,
    /// How many best lines are searched.
    pub(super) lines: usize,
    /// Kept back from the clock, milliseconds.
    pub(super) overhead: u64,
    /// The rules of the positions that come.
    pub(super) variant: Variant,
}

impl Options {
    /// The overhead before anybody sets it: what a GUI on the same machine needs.
    pub(super) const OVERHEAD: u64 = MOVE_OVERHEAD.as_millis() as u64;

    /// The lines in which `uci` declares the options, with these values as the defaults.
    pub(super) fn declarations(&self) -> String {
        let (least, most) = Engine::HASH_RANGE;
        let Options { hash, organism, search, lines, overhead, variant } = self;
        let chess960 = !variant.is_standard();
        let modes: String = SearchMode::ALL.iter().map(|mode| format!(" var {mode}")).collect();
        let search = search.map_or_else(|| OWN.to_owned(), |mode| mode.to_string());
        format!(
            "option name Hash type spin default {hash} min {least} max {most}\n\
             option name Clear Hash type button\n\
             option name Organism type string default {organism}\n\
             option name Search type combo default {search} var {OWN}{modes}\n\
             option name MultiPV type spin default {lines} min 1 max {MOST_LINES}\n\
             option name Move Overhead type spin default {overhead} min 0 max {MOST_OVERHEAD}\n\
             option name Ponder type check default false\n\
             option name SyzygyPath type string default <empty>\n\
             option name UCI_AnalyseMode type check default false\n\
             option name UCI_Chess960 type check default {chess960}"
        )
    }
}

/// An option with the value it is to have.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Setting {
    Hash(usize),
    ClearHash,
    Organism(String),
    Search(Option<SearchMode>),
    Lines(usize),
    Overhead(u64),
    Variant(Variant),
    /// Folders of tablebases.
    Tablebases(String),
    /// One by which a GUI tells what it is going to do, and that changes nothing here: whether to ponder is said
    /// by `go ponder`, and analysis is searched as games are.
    Told,
}

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("there is no option {0}; “uci” lists them")]
    Unknown(String),
    #[error("{name} is a whole number from {least} to {most}, not {found}; it stays as it was")]
    Spin { name: &'static str, least: u64, most: u64, found: String },
    #[error("{name} is true or false, not {found}; it stays as it was")]
    Check { name: &'static str, found: String },
    #[error("Search is own, plain, paper or extended, not {found}; it stays as it was")]
    Search { found: String },
    #[error("{name} needs a value; it stays as it was")]
    Missing { name: &'static str },
}

impl Setting {
    /// The setting that a `setoption` asks for. Names do not heed case.
    pub(super) fn of(name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
        let text = |name: &'static str| match value {
            Some(value) if !value.is_empty() => Ok(value.to_owned()),
            _ => Err(OptionError::Missing { name }),
        };
        let number = |name, least, most| spin(name, least, most, value.unwrap_or_default());
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let (least, most) = Engine::HASH_RANGE;
                Ok(Setting::Hash(number("Hash", least as u64, most as u64)? as usize))
            }
            "clear hash" => Ok(Setting::ClearHash),
            "organism" => Ok(Setting::Organism(text("Organism")?)),
            "search" => search(value.unwrap_or_default()).map(Setting::Search),
            "multipv" => Ok(Setting::Lines(number("MultiPV", 1, MOST_LINES as u64)? as usize)),
            "move overhead" => Ok(Setting::Overhead(number("Move Overhead", 0, MOST_OVERHEAD)?)),
            "ponder" => check("Ponder", value).map(|_| Setting::Told),
            "uci_analysemode" => check("UCI_AnalyseMode", value).map(|_| Setting::Told),
            "uci_chess960" => check("UCI_Chess960", value).map(|chess960| {
                Setting::Variant(if chess960 { Variant::Chess960 } else { Variant::Standard })
            }),
            "syzygypath" => {
                let empty = value.is_none_or(|value| value.eq_ignore_ascii_case("<empty>"));
                Ok(Setting::Tablebases(if empty { String::new() } else { text("SyzygyPath")? }))
            }
            _ => Err(OptionError::Unknown(quoted(name))),
        }
    }
}

fn spin(name: &'static str, least: u64, most: u64, value: &str) -> Result<u64, OptionError> {
    let number = value.parse().ok().filter(|number| (least..=most).contains(number));
    number.ok_or_else(|| OptionError::Spin { name, least, most, found: quoted(value) })
}

fn search(value: &str) -> Result<Option<SearchMode>, OptionError> {
    let value = value.to_ascii_lowercase();
    if value == OWN {
        return Ok(None);
    }
    value.parse().map(Some).map_err(|_| OptionError::Search { found: quoted(&value) })
}

fn check(name: &'static str, value: Option<&str>) -> Result<bool, OptionError> {
    match value.unwrap_or_default().to_ascii_lowercase().as_str() {
        "true" => Ok(true),
        "false" => Ok(false),
        other => Err(OptionError::Check { name, found: quoted(other) }),
    }
}
