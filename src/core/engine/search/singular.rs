//! Singular extensions: a search without the hash move tells whether any other move comes close to its score (Anantharaman,
//! Campbell and Hsu, “Singular extensions: adding selectivity to brute-force searching”, 1990).

use super::Bound;
use super::depth::PLY;
use super::node::Node;
use super::searcher::Searcher;
use super::value::is_evaluation;
use crate::engine::board::{Board, PackedMove};

/// The result of comparing the hash move with all other moves.
pub(super) enum Singularity {
    /// No other move comes close. `clearly`: by a further margin.
    Singular {
        clearly: bool,
    },
    /// Other moves also exceed beta. Contains a lower bound of their score.
    Several(i32),
    Unknown,
}

impl Searcher<'_> {
    /// Returns whether the hash move of a node is tested for singularity: `excluded` is the move that the node must not try.
    pub(super) fn may_be_singular(&self, node: &Node, excluded: PackedMove) -> bool {
        let parameters = self.parameters;
        parameters.singular_extension > 0
            && excluded.is_none()
            && node.ply > 0
            && node.depth >= parameters.singular_depth.max(4) * PLY
            && node.known.is_some_and(|known| {
                known.bound != Bound::Upper
                    && known.depth >= node.depth - 3 * PLY
                    && is_evaluation(known.score)
            })
    }

    /// Tests whether no other move comes close to the hash move's score.
    pub(super) fn singularity(&mut self, board: &Board, node: &Node) -> Singularity {
        let Some(known) = node.known else { return Singularity::Unknown };
        let margin = self.parameters.singular_margin * (node.depth / PLY) / 4;
        let near = known.score - margin;
        let ply = node.ply;
        self.frame_mut(ply).excluded = node.hash;
        let half = (node.depth - PLY) / 2;
        let score = self.search::<false>(board, near - 1, near, half, ply, node.cut);
        self.frame_mut(ply).excluded = PackedMove::NONE;
        if self.stopped {
            Singularity::Unknown
        } else if score < near {
            let further = self.parameters.singular_double_margin;
            Singularity::Singular { clearly: further > 0 && score < near - further }
        } else if near >= node.beta {
            Singularity::Several(near)
        } else {
            Singularity::Unknown
        }
    }
}
