//! What an organism plays with: the weights of its evaluation and the parameters of its search.

use std::fmt;
use std::sync::OnceLock;

use super::{Genome, Organism};
use crate::engine::evaluation::Weights;
use crate::engine::search::{SearchMode, SearchParameters};

/// Whose search an organism plays with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchOrigin {
    /// The plain search, which has no parameters.
    Plain,
    /// A search of its own.
    Own(SearchMode),
    /// That of the embedded organism `reference`, as it has none of its own in this mode.
    Reference(SearchMode),
}

impl SearchOrigin {
    /// How selective the search is.
    #[must_use]
    pub fn mode(self) -> SearchMode {
        match self {
            SearchOrigin::Plain => SearchMode::Plain,
            SearchOrigin::Own(mode) | SearchOrigin::Reference(mode) => mode,
        }
    }
}

impl fmt::Display for SearchOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SearchOrigin::Plain => write!(f, "plain search"),
            SearchOrigin::Own(mode) => write!(f, "its own {mode} search"),
            SearchOrigin::Reference(mode) => {
                write!(f, "the {mode} search of the organism “reference”, as it has none of its own")
            }
        }
    }
}

impl Organism {
    /// The weights of its evaluation.
    #[must_use]
    pub fn weights(&self) -> Weights {
        Weights::named(|name| self.evaluation.value(name))
    }

    /// The parameters of its search in a mode, or in the richest it has, and whose they are. An organism
    /// without a search in that mode, or without any, plays with the embedded `reference` organism's.
    #[must_use]
    pub fn search_parameters(&self, mode: Option<SearchMode>) -> (SearchParameters, SearchOrigin) {
        let richest = || SearchMode::ALL.into_iter().rev().find(|mode| self.search(*mode).is_some());
        let mode = mode.or_else(richest).unwrap_or(SearchMode::Extended);
        let parameters = |genome: &Genome| SearchParameters::named(|name| genome.value(name));
        if let Some(genome) = self.search(mode) {
            return (parameters(genome), SearchOrigin::Own(mode));
        }
        match reference().and_then(|reference| reference.search(mode)) {
            Some(genome) => (parameters(genome), SearchOrigin::Reference(mode)),
            None => (SearchParameters::default(), SearchOrigin::Plain),
        }
    }

    /// Its own search's genome in that mode.
    #[must_use]
    pub fn search(&self, mode: SearchMode) -> Option<&Genome> {
        let schema = mode.schema()?;
        self.searches.iter().find(|genome| genome.schema.name == schema)
    }
}

/// The embedded organism `reference`, which is sound and has every search: a test holds it to that.
fn reference() -> Option<&'static Organism> {
    static REFERENCE: OnceLock<Option<Organism>> = OnceLock::new();
    REFERENCE.get_or_init(|| Organism::named_or_path("reference").ok()).as_ref()
}
