//! Who measures a job's generations: a fitness function of positions, or the organisms each other.

mod games;
mod positions;

use std::path::Path;

pub(super) use games::Games;
pub(super) use positions::Positions;

use super::error::Error;
use super::hall::Hall;
use super::report::Outbox;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::session::RunEntry;
use crate::threads::{Interrupt, ThreadPool};

/// Who measures.
pub(super) enum Judge {
    /// A set of positions, and another for the champion.
    Positions(Box<Positions>),
    /// Games between the organisms.
    Games(Box<Games>),
}

/// What a judge needs of its job.
#[derive(Clone, Copy)]
pub(super) struct Court<'a> {
    pub(super) pool: &'a ThreadPool,
    pub(super) outbox: &'a Outbox,
    pub(super) hall: &'a Hall,
    pub(super) interrupt: &'a Interrupt,
}

impl Judge {
    /// Measures the generation that comes next; so many generations are asked for after it. `None` where the interrupt
    /// was raised first.
    pub(super) fn propose(
        &mut self,
        run: &Run,
        following: u64,
        court: Court<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        match self {
            Judge::Positions(positions) => Ok(positions.propose(run, following, court)),
            Judge::Games(games) => games.propose(run, following, court),
        }
    }

    /// The last recorded generation once more, to see that it comes out as it did; `None` where that cannot be told.
    pub(super) fn again(
        &self,
        run: &Run,
        folder: &Path,
        court: Court<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        match self {
            Judge::Positions(positions) => Ok(positions.again(run, court)),
            Judge::Games(games) => games.again(run, folder),
        }
    }

    /// Hears that what was measured is recorded.
    pub(super) fn recorded(&self) {
        match self {
            Judge::Positions(positions) => positions.recorded(),
            // Games are written down as they end.
            Judge::Games(_) => {}
        }
    }

    /// Whether the champion of a run is still to be played for once its generations are measured.
    pub(super) fn confirms(&self) -> bool {
        matches!(self, Judge::Games(_))
    }

    /// Whether it tells itself how far the work is, which is perhaps complete.
    pub(super) fn tells_progress(&self, complete: bool) -> bool {
        match self {
            // Searches are told of to the last generation.
            Judge::Positions(positions) => positions.tells_progress() && !complete,
            Judge::Games(_) => true,
        }
    }

    /// The result of a run whose generations are all measured, `last` being the last; `None` where the interrupt was
    /// raised first.
    pub(super) fn conclude(
        &mut self,
        run: &Run,
        last: Option<&GenerationRecord>,
        court: Court<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        match (self, last) {
            (Judge::Positions(positions), last) => positions.conclude(run, last, court),
            (Judge::Games(games), Some(last)) => games.conclude(run, last, court),
            (Judge::Games(_), None) => Ok(None),
        }
    }
}
