//! How selective a player's search is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Which methods a search has; each mode has all those of the one before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    /// Alpha-beta with quiescence, nothing selective: what the 2014 paper's coevolution plays with.
    Plain,
    /// The methods of the 2014 paper's Table I.
    Paper,
    /// Those and the methods of later engines.
    Extended,
}

/// A text that names no search mode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("no search is called “{0}”; there are plain, paper and extended")]
pub struct ParseSearchModeError(String);

impl SearchMode {
    /// All modes, the least selective first.
    pub const ALL: [SearchMode; 3] = [SearchMode::Plain, SearchMode::Paper, SearchMode::Extended];

    /// The name of the schema its parameters evolve under; `None` for the plain search, which has none.
    #[must_use]
    pub fn schema(self) -> Option<&'static str> {
        match self {
            SearchMode::Plain => None,
            SearchMode::Paper => Some("search-paper"),
            SearchMode::Extended => Some("search-extended"),
        }
    }
}

impl fmt::Display for SearchMode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SearchMode::Plain => "plain",
            SearchMode::Paper => "paper",
            SearchMode::Extended => "extended",
        })
    }
}

impl FromStr for SearchMode {
    type Err = ParseSearchModeError;

    fn from_str(text: &str) -> Result<SearchMode, ParseSearchModeError> {
        SearchMode::ALL
            .into_iter()
            .find(|mode| mode.to_string() == text)
            .ok_or_else(|| ParseSearchModeError(text.to_owned()))
    }
}
