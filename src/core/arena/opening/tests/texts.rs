//! Tests of games and positions, and of the detection of their format.

use std::fs;
use std::path::PathBuf;

use proptest::prelude::*;
use rstest::rstest;

use super::*;

const MATE: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

fn games(text: &str) -> Vec<String> {
    let openings = parse(Kind::Games, text).unwrap();
    sequence(&openings, Order::Sequential, 1, 0..openings.count().unwrap() as u64)
}

#[test]
fn the_opening_is_the_main_line() {
    let text = "[Event \"a\"]\n[ECO \"C50\"]\n\n1. e4 {the king's} e5 $1 (1... c5 2. Nf3) 2. Nf3! Nc6\n3. Bc4 *\n\n\
                [Event \"b\"]\n\n1. d4 d5 ; a remark\n2. c4 1/2-1/2\n\n[Event \"c\"]\n1. c4";
    assert_eq!(games(text), ["e4 e5 Nf3 Nc6 Bc4", "d4 d5 c4", "c4"]);
    assert_eq!(games(&format!("\u{feff}{}", text.replace('\n', "\r\n"))).len(), 3);
}

#[test]
fn a_game_is_an_opening_up_to_the_maximum_length() {
    let limited = |plies| {
        let openings = Openings::parse("file", Kind::Games, MATE.into(), Some(plies)).unwrap();
        moves(&openings.nth(Order::Sequential, 1, 0).game)
    };
    assert_eq!(limited(1), "e4");
    assert_eq!(limited(6), "e4 e5 Qh5 Nc6 Bc4 Nf6");
    let pawns: String = [3, 4]
        .iter()
        .flat_map(|to| ('a'..='h').map(move |file| format!("{file}{to} {file}{} ", 9 - to)))
        .collect();
    let text = pawns + "Nc3 Nc6 Nf3 Nf6 Rb1 Rb8 Rg1 Rg8 Bb2 Bb7";
    assert_eq!(games(&text)[0].split(' ').count(), GAME_PLIES as usize);
}

#[rstest]
#[case("[ECO \"B33\"]\n[Opening \"Sicilian\"]\n[Variation \"Sveshnikov\"]", Some("B33 Sicilian, Sveshnikov"))]
#[case("[Eco \"B33\"]\n[Opening \"?\"]", Some("B33"))]
#[case("[Opening \"H\u{fc}bner\"]", Some("Hübner"))]
#[case("[ECO \"?\"]\n[Event \"x\"]", None)]
fn tags_name_the_opening(#[case] tags: &str, #[case] name: Option<&str>) {
    let openings = parse(Kind::Games, format!("{tags}\n\n1. e4 *\n")).unwrap();
    assert_eq!(openings.nth(Order::Random, 3, 9).name.as_deref(), name);
}

#[test]
fn games_can_start_from_any_position() {
    let text = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 30\"]\n\n30... Kd7 31. e4 *\n\n\
                [FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n*\n";
    let openings = parse(Kind::Games, text).unwrap();
    let first = openings.nth(Order::Sequential, 1, 0).game;
    assert_eq!((moves(&first).as_str(), first.start().halfmoves()), ("Kd7 e4", 3));
    assert_eq!(first.start().fullmoves().get(), 30);
    assert!(openings.nth(Order::Sequential, 1, 1).game.moves().is_empty());
}

#[test]
fn repeated_final_positions_are_skipped() {
    let text = "[ECO \"A10\"]\n\n1. e4 e5 2. Nf3 *\n\n1. Nf3 e5 2. e4 *\n\n1. d4 *\n\n1. d4 *\n";
    let openings = parse(Kind::Games, text).unwrap();
    assert_eq!((openings.count(), openings.repeated()), (Some(2), 2));
    assert_eq!(openings.nth(Order::Sequential, 1, 0).name.as_deref(), Some("A10"));
    // Move counters do not distinguish positions, castling rights do.
    let text = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n4k3/8/8/8/8/8/8/4K2R w K - 5 9\n4k3/8/8/8/8/8/8/4K2R w - -\n";
    let openings = parse(Kind::Positions, text).unwrap();
    assert_eq!((openings.count(), openings.repeated()), (Some(2), 1));
}

