//! Random schedules of faults: workers that are killed, stopped or lie, a server that is killed, a coordinator that is
//! killed. The session equals the local one.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::OnceLock;

use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::cluster::{FalseWorker, Server, Worker, eyas};
use crate::equal::{COEVOLVE, SUITE};
use crate::support::sessions::{assert_identical, runs_until, written};

/// A fault.
#[derive(Debug, Clone, Copy)]
enum Fault {
    KillWorker,
    StopWorker,
    RestartServer,
    KillCoordinator,
}

const FAULTS: [Fault; 4] =
    [Fault::KillWorker, Fault::StopWorker, Fault::RestartServer, Fault::KillCoordinator];

/// The session of one machine, made once.
fn local(arguments: &'static [&'static str], made: &'static OnceLock<TempDir>) -> &'static Path {
    made.get_or_init(|| {
        let folder = tempfile::tempdir().unwrap();
        let output = eyas(folder.path()).args(arguments).args(["--session", "local"]).output().unwrap();
        assert!(output.status.success());
        folder
    })
    .path()
}

/// Starts the coordinator. It appends its messages to a file.
fn coordinator(server: &Server, arguments: &[&str], session: &Path) -> Child {
    let log = fs::File::options().create(true).append(true).open(server.folder().join("messages")).unwrap();
    let mut command = eyas(server.folder());
    command.args(arguments).arg("--session").arg(session).args(["--threads", "0", "--check-share", "1"]);
    if session.exists() {
        command.arg("--resume");
    }
    command.args(["--task-timeout", "2", "--workers", &server.address()]);
    command.stdout(Stdio::null()).stderr(log).spawn().unwrap()
}

/// Runs a session with the faults of a seed, and compares it with the local one.
fn survive(seed: u64) {
    static LOCAL: [OnceLock<TempDir>; 2] = [OnceLock::new(), OnceLock::new()];
    let kind = (seed % 2) as usize;
    let arguments = [SUITE, COEVOLVE][kind];
    let Some(mut server) = Server::start() else { return };
    let expected = local(arguments, &LOCAL[kind]).join("local");
    let session = server.folder().join("remote");
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let liar = FalseWorker::liar(&server);
    let mut next = 0;
    let mut worker = |server: &Server| {
        next += 1;
        Worker::start(server, &format!("worker-{next}"), &[])
    };
    let mut workers: Vec<Worker> = (0..3).map(|_| worker(&server)).collect();
    let mut stopped = Vec::new();
    // Each kind of fault once, in random order, at random moments.
    let mut faults = FAULTS.to_vec();
    let mut order = Vec::new();
    while !faults.is_empty() {
        order.push(faults.swap_remove(rng.random_range(0..faults.len())));
    }
    let whole = written(&expected);
    let mut child = coordinator(&server, arguments, &session);
    for fault in order {
        let moment = written(&session) + rng.random_range(0..whole / 6);
        if !runs_until(&mut child, || written(&session) >= moment) {
            break;
        }
        let index = rng.random_range(0..workers.len());
        match fault {
            Fault::KillWorker => {
                workers[index].child.kill().unwrap();
                workers[index] = worker(&server);
            }
            Fault::StopWorker => {
                kill_process(Pid::from_child(&workers[index].child), Signal::STOP).unwrap();
                stopped.push(workers.remove(index));
                workers.push(worker(&server));
            }
            Fault::RestartServer => server.restart(),
            Fault::KillCoordinator => {
                child.kill().unwrap();
                child.wait().unwrap();
                child = coordinator(&server, arguments, &session);
            }
        }
        if let Some(late) = stopped.pop_if(|_| rng.random_bool(0.5)) {
            // Its task is with somebody else now; its result arrives twice.
            kill_process(Pid::from_child(&late.child), Signal::CONT).unwrap();
            workers.push(late);
        }
    }
    let status = child.wait().unwrap();
    let messages = fs::read_to_string(server.folder().join("messages")).unwrap();
    assert!(status.success(), "schedule {seed}: {messages}");
    assert_identical(&session, &expected);
    // The coordinator that found the liar out may have been killed before it said so.
    let is_named = messages.contains("the worker “liar” was set aside")
        || liar.is_finished() && liar.wait().unwrap_err().to_string().contains("“liar” was set aside");
    assert!(is_named, "schedule {seed}: {messages}");
    let others = messages.matches("was set aside").count() - messages.matches("“liar” was set aside").count();
    assert_eq!(others, 0, "schedule {seed}: {messages}");
}

#[rstest]
fn a_schedule_of_faults_changes_nothing(#[values(0, 1, 2, 3, 4)] seed: u64) {
    survive(seed);
}

#[test]
#[ignore = "minutes: cargo test --release --features nats --test workers faults:: -- --ignored"]
fn fifty_schedules_of_faults_change_nothing() {
    // All schedules run, so that the message names every one that fails.
    let failed: Vec<u64> =
        (5..55).filter(|seed| std::panic::catch_unwind(|| survive(*seed)).is_err()).collect();
    assert!(failed.is_empty(), "these schedules fail: {failed:?}");
}
