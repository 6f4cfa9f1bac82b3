//! Tests of games of the person against an organism.

use std::fs;
use std::time::Duration;

use shakmaty::{Color, Position};
use tempfile::TempDir;

use super::fixture::{Bench, record};
use crate::job::report::Fact;
use crate::objectives::confirmation::{FinalMatch, Milestone};
use crate::positions::moves::find_move;
use crate::tui::background::TaskResult;
use crate::tui::message::{Effect, Message};
use crate::tui::popups::forms::Form;
use crate::tui::screens::game::{ID, SaveGame, Search};
use crate::tui::screens::positions;
use crate::tui::theme::{Colours, Shade, Theme};

/// A workbench with a session of three generations, whose sessions are in a folder of their own.
fn bench(width: u16, height: u16) -> (Bench, TempDir) {
    let mut bench = Bench::paused(width, height, 1, 3);
    let folder = tempfile::tempdir().unwrap();
    bench.model.sessions.root = folder.path().to_owned();
    (bench, folder)
}

/// Chooses a name in a field of the open form.
fn choose(bench: &mut Bench, label: &str, name: &str) {
    bench.focus(label);
    for _ in 0..20 {
        let form: &Form = bench.model.popup().unwrap();
        if form.fields[form.at].shown() == name {
            return;
        }
        bench.keys("→");
    }
    panic!("{label} has no {name}\n{}", bench.draw());
}

/// Begins a game.
fn begin(bench: &mut Bench, opponent: &str, colour: &str, thinking: &str) {
    bench.keys("W");
    for (label, name) in [("opponent", opponent), ("you play", colour), ("thinking", thinking)] {
        choose(bench, label, name);
    }
    bench.keys("Enter");
    let screen = bench.draw();
    assert_eq!(bench.model.screen, ID, "{screen}");
}

fn play(bench: &mut Bench, san: &str) {
    bench.keys("'");
    bench.type_text(san);
    bench.keys("Enter");
}

/// Runs the search that was requested last. Returns its result.
fn search(bench: &mut Bench) -> TaskResult {
    let found = bench.effects.iter().rposition(|effect| effect.task::<Search>().is_some());
    let found = found.unwrap_or_else(|| panic!("nothing is searched\n{}", bench.draw()));
    match bench.effects.remove(found) {
        Effect::BackgroundTask(task) => task.run(),
        other => panic!("{other:?}"),
    }
}

fn answer(bench: &mut Bench) {
    let result = search(bench);
    bench.send(Message::TaskResult(result));
}

/// The number of plies of the game, which the board shows.
fn plies(bench: &Bench) -> usize {
    let game = bench.screens.game.game.as_ref().unwrap();
    let line = bench.screens.game.board_state.play.as_ref().unwrap();
    assert_eq!(line.moves(), game.line.moves());
    game.line.moves().len()
}

/// Writes the game that has ended. Returns the message.
fn save(bench: &mut Bench) -> String {
    let found = bench.effects.iter().rposition(|effect| effect.task::<SaveGame>().is_some()).unwrap();
    let Effect::BackgroundTask(task) = bench.effects.remove(found) else { panic!("no task") };
    bench.send(Message::TaskResult(task.run()));
    bench.model.notice.clone().unwrap().1
}

fn games(folder: &TempDir) -> String {
    fs::read_to_string(folder.path().join("played/games.pgn")).unwrap()
}

#[test]
fn a_game_against_generation_0_is_played_and_written() {
    let (mut bench, folder) = bench(120, 40);
    begin(&mut bench, "champion of generation 0", "White", "100 nodes a move");
    let screen = bench.draw();
    assert!(screen.contains("your move") && screen.contains("strength not measured"), "{screen}");
    play(&mut bench, "e4");
    assert!(bench.draw().contains("the opponent thinks"), "{}", bench.draw());
    // A piece cannot be moved for the opponent.
    play(&mut bench, "e5");
    assert_eq!(plies(&bench), 1);
    bench.keys("Esc");

    begin_again_is_not_offered(&mut bench);
    answer(&mut bench);
    assert_eq!(plies(&bench), 2);
    assert!(bench.draw().contains("your move"), "{}", bench.draw());

    // A hint is marked and told.
    bench.keys("!");
    answer(&mut bench);
    let screen = bench.draw();
    assert!(screen.contains("hint: eyas plays"), "{screen}");

    // The own move and its answer are taken back.
    bench.keys("Backspace");
    assert_eq!(plies(&bench), 0);
    bench.keys("Backspace");
    assert!(bench.draw().contains("no moves yet"), "{}", bench.draw());

    // A move that is taken back is not answered.
    play(&mut bench, "d4");
    let late = search(&mut bench);
    bench.keys("Backspace");
    bench.send(Message::TaskResult(late));
    assert_eq!(plies(&bench), 0);

    play(&mut bench, "d4");
    answer(&mut bench);
    bench.keys("Y y");
    assert!(bench.draw().contains("you lose: resignation"), "{}", bench.draw());
    let told = save(&mut bench);
    assert!(
        told.starts_with("you lose: resignation; the game is in") && told.ends_with("games.pgn"),
        "{told}"
    );
    let pgn = games(&folder);
    for text in [
        "[White \"Player\"]",
        "[Black \"grandmaster-0007 · champion · run 1 · gen 0\"]",
        "[Result \"0-1\"]",
        "[TimeControl \"100 nodes per move\"]",
        "[OpponentSession \"grandmaster-0007\"]",
        "[OpponentGeneration \"0\"]",
        "[OpponentStrength \"strength not measured\"]",
        "[PlyCount \"2\"]",
        "1. d4 ",
        "{resignation} 0-1",
    ] {
        assert!(pgn.contains(text), "{text}\n{pgn}");
    }
    // Nothing happens after the end.
    bench.keys("Backspace");
    assert_eq!(plies(&bench), 2);
    assert!(bench.draw().contains("the game is over"), "{}", bench.draw());
}

