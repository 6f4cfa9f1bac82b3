//! Limits of the machine and unreasonable input: each ends with a documented exit code and a message that says what to
//! do, never with a signal.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use crate::support::sessions::assert_identical;
use crate::support::shipped_positions;
use rstest::rstest;
use serde_json::Value;

/// A folder with a few positions, an organism with control characters in its name, and one with a very long name.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let shipped = shipped_positions("gm2600-train");
    let lines: Vec<&str> = shipped.lines().take(60).collect();
    fs::write(folder.path().join("some.epd"), lines.join("\n")).unwrap();
    let reference = include_str!("../../assets/organisms/reference.ron");
    let named = |name: &str| {
        let at = reference.find("name: \"").unwrap() + "name: \"".len();
        let end = at + reference[at..].find('"').unwrap();
        [&reference[..at], name, &reference[end..]].concat()
    };
    let control_characters = r"evil\u{1b}[2J\nname\u{202e}abc\u{2066}";
    fs::write(folder.path().join("evil.ron"), named(control_characters)).unwrap();
    fs::write(folder.path().join("long.ron"), named(&"long".repeat(1_000_000))).unwrap();
    folder
}

fn run(folder: &Path, limit: &str, arguments: &str) -> Output {
    Command::new("sh")
        .current_dir(folder)
        .args(["-c", &format!("{limit} exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_eyas")])
        .args(arguments.split_whitespace())
        .output()
        .unwrap()
}

/// Asserts that a command ends with this exit code, and returns its message.
#[track_caller]
fn refused(folder: &Path, limit: &str, arguments: &str, code: i32) -> String {
    let Output { status, stdout, stderr } = run(folder, limit, arguments);
    let message = String::from_utf8(stderr).unwrap();
    assert_eq!(status.code(), Some(code), "{arguments}: {status}: {message}");
    assert!(stdout.is_empty(), "{arguments}");
    message
}

const EVOLVE: &str =
    "evolve --train some.epd --test some.epd --generations 60 --population 30 --cache cache --json";

#[rstest]
fn every_command_limits_the_number_of_threads(
    #[values(
        EVOLVE,
        "score reference --positions some.epd",
        "solve --suite some.epd --nodes 10",
        "perft 1",
        "tune --suite some.epd --node-limit 100",
        "coevolve --from reference paper-2014-figure-3 --nodes 10",
        "pipeline --preset quick",
        "match --a reference --b reference --nodes 10",
        "import some.pgn --out out",
        ""
    )]
    verb: &str,
) {
    let folder = folder();
    for threads in ["513", "10000", "18446744073709551615", "-1"] {
        let message = refused(folder.path(), "", &format!("{verb} --threads={threads}"), 2);
        assert!(message.contains("0 (one per core) to 512"), "{message}");
    }
    assert!(!folder.path().join("sessions").exists(), "no session is created");
}

#[test]
fn the_largest_number_of_threads_is_accepted() {
    let folder = folder();
    assert!(run(folder.path(), "", "perft 2 --threads 512").status.success());
    let message =
        refused(folder.path(), "", "match --a reference --b reference --nodes 10 --concurrency 513", 2);
    assert!(message.contains("1 to 512"), "{message}");
}

