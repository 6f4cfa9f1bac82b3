//! The `go` command and its arguments.

use std::fmt;
use std::iter::Peekable;
use std::time::Duration;

use shakmaty::{Color, Move};

use super::command::{Command, Remark, Words, integer, number, plies, quoted};
use crate::engine::board::perft::MAX_DEPTH;
use crate::engine::search::{Limits, Remaining, Time};

/// The arguments of `go`. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// The allowed root moves, unchanged; empty if all moves are allowed.
    pub searchmoves: Vec<String>,
    /// Whether to ponder.
    pub ponder: bool,
    /// White's clock, in milliseconds.
    pub wtime: Option<u64>,
    /// Black's clock, in milliseconds.
    pub btime: Option<u64>,
    /// White's increment per move, in milliseconds.
    pub winc: Option<u64>,
    /// Black's increment per move, in milliseconds.
    pub binc: Option<u64>,
    /// The number of moves to the next time control.
    pub movestogo: Option<u64>,
    /// The depth, in plies.
    pub depth: Option<u64>,
    /// The number of nodes.
    pub nodes: Option<u64>,
    /// The number of moves in which to find a mate.
    pub mate: Option<u64>,
    /// The time for this move, in milliseconds.
    pub movetime: Option<u64>,
    /// Whether to search until `stop`.
    pub infinite: bool,
    /// The first argument that was ignored because its number is missing or invalid.
    pub ignored: Option<&'static str>,
}

impl Go {
    /// Returns the numeric arguments with their fields.
    fn numbers(&mut self) -> [(&'static str, &mut Option<u64>); 9] {
        [
            ("wtime", &mut self.wtime),
            ("btime", &mut self.btime),
            ("winc", &mut self.winc),
            ("binc", &mut self.binc),
            ("movestogo", &mut self.movestogo),
            ("depth", &mut self.depth),
            ("nodes", &mut self.nodes),
            ("mate", &mut self.mate),
            ("movetime", &mut self.movetime),
        ]
    }

    /// Parses the words after `go`. Reports and ignores unknown words, as the protocol requires, and invalid numbers.
    pub(super) fn parse(words: &mut Words<'_>, remarks: &mut Vec<Remark>) -> Result<Command, Remark> {
        let mut go = Go::default();
        let mut words = words.peekable();
        while let Some(word) = words.next() {
            match word {
                "ponder" => go.ponder = true,
                "infinite" => go.infinite = true,
                "searchmoves" => {
                    while let Some(m) = words.next_if(|word| !Go::is_word(word)) {
                        go.searchmoves.push(m.to_owned());
                    }
                }
                "perft" => {
                    let depth = number("perft", words.next())?;
                    let depth = u32::try_from(depth).ok().filter(|depth| *depth <= MAX_DEPTH);
                    return depth.map(Command::Perft).ok_or(Remark::TooDeep);
                }
                _ => go.read_number(word, &mut words, remarks),
            }
        }
        Ok(Command::Go(go))
    }

    /// Reads the argument `word` with its number, if the next word is not another argument.
    fn read_number(&mut self, word: &str, words: &mut Peekable<&mut Words<'_>>, remarks: &mut Vec<Remark>) {
        let argument = self.numbers().into_iter().find(|(name, _)| *name == word);
        // One message of each kind is enough, as a line can be long.
        let Some((word, place)) = argument else {
            if remarks.is_empty() {
                remarks.push(Remark::Ignored(quoted(word)));
            }
            return;
        };
        let found = words.next_if(|word| !Go::is_word(word)).unwrap_or_default();
        if let Some(number) = integer(found) {
            *place = Some(number);
        } else if self.ignored.is_none() {
            remarks.push(Remark::IgnoredNumber { word, found: quoted(found) });
            self.ignored = Some(word);
        }
    }

    fn is_word(word: &str) -> bool {
        matches!(word, "ponder" | "infinite" | "searchmoves" | "perft")
            || Go::default().numbers().iter().any(|(name, _)| *name == word)
    }

    /// Returns whether only `stop` ends the search.
    #[must_use]
    pub fn is_infinite(&self, turn: Color) -> bool {
        self.infinite || self.mate.is_none() && !self.is_limited(turn)
    }

    /// Returns whether the search always ends without `stop`, once it does not ponder. A search for a mate might not.
    #[must_use]
    pub fn is_finite(&self, turn: Color) -> bool {
        self.is_limited(turn) && !self.infinite
    }

    /// Returns the ignored argument if no other argument says when the search ends.
    #[must_use]
    pub fn lost_limit(&self, turn: Color) -> Option<&'static str> {
        self.ignored.filter(|_| !self.infinite && !self.is_limited(turn))
    }

    fn is_limited(&self, turn: Color) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time(turn) != Time::Unlimited
    }

    /// Returns the limits for the side to move. Every search may visit one node at depth one, so that there is a move.
    #[must_use]
    pub fn limits(&self, turn: Color, moves: Vec<Move>) -> Limits {
        Limits {
            depth: self.depth.map(plies),
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            mate: self.mate.map(|moves| moves.clamp(1, 1000) as u32),
            time: self.time(turn),
            moves,
            ..Limits::default()
        }
    }

    fn time(&self, turn: Color) -> Time {
        // Longer than any search, and small enough that sums of times do not overflow.
        const LONGEST: u64 = 1 << 40;
        let milliseconds = |number: u64| Duration::from_millis(number.min(LONGEST));
        if self.infinite {
            return Time::Unlimited;
        }
        if let Some(time) = self.movetime {
            return Time::Move(milliseconds(time));
        }
        let clock = |left: Option<u64>, increment: Option<u64>| {
            left.map(|left| Remaining {
                left: milliseconds(left),
                increment: milliseconds(increment.unwrap_or(0)),
            })
        };
        let (white, black) = (clock(self.wtime, self.winc), clock(self.btime, self.binc));
        let (own, opponent) = if turn == Color::White { (white, black) } else { (black, white) };
        let Some(Remaining { left, increment }) = own else { return Time::Unlimited };
        Time::Clock {
            left,
            increment,
            opponent,
            moves_to_go: self.movestogo.filter(|moves| *moves > 0).map(|moves| moves.min(1000) as u32),
        }
    }
}

impl fmt::Display for Go {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        if self.ponder {
            f.write_str(" ponder")?;
        }
        for (name, number) in self.clone().numbers() {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if let Some(word) = self.ignored {
            write!(f, " {word}")?;
        }
        if self.infinite {
            f.write_str(" infinite")?;
        }
        if !self.searchmoves.is_empty() {
            write!(f, " searchmoves {}", self.searchmoves.join(" "))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
