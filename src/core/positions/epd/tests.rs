use proptest::prelude::*;
use rstest::rstest;
use shakmaty::{Chess, Position};

use super::*;

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -";
const CASTLING: &str = "4k3/8/8/8/8/8/8/4K2R w K -";

/// Returns a line in canonical form.
fn canonical(line: &str) -> String {
    let records = read("suite.epd", line.as_bytes()).unwrap();
    assert_eq!(records.len(), 1, "{line}");
    records[0].1.to_string()
}

#[rstest]
#[case::canonical("bm O-O; id \"x\";", "bm O-O; id \"x\";")]
#[case::coordinates("bm e1g1; am e1h1;", "bm O-O; am O-O;")]
#[case::annotated("bm Rh8+!? Rh7!;", "bm Rh8+ Rh7;")]
#[case::without_check("bm Rh8 ; ", "bm Rh8+;")]
#[case::superfluous_capture("sm Rxh8+;", "sm Rh8+;")]
#[case::commas("bm Kd1, Kd2, Kd1;", "bm Kd1 Kd2;")]
#[case::order(
    "c1 \"b\"; zz 1; id \"x\"; c0 \"a\"; sm Kd1; am Kd2; bm Ke2; acd 3;",
    "bm Ke2; am Kd2; sm Kd1; id \"x\"; c0 \"a\"; c1 \"b\"; acd 3; zz 1;"
)]
#[case::no_last_semicolon("bm Kd1; id \"x\"", "bm Kd1; id \"x\";")]
#[case::doubled_semicolons(";; bm Kd1;; ; id \"x\";;", "bm Kd1; id \"x\";")]
#[case::missing_semicolons(
    "bm Kd1 id \"x\" c0 \"y\" acd 3 ce -5",
    "bm Kd1; id \"x\"; c0 \"y\"; acd 3; ce -5;"
)]
#[case::unquoted_id("bm Kd1; id WAC 001 ;", "bm Kd1; id \"WAC 001\";")]
#[case::quoted_semicolon("id \"a;b\"; bm Kd1;", "bm Kd1; id \"a;b\";")]
#[case::escapes(r#"id "a \"b\" \\ \n"; "#, r#"id "a \"b\" \\ \\n";"#)]
#[case::counters("0 1 bm Kd1;", "bm Kd1;")]
#[case::significant_counters("12 34 bm Kd1;", "bm Kd1; fmvn 34; hmvc 12;")]
#[case::counters_with_semicolon("0 1; bm Kd1;", "bm Kd1;")]
#[case::capital_opcode("BM Kd1; ID \"x\"", "bm Kd1; id \"x\";")]
#[case::split_moves("bm Kd1; bm Kd2;", "bm Kd1 Kd2;")]
#[case::repeated("id \"x\"; id x;", "id \"x\";")]
#[case::words("pv Kd1 Ke7; Foo \"a b\" \"\" \"id\"; noop;", "Foo \"a b\" \"\" \"id\"; noop; pv Kd1 Ke7;")]
#[case::squares("pv c4 c5 Kd1 c3 \"x\";", "c3 \"x\"; pv c4 c5 Kd1;")]
#[case::nothing("", "")]
fn irregular_operations_become_canonical(#[case] irregular: &str, #[case] expected: &str) {
    let expected = format!("{CASTLING} {expected}");
    let once = canonical(&format!("{CASTLING} {irregular}"));
    assert_eq!(once, expected.trim_end());
    assert_eq!(canonical(&once), once);
}

#[test]
fn irregular_files_are_read() {
    let text = format!(
        "\u{feff}# a suite\r\n\r\n{CASTLING} bm Kd1;\r\n   \t\n  # more\n\t{START}\tbm  e4 ;id \"y\""
    );
    let records = read("suite.epd", text.as_bytes()).unwrap();
    assert_eq!(records.iter().map(|(line, _)| *line).collect::<Vec<_>>(), [3, 6]);
    assert_eq!(records[1].1.text("id"), Some("y"));
}

