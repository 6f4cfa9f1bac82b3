//! A session made with workers equals the one made by this machine alone.

use std::path::Path;
use std::process::Command;

use rstest::rstest;

use crate::cluster::{FalseWorker, Server, Worker, eyas};
use crate::support::sessions::assert_identical;
use crate::support::shipped_positions;

/// The arguments of a short session of each kind.
pub(crate) const EVOLVE: &[&str] = &["evolve", "--generations", "2", "--population", "12", "--seed", "3"];
pub(crate) const COEVOLVE: &[&str] = &[
    "coevolve",
    "--from",
    "paper-2008-figure-3",
    "reference",
    "--population",
    "2",
    "--generations",
    "2",
    "--games-per-pair",
    "8",
    "--nodes",
    "300",
    "--confirmation-games",
    "8",
    "--milestone-games",
    "4",
    "--match-games",
    "4",
];
pub(crate) const SUITE: &[&str] =
    &["tune", "--generations", "2", "--population", "4", "--positions", "10", "--node-limit", "20000"];

/// Returns the command that runs [`SUITE`] in the session `s`, on workers of the server and this number of own threads.
pub(crate) fn suite_on_workers(server: &Server, threads: &str) -> Command {
    let mut command = eyas(server.folder());
    command.args(SUITE).args(["--session", "s", "--threads", threads, "--workers", &server.address()]);
    command
}

/// Runs [`SUITE`] in the session `local`, without workers.
#[track_caller]
pub(crate) fn run_suite_alone(folder: &Path) {
    assert!(eyas(folder).args(SUITE).args(["--session", "local"]).output().unwrap().status.success());
}

const PLAY_OFF: &[&str] = &[
    "tune",
    "--generations",
    "1",
    "--population",
    "3",
    "--positions",
    "6",
    "--node-limit",
    "5000",
    "--play-off",
    "2",
    "--play-off-nodes",
    "200",
    "--play-off-match",
    "2",
    "--quiet",
    "2",
];
const MATCHES: &[&str] = &[
    "tune",
    "--objective",
    "matches",
    "--opponent",
    "paper-2008-figure-3",
    "--generations",
    "1",
    "--population",
    "4",
    "--pairs",
    "2",
    "--confirmation-pairs",
    "2",
    "--match-games",
    "4",
    "--nodes",
    "300",
];

#[rstest]
#[case::moves(EVOLVE, "2")]
#[case::moves_without_own_threads(EVOLVE, "0")]
#[case::games_between_organisms(COEVOLVE, "0")]
#[case::suite(SUITE, "0")]
#[case::suite_with_own_threads(SUITE, "1")]
#[case::suite_with_quiet_positions_and_play_off(PLAY_OFF, "0")]
#[case::games_against_opponents(MATCHES, "0")]
fn a_session_with_workers_equals_the_local_one(#[case] arguments: &[&str], #[case] threads: &str) {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    let local = eyas(folder).args(arguments).args(["--session", "local", "--threads", "2"]).output().unwrap();
    assert!(local.status.success(), "{}", String::from_utf8_lossy(&local.stderr));
    let _workers = ["one", "two"].map(|name| Worker::start(&server, name, &[]));
    let mut command = eyas(folder);
    command.args(arguments).args(["--session", "remote", "--threads", threads, "--check-share", "0.2"]);
    let remote = command.args(["--workers", &server.address()]).output().unwrap();
    let messages = String::from_utf8_lossy(&remote.stderr);
    assert!(remote.status.success(), "{messages}");
    assert!(!messages.contains("set aside"), "{messages}");
    assert_identical(&folder.join("remote"), &folder.join("local"));
}

#[rstest]
#[case::counts(SUITE)]
#[case::games(COEVOLVE)]
fn a_liar_is_named_and_changes_nothing(#[case] arguments: &[&str]) {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    let local = eyas(folder).args(arguments).args(["--session", "local"]).output().unwrap();
    assert!(local.status.success());
    let liar = FalseWorker::liar(&server);
    // The default share of checks: the first results of each worker are all checked.
    let mut command = eyas(folder);
    command.args(arguments).args(["--session", "remote", "--threads", "0", "--workers", &server.address()]);
    let child = command.stderr(std::process::Stdio::piped()).spawn().unwrap();
    let error = liar.wait().unwrap_err().to_string();
    assert!(error.contains("“liar” was set aside"), "{error}");
    let _honest = Worker::start(&server, "honest", &[]);
    let remote = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&remote.stderr);
    assert!(remote.status.success(), "{messages}");
    assert!(messages.contains("the worker “liar” was set aside"), "{messages}");
    assert_identical(&folder.join("remote"), &folder.join("local"));
}

