//! Random schedules of faults: workers that are killed, stopped, lie or have another version, a server that is killed, a
//! coordinator that is killed or suspended, a stranger who repeats the messages of this and of an earlier session, or floods
//! their subjects with noise. The session equals the local one.

use std::fs;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::OnceLock;
use std::time::Duration;

use eyas::remote::protocol::VERSION;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rstest::rstest;
use rustix::process::{Pid, Signal, kill_process};
use tempfile::TempDir;

use crate::cluster::{FalseWorker, Server, Worker, eyas};
use crate::equal::{COEVOLVE, SUITE};
use crate::streams::Eavesdropper;
use crate::support::sessions::{assert_identical, runs_until, written};

/// A fault.
#[derive(Debug, Clone, Copy)]
enum Fault {
    KillWorker,
    StopWorker,
    RestartServer,
    KillCoordinator,
    SuspendCoordinator,
    OtherVersion,
    Repeat,
    Flood,
}

const FAULTS: [Fault; 8] = [
    Fault::KillWorker,
    Fault::StopWorker,
    Fault::RestartServer,
    Fault::KillCoordinator,
    Fault::SuspendCoordinator,
    Fault::OtherVersion,
    Fault::Repeat,
    Fault::Flood,
];

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

/// Runs another session on the server, so that its store and the stranger have messages of it.
fn leave_traces(server: &Server, arguments: &[&str]) {
    let _worker = Worker::start(server, "earlier", &[]);
    let mut command = eyas(server.folder());
    command.args(arguments).args(["--session", "earlier", "--seed", "99", "--threads", "0"]);
    let output = command.args(["--workers", &server.address()]).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
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
    let stranger = Eavesdropper::start(&server);
    if seed % 4 < 2 {
        leave_traces(&server, arguments);
    }
    let liar = FalseWorker::liar(&server);
    let mut next = 0;
    let mut worker = |server: &Server| {
        next += 1;
        Worker::start(server, &format!("worker-{next}"), &[])
    };
    let mut workers: Vec<Worker> = (0..3).map(|_| worker(&server)).collect();
    let (mut stopped, mut other_versions) = (Vec::new(), Vec::new());
    // Half of the kinds of faults, in random order, at random moments.
    let mut faults = FAULTS.to_vec();
    let mut order = Vec::new();
    while order.len() < FAULTS.len() / 2 {
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
            Fault::SuspendCoordinator => {
                let coordinator = Pid::from_child(&child);
                kill_process(coordinator, Signal::STOP).unwrap();
                std::thread::sleep(Duration::from_millis(rng.random_range(100..3000)));
                kill_process(coordinator, Signal::CONT).unwrap();
            }
            Fault::OtherVersion => {
                let claims = Some((VERSION + 1, "0123456789abcdef".to_owned()));
                other_versions.push(FalseWorker::start(&server, "later", claims, |_, answer, _| answer));
            }
            Fault::Repeat => stranger.repeat(&server, &mut rng),
            Fault::Flood => stranger.flood(&server, &mut rng),
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
#[ignore = "half an hour: cargo test --release --features nats --test workers faults:: -- --ignored"]
fn two_hundred_schedules_of_faults_change_nothing() {
    // All schedules run, so that the message names every one that fails.
    let fails = |seed: &u64| {
        let failed = std::panic::catch_unwind(|| survive(*seed)).is_err();
        eprintln!("schedule {seed}: {}", if failed { "failed" } else { "passed" });
        failed
    };
    let failed: Vec<u64> = (5..205).filter(fails).collect();
    assert!(failed.is_empty(), "these schedules fail: {failed:?}");
}
