use proptest::prelude::*;
use rstest::rstest;
use shakmaty::Board;

use super::*;
use crate::engine::testing::{fen, move_of, position, random_position};

const P: i32 = 100;
const N: i32 = 325;
const B: i32 = 325;
const R: i32 = 500;
const Q: i32 = 975;

#[rstest]
// The two worked examples of the chess programming literature.
#[case::rook_takes_undefended("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - -", "Rxe5", P)]
#[case::knight_takes_defended("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - -", "Nxe5", P - N)]
// Common test positions for exchange evaluations.
#[case::rook_stops_an_x_ray("6k1/1pp4p/p1pb4/6q1/3P1pRr/2P4P/PP1Br1P1/5RKN w - -", "Rfxf4", P - R + B)]
#[case::bishop_for_knight("5rk1/1pp2q1p/p1pb4/8/3P1NP1/2P5/1P1BQ1P1/5RK1 b - -", "Bxf4", N - B)]
#[case::promotion_is_taken("6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f8=Q", Q - P - Q + B)]
#[case::under_promotion("6RR/4bP2/8/8/5r2/3K4/5p2/4k3 w - -", "f8=N", N - P)]
#[case::behind_the_bishop_a_queen("7R/4bP2/8/8/1q6/3K4/5p2/4k3 w - -", "f8=R", R - P - R)]
#[case::promotion_is_free("7R/5P2/8/8/6r1/3K4/5p2/4k3 w - -", "f8=Q", Q - P)]
// Trades.
#[case::pawn_takes_pawn("4k3/4p3/3p4/4P3/8/8/8/4K3 w - -", "exd6", 0)]
#[case::pawn_takes_knight("4k3/4p3/3n4/4P3/8/8/8/4K3 w - -", "exd6", N - P)]
#[case::knight_takes_bishop("4k3/4p3/3b4/5N2/8/8/8/4K3 w - -", "Nxd6", 0)]
#[case::queens("3qk3/8/8/8/8/8/8/3QK3 w - -", "Qxd8", 0)]
#[case::queen_takes_rook("3rk3/8/8/8/8/8/8/3QK3 w - -", "Qxd8", R - Q)]
#[case::black_takes("4k3/8/8/3p4/4P3/8/8/4K3 b - -", "dxe4", P)]
// X-rays and batteries.
#[case::two_against_two("3r2k1/3r4/8/3p4/8/8/3R4/3R2K1 w - -", "Rxd5", P - R)]
#[case::three_against_two("3r2k1/3r4/8/3p4/8/3R4/3R4/3Q2K1 w - -", "Rxd5", P)]
#[case::queen_before_rook("3r2k1/8/8/3p4/8/3Q4/3R4/6K1 w - -", "Qxd5", P - Q + R)]
#[case::rook_before_queen("3r2k1/8/8/3p4/8/3R4/3Q4/6K1 w - -", "Rxd5", P)]
#[case::bishop_behind_a_pawn("4k3/1b6/2p5/3p4/4P3/5B2/8/4K3 w - -", "exd5", 0)]
#[case::queen_behind_a_pawn("4k3/8/8/3p4/4P3/5Q2/8/4K3 w - -", "exd5", P)]
#[case::knight_before_bishop("6k1/1B6/2b2n2/3p4/8/8/3R4/3Q2K1 w - -", "Rxd5", P - R)]
#[case::bishop_that_opens_a_line("6k1/1B6/2b5/3p4/8/8/3R4/3Q2K1 w - -", "Rxd5", P - R + B)]
// Kings.
#[case::king_retakes("4k3/3p4/8/8/8/8/8/3RK3 w - -", "Rxd7", P - R)]
#[case::king_may_not_take_what_is_defended("4k3/3p4/8/8/8/8/3R4/3RK3 w - -", "Rxd7", P)]
#[case::king_defends("8/8/3k4/4p3/4K3/3N4/8/8 w - -", "Nxe5", P)]
#[case::king_is_the_last_attacker("8/8/1nk5/3p4/8/3R4/3R4/3K4 w - -", "Rxd5", P - R)]
#[case::king_is_kept_off_by_a_battery("8/8/1nk5/3p4/8/3R4/3R4/3QK3 w - -", "Rxd5", P - R + N)]
#[case::king_takes("8/8/8/8/8/4k3/4p3/4K2R b - -", "Kf3", 0)]
#[case::king_takes_a_rook("4k3/3R4/8/8/8/8/8/4K3 b - -", "Kxd7", R)]
// Special moves.
#[case::en_passant("4k3/8/8/3pP3/8/8/8/4K3 w - d6", "exd6", P)]
#[case::en_passant_defended("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6", "exd6", 0)]
#[case::en_passant_opens_the_file("3rk3/8/8/3pP3/8/8/8/3RK3 w - d6", "exd6", P)]
#[case::promotion_takes("1n2k3/P7/8/8/8/8/8/4K3 w - -", "axb8=Q", N + Q - P)]
#[case::promotion_takes_and_is_taken("1nr1k3/P7/8/8/8/8/8/4K3 w - -", "axb8=Q", N + Q - P - Q)]
#[case::rook_promotion_takes_and_is_taken("1nr1k3/P7/8/8/8/8/8/4K3 w - -", "axb8=R", N + R - P - R)]
#[case::castling("4k3/8/8/8/8/8/8/4K2R w K -", "O-O", 0)]
// Moves that capture nothing.
#[case::knight_into_a_pawn("4k3/4p3/8/8/4N3/8/8/4K3 w - -", "Nd6", -N)]
#[case::quiet("4k3/8/8/8/4N3/8/8/4K3 w - -", "Nc5", 0)]
// Effects that the evaluation ignores on purpose.
#[case::pinned_defender("4k3/8/2n5/1B2p3/8/5N2/8/4K3 w - -", "Nxe5", P - N)]
fn exchanges(#[case] fen: &str, #[case] text: &str, #[case] expected: i32) {
    let position = position(fen);
    let m = move_of(&position, text);
    assert_eq!(exchange(&position, m), expected);
    assert_eq!(see_non_negative(&position, m), expected >= 0);
}

