//! Faults that a person has to solve: each has a clear message, and nothing is lost.

use std::fs;
use std::process::{Command, Output, Stdio};

use eyas::remote::protocol::{Answer, VERSION};
use rustix::process::{Pid, Signal, kill_process};

use crate::cluster::{FalseWorker, Server, Worker, eyas};
use crate::equal::{SUITE, run_suite_alone, suite_on_workers};
use crate::streams::{stored_tasks, vanish_with_tasks};
use crate::support::programs::has_engine;
use crate::support::sessions::assert_identical;
use crate::support::waiting::wait_until;

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn a_poisoned_task_is_reported_and_the_session_resumes() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    run_suite_alone(folder);
    let poisoned =
        FalseWorker::start(&server, "poisoned", None, |_, _, _| Answer::Failed("out of paper".to_owned()));
    let run = |flags: &[&str]| {
        let mut command = suite_on_workers(&server, "0");
        command.args(flags).output().unwrap()
    };
    let failed = run(&[]);
    assert_eq!(failed.status.code(), Some(1), "{}", stderr(&failed));
    assert!(stderr(&failed).contains("failed 3 times"), "{}", stderr(&failed));
    assert!(stderr(&failed).contains("out of paper"), "{}", stderr(&failed));
    drop(poisoned);
    let _honest = Worker::start(&server, "honest", &[]);
    let resumed = run(&["--resume"]);
    assert!(resumed.status.success(), "{}", stderr(&resumed));
    assert_identical(&folder.join("s"), &folder.join("local"));
}

#[test]
fn a_task_that_every_worker_drops_is_reported() {
    let Some(server) = Server::start() else { return };
    let mut command = eyas(server.folder());
    command.args(SUITE).args(["--session", "s", "--threads", "0", "--task-timeout", "1"]);
    command.args(["--workers", &server.address()]);
    let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
    vanish_with_tasks(&server, || child.try_wait().unwrap().is_some());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("no worker that received it answered"), "{}", stderr(&output));
}

#[test]
fn a_full_server_is_explained() {
    let Some(server) = Server::configured("jetstream { store_dir: \"STORE\", max_file: 4096 }") else {
        return;
    };
    let _worker = Worker::start(&server, "one", &[]);
    let mut command = suite_on_workers(&server, "0");
    let output = command.output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("the NATS server cannot store more"), "{}", stderr(&output));
    // The session is complete up to where it came, and this machine can go on alone.
    let resumed = eyas(server.folder()).args(SUITE).args(["--session", "s", "--resume"]).output().unwrap();
    assert!(resumed.status.success(), "{}", stderr(&resumed));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_explained_and_nothing_is_lost() {
    let Some(server) = Server::almost_full(16) else { return };
    let folder = server.folder();
    run_suite_alone(folder);
    let worker = Worker::start(&server, "one", &[]);
    let log = fs::File::create(folder.join("messages")).unwrap();
    let mut command = suite_on_workers(&server, "0");
    let mut child = command.stdout(Stdio::null()).stderr(log).spawn().unwrap();
    let messages = || fs::read_to_string(folder.join("messages")).unwrap();
    // Tasks or results are what the disk has no space for, depending on the version of the server.
    // It does not answer at all to some of the messages that it cannot store.
    let reasons = ["free space where it stores its streams", "the disk of its store is not full"];
    wait_until("the full disk is reported", || reasons.iter().any(|reason| messages().contains(reason)));
    if messages().contains("the results of “one” cannot be stored") {
        wait_until("the worker reports it", || worker.log().contains("a result cannot be stored"));
    }
    // A server that had no space stores nothing until it is restarted, so the work continues on this machine.
    if child.try_wait().unwrap().is_none() {
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
    }
    assert!(!child.wait().unwrap().success(), "{}", messages());
    let resumed = eyas(folder).args(SUITE).args(["--session", "s", "--resume"]).status().unwrap();
    assert!(resumed.success());
    assert_identical(&folder.join("s"), &folder.join("local"));
}

#[test]
fn a_server_that_cannot_create_a_stream_is_asked_again() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    run_suite_alone(folder);
    let _worker = Worker::start(&server, "one", &[]);
    // A file in the place of the account's folder: the server can create no stream while it is there.
    let obstacle = folder.join("store/jetstream/$G");
    fs::write(&obstacle, "").unwrap();
    let child = suite_on_workers(&server, "0").stderr(Stdio::piped()).spawn().unwrap();
    let refused = || fs::read_to_string(folder.join("server.log")).unwrap().contains("Stream create failed");
    wait_until("the server refuses a stream", refused);
    fs::remove_file(&obstacle).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_identical(&folder.join("s"), &folder.join("local"));
}

#[test]
fn a_server_that_can_create_no_stream_is_explained() {
    let Some(server) = Server::start() else { return };
    fs::write(server.folder().join("store/jetstream/$G"), "").unwrap();
    let output = suite_on_workers(&server, "0").output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("the NATS server cannot store tasks"), "{}", stderr(&output));
}

