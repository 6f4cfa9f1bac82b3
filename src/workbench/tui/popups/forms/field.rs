//! The fields of forms, and how their values are read.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;

use tui_input::Input;

use super::completion::expanded;
use crate::evolution::setting::{self, Kind};

/// The value of a field.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(Input),
    /// A choice between names, `at` being the index of the chosen name.
    Choice {
        names: Vec<String>,
        at: usize,
    },
}

/// A line of a form.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) label: &'static str,
    /// The meaning or the allowed values of the field.
    pub(crate) hint: String,
    pub(crate) value: Value,
    /// What is wrong with the value.
    pub(crate) problem: Option<String>,
    /// Which paths Tab completes.
    pub(super) completes: Completes,
}

/// Which paths Tab completes in a text field.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) enum Completes {
    #[default]
    Nothing,
    /// The whole text is a path.
    Path,
    /// The text is a list of names and paths, separated by commas.
    Paths,
}

/// The prefixes of players before a path.
const PREFIXES: [&str; 3] = ["uci:", "xboard:", "organism:"];

impl Field {
    pub(crate) fn text(label: &'static str, hint: impl Into<String>, value: impl ToString) -> Field {
        let value = Value::Text(Input::new(value.to_string()));
        Field { label, hint: hint.into(), value, problem: None, completes: Completes::Nothing }
    }

    /// Creates a text field with a path of a file or folder, which Tab completes.
    pub(crate) fn path(label: &'static str, hint: impl Into<String>, value: impl ToString) -> Field {
        Field { completes: Completes::Path, ..Field::text(label, hint, value) }
    }

    /// Creates a text field with names and paths, separated by commas. Tab completes the paths.
    pub(crate) fn paths(label: &'static str, hint: impl Into<String>, value: impl ToString) -> Field {
        Field { completes: Completes::Paths, ..Field::text(label, hint, value) }
    }

    pub(crate) fn choice(
        label: &'static str,
        hint: impl Into<String>,
        names: impl IntoIterator<Item = impl Into<String>>,
        at: usize,
    ) -> Field {
        let names = names.into_iter().map(Into::into).collect();
        let value = Value::Choice { names, at };
        Field { label, hint: hint.into(), value, problem: None, completes: Completes::Nothing }
    }

    /// Creates the field of a declared setting, with an empty text if it has no value.
    pub(super) fn of_kind(
        label: &'static str,
        hint: impl Into<String>,
        kind: Kind,
        value: Option<setting::Value>,
    ) -> Field {
        let text = value.as_ref().map_or_else(String::new, setting::Value::text);
        match (kind, value) {
            (Kind::Choice(names), Some(_)) => {
                let at = names.iter().position(|(name, _)| *name == text);
                Field::choice(label, hint, names.iter().map(|(name, _)| *name), at.unwrap_or(0))
            }
            _ => Field::text(label, hint, text),
        }
    }

    /// Returns the text or the chosen name.
    pub(crate) fn shown(&self) -> &str {
        match &self.value {
            Value::Text(input) => input.value(),
            Value::Choice { names, at } => names.get(*at).map_or("", String::as_str),
        }
    }

    /// Returns the path before the text cursor, if the field completes paths and there is one.
    pub(super) fn path_before_cursor(&self) -> Option<String> {
        let Value::Text(input) = &self.value else { return None };
        let before: String = input.value().chars().take(input.cursor()).collect();
        let path = match self.completes {
            Completes::Nothing => return None,
            Completes::Path => before.as_str(),
            Completes::Paths => {
                let item = before.rsplit(',').next().unwrap_or_default().trim_start();
                let path = PREFIXES.iter().find_map(|prefix| item.strip_prefix(prefix)).unwrap_or(item);
                // A name is no path.
                Some(path).filter(|path| path.contains('/') || path.starts_with('~'))?
            }
        };
        (!path.trim().is_empty()).then(|| path.to_owned())
    }

