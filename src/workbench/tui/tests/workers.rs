//! Tests of the Workers screen.

use super::fixture::Bench;
use super::views::{frames, pane};
use crate::job::{Acceptance, WorkerNote, WorkerStatus};
use crate::tui::log::Severity;
use crate::tui::message::{Effect, Message};
use crate::tui::workers::{Workers, WorkersReport};

/// An invented worker.
fn worker(name: &str, tasks_per_second: f64, last_seen: f64, acceptance: Acceptance) -> WorkerStatus {
    WorkerStatus {
        id: format!("id of {name}"),
        name: name.to_owned(),
        threads: 4,
        nodes_per_second: 1_234_567,
        tasks: (tasks_per_second * 3_000.0) as u64,
        tasks_per_second,
        last_seen,
        faults: u64::from(acceptance != Acceptance::Accepted),
        acceptance,
        time_scale: (name == "desktop-3").then_some(1.25),
    }
}

fn set_aside() -> Acceptance {
    Acceptance::SetAside(
        "the worker “old-laptop” was set aside, because it computed a different result than this machine; check its \
         memory and its program"
            .to_owned(),
    )
}

/// Workers in all states.
fn all() -> Vec<WorkerStatus> {
    let refused = "the worker “visitor” has the build signature 12345, and the coordinator 67890; use the same version \
                   of Eyas on both";
    vec![
        worker("desktop-3", 12.3, 0.4, Acceptance::Accepted),
        worker("node-17.cluster.example.org-31415", 151.4, 1.9, Acceptance::Accepted),
        worker("node-18.cluster.example.org-2718", 0.0, 3.2, Acceptance::Accepted),
        worker("office", 2.0, 184.0, Acceptance::Accepted),
        worker("old-laptop", 0.5, 1.0, set_aside()),
        worker("visitor", 0.0, 2.0, Acceptance::Refused(refused.to_owned())),
    ]
}

fn report(rows: Vec<WorkerStatus>, notes: Vec<WorkerNote>) -> Message {
    let workers = Workers { address: "nats://lab-server:4222".to_owned(), works_here: true, rows };
    Message::Workers(WorkersReport { workers, notes })
}

/// A workbench with a running session and workers in all states.
pub(super) fn open(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 12);
    bench.send(report(all(), Vec::new()));
    bench.keys("@workers");
    bench
}

#[test]
fn the_workers_screen_equals_its_snapshots() {
    frames("workers", |width, height| {
        let mut bench = open(width, height);
        bench.keys("j");
        bench
    });
}

#[test]
fn a_worker_that_was_set_aside_is_explained() {
    let mut bench = open(80, 24);
    bench.keys("j j j j");
    pane("workers-set-aside", "Workers", &mut bench);
}

#[test]
fn a_server_without_workers_names_the_command_that_starts_one() {
    let mut bench = Bench::paused(80, 24, 1, 3);
    bench.send(report(Vec::new(), Vec::new()));
    bench.keys("@workers");
    pane("workers-none", "Workers", &mut bench);
    bench.keys("y");
    let command = "eyas worker nats://lab-server:4222";
    assert!(bench.effects.iter().any(|effect| *effect == Effect::Copy(command.to_owned())));
}

#[test]
fn without_workers_run_has_no_view_of_them() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    assert!(!bench.draw().contains("Workers"), "{}", bench.draw());
}

#[test]
fn the_top_line_counts_the_workers() {
    let mut bench = Bench::paused(160, 40, 1, 3);
    bench.send(report(all(), Vec::new()));
    let screen = bench.draw();
    assert!(screen.lines().next().unwrap().contains("· 3 workers"), "{screen}");
    assert!(screen.lines().nth(1).unwrap().contains("Workers"), "{screen}");
    assert!(screen.contains("workers: 3 workers"), "{screen}");
}

#[test]
fn the_cursor_stays_on_its_worker() {
    let mut bench = open(120, 40);
    bench.keys("j j j");
    assert!(bench.draw().contains("▸office"), "{}", bench.draw());
    let mut fewer = all();
    fewer.remove(1);
    bench.send(report(fewer, Vec::new()));
    assert!(bench.draw().contains("▸office"), "{}", bench.draw());
    // A worker that left gives its place to the next one.
    bench.send(report(vec![worker("last", 1.0, 0.0, Acceptance::Accepted)], Vec::new()));
    assert!(bench.draw().contains("▸last"), "{}", bench.draw());
    bench.send(report(Vec::new(), Vec::new()));
    bench.draw();
}

#[test]
fn events_are_in_the_log_and_problems_are_shown() {
    let mut bench = Bench::paused(120, 40, 1, 3);
    let note = |text: &str, is_problem| WorkerNote { text: text.to_owned(), is_problem };
    bench.send(report(all(), vec![note("the worker “desktop-3” joined with 4 threads", false)]));
    assert!(bench.model.notice.is_none());
    bench.send(report(all(), vec![note("the worker “old-laptop” was set aside", true)]));
    assert!(bench.draw().contains("the worker “old-laptop” was set aside"));
    let entries: Vec<(Severity, &str)> = bench
        .model
        .log
        .entries
        .iter()
        .rev()
        .take(2)
        .map(|entry| (entry.severity, entry.text.as_str()))
        .collect();
    assert_eq!(
        entries,
        [
            (Severity::Warning, "the worker “old-laptop” was set aside"),
            (Severity::Info, "the worker “desktop-3” joined with 4 threads"),
        ]
    );
}
