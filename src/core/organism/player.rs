//! The evaluation weights and search parameters with which an organism plays.

use std::fmt;
use std::sync::OnceLock;

use super::{Genome, Organism, OrganismError};
use crate::engine::evaluation::Weights;
use crate::engine::features::FeatureSet;
use crate::engine::schema::Schema;
use crate::engine::search::{SearchMode, SearchParameters};

/// The name of the embedded organism with hand-set values, which plays where no other organism is given.
pub const REFERENCE: &str = "reference";

/// The source of an organism's search parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SearchOrigin {
    /// The plain search, which has no parameters.
    Plain,
    /// The organism's own search.
    Own(SearchMode),
    /// The search of the embedded organism `reference`, because the organism has none in this mode.
    Reference(SearchMode),
}

impl SearchOrigin {
    /// Returns the mode of the search.
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
                write!(f, "the {mode} search of the organism “reference”, because it has none of its own")
            }
        }
    }
}

impl Organism {
    /// Returns the weights of the evaluation.
    #[must_use]
    pub fn weights(&self) -> Weights {
        Weights::named(FeatureSet::of(&self.evaluation.schema), |name| self.evaluation.value(name))
    }

    /// Returns the search parameters in a mode and their source. Without a mode, uses the most selective search that
    /// the organism has. Falls back to the embedded organism `reference` if the organism has no search in that mode or
    /// none at all.
    #[must_use]
    pub fn search_parameters(&self, mode: Option<SearchMode>) -> (SearchParameters, SearchOrigin) {
        let most_selective = || SearchMode::ALL.into_iter().rev().find(|mode| self.search(*mode).is_some());
        let mode = mode.or_else(most_selective).unwrap_or(SearchMode::Extended);
        let parameters = |genome: &Genome| SearchParameters::named(|name| genome.value(name));
        if let Some(genome) = self.search(mode) {
            return (parameters(genome), SearchOrigin::Own(mode));
        }
        match Organism::reference().ok().and_then(|reference| reference.search(mode)) {
            Some(genome) => (parameters(genome), SearchOrigin::Reference(mode)),
            None => (SearchParameters::default(), SearchOrigin::Plain),
        }
    }

    /// Returns the genome of the organism's own search in this mode.
    #[must_use]
    pub fn search(&self, mode: SearchMode) -> Option<&Genome> {
        let schemas = mode.schemas();
        let named = self.searches.iter().find(|genome| schemas.contains(&genome.schema.name.as_str()));
        // The extended search has all parameters that a schema that is not embedded may contain.
        let custom = || self.searches.iter().find(|genome| !genome.schema.is_built_in());
        named.or_else(|| custom().filter(|_| mode == SearchMode::Extended))
    }

    /// Returns the values of the organism's search under the search schema `schema`. A parameter of the search that the
    /// organism's schema does not have is 0: its method is not used.
    ///
    /// # Errors
    /// There is no such search or parameter. Returns the name of the first parameter without a value.
    pub fn search_values<'a>(&self, schema: &'a Schema) -> Result<Vec<i32>, &'a str> {
        let genome = self.search(SearchMode::of_schema(&schema.name));
        let value =
            |name| genome?.value(name).or_else(|| SearchParameters::NAMES.contains(&name).then_some(0));
        let names = schema.parameters.iter().map(|parameter| parameter.name.as_str());
        names.map(|name| value(name).ok_or(name)).collect()
    }

    /// Returns the embedded organism [`REFERENCE`], which has every search.
    ///
    /// # Errors
    /// The embedded organism is damaged. A test checks that it is not.
    pub fn reference() -> Result<&'static Organism, &'static OrganismError> {
        static ORGANISM: OnceLock<Result<Organism, OrganismError>> = OnceLock::new();
        ORGANISM.get_or_init(|| Organism::named_or_path(REFERENCE)).as_ref()
    }
}
