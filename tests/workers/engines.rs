//! Engines on workers: named by their profiles, with tuned options that travel as numbers.

use std::fs;
use std::process::{Command, Stdio};

use rstest::rstest;

use crate::cluster::{Server, Worker, eyas};
use crate::support::engines::TestEngine;
use crate::support::sessions::assert_identical;
use crate::support::waiting::wait_until;

/// Flags of a short tune with each objective.
const MATCHES: &str =
    "--generations 2 --pairs 2 --confirmation-pairs 2 --match-games 4 --nodes 10 --max-moves 30";
const SELF_PLAY: &str = "--objective self-play --generations 2 --games-per-pair 2 --confirmation-games 2 \
                         --match-games 4 --nodes 10 --max-moves 30";
const SUITE: &str =
    "--objective suite --preset quick --positions 6 --node-limit 100 --generations 2 --population 4";
const MOVES: &str =
    "--objective moves --preset quick --positions 10 --nodes 10 --generations 2 --population 4";

const PARAMETERS: &str = "Alpha, int, 15, 0, 100, 8, 0.002\nGamma, int, -40, -50, 50, 8, 0.002\n";

/// Writes the profile of an engine, which all but workers without engines have.
fn with_profile(server: &Server) -> TestEngine {
    let engine = TestEngine::tunable("");
    let profiles = server.folder().join("config/eyas/engines");
    fs::create_dir_all(&profiles).unwrap();
    let command: Vec<String> = engine.command.iter().map(|word| format!("'{word}'")).collect();
    let profile = format!("(protocol: Uci, command: \"{}\")", command.join(" "));
    fs::write(profiles.join("tunable.ron"), profile).unwrap();
    fs::write(server.folder().join("params.txt"), PARAMETERS).unwrap();
    engine
}

fn tune(server: &Server, player: &str, flags: &str, session: &str) -> Command {
    let mut command = eyas(server.folder());
    command.args(["tune", "--player", player, "--params", "params.txt", "--session", session]);
    command.args(flags.split_whitespace());
    command
}

#[rstest]
#[case::matches(MATCHES)]
#[case::self_play(SELF_PLAY)]
#[case::suite(SUITE)]
#[case::moves(MOVES)]
fn options_of_an_engine_are_tuned_as_on_one_machine(#[case] flags: &str) {
    let Some(server) = Server::start() else { return };
    let engine = with_profile(&server);
    let local = tune(&server, "tunable", flags, "local").args(["--threads", "2"]).output().unwrap();
    assert!(local.status.success(), "{}", String::from_utf8_lossy(&local.stderr));
    let without = Worker::start_without_engines(&server, "without");
    let mut command = tune(&server, "tunable", flags, "remote");
    command.args(["--threads", "0", "--workers", &server.address()]);
    let child = command.stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
    // The worker without the engine is asked first.
    wait_until("a worker gives a task back", || without.log().contains("other workers get a task"));
    let _with = ["one", "two"].map(|name| Worker::start(&server, name, &[]));
    let remote = child.wait_with_output().unwrap();
    let messages = String::from_utf8_lossy(&remote.stderr);
    assert!(remote.status.success(), "{messages}");
    let reported = "the worker “without” cannot do these tasks, others get them";
    assert!(messages.contains(reported) && messages.contains("“tunable”"), "{messages}");
    assert_identical(&server.folder().join("remote"), &server.folder().join("local"));
    drop(_with);
    engine.assert_gone();
}

#[test]
fn a_player_given_by_a_command_is_refused_with_a_remedy() {
    let Some(server) = Server::start() else { return };
    let engine = with_profile(&server);
    let mut command = tune(&server, &engine.spec("uci"), MATCHES, "s");
    let output = command.args(["--workers", &server.address()]).output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("workers run no command from the network"), "{messages}");
    assert!(messages.contains("write a profile for the engine on each machine"), "{messages}");
}

#[test]
fn an_engine_that_no_worker_has_is_reported() {
    let Some(server) = Server::start() else { return };
    let engine = with_profile(&server);
    let _without = Worker::start_without_engines(&server, "without");
    let mut command = tune(&server, "tunable", MATCHES, "s");
    command.args(["--threads", "0", "--task-timeout", "1", "--workers", &server.address()]);
    let output = command.output().unwrap();
    let messages = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{messages}");
    assert!(messages.contains("no worker can do the tasks: “without”: “tunable” is neither"), "{messages}");
    // This machine has the engine, and does alone what the worker cannot do.
    let mut command = tune(&server, "tunable", MATCHES, "s");
    command.args(["--resume", "--threads", "1", "--task-timeout", "1", "--workers", &server.address()]);
    assert!(command.stdout(Stdio::null()).status().unwrap().success());
    engine.assert_gone();
}
