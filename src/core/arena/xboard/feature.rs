//! The features that an engine announces.

use crate::arena::{EngineOption, notation};

/// The announced features. The defaults are those of the protocol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Features {
    /// Whether the list of features is complete (`done=1`), or more will follow (`done=0`).
    pub done: Option<bool>,
    /// The engine's name.
    pub name: Option<String>,
    /// The engine answers `ping`.
    pub ping: bool,
    /// The engine supports `setboard`.
    pub setboard: bool,
    /// The engine expects moves in SAN.
    pub san: bool,
    /// The engine expects `usermove` before each move.
    pub usermove: bool,
    /// One process can play several games.
    pub reuse: bool,
    /// The engine expects `time` and `otim`.
    pub time: bool,
    /// The engine supports `memory`.
    pub memory: bool,
    /// The engine supports `cores`.
    pub smp: bool,
    pub options: Vec<EngineOption>,
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
    /// Handles a feature and returns whether it is supported.
    pub(super) fn set(&mut self, name: &str, value: &str) -> bool {
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
                if self.options.len() < EngineOption::MOST {
                    self.options.extend(EngineOption::of_feature(value));
                }
            }
            // Features without an effect here: the client uses no signals, offers, names or variants.
            "analyze" | "colors" | "debug" | "draw" | "ics" | "name" | "pause" | "playother" | "sigint"
            | "sigterm" | "variants" => {}
            _ => return false,
        }
        true
    }
}

/// Returns the names and values of a `feature` line, or `None` for any other line. Values may be quoted.
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
        // Words before the name have no value and are ignored.
        if let Some(name) = before.split_whitespace().last() {
            pairs.push((name, value));
        }
        rest = next;
    }
    Some(pairs)
}
