//! Engines without work, which are kept because starting a process is expensive.

use std::fmt;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::node_counts::NodeCounts;
use super::{Claim, Fault, Player, PlayerError, PlayerFactory, Timing};
use crate::engine::search::{Game, Limits, Report, SearchResult, Signal};
use crate::threads::lock;

/// The names of options with their values.
type Values = Vec<(String, String)>;

/// An engine's process without work.
struct IdleEngine {
    factory: PlayerFactory,
    options: Values,
    player: Box<dyn Player>,
}

/// The processes without work of any number of engines. They end with the pool.
#[derive(Default)]
pub struct EnginePool {
    idle: Mutex<Vec<IdleEngine>>,
    nodes: Mutex<NodeCounts>,
}

impl fmt::Debug for EnginePool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EnginePool").finish_non_exhaustive()
    }
}

impl EnginePool {
    fn idle(&self) -> std::sync::MutexGuard<'_, Vec<IdleEngine>> {
        lock(&self.idle)
    }

    /// Returns the nodes of all searches under a node limit so far.
    #[must_use]
    pub fn node_counts(&self) -> NodeCounts {
        lock(&self.nodes).clone()
    }

    /// Removes an idle process of this engine, if possible one that has these values.
    fn take(&self, factory: &PlayerFactory, options: &Values) -> Option<Box<dyn Player>> {
        let mut idle = self.idle();
        let same = idle.iter().position(|engine| engine.factory == *factory && engine.options == *options);
        let any = || idle.iter().position(|engine| engine.factory == *factory);
        let place = same.or_else(any)?;
        Some(idle.swap_remove(place).player)
    }
}

/// A recipe for an engine with values of its options. Its processes come from a pool and return to it.
#[derive(Debug, Clone)]
pub struct PooledEngine {
    factory: Box<PlayerFactory>,
    options: Values,
    pool: Arc<EnginePool>,
}

/// Two recipes are equal if they make equal players.
impl PartialEq for PooledEngine {
    fn eq(&self, other: &PooledEngine) -> bool {
        self.factory == other.factory && self.options == other.options
    }
}

impl Eq for PooledEngine {}

impl PooledEngine {
    /// Creates the recipe for the engine of `factory` with these values of its options.
    #[must_use]
    pub fn new(
        factory: PlayerFactory,
        options: Vec<(String, String)>,
        pool: Arc<EnginePool>,
    ) -> PooledEngine {
        PooledEngine { factory: Box::new(factory), options, pool }
    }

    /// Returns the recipe for the engine itself.
    #[must_use]
    pub fn factory(&self) -> &PlayerFactory {
        &self.factory
    }

    /// Returns the values of its options.
    #[must_use]
    pub fn options(&self) -> &[(String, String)] {
        &self.options
    }

    /// Returns an idle process of the engine, or a new one. Options are sent if the process has other values. On drop the
    /// process returns to the pool, unless it had a fault.
    ///
    /// # Errors
    /// Returns an error if the engine cannot be started, or does not accept a value.
    pub(super) fn player(&self, signal: &Signal) -> Result<Box<dyn Player>, PlayerError> {
        let idle = self.pool.take(&self.factory, &self.options);
        let usable = idle.and_then(|mut player| player.set_options(&self.options).is_ok().then_some(player));
        let player = match usable {
            Some(player) => player,
            None => {
                let mut player = self.factory.player(signal)?;
                player.set_options(&self.options)?;
                player
            }
        };
        Ok(Box::new(PooledPlayer { engine: self.clone(), player: Some(player), is_usable: true }))
    }
}

/// A player whose process returns to the pool.
struct PooledPlayer {
    engine: PooledEngine,
    /// The process; `None` only during the drop.
    player: Option<Box<dyn Player>>,
    /// Whether no fault has occurred.
    is_usable: bool,
}

impl PooledPlayer {
    /// Does some work with the process. A process with a fault is not used again.
    fn using<T>(
        &mut self,
        work: impl FnOnce(&mut dyn Player) -> Result<T, PlayerError>,
    ) -> Result<T, PlayerError> {
        let Some(player) = &mut self.player else { return Err(missing()) };
        let done = work(player.as_mut());
        self.is_usable &= done.is_ok();
        done
    }
}

/// The error of a player without a process, which does not exist.
fn missing() -> PlayerError {
    PlayerError { engine: String::new(), fault: Fault::Stopped, last: Vec::new() }
}

impl Player for PooledPlayer {
    fn set_options(&mut self, options: &[(String, String)]) -> Result<(), PlayerError> {
        self.using(|player| player.set_options(options))?;
        // Other values than those of the recipe count as unknown.
        self.engine.options = options.to_vec();
        Ok(())
    }

    fn set_margin(&mut self, margin: Duration) {
        if let Some(player) = &mut self.player {
            player.set_margin(margin);
        }
    }

    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.using(|player| player.forget(signal))
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        let mut is_ended = false;
        let outcome = self.using(|player| {
            player.search(game, limits, signal, &mut |report| {
                let flow = listen(report);
                is_ended |= flow.is_break();
                flow
            })
        })?;
        if !is_ended && !signal.is_stopped() {
            let PooledEngine { factory, pool, .. } = &self.engine;
            let mut nodes = lock(&pool.nodes);
            nodes.add(&factory.label(), game.position(), limits, &outcome);
        }
        Ok(outcome)
    }

    fn claim(&mut self) -> Option<Claim> {
        self.player.as_mut()?.claim()
    }

    fn timing(&self) -> Option<Timing> {
        self.player.as_ref()?.timing()
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.is_usable = false;
        match &mut self.player {
            Some(player) => player.charge(fault),
            None => PlayerError { fault, ..missing() },
        }
    }
}

impl Drop for PooledPlayer {
    fn drop(&mut self) {
        if let Some(player) = self.player.take().filter(|_| self.is_usable) {
            let PooledEngine { factory, options, pool } = &self.engine;
            let (factory, options) = ((**factory).clone(), options.clone());
            pool.idle().push(IdleEngine { factory, options, player });
        }
    }
}
