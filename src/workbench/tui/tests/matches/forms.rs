//! Tests of the two forms of a new match: its players and its terms.

use std::path::Path;

use super::{match_requests, players, send_reports, stage};
use crate::arena::control::Control;
use crate::arena::game::Adjudication;
use crate::director::{MatchConfig, PlayerSource, Report};
use crate::positions::Variant;
use crate::tui::background::TaskResult;
use crate::tui::message::{Effect, MatchRequest, Message};
use crate::tui::screens::matches::Stage;
use crate::tui::screens::matches::form::CheckFiles;
use crate::tui::screens::matches::players::{Engine, Engines};
use crate::tui::seeds::Seeds;
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
    assert_eq!(config.seed, Seeds::default().draw());
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
    // Set a clock, 40 games, Chess960, a test with its scale, and the adjudication.
    bench.keys("→");
    for (label, keys) in [
        ("tc", "4 0 / 5 + 0 . 5"),
        ("games", "4 0"),
        ("variant", "→"),
        ("SPRT", "→"),
        ("elo1", "1 0"),
        ("scale", "→"),
        ("resign", "→"),
        ("lost for", "3"),
        ("behind", "5 0 0"),
        ("draw", "→ Enter"),
    ] {
        bench.focus(label);
        bench.keys(keys);
    }
    let requests = match_requests(&mut bench);
    let [MatchRequest::Start { config, .. }] = requests.as_slice() else {
        panic!("{requests:?}\n{}", bench.draw())
    };
    assert_eq!(config.players[1].source, PlayerSource::Named("xboard:my engine".parse().unwrap()));
    assert_eq!((config.control.to_string().as_str(), config.games), ("40/5+0.5", 40));
    assert_eq!(config.sprt.unwrap().to_string(), "H0 0 against H1 10 nElo, α 0.05, β 0.05");
    assert_eq!(config.variant, Variant::Chess960);
    assert_eq!(config.adjudication.resign.unwrap().to_string(), "3,500");
    assert_eq!(config.adjudication.draw.unwrap().to_string(), "40,8,10");
    // The form keeps its values for the next match.
    send_reports(&mut bench, [Report::Failed("no".to_owned())]);
    bench.keys("n Enter ↓ Enter Tab");
    assert!(bench.draw().contains("40/5+0.5"), "{}", bench.draw());
    bench.focus("scale");
    assert!(bench.draw().contains("normalized Elo"), "{}", bench.draw());
}

/// The settings of a match that a form with these keys starts. The keys begin at the field of the SPRT.
fn rules(keys: &str) -> MatchConfig {
    let mut bench = terms();
    bench.keys("1 0 0");
    bench.focus("SPRT");
    bench.keys(keys);
    bench.keys("Enter");
    let requests = match_requests(&mut bench);
    let [MatchRequest::Start { config, .. }] = requests.as_slice() else {
        panic!("{requests:?}\n{}", bench.draw())
    };
    (**config).clone()
}

#[test]
fn the_rules_of_the_form_are_those_of_the_flags() {
    let config = rules("Tab");
    assert_eq!((config.sprt, config.adjudication), (None, Adjudication::default()));
    let config = rules("→");
    assert_eq!(config.sprt, Some("0,5,0.05,0.05".parse().unwrap()));
    let config = rules("→ Tab - 3 Tab 2 . 5 Tab 0 . 1 Tab 0 . 2");
    assert_eq!(config.sprt, Some("-3,2.5,0.1,0.2".parse().unwrap()));
    let config = rules("Tab →");
    assert_eq!(config.adjudication.resign, Some("4,600".parse().unwrap()));
    let config = rules("Tab → Tab 6 Tab 9 0 0");
    assert_eq!(config.adjudication.resign, Some("6,900".parse().unwrap()));
    let config = rules("Tab Tab → Tab 3 0 Tab 5 Tab 2 0");
    assert_eq!(config.adjudication.draw, Some("30,5,20".parse().unwrap()));
}

#[test]
fn a_wrong_rule_is_explained_at_its_field() {
    for (keys, why) in [
        ("→ Tab 7 Tab 5 Enter", "elo0 (7) must be less than elo1 (5)"),
        ("→ Tab Tab Tab 0 Enter", "alpha (0) and beta (0.05) must be greater than 0"),
        ("→ Tab Tab Tab Tab x Enter", "“x” is not a number; 0 to 0.5 is allowed"),
        ("Tab → Tab 0 Enter", "1 to 100000 is allowed"),
        ("Tab Tab → Tab Tab Tab - 1 Enter", "“-1” is not a whole number"),
    ] {
        let mut bench = terms();
        bench.keys("1 0 0");
        bench.focus("SPRT");
        bench.keys(keys);
        assert!(match_requests(&mut bench).is_empty(), "{keys}");
        let screen = bench.draw();
        let below = screen.lines().skip_while(|line| !line.contains("│ ▸")).skip(1);
        let problem = below.take(2).find(|line| line.contains('✗')).unwrap_or_default();
        assert!(problem.contains(why), "{keys}:\n{screen}");
        // The problem vanishes when the value changes.
        bench.keys("1");
        assert!(!bench.draw().contains(why), "{keys}");
    }
}

