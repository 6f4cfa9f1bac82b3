//! The fitness source of the objective *moves*.

use std::path::Path;
use std::sync::Arc;

use super::{MovesFitness, MovesSettings, default_cache_folder};
use crate::engine::one_ply::PlyScore;
use crate::objectives::sets::Sets;
use crate::objectives::source::{Built, FitnessSource, Role, SourceError};
use crate::objectives::{Outline, SetDigest};
use crate::positions::PositionSource;
use crate::threads::{Interrupt, ThreadPool};

/// Loads the positions and builds the trees of the fitness.
#[derive(Debug)]
pub(in crate::objectives) struct MovesSource {
    sets: Sets,
    ply_score: PlyScore,
    temperature: Option<f64>,
}

impl MovesSource {
    pub(in crate::objectives) fn new(settings: &MovesSettings) -> MovesSource {
        let source = MovesSource::on(settings.train.clone(), settings.test.clone(), settings.ply_score);
        MovesSource { temperature: Some(settings.temperature), ..source }
    }

    /// Creates the source of these position sets.
    pub(in crate::objectives) fn on(
        train: PositionSource,
        test: PositionSource,
        ply_score: PlyScore,
    ) -> MovesSource {
        MovesSource { sets: Sets::new(train, test), ply_score, temperature: None }
    }
}

impl FitnessSource for MovesSource {
    fn load(&mut self, _: &Outline<'_>) -> Result<[SetDigest; 2], SourceError> {
        self.sets.load()
    }

    fn build(
        &mut self,
        role: Role,
        outline: &Outline<'_>,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError> {
        let set = self.sets.take(role)?;
        let default = default_cache_folder();
        let cache = cache.or(default.as_deref());
        let schema = Arc::clone(outline.schema);
        let built = MovesFitness::build(&set, &schema, self.ply_score, cache, pool, progress, interrupt);
        match built {
            Ok(fitness) => {
                let warning = fitness.cache_warning().map(str::to_owned);
                let fitness = match self.temperature {
                    Some(temperature) => fitness.with_temperature(temperature),
                    None => fitness,
                };
                Ok(Built { fitness: Box::new(fitness), warning })
            }
            Err(_) if interrupt.raised() => Err(SourceError::Interrupted),
            Err(error) => Err(SourceError::Runtime(error.to_string())),
        }
    }
}
