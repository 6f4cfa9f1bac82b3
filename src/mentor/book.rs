//! What mentors said, so that nobody is asked twice: in a session, and after an interruption.
//!
//! An answer is written down at once, a line each, in a file of the session. The lines come in the order in which
//! threads hear them; when all is heard the file is written anew, sorted by mentor and position ([`Book::complete`]), so
//! that two sessions with mentors who say the same are equal byte for byte. Each line has a checksum that hangs on the
//! session: one that is torn or of another session is as if it were not there, and its position is asked again.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use super::answer::{Answer, Reason};
use crate::evolution::settings::MentorSettings;
use crate::files;

/// Which position: a hash of it.
pub type Key = u64;

/// Hexadecimal digits of a line's checksum.
const CHECK_DIGITS: usize = 12;

/// Answers by mentor, 0 first, and position.
#[derive(Debug, Default)]
pub struct Book {
    answers: BTreeMap<(u32, Key), Answer>,
    diary: Option<Diary>,
}

/// The file in which answers are written down.
#[derive(Debug)]
struct Diary {
    path: PathBuf,
    /// What its lines' checksums hang on.
    context: [u8; 32],
    file: Option<File>,
}

/// What the lines of a session's file hang on: its mentors, and how they are heard.
#[must_use]
pub fn context(settings: &MentorSettings) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 scores of mentors");
    hasher.update(format!("{:?} {:?}", settings.mentors, settings.hearing).as_bytes());
    *hasher.finalize().as_bytes()
}

impl Book {
    /// What was written down in the file at `path` for this context, to be gone on with. A file that is not there, or
    /// cannot be read, tells nothing.
    #[must_use]
    pub fn resumed(path: &Path, context: [u8; 32]) -> Book {
        let text = fs::read(path).unwrap_or_default();
        let answers = text.split(|&byte| byte == b'\n').filter_map(|line| parse(line, &context)).collect();
        Book { answers, diary: Some(Diary { path: path.to_owned(), context, file: None }) }
    }

    /// What a mentor said of a position.
    #[must_use]
    pub fn get(&self, mentor: u32, position: Key) -> Option<Answer> {
        self.answers.get(&(mentor, position)).copied()
    }

    /// How many answers there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Remembers an answer, and writes it down. Where that fails, nothing but time can be lost.
    pub fn keep(&mut self, mentor: u32, position: Key, answer: Answer) {
        self.answers.insert((mentor, position), answer);
        if let Some(diary) = &mut self.diary {
            let line = line(mentor, position, answer, &diary.context);
            if let Some(file) = diary.open() {
                let _ = file.write_all(line.as_bytes());
            }
        }
    }

    /// All that is to be heard is heard: the file gets its final form.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn complete(&mut self) -> io::Result<()> {
        let Some(diary) = &mut self.diary else { return Ok(()) };
        diary.file = None;
        let mut text = String::new();
        for ((mentor, position), answer) in &self.answers {
            text.push_str(&line(*mentor, *position, *answer, &diary.context));
        }
        if fs::read(&diary.path).is_ok_and(|found| found == text.as_bytes()) {
            return Ok(());
        }
        files::replace(&diary.path, text.as_bytes())
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

fn line(mentor: u32, position: Key, answer: Answer, context: &[u8; 32]) -> String {
    let mut text = format!("{mentor} {position:016x} ");
    // Writing to a string cannot fail.
    let _ = match answer {
        Answer::Score(score) => write!(text, "score {score}"),
        Answer::None(reason) => write!(text, "none {}", reason.name()),
    };
    let check = check(&text, context);
    format!("{text} {check}\n")
}

fn parse(line: &[u8], context: &[u8; 32]) -> Option<((u32, Key), Answer)> {
    let (text, found) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
    if check(text, context) != found {
        return None;
    }
    let mut words = text.split(' ');
    let mentor = words.next()?.parse().ok()?;
    let position = Key::from_str_radix(words.next()?, 16).ok()?;
    let answer = match (words.next()?, words.next()?) {
        ("score", score) => Answer::Score(score.parse().ok()?),
        ("none", reason) => Answer::None(Reason::named(reason)?),
        _ => return None,
    };
    Some(((mentor, position), answer))
}
