//! Values with their places in the file.

use std::path::PathBuf;

use super::Error;
use crate::text;

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
        let (line, column) = text::place(&self.text, at);
        Error::Invalid { path: self.path.clone(), line, column, reason }
    }
}