#[test]
fn a_server_without_jetstream_is_explained() {
    let Some(server) = Server::configured("# jetstream is off") else { return };
    let output = eyas(server.folder()).args(SUITE).args(["--workers", &server.address()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(stderr(&output).contains("nats-server -js"), "{}", stderr(&output));
}

#[test]
fn a_wrong_password_is_explained() {
    let users = "authorization { user: lab, password: secret }";
    let Some(server) = Server::configured(users) else { return };
    let folder = server.folder();
    fs::write(folder.join("wrong"), "lab\nguess\n").unwrap();
    fs::write(folder.join("right"), "lab\nsecret\n").unwrap();
    let address = server.address();
    for arguments in [vec!["worker", &address], [SUITE, &["--workers", &address]].concat()] {
        let output = eyas(folder).args(&arguments).args(["--creds", "wrong"]).output().unwrap();
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        assert!(stderr(&output).contains("does not accept the credentials"), "{}", stderr(&output));
    }
    let worker = Worker::start(&server, "right", &["--creds", "right", "--exit-when-idle", "1"]);
    let mut worker = worker;
    assert!(worker.child.wait().unwrap().success(), "{}", worker.log());
    let with_password = address.replace("//", "//lab:secret@");
    let output = eyas(folder).args(["worker", &with_password]).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("--creds FILE"), "{}", stderr(&output));
}

#[test]
fn other_builds_and_protocols_are_refused_with_both_values() {
    let Some(server) = Server::start() else { return };
    let own = eyas::remote::Signature::of_this_build().unwrap().text();
    let mut command = suite_on_workers(&server, "0");
    let child = command.stderr(Stdio::piped()).spawn().unwrap();
    let claims = [(VERSION, "12345".to_owned()), (VERSION + 1, own.clone())];
    let errors = claims.map(|claims| {
        let old = FalseWorker::start(&server, "old", Some(claims), |_, answer, _| answer);
        old.wait().unwrap_err().to_string()
    });
    assert!(errors[0].contains("12345") && errors[0].contains(&own), "{}", errors[0]);
    let versions = [VERSION + 1, VERSION].map(|version| format!("version {version}"));
    assert!(versions.iter().all(|version| errors[1].contains(version)), "{}", errors[1]);
    let _right = Worker::start(&server, "right", &[]);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", stderr(&output));
    assert_eq!(stderr(&output).matches("a worker was refused").count(), 2, "{}", stderr(&output));
}

#[test]
fn commands_are_not_sent_to_workers() {
    let Some(server) = Server::start() else { return };
    if !has_engine("stockfish") {
        return;
    }
    let mut command = eyas(server.folder());
    command.args(["match", "--a", "reference", "--b", "uci:stockfish", "--games", "2", "--nodes", "10"]);
    let output = command.args(["--workers", &server.address()]).output().unwrap();
    assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
    assert!(stderr(&output).contains("workers run no command from the network"), "{}", stderr(&output));
}

/// A match of organisms on workers only.
fn match_on_workers(server: &Server, session: &str) -> Command {
    let mut command = eyas(server.folder());
    command.args(["match", "--a", "reference", "--b", "random:3", "--depth", "1", "--games", "6"]);
    command.args(["--session", session, "--threads", "0", "--workers", &server.address()]);
    command
}

/// Starts the server again without the messages of the stream of tasks. Its consumers are still there.
fn lose_messages(server: &mut Server) {
    server.kill();
    let messages = server.folder().join("store/jetstream/$G/streams/EYAS_TASKS/msgs");
    fs::remove_dir_all(&messages).unwrap();
    fs::create_dir(&messages).unwrap();
    server.restart();
}

#[track_caller]
fn assert_recreated(output: &Output) {
    let messages = stderr(output);
    assert!(output.status.success(), "{messages}");
    assert!(messages.contains("lost messages of the stream EYAS_TASKS"), "{messages}");
    assert!(messages.contains("the consumer is created again"), "{messages}");
}

#[test]
fn workers_get_tasks_after_the_server_lost_the_messages_of_an_earlier_run() {
    let Some(mut server) = Server::start() else { return };
    let _worker = Worker::start(&server, "one", &[]);
    let usual = match_on_workers(&server, "first").output().unwrap();
    assert!(usual.status.success() && !stderr(&usual).contains("lost messages"), "{}", stderr(&usual));
    lose_messages(&mut server);
    assert_recreated(&match_on_workers(&server, "second").output().unwrap());
}

#[test]
fn workers_get_tasks_after_the_server_lost_the_messages_of_a_run_in_progress() {
    let Some(mut server) = Server::start() else { return };
    let worker = Worker::start(&server, "one", &[]);
    assert!(match_on_workers(&server, "first").output().unwrap().status.success());
    drop(worker);
    let child = match_on_workers(&server, "second").stderr(Stdio::piped()).spawn().unwrap();
    wait_until("a task is stored", || stored_tasks(&server) > 0);
    lose_messages(&mut server);
    let _worker = Worker::start(&server, "two", &[]);
    assert_recreated(&child.wait_with_output().unwrap());
}
