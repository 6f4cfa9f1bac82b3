//! When a game ends before the rules of chess end it: the players agree who will win, or it goes on for too long.

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
