//! The principal variation behind a quiescence score: the moves that the search expects both sides to play.

use shakmaty::{Chess, Move, Position};

use super::evaluation::{Score, Weights};
use super::quiescence::{self, MATE, Node};

/// A quiescence score with its principal variation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// The score for the side to move, as returned by [`quiescence::search`].
    pub score: Score,
    /// The captures, promotions and check evasions of both sides.
    pub moves: Vec<Move>,
    /// The position that is evaluated statically. `None` if the line ends in mate.
    pub end: Option<Chess>,
}

impl Line {
    /// Returns the line from this position with `depth` plies left. Every step uses the search itself, so that line and
    /// score always agree.
    #[must_use]
    pub fn of(position: &Chess, weights: &Weights, depth: u32) -> Line {
        let score = quiescence::search(position, weights, depth, -MATE, MATE);
        let mut line = Line { score, moves: Vec::new(), end: None };
        let (mut at, mut wanted) = (position.clone(), score);
        for left in (0..=depth).rev() {
            let stand_pat = |at: &Chess| quiescence::from(at.turn(), weights.evaluate(at));
            let moves = match quiescence::node(&at, left) {
                Node::Mated => return line,
                Node::StandPat(moves) if stand_pat(&at) != wanted => moves,
                Node::Evasions(moves) => moves,
                Node::Leaf | Node::StandPat(_) => break,
            };
            let replies = moves.into_iter().map(|m| (m, quiescence::after(&at, m)));
            let best = replies
                .into_iter()
                .find(|(_, next)| -quiescence::search(next, weights, left - 1, -MATE, MATE) == wanted);
            // One of the moves has this score, because the node's score comes from it.
            let Some((m, next)) = best else { break };
            line.moves.push(m);
            (at, wanted) = (next, -wanted);
        }
        line.end = Some(at);
        line
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::features::FeatureSet;
    use crate::engine::schema::Schema;
    use crate::organism::chromosome::Chromosome;
    use crate::positions::PositionSet;
    use crate::randomness::Randomness;

    fn random_weights(seed: u64) -> Weights {
        let schema = Schema::built_in("paper-2014").unwrap();
        let mut rng = Randomness::new(seed, "test", 0).stream(0, "line");
        Weights::new(&schema, &Chromosome::random(schema.bits(), &mut rng).decode(&schema)).unwrap()
    }

    #[test]
    fn the_line_ends_where_the_score_comes_from() {
        let set = PositionSet::embedded("gm2600-train").unwrap();
        let mut longest = 0;
        for (seed, example) in set.examples.iter().step_by(40).enumerate() {
            let weights = random_weights(seed as u64);
            for m in example.position.legal_moves() {
                let next = quiescence::after(&example.position, m);
                let line = Line::of(&next, &weights, quiescence::DEPTH);
                assert_eq!(line.score, quiescence::search(&next, &weights, quiescence::DEPTH, -MATE, MATE));
                let mut at = next.clone();
                for m in &line.moves {
                    assert!(at.is_legal(*m));
                    at.play_unchecked(*m);
                }
                longest = longest.max(line.moves.len());
                match &line.end {
                    Some(end) => {
                        assert_eq!(&at, end);
                        assert_eq!(line.score, quiescence::from(next.turn(), weights.evaluate(end)));
                    }
                    None => assert!(at.is_checkmate() && line.score.abs() == MATE),
                }
            }
        }
        assert!(longest >= 4, "captures follow captures");
    }

    #[test]
    fn a_forced_mate_has_no_end() {
        let fen: shakmaty::fen::Fen = "6k1/5ppp/8/8/8/8/8/3R2K1 b - - 0 1".parse().unwrap();
        let quiet: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert!(Line::of(&quiet, &Weights::textbook(FeatureSet::Paper), 6).moves.is_empty());
        let fen: shakmaty::fen::Fen = "3R2k1/5ppp/8/8/8/8/8/6K1 b - - 0 1".parse().unwrap();
        let mated: Chess = fen.into_position(shakmaty::CastlingMode::Standard).unwrap();
        assert_eq!(
            Line::of(&mated, &Weights::textbook(FeatureSet::Paper), 6),
            Line { score: -MATE, moves: vec![], end: None }
        );
    }
}
