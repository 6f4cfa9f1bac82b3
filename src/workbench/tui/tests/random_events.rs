//! Tests with random events at random sizes: nothing panics, and the user can always quit.

use crossterm::event::{KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use rand::RngExt;
use tempfile::TempDir;

use super::fixture::{Bench, record, result, saved_sessions};
use super::suite::attempt;
use crate::analysis::Step;
use crate::disagreement::PositionScan;
use crate::job::report::{Fact, State};
use crate::positions::PositionSource;
use crate::positions::{embedded_records, epd};
use crate::randomness::Randomness;
use crate::threads::ThreadPool;
use crate::tui::app::commands;
use crate::tui::keys::Key;
use crate::tui::message::{Effect, Message};

/// Lets the workbench study twenty positions. Returns the folder of their file.
fn study_few_positions(bench: &mut Bench) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("few.epd");
    let records = embedded_records("gm2600-train").unwrap();
    let few: Vec<_> = records.into_iter().step_by(251).map(|(_, record)| record).collect();
    epd::write_file(&path, &few).unwrap();
    bench.scan = Some(PositionScan::new(ThreadPool::new(1).unwrap()));
    bench.screens.positions.source = Some(PositionSource::File(path));
    folder
}

fn send_random_events(seed: u64, count: usize) {
    let mut rng = Randomness::new(seed, "random events", 0).stream(0, "events");
    let mut bench = Bench::new(80, 24);
    let folder = study_few_positions(&mut bench);
    bench.with_analysis = true;
    bench.with_reads = true;
    let records: Vec<_> =
        (0..2u32).flat_map(|run| (0..6u32).map(move |generation| record(run, generation))).collect();
    let names: Vec<Key> = commands::all()
        .flat_map(|command| command.keys.iter().filter_map(|name| Key::from_name(name)))
        .collect();
    let (mut width, mut height) = (80, 24);
    for _ in 0..count {
        match rng.random_range(0..100) {
            0..45 => {
                let key = names[rng.random_range(0..names.len())];
                bench.send(Message::Key(key));
            }
            45..55 => {
                let character = char::from(rng.random_range(32..127u8));
                bench.send(Message::Key(Key { code: KeyCode::Char(character), ctrl: false }));
            }
            55..60 => {
                let code =
                    [KeyCode::Backspace, KeyCode::Delete, KeyCode::Home, KeyCode::F(5), KeyCode::Insert]
                        [rng.random_range(0..5)];
                bench.send(Message::Key(Key { code, ctrl: rng.random() }));
            }
            60..75 => {
                let kind = [
                    MouseEventKind::Down(MouseButton::Left),
                    MouseEventKind::Drag(MouseButton::Left),
                    MouseEventKind::ScrollDown,
                    MouseEventKind::ScrollUp,
                    MouseEventKind::Moved,
                ][rng.random_range(0..5)];
                let (column, row) = (rng.random_range(0..=width), rng.random_range(0..=height));
                bench.send(Message::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
            }
            75..80 => {
                width = if rng.random() { rng.random_range(1..60) } else { rng.random_range(1..=500) };
                height = if rng.random() { rng.random_range(1..26) } else { rng.random_range(1..=200) };
                bench.resize(width, height);
            }
            80..89 => bench.fact(Fact::Generation(records[rng.random_range(0..records.len())].clone())),
            89 => super::coevolution::random_event(&mut bench, rng.random_range(0..1000)),
            90 if rng.random() => super::mentor::random_event(&mut bench, rng.random_range(0..1000)),
            90 => bench.start_session(rng.random_range(1..4)),
            91 if rng.random() => super::tuning_session::random_event(&mut bench, rng.random_range(0..1000)),
            91 => {
                let index = rng.random_range(0..900);
                let attempt = attempt(index, rng.random(), rng.random_range(1..1_000_000));
                bench.send(Message::SuiteSteps(vec![Step::Begun(index), Step::Done(attempt)]));
            }
            92 if rng.random() => super::matches::random_event(&mut bench, rng.random_range(0..1000)),
            92 => bench.send(Message::Sessions(Ok(saved_sessions()))),
            93 => bench.send(Message::Sessions(Err("cannot read the folder sessions".to_owned()))),
            94 => bench.progress("evolving", rng.random_range(0..9), rng.random_range(0..9), rng.random()),
            95 => bench.fact(Fact::RunFinished(result(rng.random_range(0..4)))),
            96 => bench.send(Message::Paste("漢字 and\u{301} tabs\t\n".to_owned())),
            97 if rng.random() => super::matches::random_event(&mut bench, rng.random_range(0..1000)),
            97 if rng.random() => super::pipeline::random_event(&mut bench, rng.random_range(0..1000)),
            97 if rng.random() => super::race::random_event(&mut bench, rng.random_range(0..1000)),
            97 => bench.fact(Fact::Warning("a very long warning ".repeat(rng.random_range(1..40)))),
            _ => {
                let states = [State::Paused, State::Running, State::Done, State::Failed, State::Stopped];
                bench.fact(Fact::State(states[rng.random_range(0..states.len())]));
            }
        }
        bench.model.ascii = rng.random_range(0..8) == 0;
        bench.draw();
    }
    // Esc returns to the Population screen from any state, and q quits.
    bench.keys("Esc Esc Esc Esc Esc Esc Esc Esc");
    assert!(!bench.can_go_back());
    bench.effects.clear();
    bench.keys("q");
    if bench.effects.is_empty() {
        // Confirm that edits are lost.
        bench.keys("y");
    }
    assert_eq!(bench.effects, [Effect::Quit]);
    drop(folder);
}

#[test]
fn ten_thousand_random_events_do_not_panic() {
    (0..10).for_each(|seed| send_random_events(seed, 1000));
}

#[test]
fn all_screens_can_be_drawn_at_every_size() {
    let mut bench = Bench::paused(80, 24, 3, 5);
    let _folder = study_few_positions(&mut bench);
    bench.with_analysis = true;
    bench.with_reads = true;
    bench.send(Message::Sessions(Ok(saved_sessions())));
    super::matches::open_match(&mut bench, &super::matches::nodes(), 4);
    super::matches::random_event(&mut bench, 34);
    bench.keys("Esc");
    for keys in [
        "1",
        "2",
        "2 Tab",
        "2 Tab",
        "3",
        "3 z",
        "3 /",
        "3 a",
        "3 a d Enter ;",
        "3 a Enter '",
        "4",
        "4 n",
        "4 n Enter Enter Tab",
        "4 Tab",
        "4 Tab",
        "4 Tab Enter ←",
        "4 Tab Tab Tab z",
        "6",
        "6 B",
        "5",
        "5 Space",
        "5 Tab",
        "5 a d",
        "5 Enter a",
        "5 e",
        "L",
        "1 v",
        "1 e",
        "1 n",
        "1 O",
        "1 ?",
        "1 :",
    ] {
        draw_at_every_size(&mut bench, keys);
    }
}

#[test]
fn a_mentor_session_can_be_drawn_at_every_size() {
    let mut bench = Bench::new(80, 24);
    for event in [6, 11, 54, 2] {
        super::mentor::random_event(&mut bench, event);
        for keys in ["1", "1 Tab", "1 Tab", "1 z", "z"] {
            draw_at_every_size(&mut bench, keys);
        }
    }
}

#[test]
fn a_coevolution_can_be_drawn_at_every_size() {
    for event in [0, 6, 12] {
        let mut bench = Bench::new(80, 24);
        super::coevolution::random_event(&mut bench, 0);
        super::coevolution::random_event(&mut bench, event);
        for keys in ["@coevolution", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Enter ←", "z"] {
            draw_at_every_size(&mut bench, keys);
        }
    }
}

/// Presses keys, and draws at a fifth of all pairs of many widths and heights.
pub(super) fn draw_at_every_size(bench: &mut Bench, keys: &str) {
    bench.keys(keys);
    for width in (1..60).chain((60..=500).step_by(37)) {
        let heights = (1..30).chain((30..=200).step_by(43));
        for height in heights.filter(|height| (width + height) % 5 == 0) {
            bench.resize(width, height);
            bench.draw();
        }
    }
    bench.resize(80, 24);
    bench.keys("Esc Esc Esc Esc Esc Esc");
}
