//! Organisms that replace the first stages of a pipeline: “several sets of tuned parameter values” (2009).

use std::path::Path;

use super::error::Error;
use super::plan::Start;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaKind};
use crate::fitness::{self, GrandmasterFitness};
use crate::job;
use crate::positions::PositionSet;
use crate::positions::PositionSource;
use crate::threads::{Interrupt, ThreadPool};

impl Start {
    /// Creates a start from the organisms that `texts` name ([`job::founders`]). The one that agrees with
    /// grandmasters most often on the training set becomes Evol0; the first wins ties.
    ///
    /// # Errors
    /// An organism cannot be read or has another schema, or the interrupt was raised.
    pub fn given(
        texts: &[String],
        schema: Option<&str>,
        cache: Option<&Path>,
        pool: &ThreadPool,
        interrupt: &Interrupt,
    ) -> Result<Start, Error> {
        let (schema, founders) = job::founders(texts, schema)?;
        let schema = Schema::of(SchemaKind::Evaluation, &schema)?;
        let train = PositionSet::load(&PositionSource::Embedded("gm2600-train".to_owned()))?;
        let users = fitness::default_cache_folder();
        let cache = cache.or(users.as_deref());
        let fitness = GrandmasterFitness::build(
            &train,
            &schema,
            PlyScore::Quiescence,
            cache,
            pool,
            &|_, _| {},
            interrupt,
        )?;
        let agreement: Vec<usize> = founders
            .iter()
            .map(|founder| fitness.answers(&founder.chromosome.decode(&schema)).count())
            .collect();
        let best = (0..founders.len()).rev().max_by_key(|&place| agreement[place]).unwrap_or(0);
        Ok(Start { from: texts.join(", "), schema: schema.name.clone(), founders, best, champion: None })
    }
}
