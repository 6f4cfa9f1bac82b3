//! Players of limited strength.
//!
//! A limited player searches few nodes, for several best lines at once, and chooses one of them by chance: a move whose score
//! is `x` centipawns below the best one has the weight `e^(−x / temperature)`, and none if `x` exceeds the largest loss. So it
//! plays moves that look good to it, sees less than a stronger player, and never throws away more than its largest loss by
//! chance. A mate that it sees is played, and a mate against it is avoided.
//!
//! Each search begins with an empty memory. Its move depends only on the organism, the game, the limits and the seed: not on
//! earlier searches, the size of the transposition table or the number of threads.

mod levels;
mod options;

pub use levels::{CALIBRATED, ELO_RANGE};
pub use options::{LIMIT_STRENGTH, StrengthError, StrengthOption, StrengthOptions};

use std::ops::ControlFlow;

use rand::Rng;
use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode};

use crate::engine::evaluation::Weights;
use crate::engine::search::{
    Engine, Game, Limits, Line, Report, SearchParameters, SearchResult, Signal, Value,
};
use crate::randomness::Randomness;

/// The number of lines among which a move is chosen.
const LINES: usize = 6;
/// The size of the transposition table of a search, in MiB.
const HASH: usize = 1;

/// How a player is weaker than its search.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Strength {
    /// The most nodes of a search; `None` for no limit besides those of the search.
    pub nodes: Option<u64>,
    /// The loss in centipawns that makes a move e times less likely; 0 for the best move always.
    pub temperature: u32,
    /// The largest loss of a move against the best one, in centipawns.
    pub largest_loss: u32,
    /// The seed of the choices.
    pub seed: u64,
}

impl Strength {
    /// Searches the current position of the game with the organism of an engine, and chooses a move. The reports are those of
    /// the search, so the move can be another one than the best reported. The state of the engine does not change.
    pub fn search(
        &self,
        engine: &Engine,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> SearchResult {
        self.search_in(&mut engine.fresh(HASH), game, limits, signal, on_report)
    }

    /// Returns an engine for [`Strength::search_in`].
    #[must_use]
    pub fn engine(weights: &Weights, parameters: SearchParameters) -> Engine {
        Engine::new(weights, parameters, HASH)
    }

    /// Like [`Strength::search`], in an engine that is kept for such searches: with few nodes, to allocate one takes longer
    /// than the search. Clears its state.
    pub fn search_in(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> SearchResult {
        engine.clear();
        let wanted = limits.lines.max(1);
        let limits = Limits {
            nodes: self.nodes.into_iter().chain(limits.nodes).min(),
            lines: if self.temperature > 0 { wanted.max(LINES) } else { wanted },
            ..limits.clone()
        };
        // The lines of the last complete iteration.
        let mut lines: Vec<Line> = Vec::new();
        let mut listen = |report: &Report| {
            if report.index == 1 {
                lines.clear();
            }
            lines.push(report.line.clone());
            if report.index <= wanted { on_report(report) } else { ControlFlow::Continue(()) }
        };
        let result = engine.search(game, &limits, signal, &mut listen);
        match self.choose(&lines, game.position()) {
            Some(line) => SearchResult {
                best: line.moves.first().copied(),
                ponder: line.moves.get(1).copied(),
                ..result
            },
            None => result,
        }
    }

    /// Chooses one of these lines, best first. Returns `None` without a choice: the best line is to be played.
    fn choose<'a>(&self, lines: &'a [Line], position: &Chess) -> Option<&'a Line> {
        let Value::Centipawns(best) = lines.first()?.value else { return None };
        let choices: Vec<(&Line, f64)> = lines.iter().filter_map(|line| self.weight(line, best)).collect();
        let total: f64 = choices.iter().map(|(_, weight)| weight).sum();
        let mut left = total * self.draw(position);
        for (line, weight) in &choices {
            left -= weight;
            if left < 0.0 {
                return Some(line);
            }
        }
        None
    }

    /// Returns the line with its weight, unless it loses too much against this best score.
    fn weight<'a>(&self, line: &'a Line, best: i32) -> Option<(&'a Line, f64)> {
        let Value::Centipawns(score) = line.value else { return None };
        let loss = u32::try_from(best.saturating_sub(score)).unwrap_or(0);
        let allowed = if self.temperature > 0 { self.largest_loss } else { 0 };
        let exponent = -f64::from(loss) / f64::from(self.temperature.max(1));
        (loss <= allowed).then(|| (line, libm::exp(exponent)))
    }

    /// Returns a random number from 0 to 1, keyed by the seed and the position with its move number.
    fn draw(&self, position: &Chess) -> f64 {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let mut stream = Randomness::new(self.seed, "strength", 0).stream(0, &fen);
        // The 53 bits that a number from 0 to 1 can have.
        (stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests;
