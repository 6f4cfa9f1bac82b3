//! Positions given on the command line: a file, or an embedded set.

use std::path::Path;

use eyas::positions::epd::EpdRecord;
use eyas::positions::{PositionSet, PositionsError, embedded_records, read_records};

use super::Failure;

/// Returns the name of the set, and the records in the file with their line numbers. If there is no such file, the
/// records of the embedded set of that name.
pub(super) fn records(path: &Path) -> Result<(String, Vec<(usize, EpdRecord)>), Failure> {
    let embedded = path.to_str().filter(|name| !path.exists() && PositionSet::NAMES.contains(name));
    let records = embedded.map_or_else(|| read_records(path), embedded_records).map_err(|error| {
        let names = match error {
            PositionsError::Unreadable { .. } => {
                format!(", or use an embedded set: {}", PositionSet::NAMES.join(", "))
            }
            _ => String::new(),
        };
        Failure::Input(format!("{error}{names}"))
    })?;
    Ok((path.display().to_string(), records))
}
