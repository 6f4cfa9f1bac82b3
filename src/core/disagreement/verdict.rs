//! The move that an organism plays in a position, and how far the right move is from being played.

use shakmaty::{Chess, Move};

use crate::engine::evaluation::{Score, Weights};
use crate::engine::one_ply::{PlyScore, ordered_moves, score_above};
use crate::engine::quiescence::MATE;

/// An organism's choice in a position with right moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choice {
    /// The organism's move.
    pub played: Move,
    /// The right move that the organism scores highest.
    pub right: Move,
    /// The score of the organism's move minus that of the best right move; also 0 if the organism's move only wins a
    /// tie.
    pub margin: Score,
    /// The rank of the best right move in the organism's order; 1 if it is played.
    pub rank: u16,
    /// The number of legal moves.
    pub legal: u16,
}

impl Choice {
    /// Returns whether the organism plays a right move.
    #[must_use]
    pub fn agrees(&self) -> bool {
        self.rank == 1
    }
}

/// Returns the organism's move and the rank of the best right move; `None` if no right move is legal.
///
/// The best right move is scored exactly. Other moves are scored exactly only if they are ranked above it; a search
/// with a window determines this cheaply.
#[must_use]
pub fn verdict(position: &Chess, right: &[Move], weights: &Weights, ply_score: PlyScore) -> Option<Choice> {
    let moves = ordered_moves(position);
    let legal = moves.len() as u16;
    let mut best: Option<(usize, Score)> = None;
    for (place, m) in moves.iter().enumerate().filter(|(_, m)| right.contains(m)) {
        let score = score_above(position, *m, weights, ply_score, -MATE - 1);
        if best.is_none_or(|(_, highest)| score > highest) {
            best = Some((place, score));
        }
    }
    let (right_place, right_score) = best?;
    let (mut played, mut highest, mut rank) = (right_place, right_score, 1);
    for (place, m) in moves.iter().enumerate().filter(|(_, m)| !right.contains(m)) {
        // An earlier move beats the right one with an equal score.
        let floor = right_score - Score::from(place < right_place);
        let score = score_above(position, *m, weights, ply_score, floor);
        if score > floor {
            rank += 1;
            if score > highest || (score == highest && place < played) {
                (played, highest) = (place, score);
            }
        }
    }
    Some(Choice {
        played: moves[played],
        right: moves[right_place],
        margin: highest - right_score,
        rank,
        legal,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disagreement::testing::{organism, positions};
    use crate::engine::one_ply::{best_move, score_move};

    #[test]
    fn a_verdict_agrees_with_scoring_every_move() {
        let mut ties = 0;
        for ply_score in [PlyScore::Quiescence, PlyScore::Static] {
            for (seed, (position, right)) in positions(60).into_iter().enumerate() {
                // Organisms of zeros, whose scores are all equal, and of small values, whose scores often are.
                let weights = organism(seed as u64, [1, 8, 0][seed % 3]);
                let found = verdict(&position, &right, &weights, ply_score).unwrap();
                let moves = ordered_moves(&position);
                let score = |m: Move| score_move(&position, m, &weights, ply_score);
                assert_eq!(Some(found.played), best_move(&position, &weights, ply_score));
                assert_eq!(found.agrees(), right.contains(&found.played));
                assert_eq!(found.margin, score(found.played) - score(found.right));
                let place = |m: Move| moves.iter().position(|other| *other == m);
                let before = |m: &Move| (score(*m), place(found.right)) > (score(found.right), place(*m));
                let rivals = moves.iter().filter(|m| !right.contains(m));
                assert_eq!(usize::from(found.rank), 1 + rivals.filter(|m| before(m)).count());
                assert_eq!(usize::from(found.legal), moves.len());
                ties += usize::from(found.margin == 0 && !found.agrees());
            }
        }
        assert!(ties > 5, "only {ties} ties");
    }

    #[test]
    fn any_right_move_counts_as_agreement() {
        let (position, _) = positions(1).remove(0);
        let weights = organism(1, 1);
        let all = ordered_moves(&position);
        assert!(verdict(&position, &all, &weights, PlyScore::Quiescence).unwrap().agrees());
        assert_eq!(verdict(&position, &[], &weights, PlyScore::Quiescence), None);
    }
}