/// Runs a command alone and with two workers, and compares the sessions. Both runs are in the same folder, whose path is
/// part of a session.
fn assert_equal_in_folder(server: &Server, prepare: &dyn Fn(&std::path::Path), arguments: &[&str]) {
    let _workers = ["one", "two"].map(|name| Worker::start(server, name, &[]));
    let folder = server.folder();
    prepare(folder);
    for is_remote in [false, true] {
        let mut command = eyas(folder);
        command.args(arguments).args(["--session", "s"]);
        if is_remote {
            command.args(["--threads", "0", "--check-share", "0.2", "--workers", &server.address()]);
        }
        let output = command.output().unwrap();
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{messages}");
        assert_eq!(messages.contains("joined"), is_remote, "{messages}");
        if !is_remote {
            std::fs::rename(folder.join("s"), folder.join("local")).unwrap();
        }
    }
    assert_identical(&folder.join("s"), &folder.join("local"));
}

#[test]
fn a_pipeline_uses_workers() {
    let Some(server) = Server::start() else { return };
    let flags = "pipeline --preset quick-2014 --runs 2 --population 8 --generations grandmaster=1 \
                 --generations coevolution=1 --generations tuning=1 --nodes 60 --games-per-pair 2 --confirmation-games 2 \
                 --milestone-games 2 --match-games 2 --positions 6 --node-limit 1500 --no-estimate --train some.epd \
                 --test some.epd";
    assert_equal_in_folder(&server, &small_set, &flags.split_whitespace().collect::<Vec<_>>());
}

/// Writes a small set of positions.
fn small_set(folder: &std::path::Path) {
    let lines: Vec<&str> = shipped_positions("gm2600-train").lines().take(60).collect();
    std::fs::write(folder.join("some.epd"), lines.join("\n")).unwrap();
}

#[test]
fn an_experiment_of_a_file_uses_workers() {
    let Some(server) = Server::start() else { return };
    let mut settings = eyas::experiment::presets::named("quick").unwrap();
    settings.generations = 2;
    let text = ron::to_string(&settings).unwrap();
    let write = |folder: &std::path::Path| std::fs::write(folder.join("own.ron"), &text).unwrap();
    assert_equal_in_folder(&server, &write, &["run", "own.ron"]);
}

#[test]
fn the_result_of_a_match_lists_its_workers() {
    let Some(server) = Server::start() else { return };
    let run = |session: &str, remote: bool| {
        let mut command = eyas(server.folder());
        command.args([
            "match",
            "--a",
            "reference",
            "--b",
            "paper-2008-figure-3",
            "--games",
            "6",
            "--nodes",
            "100",
        ]);
        command.args(["--session", session, "--json"]);
        if remote {
            command.args(["--threads", "0", "--scale-time", "--workers", &server.address()]);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        serde_json::from_slice::<serde_json::Value>(&output.stdout).unwrap()
    };
    let _workers = ["one", "two"].map(|name| Worker::start(&server, name, &[]));
    let (local, remote) = (run("local", false), run("remote", true));
    assert_eq!((&local["workers"], &local["elo"]), (&serde_json::Value::Null, &remote["elo"]));
    let workers: Vec<&str> =
        remote["workers"].as_array().unwrap().iter().filter_map(|line| line.as_str()).collect();
    let tasks: u64 = workers
        .iter()
        .map(|line| line.split("”: ").nth(1).unwrap().split(' ').next().unwrap().parse::<u64>().unwrap())
        .sum();
    // The first games of each worker are played twice, to check them.
    assert!(tasks >= 6, "{workers:?}");
    assert!(workers.iter().all(|line| line.contains("Mnodes/s")), "{workers:?}");
    assert!(workers.iter().any(|line| line.contains("clocks × ")), "{workers:?}");
}

#[test]
fn a_race_uses_workers() {
    let Some(server) = Server::start() else { return };
    let folder = server.folder();
    let _workers = ["one", "two"].map(|name| Worker::start(&server, name, &[]));
    let run = |arguments: &[&str], session: &str, remote: bool| {
        let mut command = eyas(folder);
        command.args(arguments).args(["--session", session]);
        if remote {
            command.args(["--threads", "0", "--workers", &server.address()]);
        }
        let output = command.output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        assert_eq!(String::from_utf8_lossy(&output.stderr).contains("joined"), remote);
    };
    let race =
        ["race", "--optimizers", "ga:population=10,de:population=10", "--seeds", "1", "--evaluations", "30"];
    run(&race, "race", true);
    run(&race, "local-race", false);
    assert_identical(&folder.join("race"), &folder.join("local-race"));
}
