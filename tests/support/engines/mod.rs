//! Engines for tests: shell scripts, for the needs of a single test, the hostile engine in `hostile`, and the engine in
//! `tunable.rs`, whose strength depends on its options. All record their process groups in a file, so that tests can check
//! that no process is left.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::time::{Duration, SystemTime};

use eyas::arena::Patience;
use tempfile::TempDir;

use super::waiting::{AT_LAST, wait_until};

/// The limit of a wait for an answer that never comes. Answers that do come have the limit `AT_LAST`.
pub(crate) const SHORT_WAIT: Duration = Duration::from_millis(500);

/// The start of every script.
const PREAMBLE: &str = r#"
echo $$ >> "$1/groups"
say() { printf '%s\n' "$*"; }
hang() { while :; do sleep 0.1; done; }
"#;

/// The command of an engine, and the folder in which it records its process groups.
pub(crate) struct TestEngine {
    pub(crate) folder: TempDir,
    pub(crate) command: Vec<String>,
}

impl TestEngine {
    /// An engine that runs a shell script. In it `say` prints a line, `hang` waits forever, and `$1` is the folder.
    pub(crate) fn scripted(script: &str) -> TestEngine {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine.sh");
        fs::write(&path, format!("{PREAMBLE}{script}\n")).unwrap();
        let words = ["sh", path.to_str().unwrap(), folder.path().to_str().unwrap()];
        let command = words.map(str::to_owned).to_vec();
        TestEngine { folder, command }
    }

    /// The hostile engine with the protocol `uci` or `xboard`. Its documentation lists the misbehaviours.
    pub(crate) fn hostile(protocol: &str, misbehaviours: &str) -> TestEngine {
        let folder = tempfile::tempdir().unwrap();
        let program = program("hostile-engine", "hostile");
        let words = [program.to_str().unwrap(), protocol, folder.path().to_str().unwrap()];
        let command = words.into_iter().chain(misbehaviours.split_whitespace()).map(str::to_owned).collect();
        TestEngine { folder, command }
    }

    /// The engine whose strength depends on its options. Its documentation explains the arguments.
    pub(crate) fn tunable(arguments: &str) -> TestEngine {
        let folder = tempfile::tempdir().unwrap();
        let program = program("tunable-engine", "tunable.rs");
        let words = [program.to_str().unwrap(), folder.path().to_str().unwrap()];
        let command = words.into_iter().chain(arguments.split_whitespace()).map(str::to_owned).collect();
        TestEngine { folder, command }
    }

    /// The engine as a player on the command line.
    pub(crate) fn spec(&self, protocol: &str) -> String {
        let words: Vec<String> = self.command.iter().map(|word| format!("'{word}'")).collect();
        format!("{protocol}:{}", words.join(" "))
    }

    /// The number of times that the engine was started.
    pub(crate) fn starts(&self) -> usize {
        self.groups().lines().count()
    }

    /// Waits until no process of its process groups is left, and none that left them for a session of its own. Zombies
    /// whose parent is another process do not count.
    pub(crate) fn assert_gone(&self) {
        let groups = self.groups();
        assert!(!groups.is_empty());
        let emigrants = fs::read_to_string(self.folder.path().join("emigrants")).unwrap_or_default();
        for group in groups.lines().chain(emigrants.lines()) {
            wait_until("no process of the group is left", || members(group).is_empty());
        }
    }

    fn groups(&self) -> String {
        fs::read_to_string(self.folder.path().join("groups")).unwrap()
    }
}

/// Patience with an engine that answers, on a machine of any speed.
pub(crate) fn patience() -> Patience {
    Patience { start: AT_LAST, ready: AT_LAST, silence: AT_LAST, margin: AT_LAST, stop: AT_LAST }
}

/// The request that an engine never answers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unanswered {
    /// The handshake. Version 1 of the xboard protocol has none, so such an engine may be asked to move and to stop,
    /// and it does not answer these requests either.
    Start,
    Ready,
    /// The first search, and the request to stop it.
    Search,
}

/// Patience with an engine that never answers this request, and answers all others.
pub(crate) fn patience_without(answer: Unanswered) -> Patience {
    match answer {
        Unanswered::Start => {
            Patience { start: SHORT_WAIT, silence: SHORT_WAIT, stop: SHORT_WAIT, ..patience() }
        }
        Unanswered::Ready => Patience { ready: SHORT_WAIT, ..patience() },
        Unanswered::Search => {
            Patience { silence: SHORT_WAIT, margin: SHORT_WAIT, stop: SHORT_WAIT, ..patience() }
        }
    }
}

/// The processes of a group that are alive, and zombies whose parent is this process.
fn members(group: &str) -> Vec<String> {
    let listed = Command::new("ps").args(["-A", "-o", "pgid=,ppid=,stat=,args="]).output().unwrap();
    let own = std::process::id().to_string();
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let is_member = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words[0] == group && (words[1] == own || !words[2].starts_with('Z'))
    };
    text.lines().filter(is_member).map(str::to_owned).collect()
}

/// The path of an engine's program. It is built here if it is missing or older than its source, because Cargo does not
/// build examples with a single test binary.
fn program(name: &str, source: &str) -> PathBuf {
    static BUILDING: Mutex<()> = Mutex::new(());
    let _guard = BUILDING.lock().unwrap();
    // target/PROFILE/deps/TEST and target/PROFILE/examples/NAME.
    let test = std::env::current_exe().unwrap();
    let folder = test.parent().and_then(Path::parent).unwrap();
    let program = folder.join("examples").join(name);
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/engines").join(source);
    if modified(&program) < newest(&source) {
        build(name, folder);
    }
    assert!(
        program.is_file(),
        "{} is missing: build it with `cargo build --example {name}` and the flags of the tests",
        program.display()
    );
    program
}

fn build(name: &str, folder: &Path) {
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(other) => other,
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--example", name, "--profile", profile, "--target-dir"])
        .arg(folder.parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.unwrap().success(), "cargo cannot build the example {name}");
}

/// The time when a file was modified; the Unix epoch if it does not exist.
fn modified(path: &Path) -> SystemTime {
    path.metadata().and_then(|metadata| metadata.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

/// The time when a file, or the newest file of a folder, was modified.
fn newest(path: &Path) -> SystemTime {
    if path.is_file() {
        return modified(path);
    }
    let files = fs::read_dir(path).unwrap();
    files.map(|file| modified(&file.unwrap().path())).max().unwrap()
}
