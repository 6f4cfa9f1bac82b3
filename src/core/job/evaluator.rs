//! Evaluators of a job's generations: a fitness function on positions, or games between the organisms.

mod games;
mod matches;
mod positions;

use std::path::Path;
use std::sync::Arc;

pub(super) use games::Games;
pub(super) use positions::Positions;

use super::error::Error;
use super::live_games::BoardSpectator;
use super::report::Outbox;
use super::workers::Workforce;
use crate::arena::matches::GameService;
use crate::arena::node_counts::NodeCounts;
use crate::evolution::fitness::Executor;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Run;
use crate::progress::Following;
use crate::session::RunEntry;
use crate::threads::{Interrupt, ThreadPool};

/// Measures the generations of a job.
pub(super) enum Evaluator {
    /// A training set of positions, and a test set for the champion.
    Positions(Box<Positions>),
    /// Games between the organisms.
    Games(Box<Games>),
}

/// The parts of a job that an evaluator uses.
#[derive(Clone, Copy)]
pub(super) struct EvaluationContext<'a> {
    pub(super) pool: &'a ThreadPool,
    /// Runs the tasks: the pool, or workers on other machines.
    pub(super) executor: &'a dyn Executor,
    pub(super) workers: Option<&'a Workforce>,
    pub(super) outbox: &'a Outbox,
    pub(super) spectator: &'a BoardSpectator,
    pub(super) interrupt: &'a Interrupt,
}

impl EvaluationContext<'_> {
    /// Returns the service that plays games on workers.
    fn games(&self) -> Option<Arc<dyn GameService>> {
        self.workers.map(|workers| workers.0.games())
    }
}

impl Evaluator {
    /// Measures the next generation. `following` is what is requested after it. Returns `None` if the interrupt was raised
    /// before the end.
    pub(super) fn propose(
        &mut self,
        run: &Run,
        following: Following,
        context: EvaluationContext<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        match self {
            Evaluator::Positions(positions) => positions.propose(run, following, context),
            Evaluator::Games(games) => games.propose(run, following, context),
        }
    }

    /// Measures the last recorded generation again, to check that the result is unchanged. Returns `None` if it cannot
    /// be checked.
    pub(super) fn remeasure(
        &self,
        run: &Run,
        folder: &Path,
        context: EvaluationContext<'_>,
    ) -> Result<Option<GenerationRecord>, Error> {
        match self {
            Evaluator::Positions(positions) => positions.remeasure(run, context),
            Evaluator::Games(games) => games.remeasure(run, folder),
        }
    }

    /// Returns the nodes that engines reported in this process.
    pub(super) fn node_counts(&self) -> NodeCounts {
        match self {
            Evaluator::Positions(positions) => positions.fitness().0.node_counts(),
            Evaluator::Games(games) => games.node_counts(),
        }
    }

    /// Called when the measured generation is recorded.
    pub(super) fn recorded(&self) {
        match self {
            Evaluator::Positions(positions) => positions.recorded(),
            // Games are recorded as they end.
            Evaluator::Games(_) => {}
        }
    }

    /// Returns whether games select the champion after the last generation of a run.
    pub(super) fn confirms(&self) -> bool {
        match self {
            Evaluator::Positions(positions) => positions.confirms(),
            Evaluator::Games(_) => true,
        }
    }

    /// Returns whether the evaluator reports progress itself. `complete` is set if all generations are measured.
    pub(super) fn reports_progress(&self, complete: bool) -> bool {
        match self {
            // Searches are reported until the last generation.
            Evaluator::Positions(positions) => positions.reports_progress() && !complete,
            Evaluator::Games(_) => true,
        }
    }

    /// Returns the result of a run after its last generation `last`, or `None` if the interrupt was raised before the
    /// end. `following` is what is requested after this run.
    pub(super) fn conclude(
        &mut self,
        run: &Run,
        last: Option<&GenerationRecord>,
        following: Following,
        context: EvaluationContext<'_>,
    ) -> Result<Option<RunEntry>, Error> {
        match (self, last) {
            (Evaluator::Positions(positions), last) => positions.conclude(run, last, following, context),
            (Evaluator::Games(games), Some(last)) => games.conclude(run, last, context),
            (Evaluator::Games(_), None) => Ok(None),
        }
    }
}
