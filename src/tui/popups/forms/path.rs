//! The forms that name a file of positions: to write the list to, to load another set from.

use std::path::PathBuf;
use std::sync::Arc;

use super::{Field, Form, FormSpec, Outcome, Problem};
use crate::disagreement::PositionBook;
use crate::positions::PositionSet;
use crate::positions::PositionSource;
use crate::tui::background::BackgroundTask;
use crate::tui::format::thousands;
use crate::tui::model::Model;

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

pub(super) fn path(fields: &[Field], field: usize, suffix: &str) -> Result<PathBuf, Problem> {
    let text = fields.get(field).map_or("", Field::shown).trim();
    if text.is_empty() {
        return Err(Problem { field, text: format!("name a file, {suffix}") });
    }
    Ok(PathBuf::from(text))
}

impl Form {
    /// The form that writes the listed positions to a file.
    pub(crate) fn export(model: &Model) -> Form {
        let state = &model.positions;
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
    pub(crate) fn load(model: &Model) -> Form {
        let names = ["the training set"].into_iter().chain(PositionSet::NAMES).chain(["a file"]);
        let (at, typed) = match &model.positions.source {
            None => (0, String::new()),
            Some(PositionSource::Embedded(name)) => (
                PositionSet::NAMES.iter().position(|known| known == name).map_or(0, |at| at + 1),
                String::new(),
            ),
            Some(source) => (Load::FILE, source.name()),
        };
        let fields = vec![
            Field::choice("from", "a test set looked at is spoiled", names, at),
            Field::text("file", "EPD, every line with sm or bm", typed),
        ];
        Form::new(Load, fields)
    }
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
        Ok(Outcome::BackgroundTask(BackgroundTask::Positions {
            book: Shelf(book),
            rows: Arc::clone(&self.rows),
            path,
            replace,
        }))
    }
}

/// A book that is the same as another only where it is that one.
#[derive(Debug, Clone)]
pub(crate) struct Shelf(pub(crate) Arc<PositionBook>);

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
        Ok(Outcome::Positions(match fields.get(Self::FROM).map_or(0, Field::chosen) {
            0 => None,
            Self::FILE => Some(PositionSource::File(path(fields, Self::PATH, "one EPD record a line")?)),
            at => PositionSet::NAMES.get(at - 1).map(|name| PositionSource::Embedded((*name).to_owned())),
        }))
    }
}
