//! The workbench in a pseudo-terminal, with real workers.

use std::process::Stdio;

use crate::cluster::{FalseWorker, Server, Worker, eyas};
use crate::support::pty::Workbench;
use crate::support::sessions::{assert_identical, lines, runs_until};

/// A session that the command line began is continued in the workbench by workers only. The screen shows who works and who
/// lied, and the session is the one that this machine makes alone.
#[test]
fn the_workbench_shows_who_works_and_who_lied() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    let tune = |session: &str| {
        let mut command = eyas(folder);
        command.args(["tune", "--generations", "5", "--population", "8", "--positions", "10"]);
        command.args(["--node-limit", "20000", "--session", session, "--threads", "2"]);
        command.stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    assert!(tune("local").status().unwrap().success());
    let [local, begun] = ["local", "begun"].map(|session| folder.join(session));
    let mut child = tune("begun").spawn().unwrap();
    assert!(runs_until(&mut child, || lines(&begun.join("journal.jsonl")) > 1), "it is not at its end");
    child.kill().unwrap();
    child.wait().unwrap();

    let address = server.address();
    let session = ["--session", "begun", "--resume", "--threads", "0"];
    let workers = ["--workers", &address, "--check-share", "1", "--task-timeout", "2"];
    let home = [("cache", "XDG_CACHE_HOME"), ("config", "XDG_CONFIG_HOME")]
        .map(|(name, variable)| (variable, folder.join(name).to_str().unwrap().to_owned()));
    let variables = home.each_ref().map(|(variable, folder)| (*variable, folder.as_str()));
    let mut bench = Workbench::open(folder, &[&session[..], &workers].concat(), &variables, (120, 40));
    // The start is measured by workers, too.
    bench.wait_for("preparing");
    bench.press("1");
    bench.wait_for(&address);
    let _honest = ["steady", "careful"].map(|name| Worker::start(&server, name, &[]));
    bench.wait_for("‖ paused");
    let liar = FalseWorker::liar(&server);
    bench.wait(|screen| states(screen, "liar", "waiting"), "the next worker is there");
    bench.press(" ");
    bench.wait(|screen| states(screen, "liar", "set aside"), "the liar is named");
    bench.wait(|screen| states(screen, "steady", "working"), "another works");
    bench.wait_for("✓ done");
    bench.press("q");
    let (code, after) = bench.wait_for_exit();
    assert_eq!(code, 0, "{after}");
    assert!(liar.wait().unwrap_err().to_string().contains("“liar” was set aside"));
    assert_identical(&begun, &local);
}

/// Whether the list has a worker in this state. The name may stand beside the mark of the selected row.
fn states(screen: &str, worker: &str, state: &str) -> bool {
    let has_name =
        |line: &str| line.split(|character: char| !character.is_alphanumeric()).any(|word| word == worker);
    screen.lines().any(|line| has_name(line) && line.contains(state))
}
