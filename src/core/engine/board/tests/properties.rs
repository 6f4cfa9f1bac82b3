//! Compares the board with shakmaty's in random games from the start position, from the suite's special positions and
//! from crowded set-ups.

use std::collections::HashSet;

use proptest::prelude::*;
use rand::RngExt;
use shakmaty::{CastlingMode, File, Move, Piece, PositionError, Rank, Setup};

use super::*;
use crate::engine::exchange::exchange;
use crate::engine::testing::fen;
use crate::positions::chess960;
use crate::randomness::Randomness;

/// Sets up kings and up to 40 pieces, mostly queens. The side not to move is not in check.
fn crowded(rng: &mut impl rand::Rng) -> Chess {
    loop {
        let mut setup = Setup::empty();
        let pieces = rng.random_range(2..40);
        for index in 0..pieces {
            let role = match (index, rng.random_range(0..10)) {
                (0 | 1, _) => Role::King,
                (_, 0) => Role::Knight,
                (_, 1) => Role::Bishop,
                (_, 2) => Role::Rook,
                (_, 3..6) => Role::Pawn,
                _ => Role::Queen,
            };
            // White has most pieces, so that few set-ups leave Black's king capturable.
            let color = Color::from_white(index == 0 || index > 1 && rng.random_range(0..5) > 0);
            let square = Square::new(rng.random_range(0..64));
            if setup.board.piece_at(square).is_none_or(|piece| piece.role != Role::King) {
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        setup.turn = Color::from_white(rng.random_range(0..8) > 0);
        let position = setup.position(CastlingMode::Standard);
        let position = position.or_else(PositionError::ignore_too_much_material);
        if let Ok(position) = position.or_else(PositionError::ignore_impossible_check) {
            return position;
        }
    }
}

/// Sets up the same pieces on the back ranks of a Chess960 start position, different for each side.
fn shuffled(rng: &mut impl rand::Rng) -> Chess {
    let mut start = || chess960::start(rng.random_range(0..chess960::STARTS)).unwrap();
    let (white, black) = (start().to_setup(EnPassantMode::Legal), start().to_setup(EnPassantMode::Legal));
    let mut setup = white;
    let rank = Bitboard::from_rank(Rank::Eighth);
    for square in rank {
        setup.board.set_piece_at(square, black.board.piece_at(square).unwrap());
    }
    setup.castling_rights = setup.castling_rights & !rank | black.castling_rights & rank;
    setup.position(CastlingMode::Chess960).unwrap()
}

/// Sets up kings on any file with rooks that may castle and some other pieces.
fn castles(rng: &mut impl rand::Rng) -> Chess {
    loop {
        let mut setup = Setup::empty();
        for color in Color::ALL {
            let files: Vec<u32> = (0..3).map(|_| rng.random_range(0..8)).collect();
            let square = |file| Square::from_coords(File::new(file), color.backrank());
            for (file, role) in files.iter().zip([Role::Rook, Role::Rook, Role::King]) {
                setup.board.set_piece_at(square(*file), Piece { color, role });
            }
            for file in &files[..2] {
                let is_rook = setup.board.role_at(square(*file)) == Some(Role::Rook);
                if is_rook && rng.random_range(0..4) > 0 {
                    setup.castling_rights.add(square(*file));
                }
            }
        }
        for _ in 0..rng.random_range(0..8) {
            let square = Square::new(rng.random_range(0..64));
            let color = Color::from_white(rng.random());
            let role = [Role::Knight, Role::Bishop, Role::Rook, Role::Queen][rng.random_range(0..4)];
            if setup.board.piece_at(square).is_none() {
                setup.board.set_piece_at(square, Piece { color, role });
            }
        }
        setup.turn = Color::from_white(rng.random());
        if let Ok(position) = setup.position(CastlingMode::Chess960) {
            return position;
        }
    }
}

/// Generates positions of random games.
fn random_position() -> impl Strategy<Value = Chess> {
    (any::<u64>(), 0..120_u32).prop_map(|(seed, plies)| {
        let mut rng = Randomness::new(seed, "test", 0).stream(plies, "board");
        let traps: Vec<_> = suite().collect();
        let (mut position, plies) = match rng.random_range(0..8) {
            0 => (crowded(&mut rng), plies / 30),
            1 | 2 => (Chess::default(), 2 * plies),
            3 | 4 => (shuffled(&mut rng), plies / 2),
            5 => (castles(&mut rng), plies / 20),
            _ => (position(traps[rng.random_range(0..traps.len())].0), plies / 4),
        };
        for _ in 0..plies {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            position.play_unchecked(legal[rng.random_range(0..legal.len())]);
        }
        position
    })
}

fn packed(m: Move) -> PackedMove {
    m.into()
}

fn after(position: &Chess, m: Move) -> Chess {
    let mut next = position.clone();
    next.play_unchecked(m);
    next
}

fn set(moves: &MoveList) -> HashSet<PackedMove> {
    let set: HashSet<_> = moves.iter().copied().collect();
    assert_eq!(set.len(), moves.len(), "a move twice");
    set
}

proptest! {
    #[test]
    fn moves_are_shakmatys(position in random_position()) {
        let (board, fen) = (Board::new(&position), fen(&position));
        let (mut all, mut captures, mut quiets) = (MoveList::new(), MoveList::new(), MoveList::new());
        board.legal_moves(&mut all);
        board.captures(&mut captures);
        board.quiets(&mut quiets);
        let tactical = |m: &&Move| m.is_capture() || m.promotion() == Some(Role::Queen);
        let legal = position.legal_moves();
        prop_assert_eq!(set(&all), legal.iter().map(|m| packed(*m)).collect(), "{}", fen);
        prop_assert_eq!(
            set(&captures),
            legal.iter().filter(tactical).map(|m| packed(*m)).collect(),
            "{}", fen
        );
        prop_assert_eq!(
            set(&quiets),
            legal.iter().filter(|m| !tactical(m)).map(|m| packed(*m)).collect(),
            "{}", fen
        );
        prop_assert_eq!(board.has_legal_move(), !legal.is_empty());
    }

    #[test]
    fn any_16_bits_are_legal_or_not(position in random_position()) {
        let board = Board::new(&position);
        let legal: HashSet<_> = position.legal_moves().iter().map(|m| packed(*m)).collect();
        for m in (0..=u16::MAX).map(PackedMove::from_bits) {
            prop_assert_eq!(board.is_legal(m), legal.contains(&m), "{} {:?}, {}", m, m, fen(&position));
        }
    }

    #[test]
    fn a_board_is_that_of_its_position(position in random_position()) {
        let board = Board::new(&position);
        for square in Square::ALL {
            prop_assert_eq!(board.role_at(square), position.board().role_at(square));
        }
        for color in Color::ALL {
            prop_assert_eq!(board.by_color(color), position.board().by_color(color));
            prop_assert_eq!(Some(board.king_of(color)), position.board().king_of(color));
        }
        for role in Role::ALL {
            prop_assert_eq!(board.by_role(role), position.board().by_role(role));
        }
        prop_assert_eq!(board.turn(), position.turn());
        prop_assert_eq!(board.checkers(), position.checkers());
        prop_assert_eq!(board.in_check(), position.is_check());
        prop_assert_eq!(board.is_stalemate(), position.is_stalemate());
        prop_assert_eq!(board.halfmoves(), position.halfmoves());
        prop_assert_eq!(board.en_passant, position.ep_square(EnPassantMode::Legal));
        prop_assert_eq!(board.castling, position.castles().castling_rights());
        prop_assert_eq!(board.has_insufficient_material(), position.is_insufficient_material());
    }

    #[test]
    fn a_move_does_what_shakmatys_does(position in random_position()) {
        let board = Board::new(&position);
        let checks = board.checks();
        for m in position.legal_moves() {
            let (m, shakmatys, next) = (packed(m), m, after(&position, m));
            // `Board::new` computes the keys from scratch, so this also checks the incremental keys.
            prop_assert_eq!(board.after(m), Board::new(&next), "{} {}", m, fen(&position));
            prop_assert_eq!(board.gives_check(m), next.is_check(), "{} {}", m, fen(&position));
            prop_assert_eq!(checks.gives(&board, m), next.is_check(), "{} {}", m, fen(&position));
            prop_assert_eq!(board.moved(m), shakmatys.role());
            prop_assert_eq!(board.captured(m), shakmatys.capture());
            prop_assert_eq!(board.is_quiet(m), !shakmatys.is_capture() && !shakmatys.is_promotion());
            if position.castles().mode() == CastlingMode::Standard {
                prop_assert_eq!(m.to_string(), shakmatys.to_uci(CastlingMode::Standard).to_string());
            }
        }
    }

    #[test]
    fn quiet_checks_are_the_quiet_moves_that_give_check(position in random_position()) {
        let board = Board::new(&position);
        let (mut quiets, mut checks) = (MoveList::new(), MoveList::new());
        board.quiets(&mut quiets);
        board.quiet_checks(&mut checks);
        quiets.retain(|m| m.promotion().is_none() && board.gives_check(*m));
        prop_assert_eq!(checks, quiets, "{}", fen(&position));
    }

    #[test]
    fn exchanges_are_those_of_shakmatys_board(position in random_position(), threshold in -1200..1200) {
        let board = Board::new(&position);
        for m in position.legal_moves() {
            let won = exchange(&position, m);
            for threshold in [threshold, won - 1, won, won + 1, 0] {
                prop_assert_eq!(
                    board.exchange_holds(m.into(), threshold), won >= threshold,
                    "{} wins {}, not {}: {}", packed(m), won, threshold, fen(&position)
                );
            }
        }
    }

    #[test]
    fn passing_changes_the_turn_only(position in random_position()) {
        prop_assume!(!position.is_check());
        let board = Board::new(&position);
        let mut setup = position.to_setup(EnPassantMode::Legal).into_swapped_turn();
        setup.ep_square = None;
        let passed = setup.position(position.castles().mode());
        let passed = passed.or_else(PositionError::ignore_too_much_material);
        if let Ok(passed) = passed.or_else(PositionError::ignore_impossible_check) {
            let expected = Board { halfmoves: board.halfmoves + 1, ..Board::new(&passed) };
            prop_assert_eq!(board.after_null(), expected);
        }
    }
}