/// Returns what the side to move can win on a square with a piece worth `prize`, by the literal definition: every
/// attacker is recomputed.
fn recapture(board: &Board, square: Square, side: Color, occupied: Bitboard, prize: i32) -> i32 {
    let attackers = board.attacks_to(square, side, occupied) & occupied;
    let role = |from: Square| board.role_at(from).unwrap();
    // Roles are in the order of their values, knights before bishops.
    let Some(taker) = attackers.into_iter().min_by_key(|from| role(*from)) else { return 0 };
    let defended = (board.attacks_to(square, side.other(), occupied) & occupied).any();
    if board.kings().contains(taker) && defended {
        return 0;
    }
    let reply = recapture(board, square, side.other(), occupied.without(taker), exchange_value(role(taker)));
    (prize - reply).max(0)
}

proptest! {
    #[test]
    fn an_exchange_is_the_best_of_recaptures(position in random_position()) {
        let board = position.board();
        for m in position.capture_moves() {
            let mut occupied = board.occupied().without(m.from().unwrap());
            if m.is_en_passant() {
                occupied.discard(Square::from_coords(m.to().file(), m.from().unwrap().rank()));
            }
            let promotion = m.promotion().map_or(0, |role| exchange_value(role) - P);
            let arrives = exchange_value(m.promotion().unwrap_or(m.role()));
            let lost = recapture(board, m.to(), position.turn().other(), occupied, arrives);
            let won = exchange_value(m.capture().unwrap()) + promotion;
            prop_assert_eq!(exchange(&position, m), won - lost, "{:?} {}", m, fen(&position));
        }
    }

    #[test]
    fn what_holds_does_not_lose(position in random_position()) {
        for m in position.legal_moves() {
            prop_assert_eq!(see_non_negative(&position, m), exchange(&position, m) >= 0, "{:?} {}", m, fen(&position));
        }
    }
}
