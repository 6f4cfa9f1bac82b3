use proptest::prelude::*;
use shakmaty::{Board, Color, Position, Role};

use super::*;
use crate::engine::testing::{extended_weights, mirrored, random_position, random_weights, weights};

/// Boards that could break an evaluator: none of a kind, many of a kind, no kings, the same pawns and kings with other
/// pieces, the same pawns with colours or kings swapped.
const ODD: [&str; 14] = [
    "8/8/8/8/8/8/8/8",
    "8/PPPPPPPP/8/8/8/8/pppppppp/8",
    "4k3/8/8/8/8/8/8/4K3",
    "3k4/8/8/8/8/8/8/4K3",
    "4K3/8/8/8/8/8/8/4k3",
    "4k3/8/8/3p4/3P4/8/8/4K3",
    "4k3/8/8/3P4/3p4/8/8/4K3",
    "QQQ1k3/QQQ5/QQQ5/8/8/8/8/4K3",
    "NNNNNNNN/NN6/8/4k3/8/8/8/4K3",
    "bbbbbbbb/bb6/8/4k3/8/8/8/4K3",
    "rrrrrrrr/rr6/8/4k3/8/8/8/4K3",
    "qqqqkbnr/8/qqqqq3/8/8/8/8/QQQQKQQQ",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR",
];

/// Returns a key that distinguishes pawn-king structures sufficiently.
fn structure_key(board: &Board) -> u64 {
    let of = |color| (board.by_role(Role::Pawn) & board.by_color(color)).0;
    of(Color::White).wrapping_mul(31) ^ of(Color::Black).wrapping_mul(0x1_0000_0001)
}

#[test]
fn odd_boards_are_evaluated_right_repeatedly_with_any_key() {
    let values: Vec<i32> = (1..=35).map(|value| value * 7 % 61 + 1).collect();
    let boards: Vec<Board> = ODD.iter().map(|board| board.parse().unwrap()).collect();
    for weights in [weights(&values), extended_weights(7)] {
        let mut evaluator = Evaluator::new(&weights);
        for round in 0..3 {
            for board in boards.iter().chain(boards.iter().rev()) {
                for key in [0, 7, u64::MAX, structure_key(board)] {
                    let expected = weights.evaluate(board);
                    assert_eq!(evaluator.evaluate(board, key), expected, "{round} {key}: {board}");
                }
            }
        }
    }
}

#[test]
fn an_entry_fills_a_cache_line() {
    assert_eq!(size_of::<Entry<paper::PawnKingEntry, Score>>(), 64);
    assert_eq!(size_of::<Entry<extended::PawnKingEntry, i64>>(), 64);
}

proptest! {
    #[test]
    fn it_equals_the_plain_evaluation_along_games_with_one_table(
        starts in prop::collection::vec(random_position(), 1..6),
        paper in random_weights(),
        seed in any::<u64>(),
    ) {
        for weights in [paper, extended_weights(seed)] {
            let mut evaluator = Evaluator::new(&weights);
            for position in &starts {
                for m in position.legal_moves() {
                    let mut next = position.clone();
                    next.play_unchecked(m);
                    let (expected, mirrored) = (weights.evaluate(&next), mirrored(&next));
                    // A good key, one shared by a few structures, and one shared by all.
                    for key in [structure_key(next.board()), structure_key(next.board()) % 3, 0] {
                        prop_assert_eq!(evaluator.evaluate(&next, key), expected);
                        prop_assert_eq!(evaluator.evaluate(&mirrored, key), -expected);
                    }
                }
            }
        }
    }

    #[test]
    fn it_equals_the_plain_evaluation_with_promoted_armies(
        pieces in prop::collection::vec((0..64_u32, 0..12_usize), 0..40),
        paper in random_weights(),
        seed in any::<u64>(),
    ) {
        let weights = [paper, extended_weights(seed)];
        let mut evaluators = weights.each_ref().map(Evaluator::new);
        let mut board: Board = "4k3/8/8/8/8/8/8/4K3".parse().unwrap();
        for (square, kind) in pieces {
            let (square, role) = (shakmaty::Square::new(square), Role::ALL[kind % 6]);
            if role != Role::King && board.role_at(square) != Some(Role::King) {
                board.set_piece_at(square, role.of(Color::from_white(kind < 6)));
            }
            for (weights, evaluator) in weights.iter().zip(&mut evaluators) {
                prop_assert_eq!(evaluator.evaluate(&board, 5), weights.evaluate(&board));
            }
        }
    }
}
