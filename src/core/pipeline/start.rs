//! Organisms that replace the first stages of a pipeline: “several sets of tuned parameter values” (2009).

use std::path::Path;
use std::sync::Arc;

use super::error::Error;
use super::plan::Start;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::job;
use crate::objectives::agreement::Agreement;
use crate::objectives::source;
use crate::positions::{PositionSet, PositionSource};
use crate::threads::{Interrupt, ThreadPool};

impl Start {
    /// Creates a start from the organisms that `texts` name ([`job::founders`]). The one that agrees with
    /// grandmasters most often on the training set becomes Evol0; the first wins ties.
    ///
    /// # Errors
    /// An organism cannot be read or has another schema, or the interrupt was raised.
    pub fn from_organisms(
        texts: &[String],
        schema: Option<&Arc<Schema>>,
        cache: Option<&Path>,
        pool: &ThreadPool,
        interrupt: &Interrupt,
    ) -> Result<Start, Error> {
        let (schema, founders) = job::founders(texts, schema)?;
        let train = PositionSet::load(&PositionSource::Embedded("gm2600-train".to_owned()))?;
        let default = source::default_cache_folder();
        let cache = cache.or(default.as_deref());
        let fitness =
            Agreement::build(&train, &schema, PlyScore::Quiescence, cache, pool, &|_, _| {}, interrupt)?;
        let agreement: Vec<usize> = founders
            .iter()
            .map(|founder| fitness.answers(&founder.chromosome.decode(&schema)).count())
            .collect();
        let best = (0..founders.len()).rev().max_by_key(|&index| agreement[index]).unwrap_or(0);
        Ok(Start { from: texts.join(", "), schema: schema.into(), founders, best, champion: None })
    }
}
