use std::collections::HashSet;
use std::io::BufReader;

use proptest::prelude::*;
use rstest::rstest;
use shakmaty::{Color, Position};

use super::*;

const TAGS: &str = "[Event \"E\"]\n[Date \"2001.02.03\"]\n[White \"Adams, M\"]\n[Black \"Bareev, E\"]\n[Result \"1-0\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2650\"]\n";
const MOVES: &str = "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0\n";

/// Reads each game of a text.
fn read_games(text: &[u8], options: &ImportOptions) -> Vec<Result<Vec<u32>, Skip>> {
    // A tiny buffer splits lines at arbitrary points.
    let mut games = Games::new(BufReader::with_capacity(7, text));
    let mut raw = RawGame::default();
    let mut found = Vec::new();
    while games.next(&mut raw).unwrap() {
        found.push(game::read(&raw, found.len() as u64 + 1, options).map(|candidate| candidate.eligible));
    }
    assert_eq!(games.bytes_read(), text.len() as u64);
    found
}

fn one(text: &str, options: &ImportOptions) -> Result<Vec<u32>, Skip> {
    let found = read_games(text.as_bytes(), options);
    assert_eq!(found.len(), 1, "{found:?}");
    found.into_iter().next().unwrap()
}

fn game(tags: &str, moves: &str) -> String {
    format!("{tags}\n{moves}")
}

#[rstest]
#[case::plain(MOVES)]
#[case::comments("1. e4 {best (by test) 1-0 ; } e5 ; not 1... c5 {\n2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")]
#[case::variations(
    "1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4 0-1) e5 2. Qh5 Nc6 3. Bc4 (3. Sf3) Nf6 4. Qxf7# 1-0"
)]
#[case::nags("1.e4! $1 e5 $14 2.Qh5?! Nc6!? 3.Bc4 Nf6?? $4 4.Qxf7# +- N D 1-0")]
#[case::blank_lines("1. e4 e5\n\n2. Qh5 Nc6\n\n\n3. Bc4 Nf6 4. Qxf7# 1-0")]
#[case::one_line_each("1. e4\ne5\n2.\nQh5\nNc6\n3. Bc4\nNf6 4. Qxf7#\n1-0")]
#[case::escape("1. e4 e5 2. Qh5 Nc6\n% anything\n3. Bc4 Nf6 4. Qxf7# 1-0")]
#[case::missing_signs("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qf7 1-0")]
#[case::tag_in_comment("1. e4 {\n[White \"x\"]\n} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0")]
#[case::star("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# *")]
fn good_games_are_read(#[case] moves: &str) {
    let text = game(TAGS, moves);
    let expected = Ok(vec![0, 2, 4, 6]);
    assert_eq!(one(&text, &ImportOptions::default()), expected);
    assert_eq!(one(&text.replace('\n', "\r\n"), &ImportOptions::default()), expected);
    assert_eq!(one(&format!("\u{feff}{text}"), &ImportOptions::default()), expected);
    assert_eq!(one(&text.replacen("]\n\n", "]\n", 1), &ImportOptions::default()), expected);
}

#[rstest]
#[case::illegal(MOVES, "1. e4 e5 2. Ke3 1-0", Skip::IllegalMove)]
#[case::null_move(MOVES, "1. e4 -- 2. d4 1-0", Skip::IllegalMove)]
#[case::ambiguous(
    MOVES,
    "1. Nf3 a6 2. Nd4 a5 3. Nb3 a4 4. N1c3 a3 5. N3d5 h6 6. Nd4 h5 7. Nb5 h4 8. Nc3 1-0",
    Skip::IllegalMove
)]
#[case::german(MOVES, "1. e4 e5 2. Sf3 Sc6 3. d4 exd4 1-0", Skip::UnreadableMove)]
#[case::figurines(MOVES, "1. e4 e5 2. ♘f3 ♞c6 3. d4 exd4 1-0", Skip::UnreadableMove)]
#[case::cut_off(MOVES, "1. e4 e5 2. Qh5", Skip::CutOff)]
#[case::unclosed_comment(MOVES, "1. e4 e5 { what follows 1-0", Skip::Unreadable)]
#[case::no_moves(MOVES, "1-0", Skip::NoPosition)]
#[case::contradiction(MOVES, "1. e4 e5 0-1", Skip::Contradiction)]
#[case::variant("[Result", "[Variant \"Chess960\"]\n[Result", Skip::Variant)]
#[case::set_up("[Result", "[FEN \"not a position\"]\n[Result", Skip::SetUp)]
#[case::illegal_set_up("[Result", "[FEN \"8/8/8/8/8/8/8/K7 w - - 0 1\"]\n[Result", Skip::SetUp)]
#[case::no_elo("[BlackElo \"2650\"]\n", "", Skip::EloMissing)]
#[case::odd_elo("2650", "26xx", Skip::EloMissing)]
#[case::elo_zero("2650", "0", Skip::EloMissing)]
#[case::low_elo("2650", "2599", Skip::EloBelow)]
fn bad_games_are_skipped_by_reason(#[case] good: &str, #[case] bad: &str, #[case] reason: Skip) {
    let text = game(TAGS, MOVES).replacen(good, bad, 1);
    assert_eq!(one(&text, &ImportOptions::default()), Err(reason));
    let among = format!("{}\n{text}\n\n{}", game(TAGS, MOVES), game(TAGS, MOVES));
    let good = Ok(vec![0, 2, 4, 6]);
    assert_eq!(read_games(among.as_bytes(), &ImportOptions::default()), [good.clone(), Err(reason), good]);
}