#[test]
fn a_file_size_limit_is_explained_and_the_session_can_be_resumed() {
    let folder = folder();
    let begin = format!("{EVOLVE} --session limited");
    // Fill the cache first, because a cache that cannot be written is only a warning.
    assert!(run(folder.path(), "", &format!("{EVOLVE} --session whole")).status.success());
    let message = refused(folder.path(), "ulimit -f 16;", &begin, 1);
    assert!(message.contains("journal.jsonl") && message.contains("ulimit -f"), "{message}");
    let resumed = run(folder.path(), "", &format!("{begin} --resume"));
    assert!(resumed.status.success(), "{}", String::from_utf8_lossy(&resumed.stderr));
    assert_identical(&folder.path().join("limited"), &folder.path().join("whole"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_memory_limit_is_explained() {
    let folder = folder();
    let evolve = "evolve --train some.epd --test some.epd --population 1000000 --cache cache --threads 1";
    let message = refused(folder.path(), "ulimit -v 1000000;", evolve, 1);
    assert!(message.contains("1000000 organisms") && message.contains("ulimit -v"), "{message}");
    for verb in ["solve --suite some.epd --nodes 10", "match --a reference --b reference --nodes 10", "uci"] {
        let message = refused(folder.path(), "ulimit -v 1000000;", &format!("{verb} --hash 4096"), 2);
        assert!(message.contains("smaller table") && message.contains("ulimit -v"), "{message}");
    }
    // One table would fit, but the tables of all searches do not.
    let coevolve = "coevolve --from reference paper-2014-figure-3 --nodes 10 --threads 4 --hash 500";
    let message = refused(folder.path(), "ulimit -v 3000000;", coevolve, 1);
    assert!(message.contains("8 tables of 500 MiB"), "{message}");
    let tune = "tune --organism reference --suite ecm879 --threads 8 --hash 500";
    let message = refused(folder.path(), "ulimit -v 3000000;", tune, 1);
    assert!(message.contains("8 tables of 500 MiB"), "{message}");
    let games = "match --a reference --b reference --nodes 10 --concurrency 4 --hash 500";
    let message = refused(folder.path(), "ulimit -v 3000000;", games, 2);
    assert!(message.contains("4000 MiB"), "{message}");
}

/// Without its limit, each read would fill the memory.
#[cfg(target_os = "linux")]
#[rstest]
#[case::organism(
    "score /dev/zero --positions some.epd",
    "/dev/zero: the file is larger than 16 MiB; check the path"
)]
#[case::positions(
    "score reference --positions /dev/zero",
    "/dev/zero: the file is larger than 512 MiB; check"
)]
#[case::training_set(
    "evolve --train /dev/zero --session s",
    "/dev/zero: the file is larger than 512 MiB; check"
)]
#[case::schema(
    "evolve --schema /dev/zero --session s",
    "/dev/zero: the file is larger than 1 MiB; give a schema file"
)]
#[case::experiment("run /dev/zero --session s", "/dev/zero: the file is larger than 16 MiB")]
#[case::tournament(
    "match /dev/zero --session s",
    "/dev/zero: cannot read the file: the file is larger than 1 MiB"
)]
#[case::openings(
    "match --a reference --b reference --nodes 10 --openings /dev/zero --session s",
    "/dev/zero: the file exceeds the limit of 256 MiB"
)]
fn endless_files_are_refused(#[case] arguments: &str, #[case] expected: &str) {
    let message = refused(folder().path(), "ulimit -v 3000000;", arguments, 2);
    assert!(message.contains(expected), "{message}");
}

#[cfg(target_os = "linux")]
#[test]
fn an_endless_configuration_or_session_file_is_refused() {
    let folder = folder();
    let message = refused(folder.path(), "export EYAS_CONFIG=/dev/zero; ulimit -v 3000000;", "config", 2);
    assert!(message.contains("cannot read the configuration: the file is larger than 1 MiB"), "{message}");
    let play = "match --a reference --b reference --nodes 10 --games 2 --max-moves 3 --session played";
    assert!(run(folder.path(), "", play).status.success());
    let games = folder.path().join("played/games.jsonl");
    fs::remove_file(&games).unwrap();
    std::os::unix::fs::symlink("/dev/zero", &games).unwrap();
    let resume = "match --session played --resume";
    let message = refused(folder.path(), "ulimit -v 3000000;", resume, 1);
    assert!(message.contains("games.jsonl: this is not a regular file"), "{message}");
}

#[test]
fn an_organism_can_come_from_a_pipe() {
    let folder = folder();
    let limit = "cat \"$OLDPWD/assets/organisms/reference.ron\" |";
    let output = Command::new("sh")
        .current_dir(folder.path())
        .env("OLDPWD", env!("CARGO_MANIFEST_DIR"))
        .args(["-c", &format!("{limit} \"$0\" \"$@\""), env!("CARGO_BIN_EXE_eyas")])
        .args(["score", "/dev/stdin", "--positions", "some.epd", "--cache", "cache"])
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[cfg(target_os = "linux")]
#[test]
fn fewer_threads_are_used_if_memory_is_short() {
    let folder = folder();
    for arguments in ["perft 3 --threads 256", "bench --organism reference --depth 1 --threads 256"] {
        let output = run(folder.path(), "ulimit -v 600000;", arguments);
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "{arguments}: {message}");
        assert!(message.contains("cannot start 256 threads; "), "{message}");
    }
    let many = "match --a reference --b reference --nodes 10 --games 20 --max-moves 3 --hash 1 --concurrency 20 --session s";
    let output = run(folder.path(), "ulimit -v 600000;", many);
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{message}");
}

