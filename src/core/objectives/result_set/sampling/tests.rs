use std::fs;

use shakmaty::CastlingMode;
use shakmaty::fen::Fen;

use super::quiet::Unusable;
use super::*;
use crate::positions::epd;

/// Two short games; no ply is in theory.
const GAMES: &str = "[White \"Adams, M\"]\n[Black \"Bareev, E\"]\n[Event \"Wijk\"]\n[Date \"2001.??.??\"]\n\
    [Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O f6 6. d4 exd4 7. Nxd4 c5 8. Nb3 Qxd1 \
    9. Rxd1 Bg4 10. f3 Be6 1-0\n\n\
    [White \"?\"]\n[Black \"?\"]\n[Result \"0-1\"]\n\n1. d4 d5 2. c4 dxc4 3. Nf3 Nf6 4. e3 e6 5. Bxc4 c5 6. O-O a6 \
    7. a4 Nc6 8. Qe2 cxd4 9. Rd1 Be7 10. exd4 O-O 0-1\n\n";

fn options() -> SamplingOptions {
    SamplingOptions { min_elo: 0, first_ply: 4, last_plies: 2, per_game: 5, seed: 1 }
}

fn sample_text(
    text: &str,
    options: &SamplingOptions,
    exclusion: &Exclusion,
) -> Result<Sample, SamplingError> {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, text).unwrap();
    let pool = ThreadPool::new(2).unwrap();
    sample(&file, options, exclusion, &pool, &Interrupt::default(), |_| {})
}

fn sampled(text: &str, options: &SamplingOptions) -> Sample {
    sample_text(text, options, &Exclusion::default()).unwrap()
}

