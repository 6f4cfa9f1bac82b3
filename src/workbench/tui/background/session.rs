//! Tasks that fork a session or write an organism to a file.

use std::path::{Path, PathBuf};

use super::{TaskResult, TaskWork, absolute};
use crate::engine_options::{TunedEngine, ValueFormat};
use crate::job::{self, TunedValues};
use crate::organism::{self, Organism};
use crate::session;
use crate::tui::subject::{Origin, ShownOrganism, session_name};

/// Creates a session that continues from a generation of another session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fork {
    /// The folder of the other session.
    pub(crate) source: PathBuf,
    /// The run, 0 first.
    pub(crate) run: u32,
    /// The last common generation.
    pub(crate) generation: u32,
    /// The number of generations of the fork; `None` for the same number as the source.
    pub(crate) generations: Option<u32>,
    /// The folder of the fork.
    pub(crate) destination: PathBuf,
    /// The field of the form with the name of the folder.
    pub(crate) name_field: usize,
}

/// The folder of a new fork.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Forked(pub(crate) PathBuf);

impl TaskWork for Fork {
    fn run(&self) -> TaskResult {
        let Fork { source, run, generation, generations, destination, .. } = self;
        let forked = session::fork(source, *run, *generation, *generations, destination);
        TaskResult::of(forked.map(|()| Forked(destination.clone()))).in_form(self.name_field)
    }
}

/// The field with the path in the forms that write an organism.
pub(crate) const PATH_FIELD: usize = 0;

/// Writes a session's champion to an organism file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportChampion {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    pub(crate) to: PathBuf,
    /// Whether an existing file may be replaced.
    pub(crate) overwrite: bool,
}

impl TaskWork for ExportChampion {
    fn run(&self) -> TaskResult {
        let written = job::export_champion(&self.folder, &self.to, self.overwrite);
        TaskResult::done(written.map(|to| written_to(&to))).in_form(PATH_FIELD)
    }
}

/// The result of [`Export`] and [`ExportOptions`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Exported {
    /// The values in the file.
    pub(crate) values: Vec<i32>,
    /// The message with the file.
    pub(crate) text: String,
}

/// Writes an organism to an organism file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Export {
    pub(crate) organism: Box<ShownOrganism>,
    /// The organism's name in the file.
    pub(crate) name: String,
    pub(crate) to: PathBuf,
    /// Whether an existing file may be replaced.
    pub(crate) overwrite: bool,
}

impl TaskWork for Export {
    fn run(&self) -> TaskResult {
        let Export { organism, name, to, overwrite } = self;
        let written = export(organism, name.clone(), to, *overwrite);
        let exported = |()| Exported { values: organism.values.clone(), text: written_to(to) };
        TaskResult::of(written.map(exported)).in_form(PATH_FIELD)
    }
}

/// Writes the tuned options of a session.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExportTuned {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    pub(crate) format: ValueFormat,
    pub(crate) to: PathBuf,
    /// Whether an existing file may be replaced.
    pub(crate) overwrite: bool,
}

impl TaskWork for ExportTuned {
    fn run(&self) -> TaskResult {
        let written = job::tuned_values(&self.folder, None).and_then(|tuned| {
            let TunedValues { engine, values, provisional, .. } = tuned;
            let note = provisional.as_deref();
            let to = job::export_values(&engine, &values, note, self.format, &self.to, self.overwrite)?;
            Ok(note
                .map_or_else(|| written_to(&to), |note| format!("{}; provisional: {note}", written_to(&to))))
        });
        TaskResult::done(written).in_form(PATH_FIELD)
    }
}

/// Writes options of an engine with these values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExportOptions {
    pub(crate) engine: Box<TunedEngine>,
    pub(crate) values: Vec<i32>,
    pub(crate) format: ValueFormat,
    pub(crate) to: PathBuf,
    /// Whether an existing file may be replaced.
    pub(crate) overwrite: bool,
}

impl TaskWork for ExportOptions {
    fn run(&self) -> TaskResult {
        let ExportOptions { engine, values, format, to, overwrite } = self;
        let written = job::export_values(engine, values, None, *format, to, *overwrite);
        let exported = |to: PathBuf| Exported { values: values.clone(), text: written_to(&to) };
        TaskResult::of(written.map(exported)).in_form(PATH_FIELD)
    }
}

/// Describes a written file.
fn written_to(to: &Path) -> String {
    format!("written: {}", absolute(to).display())
}

fn export(shown: &ShownOrganism, name: String, to: &Path, overwrite: bool) -> Result<(), String> {
    if shown.schema.is_of_engine() {
        return Err(
            "these are options of the engine of another session; open that session to export them".to_owned()
        );
    }
    let organism = shown
        .organism()
        .ok_or_else(|| format!("{name} cannot be written: a value is outside its range; edit it first"))?;
    let session = match &shown.origin {
        Origin::Population { session, run, generation, .. } => {
            Some((session_name(session), *run, *generation))
        }
        Origin::Named(_) | Origin::Edited { .. } => None,
    };
    let origin = organism::Origin {
        description: shown.origin.name(),
        session: session.as_ref().map(|(session, ..)| session.clone()),
        run: session.as_ref().map(|(_, run, _)| *run),
        generation: session.map(|(.., generation)| generation),
        ..organism::Origin::default()
    };
    job::export(&Organism { name, origin, ..organism }, to, overwrite).map_err(|error| error.to_string())
}
