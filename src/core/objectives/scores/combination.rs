//! Combines the scores of several mentors into one.

use super::answer::{Answer, Reason};
use super::book::AnswerBook;
use super::positions::PreparedPosition;
use crate::engine::evaluation::Score;
use crate::objectives::scores::Combination;

/// The target score of a position and the score of each mentor, or why the position is left out.
pub type Target = Result<(Score, Vec<Score>), Reason>;

/// Returns the weight of each mentor, with sum 1. For [`Combination::Agreement`], weights are proportional to 1 / (1 +
/// the mean distance in centipawns of the mentor's scores from the median of all).
#[must_use]
pub fn weights(
    combination: Combination,
    mentors: usize,
    positions: &[PreparedPosition],
    book: &AnswerBook,
) -> Vec<f64> {
    let even = vec![1.0 / mentors as f64; mentors];
    if combination != Combination::Agreement {
        return even;
    }
    let all: Vec<Vec<Score>> =
        positions.iter().filter_map(|position| scores(mentors, position, book).ok()).collect();
    if all.is_empty() {
        return even;
    }
    let distance = |mentor: usize| {
        let sum: u64 = all.iter().map(|scores| u64::from(scores[mentor].abs_diff(median(scores)))).sum();
        sum as f64 / (16.0 * all.len() as f64)
    };
    let shares: Vec<f64> = (0..mentors).map(|mentor| 1.0 / (1.0 + distance(mentor))).collect();
    let sum: f64 = shares.iter().sum();
    shares.into_iter().map(|share| share / sum).collect()
}

/// Returns the target of each position.
#[must_use]
pub fn targets(
    combination: Combination,
    weights: &[f64],
    positions: &[PreparedPosition],
    book: &AnswerBook,
) -> Vec<Target> {
    let target = |position| {
        let scores = scores(weights.len(), position, book)?;
        let target = match combination {
            Combination::Median => median(&scores),
            Combination::Mean | Combination::Agreement => {
                let sum: f64 =
                    scores.iter().zip(weights).map(|(score, weight)| f64::from(*score) * weight).sum();
                sum.round() as Score
            }
        };
        Ok((target, scores))
    };
    positions.iter().map(target).collect()
}

/// Returns every mentor's score, or the reason of the first mentor without one.
fn scores(mentors: usize, prepared: &PreparedPosition, book: &AnswerBook) -> Result<Vec<Score>, Reason> {
    prepared.position.as_ref().map_err(|reason| *reason)?;
    (0..mentors as u32)
        .map(|mentor| match book.get(mentor, prepared.key) {
            Some(Answer::Score(score)) => Ok(score),
            Some(Answer::None(reason)) => Err(reason),
            None => Err(Reason::NoScore),
        })
        .collect()
}

/// Returns the median; for an even number, the mean of the two in the middle, rounded down.
fn median(scores: &[Score]) -> Score {
    let mut sorted = scores.to_vec();
    sorted.sort_unstable();
    let middle = sorted.len() / 2;
    if sorted.len() % 2 == 1 { sorted[middle] } else { (sorted[middle - 1] + sorted[middle]).div_euclid(2) }
}
