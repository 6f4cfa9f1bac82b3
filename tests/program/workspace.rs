//! A folder with small sets of positions, in which a command of the program runs.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};

use serde_json::Value;

use crate::support::shipped_positions;

/// The commands that use the cache of trees.
const CACHED: [&str; 5] = ["evolve", "coevolve", "tune", "pipeline", "race"];

/// A temporary folder with the files `train.epd` and `test.epd`, of 60 positions each.
pub(crate) struct Workspace {
    pub(crate) folder: tempfile::TempDir,
    command: &'static str,
}

impl Workspace {
    /// Creates the folder for a command such as `race`.
    pub(crate) fn new(command: &'static str) -> Workspace {
        let workspace = Workspace { folder: tempfile::tempdir().unwrap(), command };
        let sets = [
            ("train.epd", shipped_positions("gm2600-train")),
            ("test.epd", shipped_positions("gm2600-test")),
        ];
        for (name, shipped) in sets {
            let lines: Vec<&str> = shipped.lines().take(60).collect();
            fs::write(workspace.path(name), lines.join("\n")).unwrap();
        }
        workspace
    }

    /// Returns the path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    /// Returns the command with these flags.
    pub(crate) fn eyas(&self, flags: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).arg(self.command).args(flags.split_whitespace());
        if CACHED.contains(&self.command) {
            command.args(["--cache", "cache"]);
        }
        command.stdin(Stdio::null());
        command
    }

    /// Runs the command to its end and returns its result.
    #[track_caller]
    pub(crate) fn run(&self, flags: &str) -> String {
        let output = self.eyas(flags).output().unwrap();
        assert!(output.status.success(), "{flags}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    /// Runs any command of the program with these words to its end and returns its JSON result.
    #[track_caller]
    pub(crate) fn json(&self, words: &str) -> Value {
        let mut command = Command::new(env!("CARGO_BIN_EXE_eyas"));
        command.current_dir(self.folder.path()).args(words.split_whitespace()).arg("--json");
        let output = command.output().unwrap();
        assert!(output.status.success(), "{words}: {output:?}");
        serde_json::from_slice(&output.stdout).unwrap()
    }

    /// Asserts exit code 2 and returns the error message.
    #[track_caller]
    pub(crate) fn refused(&self, flags: &str) -> String {
        let Output { status, stderr, stdout } = self.eyas(flags).output().unwrap();
        let text = String::from_utf8(stderr).unwrap();
        assert_eq!(status.code(), Some(2), "{flags}: {text}");
        assert!(stdout.is_empty(), "{flags}");
        text
    }
}
