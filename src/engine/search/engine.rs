//! The engine.

use std::ops::ControlFlow;
use std::time::Instant;

use shakmaty::{Move, Position};

use super::{Bound, Game, Limits, Line, Report, SearchParameters, Signal, Value};
use crate::engine::evaluation::{Weights, centipawns};
use crate::engine::one_ply;
use crate::evolution::settings::PlyScore;

/// What a search comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// The move to play; `None` where there is none.
    pub best: Option<Move>,
    /// The reply expected.
    pub ponder: Option<Move>,
    /// The last report of the best line; `None` where there is no move.
    pub report: Option<Report>,
    /// Nodes searched, quiescence included.
    pub nodes: u64,
}

/// A player: an evaluation, the parameters of its search, and what it remembers.
pub struct Engine {
    weights: Weights,
}

impl Engine {
    /// The smallest and largest transposition table, in MiB.
    pub const HASH_RANGE: (usize, usize) = (1, 65_536);

    /// An engine with an empty transposition table of `hash` MiB.
    #[must_use]
    pub fn new(weights: &Weights, _parameters: SearchParameters, _hash: usize) -> Engine {
        Engine { weights: weights.clone() }
    }

    /// Another organism takes over; what was remembered is forgotten.
    pub fn set_organism(&mut self, weights: &Weights, _parameters: SearchParameters) {
        self.weights = weights.clone();
    }

    /// Another size of the transposition table, in MiB; what was remembered is forgotten.
    pub fn set_hash(&mut self, _hash: usize) {}

    /// Forgets everything, as before a new game.
    pub fn clear(&mut self) {}

    /// Searches the position on the board. `listen` is told of every improvement and every finished
    /// iteration, and may end the search.
    pub fn search(
        &mut self,
        game: &Game,
        _limits: &Limits,
        _signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Outcome {
        let begun = Instant::now();
        let position = game.position();
        let Some(m) = one_ply::best_move(position, &self.weights, PlyScore::Quiescence) else {
            return Outcome { best: None, ponder: None, report: None, nodes: 0 };
        };
        let score = one_ply::score_move(position, m, &self.weights, PlyScore::Quiescence);
        let nodes = position.legal_moves().len() as u64;
        let line = Line { value: Value::Centipawns(centipawns(score)), bound: Bound::Exact, moves: vec![m] };
        let report = Report {
            depth: 1,
            selective_depth: 1,
            complete: true,
            index: 1,
            line,
            nodes,
            tablebase_hits: 0,
            hash_full: 0,
            elapsed: begun.elapsed(),
        };
        let _ = listen(&report);
        Outcome { best: Some(m), ponder: None, report: Some(report), nodes }
    }
}
