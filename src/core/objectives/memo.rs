//! Stores the results of searches, so that none is repeated within a session or after an interruption within a
//! generation.
//!
//! A generation of the paper's size takes half an hour or longer, so each result is written at once, one line per
//! search, to a file beside the journal. When the generation is recorded in the journal, the file is removed; from then
//! on the journal provides the results ([`Memo::restore`]). Lines are in the order in which threads finish, so they are
//! not part of the session's record. Each line has its own checksum. A torn line or one of another session is ignored,
//! and its search is repeated.

use std::collections::HashMap;
use std::path::Path;
use std::sync::Mutex;

use crate::append_log::AppendLog;
use crate::files;
use crate::objectives::source::Past;
use crate::threads::lock;

/// The key of an organism: a hash of its values.
pub type Key = u64;

/// Marks a position that has not been searched.
const UNKNOWN: u32 = u32::MAX;

/// Returns the key of an organism with these values.
#[must_use]
pub fn key(values: &[i32]) -> Key {
    key_of("eyas 2026 tuned search", &[], values)
}

/// Returns the key of values under some conditions: the first 8 bytes of a hash. `context` says what is hashed.
pub(in crate::objectives) fn key_of<'a>(
    context: &str,
    conditions: &[u8],
    values: impl IntoIterator<Item = &'a i32>,
) -> Key {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    hasher.update(conditions);
    values.into_iter().for_each(|value| {
        hasher.update(&value.to_le_bytes());
    });
    let mut first = [0; 8];
    first.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    Key::from_le_bytes(first)
}

/// Nodes by organism and position.
#[derive(Debug, Default)]
pub struct Memo {
    known: Mutex<HashMap<Key, Vec<u32>>>,
    append_log: Option<Mutex<AppendLog>>,
}

/// Returns a hash that differs for sessions with other settings, another training set, or of another version. `context`
/// says what it is for.
pub(in crate::objectives) fn session_hash(context: &str, past: &Past<'_>) -> blake3::Hash {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    hasher.update(env!("CARGO_PKG_VERSION").as_bytes());
    hasher.update(past.settings.as_bytes());
    hasher.update(past.train.blake3.as_bytes());
    hasher.finalize()
}

impl Memo {
    /// Loads the results of a resumed session from the file at `path`, if this version wrote them with the same settings
    /// and the same training set. Removes the file and returns `None` if the session is complete: a killed job may have
    /// left it. `hash` is that of the session ([`session_hash`]).
    pub(in crate::objectives) fn of_session(
        path: &Path,
        hash: blake3::Hash,
        past: &Past<'_>,
    ) -> Option<Memo> {
        if past.finished {
            let _ = files::remove(path);
            return None;
        }
        Some(Memo::resumed(path, *hash.as_bytes()))
    }

    /// Loads the results of this context from the file at `path`, to resume them. A missing or unreadable file is
    /// empty.
    #[must_use]
    pub fn resumed(path: &Path, context: [u8; 32]) -> Memo {
        let (append_log, texts) = AppendLog::open(path, context);
        let memo = Memo { known: Mutex::default(), append_log: Some(Mutex::new(append_log)) };
        for (organism, item, nodes) in texts.iter().filter_map(|text| parse(text)) {
            memo.put(organism, item, nodes);
        }
        memo
    }

    /// Stores the results of all of an organism's searches, in the order of the positions.
    pub fn restore(&self, organism: Key, nodes: &[u32]) {
        lock(&self.known).insert(organism, nodes.to_vec());
    }

    /// Removes some results of an organism, so that these searches are repeated.
    pub fn forget(&self, organism: Key, items: impl Iterator<Item = usize>) {
        items.for_each(|item| self.put(organism, item, UNKNOWN));
    }

    /// Returns the result of an organism's search of a position: nodes, or 0 if it did not find the best move.
    #[must_use]
    pub fn get(&self, organism: Key, item: usize) -> Option<u32> {
        let known = lock(&self.known);
        known.get(&organism)?.get(item).copied().filter(|&nodes| nodes != UNKNOWN)
    }

    /// Returns the results of all `count` positions of an organism, if all are known.
    #[must_use]
    pub fn complete(&self, organism: Key, count: usize) -> Option<Vec<u32>> {
        let known = lock(&self.known);
        known.get(&organism).filter(|nodes| nodes.len() == count && !nodes.contains(&UNKNOWN)).cloned()
    }

    /// Returns the results of an organism from the first item up to one that is not known.
    #[must_use]
    pub fn prefix(&self, organism: Key) -> Vec<u32> {
        let known = lock(&self.known);
        let results = known.get(&organism).into_iter().flatten();
        results.copied().take_while(|&result| result != UNKNOWN).collect()
    }

    /// Stores a result and writes it to the file. If writing fails, a resumed session only repeats the search.
    pub fn keep(&self, organism: Key, item: usize, nodes: u32) {
        self.put(organism, item, nodes);
        if let Some(append_log) = &self.append_log {
            let mut append_log = lock(append_log);
            append_log.append(&format!("{organism:016x} {item} {nodes}"));
        }
    }

    /// Removes the file, as the journal now has all results. A failure to remove it is harmless.
    pub fn recorded(&self) {
        if let Some(append_log) = &self.append_log {
            let mut append_log = lock(append_log);
            append_log.close();
            let _ = files::remove(append_log.path());
        }
    }

    fn put(&self, organism: Key, item: usize, nodes: u32) {
        let mut known = lock(&self.known);
        let stored = known.entry(organism).or_default();
        if stored.len() <= item {
            stored.resize(item + 1, UNKNOWN);
        }
        stored[item] = nodes;
    }
}

fn parse(text: &str) -> Option<(Key, usize, u32)> {
    let mut fields = text.split(' ');
    let organism = Key::from_str_radix(fields.next()?, 16).ok()?;
    Some((organism, fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
}
