//! What searches found, so that none is made twice: in a session, and after an interruption in mid-generation.
//!
//! A generation of the paper's size takes half an hour and longer, so what is found is written down at once, a line
//! a search, in a file beside the journal. When the generation stands in the journal, the file is removed: from then
//! on the journal tells ([`Memo::tell`]). The lines come in the order in which threads finish, which is why they are
//! not part of what the session records, and each has a checksum of its own: one that is torn or of another session
//! is as if it were not there, and its search is made again.

use std::collections::HashMap;
use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Which organism: a hash of its values.
pub type Key = u64;

/// What stands for a position that was not searched yet.
const UNKNOWN: u32 = u32::MAX;

/// Hexadecimal digits of a line's checksum.
const CHECK_DIGITS: usize = 12;

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

/// The file in which searches are written down.
#[derive(Debug)]
struct Diary {
    path: PathBuf,
    /// What its lines' checksums hang on: the version and the session's settings.
    context: [u8; 32],
    file: Option<File>,
}

impl Memo {
    /// What was written down in the file at `path` for this context, to be gone on with. A file that is not there,
    /// or cannot be read, tells nothing.
    #[must_use]
    pub fn resumed(path: &Path, context: [u8; 32]) -> Memo {
        let memo = Memo {
            known: Mutex::default(),
            diary: Some(Mutex::new(Diary { path: path.to_owned(), context, file: None })),
        };
        let text = fs::read(path).unwrap_or_default();
        for line in text.split(|&byte| byte == b'\n') {
            if let Some((place, item, nodes)) = parse(line, &context) {
                memo.put(place, item, nodes);
            }
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
            let line = line(place, item, nodes, &diary.context);
            if let Some(file) = diary.open() {
                let _ = file.write_all(line.as_bytes());
            }
        }
    }

    /// All that is known stands in the journal now: the file goes. A file that cannot be removed is in nobody's way.
    pub fn recorded(&self) {
        if let Some(diary) = &self.diary {
            let mut diary = diary.lock().unwrap_or_else(PoisonError::into_inner);
            diary.file = None;
            let _ = fs::remove_file(&diary.path);
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

impl Diary {
    /// The file, opened when the first line is written. It begins behind whatever a kill has left torn.
    fn open(&mut self) -> Option<&mut File> {
        if self.file.is_none() {
            let mut file = OpenOptions::new().append(true).create(true).open(&self.path).ok()?;
            file.write_all(b"\n").ok()?;
            self.file = Some(file);
        }
        self.file.as_mut()
    }
}

fn check(text: &str, context: &[u8; 32]) -> String {
    blake3::keyed_hash(context, text.as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
}

fn line(place: Key, item: usize, nodes: u32, context: &[u8; 32]) -> String {
    let text = format!("{place:016x} {item} {nodes}");
    let check = check(&text, context);
    format!("{text} {check}\n")
}

fn parse(line: &[u8], context: &[u8; 32]) -> Option<(Key, usize, u32)> {
    let (text, found) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
    if check(text, context) != found {
        return None;
    }
    let mut words = text.split(' ');
    let place = Key::from_str_radix(words.next()?, 16).ok()?;
    Some((place, words.next()?.parse().ok()?, words.next()?.parse().ok()?))
}
