use std::collections::BTreeMap;
use std::path::Path;
use std::sync::mpsc::{Receiver, channel};

use super::*;
use crate::TEST_TIMEOUT;
use crate::arena::game::{Adjudication, MoveLimit};
use crate::arena::spec::PlayerSpec;
use crate::organism::Organism;

fn named(spec: &str) -> Candidate {
    Candidate::new(PlayerSource::Named(spec.parse::<PlayerSpec>().unwrap()))
}

fn config(games: u64, nodes: u64) -> MatchConfig {
    MatchConfig {
        players: vec![named("reference"), named("paper-2014-figure-3")],
        games,
        control: Control::Nodes(nodes),
        margin: 0,
        adjudication: Adjudication { moves: Some(MoveLimit(12)), ..Adjudication::default() },
        seed: 7,
        hash: Some(1),
        ..MatchConfig::default()
    }
}

fn start(folder: &Path, begin: Option<MatchConfig>, threads: usize) -> (Director, Receiver<()>) {
    let (sender, woken) = channel();
    let wake = move || {
        let _ = sender.send(());
    };
    let request = Request {
        folder: folder.to_owned(),
        begin: begin.map(Box::new),
        threads: Some(threads),
        paused: false,
    };
    (Director::start(request, None, wake), woken)
}

/// Returns the reports up to the point where `enough` accepts them.
fn reports_until(
    director: &Director,
    woken: &Receiver<()>,
    mut enough: impl FnMut(&[Report]) -> bool,
) -> Vec<Report> {
    let mut all = Vec::new();
    loop {
        woken.recv_timeout(TEST_TIMEOUT).expect("the director reports");
        all.extend(director.take());
        if let Some(Report::Failed(why)) = all.last() {
            panic!("{why}");
        }
        if enough(&all) {
            return all;
        }
    }
}

fn ended(reports: &[Report]) -> bool {
    matches!(reports.last(), Some(Report::Ended(..)))
}

fn games_over(reports: &[Report]) -> usize {
    reports.iter().filter(|report| matches!(report, Report::Over(..))).count()
}

/// Returns the games in a directory, without their times.
fn games(folder: &Path) -> Games {
    let (_, mut games) = MatchFolder::read::<Header>(folder).unwrap();
    let moves = games.values_mut().flat_map(|record| &mut record.moves);
    moves.for_each(|recorded| recorded.microseconds = 0);
    games
}

#[test]
fn pauses_stops_and_the_number_of_boards_do_not_change_games() {
    let root = tempfile::tempdir().unwrap();
    let plain = root.path().join("plain");
    let (director, woken) = start(&plain, Some(config(12, 50)), 1);
    let reports = reports_until(&director, &woken, ended);
    assert_eq!(games_over(&reports), 12);
    drop(director);

    let steered = root.path().join("steered");
    let (director, woken) = start(&steered, Some(config(12, 50)), 3);
    reports_until(&director, &woken, |reports| games_over(reports) >= 1);
    director.pause(true);
    director.set_threads(1);
    director.pause(false);
    reports_until(&director, &woken, |reports| games_over(reports) >= 1);
    director.set_threads(2);
    director.stop();
    drop(director);
    let (director, woken) = start(&steered, None, 2);
    let reports = reports_until(&director, &woken, ended);
    let Report::Opened { games: before, .. } = &reports[0] else { panic!("{:?}", reports[0]) };
    assert!(before.len() >= 2 && before.len() + games_over(&reports) == 12);
    drop(director);
    assert_eq!(games(&steered), games(&plain));
}

#[test]
fn a_pause_stops_every_board_between_two_moves() {
    let root = tempfile::tempdir().unwrap();
    let (director, woken) = start(&root.path().join("match"), Some(config(1000, 200)), 2);
    reports_until(&director, &woken, |_| director.boards().len() == 2);
    director.pause(true);
    let plies = || -> BTreeMap<u64, usize> {
        let board = |board: Board| (board.fixture.game, board.moves.len());
        director.boards().into_iter().map(board).collect()
    };
    let before = plies();
    let last = *before.keys().max().unwrap();
    // Another match plays as many games in the meantime.
    let (other, others) = start(&root.path().join("other"), Some(config(8, 200)), 2);
    reports_until(&other, &others, ended);
    // Each board may complete the move in progress, which can end its game and begin the next. Nothing else happens.
    // Reports prove nothing here: those of earlier games can be late.
    for (game, plies) in plies() {
        let allowed = before.get(&game).copied().unwrap_or_default() + 1;
        assert!(game <= last + 2 && plies <= allowed, "game {game}: {plies}, {before:?}");
    }
    director.pause(false);
    reports_until(&director, &woken, |reports| games_over(reports) >= 3);
}

