//! Sessions survive kills at any moment: the files of a resumed session equal those of an uninterrupted one, byte for
//! byte. This includes sessions with planted organisms.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::support::sessions::{
    assert_identical, content, kill_when, lines, stop_when, survive_kills, written,
};
use crate::support::shipped_positions;
use crate::support::waiting::AT_LAST;
use eyas::job::report::{Fact, Plant, State};
use eyas::job::{self, Job, Opening, Request};
use eyas::organism::chromosome::Chromosome;
use eyas::session::Session;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustix::process::Signal;

/// A folder with the positions of a small experiment.
struct Experiment {
    folder: tempfile::TempDir,
}

impl Experiment {
    fn new() -> Experiment {
        let folder = tempfile::tempdir().unwrap();
        let shipped = shipped_positions("gm2600-train");
        let lines: Vec<&str> = shipped.lines().take(200).collect();
        fs::write(folder.path().join("train.epd"), lines[..120].join("\n")).unwrap();
        fs::write(folder.path().join("test.epd"), lines[120..].join("\n")).unwrap();
        Experiment { folder }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// The command that starts or resumes a session.
    fn command(&self, session: &str, threads: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command
            .current_dir(self.folder.path())
            .args(["evolve", "--resume", "--json", "--session", session, "--threads", threads])
            .args(["--cache", "cache", "--train", "train.epd", "--test", "test.epd"])
            .args(["--generations", "150", "--population", "20", "--runs", "2"])
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        command
    }

    /// Runs a session to its end.
    fn finish(&self, session: &str, threads: &str) {
        let status = self.command(session, threads).status().unwrap();
        assert!(status.success(), "{status}");
    }
}

/// Kills a session repeatedly and compares its files. `prepare` creates the files before its first process.
fn survive(experiment: &Experiment, kills: u32, seed: u64, prepare: impl Fn(&Path)) {
    let [killed, whole] = ["killed", "whole"].map(|session| experiment.path(session));
    prepare(&whole);
    experiment.finish("whole", "2");
    let mut count = 0;
    survive_kills(
        (&killed, &whole),
        &mut ChaCha8Rng::seed_from_u64(seed),
        written(&whole) / 4,
        || prepare(&killed),
        |rng| experiment.command("killed", ["1", "2", "3"][rng.random_range(0..3)]),
        || written(&killed),
        || {
            count += 1;
            count >= kills
        },
    );
}

#[test]
fn ten_kills_do_not_change_the_files() {
    survive(&Experiment::new(), 10, 1, |_| {});
}

#[test]
#[ignore = "takes minutes; run it with `cargo test --release --test program resume:: -- --ignored`"]
fn a_hundred_kills_do_not_change_the_files() {
    survive(&Experiment::new(), 100, 2, |_| {});
}

/// Waits for a fact, and drops those that are reported before it or with it.
fn wait_for(job: &Job, wanted: impl Fn(&Fact) -> bool) {
    loop {
        let reports = job.inbox().wait(AT_LAST);
        if reports.facts.iter().any(&wanted) {
            return;
        }
        assert!(!reports.closed, "{:?}", reports.facts);
    }
}

/// Resumes a session, and plants organisms three times with a few generations in between.
fn plant_organisms(experiment: &Experiment, session: &str) {
    let request = Request {
        pgn: None,
        workers: None,
        folder: experiment.path(session),
        opening: Opening::Resume,
        threads: 2,
        cache: Some(experiment.path("cache")),
        running: false,
    };
    let job = Job::start(request, || {});
    let paused = |fact: &Fact| matches!(fact, Fact::State(State::Paused));
    wait_for(&job, paused);
    for round in 0..3 {
        for organism in 0..4 {
            let mut chromosome = Chromosome::zeros(224);
            chromosome.set(50 * round + organism, true);
            job.send(job::report::Command::Plant(Plant { chromosome, name: "mine".to_owned() }));
            wait_for(&job, |fact| matches!(fact, Fact::Planted { .. }));
        }
        if round < 2 {
            job.send(job::report::Command::Step(3));
            wait_for(&job, paused);
        }
    }
    assert!(job.finish().is_none());
}

#[test]
fn kills_do_not_change_a_session_with_planted_organisms() {
    let experiment = Experiment::new();
    let journal = experiment.path("started").join("journal.jsonl");
    while !kill_when(&mut experiment.command("started", "2"), || lines(&journal) >= 5) {
        // The session ended before it was killed: start again.
        fs::remove_dir_all(experiment.path("started")).unwrap();
    }
    plant_organisms(&experiment, "started");
    let started = content(&experiment.path("started"));
    survive(&experiment, 6, 3, |folder| {
        fs::create_dir(folder).unwrap();
        started.iter().for_each(|(name, bytes)| fs::write(folder.join(name), bytes).unwrap());
    });
    let recorded = Session::open_read_only(&experiment.path("killed")).unwrap();
    assert_eq!((recorded.plants.len(), recorded.finished()), (12, true));
}

#[test]
fn files_do_not_depend_on_the_number_of_threads() {
    let experiment = Experiment::new();
    experiment.finish("one", "1");
    for (session, threads) in [("two", "2"), ("sixteen", "16")] {
        experiment.finish(session, threads);
        assert_identical(&experiment.path(session), &experiment.path("one"));
    }
}

#[test]
fn a_signal_writes_a_checkpoint_and_exits_with_130() {
    let experiment = Experiment::new();
    experiment.finish("whole", "2");
    // Signals, and the generation (of 300) after which each is sent.
    let moments =
        [(Signal::INT, 0), (Signal::TERM, 0), (Signal::INT, 1), (Signal::TERM, 10), (Signal::INT, 40)];
    for (moment, (signal, generations)) in moments.into_iter().enumerate() {
        let name = |number| format!("stopped-{moment}-{number}");
        let number = stop_when(
            signal,
            0..50,
            |number| experiment.command(&name(number), "2"),
            // The handlers are installed before the session is created.
            |number| {
                let journal = experiment.path(&name(number)).join("journal.jsonl");
                journal.exists() && lines(&journal) >= generations
            },
        );
        experiment.finish(&name(number), "1");
        assert_identical(&experiment.path(&name(number)), &experiment.path("whole"));
    }
}
