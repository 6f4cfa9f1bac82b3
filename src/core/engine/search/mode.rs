//! Search modes: how selective a search is.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A set of search methods. Each mode includes the methods of the previous one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SearchMode {
    /// Alpha-beta with quiescence, not selective: the search of the 2014 paper's coevolution.
    Plain,
    /// The methods of the 2014 paper's Table I.
    Paper,
    /// Also the methods of later engines.
    Extended,
}

/// The text is not the name of a search mode.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("unknown search “{0}”; use plain, paper or extended")]
pub struct ParseSearchModeError(String);

impl SearchMode {
    /// All modes, least selective first.
    pub const ALL: [SearchMode; 3] = [SearchMode::Plain, SearchMode::Paper, SearchMode::Extended];

    /// Returns the names of the schemas of its parameters, the smallest first: none for the plain search, which has no
    /// parameters.
    #[must_use]
    pub fn schemas(self) -> &'static [&'static str] {
        match self {
            SearchMode::Plain => &[],
            SearchMode::Paper => &["search-paper"],
            SearchMode::Extended => &["search-extended", "search-full"],
        }
    }

    /// Returns the mode with the parameters of this schema: extended for schemas that are not embedded.
    #[must_use]
    pub fn of_schema(name: &str) -> SearchMode {
        let found = SearchMode::ALL.into_iter().find(|mode| mode.schemas().contains(&name));
        found.unwrap_or(SearchMode::Extended)
    }

    /// Returns the name of the smallest schema of its parameters. `None` for the plain search.
    #[must_use]
    pub fn schema(self) -> Option<&'static str> {
        self.schemas().first().copied()
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
