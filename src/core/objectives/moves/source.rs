//! The fitness source of the objective *moves*.

use super::MovesSettings;
use super::engine::PlayedMoves;
use crate::engine::one_ply::PlyScore;
use crate::objectives::agreement::Agreement;
use crate::objectives::engine_searches::{EngineFitness, EngineSearch, Known};
use crate::objectives::players::check_engine;
use crate::objectives::sets::Sets;
use crate::objectives::source::{
    BuildContext, Built, FitnessSource, Past, SetRole, SourceError, default_cache_folder,
};
use crate::objectives::{ObjectiveContext, SetDigest};
use crate::positions::PositionSource;

/// Loads the positions and builds the trees of the fitness.
#[derive(Debug)]
pub(in crate::objectives) struct MovesSource {
    sets: Sets,
    ply_score: PlyScore,
    temperature: Option<f64>,
    engine: EngineSearch,
    known: Option<Known>,
}

impl MovesSource {
    pub(in crate::objectives) fn new(settings: &MovesSettings) -> MovesSource {
        let source = MovesSource::on(settings.train.clone(), settings.test.clone(), settings.ply_score);
        MovesSource { temperature: Some(settings.temperature), engine: settings.engine.clone(), ..source }
    }

    /// Creates the source of these position sets.
    pub(in crate::objectives) fn on(
        train: PositionSource,
        test: PositionSource,
        ply_score: PlyScore,
    ) -> MovesSource {
        let (sets, engine) = (Sets::new(train, test), EngineSearch::default());
        MovesSource { sets, ply_score, temperature: None, engine, known: None }
    }
}

impl FitnessSource for MovesSource {
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        check_engine(outline, &self.engine.limits(), self.engine.table())?;
        let all = self.sets.load()?;
        // An engine is measured on a part of the positions.
        let used =
            |positions: u64| self.engine.positions.map_or(positions, |most| positions.min(most.into()));
        Ok(match outline.engine {
            None => all,
            Some(_) => all.map(|set| SetDigest { positions: used(set.positions), ..set }),
        })
    }

    fn recall(&mut self, past: &Past<'_>) {
        self.known = Some(Known::of_session(past));
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let set = self.sets.take(role)?;
        let BuildContext { outline, cache, pool, progress, interrupt } = *context;
        if outline.engine.is_some() {
            let judge = PlayedMoves::of(self.engine.sample(&set.examples));
            let known = self.known.take().filter(|_| role == SetRole::Train).unwrap_or_default();
            let fitness = EngineFitness::new(&self.engine, &outline, judge, known)?;
            return Ok(Built { fitness: Box::new(fitness), warning: None });
        }
        let default = default_cache_folder();
        let cache = cache.or(default.as_deref());
        let built = Agreement::build(&set, outline.schema, self.ply_score, cache, pool, progress, interrupt);
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
