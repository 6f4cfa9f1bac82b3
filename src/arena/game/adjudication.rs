//! When a game ends before the rules of chess end it: the players agree who will win, or it goes on for too long.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::{Ending, RecordedMove, Score};

/// Rules that end games early; the default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// A player is taken to resign.
    pub resign: Option<ResignRule>,
    /// The players are taken to agree on a draw.
    pub draw: Option<DrawRule>,
    /// A game of so many moves of each side is a draw.
    pub moves: Option<MoveLimit>,
}

/// Moves of each side, opening moves not counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoveLimit(pub u32);

/// What both players say for so many of their moves in a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// Moves of each side in a row.
    pub moves: u32,
    /// Centipawns.
    pub score: i32,
}

/// Both say that the same side is ahead by the score or more.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResignRule(pub Agreement);

/// Both say that neither side is ahead by more than the score, once so many moves of each have been made.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// Not before so many moves of each side.
    pub after: u32,
    /// What they agree on.
    pub agreement: Agreement,
}

/// A text that is no such rule; it says how one is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write {0}")]
pub struct ParseRuleError(&'static str);

/// Whole numbers above 0, with commas between them.
fn numbers<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let number = |word: &str| word.trim().parse::<u32>().ok().filter(|number| (1..=100_000).contains(number));
    let numbers: Option<Vec<u32>> = text.split(',').map(number).collect();
    numbers?.try_into().ok()
}

/// `MOVES,CENTIPAWNS`.
impl FromStr for ResignRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<ResignRule, ParseRuleError> {
        let [moves, score] = numbers(text).ok_or(ParseRuleError("MOVES,CENTIPAWNS, as in 4,600"))?;
        Ok(ResignRule(Agreement { moves, score: score as i32 }))
    }
}

/// As it is read.
impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.moves, self.0.score)
    }
}

/// `AFTER,MOVES,CENTIPAWNS`.
impl FromStr for DrawRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<DrawRule, ParseRuleError> {
        let form = ParseRuleError("AFTER,MOVES,CENTIPAWNS, as in 40,8,10");
        let [after, moves, score] = numbers(text).ok_or(form)?;
        Ok(DrawRule { after, agreement: Agreement { moves, score: score as i32 } })
    }
}

/// As it is read.
impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.after, self.agreement.moves, self.agreement.score)
    }
}

impl Adjudication {
    /// Whether a game with these moves ends by one of the rules, and who won. `first` made the first move.
    pub(super) fn end(&self, first: Color, moves: &[RecordedMove]) -> Option<(Ending, Option<Color>)> {
        if let Some(ResignRule(agreement)) = self.resign {
            for winner in Color::ALL {
                let says = |side: Color, score: Score| {
                    let ahead = score.centipawns() >= agreement.score;
                    let behind = score.centipawns() <= -agreement.score;
                    if side == winner { ahead } else { behind }
                };
                if agree(first, moves, agreement.moves, says) {
                    return Some((Ending::Resignation, Some(winner)));
                }
            }
        }
        let made = moves.len() / 2;
        if let Some(DrawRule { after, agreement }) = self.draw
            && made >= after as usize
            && agree(first, moves, agreement.moves, |_, score| score.centipawns().abs() <= agreement.score)
        {
            return Some((Ending::DrawAgreed, None));
        }
        (self.moves.is_some_and(|MoveLimit(limit)| made >= limit as usize))
            .then_some((Ending::MoveLimit, None))
    }
}

/// Whether both sides said so with each of their last moves. A move without a score says nothing.
fn agree(first: Color, moves: &[RecordedMove], count: u32, says: impl Fn(Color, Score) -> bool) -> bool {
    let count = 2 * count as usize;
    let sides = |index: usize| if index.is_multiple_of(2) { first } else { first.other() };
    let last = moves.iter().enumerate().rev().take(count);
    count > 0
        && moves.len() >= count
        && last.into_iter().all(|(index, m)| m.score.is_some_and(|score| says(sides(index), score)))
}
