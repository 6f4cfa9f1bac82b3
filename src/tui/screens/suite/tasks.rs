//! What the screen has read and written beside itself.

use std::path::PathBuf;
use std::sync::Arc;

use super::Loaded;
use crate::positions::epd::{self, EpdRecord};
use crate::positions::{PositionSource, records};
use crate::tui::background::{TaskResult, Work, write_positions};

/// Reads a suite.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadSuite(pub(crate) PositionSource);

/// A suite, or why it cannot be read.
#[derive(Debug, Clone)]
pub(crate) struct Suite {
    /// Where its positions are.
    pub(crate) source: PositionSource,
    /// What was read.
    pub(crate) loaded: Result<Arc<Loaded>, String>,
}

impl Work for ReadSuite {
    fn run(&self) -> TaskResult {
        let source = self.0.clone();
        let loaded = read(&source).map(Arc::new);
        TaskResult::found(Suite { source, loaded })
    }
}

fn read(source: &PositionSource) -> Result<Loaded, String> {
    let records = records(source).map_err(|error| error.to_string())?;
    let suite =
        crate::solving::Suite::from_records(&source.name(), &records).map_err(|error| error.to_string())?;
    let records = records.into_iter().map(|(_, record)| record).collect();
    Ok(Loaded { problems: Arc::new(suite.problems), records })
}

/// Writes records to an EPD file.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WriteRecords {
    /// The records.
    pub(super) records: Vec<EpdRecord>,
    /// The file.
    pub(super) path: PathBuf,
    /// Whether a file that is there is replaced.
    pub(super) replace: bool,
}

impl Work for WriteRecords {
    fn run(&self) -> TaskResult {
        let WriteRecords { records, path, replace } = self;
        match write_positions(path, *replace, records.len(), || epd::write_file(path, records)) {
            Ok(what) => TaskResult::Done(what),
            Err(why) => TaskResult::Failed(why),
        }
    }
}
