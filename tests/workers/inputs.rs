//! Inputs that the server loses, or cannot store.

use std::process::Stdio;

use crate::cluster::{Server, Worker};
use crate::equal::{run_suite_alone, suite_on_workers};
use crate::streams::{remove_inputs, stored_tasks};
use crate::support::sessions::{assert_identical, lines, runs_until};
use crate::support::waiting::wait_until;

#[test]
fn inputs_that_the_server_lost_are_stored_again() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    run_suite_alone(folder);
    let mut command = suite_on_workers(&server, "0");
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The inputs of a task are stored before it.
    wait_until("a task is stored", || stored_tasks(&server) > 0);
    assert!(remove_inputs(&server) > 0);
    let worker = Worker::start(&server, "one", &[]);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}\n{}", String::from_utf8_lossy(&output.stderr), worker.log());
    assert!(worker.log().contains("is missing or damaged"), "{}", worker.log());
    assert_identical(&folder.join("s"), &folder.join("local"));
}

#[test]
fn threads_of_this_machine_do_not_wait_for_the_server() {
    let Some(mut server) = Server::start() else { return };
    let folder = server.folder().to_owned();
    run_suite_alone(&folder);
    let mut command = suite_on_workers(&server, "1");
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    runs_until(&mut child, || lines(&folder.join("s/journal.jsonl")) > 0);
    // The organisms of the next generation cannot be stored.
    server.kill();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert_identical(&folder.join("s"), &folder.join("local"));
}
