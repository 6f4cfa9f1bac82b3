//! Why an organism plays a move: every move with its score and line, and the contribution of each parameter to the
//! difference between two moves.

use shakmaty::{Chess, Move, Position};

use crate::engine::evaluation::{Layout, Score};
use crate::engine::features::{FeatureSet, FeatureVector};
use crate::engine::line::Line;
use crate::engine::one_ply::PlyScore;
use crate::engine::one_ply::{Ending, ordered_moves};
use crate::engine::quiescence;
use crate::engine::schema::{Schema, SchemaError};
use crate::positions::moves::san;

/// A move with the organism's score of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The legal move.
    pub m: Move,
    /// The move in standard algebraic notation.
    pub san: String,
    /// Whether it is a right move.
    pub right: bool,
    /// The score for the side that makes the move.
    pub score: Score,
    /// The quiescence line after the move.
    pub line: Vec<Move>,
    /// The line in standard algebraic notation.
    pub line_san: Vec<String>,
    /// The position at the end of the line.
    pub end: Chess,
    /// The features of that position for the side that makes the move; `None` if the score is a mate or a draw
    /// instead of an evaluation.
    pub features: Option<FeatureVector>,
}

/// The contribution of a parameter to the scores of two moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Contribution {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The contribution to the first move's score.
    pub first: Score,
    /// The contribution to the second move's score.
    pub second: Score,
}

impl Contribution {
    /// Returns the contribution in favour of the first move over the second.
    #[must_use]
    pub fn difference(&self) -> Score {
        self.first - self.second
    }
}

/// The reason why a difference cannot be attributed to parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Undecided {
    /// One of the lines ends in mate.
    Mate,
    /// One of the moves ends the game in a draw.
    Draw,
}

/// All moves of a position as the organism scores them.
#[derive(Debug, Clone, PartialEq)]
pub struct Explanation {
    /// The moves, best first; ties in the fixed order of [`ordered_moves`].
    pub candidates: Vec<Candidate>,
    /// The index of the best right move.
    pub right: usize,
    /// For each parameter, its value and the index of its feature.
    values: Vec<(i32, usize)>,
}

impl Explanation {
    /// Explains a position. Returns `None` if none of the right moves is legal.
    ///
    /// # Errors
    /// The schema has parameters that are not features of the evaluation.
    pub fn of(
        position: &Chess,
        right: &[Move],
        schema: &Schema,
        values: &[i32],
        ply_score: PlyScore,
    ) -> Result<Option<Explanation>, SchemaError> {
        let layout = Layout::of(schema)?;
        let weights = layout.weights(values);
        let depth = match ply_score {
            PlyScore::Quiescence => quiescence::DEPTH,
            PlyScore::Static => 0,
        };
        let mut candidates: Vec<Candidate> = ordered_moves(position)
            .into_iter()
            .map(|m| {
                let next = quiescence::after(position, m);
                let ending = Ending::of(&next);
                let line = match ending {
                    Some(ending) => Line { score: -ending.score(), moves: Vec::new(), end: None },
                    None => Line::of(&next, &weights, depth),
                };
                let (line_san, end) = to_san(&next, &line.moves);
                let features = line.end.as_ref().map(|end| features_for(layout.set(), position, end));
                Candidate {
                    m,
                    san: san(position, m),
                    right: right.contains(&m),
                    score: -line.score,
                    line: line.moves,
                    line_san,
                    end,
                    features,
                }
            })
            .collect();
        candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.score));
        let values = values.iter().copied().zip(layout.features().iter().copied()).collect();
        let best = candidates.iter().position(|candidate| candidate.right);
        Ok(best.map(|right| Explanation { candidates, right, values }))
    }

    /// Returns whether the organism plays a right move.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.right == 0
    }

    /// Returns the two moves to compare: the organism's move and the best right move. If they are the same, the
    /// second is the runner-up. If there is only one move, both are that move.
    #[must_use]
    pub fn pair(&self) -> (usize, usize) {
        let second = if self.agrees() { 1.min(self.candidates.len().saturating_sub(1)) } else { self.right };
        (0, second)
    }

    /// Returns the contribution of each parameter to the scores of two moves, in schema order. The differences add up
    /// exactly to the difference of the scores.
    ///
    /// # Errors
    /// One of the scores is not an evaluation.
    pub fn between(&self, first: usize, second: usize) -> Result<Vec<Contribution>, Undecided> {
        let features = |index: usize| {
            let candidate = self.candidates.get(index);
            let undecided = candidate.map_or(Undecided::Draw, |candidate| {
                if candidate.score.abs() >= quiescence::MATE { Undecided::Mate } else { Undecided::Draw }
            });
            candidate.and_then(|candidate| candidate.features.as_ref()).ok_or(undecided)
        };
        let (first, second) = (features(first)?, features(second)?);
        let contribution = |vector: &FeatureVector, (value, feature): (i32, usize)| {
            value * Score::from(vector.values[feature])
        };
        Ok(self
            .values
            .iter()
            .enumerate()
            .map(|(parameter, value)| Contribution {
                parameter,
                first: contribution(first, *value),
                second: contribution(second, *value),
            })
            .collect())
    }
}

