//! Snapshots of the screens, and checks at every size. The snapshots do not contain colours, which `styles` tests.
//!
//! One state of each screen has snapshots of whole frames. Every other state has a snapshot of one pane.

use super::fixture::{Bench, record, result, saved_sessions};
use crate::job::report::{Fact, State};
use crate::tui::action::Action;
use crate::tui::app::commands;
use crate::tui::format::wrap;
use crate::tui::message::Message;
use crate::tui::screens::TABS;

/// The sizes of the whole frames, in columns and rows.
const SIZES: [(u16, u16); 5] = [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)];

/// Two sizes that are too small, and a very large one.
const ODD_SIZES: [(u16, u16); 3] = [(1, 1), (10, 3), (300, 100)];

/// Compares the frame of a state with its snapshots at five sizes.
pub(super) fn frames(name: &str, mut build: impl FnMut(u16, u16) -> Bench) {
    for (width, height) in SIZES {
        let mut bench = build(width, height);
        compare(&format!("{name}-{width}x{height}"), &bench.draw());
        check_every_size(&mut bench, None);
    }
}

/// Compares the pane or popup whose title starts with `title` with its snapshot.
pub(super) fn pane(name: &str, title: &str, bench: &mut Bench) {
    let pane = bench.pane(title);
    compare(name, &pane);
    let has_focus = pane.starts_with("╭▸");
    check_every_size(bench, has_focus.then_some(title));
}

fn compare(name: &str, screen: &str) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.bind(|| insta::assert_snapshot!(name, screen));
}

/// Draws a state at every size and restores its own size. Frames that are too small say so. The others have a top line
/// and a bottom bar with keys. Where titles have room, the frames name the screen and the focused pane.
fn check_every_size(bench: &mut Bench, focused: Option<&str>) {
    let own = bench.terminal.backend().buffer().area;
    let (id, title, short) = *TABS.iter().find(|(id, ..)| *id == bench.tab()).unwrap();
    let key = commands::all().find(|command| command.action == Action::Show(id)).unwrap().keys[0];
    let tabs = [title, short].map(|title| format!(" {key} {title}"));
    for (width, height) in SIZES.into_iter().chain(ODD_SIZES) {
        bench.resize(width, height);
        let screen = bench.draw();
        let lines: Vec<&str> = screen.lines().collect();
        let (top, bottom) = (lines[0], lines[lines.len() - 1]);
        if width < SIZES[0].0 {
            let lines = wrap("eyas needs 40×12; q quits", usize::from(width));
            assert_eq!(screen.trim_end(), lines[..lines.len().min(height.into())].join("\n"));
            continue;
        }
        let starts = [" Enter ", " ↑ ", " Tab "];
        let keys = bottom.ends_with("? help") || starts.iter().any(|start| bottom.starts_with(start));
        assert!(top.starts_with(" eyas") && keys, "{width}×{height}:\n{screen}");
        if width > SIZES[0].0 {
            let is_named = tabs.iter().any(|tab| lines[1].contains(tab));
            assert!(is_named, "{width}×{height} without{}:\n{screen}", tabs[0]);
            let is_shown = focused.is_none_or(|title| screen.contains(title));
            assert!(is_shown, "{width}×{height} without {focused:?}:\n{screen}");
        }
    }
    bench.resize(own.width, own.height);
}

#[test]
fn the_population_screen_equals_its_snapshots() {
    frames("population", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 57);
        bench.keys("j r");
        bench
    });
}

#[test]
fn a_running_population_equals_its_snapshot() {
    let mut bench = Bench::paused(120, 40, 1, 120);
    bench.fact(Fact::State(State::Running));
    bench.progress("evolving", 120, 200, 28_400.0);
    pane("population-running", "Moves equal to the grandmasters’, of 5,000", &mut bench);
    let screen = bench.draw();
    let top =
        "▶ running · generation 120/200 · 28,400 organisms/s · 2 s left   ● champion · run 1 · gen 120\n";
    assert!(screen.contains(top) && screen.contains("\n Space pause  Tab pane  s step"), "{screen}");
    assert!(screen.contains("│ test set at the end "), "{screen}");
}

#[test]
fn a_complete_population_equals_its_snapshot() {
    let mut bench = Bench::paused(120, 40, 1, 200);
    bench.facts([Fact::RunFinished(result(0)), Fact::State(State::Done)]);
    pane("population-done", "Generation 200", &mut bench);
    let screen = bench.draw();
    assert!(screen.contains("✓ done · generation 200/200") && screen.contains("N next seed"), "{screen}");
    assert!(!screen.contains("e edits"), "{screen}");
}

#[test]
fn the_runs_of_an_ensemble_equal_their_snapshot() {
    let mut bench = Bench::paused(120, 40, 10, 200);
    bench.fact(Fact::RunFinished(result(0)));
    bench.facts((0..=90).map(|generation| Fact::Generation(record(1, generation))));
    pane("population-runs", "Runs", &mut bench);
    let screen = bench.draw();
    assert!(screen.contains("· run 2/10 · generation 90/200"), "{screen}");
    assert!(commands::bar(&bench).iter().any(|(_, label)| *label == "prev run"), "{screen}");
    assert!(screen.contains("── other runs’ best"), "{screen}");
}

#[test]
fn a_population_in_preparation_equals_its_snapshot() {
    let mut bench = Bench::new(120, 40);
    bench.start_session(1);
    bench.progress("building quiescence trees, training set", 3211, 5000, 0.0);
    pane("population-preparing", "Moves equal to the grandmasters’, of 5,000", &mut bench);
    let screen = bench.draw();
    assert!(screen.contains("◆ preparing · 2 s left"), "{screen}");
    assert_eq!(screen.matches("none measured yet").count(), 2, "{screen}");
}

#[test]
fn a_failed_run_equals_its_snapshot() {
    let mut bench = Bench::new(80, 24);
    bench.start_session(1);
    let why = "cannot create the folder sessions/grandmaster-0007: Permission denied (os error 13). \
               Choose a folder that can be written with --session";
    bench.fact(Fact::Failed(why.to_owned()));
    pane("population-failed", "Evolution failed", &mut bench);
    assert!(bench.draw().contains("✗ failed"));
}

#[test]
fn the_population_screen_without_a_session_equals_its_snapshot() {
    pane("population-nothing-open", "Run", &mut Bench::new(80, 24));
}

#[test]
fn the_sessions_screen_equals_its_snapshots() {
    frames("sessions", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.send(Message::Sessions(Ok(saved_sessions())));
        bench.keys("6");
        bench
    });
}

#[test]
fn the_log_screen_equals_its_snapshots() {
    frames("log", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.fact(Fact::Warning("the cache was damaged and is built anew".to_owned()));
        bench.keys("L");
        bench
    });
}

#[test]
fn popups_equal_their_snapshots() {
    frames("new-run", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.keys("n");
        bench
    });
    for (name, title, keys) in [
        ("help", "Help: type to search", "?"),
        ("palette", "Commands: type to search", ":"),
        ("rates", "Genetic algorithm, from the next generation on", "e"),
        ("values", "Parameter values", "v"),
    ] {
        let mut bench = Bench::paused(120, 40, 1, 3);
        bench.keys(keys);
        pane(name, title, &mut bench);
    }
}
