//! Controls a running match or tournament: pauses it, resumes it, and changes the number of concurrent games.

use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use super::PlayerFactory;
use super::matches::GameService;
use crate::threads::lock;

/// The interval at which a waiting board checks whether the match is over.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

#[derive(Debug, Clone, Copy)]
struct State {
    threads: usize,
    paused: bool,
}

/// The control of a running match or tournament, shared between threads.
pub struct Steering {
    state: Mutex<State>,
    changed: Condvar,
    pinned: bool,
    service: Option<Arc<dyn GameService>>,
    /// Whether a match whose players cannot play there does without the service.
    is_service_optional: bool,
}

impl fmt::Debug for Steering {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Steering { state, pinned, service, .. } = self;
        let mut shown = f.debug_struct("Steering");
        shown.field("state", state).field("pinned", pinned).field("served", &service.is_some());
        shown.finish_non_exhaustive()
    }
}

impl Steering {
    /// Starts with this number of concurrent games, at least one.
    #[must_use]
    pub fn new(threads: usize) -> Steering {
        Steering {
            state: Mutex::new(State { threads: threads.max(1), paused: false }),
            changed: Condvar::new(),
            pinned: false,
            service: None,
            is_service_optional: false,
        }
    }

    /// Lets this service play games as well.
    #[must_use]
    pub fn served(self, service: Option<Arc<dyn GameService>>) -> Steering {
        Steering { service, ..self }
    }

    /// Lets this service play games as well, if it can play with all players of the match.
    #[must_use]
    pub fn served_if_possible(self, service: Option<Arc<dyn GameService>>) -> Steering {
        Steering { service, is_service_optional: true, ..self }
    }

    /// Returns the service that plays games of these players as well.
    pub(super) fn service(&self, players: &[PlayerFactory]) -> Option<Arc<dyn GameService>> {
        let service = self.service.clone()?;
        let unfit = players.iter().find_map(|player| service.check(player).err());
        match unfit.filter(|_| self.is_service_optional) {
            Some(why) => {
                tracing::warn!(%why, "the games are played on this machine only");
                None
            }
            None => Some(service),
        }
    }

    /// Sets whether each board is pinned to a separate core, as far as there are cores.
    #[must_use]
    pub fn pinned(self, pinned: bool) -> Steering {
        Steering { pinned, ..self }
    }

    /// Returns whether each board is pinned to a separate core.
    pub(crate) fn is_pinned(&self) -> bool {
        self.pinned
    }

    /// Pauses every game before its next move, or resumes all games. No clock runs during a pause.
    pub fn pause(&self, paused: bool) {
        self.lock().paused = paused;
        self.changed.notify_all();
    }

    /// Sets the number of concurrent games, at least one. Games in progress on surplus boards are played to their end.
    pub fn set_threads(&self, threads: usize) {
        self.lock().threads = threads.max(1);
        self.changed.notify_all();
    }

    /// Returns the number of concurrent games.
    #[must_use]
    pub fn threads(&self) -> usize {
        self.lock().threads
    }

    /// Waits until a board may start another game. Returns `false` if `over` returns `true`.
    pub(super) fn admits(&self, board: usize, over: &dyn Fn() -> bool) -> bool {
        self.wait_while(over, |state| state.paused || board >= state.threads);
        !over()
    }

    /// Waits until there is no pause or `over` returns `true`. Returns whether it waited.
    pub(super) fn wait_while_paused(&self, over: &dyn Fn() -> bool) -> bool {
        self.wait_while(over, |state| state.paused)
    }

    fn wait_while(&self, over: &dyn Fn() -> bool, waits: impl Fn(&State) -> bool) -> bool {
        let mut state = self.lock();
        let mut waited = false;
        while waits(&state) && !over() {
            let woken = self.changed.wait_timeout(state, POLL_INTERVAL);
            state = woken.unwrap_or_else(PoisonError::into_inner).0;
            waited = true;
        }
        waited
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        // A panic cannot leave an inconsistent state: every change is a single store.
        lock(&self.state)
    }
}
