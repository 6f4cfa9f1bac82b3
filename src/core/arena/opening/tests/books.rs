//! Tests of Polyglot books.

use proptest::prelude::*;
use rstest::rstest;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess, Move};

use super::*;
use crate::arena::opening::polyglot::{Entry, key};

/// Returns the position after moves in coordinate notation.
fn after(line: &str) -> Chess {
    let mut position = Chess::default();
    for word in line.split_whitespace() {
        let m = word.parse::<UciMove>().unwrap().to_move(&position).unwrap();
        position.play_unchecked(m);
    }
    position
}

#[rstest]
#[case("", 0x463b_9618_1691_fc9c)]
#[case("e2e4", 0x823c_9b50_fd11_4196)]
#[case("e2e4 d7d5", 0x0756_b944_61c5_0fb0)]
#[case("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4)]
#[case("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78)]
#[case("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1)]
#[case("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9)]
#[case("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637)]
#[case("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560)]
fn keys_match_the_polyglot_format(#[case] line: &str, #[case] expected: u64) {
    assert_eq!(key(&after(line)), expected);
}

#[test]
fn a_pawn_that_may_not_capture_en_passant_counts_in_the_key() {
    let of =
        |fen: &str| key(&fen.parse::<Fen>().unwrap().into_position::<Chess>(CastlingMode::Standard).unwrap());
    // The capture would open the rank between king and queen.
    let pinned = of("8/8/8/8/k2Pp2Q/8/8/3K4 b - d3 0 1") ^ of("8/8/8/8/k2Pp2Q/8/8/3K4 b - - 0 1");
    let free = of("k7/8/8/8/3Pp3/8/8/3K4 b - d3 0 1") ^ of("k7/8/8/8/3Pp3/8/8/3K4 b - - 0 1");
    assert_eq!(pinned, free);
    assert_ne!(pinned, 0);
}

/// Encodes a move. Castling is the king's move onto its rook.
fn code(word: &str) -> u16 {
    let square = |text: &str| text.parse::<shakmaty::Square>().unwrap() as u16;
    let promotion = word.get(4..).map_or(0, |role| " nbrq".find(role).unwrap_or(0)) as u16;
    promotion << 12 | square(&word[..2]) << 6 | square(&word[2..4])
}

/// Encodes an entry with learning data.
fn row(position: &Chess, code: u16, weight: u16) -> [u8; 16] {
    (u128::from(key(position)) << 64 | u128::from(code) << 48 | u128::from(weight) << 32 | 0xdead_beef)
        .to_be_bytes()
}

/// Encodes a book of (line before, move, weight).
fn book(entries: &[(&str, &str, u16)]) -> Vec<u8> {
    let mut rows: Vec<[u8; 16]> =
        entries.iter().map(|(line, word, weight)| row(&after(line), code(word), *weight)).collect();
    rows.sort_unstable();
    rows.concat()
}

/// Returns the distinct walks of the first hundred indices.
fn walks(openings: &Openings) -> Vec<String> {
    let mut walks = sequence(openings, Order::Random, 1, 0..100);
    walks.sort();
    walks.dedup();
    walks
}

#[test]
fn written_moves_are_played() {
    let bytes = book(&[
        ("", "e2e4", 1),
        ("", "d2d4", 1),
        ("e2e4", "e7e5", 5),
        ("e2e4", "c7c5", 5),
        ("e2e4 c7c5", "g1f3", 65535),
        ("b1c3", "d7d5", 9),
    ]);
    let openings = parse(Kind::Book, bytes.clone()).unwrap();
    assert_eq!(walks(&openings), ["d4", "e4 c5 Nf3", "e4 e5"]);
    assert_eq!((openings.count(), openings.repeated()), (None, 0));
    let short = Openings::parse("file", Kind::Book, bytes, Some(1)).unwrap();
    assert_eq!(walks(&short), ["d4", "e4"]);
}

#[test]
fn moves_are_drawn_by_weight() {
    let openings = parse(Kind::Book, book(&[("", "e2e4", 30), ("", "d2d4", 10), ("", "c2c4", 0)])).unwrap();
    let played = sequence(&openings, Order::Sequential, 5, 0..4000);
    let share = |first: &str| played.iter().filter(|walk| *walk == first).count();
    assert_eq!((share("c4"), share("e4") + share("d4")), (0, 4000));
    // A binomial distribution with mean 3000 and standard deviation 27.
    assert!(share("e4").abs_diff(3000) < 5 * 28, "{}", share("e4"));
    assert_eq!(sequence(&openings, Order::Random, 5, 0..4000), played);
    assert_ne!(sequence(&openings, Order::Sequential, 6, 0..4000), played);
    // A match started with one version must continue in the same way with the next.
    let indices = (0..12).chain([u64::MAX]);
    let first = sequence(&openings, Order::Random, 5, indices);
    assert_eq!(first.join(" "), "e4 d4 e4 e4 d4 e4 e4 e4 e4 e4 e4 e4 d4");
}