/// Esc leaves the board, and W returns to the game.
fn begin_again_is_not_offered(bench: &mut Bench) {
    assert_ne!(bench.model.screen, ID);
    assert!(bench.draw().contains("the game goes on: W returns to it"), "{}", bench.draw());
    bench.keys("3 W");
    assert!(bench.model.screen == ID && bench.model.popup.is_none());
    // The log is another overlay; both lead back to the place below.
    bench.keys("L W Esc");
    assert_eq!(bench.model.screen, positions::ID);
    bench.keys("W");
}

#[test]
fn a_search_by_nodes_is_reproducible() {
    let (mut bench, _folder) = bench(80, 24);
    let mut found = Vec::new();
    for _ in 0..2 {
        begin(&mut bench, "reference", "White", "1,000 nodes a move");
        play(&mut bench, "e4");
        answer(&mut bench);
        found.push(bench.screens.game.game.as_ref().unwrap().line.moves().to_vec());
    }
    assert_eq!(found[0], found[1]);
    assert_eq!(found[0].len(), 2);
}

#[test]
fn the_person_can_have_the_black_pieces() {
    let (mut bench, _folder) = bench(120, 40);
    begin(&mut bench, "reference", "Black", "100 nodes a move");
    assert!(bench.screens.game.board_state.flipped);
    assert!(bench.draw().contains("the opponent thinks"));
    answer(&mut bench);
    bench.keys("Backspace");
    assert!(bench.draw().contains("there is no move of yours to take back"), "{}", bench.draw());
    play(&mut bench, "d6");
    answer(&mut bench);
    assert_eq!(plies(&bench), 3);
    bench.keys("Backspace");
    assert_eq!(plies(&bench), 1);
    // An earlier position is only looked at.
    bench.keys("<");
    assert!(bench.draw().contains("End returns to the game"), "{}", bench.draw());
    bench.keys("'");
    assert!(bench.model.popup.is_none());
    bench.keys("End");
    play(&mut bench, "d6");
    assert_eq!(plies(&bench), 2);
}

#[test]
fn an_opponent_plays_at_a_rating() {
    let (mut bench, _folder) = bench(120, 40);
    bench.keys("W");
    for (label, name) in [("opponent", "eyas"), ("strength", "1600 Elo"), ("you play", "White")] {
        choose(&mut bench, label, name);
    }
    bench.keys("Enter");
    assert!(bench.draw().contains("limited to 1600 Elo"), "{}", bench.draw());
    play(&mut bench, "e4");
    answer(&mut bench);
    assert_eq!(plies(&bench), 2);
}

#[test]
fn a_flag_loses() {
    let (mut bench, folder) = bench(120, 40);
    bench.keys("W");
    for (label, name) in [("opponent", "reference"), ("thinking", "by the clock")] {
        choose(&mut bench, label, name);
    }
    bench.keys("Enter");
    let screen = bench.draw();
    assert!(screen.contains("you 5:00 · opponent 5:00"), "{screen}");
    bench.model.now += Duration::from_secs(2);
    play(&mut bench, "e4");
    assert!(bench.draw().contains("you 5:01 · opponent 5:00"), "{}", bench.draw());
    bench.keys("Backspace");
    assert_eq!(plies(&bench), 0);
    // The clocks are redrawn only while they run.
    let interval = |bench: &Bench| bench.shown().status(&bench.model).redraw_interval;
    assert!(interval(&bench).is_some_and(|interval| interval >= Duration::from_millis(100)));
    bench.model.now += Duration::from_secs(302);
    bench.send(Message::Played);
    assert!(bench.draw().contains("you lose: time"), "{}", bench.draw());
    assert_eq!(interval(&bench), None);
    assert!(bench.tasks::<SaveGame>().is_empty(), "a game without moves is not written");
    // Both clocks count: that of the opponent runs while it searches.
    begin(&mut bench, "reference", "White", "by the clock");
    play(&mut bench, "e4");
    let late = search(&mut bench);
    bench.model.now += Duration::from_secs(301);
    bench.send(Message::TaskResult(late));
    assert!(bench.draw().contains("you win: time"), "{}", bench.draw());
    save(&mut bench);
    let pgn = games(&folder);
    for text in ["[TimeControl \"300+3\"]", "[Termination \"time forfeit\"]", "[Result \"1-0\"]"] {
        assert!(pgn.contains(text), "{text}\n{pgn}");
    }
}

