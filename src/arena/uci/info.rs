//! `info`, `option` and `bestmove` as engines write them. Pure functions that take any text: what cannot be read
//! is left out.

use std::time::Duration;

use crate::engine::search::{Bound, Value};

/// What an `info` line tells.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Info {
    /// The iteration, in plies.
    pub depth: Option<u32>,
    /// The longest line looked at, in plies.
    pub selective_depth: Option<u32>,
    /// Which of the best lines this is, 1 first.
    pub index: Option<usize>,
    /// What the line is worth to the side to move, and what that says.
    pub value: Option<(Value, Bound)>,
    /// Nodes searched so far.
    pub nodes: Option<u64>,
    /// Nodes a second.
    pub nodes_per_second: Option<u64>,
    /// Time since the search began.
    pub time: Option<Duration>,
    /// How full the transposition table is, in thousandths.
    pub hash_full: Option<u32>,
    /// Positions found in tablebases so far.
    pub tablebase_hits: Option<u64>,
    /// The line's moves as they were written.
    pub moves: Vec<String>,
}

impl Info {
    /// Reads a line; `None` where it is no `info` or only a text for people.
    #[must_use]
    pub fn parse(line: &str) -> Option<Info> {
        let mut words = line.split_ascii_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        while let Some(word) = words.next() {
            match word {
                // Text to the end of the line, which may look like anything.
                "string" | "currline" | "refutation" => break,
                "depth" => info.depth = number(words.peek()),
                "seldepth" => info.selective_depth = number(words.peek()),
                "multipv" => info.index = number(words.peek()),
                "nodes" => info.nodes = number(words.peek()),
                "nps" => info.nodes_per_second = number(words.peek()),
                "time" => info.time = number(words.peek()).map(Duration::from_millis),
                "hashfull" => info.hash_full = number(words.peek()),
                "tbhits" => info.tablebase_hits = number(words.peek()),
                "cp" => info.value = number(words.peek()).map(|n| (Value::Centipawns(n), Bound::Exact)),
                "mate" => info.value = number(words.peek()).map(|n| (Value::Mate(n), Bound::Exact)),
                "lowerbound" => info.bound(Bound::Lower),
                "upperbound" => info.bound(Bound::Upper),
                "pv" => {
                    info.moves.clear();
                    while let Some(m) = words.next_if(|word| is_move(word)) {
                        info.moves.push(m.to_owned());
                    }
                }
                _ => {}
            }
        }
        Some(info)
    }

    fn bound(&mut self, bound: Bound) {
        self.value = self.value.map(|(value, _)| (value, bound));
    }
}

fn number<T: TryFrom<i128>>(word: Option<&&str>) -> Option<T> {
    word?.parse::<i128>().ok()?.try_into().ok()
}

fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes[1].is_ascii_digit() && bytes[3].is_ascii_digit()
}

/// What `bestmove` gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Best {
    /// The move and the reply expected, as they were written.
    Move(String, Option<String>),
    /// None: `(none)`, `0000` and their like.
    None,
    /// Nothing at all.
    Nonsense,
}

impl Best {
    /// Reads a line; `None` where it is no `bestmove`.
    #[must_use]
    pub fn parse(line: &str) -> Option<Best> {
        let mut words = line.split_ascii_whitespace();
        if words.next() != Some("bestmove") {
            return None;
        }
        Some(match words.next() {
            None => Best::Nonsense,
            Some("(none)" | "none" | "0000" | "NULL" | "null" | "(null)") => Best::None,
            Some(best) => {
                let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
                Best::Move(best.to_owned(), ponder.map(str::to_owned))
            }
        })
    }
}

/// An option of the engine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineOption {
    /// Its name, spaces and all.
    pub name: String,
    /// `check`, `spin`, `combo`, `button` or `string`.
    pub kind: String,
    /// The smallest and largest value of a `spin`.
    pub range: Option<(i64, i64)>,
}

impl EngineOption {
    /// Reads a line; `None` where it is no `option` with a name and a type.
    #[must_use]
    pub fn parse(line: &str) -> Option<EngineOption> {
        let mut words = line.split_ascii_whitespace();
        if (words.next(), words.next()) != (Some("option"), Some("name")) {
            return None;
        }
        let name: Vec<&str> = words.by_ref().take_while(|word| *word != "type").collect();
        let kind = words.next().filter(|_| !name.is_empty())?.to_owned();
        let (mut low, mut high) = (None, None);
        while let Some(word) = words.next() {
            match word {
                "min" => low = words.next().and_then(|word| word.parse().ok()),
                "max" => high = words.next().and_then(|word| word.parse().ok()),
                _ => {}
            }
        }
        let range = (kind == "spin").then_some(low.zip(high)).flatten().filter(|(low, high)| low <= high);
        Some(EngineOption { name: name.join(" "), kind, range })
    }

    /// Whether it is the one of that name; upper and lower case are the same.
    #[must_use]
    pub fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }

    /// The command that sets it, a number brought into the range.
    #[must_use]
    pub fn set(&self, value: &str) -> String {
        let value = match (self.range, value.parse::<i64>()) {
            (Some((low, high)), Ok(number)) => number.clamp(low, high).to_string(),
            _ => value.to_owned(),
        };
        match self.kind.as_str() {
            "button" => format!("setoption name {}", self.name),
            _ => format!("setoption name {} value {value}", self.name),
        }
    }
}
