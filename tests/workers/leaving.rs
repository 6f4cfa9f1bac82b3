//! Workers that leave.

use std::process::Stdio;
use std::time::Duration;

use eyas::remote::Leaving;
use rustix::process::{Pid, Signal, kill_process};

use crate::cluster::{FalseWorker, Server, Worker, eyas};
use crate::equal::{run_suite_alone, suite_on_workers};
use crate::support::sessions::assert_identical;
use crate::support::waiting::wait_until;

#[test]
fn an_idle_worker_exits() {
    let Some(server) = Server::start() else { return };
    let mut worker = Worker::start(&server, "idle", &["--exit-when-idle", "1"]);
    let status = worker.child.wait().unwrap();
    assert!(status.success(), "{}", worker.log());
    assert!(worker.log().contains("completed 0 tasks: no task came"), "{}", worker.log());
}

#[test]
fn a_worker_exits_after_its_tasks_and_others_do_the_rest() {
    let Some(server) = Server::start() else { return };
    let mut limited = Worker::start(&server, "limited", &["--max-tasks", "3"]);
    let _other = Worker::start(&server, "other", &[]);
    let mut command = suite_on_workers(&server, "0");
    assert!(command.output().unwrap().status.success());
    assert!(limited.child.wait().unwrap().success(), "{}", limited.log());
    assert!(limited.log().contains("the number of --max-tasks is reached"), "{}", limited.log());
}

#[test]
fn an_interrupted_worker_returns_its_tasks_at_once() {
    let Some(server) = Server::start() else { return };
    // The timeout is longer than a failing test waits: tasks come back only because they are returned.
    let mut command = eyas(server.folder());
    command.args(["coevolve", "--from", "paper-2008-figure-3", "reference", "--population", "2"]);
    command.args([
        "--generations",
        "0",
        "--nodes",
        "3000",
        "--games-per-pair",
        "4",
        "--confirmation-games",
        "2",
    ]);
    command.args(["--milestone-games", "0", "--match-games", "0"]);
    command.args([
        "--session",
        "s",
        "--threads",
        "0",
        "--task-timeout",
        "3600",
        "--workers",
        &server.address(),
    ]);
    let mut coordinator = command.spawn().unwrap();
    let mut leaving = Worker::start(&server, "leaving", &[]);
    let inputs = server.folder().join("inputs");
    // A worker fetches the players when it has a game.
    wait_until("a game begins", || {
        std::fs::read_dir(&inputs)
            .is_ok_and(|files| files.flatten().filter(|file| file.path().is_file()).count() >= 2)
    });
    kill_process(Pid::from_child(&leaving.child), Signal::INT).unwrap();
    assert!(leaving.child.wait().unwrap().success(), "{}", leaving.log());
    assert!(leaving.log().contains(": interrupted"), "{}", leaving.log());
    let _next = Worker::start(&server, "next", &[]);
    assert!(coordinator.wait().unwrap().success());
}

#[test]
fn any_number_of_workers_may_leave_with_the_same_task() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    run_suite_alone(folder);
    let mut command = suite_on_workers(&server, "0");
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // More than the server delivers a task.
    for _ in 0..8 {
        let leaving = FalseWorker::start(&server, "leaving", None, |_, answer, interrupt| {
            interrupt.raise();
            std::thread::sleep(Duration::from_millis(200));
            answer
        });
        assert_eq!(leaving.wait().unwrap().reason, Leaving::Interrupted);
    }
    let _last = Worker::start(&server, "last", &[]);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_identical(&folder.join("s"), &folder.join("local"));
}

/// The games that were given to workers are played here at last.
#[test]
fn a_match_ends_without_any_worker_as_on_one_machine() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    let games = |session: &str, flags: &[&str]| {
        let mut command = eyas(folder);
        command.args(["match", "--a", "reference", "--b", "evol0", "--games", "12", "--nodes", "300"]);
        let output = command.args(["--threads", "1", "--session", session]).args(flags).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        std::fs::read(folder.join(session).join("games.pgn")).unwrap()
    };
    let with_workers = games("remote", &["--task-timeout", "1", "--workers", &server.address()]);
    assert!(with_workers == games("local", &[]));
}
