//! Values with their places in the file.

use std::path::PathBuf;

use super::Error;

/// A value and the place where it begins. Two values are equal wherever they are.
#[derive(Debug, Clone)]
pub struct Located<T> {
    /// The value.
    pub value: T,
    /// The number of bytes before it.
    pub at: usize,
}

impl<T> Located<T> {
    /// Returns a value that is in no file.
    pub fn nowhere(value: T) -> Located<T> {
        Located { value, at: 0 }
    }
}

impl<T: PartialEq> PartialEq for Located<T> {
    fn eq(&self, other: &Located<T>) -> bool {
        self.value == other.value
    }
}

impl<T: Eq> Eq for Located<T> {}

/// A file and its text.
#[derive(Debug, Clone, Default)]
pub struct Source {
    /// The file.
    pub path: PathBuf,
    /// The text.
    pub text: String,
}

impl Source {
    /// Returns the error of a wrong value.
    #[must_use]
    pub fn error(&self, at: usize, reason: String) -> Error {
        let before = self.text.get(..at).unwrap_or(&self.text);
        let line = before.matches('\n').count() + 1;
        let start = before.rfind('\n').map_or(0, |end| end + 1);
        let column = before[start..].chars().count() + 1;
        Error::Invalid { path: self.path.clone(), line, column, reason }
    }

    /// Returns the number of bytes before a line and a column, counted from 1.
    pub(super) fn offset(&self, line: usize, column: usize) -> usize {
        let start: usize = self.text.split_inclusive('\n').take(line.saturating_sub(1)).map(str::len).sum();
        let rest = &self.text[start..];
        start + rest.char_indices().nth(column.saturating_sub(1)).map_or(rest.len(), |(at, _)| at)
    }
}
