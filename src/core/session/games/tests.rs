use std::fs::{self, OpenOptions};
use std::io::Write as _;

use shakmaty::uci::UciMove;
use shakmaty::{Chess, Color};

use super::*;
use crate::arena::game::Ending;
use crate::engine::search::Game;
use crate::objectives::SetDigest;
use crate::positions::Variant;

/// Creates a session without a journal.
fn session(folder: &Path) -> Session {
    let set = SetDigest { name: "set".to_owned(), positions: 1, blake3: "00".repeat(32) };
    let settings = crate::experiment::presets::named("quick").unwrap();
    let header = Header {
        eyas: "0.1.0".to_owned(),
        settings,
        train: set.clone(),
        test: set,
        forked_from: None,
        blocked: Vec::new(),
    };
    Session::create(folder, &header).unwrap()
}

fn game(generation: Option<u32>, game: u64) -> SessionGame {
    let m = |text: &str, score| RecordedMove {
        uci: text.to_owned(),
        score,
        depth: None,
        nodes: 0,
        microseconds: 0,
        ready: None,
        detail: None,
    };
    SessionGame {
        id: GameId {
            run: 0,
            generation,
            game,
            players: [1, 0],
            identities: ["aa".to_owned(), format!("{game:x}")],
            hall: None,
            final_match: false,
        },
        record: Record {
            variant: Variant::Standard,
            start: None,
            opening: ["f2f3", "e7e5"].map(str::to_owned).into(),
            moves: vec![m("g2g4", Some(Score::Cp(-31))), m("d8h4", Some(Score::Mate(1)))],
            winner: Some(Color::Black),
            ending: Ending::Checkmate,
        },
    }
}

/// Returns the opening of these games.
fn opening() -> Opening {
    opening_of(["f2f3", "e7e5"])
}

fn opening_of(moves: [&str; 2]) -> Opening {
    let mut game = Game::new(Chess::default());
    for text in moves {
        let m: UciMove = text.parse().unwrap();
        game.play(m.to_move(game.position()).unwrap());
    }
    Opening { game, name: None }
}

/// Creates a session with two games each of generations 0 and 1, and of the confirmation.
fn filled(folder: &Path) -> Session {
    let session = session(folder);
    let mut log = session.games(None).unwrap();
    for generation in [Some(0), Some(1), None] {
        (0..2).for_each(|number| log.append(&game(generation, number)).unwrap());
    }
    log.sync().unwrap();
    session
}

#[test]
fn games_are_read_as_they_were_written() {
    let folder = tempfile::tempdir().unwrap();
    let _session = filled(folder.path());
    for generation in [Some(0), Some(1), None] {
        let expected: Vec<SessionGame> = (0..2).map(|number| game(generation, number)).collect();
        assert_eq!(games(folder.path(), 0, generation).unwrap(), expected);
    }
    assert!(games(folder.path(), 0, Some(2)).unwrap().is_empty());
    let mut bare = game(None, 3);
    bare.record.moves[0].score = None;
    assert_eq!(SessionGame::from_json(&bare.to_json().unwrap()).unwrap(), bare);
    assert!(SessionGame::from_json(&bare.to_json().unwrap().replace("g2g4", "g2g4/x")).is_err());
}

#[test]
fn games_after_the_last_recorded_generation_are_recalled_in_order() {
    let folder = tempfile::tempdir().unwrap();
    let session = filled(folder.path());
    let mut log = session.games(Some((0, 0))).unwrap();
    for (generation, number) in [(Some(1), 0), (Some(1), 1), (None, 0)] {
        let expected = game(generation, number);
        assert_eq!(log.recall(&expected.id, &opening()).unwrap(), Some(expected.record));
    }
    // Nothing has changed so far. A game of other players is removed with all games after it.
    let mut other = game(None, 1).id;
    other.identities[0] = "bb".to_owned();
    assert_eq!(log.recall(&other, &opening()).unwrap(), None);
    assert_eq!(games(folder.path(), 0, None).unwrap().len(), 1);
    let new = SessionGame { id: other.clone(), ..game(None, 1) };
    log.append(&new).unwrap();
    assert_eq!(games(folder.path(), 0, None).unwrap(), [game(None, 0), new]);
}

#[test]
fn nothing_is_recalled_if_every_generation_is_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let session = session(folder.path());
    let mut log = session.games(None).unwrap();
    log.append(&game(Some(0), 0)).unwrap();
    log.sync().unwrap();
    let mut log = session.games(Some((0, 0))).unwrap();
    assert_eq!(log.recall(&game(Some(1), 0).id, &opening()).unwrap(), None);
    assert_eq!(games(folder.path(), 0, Some(0)).unwrap(), [game(Some(0), 0)]);
}

#[test]
fn a_game_with_another_opening_is_not_recalled() {
    let folder = tempfile::tempdir().unwrap();
    let session = filled(folder.path());
    let mut log = session.games(Some((0, 1))).unwrap();
    let first = game(None, 0);
    assert_eq!(log.recall(&first.id, &opening_of(["f2f3", "e7e6"])).unwrap(), None);
    assert!(games(folder.path(), 0, None).unwrap().is_empty(), "it is played again");
}

#[test]
fn a_torn_game_is_removed() {
    let folder = tempfile::tempdir().unwrap();
    let session = filled(folder.path());
    let path = folder.path().join(GAMES);
    let whole = fs::read(&path).unwrap();
    let mut file = OpenOptions::new().append(true).open(&path).unwrap();
    file.write_all(b"{\"check\":\"0123").unwrap();
    let mut log = session.games(Some((0, 1))).unwrap();
    assert_eq!(fs::read(&path).unwrap(), whole);
    assert!(log.recall(&game(None, 0).id, &opening()).unwrap().is_some());
}

#[test]
fn damaged_games_are_removed_only_if_they_can_be_played_again() {
    let folder = tempfile::tempdir().unwrap();
    let session = filled(folder.path());
    let path = folder.path().join(GAMES);
    let text = fs::read_to_string(&path).unwrap();
    // Damage the last game. The one before it, of the confirmation, is complete.
    fs::write(&path, &text[..text.len() - 30]).unwrap();
    fs::write(&path, [&text[..text.len() - 30], "\n"].concat()).unwrap();
    assert!(session.games(Some((0, 1))).is_ok());
    assert_eq!(fs::read_to_string(&path).unwrap(), text.split_inclusive('\n').take(5).collect::<String>());
    // Damage a game of a recorded generation.
    let damaged = text.replacen("g2g4", "g2g3", 1);
    fs::write(&path, &damaged).unwrap();
    let error = session.games(Some((0, 1))).unwrap_err();
    assert!(error.to_string().contains("line 1 ") && error.is_input(), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), damaged);
}

/// A kill tears the last game of a session that is not finished yet. A finished one was complete.
#[test]
fn only_a_finished_session_may_have_nothing_after_its_games() {
    let folder = tempfile::tempdir().unwrap();
    drop(filled(folder.path()));
    let (_, seal) = sealed::read::<Header>(&folder.path().join(SESSION)).unwrap();
    let path = folder.path().join(GAMES);
    let places = journal::places(&fs::read(&path).unwrap(), seal);
    let [safe, end] = [2, places.len() - 1].map(|place| Mark::new(places[place]));
    OpenOptions::new().append(true).open(&path).unwrap().write_all(b"{\"check\":\"0123").unwrap();
    assert_eq!(verify(folder.path(), seal, Some(safe.clone()), false).unwrap(), Some(safe));
    let error = verify(folder.path(), seal, Some(end), true).unwrap_err();
    assert!(error.to_string().contains("finished session"), "{error}");
}