#[rstest]
#[case::illegal("1. e4 e5 2. Ke3 *", "line 5): “2. Ke3” is illegal in this position; correct")]
#[case::illegal_black("1. e4 Ke7 *", "“1... Ke7” is illegal in this position")]
#[case::ambiguous(
    "1. Nf3 a6 2. Nd4 a5 3. Nb3 a4 4. N1c3 a3 5. N3d5 h6 6. Nd4 h5 7. Nb5 h4 8. Nc3 *",
    "“8. Nc3” is ambiguous"
)]
#[case::german("1. e4 e5 2. Sf3 *", "contains a word that is not a move")]
#[case::unclosed("1. e4 {and", "incomplete or invalid")]
#[case::nothing("*", "the game has no moves and no FEN tag")]
#[case::mate(MATE, "over at the end of the opening by checkmate; end the opening earlier")]
#[case::repetition("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 *", "by threefold repetition")]
#[case::set_up("[FEN \"4k3/8/8/8/8/8/8/8 w - - 0 1\"]\n\n*", "FEN tag, column 1: ")]
#[case::square(
    "[FEN \"4k3/8/8/8/8/8/8/R3K3 w - x 0 1\"]\n\n*",
    "FEN tag, column 26: “x” is not a valid en passant square"
)]
#[case::no_set_up("[FEN \"\"]\n\n*", "FEN tag, column 1: it contains no position")]
#[case::variant("[Variant \"Atomic\"]\n\n1. e4 *", "the variant “Atomic” is not supported")]
fn bad_games_are_explained(#[case] bad: &str, #[case] expected: &str) {
    let text = format!("[Event \"good\"]\n\n1. e4 *\n\n{bad}\n\n");
    let error = parse(Kind::Games, text).unwrap_err().to_string();
    assert!(error.starts_with("file, game 2 (line 5): ") && error.contains(expected), "{error}");
}

#[test]
fn positions_are_read_with_their_clocks_and_without_operations() {
    let text = "\u{feff}# endings\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 12 40\r\n\
                4k3/8/8/8/8/8/3P4/4K3 w - - bm Qh9 what \"ever\n  4k3/8/8/8/8/8/2P5/4K3  b  -  -  0  7 id \"x\";\n\
                4k3/8/8/8/8/8/1P6/4K3 w - - 0 99999999999999999999";
    let openings = parse(Kind::Positions, text).unwrap();
    let clocks = |index| {
        let game = openings.nth(Order::Sequential, 1, index).game;
        (game.position().halfmoves(), game.position().fullmoves().get())
    };
    assert_eq!((0..4).map(clocks).collect::<Vec<_>>(), [(12, 40), (0, 1), (0, 7), (0, 9999)]);
}

#[rstest]
#[case("4k3/8/8/8/8/8/8/4K2R w - x", "line 2, column 26: “x” is not a valid en passant square")]
#[case("what is this now", "line 2, column 1: “what” is not a valid board")]
#[case("4k3/8/8/8/8/8/8/4K2R", "line 2, column 21: the side to move is missing")]
#[case("4k3/8/8/8/8/8/8/4KR2 w - - 100 90", "line 2, column 1: the game is over here by the fifty-move rule")]
#[case("7k/5Q2/6K1/8/8/8/8/8 b - -", "over here by stalemate")]
#[case("4k3/8/8/8/8/8/8/4K2B w - -", "over here because neither side can mate")]
fn bad_positions_are_explained(#[case] bad: &str, #[case] expected: &str) {
    let error =
        parse(Kind::Positions, format!("4k3/8/8/8/8/8/8/4K2R w - -\n{bad}\n")).unwrap_err().to_string();
    assert!(error.starts_with("file, line 2, ") && error.contains(expected), "{error}");
}

