//! What searches found, so that none is made twice: in a session, and after an interruption in mid-generation.
//!
//! A generation of the paper's size takes half an hour and longer, so what is found is written down at once, a line
//! a search, in a file beside the journal. When the generation stands in the journal, the file is removed: from then
//! on the journal tells ([`Memo::tell`]). The lines come in the order in which threads finish, which is why they are
//! not part of what the session records, and each has a checksum of its own: one that is torn or of another session
//! is as if it were not there, and its search is made again.

use std::collections::HashMap;
use std::fs;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use crate::diary::Diary;

/// Which organism: a hash of its values.
pub type Key = u64;

/// What stands for a position that was not searched yet.
const UNKNOWN: u32 = u32::MAX;

/// The key of an organism with these values.
#[must_use]
pub fn key(values: &[i32]) -> Key {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 tuned search");
    values.iter().for_each(|value| {
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
    diary: Option<Mutex<Diary>>,
}

impl Memo {
    /// What was written down in the file at `path` for this context, to be gone on with. A file that is not there,
    /// or cannot be read, tells nothing.
    #[must_use]
    pub fn resumed(path: &Path, context: [u8; 32]) -> Memo {
        let (diary, texts) = Diary::resumed(path, context);
        let memo = Memo { known: Mutex::default(), diary: Some(Mutex::new(diary)) };
        for (place, item, nodes) in texts.iter().filter_map(|text| parse(text)) {
            memo.put(place, item, nodes);
        }
        memo
    }

    /// Tells what an organism's searches found, position by position.
    pub fn tell(&self, place: Key, nodes: &[u32]) {
        self.known.lock().unwrap_or_else(PoisonError::into_inner).insert(place, nodes.to_vec());
    }

    /// Forgets some of an organism's searches, so that they are made again.
    pub fn forget(&self, place: Key, items: impl Iterator<Item = usize>) {
        items.for_each(|item| self.put(place, item, UNKNOWN));
    }

    /// What the search of a position found.
    #[must_use]
    pub fn get(&self, place: Key, item: usize) -> Option<u32> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&place)?.get(item).copied().filter(|&nodes| nodes != UNKNOWN)
    }

    /// What an organism's searches of all `count` positions found, once all are made.
    #[must_use]
    pub fn whole(&self, place: Key, count: usize) -> Option<Vec<u32>> {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(&place).filter(|nodes| nodes.len() == count && !nodes.contains(&UNKNOWN)).cloned()
    }

    /// Remembers what a search found, and writes it down. Where that fails, nothing but time can be lost.
    pub fn keep(&self, place: Key, item: usize, nodes: u32) {
        self.put(place, item, nodes);
        if let Some(diary) = &self.diary {
            let mut diary = diary.lock().unwrap_or_else(PoisonError::into_inner);
            diary.keep(&format!("{place:016x} {item} {nodes}"));
        }
    }

    /// All that is known stands in the journal now: the file goes. A file that cannot be removed is in nobody's way.
    pub fn recorded(&self) {
        if let Some(diary) = &self.diary {
            let mut diary = diary.lock().unwrap_or_else(PoisonError::into_inner);
            diary.close();
            let _ = fs::remove_file(diary.path());
        }
    }

    fn put(&self, place: Key, item: usize, nodes: u32) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let of = known.entry(place).or_default();
        if of.len() <= item {
            of.resize(item + 1, UNKNOWN);
        }
        of[item] = nodes;
    }
}

fn parse(text: &str) -> Option<(Key, usize, u32)> {
    let mut words = text.split(' ');
    let place = Key::from_str_radix(words.next()?, 16).ok()?;
    Some((place, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}
