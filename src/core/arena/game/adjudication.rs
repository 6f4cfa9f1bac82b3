//! Adjudication: ends a game before the rules of chess do, because both players agree on the result or the game is too
//! long.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use shakmaty::Color;

use super::{Ending, RecordedMove, Score};

/// The adjudication rules. The default has none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Adjudication {
    /// When a player resigns.
    pub resign: Option<ResignRule>,
    /// When the players agree on a draw.
    pub draw: Option<DrawRule>,
    /// The length at which a game is drawn.
    pub moves: Option<MoveLimit>,
}

/// A rule with a number that is out of range.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{number}: the number must be {} to {}, not {found}", range.start(), range.end())]
pub struct RuleError {
    number: &'static str,
    range: RangeInclusive<u32>,
    found: i64,
}

/// A number of moves of each side, without the moves of the opening.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MoveLimit(pub u32);

/// A score that both players must report for a number of consecutive moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Agreement {
    /// Consecutive moves of each side.
    pub moves: u32,
    /// The score, in centipawns.
    pub score: i32,
}

/// Both players report that the same side is ahead by at least the score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ResignRule(pub Agreement);

/// Both players report that neither side is ahead by more than the score, after a minimum number of moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The minimum number of moves of each side.
    pub after: u32,
    /// The score, and the number of moves for which both report it.
    pub agreement: Agreement,
}

/// A text that is not an adjudication rule. The message contains the format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the rule must have the form {0}")]
pub struct ParseRuleError(&'static str);

/// Parses a list of numbers of a rule, separated by commas.
fn numbers<const COUNT: usize>(text: &str) -> Option<[u32; COUNT]> {
    let number =
        |word: &str| word.trim().parse::<u32>().ok().filter(|number| Adjudication::NUMBERS.contains(number));
    let numbers: Option<Vec<u32>> = text.split(',').map(number).collect();
    numbers?.try_into().ok()
}

/// Parses `MOVES,CENTIPAWNS`.
impl FromStr for ResignRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<ResignRule, ParseRuleError> {
        let [moves, score] = numbers(text).ok_or(ParseRuleError("MOVES,CENTIPAWNS, such as 4,600"))?;
        Ok(ResignRule(Agreement { moves, score: score as i32 }))
    }
}

/// Writes the format that [`FromStr`] reads.
impl fmt::Display for ResignRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.0.moves, self.0.score)
    }
}

/// Parses `AFTER,MOVES,CENTIPAWNS`.
impl FromStr for DrawRule {
    type Err = ParseRuleError;

    fn from_str(text: &str) -> Result<DrawRule, ParseRuleError> {
        let form = ParseRuleError("AFTER,MOVES,CENTIPAWNS, such as 40,8,10");
        let [after, moves, score] = numbers(text).ok_or(form)?;
        Ok(DrawRule { after, agreement: Agreement { moves, score: score as i32 } })
    }
}

/// Writes the format that [`FromStr`] reads.
impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.after, self.agreement.moves, self.agreement.score)
    }
}

impl MoveLimit {
    /// The possible limits.
    pub const RANGE: RangeInclusive<u32> = 1..=10_000;
}

impl Adjudication {
    /// The possible numbers of moves and centipawns in rules.
    pub const NUMBERS: RangeInclusive<u32> = 1..=100_000;

    /// Checks the numbers of all rules. Rules that were parsed from a text are valid.
    ///
    /// # Errors
    /// Returns an error if a number is out of range.
    pub fn check(&self) -> Result<(), RuleError> {
        let resign = self.resign.map(|ResignRule(Agreement { moves, score })| {
            [("resign: moves", i64::from(moves)), ("resign: score", i64::from(score))]
        });
        let draw = self.draw.map(|DrawRule { after, agreement: Agreement { moves, score } }| {
            [
                ("draw: after", i64::from(after)),
                ("draw: moves", i64::from(moves)),
                ("draw: score", i64::from(score)),
            ]
        });
        let rules = resign.into_iter().flatten().chain(draw.into_iter().flatten());
        let rules = rules.map(|(number, found)| (number, found, Adjudication::NUMBERS));
        let limit = self.moves.map(|MoveLimit(moves)| ("moves", i64::from(moves), MoveLimit::RANGE));
        for (number, found, range) in rules.chain(limit) {
            if !u32::try_from(found).is_ok_and(|found| range.contains(&found)) {
                return Err(RuleError { number, range, found });
            }
        }
        Ok(())
    }

    /// Returns whether the resign rule ended a game with these moves. `first` made the first move.
    pub(in crate::arena) fn resigns(&self, first: Color, moves: &[RecordedMove]) -> bool {
        matches!(self.end(first, moves), Some((Ending::Resignation, _)))
    }

    /// Returns the end and the winner of a game with these moves if a rule applies. `first` made the first move.
    pub(super) fn end(&self, first: Color, moves: &[RecordedMove]) -> Option<(Ending, Option<Color>)> {
        if let Some(ResignRule(agreement)) = self.resign {
            for winner in Color::ALL {
                let agrees = |side: Color, score: Score| {
                    let ahead = score.centipawns() >= agreement.score;
                    let behind = score.centipawns() <= -agreement.score;
                    if side == winner { ahead } else { behind }
                };
                if agree(first, moves, agreement.moves, agrees) {
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

/// Returns whether `agrees` is true for the last `count` moves of each side. A move without a score does not agree.
fn agree(first: Color, moves: &[RecordedMove], count: u32, agrees: impl Fn(Color, Score) -> bool) -> bool {
    let count = 2 * count as usize;
    let sides = |index: usize| if index.is_multiple_of(2) { first } else { first.other() };
    let last = moves.iter().enumerate().rev().take(count);
    count > 0
        && moves.len() >= count
        && last.into_iter().all(|(index, m)| m.score.is_some_and(|score| agrees(sides(index), score)))
}
