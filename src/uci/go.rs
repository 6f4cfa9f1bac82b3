//! `go` and its words.

use std::fmt;
use std::time::Duration;

use shakmaty::{Color, Move};

use super::command::{Command, Remark, Words, number, plies, quoted};
use crate::engine::search::{Limits, Remaining, Time};

/// What `go` asks for. Times are in milliseconds.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Go {
    /// The moves to choose from, as they were written; all where there is none.
    pub searchmoves: Vec<String>,
    /// To think in the opponent's time.
    pub ponder: bool,
    /// White's clock.
    pub wtime: Option<u64>,
    /// Black's clock.
    pub btime: Option<u64>,
    /// What each move adds to White's clock.
    pub winc: Option<u64>,
    /// What each move adds to Black's clock.
    pub binc: Option<u64>,
    /// Moves until more time is added to the clocks.
    pub movestogo: Option<u64>,
    /// Plies.
    pub depth: Option<u64>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A mate in so many moves is looked for.
    pub mate: Option<u64>,
    /// Time for this move.
    pub movetime: Option<u64>,
    /// To go on until `stop`.
    pub infinite: bool,
}

impl Go {
    /// The words with a number, each with its place.
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

    /// Reads the words after `go`. An unknown one is told and ignored, as the protocol has it.
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
                    return Ok(Command::Perft(u32::try_from(depth).unwrap_or(u32::MAX)));
                }
                _ => match go.numbers().into_iter().find(|(name, _)| *name == word) {
                    Some((name, place)) => *place = Some(number(name, words.next())?),
                    // One remark is enough: a line may be long.
                    None if remarks.is_empty() => remarks.push(Remark::Ignored(quoted(word))),
                    None => {}
                },
            }
        }
        Ok(Command::Go(go))
    }

    fn is_word(word: &str) -> bool {
        matches!(word, "ponder" | "infinite" | "searchmoves" | "perft")
            || Go::default().numbers().iter().any(|(name, _)| *name == word)
    }

    /// Whether nothing but `stop` ends it.
    #[must_use]
    pub fn is_infinite(&self, turn: Color) -> bool {
        self.infinite || self.mate.is_none() && !self.is_limited(turn)
    }

    /// Whether it is sure to end of itself. A mate may never be found, and the opponent's time may never end.
    #[must_use]
    pub fn is_finite(&self, turn: Color) -> bool {
        self.is_limited(turn) && !self.infinite && !self.ponder
    }

    fn is_limited(&self, turn: Color) -> bool {
        self.depth.is_some() || self.nodes.is_some() || self.time(turn) != Time::Unlimited
    }

    /// The limits for the side to move. Every search may look at a node and at a ply, so that there is a move.
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
        // Longer than any search, and far from where sums of times overflow.
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