#[test]
fn results_determine_the_eligible_plies() {
    let options = ImportOptions::default();
    let any = ImportOptions { any_result: true, ..ImportOptions::default() };
    let all = Ok((0..7).collect::<Vec<_>>());
    for (tag, marker, by_default) in [
        ("1/2-1/2", "1/2-1/2", Err(Skip::NotDecisive)),
        ("*", "*", Err(Skip::Unfinished)),
        ("?", "*", Err(Skip::Unfinished)),
        ("0-1", "0-1", Ok(vec![1, 3, 5])),
        ("?", "0-1", Ok(vec![1, 3, 5])),
        ("0-1", "*", Ok(vec![1, 3, 5])),
    ] {
        let text = game(&TAGS.replace("1-0", tag), &MOVES.replace("1-0", marker));
        assert_eq!(one(&text, &options), by_default, "{tag} {marker}");
        assert_eq!(one(&text, &any), all, "{tag} {marker}");
    }
}

#[test]
fn minimum_ply_and_player_restrict_the_eligible_plies() {
    let text = game(TAGS, MOVES);
    let with = |min_ply, player: Option<&str>, any_result| ImportOptions {
        min_ply,
        player: PlayerNames::new(player),
        any_result,
        ..ImportOptions::default()
    };
    assert_eq!(one(&text, &with(3, None, false)), Ok(vec![4, 6]));
    assert_eq!(one(&text, &with(7, None, false)), Err(Skip::NoPosition));
    assert_eq!(one(&text, &with(0, Some("adAMS"), true)), Ok(vec![0, 2, 4, 6]));
    assert_eq!(one(&text, &with(2, Some("Bareev"), true)), Ok(vec![3, 5]));
    assert_eq!(one(&text, &with(0, Some("Bareev"), false)), Err(Skip::NoPosition));
    assert_eq!(one(&text, &with(0, Some("Carlsen"), false)), Err(Skip::Player));
}

#[test]
fn games_may_start_from_a_set_up_position() {
    let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 30\"]\n[Result \"1-0\"]";
    let text = game(&TAGS.replace("[Result \"1-0\"]", set_up), "30... Kd7 31. e4 Kd6 32. e5+ 1-0\n");
    assert_eq!(one(&text, &ImportOptions::default()), Ok(vec![1, 3]));
}

#[test]
fn games_without_tags_are_separated_by_their_results() {
    let options = ImportOptions { min_elo: 0, ..ImportOptions::default() };
    let found = read_games(b"1. e4 e5 1-0\n\n1. d4\n\nd5 0-1\n\n\n1. c4 1-0", &options);
    assert_eq!(found, [Ok(vec![0]), Ok(vec![1]), Ok(vec![0])]);
}

#[test]
fn an_endless_game_does_not_fill_the_memory() {
    let mut text = game(TAGS, "1. e4 { ").into_bytes();
    text.resize(9 << 20, b'x');
    text.extend(b"\n\n");
    text.extend(game(TAGS, MOVES).into_bytes());
    let mut games = Games::new(&text[..]);
    let mut raw = RawGame::default();
    assert!(games.next(&mut raw).unwrap());
    assert!(raw.too_long && raw.text.len() < 5 << 20);
    assert!(games.next(&mut raw).unwrap() && !raw.too_long);
    assert!(!games.next(&mut raw).unwrap());
}

/// Writes a file of `count` games of two plies with different openings.
fn many_games(folder: &Path, count: usize) -> PathBuf {
    let mut text = String::new();
    let start = shakmaty::Chess::default();
    let mut openings = Vec::new();
    for first in start.legal_moves() {
        let mut next = start.clone();
        next.play_unchecked(first);
        for second in next.legal_moves() {
            openings.push(format!(
                "1. {} {} 1/2-1/2",
                crate::positions::moves::san(&start, first),
                crate::positions::moves::san(&next, second)
            ));
        }
    }
    for opening in openings.iter().cycle().take(count) {
        text.push_str(&game(&TAGS.replace("1-0", "1/2-1/2"), opening));
        text.push_str("\n\n");
    }
    let path = folder.join("many.pgn");
    fs::write(&path, text).unwrap();
    path
}

