//! Openings written out one by one, each final position once.

use std::collections::HashSet;

use shakmaty::zobrist::Zobrist128;
use shakmaty::{Chess, EnPassantMode, Move, Position};

use super::Opening;
use crate::engine::search::Game;
use crate::positions::Variant;

/// An opening as it is kept: there may be millions of them.
#[derive(Debug)]
struct Entry {
    /// Where it begins; `None` for the start position of chess.
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
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.entries.len()
    }

    /// How many were left out because they reach the final position of another.
    pub(super) fn repeated(&self) -> usize {
        self.repeated
    }

    /// Whether any is of Chess960.
    pub(super) fn has_chess960(&self) -> bool {
        let variant = |entry: &Entry| entry.start.as_deref().map_or(Variant::Standard, Variant::of);
        self.entries.iter().any(|entry| !variant(entry).is_standard())
    }

    /// The opening at a place below [`List::len`].
    pub(super) fn opening(&self, place: usize) -> Opening {
        let Entry { start, moves, name } = &self.entries[place];
        let mut game = start.as_deref().map_or_else(Game::default, |start| Game::new(start.clone()));
        for m in moves {
            game.play(*m);
        }
        Opening { game, name: name.as_deref().map(str::to_owned) }
    }
}

/// A list in the making.
#[derive(Default)]
pub(super) struct Collector {
    list: List,
    reached: HashSet<Zobrist128>,
}

impl Collector {
    /// Takes an opening, unless another has reached its final position already.
    pub(super) fn take(&mut self, game: &Game, name: Option<String>) {
        if !self.reached.insert(identity(game.position())) {
            self.list.repeated += 1;
            return;
        }
        let usual = *game.start() == Chess::default() && Variant::of(game.start()).is_standard();
        let start = (!usual).then(|| Box::new(game.start().clone()));
        let moves = game.moves().into();
        self.list.entries.push(Entry { start, moves, name: name.map(String::into_boxed_str) });
    }

    /// The list, if anything is in it.
    pub(super) fn finish(self) -> Option<List> {
        (self.list.len() > 0).then_some(self.list)
    }
}

/// What makes a position the same as another: everything but the clocks.
fn identity(position: &Chess) -> Zobrist128 {
    position.zobrist_hash(EnPassantMode::Legal)
}

/// How a game is over, if it is: nothing could be played from there.
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

/// Whether the position on the board is there for the third time.
fn is_third(game: &Game) -> bool {
    // Two repetitions take eight moves without a capture or a pawn's move.
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
