//! The file of the nodes that external engines report for their searches under node limits.

use std::fs;
use std::path::Path;

use super::error::Error;
use crate::arena::node_counts::NodeCounts;
use crate::files;

/// The name of the file.
pub(super) const FILE: &str = "engine-nodes.json";

/// Returns the recorded nodes of a session; none if they cannot be read, as they are no part of its result.
pub(super) fn read(folder: &Path) -> NodeCounts {
    let text = fs::read_to_string(folder.join(FILE)).ok();
    text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_default()
}

/// Replaces the file.
///
/// # Errors
/// The disk is full or the folder cannot be written. The old file then remains.
pub(super) fn write(folder: &Path, nodes: &NodeCounts) -> Result<(), Error> {
    let path = folder.join(FILE);
    let failed = Error::io("write", &path);
    let text = serde_json::to_string(nodes).map_err(|cause| failed(cause.into()))?;
    files::replace(&path, text.as_bytes()).map_err(Error::io("write", &path))
}

/// Copies the file to the folder of a fork, if there is one.
///
/// # Errors
/// As [`write`].
pub(super) fn copy(source: &Path, destination: &Path) -> Result<(), Error> {
    let nodes = read(source);
    if nodes.is_empty() { Ok(()) } else { write(destination, &nodes) }
}
