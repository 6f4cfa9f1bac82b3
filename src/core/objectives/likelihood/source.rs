//! The fitness source of the objective *likelihood*.

use super::fitness::LikelihoodFitness;
use super::settings::LikelihoodSettings;
use crate::objectives::sets::Sets;
use crate::objectives::source::{BuildContext, Built, FitnessSource, SetRole, SourceError};
use crate::objectives::{ObjectiveContext, SetDigest};

/// Loads the positions and computes what their moves change.
#[derive(Debug)]
pub(super) struct LikelihoodSource {
    sets: Sets,
    temperature: f64,
}

impl LikelihoodSource {
    pub(super) fn new(settings: &LikelihoodSettings) -> LikelihoodSource {
        let sets = Sets::new(settings.train.clone(), settings.test.clone());
        LikelihoodSource { sets, temperature: settings.temperature }
    }
}

impl FitnessSource for LikelihoodSource {
    fn load(&mut self, _: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        self.sets.load()
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let set = self.sets.take(role)?;
        let BuildContext { outline, pool, progress, interrupt, .. } = *context;
        let total = set.examples.len() as u64;
        let progress = |done: u64, _: u64| progress(done, total);
        let build = || LikelihoodFitness::new(outline.schema, &set.examples, self.temperature, &progress);
        let fitness = pool.install(build).map_err(SourceError::input)?;
        if interrupt.raised() {
            return Err(SourceError::Interrupted);
        }
        Ok(Built { fitness: Box::new(fitness), warning: None })
    }
}