/// Books of engines that learn keep moves that they no longer play.
#[test]
fn a_move_without_weight_may_be_illegal() {
    let bytes = book(&[("", "e2e4", 1), ("", "e2e5", 0), ("e2e4", "e2e4", 0)]);
    assert_eq!(walks(&parse(Kind::Book, bytes).unwrap()), ["e4"]);
}

#[test]
fn castling_is_written_as_king_takes_rook() {
    let line = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5", "e1h1", "g8f6"];
    let lines: Vec<String> = (0..line.len()).map(|at| line[..at].join(" ")).collect();
    let entries: Vec<_> = lines.iter().zip(line).map(|(before, m)| (before.as_str(), m, 1)).collect();
    let openings = parse(Kind::Book, book(&entries)).unwrap();
    assert_eq!(walks(&openings), ["e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6"]);
    assert!(matches!(openings.nth(Order::Random, 1, 0).game.moves()[6], Move::Castle { .. }));
}

#[rstest]
#[case("a7b8n", "axb8=N")]
#[case("a7b8b", "axb8=B")]
#[case("a7a8r", "a8=R+")]
#[case("a7a8q", "a8=Q+")]
fn promotions_are_read(#[case] word: &str, #[case] meant: &str) {
    let fen: Fen = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1".parse().unwrap();
    let position: Chess = fen.into_position(CastlingMode::Standard).unwrap();
    let found = Entry { key: 0, code: code(word), weight: 1 }.legal(&position).unwrap();
    assert_eq!(san(&position, found).trim_end_matches('+'), meant.trim_end_matches('+'));
    assert_eq!(Entry { key: 0, code: code(word) | 7 << 12, weight: 1 }.legal(&position), None);
}

#[test]
fn walks_end_before_the_end_of_the_game() {
    let entries =
        [("", "f2f3", 1), ("f2f3", "e7e5", 1), ("f2f3 e7e5", "g2g4", 1), ("f2f3 e7e5 g2g4", "d8h4", 1)];
    assert_eq!(walks(&parse(Kind::Book, book(&entries)).unwrap()), ["f3 e5 g4"]);
    // Knights move back and forth: the third occurrence is a draw.
    let entries =
        [("", "g1f3", 1), ("g1f3", "g8f6", 1), ("g1f3 g8f6", "f3g1", 1), ("g1f3 g8f6 f3g1", "f6g8", 1)];
    let openings = parse(Kind::Book, book(&entries)).unwrap();
    assert_eq!(openings.nth(Order::Random, 1, 0).game.moves().len(), 7);
}

#[rstest]
#[case::rest(|bytes: &mut Vec<u8>| bytes.push(0), "byte 48: the size of 49 bytes is not a multiple")]
#[case::part(|bytes: &mut Vec<u8>| bytes.truncate(15), "byte 0: the size of 15 bytes is not a multiple")]
#[case::unsorted(|bytes: &mut Vec<u8>| bytes.rotate_left(16), "byte 32: the entries are not sorted")]
#[case::illegal(
    |bytes: &mut Vec<u8>| *bytes = book(&[("", "e2e5", 1)]),
    "byte 0: the move e2e5 is illegal in rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"
)]
#[case::illegal_later(
    |bytes: &mut Vec<u8>| *bytes = book(&[("", "e2e4", 1), ("e2e4", "e2e4", 1)]),
    "the move e2e4 is illegal in rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b"
)]
#[case::no_promotion(|bytes: &mut Vec<u8>| bytes[8] = 0x5e, "the move 0x5")]
#[case::elsewhere(
    |bytes: &mut Vec<u8>| *bytes = book(&[("e2e4", "e7e5", 1)]),
    "the book has no move for the initial position"
)]
#[case::weightless(
    |bytes: &mut Vec<u8>| *bytes = book(&[("", "e2e4", 0)]),
    "the book has no move for the initial position"
)]
fn broken_books_are_explained(#[case] damage: fn(&mut Vec<u8>), #[case] expected: &str) {
    let mut bytes = book(&[("", "e2e4", 1), ("", "d2d4", 1), ("e2e4", "e7e5", 1)]);
    damage(&mut bytes);
    let error = parse(Kind::Book, bytes).unwrap_err().to_string();
    assert!(error.starts_with("file, byte ") && error.contains(expected), "{error}");
}

proptest! {
    #[test]
    fn arbitrary_sorted_entries_do_not_panic(
        entries in prop::collection::vec(
            (0usize..4, any::<usize>(), prop::option::weighted(0.02, any::<u16>()), any::<u16>()),
            0..40,
        ),
    ) {
        let positions = ["", "e2e4", "e2e4 e7e5", "d2d4"].map(after);
        let mut rows: Vec<[u8; 16]> = entries
            .iter()
            .map(|(place, choice, noise, weight)| {
                let position = &positions[*place];
                let legal = position.legal_moves();
                let usual = code(&UciMove::from_chess960(legal[choice % legal.len()]).to_string());
                row(position, noise.unwrap_or(usual), *weight)
            })
            .collect();
        rows.sort_unstable();
        if let Ok(openings) = parse(Kind::Book, rows.concat()) {
            for index in 0..5 {
                prop_assert!(!openings.nth(Order::Random, 1, index).game.moves().is_empty());
            }
        }
    }
}