fn write(folder: &tempfile::TempDir, name: &str, bytes: &[u8]) -> PathBuf {
    let path = folder.path().join(name);
    fs::write(&path, bytes).unwrap();
    path
}

#[test]
fn formats_are_detected_by_name_or_content() {
    let folder = tempfile::tempdir().unwrap();
    let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
    for (name, content) in [
        ("one.PGN", "1. e4 *"),
        // Old programs end a text with this character.
        ("dos.pgn", "1. e4 *\r\n\u{1a}"),
        ("two.epd", position),
        ("three.fen", position),
        ("four.txt", "[Event \"x\"]\n\n1. e4 *"),
        ("five", "1. e4 *"),
        ("six.book", position),
    ] {
        let openings = Openings::read(&write(&folder, name, content.as_bytes())).unwrap();
        let plies = openings.nth(Order::Random, 1, 5).game.moves().len();
        assert_eq!((openings.count(), plies), (Some(1), usize::from(!content.starts_with('4'))), "{name}");
    }
    let mut entry = 0x463b_9618_1691_fc9c_u64.to_be_bytes().to_vec();
    entry.extend([0b0000_0011, 0b0001_1100, 0, 1, 0, 0, 0, 0]);
    for name in ["book.bin", "book.dat"] {
        let openings = Openings::read(&write(&folder, name, &entry)).unwrap();
        assert_eq!(openings.count(), None);
        assert_eq!(moves(&openings.nth(Order::Random, 1, 5).game), "e4");
    }
    let path = write(&folder, "long.pgn", MATE.as_bytes());
    let openings = Openings::read_up_to(&path, NonZeroU32::MIN).unwrap();
    assert_eq!(moves(&openings.nth(Order::Random, 1, 5).game), "e4");
}

#[test]
fn files_without_openings_are_explained() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |path: &Path| Openings::read(path).unwrap_err();
    let message = |name: &str, bytes: &[u8]| {
        let path = write(&folder, name, bytes);
        let error = refused(&path).to_string();
        assert!(error.starts_with(&path.display().to_string()), "{error}");
        error
    };
    assert!(message("empty.pgn", b"").contains("the file is empty; use a file of games (.pgn)"));
    assert!(message("blank.pgn", b"\n \n").contains("the file contains no opening"));
    assert!(message("remarks.epd", b"# nothing\n\n").contains("the file contains no opening"));
    assert!(matches!(refused(&folder.path().join("none.pgn")), OpeningError::Unreadable { .. }));
    assert!(matches!(refused(folder.path()), OpeningError::Unreadable { .. }));
    let large = write(&folder, "large.bin", b"");
    fs::File::options().write(true).open(&large).unwrap().set_len(LARGEST + 1).unwrap();
    assert!(matches!(refused(&large), OpeningError::TooLarge { .. }));
}

proptest! {
    #[test]
    fn arbitrary_bytes_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        for kind in [Kind::Games, Kind::Positions, Kind::Book] {
            if let Ok(openings) = parse(kind, bytes.clone()) {
                let _ = openings.nth(Order::Random, 1, 1);
            }
        }
        let _ = file::kind(Path::new("unknown"), &bytes);
    }

    #[test]
    fn damaged_files_do_not_panic(at in 0usize..200, noise in prop::collection::vec(any::<u8>(), 0..8)) {
        let position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1\n";
        for (kind, text) in [(Kind::Games, MATE.repeat(3)), (Kind::Positions, position.repeat(3))] {
            let mut bytes = text.into_bytes();
            let at = at.min(bytes.len());
            bytes.splice(at..(at + 3).min(bytes.len()), noise.iter().copied());
            if let Ok(openings) = parse(kind, bytes) {
                let _ = openings.nth(Order::Random, 1, 1);
            }
        }
    }
}
