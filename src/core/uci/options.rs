//! The UCI options of the engine.

use super::command::quoted;
use crate::engine::search::{Engine, MOVE_OVERHEAD, SearchMode};
use crate::positions::Variant;
use crate::strength::{LIMIT_STRENGTH, STYLE_FILE, StrengthOption, StrengthOptions};

/// The maximum of MultiPV.
const MAX_LINES: usize = 256;
/// The value of `Search` for the organism's own search, the most complete one if it has several.
const OWN: &str = "own";
/// The maximum of Move Overhead, in milliseconds.
const MAX_OVERHEAD: u64 = 10_000;

/// The values of the options.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Options {
    /// The size of the transposition table, in MiB.
    pub(super) hash: usize,
    /// The number of threads of a search.
    pub(super) threads: usize,
    /// The name of the organism or the path of its file.
    pub(super) organism: String,
    /// The search mode; `None` for the most complete search that the organism has.
    pub(super) search: Option<SearchMode>,
    /// The number of lines to search (MultiPV).
    pub(super) lines: usize,
    /// Whether to report probabilities of the results (UCI_ShowWDL).
    pub(super) shows_wdl: bool,
    /// The time reserved for communication, in milliseconds.
    pub(super) overhead: u64,
    /// The rules of the positions.
    pub(super) variant: Variant,
    /// What limits the strength.
    pub(super) strength: StrengthOptions,
}

impl Options {
    /// The default overhead, in milliseconds. It is enough for a GUI on the same machine.
    pub(super) const OVERHEAD: u64 = MOVE_OVERHEAD.as_millis() as u64;

    /// Returns the `option` lines for `uci`, with these values as the defaults.
    pub(super) fn declarations(&self) -> String {
        let (least, most) = Engine::HASH_RANGE;
        let (fewest, greatest) = Engine::THREADS_RANGE;
        let Options { hash, threads, organism, search, lines, shows_wdl, overhead, variant, strength } = self;
        let limits = strength.limits;
        let numbers: String = StrengthOption::ALL
            .map(|option| {
                let StrengthOption { name, least, most, .. } = option;
                format!(
                    "\noption name {name} type spin default {} min {least} max {most}",
                    strength.get(option)
                )
            })
            .concat();
        let chess960 = !variant.is_standard();
        let modes: String = SearchMode::ALL.iter().map(|mode| format!(" var {mode}")).collect();
        let search = search.map_or_else(|| OWN.to_owned(), |mode| mode.to_string());
        format!(
            "option name Hash type spin default {hash} min {least} max {most}\n\
             option name Threads type spin default {threads} min {fewest} max {greatest}\n\
             option name Clear Hash type button\n\
             option name Organism type string default {organism}\n\
             option name Search type combo default {search} var {OWN}{modes}\n\
             option name MultiPV type spin default {lines} min 1 max {MAX_LINES}\n\
             option name Move Overhead type spin default {overhead} min 0 max {MAX_OVERHEAD}\n\
             option name Ponder type check default false\n\
             option name SyzygyPath type string default <empty>\n\
             option name UCI_AnalyseMode type check default false\n\
             option name UCI_Chess960 type check default {chess960}\n\
             option name UCI_ShowWDL type check default {shows_wdl}\n\
             option name {LIMIT_STRENGTH} type check default {limits}\n\
             option name {STYLE_FILE} type string default <empty>{numbers}"
        )
    }
}

/// An option with its new value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Setting {
    Hash(usize),
    Threads(usize),
    ClearHash,
    Organism(String),
    Search(Option<SearchMode>),
    Lines(usize),
    ShowsWdl(bool),
    Overhead(u64),
    Variant(Variant),
    LimitsStrength(bool),
    Strength(StrengthOption, u64),
    StyleFile(String),
    /// The directories of tablebases; empty for none.
    Tablebases(String),
    /// An option without an effect on the engine: `go ponder` requests pondering, and analysis uses the same search as
    /// games.
    Ignored,
}

/// Why an option cannot be set.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub(super) enum OptionError {
    #[error("no option {0}; “uci” lists the options")]
    Unknown(String),
    #[error("{name} must be an integer from {least} to {most}, not {found}; it is unchanged")]
    Spin { name: &'static str, least: u64, most: u64, found: String },
    #[error("{name} must be true or false, not {found}; it is unchanged")]
    Check { name: &'static str, found: String },
    #[error("Search must be own, plain, paper or extended, not {found}; it is unchanged")]
    Search { found: String },
    #[error("{name} requires a value; it is unchanged")]
    Missing { name: &'static str },
}

impl Setting {
    /// Parses the arguments of `setoption`. Names are case-insensitive.
    pub(super) fn parse(name: &str, value: Option<&str>) -> Result<Setting, OptionError> {
        let text = value.unwrap_or_default();
        let number = |name, least, most| spin(name, least, most, text);
        match name.to_ascii_lowercase().as_str() {
            "hash" => {
                let (least, most) = Engine::HASH_RANGE;
                Ok(Setting::Hash(number("Hash", least as u64, most as u64)? as usize))
            }
            "threads" => {
                let (least, most) = Engine::THREADS_RANGE;
                Ok(Setting::Threads(number("Threads", least as u64, most as u64)? as usize))
            }
            "clear hash" => Ok(Setting::ClearHash),
            "organism" if text.is_empty() => Err(OptionError::Missing { name: "Organism" }),
            "organism" => Ok(Setting::Organism(text.to_owned())),
            "search" => search(text).map(Setting::Search),
            "multipv" => Ok(Setting::Lines(number("MultiPV", 1, MAX_LINES as u64)? as usize)),
            "move overhead" => Ok(Setting::Overhead(number("Move Overhead", 0, MAX_OVERHEAD)?)),
            "ponder" => check("Ponder", value).map(|_| Setting::Ignored),
            "uci_analysemode" => check("UCI_AnalyseMode", value).map(|_| Setting::Ignored),
            "uci_chess960" => check("UCI_Chess960", value).map(|chess960| {
                Setting::Variant(if chess960 { Variant::Chess960 } else { Variant::Standard })
            }),
            "uci_showwdl" => check("UCI_ShowWDL", value).map(Setting::ShowsWdl),
            "uci_limitstrength" => check(LIMIT_STRENGTH, value).map(Setting::LimitsStrength),
            "syzygypath" => Ok(Setting::Tablebases(path(text))),
            "style file" => Ok(Setting::StyleFile(path(text))),
            _ => {
                let option = StrengthOption::named(name);
                let option = option.ok_or_else(|| OptionError::Unknown(quoted(name)))?;
                Ok(Setting::Strength(option, number(option.name, option.least, option.most)?))
            }
        }
    }
}

/// Returns a path, which `<empty>` leaves out.
fn path(text: &str) -> String {
    if text.eq_ignore_ascii_case("<empty>") { String::new() } else { text.to_owned() }
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
