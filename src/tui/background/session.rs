//! What is done with whole sessions and with organisms that are written to files.

use std::path::{Path, PathBuf};

use super::{TaskResult, Work, whole};
use crate::job;
use crate::organism::{self, Organism};
use crate::session;
use crate::tui::subject::{Origin, ShownOrganism};

/// Begins a session that goes on from a generation of another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Fork {
    /// The other's folder.
    pub(crate) source: PathBuf,
    /// Which run, 0 first.
    pub(crate) run: u32,
    /// The last generation both have.
    pub(crate) generation: u32,
    /// How many generations the fork asks for; none for as many as the source.
    pub(crate) generations: Option<u32>,
    /// The fork's folder.
    pub(crate) destination: PathBuf,
}

/// A session was forked; the fork's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Forked(pub(crate) PathBuf);

impl Work for Fork {
    fn run(&self) -> TaskResult {
        let Fork { source, run, generation, generations, destination } = self;
        match session::fork(source, *run, *generation, *generations, destination) {
            Ok(()) => TaskResult::found(Forked(destination.clone())),
            Err(error) => TaskResult::Refused(error.to_string()),
        }
    }
}

/// Writes a session's champion to an organism file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ExportChampion {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    /// The file.
    pub(crate) to: PathBuf,
    /// Whether a file that is there may be replaced.
    pub(crate) overwrite: bool,
}

impl Work for ExportChampion {
    fn run(&self) -> TaskResult {
        match job::export_champion(&self.folder, &self.to, self.overwrite) {
            Ok(to) => exported(&to),
            Err(error) => TaskResult::Refused(error.to_string()),
        }
    }
}

/// Writes an organism to an organism file.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Export {
    /// The organism.
    pub(crate) organism: Box<ShownOrganism>,
    /// What people call it.
    pub(crate) name: String,
    /// The file.
    pub(crate) to: PathBuf,
    /// Whether a file that is there may be replaced.
    pub(crate) overwrite: bool,
}

impl Work for Export {
    fn run(&self) -> TaskResult {
        let Export { organism, name, to, overwrite } = self;
        match export(organism, name.clone(), to, *overwrite) {
            Ok(()) => exported(to),
            Err(why) => TaskResult::Refused(why),
        }
    }
}

fn exported(to: &Path) -> TaskResult {
    TaskResult::Done(format!("written: {}", whole(to).display()))
}

fn export(shown: &ShownOrganism, name: String, to: &Path, overwrite: bool) -> Result<(), String> {
    let organism =
        shown.organism().ok_or_else(|| format!("{name} cannot be written: a value is outside its range"))?;
    let session = match &shown.origin {
        Origin::Population { session, run, generation, .. } => Some((session.clone(), *run, *generation)),
        Origin::Named(_) | Origin::Edited { .. } => None,
    };
    let origin = organism::Origin {
        description: shown.origin.name(""),
        session: session.as_ref().map(|(session, ..)| session.clone()),
        run: session.as_ref().map(|(_, run, _)| *run),
        generation: session.map(|(.., generation)| generation),
        ..organism::Origin::default()
    };
    job::export(&Organism { name, origin, ..organism }, to, overwrite).map_err(|error| error.to_string())
}
