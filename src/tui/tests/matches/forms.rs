//! Tests of the two forms of a new match: its players and its terms.

use std::path::Path;

use super::{match_requests, players, send_reports, stage};
use crate::arena::control::Control;
use crate::director::{PlayerSource, Report};
use crate::positions::Variant;
use crate::tui::message::{Effect, MatchRequest, Message};
use crate::tui::screens::matches::Stage;
use crate::tui::screens::matches::tasks::CheckOpenings;
use crate::tui::tests::fixture::Bench;

#[test]
fn two_selected_players_start_a_match_with_default_terms() {
    let mut bench = players(120, 40);
    // The subject is the first in the list.
    bench.keys("Enter");
    bench.type_text("toga");
    bench.keys("Enter Tab");
    bench.keys("Enter");
    let requests = match_requests(&mut bench);
    let [MatchRequest::Start { config, threads: None }] = requests.as_slice() else { panic!("{requests:?}") };
    assert!(matches!(&config.players[0].source, PlayerSource::Organism(_)), "{:?}", config.players[0]);
    assert_eq!(config.players[0].name.as_deref(), Some("champion · run 1 · gen 57"));
    assert_eq!(config.players[1].source, PlayerSource::Named("toga2".parse().unwrap()));
    assert_eq!((config.control, config.games), (Control::Nodes(10_000), 100));
    assert_eq!(stage(&bench), Stage::Checking);
    // While a match is played no other can be started.
    bench.keys("n");
    assert!(bench.model.popup.is_none());
}

#[test]
fn a_match_starts_with_the_values_of_the_form() {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.type_text("xboard:my engine");
    bench.keys("Enter Tab");
    // Set a clock, 40 games, and a test.
    bench.keys("→ Tab End Ctrl-U");
    bench.type_text("40/5+0.5");
    bench.keys("Tab Ctrl-U");
    bench.type_text("40");
    bench.keys("Tab");
    bench.type_text("0,10");
    // Set the Elo model of the test, Chess960, and the adjudication.
    bench.keys("Tab → Tab → Tab Tab Tab Tab");
    bench.type_text("4,600");
    bench.keys("Enter");
    let requests = match_requests(&mut bench);
    let [MatchRequest::Start { config, .. }] = requests.as_slice() else {
        panic!("{requests:?}\n{}", bench.draw())
    };
    assert_eq!(config.players[1].source, PlayerSource::Named("xboard:my engine".parse().unwrap()));
    assert_eq!((config.control.to_string().as_str(), config.games), ("40/5+0.5", 40));
    assert_eq!(config.sprt.unwrap().to_string(), "H0 0 against H1 10 nElo, α 0.05, β 0.05");
    assert_eq!(config.variant, Variant::Chess960);
    assert_eq!(config.adjudication.resign.unwrap().to_string(), "4,600");
    // The form keeps its values for the next match.
    send_reports(&mut bench, [Report::Failed("no".to_owned())]);
    bench.keys("n Enter ↓ Enter Tab");
    let screen = bench.draw();
    assert!(screen.contains("40/5+0.5") && screen.contains("0,10,0.05,0.05"), "{screen}");
}

/// A workbench that shows the form of the terms, with the focus on the number of games.
fn terms() -> Bench {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.type_text("toga");
    bench.keys("Enter Tab Tab Tab Ctrl-U");
    bench
}

#[test]
fn more_games_than_openings_allow_are_refused_by_the_form() {
    let mut bench = terms();
    bench.type_text("69402");
    bench.keys("Enter");
    assert!(match_requests(&mut bench).is_empty() && bench.model.popup.is_some());
    let screen = bench.draw();
    assert!(screen.contains("at most 69400 for 34700 openings"), "{screen}");
    // Exactly two games per opening are allowed.
    bench.keys("Ctrl-U");
    bench.type_text("69400");
    bench.keys("Enter");
    assert_eq!(match_requests(&mut bench).len(), 1);
}

#[test]
fn openings_of_a_file_are_counted_before_a_match_starts() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("one.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    let task = |games: &str, path: &Path| {
        let mut bench = terms();
        bench.type_text(games);
        bench.keys("Tab Tab Tab → Tab");
        bench.type_text(&path.display().to_string());
        bench.keys("Enter");
        let task = bench.effects.iter().find_map(|effect| match effect {
            Effect::BackgroundTask(task) => task.get::<CheckOpenings>().map(|_| task.clone()),
            _ => None,
        });
        let result = task.unwrap_or_else(|| panic!("{}", bench.draw())).run();
        bench.send(Message::TaskResult(result));
        bench
    };
    let mut bench = task("3", &path);
    assert!(match_requests(&mut bench).is_empty());
    let screen = bench.draw();
    assert!(screen.contains("at most 2 for 1 opening"), "{screen}");
    let mut bench = task("2", &root.path().join("none.epd"));
    assert!(match_requests(&mut bench).is_empty() && bench.model.popup.is_some());
    let mut bench = task("2", &path);
    let requests = match_requests(&mut bench);
    let [MatchRequest::Start { config, .. }] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!((config.games, &config.openings), (2, &Some(path)));
}

#[test]
fn backspace_or_a_click_removes_a_selected_player() {
    let mut bench = players(120, 40);
    bench.keys("Enter ↓ Enter");
    bench.type_text("toga");
    bench.keys("Enter");
    assert!(bench.draw().contains("3 selected"));
    bench.keys("Backspace");
    assert!(bench.draw().contains("2 selected"));
    let at = bench.find("2 reference");
    bench.click(at);
    assert!(bench.draw().contains("1 selected"));
    bench.keys("Tab");
    assert!(bench.draw().contains("select one more"));
}

#[test]
fn a_player_is_selected_once_and_the_cursor_stays_on_it() {
    let mut bench = players(120, 40);
    bench.type_text("reference");
    bench.keys("Enter");
    let screen = bench.draw();
    assert!(screen.contains("▸ [1] reference") && screen.contains("[ ] toga2"), "{screen}");
    bench.keys("Enter");
    assert!(bench.draw().contains("0 selected"), "Enter removes it again");
    bench.type_text("uci:other --fast");
    bench.keys("Enter");
    let screen = bench.draw();
    assert!(screen.contains("▸ [1] uci:other --fast"), "{screen}");
    bench.keys("Esc n");
    assert!(bench.draw().contains("0 selected"), "Esc forgets the selection");
}
