//! Notes that screens send each other.

use std::path::PathBuf;

use super::saved::Kind;
use crate::disagreement::Filter;

/// A request to show the positions that a filter matches.
#[derive(Debug, Clone)]
pub(crate) struct ShowPositions(pub(crate) Filter);

/// A request to open a saved match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShowMatch {
    /// The folder of the match.
    pub(crate) folder: PathBuf,
    /// Whether the match is paused.
    pub(crate) paused: bool,
}

/// A request to open the form of a new match, pipeline or race.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct New(pub(crate) Kind);

/// A request to show a race.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShowRace(pub(crate) PathBuf);

/// A request to show a pipeline.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ShowPipeline(pub(crate) PathBuf);
