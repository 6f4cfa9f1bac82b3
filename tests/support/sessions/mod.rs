//! The content of session folders, and kills of a session's process after an amount of output.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::collections::BTreeMap;
use std::fs::{self, DirEntry};
use std::ops::Range;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

use super::waiting::wait_until;

/// The content of all files below a folder, by their paths relative to it.
pub(crate) fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().display().to_string();
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

/// Asserts that two folders have the same files. The message names a file that differs, without its content. The nodes that
/// engines reported on this machine are no part of a session's record: an interruption loses some, and workers keep theirs.
#[track_caller]
pub(crate) fn assert_identical(found: &Path, expected: &Path) {
    let [found, expected] = [found, expected].map(|folder| {
        let mut files = content(folder);
        files.retain(|name, _| !name.ends_with("engine-nodes.json"));
        files
    });
    assert_files(&found, &expected);
}

/// Asserts that a folder has exactly these files.
#[track_caller]
pub(crate) fn assert_content(folder: &Path, expected: &BTreeMap<String, Vec<u8>>) {
    assert_files(&content(folder), expected);
}

#[track_caller]
fn assert_files(found: &BTreeMap<String, Vec<u8>>, expected: &BTreeMap<String, Vec<u8>>) {
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in expected {
        assert!(found[name] == *bytes, "{name} differs");
    }
}

/// The number of bytes in all files below a folder, which may be a session that is being written.
pub(crate) fn written(folder: &Path) -> u64 {
    // A file that is missing counts as empty.
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let bytes = |entry: DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => written(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.flatten().map(bytes).sum()
}

/// The number of lines of a file; 0 if it does not exist.
pub(crate) fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

/// Waits until a condition holds or the process ends. Returns whether the process still runs.
#[track_caller]
pub(crate) fn runs_until(child: &mut Child, mut condition: impl FnMut() -> bool) -> bool {
    let mut runs = true;
    wait_until("the condition, or the end of the process", || {
        // The condition is checked first: a process that ends right after the condition held must be reported as ended.
        let holds = condition();
        runs = child.try_wait().unwrap().is_none();
        holds || !runs
    });
    runs
}

/// Starts a process and kills it as soon as a condition holds. Returns whether it was killed; otherwise it has ended
/// with success before.
#[track_caller]
pub(crate) fn kill_when(command: &mut Command, condition: impl FnMut() -> bool) -> bool {
    let mut child = command.spawn().unwrap();
    if runs_until(&mut child, condition) {
        child.kill().unwrap();
    }
    let status = child.wait().unwrap();
    assert!(status.success() || status.signal() == Some(9), "{status}");
    !status.success()
}

/// Starts sessions one after the other, each identified by a number, and sends a signal as soon as the condition of its
/// number holds. A session that ends with success before is left alone. Returns the number of the first stopped one.
#[track_caller]
pub(crate) fn stop_when(
    signal: Signal,
    mut numbers: Range<u32>,
    command: impl Fn(u32) -> Command,
    condition: impl Fn(u32) -> bool,
) -> u32 {
    let is_stopped = |number: &u32| {
        let mut child = command(*number).spawn().unwrap();
        if runs_until(&mut child, || condition(*number)) {
            // Until the process is waited for, no other process can have its id.
            kill_process(Pid::from_child(&child), signal).unwrap();
        }
        let status = child.wait().unwrap();
        assert!(matches!(status.code(), Some(0 | 130)), "{status}");
        !status.success()
    };
    let Some(stopped) = numbers.find(is_stopped) else {
        panic!("all sessions ended before they were stopped")
    };
    stopped
}

/// Kills a session repeatedly, each time after a random amount of progress, until `enough`, which is called after every
/// kill, returns true. Then lets the session end, and asserts that its files are those of a session that was never
/// killed. A session that ends before it is killed is compared too, and started anew.
///
/// `progress` returns the progress of the session in any unit. A kill comes after at most `step` of these units.
/// `prepare` creates the files that a session has before its first process.
#[track_caller]
pub(crate) fn survive_kills(
    (killed, expected): (&Path, &Path),
    rng: &mut ChaCha8Rng,
    step: u64,
    prepare: impl Fn(),
    mut command: impl FnMut(&mut ChaCha8Rng) -> Command,
    progress: impl Fn() -> u64,
    mut enough: impl FnMut() -> bool,
) {
    prepare();
    // On average each process makes half a step of progress, so this many are never needed.
    for _ in 0..1_000 {
        let target = progress() + rng.random_range(0..=step);
        if kill_when(&mut command(rng), || progress() >= target) {
            if enough() {
                assert!(command(rng).status().unwrap().success());
                assert_identical(killed, expected);
                return;
            }
        } else {
            assert_identical(killed, expected);
            fs::remove_dir_all(killed).unwrap();
            prepare();
        }
    }
    panic!("too few kills came at the required moments");
}
