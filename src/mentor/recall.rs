//! What the mentors of a session said of positions, for whoever looks at them later.

use std::path::PathBuf;

use shakmaty::{Chess, Position};

use super::book::{Book, context};
use super::combination::{targets, weights};
use super::positions::places;
use crate::engine::evaluation::{Score, Weights};
use crate::engine::features::ONE;
use crate::engine::one_ply::PlyScore;
use crate::engine::quiescence;
use crate::evolution::settings::{Combination, MentorSettings};
use crate::positions::PositionSource;
use crate::positions::{PositionSet, PositionsError};

/// Scores beyond this, in sixteenths of a centipawn, are mates of a quiescence search: they count as this.
const BOUND: Score = 100_000 * ONE;

/// An organism's score of a position, from White's side.
#[must_use]
pub fn score(position: &Chess, weights: &Weights, by: PlyScore) -> Score {
    match by {
        PlyScore::Static => weights.evaluate(position.board()),
        PlyScore::Quiescence => {
            let worst = quiescence::MATE + 1;
            let score = quiescence::search(position, weights, quiescence::DEPTH, -worst, worst);
            quiescence::from(position.turn(), score.clamp(-BOUND, BOUND))
        }
    }
}

/// How the mentor and an organism score a position, from White's side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Distance {
    /// The mentor's score, or what was made of those of several.
    pub mentor: Score,
    /// The organism's.
    pub own: Score,
}

impl Distance {
    /// The absolute difference.
    #[must_use]
    pub fn apart(&self) -> Score {
        (self.own - self.mentor).abs()
    }
}

/// What was heard in a session.
#[derive(Debug, Clone, PartialEq)]
pub struct Heard {
    /// The session's file of scores.
    pub scores: PathBuf,
    /// Its mentors.
    pub settings: MentorSettings,
    /// Its training set, on which mentors are weighed.
    pub train: PositionSource,
}

impl Heard {
    /// The positions of a set as the mentors were asked for them, each with the score that organisms are to give it; none
    /// where there is no such score.
    ///
    /// # Errors
    /// The training set is needed and cannot be read.
    pub fn goals(&self, set: &PositionSet) -> Result<Vec<Option<(Chess, Score)>>, PositionsError> {
        let MentorSettings { mentors, combination, white_to_move, .. } = &self.settings;
        let book = Book::resumed(&self.scores, context(&self.settings));
        let train = match combination {
            Combination::Agreement => places(&PositionSet::load(&self.train)?.examples, *white_to_move),
            Combination::Mean | Combination::Median => Vec::new(),
        };
        let weights = weights(*combination, mentors.len(), &train, &book);
        let places = places(&set.examples, *white_to_move);
        let goals = targets(*combination, &weights, &places, &book);
        let goal =
            |(place, target): (super::Place, super::Target)| Some((place.position.ok()?, target.ok()?.0));
        Ok(places.into_iter().zip(goals).map(goal).collect())
    }
}
