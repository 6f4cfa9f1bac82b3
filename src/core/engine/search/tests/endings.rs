//! Endgames that require a plan.

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;
use shakmaty::{Board, CastlingMode, Chess, Color, FromSetup, Piece, Position, Role, Setup, Square};

use super::{HASH, reference};
use crate::engine::search::{Engine, Game, Limits, Signal};

/// Returns a position with White to move: king, bishop and knight against a king that attacks neither piece.
fn bishop_and_knight(seed: u64) -> Chess {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    loop {
        let squares: [Square; 4] = std::array::from_fn(|_| Square::ALL[random.random_range(0..64)]);
        let lone = squares[3];
        if squares[1..3].iter().any(|square| square.distance(lone) < 2) {
            continue;
        }
        let mut board = Board::empty();
        for (square, role) in squares.into_iter().zip([Role::King, Role::Bishop, Role::Knight]) {
            board.set_piece_at(square, Piece { color: Color::White, role });
        }
        board.set_piece_at(lone, Piece { color: Color::Black, role: Role::King });
        let setup = Setup { board, ..Setup::empty() };
        let position = Chess::from_setup(setup, CastlingMode::Standard);
        if let Some(position) = position.ok().filter(|position| position.board().occupied().count() == 4) {
            return position;
        }
    }
}

/// Whether White mates within fifty moves, with this number of nodes per move for both sides.
fn mates_in_time(start: Chess, nodes: u64) -> bool {
    let (weights, _, extended) = reference();
    let mut engines = [0, 1].map(|_| Engine::new(&weights, extended, HASH));
    let mut game = Game::new(start);
    for ply in 0..100 {
        let (engine, mut ignore) = (&mut engines[ply % 2], |_: &_| std::ops::ControlFlow::Continue(()));
        let outcome = engine.search(&game, &Limits::nodes(nodes), &Signal::default(), &mut ignore);
        let Some(best) = outcome.best else { break };
        game.play(best);
    }
    game.position().is_checkmate() && game.position().turn() == Color::Black
}

#[test]
fn bishop_and_knight_mate_within_fifty_moves() {
    let drawn: Vec<u64> =
        (0..30_u64).into_par_iter().filter(|seed| !mates_in_time(bishop_and_knight(*seed), 20_000)).collect();
    assert!(drawn.len() <= 1, "not mated in time: {drawn:?}");
}