#[test]
fn c4_is_a_move_unless_a_text_follows() {
    assert_eq!(canonical(&format!("{START} bm c4; c4 \"x\";")), format!("{START} bm c4; c4 \"x\";"));
    assert_eq!(canonical(&format!("{START} bm e4 c4 c4 \"x\"")), format!("{START} bm e4 c4; c4 \"x\";"));
}

#[test]
fn latin_1_is_read() {
    let mut bytes = format!("{START} id \"K").into_bytes();
    bytes.extend(b"\xf6ln\"; bm Nz9;");
    let error = read("suite.epd", &bytes).unwrap_err();
    assert_eq!((error.line, error.column), (1, START.len() + 16));
    bytes.truncate(bytes.len() - 8);
    assert_eq!(read("suite.epd", &bytes).unwrap()[0].1.text("id"), Some("Köln"));
}

#[test]
fn an_illegal_en_passant_square_is_dropped() {
    for (fields, kept) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3", "-"),
        ("rnbqkbnr/pppp1ppp/8/8/3pP3/8/PPP2PPP/RNBQKBNR b KQkq e3", "e3"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq e3", "-"),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq h8", "-"),
    ] {
        assert_eq!(canonical(fields).split(' ').nth(3), Some(kept), "{fields}");
    }
}

#[rstest]
#[case::not_chess("hello", 6, "the side to move is missing")]
#[case::three_fields("8/8/8/8/8/8/8/8 w -", 20, "the en passant square is missing")]
#[case::board("9/8/8/8/8/8/8/8 w - - bm e4;", 1, "“9/8/8/8/8/8/8/8” is not a valid board")]
#[case::side("4k3/8/8/8/8/8/8/4K3 x - - bm e4;", 21, "“x” is not a valid side to move")]
#[case::castling("4k3/8/8/8/8/8/8/4K3 w X - bm e4;", 23, "“X” is not a valid castling field")]
#[case::en_passant("4k3/8/8/8/8/8/8/4K3 w - z9 bm e4;", 25, "“z9” is not a valid en passant square")]
#[case::no_king("4k3/8/8/8/8/8/8/8 w - - bm e4;", 1, "illegal position: missing king")]
#[case::opposite_check("4k3/8/8/8/8/8/8/4R2K w - -", 1, "illegal position: opposite check")]
#[case::castling_rights("4k3/8/8/8/8/8/8/4K3 w K -", 1, "illegal position: invalid castling rights")]
#[case::pocket("4k3/8/8/8/8/8/8/4K3/QQ w - -", 1, "“4k3/8/8/8/8/8/8/4K3/QQ” is not a valid board")]
#[case::illegal("  4k3/8/8/8/8/8/8/4K3 w - - bm Kd1 Kd8;", 36, "“Kd8” is illegal in this position")]
#[case::after_umlaut("4k3/8/8/8/8/8/8/4K3 w - - id \"ü\"; bm Sf3;", 38, "“Sf3” is not a move")]
#[case::ambiguous("4k3/8/8/8/8/5N2/8/1N2K3 w - - bm Nd2;", 34, "“Nd2” is ambiguous in this position")]
#[case::no_moves("4k3/8/8/8/8/8/8/4K3 w - - bm ; id \"x\";", 27, "the opcode bm has no move")]
#[case::no_opcode("4k3/8/8/8/8/8/8/4K3 w - - Kd1;  9x", 33, "“9x” is not an opcode")]
#[case::quoted_opcode("4k3/8/8/8/8/8/8/4K3 w - - \"Kd1\";", 27, "“Kd1” is not an opcode")]
#[case::unclosed("4k3/8/8/8/8/8/8/4K3 w - - id \"x; bm Kd1;", 30, "the quotation mark is not closed")]
#[case::twice(
    "4k3/8/8/8/8/8/8/4K3 w - - id a; id b;",
    33,
    "the opcode id occurs twice with different operands"
)]
fn errors_have_a_line_and_a_column(#[case] line: &str, #[case] column: usize, #[case] problem: &str) {
    let error = read("suite.epd", format!("\n{line}\n").as_bytes()).unwrap_err();
    assert_eq!((error.line, error.column, error.problem.as_str()), (2, column, problem), "{error}");
    assert!(error.to_string().starts_with(&format!("suite.epd, line 2, column {column}: {problem}; ")));
}

