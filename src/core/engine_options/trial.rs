//! A trial of an engine before its tune: how long its moves take, whether it survives the ends of the ranges, and which
//! options change nothing.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

use rayon::prelude::*;
use shakmaty::{Color, Move};

use super::engine::announced;
use super::{EngineError, TunableOption, TunedEngine};
use crate::arena::control::{Clocks, Control};
use crate::arena::opening::{OpeningError, Openings, Order};
use crate::arena::{EnginePool, OptionKind, Player, PlayerError};
use crate::engine::search::{Game, Limits, Signal, Value};

/// The number of positions of a trial.
const POSITIONS: u64 = 8;

/// The largest limits of its searches.
const NODES: u64 = 5_000;
const DEPTH: u32 = 6;

/// The number of moves over which a clock's time counts.
const MOVES: u32 = 60;

/// What a trial found.
#[derive(Debug, Clone, PartialEq)]
pub struct Trial {
    /// The limit of its searches.
    pub limit: Control,
    /// The number of positions.
    pub positions: u64,
    /// The mean time of a search.
    pub time: Duration,
    /// Whether the engine searched every position twice alike. Otherwise no option is without effect for certain.
    pub repeats: bool,
    /// The options with which the engine searches every position alike at both ends of the range and at the start.
    pub without_effect: Vec<String>,
    /// Why its node limit does not count, if it does not keep it.
    pub suspect: Option<String>,
}

/// Why an engine cannot be tuned with its parameters or with a time limit.
#[derive(Debug, thiserror::Error)]
pub enum TrialError {
    /// The engine does not start.
    #[error(transparent)]
    Engine(Box<EngineError>),
    /// The openings cannot be read.
    #[error(transparent)]
    Openings(#[from] OpeningError),
    /// The engine has a fault with the values of the start.
    #[error("with its start values, {0}")]
    Start(Box<PlayerError>),
    /// The engine has a fault with another value.
    #[error("with the option “{option}” = {value}, an end of its range, {error}")]
    Value {
        /// The option.
        option: String,
        /// The value.
        value: String,
        /// The fault.
        error: Box<PlayerError>,
    },
    /// The engine keeps more time than a move has.
    #[error(
        "{control} leaves about {} ms for a move, and the engine keeps {reserve} ms of it (its option “{option}”); use a longer \
         limit, or --option '{option}=0'", budget.as_millis()
    )]
    Reserve {
        /// The limit of the games.
        control: Control,
        /// The time of a move.
        budget: Duration,
        /// The option.
        option: String,
        /// Its milliseconds.
        reserve: u128,
    },
    /// The engine's shortest search takes longer than a move may.
    #[error(
        "{control} leaves about {} ms for a move, and the engine needs {} ms for a search of one ply; use a longer limit",
        budget.as_millis(), needed.as_millis()
    )]
    Slow {
        /// The limit of the games.
        control: Control,
        /// The time of a move.
        budget: Duration,
        /// The time of the search.
        needed: Duration,
    },
}

/// An answer to a search.
struct Answer {
    /// What its reports say, and its move.
    content: (Vec<(u32, Value, u64)>, Option<Move>),
    time: Duration,
}

/// The searches of a trial.
struct Searches<'a> {
    engine: &'a TunedEngine,
    positions: Vec<Game>,
    limits: Limits,
    signal: Signal,
}

impl From<EngineError> for TrialError {
    fn from(error: EngineError) -> TrialError {
        TrialError::Engine(Box::new(error))
    }
}

impl Searches<'_> {
    fn player(&self, values: &[i32], recipe: &Recipe) -> Result<Box<dyn Player>, PlayerError> {
        self.engine.with_values(values, &recipe.0, &recipe.1).player(&self.signal)
    }

    fn answer(&self, player: &mut dyn Player, game: &Game, limits: &Limits) -> Result<Answer, PlayerError> {
        player.forget(&self.signal)?;
        let mut reports = Vec::new();
        let begun = Instant::now();
        let result = player.search(game, limits, &self.signal, &mut |report| {
            reports.push((report.depth, report.line.value, report.nodes));
            ControlFlow::Continue(())
        })?;
        Ok(Answer { content: (reports, result.best), time: begun.elapsed() })
    }

    fn answers(&self, player: &mut dyn Player) -> Result<Vec<Answer>, PlayerError> {
        self.positions.iter().map(|game| self.answer(player, game, &self.limits)).collect()
    }

    /// Returns whether the engine with these values answers a position in another way. Ends at the first such position.
    fn differs(&self, values: &[i32], known: &[Answer], recipe: &Recipe) -> Result<bool, PlayerError> {
        let mut player = self.player(values, recipe)?;
        for (game, known) in self.positions.iter().zip(known) {
            if self.answer(player.as_mut(), game, &self.limits)?.content != known.content {
                return Ok(true);
            }
        }
        Ok(false)
    }
}

