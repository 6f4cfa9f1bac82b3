//! Replaces the results of games by the points that an engine expects.
//!
//! The result of a game says little about a single position: a later mistake decides it. The positions of a game also
//! share it, so they say less than as many independent ones. An engine's score has neither flaw. This is the mentor of
//! the 2008 paper (section 3), with a loss that counts what matters for the result: all scores that win are alike.

use super::logistic::sigmoid;
use crate::engine::evaluation::Score;
use crate::engine::features::ONE;
use crate::objectives::result_set::{Points, ResultPosition, ResultSet};
use crate::objectives::scores::{Answer, AnswerBook, Key, Mentor, ScoringError, prepare, score_positions};
use crate::threads::{Interrupt, ThreadPool};

/// A set whose results were replaced.
#[derive(Debug, Clone, PartialEq)]
pub struct Labelled {
    /// The set, without the positions that the engine gave no score.
    pub set: ResultSet,
    /// The number of positions without a score, such as those with a mate.
    pub left_out: usize,
}

/// Replaces the results of a set by σ(score / `scale`), where the score is that of an engine in centipawns. Answers are
/// kept in `book`, and positions that it knows are not asked again. The games, and with them the parts, stay the same.
///
/// # Errors
/// Returns an error if the interrupt was raised, or if the engine cannot be started or fails repeatedly.
pub fn label(
    set: ResultSet,
    mentor: &Mentor,
    scale: f64,
    book: &mut AnswerBook,
    pool: &ThreadPool,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<Labelled, ScoringError> {
    let prepared: Vec<_> = set.positions.iter().map(|one| prepare(&one.position, false)).collect();
    score_positions(std::slice::from_ref(mentor), &prepared, book, pool, progress, interrupt)?;
    let all = set.positions.len();
    let keys: Vec<Key> = prepared.iter().map(|one| one.key).collect();
    drop(prepared);
    let labelled = |(one, key): (ResultPosition, Key)| {
        let Some(Answer::Score(score)) = book.get(0, key) else { return None };
        Some(ResultPosition { points: expected(score, scale), ..one })
    };
    let positions: Vec<_> = set.positions.into_iter().zip(keys).filter_map(labelled).collect();
    let left_out = all - positions.len();
    Ok(Labelled { set: ResultSet { positions, ..set }, left_out })
}

/// Returns the points that White can expect with this score (White's view).
fn expected(score: Score, scale: f64) -> Points {
    let points = sigmoid(f64::from(score) / f64::from(ONE) / scale);
    Points::of(points).unwrap_or(Points::DRAW)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_follow_the_logistic_function() {
        let of = |centipawns: Score| expected(centipawns * ONE, 80.0).value();
        assert_eq!([of(-10_000), of(-80), of(0), of(80), of(10_000)], [0.0, 0.27, 0.5, 0.73, 1.0]);
    }
}
