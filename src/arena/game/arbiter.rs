//! When the rules of chess end a game.

use shakmaty::zobrist::Zobrist64;
use shakmaty::{Color, EnPassantMode, Move, Position};

use super::Ending;
use crate::engine::board::Board;
use crate::engine::search::Game;
use crate::engine::tablebases::{Tablebases, Wdl};

/// The game on the board and how often each of its positions stood there.
pub(super) struct Arbiter {
    game: Game,
    first: Color,
    /// The keys of the positions since the last capture or move of a pawn, the last the one on the board.
    keys: Vec<Zobrist64>,
}

impl Arbiter {
    /// The game after an opening.
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

    /// Who moved, or moves, first after the opening.
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

    /// Whether the game is over, and who won.
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

    /// The result that tables know of the position, and who wins. They are asked after captures and moves of pawns
    /// only: what they say holds for a fifty-move count that begins.
    pub(super) fn known(&self, tables: &Tablebases) -> Option<(Ending, Option<Color>)> {
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

/// Who wins what tables say of the side to move; a win that the fifty-move rule prevents is none.
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
