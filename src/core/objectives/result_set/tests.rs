use proptest::prelude::*;
use rstest::rstest;
use shakmaty::Position;

use super::*;

const KINGS: &str = "4k3/8/8/8/8/8/4P3/4K3 w - -";

fn parse(text: &str) -> Result<ResultSet, ResultSetError> {
    text::read("set.epd", text.as_bytes())
}

fn message(text: &str) -> String {
    parse(text).unwrap_err().to_string()
}

#[rstest]
#[case::pgn("1-0", Points::WIN)]
#[case::pgn_draw("1/2-1/2", Points::DRAW)]
#[case::pgn_loss("0-1", Points::LOSS)]
#[case::epd("c9 \"1-0\";", Points::WIN)]
#[case::epd_draw("c9 \"1/2-1/2\";", Points::DRAW)]
#[case::epd_loss("bm e4; c9 \"0-1\"; id \"a [b]; c\";", Points::LOSS)]
#[case::brackets("[1.0]", Points::WIN)]
#[case::brackets_with_score("0 1 [0.5] -35", Points::DRAW)]
#[case::brackets_with_zero("12 40 [0.0]", Points::LOSS)]
#[case::semicolon("; 1.0", Points::WIN)]
#[case::attached("0 1;0.5", Points::DRAW)]
#[case::ended("0 1; 0-1;", Points::LOSS)]
#[case::number("0 1; 1", Points::WIN)]
#[case::bars("0 1 | 35 | 0.5", Points::DRAW)]
#[case::comma("0 1,0", Points::LOSS)]
#[case::counters("0 1 0.5", Points::DRAW)]
#[case::quoted("0 1 \"1-0\"", Points::WIN)]
#[case::expected("0.73", Points::of(0.73).unwrap())]
#[case::expected_in_brackets("[0.256]", Points::of(0.26).unwrap())]
fn results_are_read_in_every_format(#[case] ending: &str, #[case] expected: Points) {
    for end in ["\n", "\r\n", " \n", ""] {
        let set = parse(&format!("\u{feff}# a comment\n\n{KINGS} {ending}{end}")).unwrap();
        assert_eq!((set.positions.len(), set.games.len()), (1, 1));
        assert_eq!(set.positions[0].points, expected);
        assert_eq!(fields(&set.positions[0].position), KINGS);
    }
}

