//! A file in which what is found out is written down at once, a line each, so that an interruption costs nothing.
//!
//! Each line ends with a checksum that hangs on a context, such as a session's settings: one that is torn or of another
//! context is as if it were not there.

use std::fs::{self, File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

/// Hexadecimal digits of a line's checksum.
const CHECK_DIGITS: usize = 12;

/// The file.
#[derive(Debug)]
pub(crate) struct Diary {
    path: PathBuf,
    context: [u8; 32],
    file: Option<File>,
}

impl Diary {
    /// The file at `path`, to be gone on with, and the texts of its lines. One that is not there, or cannot be read,
    /// tells nothing.
    pub(crate) fn resumed(path: &Path, context: [u8; 32]) -> (Diary, Vec<String>) {
        let diary = Diary::at(path, context);
        let bytes = fs::read(path).unwrap_or_default();
        let texts = bytes.split(|&byte| byte == b'\n').filter_map(|line| diary.text(line)).collect();
        (diary, texts)
    }

    /// The file at `path`, which is not read.
    pub(crate) fn at(path: &Path, context: [u8; 32]) -> Diary {
        Diary { path: path.to_owned(), context, file: None }
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// A text as a line, its end included.
    pub(crate) fn line(&self, text: &str) -> String {
        format!("{text} {}\n", self.check(text))
    }

    /// Writes a text down. Where that fails, nothing but time can be lost.
    pub(crate) fn keep(&mut self, text: &str) {
        let line = self.line(text);
        if let Some(file) = self.open() {
            let _ = file.write_all(line.as_bytes());
        }
    }

    /// Leaves the file alone until something is written down again.
    pub(crate) fn close(&mut self) {
        self.file = None;
    }

    /// The file, opened when the first line is written. It begins behind whatever a kill has left torn.
    fn open(&mut self) -> Option<&mut File> {
        if self.file.is_none() {
            let mut file = OpenOptions::new().append(true).create(true).open(&self.path).ok()?;
            file.write_all(b"\n").ok()?;
            self.file = Some(file);
        }
        self.file.as_mut()
    }

    fn check(&self, text: &str) -> String {
        blake3::keyed_hash(&self.context, text.as_bytes()).to_hex()[..CHECK_DIGITS].to_owned()
    }

    /// The text of a line that is whole and of this context.
    pub(crate) fn text(&self, line: &[u8]) -> Option<String> {
        let (text, found) = std::str::from_utf8(line).ok()?.rsplit_once(' ')?;
        (self.check(text) == found).then(|| text.to_owned())
    }
}
