//! Parses `info` and `bestmove`. The functions are pure, accept any text, and skip what they cannot parse.

use std::iter::Peekable;
use std::str::SplitAsciiWhitespace;

use crate::arena::info::{self, Info};
use crate::engine::search::{Bound, Value};

impl Info {
    /// Parses a line. Returns `None` if it is not an `info` line or contains no search information.
    #[must_use]
    pub fn parse(line: &str) -> Option<Info> {
        let mut words = line.split_ascii_whitespace().peekable();
        if words.next() != Some("info") {
            return None;
        }
        let mut info = Info::default();
        let mut has_speed = false;
        while let Some(word) = words.next() {
            match word {
                // The rest of the line is free text.
                "string" | "currline" | "refutation" => break,
                "depth" => info.depth = peek(&mut words).and_then(info::depth),
                "seldepth" => info.selective_depth = peek(&mut words).and_then(info::depth),
                "multipv" => info.index = peek(&mut words).and_then(info::number),
                "nodes" => info.nodes = peek(&mut words).and_then(info::count),
                // Not used, but a sign of progress.
                "nps" | "time" => has_speed |= peek(&mut words).and_then(info::count).is_some(),
                "hashfull" => {
                    info.hash_full = peek(&mut words).and_then(info::number).filter(|full| *full <= 1_000);
                }
                "tbhits" => info.tablebase_hits = peek(&mut words).and_then(info::count),
                "cp" => info.value = peek(&mut words).and_then(centipawns).map(exact),
                "mate" => info.value = peek(&mut words).and_then(mate).map(exact),
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
        (has_speed || info != Info::default()).then_some(info)
    }

    fn bound(&mut self, bound: Bound) {
        self.value = self.value.map(|(value, _)| (value, bound));
    }
}

/// Returns the next word without consuming it, as it may not be a number.
fn peek<'a>(words: &mut Peekable<SplitAsciiWhitespace<'a>>) -> Option<&'a str> {
    words.peek().copied()
}

fn exact(value: Value) -> (Value, Bound) {
    (value, Bound::Exact)
}

fn centipawns(word: &str) -> Option<Value> {
    info::number(word).and_then(info::centipawns)
}

fn mate(word: &str) -> Option<Value> {
    info::number(word).and_then(info::mate)
}

fn is_move(word: &str) -> bool {
    let bytes = word.as_bytes();
    matches!(bytes.len(), 4 | 5) && bytes[1].is_ascii_digit() && bytes[3].is_ascii_digit()
}

/// The content of a `bestmove` line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Best {
    /// The move and the expected reply, as the engine wrote them.
    Move(String, Option<String>),
    /// No move: `(none)`, `0000` and similar, or no word at all.
    None,
}

impl Best {
    /// Parses a line. Returns `None` if it is not a `bestmove` line.
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
