//! Snapshots of the screens at five sizes. They carry no colour: `styles` asserts that.

use super::fixture::{Bench, record, result, saved};
use crate::job::report::{Fact, State};
use crate::tui::message::Message;

const SIZES: [(u16, u16); 5] = [(40, 12), (60, 20), (80, 24), (120, 40), (200, 60)];

pub(super) fn snapshot(name: &str, mut build: impl FnMut(u16, u16) -> Bench) {
    for (width, height) in SIZES {
        let screen = build(width, height).draw();
        insta::assert_snapshot!(format!("{name}-{width}x{height}"), screen);
    }
}

#[test]
fn population_paused() {
    snapshot("paused", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 57);
        bench.keys("j r");
        bench
    });
}

#[test]
fn population_running() {
    snapshot("running", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 120);
        bench.fact(Fact::State(State::Running));
        bench.progress("evolving", 120, 200, 28_400.0);
        bench
    });
}

#[test]
fn population_done() {
    snapshot("done", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 200);
        bench.facts([Fact::RunFinished(result(0)), Fact::State(State::Done)]);
        bench
    });
}

#[test]
fn population_ensemble() {
    snapshot("ensemble", |width, height| {
        let mut bench = Bench::paused(width, height, 10, 200);
        bench.fact(Fact::RunFinished(result(0)));
        bench.facts((0..=90).map(|generation| Fact::Generation(record(1, generation))));
        bench
    });
}

#[test]
fn population_preparing() {
    snapshot("preparing", |width, height| {
        let mut bench = Bench::new(width, height);
        bench.begin(1);
        bench.progress("building quiescence trees, training set", 3211, 5000, 0.0);
        bench
    });
}

#[test]
fn population_failed() {
    snapshot("failed", |width, height| {
        let mut bench = Bench::new(width, height);
        bench.begin(1);
        let why = "cannot create the folder sessions/grandmaster-0007: Permission denied (os error 13). \
                   Choose a folder that can be written with --session";
        bench.fact(Fact::Failed(why.to_owned()));
        bench
    });
}

#[test]
fn nothing_open() {
    snapshot("nothing-open", Bench::new);
}

#[test]
fn sessions() {
    snapshot("sessions", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.send(Message::Sessions(Ok(saved())));
        bench.keys("8");
        bench
    });
}

#[test]
fn log() {
    snapshot("log", |width, height| {
        let mut bench = Bench::paused(width, height, 1, 3);
        bench.fact(Fact::Warning("the cache was damaged and is built anew".to_owned()));
        bench.keys("0");
        bench
    });
}

#[test]
fn popups() {
    for (name, keys) in [("help", "?"), ("palette", ":"), ("rates", "e"), ("new-run", "n"), ("values", "v")] {
        snapshot(name, |width, height| {
            let mut bench = Bench::paused(width, height, 1, 3);
            bench.keys(keys);
            bench
        });
    }
}
