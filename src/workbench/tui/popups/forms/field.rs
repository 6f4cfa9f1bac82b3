//! The fields of forms, and how their values are read.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::str::FromStr;

use tui_input::Input;

use super::completion::expanded;
use crate::evolution::setting::{self, Declared, Kind};
use crate::tui::popups::players::Player;
use crate::tui::prelude::*;

/// The value of a field.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(Input),
    /// A choice between names, `at` being the index of the chosen name.
    Choice {
        names: Vec<String>,
        at: usize,
    },
    /// Players chosen in a list.
    Players(Vec<Player>),
}

/// A line of a form.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) label: &'static str,
    /// The meaning or the allowed values of the field.
    hint: String,
    /// What each name of a choice means. An empty text, or none, has only the hint.
    meanings: Vec<String>,
    pub(crate) value: Value,
    /// What is wrong with the value.
    pub(crate) problem: Option<String>,
    /// Which paths Tab completes.
    pub(super) completes: Completes,
    /// Whether the field is shown only after the user asks for more settings.
    pub(super) is_folded: bool,
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

/// The name of the values of settings that are paths of files.
pub(super) const FILE: &str = "FILE";

/// From this number on, a range has no end that anybody reaches.
const ENDLESS: u64 = 1_000_000_000;

/// Returns a hint after the range of the values.
fn with_range(kind: &Kind, hint: &str) -> String {
    let range = match kind {
        Kind::Integer(0, u64::MAX) => String::new(),
        Kind::Integer(low, ENDLESS..) => format!("{low} or more"),
        kind => kind.range(),
    };
    if range.is_empty() { hint.to_owned() } else { format!("{range}: {hint}") }
}

/// The prefixes of players before a path.
const PREFIXES: [&str; 3] = ["uci:", "xboard:", "organism:"];

impl Field {
    fn new(label: &'static str, hint: impl Into<String>, value: Value) -> Field {
        Field {
            label,
            hint: hint.into(),
            meanings: Vec::new(),
            value,
            problem: None,
            completes: Completes::Nothing,
            is_folded: false,
        }
    }

    pub(crate) fn text(label: &'static str, hint: impl Into<String>, value: impl ToString) -> Field {
        Field::new(label, hint, Value::Text(Input::new(value.to_string())))
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
        Field::new(label, hint, Value::Choice { names, at })
    }

    /// Creates a choice between names, each with its meaning.
    pub(crate) fn explained<N: Into<String>, M: Into<String>>(
        label: &'static str,
        names: impl IntoIterator<Item = (N, M)>,
        at: usize,
    ) -> Field {
        let (names, meanings): (Vec<String>, Vec<String>) =
            names.into_iter().map(|(name, meaning)| (name.into(), meaning.into())).unzip();
        Field { meanings, ..Field::choice(label, "", names, at) }
    }

    /// Creates the choice whether to replace a file that exists.
    pub(crate) fn existing_file() -> Field {
        let names =
            [("keep it", "nothing is written if the file exists"), ("replace it", "its content is lost")];
        Field::explained("existing file", names, 0)
    }

    /// Creates a field with players, which are chosen in a list.
    pub(super) fn players(label: &'static str, players: Vec<Player>) -> Field {
        Field::new(label, "", Value::Players(players))
    }

    /// Creates the field of a declared setting, with an empty text if it has no value.
    pub(crate) fn declared<G, T>(
        label: &'static str,
        declared: &Declared<G, T>,
        value: Option<setting::Value>,
    ) -> Field {
        let hint = declared.hint.unwrap_or_default();
        let text = value.as_ref().map_or_else(String::new, setting::Value::text);
        match (declared.kind, value) {
            (Kind::Choice(names), Some(_)) => {
                let at = names.iter().position(|(name, _)| *name == text).unwrap_or(0);
                Field {
                    hint: hint.to_owned(),
                    ..Field::explained(label, names.iter().map(|(name, meaning)| (*name, meaning.trim())), at)
                }
            }
            _ if declared.value_name == FILE => Field::paths(label, hint, text),
            _ => Field::text(label, with_range(&declared.kind, hint), text),
        }
    }

