//! The forms that write the listed positions to a file, and that load other positions.

use std::path::PathBuf;
use std::sync::Arc;

use super::State;
use crate::disagreement::{PositionBook, write_epd};
use crate::positions::PositionSet;
use crate::positions::PositionSource;
use crate::tui::background::{BackgroundTask, TaskResult, Work, write_positions};
use crate::tui::format::thousands;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, path};

#[derive(Debug, Clone)]
pub(crate) struct Export {
    book: Option<Arc<PositionBook>>,
    rows: Arc<Vec<u32>>,
}

impl Export {
    const PATH: usize = 0;
    const REPLACE: usize = 1;
}

#[derive(Debug, Clone)]
pub(crate) struct Load;

impl Load {
    const FROM: usize = 0;
    const PATH: usize = 1;
    /// The index of the choice “a file”, after the training set and the embedded sets.
    const FILE: usize = 1 + PositionSet::NAMES.len();
}

/// Creates the form that writes the listed positions to a file.
pub(super) fn export(state: &State) -> Form {
    let matching = state.rows.iter().enumerate().filter(|(row, _)| Some(*row) != state.kept_row);
    let rows = Arc::new(matching.map(|(_, entry)| *entry).collect::<Vec<u32>>());
    let fields = vec![
        Field::path("file", "an EPD file, e.g. queens.epd", "positions.epd"),
        Field::choice("if it exists", "keep or replace the old file", ["keep it", "replace it"], 0),
    ];
    Form::new(Export { book: state.scan.book().cloned(), rows }, fields)
}

/// Creates the form that loads other positions.
pub(super) fn load(state: &State) -> Form {
    let names = ["the training set"].into_iter().chain(PositionSet::NAMES).chain(["a file"]);
    let (at, typed) = match &state.source {
        None => (0, String::new()),
        Some(PositionSource::Embedded(name)) => {
            (PositionSet::NAMES.iter().position(|known| known == name).map_or(0, |at| at + 1), String::new())
        }
        Some(source) => (Load::FILE, source.name()),
    };
    let fields = vec![
        Field::choice("from", "a test set should stay unseen", names, at),
        Field::path("file", "EPD, every line with sm or bm", typed),
    ];
    Form::new(Load, fields)
}

impl FormSpec for Export {
    fn title(&self) -> String {
        format!("Write {} positions to a file", thousands(self.rows.len() as u64))
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let path = path(fields, Self::PATH, "such as positions.epd")?;
        let replace = fields.get(Self::REPLACE).is_some_and(|field| field.chosen() == 1);
        let Some(book) = self.book.clone() else {
            return Err(Problem { field: Self::PATH, text: "the positions are not read yet".to_owned() });
        };
        Ok(Outcome::BackgroundTask(BackgroundTask::new(WritePositions {
            book: SharedBook(book),
            rows: Arc::clone(&self.rows),
            path,
            replace,
        })))
    }
}

/// The notification to load positions; `None` for the session's training set.
#[derive(Debug, Clone)]
pub(super) struct SourceChosen(pub(super) Option<PositionSource>);

/// The task that writes positions to an EPD file.
#[derive(Debug, Clone, PartialEq)]
struct WritePositions {
    book: SharedBook,
    /// The indices of the positions, in the order of the file.
    rows: Arc<Vec<u32>>,
    path: PathBuf,
    /// Whether to replace an existing file.
    replace: bool,
}

impl Work for WritePositions {
    fn run(&self) -> TaskResult {
        let WritePositions { book, rows, path, replace } = self;
        match write_positions(path, *replace, rows.len(), || write_epd(&book.0, rows, path)) {
            Ok(message) => TaskResult::Done(message),
            Err(text) => TaskResult::InvalidForm { field: Some(Export::PATH), text },
        }
    }

    fn reopens_form(&self) -> bool {
        true
    }
}

/// The task that reads a file once before it replaces the listed positions.
#[derive(Debug, Clone, PartialEq)]
struct CheckPositions(PositionSource);

impl Work for CheckPositions {
    fn run(&self) -> TaskResult {
        match PositionBook::load(&self.0) {
            Ok(_) => TaskResult::found(SourceChosen(Some(self.0.clone()))),
            Err(error) => TaskResult::InvalidForm { field: Some(Load::PATH), text: error.to_string() },
        }
    }

    fn reopens_form(&self) -> bool {
        true
    }
}

/// A shared book, which equals only itself.
#[derive(Debug, Clone)]
struct SharedBook(Arc<PositionBook>);

impl PartialEq for SharedBook {
    fn eq(&self, other: &SharedBook) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl FormSpec for Load {
    fn title(&self) -> String {
        "Load other positions".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        field == Self::FROM || fields.get(Self::FROM).is_some_and(|from| from.chosen() == Self::FILE)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        Ok(match fields.get(Self::FROM).map_or(0, Field::chosen) {
            0 => Outcome::notify(SourceChosen(None)),
            Self::FILE => {
                let source = PositionSource::File(path(fields, Self::PATH, "one EPD record a line")?);
                Outcome::BackgroundTask(BackgroundTask::new(CheckPositions(source)))
            }
            at => {
                let name = PositionSet::NAMES.get(at - 1).map(|name| (*name).to_owned());
                Outcome::notify(SourceChosen(name.map(PositionSource::Embedded)))
            }
        })
    }
}