fn small(train: usize, test: usize, seed: u64) -> ImportOptions {
    ImportOptions { train, test, seed, any_result: true, ..ImportOptions::default() }
}

fn run(file: &Path, options: &ImportOptions) -> Result<Imported, ImportError> {
    import(file, options, &Exclusion::default(), &Interrupt::default(), |_| {})
}

#[test]
fn the_sample_depends_on_the_seed() {
    let folder = tempfile::tempdir().unwrap();
    let file = many_games(folder.path(), 400);
    // Only 21 positions exist before the second move, so 379 games repeat one.
    let first = run(&file, &small(8, 6, 1)).unwrap();
    assert_eq!(run(&file, &small(8, 6, 1)).unwrap(), first);
    assert_ne!(run(&file, &small(8, 6, 2)).unwrap().train, first.train);
    let moved = run(&file, &small(6, 8, 1)).unwrap();
    assert_eq!([moved.train, moved.test].concat(), [first.train, first.test].concat());
}

#[test]
fn no_position_and_no_game_is_used_twice() {
    let folder = tempfile::tempdir().unwrap();
    let file = many_games(folder.path(), 400);
    // The last few positions require skipping more games than are kept at first.
    let imported = run(&file, &small(11, 10, 3)).unwrap();
    let records = [imported.train, imported.test].concat();
    let fields = |record: &EpdRecord| record.to_string().split(" sm ").next().unwrap().to_owned();
    assert_eq!(records.iter().map(fields).collect::<HashSet<_>>().len(), 21);
    assert_eq!(records.iter().map(|record| record.text("id").unwrap()).collect::<HashSet<_>>().len(), 21);
    assert!(imported.skipped["duplicate"] > 0);
}

#[test]
fn too_few_games_are_reported_with_counts() {
    let folder = tempfile::tempdir().unwrap();
    let file = many_games(folder.path(), 400);
    let error = run(&file, &small(20, 2, 1)).unwrap_err();
    assert!(matches!(error, ImportError::TooFew { requested: 22, found: 21, games: 400, .. }), "{error}");
    let text = error.to_string();
    assert!(
        text.contains("22 positions")
            && text.contains("21 of the 400 games")
            && text.contains("duplicate: 379")
    );
    assert!(matches!(run(&file, &small(0, 0, 1)), Err(ImportError::NothingRequested)));
}

#[test]
fn records_contain_players_event_date_and_ply() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("one.pgn");
    let mut text = game(&TAGS.replace("Bareev, E", "H\u{1}bner \\\"R\\\""), MOVES).into_bytes();
    let at = text.iter().position(|byte| *byte == 1).unwrap();
    text[at] = 0xfc;
    fs::write(&path, text).unwrap();
    let options = ImportOptions { train: 1, test: 0, min_ply: 6, ..ImportOptions::default() };
    let imported = run(&path, &options).unwrap();
    assert_eq!(
        imported.train[0].to_string(),
        "r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - sm Qxf7#; id \"one.00001\"; \
         c0 \"Adams, M – Hübner \\\"R\\\"\"; c1 \"E\"; c2 \"2001.02.03\"; c3 \"1-0\"; c4 \"6\";"
    );
    assert_eq!(imported.train[0].position.turn(), Color::White);
}

#[test]
fn an_interrupt_stops_the_import() {
    let folder = tempfile::tempdir().unwrap();
    let file = many_games(folder.path(), 3);
    let interrupt = Interrupt::default();
    interrupt.raise();
    assert!(matches!(
        import(&file, &small(1, 0, 1), &Exclusion::default(), &interrupt, |_| {}),
        Err(ImportError::Interrupted)
    ));
}

proptest! {
    #[test]
    fn no_bytes_cause_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_games(&bytes, &ImportOptions::default());
    }

    #[test]
    fn a_damaged_game_does_not_affect_the_next(at in 0usize..300, noise in prop::collection::vec(any::<u8>(), 0..8)) {
        let mut text = game(TAGS, MOVES).into_bytes();
        let at = at.min(text.len());
        text.splice(at..(at + 3).min(text.len()), noise);
        text.extend(b"\n\n");
        text.extend(game(TAGS, MOVES).into_bytes());
        let found = read_games(&text, &ImportOptions::default());
        prop_assert_eq!(found.last(), Some(&Ok(vec![0, 2, 4, 6])));
    }
}
