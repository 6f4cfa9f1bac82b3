//! Stores mentors' answers in the session, so that each mentor scores each position once, even after an interruption.
//!
//! Each answer is written at once, one line each, to a file of the session. Lines are in the order in which the threads
//! receive answers. When all are received, the file is rewritten, sorted by mentor and position ([`AnswerBook::complete`]),
//! so that two sessions with the same answers are equal byte for byte. Each line has a checksum that depends on the
//! session. A torn line or one of another session is ignored, and its position is scored again.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;

use super::answer::{Answer, Reason};
use crate::append_log::AppendLog;
use crate::files;
use crate::objectives::scores::ScoresSettings;

/// The key of a position: a hash.
pub type Key = u64;

/// Answers by mentor (0 first) and position.
#[derive(Debug, Default)]
pub struct AnswerBook {
    answers: BTreeMap<(u32, Key), Answer>,
    append_log: Option<AppendLog>,
}

/// Returns the context that the checksums of a session's file depend on: the mentors and the scoring mode.
#[must_use]
pub fn context(settings: &ScoresSettings) -> [u8; 32] {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 scores of mentors");
    hasher.update(format!("{:?} {:?}", settings.mentors, settings.mode).as_bytes());
    *hasher.finalize().as_bytes()
}

impl AnswerBook {
    /// Loads the answers of this context from the file at `path`, to resume them. A missing or unreadable file is
    /// empty.
    #[must_use]
    pub fn resumed(path: &Path, context: [u8; 32]) -> AnswerBook {
        let (append_log, texts) = AppendLog::open(path, context);
        AnswerBook {
            answers: texts.iter().filter_map(|text| parse(text)).collect(),
            append_log: Some(append_log),
        }
    }

    /// Opens the file for the answers to come, and creates it if it is missing.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn prepare(&mut self) -> io::Result<()> {
        self.append_log.as_mut().map_or(Ok(()), AppendLog::prepare)
    }

    /// Returns a mentor's answer for a position.
    #[must_use]
    pub fn get(&self, mentor: u32, position: Key) -> Option<Answer> {
        self.answers.get(&(mentor, position)).copied()
    }

    /// Returns the number of answers.
    #[must_use]
    pub fn len(&self) -> usize {
        self.answers.len()
    }

    /// Returns whether there are no answers.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.answers.is_empty()
    }

    /// Stores an answer and writes it to the file. If writing fails, a resumed session only scores the position again.
    pub fn keep(&mut self, mentor: u32, position: Key, answer: Answer) {
        self.answers.insert((mentor, position), answer);
        if let Some(append_log) = &mut self.append_log {
            append_log.append(&text(mentor, position, answer));
        }
    }

    /// Rewrites the file in its final form, once all answers are received.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn complete(&mut self) -> io::Result<()> {
        let Some(append_log) = &mut self.append_log else { return Ok(()) };
        append_log.close();
        let line = |((mentor, position), answer): (&(u32, Key), &Answer)| {
            append_log.line(&text(*mentor, *position, *answer))
        };
        let mut lines: String = self.answers.iter().map(line).collect();
        lines += &append_log.line(&end_line(self.answers.len(), &lines));
        if files::read_own(append_log.path()).is_ok_and(|found| found == lines.as_bytes()) {
            return Ok(());
        }
        files::replace(append_log.path(), lines.as_bytes())
    }
}

/// Returns the last line of a complete file: the number of answers, and a checksum of all of them.
fn end_line(answers: usize, lines: &str) -> String {
    format!("all {answers} {}", &blake3::hash(lines.as_bytes()).to_hex()[..16])
}

/// The state of the answers' file of a session whose mentors have scored all positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScoresFile {
    /// The file is complete.
    Complete,
    /// The lines are valid, but the last line with the number of answers is missing: the file was truncated, or an
    /// earlier version wrote it.
    Unterminated,
    /// There is no file.
    Missing,
}

/// Checks the file of a session whose mentors have scored all positions.
///
/// # Errors
/// Returns what is wrong: the file cannot be read, or a line was changed or is missing.
pub fn check_scores(path: &Path, context: [u8; 32]) -> Result<ScoresFile, String> {
    let found = match files::read_own(path) {
        Ok(found) => found,
        Err(cause) if cause.kind() == io::ErrorKind::NotFound => return Ok(ScoresFile::Missing),
        Err(cause) => return Err(format!("cannot read the file: {cause}")),
    };
    let found = String::from_utf8(found).map_err(|_| "the file is damaged: it is not text".to_owned())?;
    let append_log = AppendLog::new(path, context);
    let mut has_end = false;
    let mut read = 0;
    for (number, line) in (1..).zip(found.split_inclusive('\n')) {
        let text = line.strip_suffix('\n').and_then(|line| append_log.text(line.as_bytes()));
        let is_valid = match &text {
            _ if has_end => false,
            Some(text) if text.starts_with("all ") => {
                has_end = true;
                *text == end_line(number - 1, &found[..read])
            }
            Some(text) => parse(text).is_some(),
            None => false,
        };
        if !is_valid {
            return Err(format!("line {number} is damaged or edited, or earlier lines are missing"));
        }
        read += line.len();
    }
    match (has_end, read) {
        (true, _) => Ok(ScoresFile::Complete),
        (false, 0) => Err("the file is empty".to_owned()),
        (false, _) => Ok(ScoresFile::Unterminated),
    }
}

fn text(mentor: u32, position: Key, answer: Answer) -> String {
    match answer {
        Answer::Score(score) => format!("{mentor} {position:016x} score {score}"),
        Answer::None(reason) => format!("{mentor} {position:016x} none {}", reason.name()),
    }
}

fn parse(text: &str) -> Option<((u32, Key), Answer)> {
    let mut fields = text.split(' ');
    let mentor = fields.next()?.parse().ok()?;
    let position = Key::from_str_radix(fields.next()?, 16).ok()?;
    let answer = match (fields.next()?, fields.next()?) {
        ("score", score) => Answer::Score(score.parse().ok()?),
        ("none", reason) => Answer::None(Reason::named(reason)?),
        _ => return None,
    };
    Some(((mentor, position), answer))
}
