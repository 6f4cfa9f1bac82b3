//! A game so far: the current position and those before it, to detect repetitions.

use shakmaty::{Chess, Move, Position};

use crate::engine::board::Board;

/// A start position and the moves played from it.
#[derive(Debug, Clone)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    position: Chess,
    /// The current position as the search needs it.
    board: Board,
    /// The keys of all positions.
    keys: Vec<u64>,
}

impl Default for Game {
    fn default() -> Game {
        Game::new(Chess::default())
    }
}

impl Game {
    /// Creates a game that starts from this position.
    #[must_use]
    pub fn new(start: Chess) -> Game {
        let board = Board::new(&start);
        Game { position: start.clone(), start, moves: Vec::new(), keys: vec![board.key()], board }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.position.is_legal(m), "a game consists of legal moves");
        self.position.play_unchecked(m);
        self.moves.push(m);
        self.board = self.board.after(m.into());
        self.keys.push(self.board.key());
    }

    /// Takes back the last move and returns it.
    pub fn take_back(&mut self) -> Option<Move> {
        let mut moves = std::mem::take(&mut self.moves);
        let last = moves.pop()?;
        *self = Game::new(self.start.clone());
        moves.into_iter().for_each(|m| self.play(m));
        Some(last)
    }

    /// Returns the current position.
    #[must_use]
    pub fn position(&self) -> &Chess {
        &self.position
    }

    /// Returns the start position.
    #[must_use]
    pub fn start(&self) -> &Chess {
        &self.start
    }

    /// Returns the current position as the search needs it.
    pub(super) fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the keys of all positions, from the start to the current one.
    pub(super) fn keys(&self) -> &[u64] {
        &self.keys
    }

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}
