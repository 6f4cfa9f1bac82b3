//! Reads the stored scores of a session's mentors.

use std::path::PathBuf;

use shakmaty::{Chess, Position};

use super::book::{AnswerBook, context};
use super::combination::{targets, weights};
use super::positions::prepare_positions;
use crate::engine::evaluation::{Score, Weights};
use crate::engine::features::ONE;
use crate::engine::one_ply::PlyScore;
use crate::engine::quiescence;
use crate::objectives::scores::{Combination, ScoresSettings};
use crate::positions::{PositionSet, PositionsError};

/// The largest absolute score in sixteenths of a centipawn. Mate scores of a quiescence search are clamped to it.
const MAX_SCORE: Score = 100_000 * ONE;

/// Returns an organism's score of a position in sixteenths of a centipawn, from White's view.
#[must_use]
pub fn score(position: &Chess, weights: &Weights, by: PlyScore) -> Score {
    match by {
        PlyScore::Static => weights.evaluate(position),
        PlyScore::Quiescence => {
            let worst = quiescence::MATE + 1;
            let score = quiescence::search(position, weights, quiescence::DEPTH, -worst, worst);
            clamped(quiescence::from(position.turn(), score))
        }
    }
}

/// Returns the score of a quiescence search, or the largest absolute score for a mate.
pub(super) fn clamped(score: Score) -> Score {
    score.clamp(-MAX_SCORE, MAX_SCORE)
}

/// The scores of a position by the mentor and an organism, in sixteenths of a centipawn, from White's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// The mentor's score, or the combined score of several.
    pub mentor: Score,
    /// The organism's score.
    pub own: Score,
}

impl Distance {
    /// Returns the absolute difference of the scores.
    #[must_use]
    pub fn apart(&self) -> Score {
        (self.own - self.mentor).abs()
    }
}

/// The stored scores of a session's mentors.
#[derive(Debug, Clone, PartialEq)]
pub struct MentorScores {
    /// The session's file of scores.
    pub scores: PathBuf,
    /// The settings of the objective. The training set determines the weights of mentors.
    pub settings: ScoresSettings,
}

impl MentorScores {
    /// Returns how far an organism with these weights is from the mentors' score of a position.
    #[must_use]
    pub fn distance(&self, position: &Chess, mentor: Score, weights: &Weights) -> Distance {
        Distance { mentor, own: score(position, weights, self.settings.score) }
    }

    /// Returns the positions of a set as the mentors scored them, each with its target score; `None` for a position
    /// without one.
    ///
    /// # Errors
    /// Returns an error if the training set is needed and cannot be read.
    pub fn goals(&self, set: &PositionSet) -> Result<Vec<Option<(Chess, Score)>>, PositionsError> {
        let ScoresSettings { mentors, combination, white_to_move, .. } = &self.settings;
        let book = AnswerBook::resumed(&self.scores, context(&self.settings));
        let train = match combination {
            Combination::Agreement => {
                prepare_positions(&PositionSet::load(&self.settings.train)?.examples, *white_to_move)
            }
            Combination::Mean | Combination::Median => Vec::new(),
        };
        let weights = weights(*combination, mentors.len(), &train, &book);
        let positions = prepare_positions(&set.examples, *white_to_move);
        let goals = targets(*combination, &weights, &positions, &book);
        let goal = |(prepared, target): (super::PreparedPosition, super::Target)| {
            Some((prepared.position.ok()?, target.ok()?.0))
        };
        Ok(positions.into_iter().zip(goals).map(goal).collect())
    }
}
