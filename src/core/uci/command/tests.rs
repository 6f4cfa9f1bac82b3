//! Tests of the command parser: it follows the protocol, and no input breaks it.

use proptest::prelude::*;
use rstest::rstest;

use super::*;

fn command(line: &str) -> Command {
    let Line { command, remarks } = parse(line);
    assert_eq!(remarks, [], "{line}");
    command.unwrap()
}

fn refused(line: &str) -> String {
    let Line { command, remarks } = parse(line);
    assert_eq!(command, None, "{line}");
    remarks.iter().map(Remark::to_string).collect::<Vec<_>>().join("\n")
}

#[test]
fn names_and_values_of_options_may_have_spaces() {
    let option = |line: &str| match command(line) {
        Command::SetOption { name, value } => (name, value),
        other => panic!("{other}"),
    };
    let pair = |name: &str, value: Option<&str>| (name.to_owned(), value.map(str::to_owned));
    assert_eq!(option("setoption name Clear  Hash"), pair("Clear Hash", None));
    assert_eq!(option("setoption name Hash value 64\r"), pair("Hash", Some("64")));
    assert_eq!(
        option("  setoption\tname Organism value /a  b/the value.ron "),
        pair("Organism", Some("/a  b/the value.ron"))
    );
    assert_eq!(option("setoption name SyzygyPath value"), pair("SyzygyPath", Some("")));
}

#[test]
fn positions_keep_their_fen_and_moves() {
    assert_eq!(
        command("position fen 8/8/8/8/8/k7/p7/K7  w - - 0 1 moves a1b1"),
        Command::Position {
            start: Start::Fen("8/8/8/8/8/k7/p7/K7 w - - 0 1".to_owned()),
            moves: vec!["a1b1".to_owned()],
        }
    );
    let start = |moves: &[&str]| Command::Position {
        start: Start::Initial,
        moves: moves.iter().map(|m| (*m).to_owned()).collect(),
    };
    assert_eq!(command("position startpos moves e2e4 e7e5"), start(&["e2e4", "e7e5"]));
    assert_eq!(command("position startpos moves"), start(&[]));
    assert_eq!(command("position startpos"), start(&[]));
}

#[test]
fn unknown_words_before_a_command_are_skipped_and_reported() {
    let Line { command, remarks } = parse("joho debug on");
    assert_eq!(command, Some(Command::Debug(true)));
    assert_eq!(remarks, [Remark::Unknown("“joho”".to_owned())]);
}

#[rstest]
#[case("nonsense", "unknown command “nonsense”")]
#[case("debug joho on", "debug on")]
#[case("setoption Hash value 1", "setoption name NAME")]
#[case("setoption name", "setoption name NAME")]
#[case("position", "position startpos")]
#[case("position e2e4", "position startpos")]
#[case("position startpos e2e4", "then “moves”")]
#[case("position fen moves e2e4", "position fen FEN")]
#[case("go perft x", "perft: “x” is not a number")]
#[case("go perft 101", "perft: the depth must be at most 100")]
#[case("go perft 99999999999999999999", "perft: the depth must be at most 100")]
#[case("bench quickly", "bench nodes N")]
#[case("bench nodes 1e6", "nodes: “1e6” is not a number")]
fn invalid_commands_are_explained(#[case] line: &str, #[case] reason: &str) {
    let message = refused(line);
    assert!(message.contains(reason), "{message}");
}

#[test]
fn a_blank_line_has_no_command() {
    assert_eq!(parse(" \t\r"), Line::default());
}

#[test]
fn messages_about_invalid_input_are_short_and_printable() {
    let message = refused(&"\u{1b}\0x".repeat(100_000));
    assert!(message.chars().count() < 400, "{message}");
    assert!(!message.contains(char::is_control), "{message:?}");
    assert!(refused(&"word ".repeat(100_000)).len() < 200, "one remark a line");
}

fn word() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9/._-]{1,8}"
        .prop_filter("not a word of the protocol", |word| !["moves", "value"].contains(&word.as_str()))
}

fn go() -> impl Strategy<Value = Command> {
    let number = || proptest::option::of(any::<u64>());
    let moves = proptest::collection::vec("[a-h][1-8][a-h][1-8][qrbn]?", 0..4);
    let times = (number(), number(), number(), number(), number());
    let limits = (number(), number(), number(), number());
    (moves, any::<bool>(), any::<bool>(), times, limits).prop_map(
        |(searchmoves, ponder, infinite, times, (depth, nodes, mate, movetime))| {
            let (wtime, btime, winc, binc, movestogo) = times;
            Command::Go(Go {
                searchmoves,
                ponder,
                wtime,
                btime,
                winc,
                binc,
                movestogo,
                depth,
                nodes,
                mate,
                movetime,
                infinite,
                ignored: None,
            })
        },
    )
}

fn any_command() -> impl Strategy<Value = Command> {
    let words = |least| proptest::collection::vec(word(), least..5).prop_map(|words| words.join(" "));
    let option = (words(1), proptest::option::of(words(0)));
    let start = prop_oneof![Just(Start::Initial), words(1).prop_map(Start::Fen)];
    let position = (start, proptest::collection::vec(word(), 0..5));
    prop_oneof![
        Just(Command::Uci),
        any::<bool>().prop_map(Command::Debug),
        Just(Command::IsReady),
        option.prop_map(|(name, value)| Command::SetOption { name, value }),
        Just(Command::Register),
        Just(Command::NewGame),
        position.prop_map(|(start, moves)| Command::Position { start, moves }),
        go(),
        (0..=MAX_DEPTH).prop_map(Command::Perft),
        Just(Command::Stop),
        Just(Command::PonderHit),
        Just(Command::Quit),
        Just(Command::Display),
        Just(Command::Eval),
        Just(Command::Bench(None)),
        (1u64..).prop_map(|nodes| Command::Bench(Some(BenchLimit::Nodes(nodes)))),
        (1u32..).prop_map(|depth| Command::Bench(Some(BenchLimit::Depth(depth)))),
        Just(Command::Help),
    ]
}

proptest! {
    #[test]
    fn a_command_reads_back_as_itself(written in any_command()) {
        prop_assert_eq!(command(&written.to_string()), written);
    }

    #[test]
    fn any_bytes_are_accepted(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let _ = parse(&String::from_utf8_lossy(&bytes));
    }

    #[test]
    fn any_words_are_accepted(words in proptest::collection::vec(prop_oneof![
        word(),
        proptest::sample::select(vec![
            "go", "position", "fen", "moves", "setoption", "name", "value", "depth", "-1", "searchmoves", "perft",
            "18446744073709551616", "startpos", "bench", "nodes", "debug",
        ]).prop_map(str::to_owned),
    ], 0..12)) {
        let Line { command, .. } = parse(&words.join(" "));
        if let Some(command) = command {
            prop_assert_eq!(parse(&command.to_string()).command, Some(command));
        }
    }
}
