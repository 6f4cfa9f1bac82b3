//! The fitness source of the grandmaster stage.

use std::path::Path;
use std::sync::Arc;

use super::sets::Sets;
use super::source::{Built, FitnessSource, Role, SourceError};
use crate::experiment::Experiment;
use crate::objectives::SetDigest;
use crate::objectives::moves::{self, MovesFitness};
use crate::threads::{Interrupt, ThreadPool};

/// Agreement with the moves that grandmasters played.
#[derive(Debug, Default)]
pub(super) struct Grandmaster {
    sets: Sets,
}

impl FitnessSource for Grandmaster {
    fn load(&mut self, settings: &Experiment) -> Result<[SetDigest; 2], SourceError> {
        self.sets.load(settings)
    }

    fn build(
        &mut self,
        role: Role,
        settings: &Experiment,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError> {
        let set = self.sets.take(role, settings)?;
        let schema = Arc::clone(settings.schema());
        let users = moves::default_cache_folder();
        let cache = cache.or(users.as_deref());
        let built = MovesFitness::build(
            &set,
            &schema,
            settings.objective.settings().ply_score(),
            cache,
            pool,
            progress,
            interrupt,
        );
        match built {
            Ok(fitness) => {
                let warning = fitness.cache_warning().map(str::to_owned);
                Ok(Built { fitness: Box::new(fitness), warning })
            }
            Err(_) if interrupt.raised() => Err(SourceError::Interrupted),
            Err(error) => Err(SourceError::Runtime(error.to_string())),
        }
    }
}