#[test]
fn esc_returns_from_the_form_to_the_players() {
    let mut bench = players(120, 40);
    bench.keys("Enter");
    bench.type_text("toga");
    bench.keys("Enter Tab");
    assert!(bench.draw().contains("Esc back"));
    bench.keys("Tab 7 7 7 Esc");
    let screen = bench.draw();
    assert!(screen.contains("2 selected") && screen.contains("[2] toga2"), "{screen}");
    bench.keys("Tab Enter");
    let requests = match_requests(&mut bench);
    let [MatchRequest::Start { config, .. }] = requests.as_slice() else { panic!("{requests:?}") };
    assert_eq!((config.players.len(), config.control), (2, Control::Nodes(777)), "all values are kept");
    let mut bench = players(120, 40);
    bench.keys("Enter ↓ Enter Tab Esc Esc");
    assert!(bench.model.popup.is_none());
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
        bench.focus("openings");
        bench.type_text(&path.display().to_string());
        bench.keys("Enter");
        let task = bench.effects.iter().find_map(|effect| match effect {
            Effect::BackgroundTask(task) => task.get::<CheckFiles>().map(|_| task.clone()),
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
fn a_slash_begins_the_search_of_players_or_the_path_of_one() {
    let mut bench = players(120, 40);
    bench.type_text("/toga");
    let screen = bench.draw();
    assert!(
        screen.contains("/ toga ") && screen.contains("[ ] toga2") && !screen.contains("[ ] eyas"),
        "{screen}"
    );
    bench.keys("Ctrl-U");
    bench.type_text("/opt/engine");
    assert!(bench.draw().contains("“/opt/engine” as entered"), "{}", bench.draw());
    bench.keys("Ctrl-U");
    bench.send(Message::Paste("/opt/other".to_owned()));
    assert!(bench.draw().contains("“/opt/other” as entered"), "{}", bench.draw());
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
    let screen = bench.draw();
    assert!(screen.contains("0 selected"), "Esc forgets the selection");
    assert!(screen.contains("[ ] uci:other --fast"), "but not what was entered: {screen}");
}

#[test]
fn engines_that_are_not_installed_come_last_with_the_reason() {
    let mut bench = players(120, 40);
    let engine = |name: &str, problem: Option<&str>| Engine {
        name: name.to_owned(),
        kind: "engine, UCI",
        problem: problem.map(str::to_owned),
    };
    let engines = vec![engine("absent", Some("its program is not in PATH")), engine("present", None)];
    bench.send(Message::TaskResult(TaskResult::found(Engines(engines))));
    let screen = bench.draw();
    let line = |name: &str| screen.lines().position(|line| line.contains(&format!("[ ] {name}"))).unwrap();
    assert!(line("present") < line("absent"), "{screen}");
    assert!(screen.lines().nth(line("absent")).unwrap().contains("its program is not in PATH"), "{screen}");
    bench.keys("Enter");
    assert!(!bench.draw().contains('✗'), "no player looks like an error");
}

#[test]
fn rarely_changed_settings_of_a_match_are_folded() {
    let mut bench = terms();
    bench.keys("1 0 0");
    let screen = bench.draw();
    assert!(screen.contains("▸ 12 settings") && !screen.contains("‹ standard ›"), "{screen}");
    // Tab reaches the row, and Enter opens it instead of starting the match.
    bench.keys("Tab Enter");
    assert!(match_requests(&mut bench).is_empty() && bench.draw().contains("‹ standard ›"));
    // A click opens it, too; and so does an error in a folded field.
    let mut bench = terms();
    bench.keys("1 0 0");
    let at = bench.find("▸ 12 settings");
    bench.click(at);
    bench.focus("hash");
    bench.keys("x Esc Tab");
    assert!(bench.draw().contains("▸ 12 settings"), "folded again, with its values: {}", bench.draw());
    bench.keys("Enter");
    assert!(bench.draw().contains("✗ “x” is not a whole number"), "{}", bench.draw());
}
