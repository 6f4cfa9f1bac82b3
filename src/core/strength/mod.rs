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
//! Each search of a limited player begins with an empty memory. Its move depends only on the organism, the game, the limits, the
//! style and the seed: not on earlier searches, the size of the transposition table or the number of threads. A player that only
//! has a style remembers its searches, as one without does.

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
    Engine, Game, Limits, Line, Report, SearchParameters, SearchResult, Signal, Time, Value,
};
use crate::players::taste::Taste;
use crate::randomness::Randomness;

/// The number of lines among which a move is chosen.
const LINES: usize = 6;
/// A search with a style has this many shares of nodes. All but one find the best move, the last is for the person's favourite.
const SHARES: u64 = 4;
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
    /// Whether the player remembers its searches: nothing limits it.
    #[must_use]
    pub fn remembers(&self) -> bool {
        self.nodes.is_none() && self.temperature == 0
    }

    /// Searches the current position of the game with the organism of an engine, and chooses a move. The reports are those of
    /// the search, so the move can be another one than the best reported. The state of the engine does not change unless the
    /// player remembers.
    pub fn search(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> SearchResult {
        if self.remembers() {
            return self.search_in(engine, game, limits, signal, on_report);
        }
        self.search_in(&mut engine.fresh(HASH), game, limits, signal, on_report)
    }

    /// Returns an engine for [`Strength::search_in`]; `hash` is the size in MiB of its table if the player remembers.
    #[must_use]
    pub fn engine(&self, weights: &Weights, parameters: SearchParameters, hash: usize) -> Engine {
        Engine::new(weights, parameters, if self.remembers() { hash } else { HASH })
    }

    /// Like [`Strength::search`], in an engine that is kept for such searches: with few nodes, to allocate one takes longer
    /// than the search. Clears its state unless the player remembers.
    pub fn search_in(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> SearchResult {
        if !self.remembers() {
            engine.clear();
        }
        let limits = Limits { nodes: self.nodes.into_iter().chain(limits.nodes).min(), ..limits.clone() };
        if self.temperature == 0 {
            return self.search_twice(engine, game, &limits, signal, on_report);
        }
        let (result, lines) = search_lines(engine, game, &limits, signal, on_report);
        match self.choose(&lines, game) {
            Some(line) => SearchResult {
                best: line.moves.first().copied(),
                ponder: line.moves.get(1).copied(),
                ..result
            },
            None => result,
        }
    }

    /// Searches the best move, and then the person's favourite if there is a style: a search of several lines sees less.
    fn search_twice(
        &self,
        engine: &mut Engine,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> SearchResult {
        let Some(style) = &self.style else { return engine.search(game, limits, signal, on_report) };
        let result = engine.search(game, &most_of(limits), signal, on_report);
        let score_of = |result: &SearchResult| match result.report.as_ref()?.line.value {
            Value::Centipawns(score) => Some(score),
            Value::Mate(_) => None,
        };
        let (Some(best), Some(score)) = (result.best, score_of(&result)) else { return result };
        let Some((favourite, gain)) = style.favourite(game, best, &limits.moves) else { return result };
        let left = Limits { moves: vec![favourite], ..Limits::nodes(result.nodes / (SHARES - 1)) };
        let second = engine.search(game, &left, signal, &mut |_| ControlFlow::Continue(()));
        let nodes = result.nodes + second.nodes;
        match score_of(&second).map(|other| score.saturating_sub(other)) {
            Some(loss) if loss <= self.largest_loss as i32 && f64::from(loss) < gain => {
                SearchResult { best: Some(favourite), ponder: second.ponder, nodes, ..result }
            }
            _ => SearchResult { nodes, ..result },
        }
    }

    /// Chooses one of these lines, best first. Returns `None` without a choice: the best line is to be played.
    fn choose<'a>(&self, lines: &'a [Line], game: &Game) -> Option<&'a Line> {
        let Value::Centipawns(best) = lines.first()?.value else { return None };
        let bonuses = self.style.as_ref().filter(|_| lines.len() > 1).map(|style| style.bonuses(game));
        let bonus = |line: &Line| {
            let mut all = bonuses.iter().flatten();
            all.find(|(m, _)| line.moves.first() == Some(m)).map_or(0.0, |(_, bonus)| *bonus)
        };
        let choices: Vec<(&Line, f64)> = lines
            .iter()
            .filter_map(|line| self.loss(line, best).map(|loss| (line, bonus(line) - f64::from(loss))))
            .collect();
        let highest = choices.iter().fold(f64::MIN, |highest, (_, value)| highest.max(*value));
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
        (loss <= self.largest_loss).then_some(loss)
    }

    /// Returns a random number from 0 to 1, keyed by the seed and the position with its move number.
    fn draw(&self, position: &Chess) -> f64 {
        let fen = Fen::from_position(position, EnPassantMode::Legal).to_string();
        let mut stream = Randomness::new(self.seed, "strength", 0).stream(0, &fen);
        // The 53 bits that a number from 0 to 1 can have.
        (stream.next_u64() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// Searches several lines. Returns those of the last iteration, too.
fn search_lines(
    engine: &mut Engine,
    game: &Game,
    limits: &Limits,
    signal: &Signal,
    on_report: &mut dyn FnMut(&Report) -> ControlFlow<()>,
) -> (SearchResult, Vec<Line>) {
    let wanted = limits.lines.max(1);
    // The choice is among all lines, whatever the caller wants to hear of.
    let limits = Limits { lines: wanted.max(LINES), report_interval: Duration::ZERO, ..limits.clone() };
    let mut lines: Vec<Line> = Vec::new();
    let mut listen = |report: &Report| {
        if report.index == 1 {
            lines.clear();
        }
        lines.push(report.line.clone());
        if report.index <= wanted { on_report(report) } else { ControlFlow::Continue(()) }
    };
    let result = engine.search(game, &limits, signal, &mut listen);
    (result, lines)
}

/// Returns limits of all but one of the shares.
fn most_of(limits: &Limits) -> Limits {
    let most = |time: Duration| time - time / SHARES as u32;
    let time = match limits.time {
        Time::Unlimited => Time::Unlimited,
        Time::Move(time) => Time::Move(most(time)),
        Time::Clock { left, increment, opponent, moves_to_go } => {
            Time::Clock { left: most(left), increment: most(increment), opponent, moves_to_go }
        }
    };
    let nodes = limits.nodes.map(|nodes| nodes - nodes / SHARES);
    Limits { nodes, time, ..limits.clone() }
}

impl Style {
    /// Returns what each legal move gains, in centipawns.
    fn bonuses(&self, game: &Game) -> Vec<(Move, f64)> {
        let weight = f64::from(self.weight);
        let likelihoods = self.taste.log_likelihoods(game);
        likelihoods.into_iter().map(|(m, log)| (m, weight * log)).collect()
    }

    /// Returns the move that the person most likely plays, of these or of all, and what it gains against the best one, in
    /// centipawns; `None` if that is nothing.
    fn favourite(&self, game: &Game, best: Move, among: &[Move]) -> Option<(Move, f64)> {
        let bonuses = self.bonuses(game);
        let own = bonuses.iter().find(|(m, _)| *m == best)?.1;
        let allowed = bonuses.iter().filter(|(m, _)| among.is_empty() || among.contains(m));
        let (favourite, bonus) = allowed.max_by(|one, other| one.1.total_cmp(&other.1))?;
        (bonus - own > 0.0).then_some((*favourite, bonus - own))
    }
}

#[cfg(test)]
mod tests;
