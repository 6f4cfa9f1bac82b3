//! Engines for tests: shell scripts, for what one test alone needs, and the hostile engine of the program beside this
//! file. Both note the process groups they are started in, so that a test can see that nothing is left of them.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each of its users needs another part")]

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::time::{Duration, SystemTime};

use eyas::arena::Patience;
use tempfile::TempDir;

use super::waiting::{AT_LAST, wait_until};

/// How long an engine is waited for that does not answer. Only where it never will: an engine that will has `AT_LAST`.
pub(crate) const IN_VAIN: Duration = Duration::from_millis(500);

/// What every script begins with.
const PREAMBLE: &str = r#"
echo $$ >> "$1/groups"
say() { printf '%s\n' "$*"; }
hang() { while :; do sleep 0.1; done; }
"#;

/// The command of an engine, and the folder in which it takes notes.
pub(crate) struct TestEngine {
    pub(crate) folder: TempDir,
    pub(crate) command: Vec<String>,
}

impl TestEngine {
    /// An engine that does what a shell script says. `say` says a line, `hang` says nothing ever again, and `$1` is the
    /// folder.
    pub(crate) fn scripted(script: &str) -> TestEngine {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("engine.sh");
        fs::write(&path, format!("{PREAMBLE}{script}\n")).unwrap();
        let words = ["sh", path.to_str().unwrap(), folder.path().to_str().unwrap()];
        let command = words.map(str::to_owned).to_vec();
        TestEngine { folder, command }
    }

    /// The hostile engine, speaking `uci` or `xboard`; its own documentation lists what it can do wrong.
    pub(crate) fn hostile(protocol: &str, deeds: &str) -> TestEngine {
        let folder = tempfile::tempdir().unwrap();
        let words = [program().to_str().unwrap(), protocol, folder.path().to_str().unwrap()];
        let command = words.into_iter().chain(deeds.split_whitespace()).map(str::to_owned).collect();
        TestEngine { folder, command }
    }

    /// As a player is named on the command line.
    pub(crate) fn spec(&self, protocol: &str) -> String {
        let words: Vec<String> = self.command.iter().map(|word| format!("'{word}'")).collect();
        format!("{protocol}:{}", words.join(" "))
    }

    /// How often it was started.
    pub(crate) fn starts(&self) -> usize {
        self.groups().lines().count()
    }

    /// Nothing is left of any process that it started, but for those that others are to reap.
    pub(crate) fn is_gone(&self) {
        let groups = self.groups();
        assert!(!groups.is_empty());
        for group in groups.lines() {
            wait_until("nothing of its process group is left", || members(group).is_empty());
        }
    }

    fn groups(&self) -> String {
        fs::read_to_string(self.folder.path().join("groups")).unwrap()
    }
}

/// Patience with an engine that answers, however slow the machine is.
pub(crate) fn patience() -> Patience {
    Patience { start: AT_LAST, ready: AT_LAST, silence: AT_LAST, margin: AT_LAST, stop: AT_LAST }
}

/// What an engine never answers.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Unanswered {
    /// The handshake. One without words for that, of the first version of xboard's protocol, may be asked to move even so,
    /// and to stop, and does not answer that either.
    Start,
    Ready,
    /// The first move, and being told to stop.
    Search,
}

/// Patience with an engine that never answers this, and all else however slow the machine is.
pub(crate) fn patience_without(answer: Unanswered) -> Patience {
    match answer {
        Unanswered::Start => Patience { start: IN_VAIN, silence: IN_VAIN, stop: IN_VAIN, ..patience() },
        Unanswered::Ready => Patience { ready: IN_VAIN, ..patience() },
        Unanswered::Search => Patience { silence: IN_VAIN, margin: IN_VAIN, stop: IN_VAIN, ..patience() },
    }
}

/// The processes of a group that are alive, and our own that are not reaped.
fn members(group: &str) -> Vec<String> {
    let listed = Command::new("ps").args(["-A", "-o", "pgid=,ppid=,stat=,args="]).output().unwrap();
    let own = std::process::id().to_string();
    let text = String::from_utf8_lossy(&listed.stdout).into_owned();
    let is_left = |line: &&str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        words[0] == group && (words[1] == own || !words[2].starts_with('Z'))
    };
    text.lines().filter(is_left).map(str::to_owned).collect()
}

/// The hostile engine's program. Cargo builds examples with all the tests, but not with a single one.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        // target/PROFILE/deps/TEST and target/PROFILE/examples/hostile-engine.
        let test = std::env::current_exe().unwrap();
        let folder = test.parent().and_then(Path::parent).unwrap();
        let program = folder.join("examples/hostile-engine");
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/support/engines/hostile");
        if modified(&program) < newest(&source) {
            build(folder);
        }
        assert!(
            program.is_file(),
            "there is no {}: build it by `cargo build --example hostile-engine`, with the flags that the tests are \
             built with",
            program.display()
        );
        program
    })
}

fn build(folder: &Path) {
    let profile = match folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(other) => other,
    };
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| OsString::from("cargo"));
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--example", "hostile-engine", "--profile", profile, "--target-dir"])
        .arg(folder.parent().unwrap())
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(status.unwrap().success(), "cargo does not build the example hostile-engine");
}

/// When a file was written; before everything else where there is none.
fn modified(path: &Path) -> SystemTime {
    path.metadata().and_then(|metadata| metadata.modified()).unwrap_or(SystemTime::UNIX_EPOCH)
}

fn newest(folder: &Path) -> SystemTime {
    let files = fs::read_dir(folder).unwrap();
    files.map(|file| modified(&file.unwrap().path())).max().unwrap()
}