#[test]
fn operations_are_checked_when_set() {
    let mut record = EpdRecord::new(Chess::default());
    let e4 = super::super::moves::find_move(&record.position, "e4").unwrap();
    assert_eq!(record.set("bm", Operand::Moves(vec![e4, e4])), Ok(()));
    assert_eq!(record.moves("bm"), [e4]);
    assert_eq!(record.set("bm", Operand::Text("e4".into())), Err(OperationError::Kind));
    assert_eq!(record.set("9x", Operand::Words(vec![])), Err(OperationError::Opcode));
    assert_eq!(record.set("bm", Operand::Moves(vec![])), Err(OperationError::Move));
    let mut other = Chess::default();
    other.play_unchecked(e4);
    let e5 = super::super::moves::find_move(&other, "e5").unwrap();
    assert_eq!(record.set("sm", Operand::Moves(vec![e5])), Err(OperationError::Move));
    assert_eq!(record.set("c3", Operand::Text("two\nlines".into())), Ok(()));
    assert_eq!(record.to_string(), format!("{START} bm e4; c3 \"two lines\";"));
}

fn positions() -> impl Strategy<Value = Chess> {
    prop::collection::vec(any::<usize>(), 0..80).prop_map(|choices| {
        let mut position = Chess::default();
        for choice in choices {
            let legal = position.legal_moves();
            if legal.is_empty() {
                break;
            }
            let mut next = position.clone();
            next.play_unchecked(legal[choice % legal.len()]);
            if next.legal_moves().is_empty() {
                break;
            }
            position = next;
        }
        position
    })
}

prop_compose! {
    fn records()(
        position in positions(),
        choices in prop::collection::vec(("[bas]m", prop::collection::vec(any::<usize>(), 1..4)), 0..3),
        texts in prop::collection::vec(("id|c[0-9]", any::<String>()), 0..4),
        others in prop::collection::vec(("[a-zA-Z][a-zA-Z0-9_]{0,14}", prop::collection::vec(any::<String>(), 0..4)), 0..4),
    ) -> EpdRecord {
        let legal = position.legal_moves();
        let mut record = EpdRecord::new(position);
        for (opcode, choices) in choices {
            let moves = choices.iter().map(|choice| legal[choice % legal.len()]).collect();
            record.set(&opcode, Operand::Moves(moves)).unwrap();
        }
        for (opcode, text) in texts {
            record.set(&opcode, Operand::Text(text)).unwrap();
        }
        for (opcode, words) in others {
            if kind(&opcode.to_ascii_lowercase()) == Kind::Words {
                record.set(&opcode, Operand::Words(words)).unwrap();
            }
        }
        record
    }
}

proptest! {
    #[test]
    fn written_records_are_read_back(records in prop::collection::vec(records(), 0..4)) {
        let text = write(&records);
        let back: Vec<_> = read("written", text.as_bytes()).unwrap().into_iter().map(|(_, record)| record).collect();
        prop_assert_eq!(&back, &records);
        prop_assert_eq!(write(&back), text);
    }

    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        let _ = read("noise", &bytes);
    }

    #[test]
    fn no_operations_cause_a_panic(operations in "[ -~é\"\\\\;]{0,60}") {
        let _ = read("noise", format!("{CASTLING} {operations}").as_bytes());
    }
}
