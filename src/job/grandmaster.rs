//! The grandmaster stage's positions and fitness.

use std::path::Path;

use super::source::{Built, FitnessSource, Role, SourceError};
use crate::engine::schema::Schema;
use crate::evolution::fitness::{Interrupt, ThreadPool};
use crate::evolution::settings::{EvolutionSettings, PositionSource};
use crate::fitness::{self, GrandmasterFitness};
use crate::positions::PositionSet;
use crate::session::SetDigest;

/// Agreement with the moves grandmasters played.
#[derive(Debug, Default)]
pub(super) struct Grandmaster {
    /// The sets until their fitness is built.
    train: Option<PositionSet>,
    test: Option<PositionSet>,
}

/// A set of positions, and which it is.
pub(super) fn load(source: &PositionSource) -> Result<(PositionSet, SetDigest), SourceError> {
    let set = PositionSet::load(source).map_err(|error| SourceError::Input(error.to_string()))?;
    // The name under which the settings know it, so that it does not depend on where the program runs.
    let name = source.name();
    let positions = set.examples.len() as u64;
    let blake3 = blake3::Hash::from_bytes(set.content_hash()).to_string();
    Ok((set, SetDigest { name, positions, blake3 }))
}

impl FitnessSource for Grandmaster {
    fn load(&mut self, settings: &EvolutionSettings) -> Result<[SetDigest; 2], SourceError> {
        let (train, train_digest) = load(&settings.train)?;
        let (test, test_digest) = load(&settings.test)?;
        (self.train, self.test) = (Some(train), Some(test));
        Ok([train_digest, test_digest])
    }

    fn build(
        &mut self,
        role: Role,
        settings: &EvolutionSettings,
        cache: Option<&Path>,
        pool: &ThreadPool,
        progress: &(dyn Fn(u64, u64) + Sync),
        interrupt: &Interrupt,
    ) -> Result<Built, SourceError> {
        let (set, source) = match role {
            Role::Train => (self.train.take(), &settings.train),
            Role::Test => (self.test.take(), &settings.test),
        };
        let set = match set {
            Some(set) => set,
            None => load(source)?.0,
        };
        let schema =
            Schema::built_in(&settings.schema).map_err(|error| SourceError::Input(error.to_string()))?;
        let users = fitness::default_cache_folder();
        let cache = cache.or(users.as_deref());
        let built =
            GrandmasterFitness::build(&set, &schema, settings.ply_score, cache, pool, progress, interrupt);
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