#[rstest]
#[case::no_result("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 32, "the line has no result")]
#[case::four_fields("4k3/8/8/8/8/8/4P3/4K3 w - -", 28, "the line has no result")]
#[case::result("4k3/8/8/8/8/8/4P3/4K3 w - - 2-0", 29, "“2-0” is not a result")]
#[case::star("4k3/8/8/8/8/8/4P3/4K3 w - -; *", 30, "“*” is not a result")]
#[case::points("4k3/8/8/8/8/8/4P3/4K3 w - - [ 1.7 ]", 31, "“1.7” is not a result")]
#[case::epd("4k3/8/8/8/8/8/4P3/4K3 w - - c9 \"*\";", 32, "“*” is not a result")]
#[case::board("4k3/8/8/8/8/8/4K3 w - - 1-0", 1, "is not a valid board")]
#[case::turn("4k3/8/8/8/8/8/8/4K3 x - - 1-0", 21, "is not a valid side to move")]
#[case::field("4k3/8/8/8/8/8/8/4K3 w - 1-0", 24, "the en passant square is missing")]
#[case::illegal("8/8/8/8/8/8/8/4K3 w - - 1-0", 1, "king")]
#[case::rest("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1 good 1-0", 33, "“good” is neither")]
fn invalid_lines_are_reported_with_line_and_column(
    #[case] line: &str,
    #[case] column: usize,
    #[case] problem: &str,
) {
    for (text, number) in [
        (format!("{KINGS} 1-0\n# comment\n{line}\n{KINGS} 1-0\n"), 3),
        (format!("{}\ngame A – B\n{line}\n", text::HEADER), 3),
    ] {
        let error = message(&text);
        assert!(error.starts_with(&format!("set.epd, line {number}, column {column}: ")), "{error}");
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn other_files_are_refused() {
    let header = text::HEADER;
    assert!(message("").contains("contains no position"));
    assert!(message(&format!("{header}\ngame A – B\n")).contains("contains no position"));
    assert!(
        message(&format!("{header}\n{KINGS} 1-0\n")).contains("line 2, column 1: the position has no game")
    );
    assert!(message("eyas-results 3\n").contains("the format is “eyas-results 3”"));
    assert!(message("eyas-results\n").contains("the format is “eyas-results”"));
    assert!(ResultSet::embedded("gm2700").unwrap_err().to_string().contains("gm2600-results"));
    assert!(ResultSet::read(Path::new("no/such.zst")).unwrap_err().to_string().contains("no/such.zst"));
}

#[test]
fn lines_with_the_same_id_belong_to_one_game() {
    let line = |id: &str, result: &str| format!("{KINGS} c9 \"{result}\"; id \"{id}\";\n");
    let text = [line("a", "1-0"), line("b", "0-1"), format!("{KINGS} 1-0\n"), line("a", "1-0")].concat();
    let set = parse(&text).unwrap();
    assert_eq!(set.positions.iter().map(|position| position.game).collect::<Vec<_>>(), [0, 1, 2, 0]);
    assert_eq!(set.games.iter().map(|game| game.text.as_str()).collect::<Vec<_>>(), ["a", "b", ""]);
}

#[test]
fn truncated_and_damaged_files_are_explained() {
    let embedded = file::pack(&format!("{KINGS} 1-0\n").repeat(1000)).unwrap();
    let refuse = |bytes: &[u8]| file::unpack("set.zst", bytes).unwrap_err().to_string();
    for length in [5, 20, embedded.len() / 2, embedded.len() - 1] {
        let error = refuse(&embedded[..length]);
        assert!(error.starts_with("set.zst: ") && error.contains("damaged or truncated"), "{error}");
    }
    let mut flipped = embedded.clone();
    flipped[embedded.len() / 2] ^= 0x40;
    assert!(refuse(&flipped).contains("damaged or truncated"));
}

#[test]
fn a_decompression_bomb_is_refused() {
    let content = " ".repeat(1 << 20);
    let bomb = file::pack(&content).unwrap();
    assert!(bomb.len() < 3000);
    let error = file::unpack_up_to((1 << 20) - 1, "bomb.zst", &bomb).unwrap_err();
    assert!(matches!(error, ResultSetError::TooLarge { .. }), "{error}");
    assert_eq!(file::unpack_up_to(1 << 20, "bomb.zst", &bomb).unwrap(), content.as_bytes());
}

/// Returns a set with positions of random games; `draws` decide the moves.
fn random_set(draws: &[(u8, u8, Vec<u16>)]) -> ResultSet {
    let mut set = ResultSet { name: String::new(), games: Vec::new(), positions: Vec::new() };
    for (game, (name, result, moves)) in (0..).zip(draws) {
        let text = ["", "Ärger – B, # game 1.0;"][usize::from(name % 2)].to_owned();
        set.games.push(GameSource { text });
        let mut position = Chess::default();
        for draw in moves {
            let legal = position.legal_moves();
            let Some(chosen) = legal.get(usize::from(*draw) % legal.len().max(1)) else { break };
            position.play_unchecked(*chosen);
            // All points, and results of games twice as often.
            let points = Points::of(f64::from(result % 101) / 100.0).unwrap();
            let points = if result % 2 == 0 { Points::RESULTS[usize::from(result % 3)] } else { points };
            set.positions.push(ResultPosition { position: position.clone(), points, game });
        }
    }
    set
}

proptest! {
    // Compression at a high level takes time.
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn a_written_set_is_read_back(
        draws in prop::collection::vec((any::<u8>(), any::<u8>(), prop::collection::vec(any::<u16>(), 0..40)), 1..12)
    ) {
        let set = random_set(&draws);
        prop_assume!(!set.positions.is_empty());
        let folder = tempfile::tempdir().unwrap();
        for file in ["set.packed", "set.zst", "set.txt"] {
            let path = folder.path().join(file);
            set.write(&path).unwrap();
            let read = ResultSet::read(&path).unwrap();
            prop_assert_eq!((&read.games, &read.positions), (&set.games, &set.positions));
            prop_assert_eq!(read.digest().blake3, set.digest().blake3);
        }
        prop_assert!(std::fs::read(folder.path().join("set.packed")).unwrap().starts_with(b"eyas-results 2\n"));
        prop_assert!(std::fs::read(folder.path().join("set.zst")).unwrap().starts_with(b"\x28\xb5\x2f\xfd"));
        prop_assert!(std::fs::read(folder.path().join("set.txt")).unwrap().starts_with(b"eyas-results 1\n"));
    }
}

proptest! {
    #[test]
    fn arbitrary_texts_do_not_panic(bytes in prop::collection::vec(any::<u8>(), 0..200), header in any::<bool>()) {
        let header = if header { "eyas-results 1\ngame A\n" } else { "" };
        let _ = text::read("set", &[header.as_bytes(), &bytes].concat());
        let _ = text::read("set", &[header.as_bytes(), KINGS.as_bytes(), b" ", &bytes].concat());
    }
}

#[test]
fn no_game_is_in_two_parts() {
    let set = ResultSet::embedded("gm2600-results").unwrap();
    let parts = [Part::Train, Part::Validation, Part::Test];
    let games = parts.map(|part| {
        let games: std::collections::BTreeSet<u32> = set.part(part).map(|position| position.game).collect();
        assert!(games.iter().all(|game| Part::of(*game) == part));
        games
    });
    assert!(
        games[0].is_disjoint(&games[1]) && games[0].is_disjoint(&games[2]) && games[1].is_disjoint(&games[2])
    );
    assert_eq!(parts.map(|part| set.part(part).count()).iter().sum::<usize>(), set.positions.len());
    // Eight of ten games, one of ten, one of ten.
    let share = |index: usize| games[index].len() as f64 / set.games.len() as f64;
    assert!((share(0) - 0.8).abs() < 0.01 && (share(1) - 0.1).abs() < 0.01);
}

#[test]
fn sets_are_concatenated() {
    let folder = tempfile::tempdir().unwrap();
    let paths = ["a.txt", "b.txt"].map(|name| folder.path().join(name));
    std::fs::write(&paths[0], format!("{KINGS} 1-0\n{KINGS} 0-1\n")).unwrap();
    std::fs::write(&paths[1], format!("{}\ngame A\n{KINGS} 1-0\n", text::HEADER)).unwrap();
    let sources = paths.map(PositionSource::File).to_vec();
    let set = ResultSet::load(&PositionSource::Multiple(sources)).unwrap();
    assert_eq!(set.positions.iter().map(|position| position.game).collect::<Vec<_>>(), [0, 1, 2]);
    assert_eq!((set.games.len(), set.games[2].text.as_str()), (3, "A"));
    assert!(set.name.contains("a.txt, "));
}

#[test]
fn the_digest_depends_on_positions_results_and_games() {
    let digest = |text: &str| parse(text).unwrap().digest().blake3;
    let header = text::HEADER;
    let two = digest(&format!("{KINGS} 1-0\n{KINGS} 0-1\n"));
    assert_eq!(digest(&format!("{header}\ngame A\n{KINGS} 1-0\ngame B\n{KINGS} 0-1")), two);
    assert_ne!(digest(&format!("{header}\ngame A\n{KINGS} 1-0\n{KINGS} 0-1")), two);
    assert_ne!(digest(&format!("{KINGS} 1-0\n{KINGS} 1-0")), two);
    assert_ne!(digest(&format!("{KINGS} 1-0\n4k3/8/8/8/8/8/4P3/4K3 b - - 0-1")), two);
}
