//! The forms that a match begins with: its players, its terms.

use std::path::Path;

use super::{click, hosted, players, stage, tell};
use crate::arena::control::Control;
use crate::director::{PlayerSource, Report};
use crate::positions::Variant;
use crate::tui::message::{Effect, MatchRequest, Message};
use crate::tui::screens::matches::Stage;
use crate::tui::screens::matches::tasks::CheckOpenings;
use crate::tui::tests::fixture::Bench;

#[test]
fn two_players_and_three_keys_begin_a_match() {
    let mut bench = players(120, 40);
    // The subject stands first.
    bench.keys("Enter");
    bench.types("toga");
    bench.keys("Enter Enter");
    bench.keys("Enter");
    let orders = hosted(&mut bench);
    let [MatchRequest::Start { config, threads: None }] = orders.as_slice() else { panic!("{orders:?}") };
    assert!(matches!(&config.players[0].source, PlayerSource::Organism(_)), "{:?}", config.players[0]);
    assert_eq!(config.players[0].name.as_deref(), Some("champion · run 1 · gen 57"));
    assert_eq!(config.players[1].source, PlayerSource::Named("toga2".parse().unwrap()));
    assert_eq!((config.control, config.games), (Control::Nodes(10_000), 100));
    assert_eq!(stage(&bench), Stage::Checking);
    // While a match is played no other can begin.
    bench.keys("n");
    assert!(bench.model.popup.is_none());
}

#[test]
fn what_the_form_says_is_what_is_proposed() {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.types("xboard:my engine");
    bench.keys("Enter Enter");
    // A clock, 40 games, a test, an adjudication.
    bench.keys("→ Tab End Ctrl-U");
    bench.types("40/5+0.5");
    bench.keys("Tab Ctrl-U");
    bench.types("40");
    bench.keys("Tab");
    bench.types("0,10");
    // The other Elo, Chess960.
    bench.keys("Tab → Tab → Tab Tab Tab Tab");
    bench.types("4,600");
    bench.keys("Enter");
    let orders = hosted(&mut bench);
    let [MatchRequest::Start { config, .. }] = orders.as_slice() else {
        panic!("{orders:?}\n{}", bench.draw())
    };
    assert_eq!(config.players[1].source, PlayerSource::Named("xboard:my engine".parse().unwrap()));
    assert_eq!((config.control.to_string().as_str(), config.games), ("40/5+0.5", 40));
    assert_eq!(config.sprt.unwrap().to_string(), "H0 0 against H1 10 nElo, α 0.05, β 0.05");
    assert_eq!(config.variant, Variant::Chess960);
    assert_eq!(config.adjudication.resign.unwrap().to_string(), "4,600");
    // The form remembers all that.
    tell(&mut bench, [Report::Failed("no".to_owned())]);
    bench.keys("n Enter");
    let screen = bench.draw();
    assert!(screen.contains("40/5+0.5") && screen.contains("0,10,0.05,0.05"), "{screen}");
}

/// The form of a match, the keys on the number of games.
fn terms() -> Bench {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.types("toga");
    bench.keys("Enter Enter Tab Tab Ctrl-U");
    bench
}

#[test]
fn more_games_than_openings_allow_are_refused_by_the_form() {
    let mut bench = terms();
    bench.types("69402");
    bench.keys("Enter");
    assert!(hosted(&mut bench).is_empty() && bench.model.popup.is_some());
    let screen = bench.draw();
    assert!(screen.contains("at most 69400 for 34700 openings"), "{screen}");
    // As many as there are openings for are no problem.
    bench.keys("Ctrl-U");
    bench.types("69400");
    bench.keys("Enter");
    assert_eq!(hosted(&mut bench).len(), 1);
}

#[test]
fn openings_of_a_file_are_counted_before_a_match_begins() {
    let root = tempfile::tempdir().unwrap();
    let path = root.path().join("one.epd");
    std::fs::write(&path, "4k3/8/8/8/8/8/4P3/4K3 w - -\n").unwrap();
    let task = |games: &str, path: &Path| {
        let mut bench = terms();
        bench.types(games);
        bench.keys("Tab Tab Tab → Tab");
        bench.types(&path.display().to_string());
        bench.keys("Enter");
        let task = bench.effects.iter().find_map(|effect| match effect {
            Effect::BackgroundTask(task) => task.get::<CheckOpenings>().map(|_| task.clone()),
            _ => None,
        });
        let told = task.unwrap_or_else(|| panic!("{}", bench.draw())).run();
        bench.send(Message::TaskResult(told));
        bench
    };
    let mut bench = task("3", &path);
    assert!(hosted(&mut bench).is_empty());
    let screen = bench.draw();
    assert!(screen.contains("at most 2 for 1 opening"), "{screen}");
    let mut bench = task("2", &root.path().join("none.epd"));
    assert!(hosted(&mut bench).is_empty() && bench.model.popup.is_some());
    let mut bench = task("2", &path);
    let orders = hosted(&mut bench);
    let [MatchRequest::Start { config, .. }] = orders.as_slice() else { panic!("{orders:?}") };
    assert_eq!((config.games, &config.openings), (2, &Some(path)));
}

#[test]
fn a_player_too_many_is_sent_away_by_a_backspace_or_the_mouse() {
    let mut bench = players(120, 40);
    bench.keys("Enter Enter");
    bench.types("toga");
    bench.keys("Enter");
    assert!(bench.draw().contains("3 selected"));
    bench.keys("Backspace");
    assert!(bench.draw().contains("2 selected"));
    let (column, row) = bench.find("2 champion");
    click(&mut bench, column, row);
    assert!(bench.draw().contains("1 selected"));
    bench.keys("Tab");
    assert!(bench.draw().contains("select one more"));
}
