//! A list of openings with distinct final positions.

use std::collections::HashSet;

use shakmaty::zobrist::Zobrist128;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::Opening;
use crate::engine::search::Game;
use crate::positions::Variant;

/// An opening in compact form, as there may be millions.
#[derive(Debug)]
struct Entry {
    /// The start position; `None` for the standard one.
    start: Option<Box<Chess>>,
    moves: Box<[Move]>,
    name: Option<Box<str>>,
}

/// Openings in the order of their file.
#[derive(Debug, Default)]
pub(super) struct List {
    entries: Vec<Entry>,
    repeated: usize,
}

impl List {
    /// Returns the number of openings.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the number of openings that were skipped because they reach the final position of another.
    pub(super) fn repeated(&self) -> usize {
        self.repeated
    }

    /// Returns whether any opening is of Chess960.
    pub(super) fn has_chess960(&self) -> bool {
        let variant = |entry: &Entry| entry.start.as_deref().map_or(Variant::Standard, Variant::of);
        self.entries.iter().any(|entry| !variant(entry).is_standard())
    }

    /// Returns the opening at an index below [`List::len`].
    pub(super) fn opening(&self, place: usize) -> Opening {
        let Entry { start, moves, name } = &self.entries[place];
        let mut game = start.as_deref().map_or_else(Game::default, |start| Game::new(start.clone()));
        for m in moves {
            game.play(*m);
        }
        Opening { game, name: name.as_deref().map(str::to_owned) }
    }
}

/// Builds a list.
#[derive(Default)]
pub(super) struct Collector {
    list: List,
    reached: HashSet<Zobrist128>,
}

impl Collector {
    /// Adds an opening, unless an earlier one has the same final position.
    pub(super) fn add(&mut self, game: &Game, name: Option<String>) {
        if !self.reached.insert(identity(game.position())) {
            self.list.repeated += 1;
            return;
        }
        let usual = *game.start() == Chess::default() && Variant::of(game.start()).is_standard();
        let start = (!usual).then(|| Box::new(game.start().clone()));
        let moves = game.moves().into();
        self.list.entries.push(Entry { start, moves, name: name.map(String::into_boxed_str) });
    }

    /// Returns the list, or `None` if it is empty.
    pub(super) fn finish(self) -> Option<List> {
        (self.list.len() > 0).then_some(self.list)
    }
}

/// Returns a hash of the position without its move counters.
fn identity(position: &Chess) -> Zobrist128 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// Returns why the game is over, or `None` if it can continue.
pub(super) fn over(game: &Game) -> Option<&'static str> {
    let position = game.position();
    if position.is_checkmate() {
        Some("by checkmate")
    } else if position.is_stalemate() {
        Some("by stalemate")
    } else if position.is_insufficient_material() {
        Some("because neither side can mate")
    } else if position.halfmoves() >= 100 {
        Some("by the fifty-move rule")
    } else if is_third(game) {
        Some("by threefold repetition")
    } else {
        None
    }
}

/// Returns whether the current position has occurred three times.
fn is_third(game: &Game) -> bool {
    // Two repetitions take eight plies without a capture or a pawn move.
    if game.moves().len() < 8 || game.position().halfmoves() < 8 {
        return false;
    }
    let last = identity(game.position());
    let mut position = game.start().clone();
    let mut earlier = usize::from(identity(&position) == last);
    for m in &game.moves()[..game.moves().len() - 1] {
        position.play_unchecked(*m);
        earlier += usize::from(identity(&position) == last);
    }
    earlier >= 2
}
