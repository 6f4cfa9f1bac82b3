//! Positions that test single rules.

use rstest::rstest;

use super::*;

fn board(fen: &str) -> Board {
    Board::new(&position(fen))
}

fn packed(text: &str) -> PackedMove {
    let square = |range: std::ops::Range<usize>| text[range].parse().unwrap();
    PackedMove::new(square(0..2), square(2..4), text.chars().nth(4).and_then(Role::from_char))
}

fn played(fen: &str, moves: &str) -> Board {
    moves.split_whitespace().map(packed).fold(board(fen), |board, m| {
        assert!(board.is_legal(m), "{m}");
        board.after(m)
    })
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const CASTLES: &str = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";

#[rstest]
#[case::transposition("g1f3 g8f6 b1c3", "b1c3 g8f6 g1f3")]
#[case::back_again("g1f3 g8f6 f3g1 f6g8", "")]
#[case::steps_that_no_pawn_can_take("e2e4 e7e5 d2d4", "d2d4 e7e5 e2e4")]
fn ways_to_a_position_do_not_matter(#[case] one: &str, #[case] other: &str) {
    let (one, other) = (played(START, one), played(START, other));
    assert_eq!((one.key(), one.pawn_king_key()), (other.key(), other.pawn_king_key()));
}

#[rstest]
#[case::can_take("4k3/8/8/8/3Pp3/8/8/4K3", true)]
#[case::nobody_there("4k3/8/8/8/3P1p2/8/8/4K3", false)]
#[case::pinned_on_the_file("4k3/8/8/8/3Pp3/8/8/4RK2", false)]
#[case::both_leave_the_rank("8/8/8/8/k2Pp2R/8/8/4K3", false)]
#[case::takes_the_checker("8/8/8/2k5/3Pp3/8/8/4K3", true)]
fn a_key_knows_en_passant_where_it_is_legal(#[case] pieces: &str, #[case] differs: bool) {
    let with = board(&format!("{pieces} b - d3 0 1"));
    let without = board(&format!("{pieces} b - - 0 1"));
    assert_eq!(with.is_legal(packed("e4d3")), differs);
    assert_eq!(with.key() != without.key(), differs);
    assert_eq!(with.pawn_king_key(), without.pawn_king_key());
}

#[test]
fn a_key_knows_the_rights_lost() {
    let back = played(CASTLES, "h1g1 a8b8 g1h1 b8a8");
    assert_eq!(back.colors, board(CASTLES).colors);
    assert_ne!(back.key(), board(CASTLES).key());
}

#[test]
fn keys_of_all_rights_differ() {
    let mut keys: Vec<u64> = (0..16)
        .map(|rights| {
            let letters = "KQkq".chars().enumerate().filter(|(index, _)| rights >> index & 1 == 1);
            let letters: String = letters.map(|(_, letter)| letter).collect();
            let letters = if letters.is_empty() { "-" } else { &letters };
            board(&format!("r3k2r/8/8/8/8/8/8/R3K2R w {letters} - 0 1")).key()
        })
        .collect();
    keys.sort_unstable();
    keys.dedup();
    assert_eq!(keys.len(), 16);
}

#[rstest]
#[case::a_knight_elsewhere("4k3/8/8/8/3p4/8/4P3/4K1N1", "4k3/8/8/8/3p4/5N2/4P3/4K3", true)]
#[case::a_bishop_for_a_knight("4k3/8/8/8/3p4/8/4P3/4K1N1", "4k3/8/8/8/3p4/8/4P3/4KB2", true)]
#[case::two_rooks_for_a_queen("4k3/8/8/8/3p4/8/4P3/3QK3", "4k3/8/8/8/3p4/8/4P3/R3K2R", true)]
#[case::a_knight_of_the_others("4k3/8/8/8/3p4/8/4P3/4K1N1", "4k3/8/8/8/3p4/8/4P3/4K1n1", false)]
#[case::a_pawn_elsewhere("4k3/8/8/8/3p4/8/4P3/4K3", "4k3/8/8/8/3p4/4P3/8/4K3", false)]
#[case::a_king_elsewhere("4k3/8/8/8/3p4/8/4P3/4K3", "4k3/8/8/8/3p4/8/4P3/5K2", false)]
#[case::no_pawn("4k3/8/8/8/3p4/8/4P3/4K3", "4k3/8/8/8/8/8/4P3/4K3", false)]
fn pawns_kings_and_strengths_determine_the_pawn_king_key(
    #[case] one: &str,
    #[case] other: &str,
    #[case] same: bool,
) {
    let key = |pieces: &str| board(&format!("{pieces} w - - 0 1")).pawn_king_key();
    assert_eq!(key(one) == key(other), same);
}

#[rstest]
#[case("e2e4 e7e5 g1f3", 1)]
#[case("g1f3 b8c6 f3e5 c6e5", 0)]
#[case("g1f3 b8c6 f3g1 c6b8", 4)]
fn quiet_moves_are_counted(#[case] moves: &str, #[case] halfmoves: u32) {
    assert_eq!(played(START, moves).halfmoves(), halfmoves);
}

/// The known position with the most legal moves (Petrović 1964).
#[test]
fn a_list_holds_218_moves() {
    let mut moves = MoveList::new();
    board("R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1").legal_moves(&mut moves);
    assert_eq!(moves.len(), 218);
}

#[test]
fn mate_and_stalemate_have_no_move() {
    let mated = board("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1");
    let stalemated = board("k7/2Q5/8/8/8/8/8/2K5 b - - 0 1");
    assert!(!mated.has_legal_move() && mated.in_check());
    assert!(!stalemated.has_legal_move() && !stalemated.in_check());
    // The rook and the bishop are shut in. A queen in place of the rook would not be.
    let shut_in = board("8/8/8/7k/8/p1p4K/P1P2q2/RB6 w - - 0 1");
    let free = board("8/8/8/7k/8/p1p4K/P1P2q2/QB6 w - - 0 1");
    assert!(stalemated.is_stalemate() && shut_in.is_stalemate());
    assert!(!mated.is_stalemate() && !free.is_stalemate());
}

#[test]
fn a_move_is_16_bits() {
    for (text, from, to, promotion) in [
        ("e2e4", Square::E2, Square::E4, None),
        ("a7b8q", Square::A7, Square::B8, Some(Role::Queen)),
        ("h2h1n", Square::H2, Square::H1, Some(Role::Knight)),
    ] {
        let m = PackedMove::new(from, to, promotion);
        assert_eq!(m.to_string(), text);
        assert_eq!((m.from(), m.to(), m.promotion(), m.is_none()), (from, to, promotion, false));
        assert_eq!(PackedMove::from_bits(m.bits()), m);
    }
    assert!(PackedMove::NONE.is_none());
    assert_eq!(PackedMove::NONE.to_string(), "0000");
    assert_eq!(PackedMove::from_bits(0), PackedMove::NONE);
}

/// The search copies a board for every move.
#[test]
fn a_board_is_small() {
    assert!(size_of::<Board>() <= 200, "{}", size_of::<Board>());
}

#[rstest]
#[case::kings("8/8/4k3/8/8/4K3/8/8 w - - 0 1", true)]
#[case::knight("8/8/4k3/8/8/4K1N1/8/8 w - - 0 1", true)]
#[case::knights("8/8/4k1n1/8/8/4K1N1/8/8 w - - 0 1", false)]
#[case::knight_and_bishop("8/8/4k1b1/8/8/4K1N1/8/8 w - - 0 1", false)]
#[case::bishops_of_one_color("8/4k3/6b1/8/8/4K2B/8/8 w - - 0 1", true)]
#[case::bishops_of_both_colors("8/8/4k1b1/8/8/4K1B1/8/8 w - - 0 1", false)]
#[case::pawn("8/8/4k3/8/8/4K1P1/8/8 w - - 0 1", false)]
fn material_is_insufficient_where_no_mate_is_possible(#[case] fen: &str, #[case] insufficient: bool) {
    let position = position(fen);
    assert_eq!(position.is_insufficient_material(), insufficient);
    assert_eq!(Board::new(&position).has_insufficient_material(), insufficient);
}
