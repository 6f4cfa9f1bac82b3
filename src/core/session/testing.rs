//! Test support: the files of a session.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the bytes of every file, by name.
pub(crate) fn content(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect()
}
