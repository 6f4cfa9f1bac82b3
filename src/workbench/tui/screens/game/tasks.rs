//! The tasks of a game: the search of a move, and the file of the games.

use std::ops::ControlFlow;

use crate::engine::search::{Engine, Game, Limits, Signal};
use crate::session::save_played;
use crate::strength::Strength;
use crate::tui::prelude::*;

/// The size of the transposition table of a search, in MiB.
const HASH: usize = 16;

/// Searches a move. The engine is new for each move, so that a search limited by nodes is reproducible.
#[derive(Debug)]
pub(crate) struct Search {
    /// The number of the search. The result of a search that is no longer wanted is ignored.
    pub(super) number: u64,
    pub(super) organism: Organism,
    pub(super) game: Game,
    pub(super) limits: Limits,
    /// What limits the strength; `None` for full strength.
    pub(super) strength: Option<Strength>,
    /// Cancels the search.
    pub(super) signal: Arc<Signal>,
}

/// The result of a search.
#[derive(Debug)]
pub(super) struct FoundMove {
    pub(super) number: u64,
    /// The best move; `None` if there is no legal move.
    pub(super) best: Option<Move>,
}

impl TaskWork for Search {
    fn run(&self) -> TaskResult {
        let (parameters, _) = self.organism.search_parameters(None);
        let mut engine = Engine::new(&self.organism.weights(), parameters, HASH);
        let mut listen = |_: &_| ControlFlow::Continue(());
        let found = match &self.strength {
            Some(strength) => {
                strength.search(&mut engine, &self.game, &self.limits, &self.signal, &mut listen)
            }
            None => engine.search(&self.game, &self.limits, &self.signal, &mut listen),
        };
        TaskResult::found(FoundMove { number: self.number, best: found.best })
    }
}

/// Writes a game to the file of the games.
#[derive(Debug)]
pub(crate) struct SaveGame {
    /// The folder of the sessions.
    pub(super) root: PathBuf,
    pub(super) pgn: String,
    /// How the game ended.
    pub(super) about: String,
}

impl TaskWork for SaveGame {
    fn run(&self) -> TaskResult {
        let saved = save_played(&self.root, &self.pgn);
        TaskResult::done(saved.map(|path| format!("{}; the game is in {}", self.about, path.display())))
    }
}