/// Formats a line in standard algebraic notation, and returns the position at its end.
fn to_san(position: &Chess, moves: &[Move]) -> (Vec<String>, Chess) {
    let mut position = position.clone();
    let texts = moves
        .iter()
        .map(|m| {
            let text = san(&position, *m);
            position.play_unchecked(*m);
            text
        })
        .collect();
    (texts, position)
}

/// Returns the features of `end` from the perspective of the side to move in `position`.
fn features_for(set: FeatureSet, position: &Chess, end: &Chess) -> FeatureVector {
    let mut features = FeatureVector::of(set, end);
    if position.turn().is_black() {
        features.values.iter_mut().for_each(|feature| *feature = -*feature);
    }
    features
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disagreement::testing::{positions, values};
    use crate::disagreement::verdict::verdict;
    use crate::engine::evaluation::Weights;
    use crate::engine::one_ply::score_move;

    fn explain(position: &Chess, right: &[Move], values: &[i32], ply_score: PlyScore) -> Explanation {
        let schema = Schema::built_in("paper-2014").unwrap();
        Explanation::of(position, right, &schema, values, ply_score).unwrap().unwrap()
    }

    #[test]
    fn contributions_add_up_to_the_margin() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let mut decided = 0;
        for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
            for (seed, (position, right)) in positions(60).into_iter().enumerate() {
                let values = values(seed as u64);
                let weights = Weights::new(&schema, &values).unwrap();
                let explanation = explain(&position, &right, &values, ply_score);
                let verdict = verdict(&position, &right, &weights, ply_score).unwrap();
                let (best, second) = explanation.pair();
                assert_eq!(explanation.candidates[best].m, verdict.played);
                assert_eq!(explanation.agrees(), verdict.agrees());
                for candidate in &explanation.candidates {
                    assert_eq!(candidate.score, score_move(&position, candidate.m, &weights, ply_score));
                    assert_eq!(candidate.line.len(), candidate.line_san.len());
                }
                if !verdict.agrees() {
                    assert_eq!(explanation.candidates[second].m, verdict.right);
                    assert_eq!(second + 1, usize::from(verdict.rank));
                }
                if let Ok(contributions) = explanation.between(best, second) {
                    let sum: Score = contributions.iter().map(Contribution::difference).sum();
                    let scores = [best, second].map(|index| explanation.candidates[index].score);
                    assert_eq!(sum, scores[0] - scores[1]);
                    assert_eq!(contributions.iter().map(|part| part.first).sum::<Score>(), scores[0]);
                    decided += 1;
                }
            }
        }
        assert!(decided > 100, "{decided}");
    }

    #[test]
    fn a_mate_is_not_attributed_to_parameters() {
        let fen: shakmaty::fen::Fen = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1".parse().unwrap();
        let position: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        let quiet = crate::positions::moves::find_move(&position, "h3").unwrap();
        let explanation = explain(&position, &[quiet], &values(1), PlyScore::Quiescence);
        assert_eq!(explanation.candidates[0].san, "Rd8#");
        assert_eq!(explanation.between(0, explanation.right), Err(Undecided::Mate));
    }
}