#[test]
fn the_number_of_boards_can_be_changed() {
    let root = tempfile::tempdir().unwrap();
    let (director, woken) = start(&root.path().join("match"), Some(config(1000, 200)), 1);
    reports_until(&director, &woken, |reports| games_over(reports) >= 2);
    assert_eq!(director.boards().len(), 1);
    director.set_threads(3);
    reports_until(&director, &woken, |_| director.boards().len() == 3);
    director.set_threads(1);
    // The other two boards finish their games, which takes any number of games of the first board on a busy machine.
    // A board that was between two games when the number changed may play one more.
    let others_ended = || director.boards()[1..].iter().all(|board| board.end.is_some());
    reports_until(&director, &woken, |reports| games_over(reports) >= 8 && others_ended());
    let others = || director.boards()[1..].iter().map(|board| board.fixture.game).collect::<Vec<_>>();
    let last = others();
    reports_until(&director, &woken, |reports| games_over(reports) >= 4);
    assert!(others_ended());
    assert_eq!(others(), last);
}

#[test]
fn a_board_shows_the_game_that_is_stored() {
    let root = tempfile::tempdir().unwrap();
    let (director, woken) = start(&root.path().join("match"), Some(config(2, 100)), 1);
    let reports = reports_until(&director, &woken, ended);
    let boards = director.boards();
    let [board] = boards.as_slice() else { panic!("one board") };
    let Some(Report::Over(fixture, record)) =
        reports.iter().rfind(|report| matches!(report, Report::Over(..)))
    else {
        panic!()
    };
    let (opening, moves) = record.replay().unwrap();
    assert_eq!((board.fixture, &board.moves), (*fixture, &record.moves));
    assert_eq!(board.game.moves().len(), opening.moves().len() + moves.len());
    assert_eq!(board.end, Some((record.ending.clone(), record.winner)));
    assert!(board.thoughts.iter().all(Option::is_some));
}

#[test]
fn an_organism_without_a_file_is_stored_in_the_folder() {
    let root = tempfile::tempdir().unwrap();
    let organism = Organism::named_or_path("reference").unwrap();
    let source = PlayerSource::Organism(Box::new(organism));
    let own = Candidate { name: Some("mine".to_owned()), ..Candidate::new(source) };
    let players = vec![named("reference"), own];
    let folder = root.path().join("match");
    let (director, woken) = start(&folder, Some(MatchConfig { players, ..config(2, 20) }), 1);
    reports_until(&director, &woken, ended);
    drop(director);
    let match_session = MatchSession::open(&folder).unwrap();
    let player = &match_session.settings().players[1];
    assert_eq!((player.name.as_str(), player.spec.as_str()), ("mine", "organism:players/2.ron"));
    drop(match_session);

    // A moved directory still has its players.
    let moved = root.path().join("moved");
    std::fs::rename(&folder, &moved).unwrap();
    let bytes = std::fs::read_to_string(moved.join("games.jsonl")).unwrap();
    let first = bytes.lines().next().unwrap();
    std::fs::write(moved.join("games.jsonl"), format!("{first}\n")).unwrap();
    // The state after a kill before the checkpoint of the second game.
    std::fs::remove_file(moved.join("checkpoint.ron")).unwrap();
    let (director, woken) = start(&moved, None, 1);
    assert_eq!(games_over(&reports_until(&director, &woken, ended)), 1);
}

#[test]
fn invalid_requests_are_refused_before_anything_is_written() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("match");
    let failed = |players: Vec<Candidate>| {
        let (director, woken) = start(&folder, Some(MatchConfig { players, ..config(2, 20) }), 1);
        loop {
            woken.recv_timeout(TEST_TIMEOUT).expect("the director reports");
            if let Some(Report::Failed(why)) = director.take().pop() {
                return why;
            }
        }
    };
    assert!(failed(vec![named("reference")]).contains("two players"));
    assert!(failed(vec![named("reference"), named("nobody")]).starts_with("“nobody” is neither"));
    let why = failed(vec![named("reference"), named("uci:/no/such/engine")]);
    assert!(why.starts_with("uci:/no/such/engine: ") && why.contains("cannot be started"), "{why}");
    assert!(!folder.exists());
}
