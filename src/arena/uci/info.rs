//! `info` and `bestmove` as engines write them. Pure functions that take any text: what cannot be read is left
//! out.

use std::str::FromStr;
use std::time::Duration;

use crate::engine::search::{Bound, Value};

/// Counts beyond this are no counts of any search: a machine of a thousand million nodes a second has not come
/// there in ten days.
const MOST_COUNTED: u64 = 1 << 50;

/// Depths, and mates, beyond this are none.
const DEEPEST: u32 = 1_000;

/// The most a position is worth short of mate, in centipawns: so are larger values cut.
const MOST_WORTH: i64 = 1_000_000;

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
    /// Reads a line; `None` where it is no `info`, or tells nothing but a text for people.
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
                "depth" => info.depth = number(words.peek()).filter(|depth| *depth <= DEEPEST),
                "seldepth" => info.selective_depth = number(words.peek()).filter(|depth| *depth <= DEEPEST),
                "multipv" => info.index = number(words.peek()),
                "nodes" => info.nodes = count(words.peek()),
                "nps" => info.nodes_per_second = count(words.peek()),
                "time" => info.time = count(words.peek()).map(Duration::from_millis),
                "hashfull" => info.hash_full = number(words.peek()).filter(|full| *full <= 1_000),
                "tbhits" => info.tablebase_hits = count(words.peek()),
                "cp" => info.value = centipawns(words.peek()).map(|value| (value, Bound::Exact)),
                "mate" => info.value = mate(words.peek()).map(|value| (value, Bound::Exact)),
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
        (info != Info::default()).then_some(info)
    }

    fn bound(&mut self, bound: Bound) {
        self.value = self.value.map(|(value, _)| (value, bound));
    }
}

fn number<T: FromStr>(word: Option<&&str>) -> Option<T> {
    word?.parse().ok()
}

fn count(word: Option<&&str>) -> Option<u64> {
    number(word).filter(|count| *count <= MOST_COUNTED)
}

fn centipawns(word: Option<&&str>) -> Option<Value> {
    let worth = number::<i64>(word)?.clamp(-MOST_WORTH, MOST_WORTH);
    worth.try_into().ok().map(Value::Centipawns)
}

fn mate(word: Option<&&str>) -> Option<Value> {
    number::<i32>(word).filter(|moves| moves.unsigned_abs() <= DEEPEST).map(Value::Mate)
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
    /// None: `(none)`, `0000` and their like, or nothing at all.
    None,
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
            None | Some("(none)" | "none" | "0000" | "NULL" | "null" | "(null)") => Best::None,
            Some(best) => {
                let ponder = words.next().filter(|word| *word == "ponder").and_then(|_| words.next());
                Best::Move(best.to_owned(), ponder.map(str::to_owned))
            }
        })
    }
}
