//! Players of limited strength.
//!
//! A limited player searches few nodes, for several best lines at once, and chooses one of them by chance: a move whose score
//! is `x` centipawns below the best one has the weight `e^(−x / temperature)`, and none if `x` exceeds the largest loss. So it
//! plays moves that look good to it, sees less than a stronger player, and never throws away more than its largest loss by
//! chance. A mate that it sees is played, and a mate against it is avoided.
//!
//! A player can also have the style of a person: then the logarithm of the probability with which that person chooses a move,
//! times a number of centipawns, is added to the move's score.
//!
//! Each search begins with an empty memory. Its move depends only on the organism, the game, the limits, the style and the seed:
//! not on earlier searches, the size of the transposition table or the number of threads.

mod levels;
mod options;

pub use levels::{CALIBRATED, ELO_RANGE};
pub use options::{LIMIT_STRENGTH, STYLE_FILE, StrengthError, StrengthOption, StrengthOptions};

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

use rand::Rng;
use serde::{Deserialize, Serialize};
use shakmaty::fen::Fen;
use shakmaty::{Chess, EnPassantMode, Move};

use crate::engine::evaluation::Weights;
use crate::engine::search::{
    Engine, Game, Limits, Line, Report, SearchParameters, SearchResult, Signal, Value,
};
use crate::players::taste::Taste;
use crate::randomness::Randomness;

/// The number of lines among which a move is chosen.
const LINES: usize = 6;
/// The size of the transposition table of a search, in MiB.
const HASH: usize = 1;

/// How much a player follows a person's taste.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Style {
    /// The person's taste.
    pub taste: Arc<Taste>,
    /// What a move gains if the person is e times as likely to choose it, in centipawns.
    pub weight: u32,
}

/// How a player differs from its search.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
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
    /// The style of a person, which stays on this machine.
    #[serde(skip)]
    pub style: Option<Style>,
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
            lines: if self.chooses() { wanted.max(LINES) } else { wanted },
            // The choice is among the lines of the last iteration, whatever the caller wants to hear of.
            report_interval: Duration::ZERO,
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
        match self.choose(&lines, game) {
            Some(line) => SearchResult {
                best: line.moves.first().copied(),
                ponder: line.moves.get(1).copied(),
                ..result
            },
            None => result,
        }
    }

    /// Whether other moves than the best one can be played.
    fn chooses(&self) -> bool {
        self.temperature > 0 || self.style.is_some()
    }

    /// Chooses one of these lines, best first. Returns `None` without a choice: the best line is to be played.
    fn choose<'a>(&self, lines: &'a [Line], game: &Game) -> Option<&'a Line> {
        let Value::Centipawns(best) = lines.first()?.value else { return None };
        let bonuses = self.style.as_ref().filter(|_| lines.len() > 1).map(|style| style.bonuses(game));
        let bonus = |line: &Line| {
            let all = bonuses.iter().flatten();
            let mut found = all.filter(|(m, _)| line.moves.first() == Some(m)).map(|(_, bonus)| *bonus);
            found.next_back().unwrap_or(0.0)
        };
        let choices: Vec<(&Line, f64)> = lines
            .iter()
            .filter_map(|line| self.loss(line, best).map(|loss| (line, bonus(line) - f64::from(loss))))
            .collect();
        // Of equal lines the first one, which the search prefers.
        let highest = choices.iter().fold(f64::MIN, |highest, (_, value)| highest.max(*value));
        if self.temperature == 0 {
            return choices.iter().find(|(_, value)| *value == highest).map(|(line, _)| *line);
        }
        let weight = |value: f64| libm::exp((value - highest) / f64::from(self.temperature));
        let total: f64 = choices.iter().map(|(_, value)| weight(*value)).sum();
        let mut left = total * self.draw(game.position());
        for (line, value) in &choices {
            left -= weight(*value);
            if left < 0.0 {
                return Some(line);
            }
        }
        None
    }

    /// Returns what a line loses against this best score, in centipawns; `None` if it must not be played.
    fn loss(&self, line: &Line, best: i32) -> Option<u32> {
        let Value::Centipawns(score) = line.value else { return None };
        let loss = u32::try_from(best.saturating_sub(score)).unwrap_or(0);
        (loss <= if self.chooses() { self.largest_loss } else { 0 }).then_some(loss)
    }

    /// Returns a random number from 0 to 1, keyed by the seed and the position with its move number.
    fn draw(&self, position: &Chess) -> f64 {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let mut stream = Randomness::new(self.seed, "strength", 0).stream(0, &fen);
        // The 53 bits that a number from 0 to 1 can have.
        (stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

impl Style {
    /// Returns what each legal move gains, in centipawns.
    fn bonuses(&self, game: &Game) -> Vec<(Move, f64)> {
        let weight = f64::from(self.weight);
        let likelihoods = self.taste.log_likelihoods(game);
        likelihoods.into_iter().map(|(m, log)| (m, weight * log)).collect()
    }
}

#[cfg(test)]
mod tests;
