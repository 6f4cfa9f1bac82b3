//! What an engine says it can do: `feature` and its names.

use crate::arena::notation;

/// Options of an engine that are kept. Real ones have a hundred at most.
const MOST_OPTIONS: usize = 1_000;

/// What an engine has said of itself; at first, what the protocol assumes of one that says nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Features {
    /// Whether it has said that these are all (`done=1`), or that there are more to come (`done=0`).
    pub done: Option<bool>,
    /// What it calls itself.
    pub name: Option<String>,
    /// It answers `ping`.
    pub ping: bool,
    /// It can be shown any position.
    pub setboard: bool,
    /// It wants moves as people write them.
    pub san: bool,
    /// It wants the word `usermove` before each move.
    pub usermove: bool,
    /// It can play more than one game.
    pub reuse: bool,
    /// It wants to know the clocks.
    pub time: bool,
    /// It takes a size for its tables.
    pub memory: bool,
    /// It takes a number of processors.
    pub smp: bool,
    /// The names of its options.
    pub options: Vec<String>,
}

impl Default for Features {
    fn default() -> Features {
        Features {
            done: None,
            name: None,
            ping: false,
            setboard: false,
            san: false,
            usermove: false,
            reuse: true,
            time: true,
            memory: false,
            smp: false,
            options: Vec::new(),
        }
    }
}

impl Features {
    /// Takes note of a feature; whether it is understood.
    pub(super) fn learn(&mut self, name: &str, value: &str) -> bool {
        let is_on = value != "0";
        match name {
            "done" => self.done = Some(is_on),
            "myname" => self.name = notation::name(value),
            "ping" => self.ping = is_on,
            "setboard" => self.setboard = is_on,
            "san" => self.san = is_on,
            "usermove" => self.usermove = is_on,
            "reuse" => self.reuse = is_on,
            "time" => self.time = is_on,
            "memory" => self.memory = is_on,
            "smp" => self.smp = is_on,
            "option" => {
                let name = value.split(" -").next().unwrap_or(value).trim();
                if self.options.len() < MOST_OPTIONS {
                    self.options.push(name.to_owned());
                }
            }
            // They are about what is never said here: there are no signals, offers, names or variants.
            "analyze" | "colors" | "debug" | "draw" | "ics" | "name" | "pause" | "playother" | "sigint"
            | "sigterm" | "variants" => {}
            _ => return false,
        }
        true
    }
}

/// The names and values of a `feature` line; `None` where it is none. Quotation marks hold a value together.
pub(super) fn pairs(line: &str) -> Option<Vec<(&str, &str)>> {
    let mut rest = line.trim_start().strip_prefix("feature")?;
    if !rest.is_empty() && !rest.starts_with(char::is_whitespace) {
        return None;
    }
    let mut pairs = Vec::new();
    while let Some((before, after)) = rest.split_once('=') {
        let after = after.trim_start();
        let (value, next) = match after.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => after.split_once(char::is_whitespace).unwrap_or((after, "")),
        };
        // Words before the name have no value and say nothing.
        if let Some(name) = before.split_whitespace().last() {
            pairs.push((name, value));
        }
        rest = next;
    }
    Some(pairs)
}
