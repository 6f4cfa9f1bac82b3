//! What a session leaves in its folder, and kills of its process, placed by what it has written.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each of its users needs another part")]

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

/// All files below a folder by their paths in it.
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

/// Two folders have the same files. Files in full would drown the message.
#[track_caller]
pub(crate) fn assert_identical(found: &Path, expected: &Path) {
    assert_content(found, &content(expected));
}

/// A folder has these files and no others.
#[track_caller]
pub(crate) fn assert_content(folder: &Path, expected: &BTreeMap<String, Vec<u8>>) {
    let found = content(folder);
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in expected {
        assert!(found[name] == *bytes, "{name} differs");
    }
}

/// Bytes of all files below a folder, those of a session that is being written too.
pub(crate) fn written(folder: &Path) -> u64 {
    // What is not there yet, or not any more, has no bytes.
    let Ok(entries) = fs::read_dir(folder) else { return 0 };
    let bytes = |entry: DirEntry| match entry.metadata() {
        Ok(data) if data.is_dir() => written(&entry.path()),
        Ok(data) => data.len(),
        Err(_) => 0,
    };
    entries.flatten().map(bytes).sum()
}

/// Lines of a file; none where there is no file yet.
pub(crate) fn lines(path: &Path) -> usize {
    fs::read(path).map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
}

/// Waits until a condition holds or the process ends; whether it still runs.
#[track_caller]
pub(crate) fn runs_until(child: &mut Child, mut condition: impl FnMut() -> bool) -> bool {
    let mut runs = true;
    wait_until("the condition, or the end of the process", || {
        // Looked at in this order: where the process goes on after what was awaited, its end does not count.
        let holds = condition();
        runs = child.try_wait().unwrap().is_none();
        holds || !runs
    });
    runs
}

/// Starts a process and kills it as soon as a condition holds; whether it was killed. Otherwise it ended before, and with
/// success.
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

/// Starts a session, named by a number, and sends it a signal as soon as a condition of its number holds; the number. One
/// that comes to its end before, with success, is left alone, and the next one is started.
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
            // Until it is reaped, its number is nobody else's.
            kill_process(Pid::from_child(&child), signal).unwrap();
        }
        let status = child.wait().unwrap();
        assert!(matches!(status.code(), Some(0 | 130)), "{status}");
        !status.success()
    };
    let Some(stopped) = numbers.find(is_stopped) else {
        panic!("none is stopped before it comes to its end")
    };
    stopped
}

/// Kills a session again and again, whenever it has got on by a random amount, until `enough` is told so of the kills up
/// to then; then lets it come to its end. It has the files of one that was never killed then, as it has each time that it
/// comes to its end before it is killed; then it begins anew.
///
/// `progress` is what has been done in the session, in any unit, and a kill comes after `step` of that at most. `begin`
/// makes what a session is before its first process.
#[track_caller]
pub(crate) fn survive_kills(
    (killed, expected): (&Path, &Path),
    rng: &mut ChaCha8Rng,
    step: u64,
    begin: impl Fn(),
    mut command: impl FnMut(&mut ChaCha8Rng) -> Command,
    progress: impl Fn() -> u64,
    mut enough: impl FnMut() -> bool,
) {
    begin();
    // Each process gets on by half a step at least on the average: this many are never needed.
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
            begin();
        }
    }
    panic!("the kills do not come where they should");
}
