//! What a session leaves in its folder, and how long its process runs.

#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]
#![allow(dead_code, reason = "each of its users needs another part")]

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Child;
use std::thread::sleep;
use std::time::{Duration, Instant};

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
    let (found, expected) = (content(found), content(expected));
    assert_eq!(found.keys().collect::<Vec<_>>(), expected.keys().collect::<Vec<_>>());
    for (name, bytes) in &expected {
        assert!(found[name] == *bytes, "{name} differs");
    }
}

/// Waits for the moment or the process's end; whether the process still runs.
pub(crate) fn runs_until(child: &mut Child, moment: Duration) -> bool {
    let start = Instant::now();
    while start.elapsed() < moment {
        if child.try_wait().unwrap().is_some() {
            return false;
        }
        sleep(Duration::from_millis(1));
    }
    child.try_wait().unwrap().is_none()
}
