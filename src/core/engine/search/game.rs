//! A game so far: the current position and those before it, to detect repetitions.

use shakmaty::{Chess, Move, Position};

/// A start position and the moves played from it.
#[derive(Debug, Clone)]
pub struct Game {
    start: Chess,
    moves: Vec<Move>,
    position: Chess,
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
        Game { position: start.clone(), start, moves: Vec::new() }
    }

    /// Plays a legal move.
    pub fn play(&mut self, m: Move) {
        debug_assert!(self.position.is_legal(m), "a game consists of legal moves");
        self.position.play_unchecked(m);
        self.moves.push(m);
    }

    /// Takes back the last move and returns it.
    pub fn take_back(&mut self) -> Option<Move> {
        let last = self.moves.pop()?;
        self.position = self.start.clone();
        for m in &self.moves {
            self.position.play_unchecked(*m);
        }
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

    /// Returns the moves played.
    #[must_use]
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }
}