    /// Folds the field: it is shown only after the user asks for more settings.
    pub(crate) fn folded(self) -> Field {
        Field { is_folded: true, ..self }
    }

    /// Returns the meaning of the chosen name, or the hint of the field.
    pub(crate) fn hint(&self) -> &str {
        self.meanings.get(self.chosen()).filter(|meaning| !meaning.is_empty()).unwrap_or(&self.hint)
    }

    /// Returns the greatest width of a name and of a hint among all choices.
    pub(super) fn widest(&self) -> (usize, usize) {
        let widest = |texts: &[String]| texts.iter().map(|text| text.cells()).max().unwrap_or(0);
        let names = if let Value::Choice { names, .. } = &self.value { widest(names) } else { 0 };
        (names, widest(&self.meanings).max(self.hint.cells()))
    }

    /// Returns the text or the chosen name.
    pub(crate) fn shown(&self) -> &str {
        match &self.value {
            Value::Text(input) => input.value(),
            Value::Choice { names, at } => names.get(*at).map_or("", String::as_str),
            Value::Players(_) => "",
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
            Value::Text(_) | Value::Players(_) => 0,
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
    ($kind:literal: $($number:ty),+) => { $(impl Number for $number { const KIND: &'static str = $kind; })+ };
}

numbers!("a whole number": i32, u32, u64, usize);
numbers!("a number": f64);

/// The values of a form by the labels of its fields.
pub(crate) trait Fields {
    /// Returns the label of a field.
    fn label(&self, field: usize) -> &'static str;

    /// Returns the index of the field with a label.
    fn place(&self, label: &str) -> usize;

    /// Returns the text or the chosen name, without blanks around it.
    fn shown(&self, label: &str) -> &str;

    /// Returns the index of the chosen name.
    fn chosen(&self, label: &str) -> usize;

    /// Parses a number and checks that it is within bounds.
    fn number<T: Number>(&self, label: &str, bounds: RangeInclusive<T>) -> Result<T, Problem>;

    /// Returns the chosen players.
    fn players(&self, label: &str) -> &[Player];

    /// Returns whether the second name is chosen.
    fn is_on(&self, label: &str) -> bool {
        self.chosen(label) == 1
    }

    /// Returns the names and paths in a field, which are separated by commas.
    fn listed(&self, label: &str) -> Vec<String>;

    /// Returns a path. If there is none, `suffix` completes the message “enter a file name, …”.
    fn path(&self, label: &str, suffix: &str) -> Result<PathBuf, Problem>;

    /// Returns the problem of a field.
    fn problem(&self, label: &str, text: impl Into<String>) -> Problem {
        Problem { field: self.place(label), text: text.into() }
    }
}

impl Fields for [Field] {
    fn label(&self, field: usize) -> &'static str {
        self.get(field).map_or("", |field| field.label)
    }

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
        let text: String = self.shown(label).chars().filter(|c| !matches!(c, ',' | '_')).collect();
        let allowed = format!("{} to {} is allowed", bounds.start(), bounds.end());
        match text.trim().parse() {
            Ok(number) if bounds.contains(&number) => Ok(number),
            Ok(_) => Err(self.problem(label, allowed)),
            Err(_) => Err(self.problem(label, format!("“{}” is not {}; {allowed}", text.trim(), T::KIND))),
        }
    }

    fn players(&self, label: &str) -> &[Player] {
        match self.get(self.place(label)).map(|field| &field.value) {
            Some(Value::Players(players)) => players,
            _ => &[],
        }
    }

    fn listed(&self, label: &str) -> Vec<String> {
        listed(self, self.place(label))
    }

    fn path(&self, label: &str, suffix: &str) -> Result<PathBuf, Problem> {
        let text = self.shown(label);
        if text.is_empty() {
            return Err(self.problem(label, format!("enter a file name, {suffix}")));
        }
        Ok(PathBuf::from(expanded(text)))
    }
}

/// Returns the names and paths in a field, which are separated by commas.
pub(crate) fn listed(fields: &[Field], field: usize) -> Vec<String> {
    let text = fields.get(field).map_or("", Field::shown);
    text.split(',').map(str::trim).filter(|name| !name.is_empty()).map(expanded).collect()
}