fn weights() -> Weights {
    Organism::named_or_path(REFERENCE).unwrap().weights()
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

#[test]
fn games_provide_quiet_positions_with_their_result() {
    let sample = sampled(GAMES, &options());
    let names: Vec<&str> = sample.set.games.iter().map(|game| game.text.as_str()).collect();
    assert_eq!(names, ["Adams, M – Bareev, E, Wijk 2001", "? – ?"]);
    for (game, result) in [(0, Points::WIN), (1, Points::LOSS)] {
        let positions: Vec<_> = sample.set.positions.iter().filter(|found| found.game == game).collect();
        assert!((2..=5).contains(&positions.len()), "{}", positions.len());
        assert!(positions.iter().all(|found| found.points == result));
    }
    let weights = weights();
    assert!(sample.set.positions.iter().all(|found| quiet::is_quiet(&found.position, &weights)));
}

#[test]
fn first_and_last_plies_are_not_drawn() {
    // Only the position after 16 plies: after 8... Qxd1, before the queen is retaken, and after 8... cxd4.
    let options = SamplingOptions { first_ply: 16, last_plies: 4, ..options() };
    let sample = sampled(GAMES, &options);
    let weights = weights();
    let first = "r1b1kbnr/1pp3pp/p4p2/2p5/4P3/1N6/PPP2PPP/RNBR2K1 b kq -";
    let second = "r1bqkb1r/1p3ppp/p1n1pn2/8/P1Bp4/4PN2/1P2QPPP/RNB2RK1 w kq -";
    let drawn: Vec<String> = sample.set.positions.iter().map(|found| fields(&found.position)).collect();
    assert_eq!(drawn.len(), 2);
    assert_eq!(drawn[0], first);
    assert_eq!(drawn[1], fields(&quiet(&position(&format!("{second} 0 1")), &weights).unwrap()));
    let longer = SamplingOptions { last_plies: 5, ..options };
    let error = sample_text(GAMES, &longer, &Exclusion::default()).unwrap_err();
    assert!(
        error.to_string().contains("none of the 2 games has a suitable position (no eligible position: 2)")
    );
}

#[test]
fn a_position_in_an_exchange_is_replaced_by_its_end() {
    let weights = weights();
    // A rook takes a queen and is taken; a rook takes an undefended knight; no capture.
    for (fen, end) in [
        ("3rk3/8/8/3q4/8/8/8/3RK3 w - - 0 1", "4k3/8/8/3r4/8/8/8/4K3 w - -"),
        ("4k3/8/8/3n4/8/8/8/3RK3 w - - 0 1", "4k3/8/8/3R4/8/8/8/4K3 b - -"),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "4k3/8/8/8/8/8/4P3/4K3 w - -"),
    ] {
        let found = quiet(&position(fen), &weights);
        assert_eq!(found.map(|found| fields(&found)), Ok(end.to_owned()), "{fen}");
    }
    // The rook takes a knight and mates.
    assert_eq!(quiet(&position("n5k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), &weights), Err(Unusable::Check));
    // The king takes the last piece.
    assert_eq!(quiet(&position("4k3/8/8/8/8/3n4/4K3/8 w - - 0 1"), &weights), Err(Unusable::Over));
}

#[test]
fn games_without_result_and_copies_are_skipped() {
    let unfinished = GAMES.replace("0-1", "*");
    let again = GAMES.replace("Adams, M", "Adams, Michael");
    let sample =
        sampled(&[&unfinished, GAMES, &again, "[Result \"1-0\"]\n\n1. e4 e5 1-0\n"].concat(), &options());
    assert_eq!(sample.games, 7);
    assert_eq!(
        sample.skipped,
        [("copy of another game", 3), ("no eligible position", 1), ("unfinished or unknown result", 1)]
            .into()
    );
    assert_eq!(sample.set.games.len(), 2);
    let drawn: HashSet<String> = sample.set.positions.iter().map(|found| fields(&found.position)).collect();
    assert_eq!(drawn.len(), sample.set.positions.len());
}

#[test]
fn excluded_positions_exclude_their_games_and_copies() {
    // The position after 1. e4, drawn from the first game: other games with this position remain.
    let start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq -";
    let other = GAMES.replace("Adams, M", "Carlsen, M").replace("8. Nb3", "8. Ne2").replace("7. a4", "7. a3");
    let both = [GAMES, &other].concat();
    let exclude = |records: &str| {
        let records: Vec<_> =
            epd::read("", records.as_bytes()).unwrap().into_iter().map(|(_, record)| record).collect();
        sample_text(&both, &options(), &Exclusion::of(&records)).unwrap()
    };
    let names = |sample: &Sample| sample.set.games.iter().map(|game| game.text.clone()).collect::<Vec<_>>();
    assert_eq!(names(&exclude("")).len(), 4);
    let by_players = exclude(&format!("{start} sm e5; c0 \"Adams,Mi – Bareev,E\"; c3 \"1-0\"; c4 \"1\";"));
    assert_eq!(names(&by_players), ["? – ?", "Carlsen, M – Bareev, E, Wijk 2001", "? – ?"]);
    assert_eq!(by_players.skipped, [("excluded", 1)].into());
    let other_result = exclude(&format!("{start} sm e5; c0 \"Adams,Mi – Bareev,E\"; c3 \"0-1\"; c4 \"1\";"));
    assert_eq!(names(&other_result).len(), 4);
    // A position after the first plies excludes every game that has it.
    let by_position = exclude("rnbqkb1r/ppp1pppp/5n2/8/2pP4/5N2/PP2PPPP/RNBQKB1R w KQkq - sm e3;");
    assert_eq!(by_position.skipped, [("excluded", 2)].into());
    assert_eq!(names(&by_position).len(), 2);
}

#[test]
fn the_seed_determines_the_positions() {
    let drawn = |seed| sampled(GAMES, &SamplingOptions { seed, ..options() }).set.positions;
    assert_eq!(drawn(1), drawn(1));
    assert_ne!(drawn(1), drawn(2));
}

#[test]
fn an_interrupt_stops_the_import() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.pgn");
    fs::write(&file, GAMES).unwrap();
    let (pool, interrupt) = (ThreadPool::new(1).unwrap(), Interrupt::default());
    interrupt.raise();
    let result = sample(&file, &options(), &Exclusion::default(), &pool, &interrupt, |_| {});
    assert!(matches!(result, Err(SamplingError::Import(ImportError::Interrupted))));
}

#[test]
fn the_embedded_set_has_quiet_positions_and_no_test_position() {
    let set = ResultSet::embedded("gm2600-results").unwrap();
    assert!(set.positions.len() >= 100_000, "{}", set.positions.len());
    let weights = weights();
    for found in set.positions.iter().step_by(40) {
        assert!(quiet::is_quiet(&found.position, &weights), "{}", fields(&found.position));
        assert!(!found.position.is_check());
    }
    let distinct: HashSet<String> = set.positions.iter().map(|found| fields(&found.position)).collect();
    assert_eq!(distinct.len(), set.positions.len());
    let tests = crate::positions::embedded_records("gm2600-test").unwrap();
    let shared = tests.iter().filter(|(_, record)| distinct.contains(&fields(&record.position))).count();
    assert_eq!(shared, 0);
    // Each game has one result and a name.
    let mut results = vec![None; set.games.len()];
    for found in &set.positions {
        assert_eq!(*results[found.game as usize].get_or_insert(found.points), found.points);
    }
    assert!(results.iter().all(Option::is_some));
    assert!(set.games.iter().all(|game| game.text.contains(" – ")));
}
