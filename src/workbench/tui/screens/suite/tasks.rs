//! The background tasks of the place Suite: reading a suite and writing positions.

use super::{LoadedSuite, SuiteSettings};
use crate::positions::epd::{self, EpdRecord};
use crate::positions::{PositionSource, records};
use crate::tui::background::write_positions;
use crate::tui::prelude::*;

/// Reads a suite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadSuite(pub(crate) PositionSource);

/// The result of [`ReadSuite`].
#[derive(Debug, Clone)]
pub(crate) struct SuiteRead {
    /// The source of the positions.
    pub(crate) source: PositionSource,
    /// The suite or the error message.
    pub(crate) loaded: Result<Arc<LoadedSuite>, String>,
}

impl TaskWork for ReadSuite {
    fn run(&self) -> TaskResult {
        let source = self.0.clone();
        let loaded = read(&source).map(Arc::new);
        TaskResult::found(SuiteRead { source, loaded })
    }
}

fn read(source: &PositionSource) -> Result<LoadedSuite, String> {
    let records = records(source).map_err(|error| error.to_string())?;
    let suite =
        crate::solving::Suite::from_records(&source.name(), &records).map_err(|error| error.to_string())?;
    let records = records.into_iter().map(|(_, record)| record).collect();
    Ok(LoadedSuite { problems: Arc::new(suite.problems), records })
}

/// Reads the file of a suite once before it replaces the suite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct CheckSuite {
    pub(super) settings: SuiteSettings,
    /// The field of the form with the path of the file.
    pub(super) field: usize,
}

impl TaskWork for CheckSuite {
    fn run(&self) -> TaskResult {
        TaskResult::of(read(&self.settings.source).map(|_| self.settings.clone())).in_form(self.field)
    }
}

/// Writes records to an EPD file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WriteRecords {
    pub(super) records: Vec<EpdRecord>,
    pub(super) path: PathBuf,
    /// Whether to replace an existing file.
    pub(super) replace: bool,
}

impl TaskWork for WriteRecords {
    fn run(&self) -> TaskResult {
        let WriteRecords { records, path, replace } = self;
        let written = write_positions(path, *replace, records.len(), || epd::write_file(path, records));
        TaskResult::done(written).in_form(0)
    }
}
