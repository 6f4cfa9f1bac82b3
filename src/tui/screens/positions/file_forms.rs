//! The forms that name a file of positions: to write the list to, to load another set from.

use std::path::PathBuf;
use std::sync::Arc;

use super::State;
use crate::disagreement::{PositionBook, write_epd};
use crate::positions::PositionSet;
use crate::positions::PositionSource;
use crate::tui::background::{BackgroundTask, TaskResult, Work, write_positions};
use crate::tui::format::thousands;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, path};

/// Writes the list.
#[derive(Debug, Clone)]
pub(crate) struct Export {
    book: Option<Arc<PositionBook>>,
    rows: Arc<Vec<u32>>,
}

impl Export {
    const PATH: usize = 0;
    const REPLACE: usize = 1;
}

/// Loads a set.
#[derive(Debug, Clone)]
pub(crate) struct Load;

impl Load {
    const FROM: usize = 0;
    const PATH: usize = 1;
    /// The place of “a file” among the choices, after the training set and the embedded ones.
    const FILE: usize = 1 + PositionSet::NAMES.len();
}

/// The form that writes the listed positions to a file.
pub(super) fn export(state: &State) -> Form {
    let kept = |row: &usize| Some(*row) == state.kept;
    let listed = state.rows.iter().enumerate().filter(|(row, _)| !kept(row)).map(|(_, entry)| *entry);
    let rows = Arc::new(listed.collect::<Vec<u32>>());
    let fields = vec![
        Field::text("file", "an EPD file, e.g. queens.epd", "positions.epd"),
        Field::choice("where it exists", "keep it, or write over it", ["keep it", "replace it"], 0),
    ];
    Form::new(Export { book: state.study.book().cloned(), rows }, fields)
}

/// The form that loads another set.
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
        Field::choice("from", "a test set looked at is spoiled", names, at),
        Field::text("file", "EPD, every line with sm or bm", typed),
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
            return Err(Problem { field: Self::PATH, text: "no positions are read yet".to_owned() });
        };
        Ok(Outcome::BackgroundTask(BackgroundTask::new(WritePositions {
            book: Shelf(book),
            rows: Arc::clone(&self.rows),
            path,
            replace,
        })))
    }
}

/// The positions of this source are to be looked at; none for the session's training set.
#[derive(Debug, Clone)]
pub(super) struct Source(pub(super) Option<PositionSource>);

/// Writes positions to an EPD file.
#[derive(Debug, Clone, PartialEq)]
struct WritePositions {
    /// Of which book.
    book: Shelf,
    /// Which of them, in which order.
    rows: Arc<Vec<u32>>,
    /// The file.
    path: PathBuf,
    /// Whether a file that is there is replaced.
    replace: bool,
}

impl Work for WritePositions {
    fn run(&self) -> TaskResult {
        let WritePositions { book, rows, path, replace } = self;
        match write_positions(path, *replace, rows.len(), || write_epd(&book.0, rows, path)) {
            Ok(what) => TaskResult::Done(what),
            Err(why) => TaskResult::Failed(why),
        }
    }
}

/// A book that is the same as another only where it is that one.
#[derive(Debug, Clone)]
struct Shelf(Arc<PositionBook>);

impl PartialEq for Shelf {
    fn eq(&self, other: &Shelf) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl FormSpec for Load {
    fn title(&self) -> String {
        "Positions: look at another set".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        field == Self::FROM || fields.get(Self::FROM).is_some_and(|from| from.chosen() == Self::FILE)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        Ok(Outcome::notify(Source(match fields.get(Self::FROM).map_or(0, Field::chosen) {
            0 => None,
            Self::FILE => Some(PositionSource::File(path(fields, Self::PATH, "one EPD record a line")?)),
            at => PositionSet::NAMES.get(at - 1).map(|name| PositionSource::Embedded((*name).to_owned())),
        })))
    }
}