/// The recipe for an engine, and the pool of its processes.
struct Recipe(crate::arena::PlayerFactory, Arc<EnginePool>);

/// Searches a few positions with the start of an engine, and with each option at both ends of its range. `hash` is the size
/// of its transposition table in MiB. Calls `done` after each option. Searches run on the threads of the current pool.
///
/// # Errors
/// Returns an error if the engine has a fault, or if the limit of the games is too short for it.
pub fn trial(
    engine: &TunedEngine,
    control: Control,
    hash: usize,
    done: &(dyn Fn() + Sync),
) -> Result<Trial, TrialError> {
    let budget = budget(control);
    if let Some(budget) = budget {
        check_reserve(engine, control, budget)?;
    }
    let recipe = Recipe(engine.factory(hash)?, Arc::default());
    let limits = |control| Clocks::new(control, Duration::ZERO).limits(Color::White);
    let shallow = Control::Depth(DEPTH);
    let limit = match control {
        Control::Depth(_) => control,
        _ if recipe.0.check(&limits(Control::Nodes(NODES))).is_err() => shallow,
        Control::Nodes(nodes) => Control::Nodes(nodes.min(NODES)),
        Control::Clock(_) | Control::MoveTime(_) => Control::Nodes(NODES),
    };
    let openings = Openings::embedded()?;
    let positions = (0..POSITIONS).map(|index| openings.nth(Order::Random, 1, index).game).collect();
    let searches = Searches { engine, positions, limits: limits(limit), signal: Signal::default() };

    let start = engine.start();
    let mut player = searches.player(&start, &recipe).map_err(at_start)?;
    let known = searches.answers(player.as_mut()).map_err(at_start)?;
    let time = known.iter().map(|answer| answer.time).sum::<Duration>() / POSITIONS as u32;
    if let Some(budget) = budget {
        let shortest = Control::Depth(1);
        let answer = |game| searches.answer(player.as_mut(), game, &limits(shortest));
        let needed = searches.positions.iter().map(answer).map(|answer| answer.map(|answer| answer.time));
        // A busy machine delays some searches.
        let needed = needed.collect::<Result<Vec<_>, _>>().map_err(at_start)?;
        if let Some(needed) = needed.into_iter().min().filter(|needed| *needed >= budget) {
            return Err(TrialError::Slow { control, budget, needed });
        }
    }
    let again = searches.answers(player.as_mut()).map_err(at_start)?;
    let repeats = again.iter().zip(&known).all(|(again, known)| again.content == known.content);
    drop(player);

    let tried = |(place, option): (usize, &TunableOption)| -> Result<bool, TrialError> {
        let mut changes = false;
        let (low, high) = engine.schema().parameters[place].range;
        for step in [low, high].into_iter().filter(|step| *step != start[place]) {
            let mut values = start.clone();
            values[place] = step;
            changes |= searches.differs(&values, &known, &recipe).map_err(|error| TrialError::Value {
                option: option.name.clone(),
                value: option.text(step),
                error: Box::new(error),
            })?;
        }
        done();
        Ok(changes)
    };
    let options = engine.options();
    let changes: Vec<Result<bool, TrialError>> = options.par_iter().enumerate().map(tried).collect();
    let mut without_effect = Vec::new();
    for (option, changes) in options.iter().zip(changes) {
        if !changes? && repeats {
            without_effect.push(option.name.clone());
        }
    }
    let suspect = recipe.1.node_counts().suspect();
    Ok(Trial { limit, positions: POSITIONS, time, repeats, without_effect, suspect })
}

fn at_start(error: PlayerError) -> TrialError {
    TrialError::Start(Box::new(error))
}

/// Returns about how much time a move has; `None` if it is not limited.
fn budget(control: Control) -> Option<Duration> {
    match control {
        Control::Clock(clock) => Some(clock.in_all(MOVES) / MOVES),
        Control::MoveTime(time) => Some(Duration::from_millis(time)),
        Control::Nodes(_) | Control::Depth(_) => None,
    }
}

/// Checks that the engine does not keep all of its time in reserve, as far as it declares it.
fn check_reserve(engine: &TunedEngine, control: Control, budget: Duration) -> Result<(), TrialError> {
    for option in announced(engine.player(), engine.fixed())?.options {
        let OptionKind::Spin { default, .. } = option.kind else { continue };
        if !option.name.to_lowercase().contains("overhead") {
            continue;
        }
        let fixed = engine.fixed().iter().rev().find(|(name, _)| option.is(name));
        let value = fixed.and_then(|(_, value)| value.parse().ok()).unwrap_or(default);
        let reserve = Duration::from_millis(u64::try_from(value).unwrap_or(0));
        if reserve >= budget {
            let reserve = reserve.as_millis();
            return Err(TrialError::Reserve { control, budget, option: option.name, reserve });
        }
    }
    Ok(())
}
