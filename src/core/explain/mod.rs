//! Explanations of an evolution, from its journal: when the champions learned a move ([`champions`]), where the values of
//! an organism came from ([`family`]), which values matter ([`importance`]), and what would have been without an event
//! ([`what_if`]).

pub mod champions;
pub mod family;
pub mod figures;
pub mod importance;
pub mod summary;
pub mod tables;
pub mod what_if;

use crate::evolution::run::PlantError;
use crate::evolution::setting::SettingsError;
use crate::objectives::agreement;
use crate::objectives::source::SourceError;
use crate::positions::PositionsError;
use crate::session;
use crate::trust::UnknownCommands;

/// Why something cannot be explained.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The session cannot be read.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// The session has no such run.
    #[error("run {0} has no generation yet; the session has {1} with generations")]
    NoRun(u32, u32),
    /// The session has no such organism.
    #[error("generation {generation} of run {run} has {organisms} organisms")]
    NoOrganism {
        /// The run, 1 for the first.
        run: u32,
        /// The generation.
        generation: u32,
        /// The number of its organisms.
        organisms: usize,
    },
    /// The optimizer has no parents.
    #[error(
        "organisms of the optimizer {0} have no parents: it draws each generation from what it learned of all earlier \
         ones. Families need --optimizer ga"
    )]
    NoParents(&'static str),
    /// The objective plays games or searches.
    #[error(
        "the objective {0} measures organisms by games or searches, so the effect of a value or of an event is not exact. \
         Importance and what-if need an objective of evaluations: moves, scores or results"
    )]
    NotExact(String),
    /// The parameters are not those of an evaluation.
    #[error("the parameters are not those of an evaluation, so they choose no moves")]
    NoEvaluation,
    /// The positions cannot be used.
    #[error(transparent)]
    Moves(#[from] agreement::Error),
    /// The positions to compare moves in cannot be read.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The training set cannot be prepared.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// A text is not an event.
    #[error(
        "“{0}” is not an event: {1}. Events are mutation:GENERATION:ORGANISM or mutation:GENERATION:ORGANISM:PARAMETER, \
         plant:GENERATION, settings:GENERATION, and generation:GENERATION"
    )]
    NotAnEvent(String, String),
    /// The run has no such event.
    #[error("{0}")]
    NoEvent(String),
    /// This version breeds another generation than the recorded one.
    #[error(
        "generation {generation} of run {run} cannot be repeated: its organisms or scores differ now. The session is of \
         Eyas {version}; use that version, and the same positions"
    )]
    NotRepeatable {
        /// The run, 1 for the first.
        run: u32,
        /// The generation.
        generation: u32,
        /// The version of Eyas that began the session.
        version: String,
    },
    /// The settings of the session are invalid, or become so without the event.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// An organism cannot be planted without the event.
    #[error(transparent)]
    Plant(#[from] PlantError),
    /// The session starts engines of which this person does not know.
    #[error(transparent)]
    Engines(#[from] UnknownCommands),
    /// The interrupt was raised.
    #[error("interrupted")]
    Interrupted,
}

impl Error {
    /// Returns whether the request is wrong, not its execution.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Source(error) => matches!(error, SourceError::Input(_)),
            Error::Moves(_) | Error::NotRepeatable { .. } | Error::Interrupted => false,
            _ => true,
        }
    }
}