    /// Returns what Tab does in a field with paths.
    pub(super) fn path_help(&self) -> Option<&'static str> {
        match self.completes {
            Completes::Nothing => None,
            Completes::Path => Some("Tab completes the path, ~ is the home folder"),
            Completes::Paths => Some("Tab completes a path with a slash, ~ is the home folder"),
        }
    }

    /// Replaces the path before the text cursor. The cursor moves behind it.
    pub(super) fn replace_path(&mut self, path: &str) {
        let Some(old) = self.path_before_cursor() else { return };
        let Value::Text(input) = &mut self.value else { return };
        let before: String = input.value().chars().take(input.cursor()).collect();
        let after: String = input.value().chars().skip(input.cursor()).collect();
        let start = before.strip_suffix(&old).unwrap_or_default();
        let text = format!("{start}{path}");
        let cursor = text.chars().count();
        *input = Input::new(text + &after).with_cursor(cursor);
        self.problem = None;
    }

    /// Returns the index of the chosen name.
    pub(crate) fn chosen(&self) -> usize {
        match self.value {
            Value::Choice { at, .. } => at,
            Value::Text(_) => 0,
        }
    }
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The index of the field.
    pub(crate) field: usize,
    /// What is wrong, and which values are allowed.
    pub(crate) text: String,
}

/// A number that a field can have.
pub(crate) trait Number: FromStr + PartialOrd + Display {
    /// What the number is, in messages.
    const KIND: &'static str;
}

macro_rules! numbers {
    ($kind:ident: $($number:ty),+) => { $(impl Number for $number { const KIND: &'static str = $kind; })+ };
}

numbers!(WHOLE: i32, u32, u64, usize);
numbers!(NUMBER: f64);

/// The values of a form by the labels of its fields.
pub(crate) trait Fields {
    /// Returns the index of the field with a label.
    fn place(&self, label: &str) -> usize;

    /// Returns the text or the chosen name, without blanks around it.
    fn shown(&self, label: &str) -> &str;

    /// Returns the index of the chosen name.
    fn chosen(&self, label: &str) -> usize;

    /// Parses a number and checks that it is within bounds.
    fn number<T: Number>(&self, label: &str, bounds: RangeInclusive<T>) -> Result<T, Problem>;

    /// Returns a path. If there is none, `suffix` completes the message “enter a file name, …”.
    fn path(&self, label: &str, suffix: &str) -> Result<PathBuf, Problem>;

    /// Returns the problem of a field.
    fn problem(&self, label: &str, text: impl Into<String>) -> Problem {
        Problem { field: self.place(label), text: text.into() }
    }
}

impl Fields for [Field] {
    fn place(&self, label: &str) -> usize {
        self.iter().position(|field| field.label == label).unwrap_or(self.len())
    }

    fn shown(&self, label: &str) -> &str {
        self.get(self.place(label)).map_or("", Field::shown).trim()
    }

    fn chosen(&self, label: &str) -> usize {
        self.get(self.place(label)).map_or(0, Field::chosen)
    }

    fn number<T: Number>(&self, label: &str, bounds: RangeInclusive<T>) -> Result<T, Problem> {
        number(self, self.place(label), bounds, T::KIND)
    }

    fn path(&self, label: &str, suffix: &str) -> Result<PathBuf, Problem> {
        path(self, self.place(label), suffix)
    }
}

/// Parses a number and checks that it is within bounds.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    fields: &[Field],
    field: usize,
    bounds: RangeInclusive<T>,
    kind: &str,
) -> Result<T, Problem> {
    let text: String =
        fields.get(field).map_or("", Field::shown).chars().filter(|c| *c != ',' && *c != '_').collect();
    let text = text.trim();
    let (low, high) = (bounds.start(), bounds.end());
    match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        Ok(_) => Err(Problem { field, text: format!("{low} to {high} is allowed") }),
        Err(_) => {
            Err(Problem { field, text: format!("“{text}” is not {kind}; {low} to {high} is allowed") })
        }
    }
}

/// Returns the path in a field. If the field is empty, `suffix` completes the message “enter a file name, …”.
pub(crate) fn path(fields: &[Field], field: usize, suffix: &str) -> Result<PathBuf, Problem> {
    let text = fields.get(field).map_or("", Field::shown).trim();
    if text.is_empty() {
        return Err(Problem { field, text: format!("enter a file name, {suffix}") });
    }
    Ok(PathBuf::from(expanded(text)))
}

/// Returns the names and paths in a field, which are separated by commas.
pub(crate) fn listed(fields: &[Field], field: usize) -> Vec<String> {
    let text = fields.get(field).map_or("", Field::shown);
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(expanded).collect()
}

/// The kind of an integer in messages.
pub(crate) const WHOLE: &str = "a whole number";
/// The kind of a real number in messages.
pub(crate) const NUMBER: &str = "a number";