#[rstest]
fn impossible_session_folders_exit_with_2(
    #[values(EVOLVE, "match --a reference --b reference --nodes 10", "pipeline --preset quick")] verb: &str,
) {
    let folder = folder();
    let long = "x".repeat(300);
    let message = refused(folder.path(), "", &format!("{verb} --session {long}"), 2);
    assert!(message.contains("shorter name"), "{message}");
    std::os::unix::fs::symlink("nowhere", folder.path().join("link")).unwrap();
    for name in ["link", "link/below"] {
        let message = refused(folder.path(), "", &format!("{verb} --session {name}"), 2);
        assert!(message.contains("the target of this link does not exist"), "{message}");
    }
}

/// Whether a text contains no control characters and no characters that change the writing direction.
fn is_harmless(text: &str) -> bool {
    let is_harmful = |letter: char| {
        (letter.is_control() && letter != '\n')
            || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    !text.contains(is_harmful)
}

#[test]
fn names_of_organisms_are_shown_escaped_and_short() {
    let folder = folder();
    for (organism, shown) in [("evil.ron", r"evil\u{1b}[2J\nname\u{202e}abc"), ("long.ron", "longlong")] {
        let output = run(folder.path(), "", &format!("score {organism} --positions some.epd --cache cache"));
        let text = String::from_utf8(output.stdout).unwrap();
        assert!(output.status.success() && is_harmless(&text) && text.len() < 300, "{}", text.len());
        assert!(text.contains(shown) && text.lines().count() == 1, "{text}");
    }
}

const ENGINE: &str = r#"
say() { printf '%s\n' "$*"; }
while read -r line; do
    case $line in
        uci) printf 'id name Evil\033[2J'; printf '\342\200\256'; head -c 30000 /dev/zero | tr '\0' x; echo; say uciok;;
        isready) say readyok;;
        go*) say bestmove a1a1;;
        quit) exit 0;;
    esac
done
"#;

#[test]
fn names_in_a_match_are_escaped_and_short() {
    let folder = folder();
    fs::write(folder.path().join("engine.sh"), ENGINE).unwrap();
    let opening = "[Event \"e\"]\n[Opening \"\u{202e}Sicilian\u{1b}[2J\"]\n\n1. e4 c5 *\n";
    fs::write(folder.path().join("openings.pgn"), opening).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(["match", "--a", "evil.ron", "--b", "uci:sh engine.sh", "--nodes", "50", "--games", "2"])
        .args(["--openings", "openings.pgn", "--max-moves", "4", "--hash", "1", "--session", "s", "--json"])
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success() && is_harmless(&message), "{message}");
    let result: Value = serde_json::from_slice(&output.stdout).unwrap();
    for player in result["players"].as_array().unwrap() {
        let name = player.as_str().unwrap();
        assert!(is_harmless(name) && name.chars().count() <= 100 && !name.contains('\n'), "{name}");
        assert!(name.contains(r"\u{1b}[2J"), "{name}");
    }
    let pgn = fs::read_to_string(folder.path().join("s/games.pgn")).unwrap();
    assert!(is_harmless(&pgn) && pgn.lines().all(|line| line.chars().count() < 300), "{pgn}");
    assert!(pgn.contains("Sicilian"), "{pgn}");
}

/// Returns whether a running process handles a signal.
#[cfg(target_os = "linux")]
pub(crate) fn handles(process: u32, signal: rustix::process::Signal) -> bool {
    let text = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let mask = text.lines().find_map(|line| line.strip_prefix("SigCgt:")).unwrap_or("0").trim();
    u64::from_str_radix(mask, 16).unwrap() >> (signal.as_raw() - 1) & 1 == 1
}

/// Linux reports which signals a process handles, so the signal is sent only after its handler is installed.
#[cfg(target_os = "linux")]
#[rstest]
fn a_signal_ends_endless_commands(
    #[values("bench --depth 60", "perft 20", "solve --suite ecm879 --player reference --depth 60")]
    arguments: &str,
) {
    use rustix::process::{Pid, Signal, kill_process};

    let mut eyas = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(arguments.split(' '))
        .stdout(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let handles = || handles(eyas.id(), Signal::TERM);
    crate::support::waiting::wait_until("the process handles the signal", handles);
    kill_process(Pid::from_child(&eyas), Signal::TERM).unwrap();
    assert_eq!(eyas.wait().unwrap().code(), Some(130));
}
