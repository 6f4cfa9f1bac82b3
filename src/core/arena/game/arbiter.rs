//! Applies the rules of chess that end a game.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Color, EnPassantMode, Move, Position};

use super::Ending;
use crate::engine::board::Board;
use crate::engine::search::Game;
use crate::engine::tablebases::{Tablebases, Wdl};

/// The game, and the positions that count for a repetition.
pub(super) struct Arbiter {
    game: Game,
    first: Color,
    /// The keys of the positions since the last capture or pawn move, up to the current one.
    keys: Vec<Zobrist64>,
}

impl Arbiter {
    /// Creates an arbiter for a game that continues after an opening.
    pub(super) fn new(opening: &Game) -> Arbiter {
        let start = Game::new(opening.start().clone());
        let mut arbiter = Arbiter { first: opening.position().turn(), keys: vec![key(&start)], game: start };
        for m in opening.moves() {
            arbiter.play(*m);
        }
        arbiter
    }

    pub(super) fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the side that makes the first move after the opening.
    pub(super) fn first_to_move(&self) -> Color {
        self.first
    }

    /// Plays a legal move.
    pub(super) fn play(&mut self, m: Move) {
        self.game.play(m);
        if m.is_zeroing() {
            self.keys.clear();
        }
        self.keys.push(key(&self.game));
    }

    /// Returns the end and the winner if the game is over.
    pub(super) fn end(&self) -> Option<(Ending, Option<Color>)> {
        let position = self.game.position();
        if position.legal_moves().is_empty() {
            let mated = position.is_check().then(|| position.turn().other());
            return Some((if mated.is_some() { Ending::Checkmate } else { Ending::Stalemate }, mated));
        }
        let ending = if position.is_insufficient_material() {
            Ending::InsufficientMaterial
        } else if self.is_third_time() {
            Ending::Repetition
        } else if position.halfmoves() >= 100 {
            Ending::FiftyMoves
        } else {
            return None;
        };
        Some((ending, None))
    }

    /// Returns the tablebase result of the position, if known. Probes only directly after captures and pawn moves,
    /// because the tables assume that the fifty-move counter is 0.
    pub(super) fn tablebase_result(&self, tables: &Tablebases) -> Option<(Ending, Option<Color>)> {
        let position = self.game.position();
        if position.halfmoves() > 0 || position.board().occupied().count() > tables.most_pieces() {
            return None;
        }
        let wdl = tables.wdl(&Board::new(position))?;
        Some((Ending::Tablebases, winner(wdl, position.turn())))
    }

    fn is_third_time(&self) -> bool {
        self.keys.last().is_some_and(|last| self.keys.iter().filter(|key| *key == last).count() >= 3)
    }
}

/// Returns the winner of a tablebase result for the side to move. A win that the fifty-move rule prevents counts as a
/// draw.
pub(super) fn winner(wdl: Wdl, turn: Color) -> Option<Color> {
    match wdl {
        Wdl::Win => Some(turn),
        Wdl::Loss => Some(turn.other()),
        Wdl::CursedWin | Wdl::Draw | Wdl::BlessedLoss => None,
    }
}

fn key(game: &Game) -> Zobrist64 {
    game.position().zobrist_hash(EnPassantMode::Legal)
}