#[test]
fn a_mate_ends_the_game() {
    let (mut bench, folder) = bench(120, 40);
    begin(&mut bench, "reference", "Black", "100 nodes a move");
    let game = bench.screens.game.game.as_mut().unwrap();
    for san in ["f3", "e5", "g4"] {
        let m = find_move(game.line.position(), san).unwrap();
        game.play(m, Duration::ZERO);
    }
    assert_eq!(game.line.position().turn(), Color::Black);
    bench.send(Message::Resized);
    play(&mut bench, "Qh4");
    assert!(bench.draw().contains("you win: checkmate"), "{}", bench.draw());
    save(&mut bench);
    let pgn = games(&folder);
    assert!(pgn.contains("1. f3 e5 2. g4 Qh4# {checkmate} 0-1"), "{pgn}");
    assert!(pgn.contains("[OpponentOrganism \"reference\"]"), "{pgn}");
}

#[test]
fn a_game_that_is_left_is_written_and_follows_the_earlier_ones() {
    let (mut bench, folder) = bench(80, 24);
    for count in 1..=2 {
        begin(&mut bench, "reference", "White", "100 nodes a move");
        play(&mut bench, "e4");
        bench.app.close();
        let pgn = games(&folder);
        assert_eq!(pgn.matches("[Result \"*\"]").count(), count, "{pgn}");
        assert!(pgn.contains("[Termination \"unterminated\"]") && pgn.contains("1. e4 *"), "{pgn}");
    }
}

#[test]
fn the_opponent_waits_until_generation_0_is_measured() {
    let mut bench = Bench::new(120, 40);
    bench.start_session(1);
    begin(&mut bench, "champion of generation 0", "White", "100 nodes a move");
    play(&mut bench, "e4");
    assert!(bench.tasks::<Search>().is_empty());
    assert!(bench.draw().contains("generation 0 is being measured"), "{}", bench.draw());
    bench.fact(Fact::Generation(record(0, 0)));
    answer(&mut bench);
    assert_eq!(plies(&bench), 2);
}

#[test]
fn a_game_can_be_drawn_at_every_size_without_colours_and_symbols() {
    for keys in ["!", "a", "d", "z", "a z Tab", "Y", "'"] {
        let (mut bench, _folder) = bench(120, 40);
        bench.with_analysis = true;
        begin(&mut bench, "reference", "White", "by the clock");
        bench.keys(keys);
        bench.model.ascii = true;
        bench.model.theme = Theme::new(Shade::Dark, Colours::None);
        for (width, height) in [(1, 1), (10, 3), (20, 8), (40, 12), (76, 20), (80, 24), (120, 40), (300, 90)]
        {
            bench.resize(width, height);
            let screen = bench.draw();
            assert!(screen.is_ascii(), "{screen}");
        }
    }
}

#[test]
fn a_game_is_played_with_the_mouse() {
    use crate::tui::hit_map::{BoardPart, Target};
    use shakmaty::Square;
    let (mut bench, _folder) = bench(120, 40);
    begin(&mut bench, "reference", "White", "100 nodes a move");
    for square in [Square::G1, Square::F3] {
        let (column, row) = bench.cell_of(&Target::Board(BoardPart::Square(square)));
        bench.click((column + 1, row));
    }
    assert_eq!(plies(&bench), 1);
    // The opponent's pieces do not move.
    let cell = bench.cell_of(&Target::Board(BoardPart::Square(Square::E7)));
    bench.click((cell.0 + 1, cell.1));
    assert!(bench.draw().contains("it is the opponent’s turn"), "{}", bench.draw());
}

#[test]
fn a_strength_is_shown_only_if_games_have_measured_it() {
    let mut bench = Bench::new(120, 40);
    super::coevolution_session::open_session(&mut bench, 4, true);
    let open = bench.model.evolution.as_ref().unwrap();
    let milestones = &open.confirmation().unwrap().milestones;
    let first = milestones.iter().find(|milestone| milestone.generation == 0).and_then(Milestone::elo);
    let last = open.confirmation().unwrap().final_match.as_ref().and_then(FinalMatch::elo);
    let expected = [
        ("champion of generation 0", first.map(|elo| format!("{elo} Elo against the founders"))),
        ("champion of generation 3", last.map(|elo| format!("{elo} Elo against the best founder"))),
        ("reference", None),
    ];
    assert!(expected.iter().any(|(_, strength)| strength.is_some()), "{expected:?}");
    bench.keys("W");
    for (name, strength) in expected {
        choose(&mut bench, "opponent", name);
        let screen = bench.draw();
        let strength = strength.unwrap_or_else(|| "strength not measured".to_owned());
        assert!(screen.contains(&strength), "{name}: {strength}\n{screen}");
    }
}
