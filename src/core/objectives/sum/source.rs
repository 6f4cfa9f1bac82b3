//! The fitness source of a weighted sum: the sources of its parts.

use super::SumSettings;
use super::fitness::{SumFitness, WeightedFitness};
use crate::objectives::source::{BuildContext, Built, FitnessSource, Past, SetRole, SourceError};
use crate::objectives::{ObjectiveContext, SetDigest};

/// The sources of all parts.
pub(super) struct SumSource {
    settings: SumSettings,
    sources: Vec<Box<dyn FitnessSource>>,
}

impl SumSource {
    pub(super) fn new(settings: &SumSettings) -> SumSource {
        let sources = settings.parts.iter().map(|part| part.objective.settings().source()).collect();
        SumSource { settings: settings.clone(), sources }
    }
}

/// Returns a digest of several sets: their names, the number of all positions, the hash of their hashes.
fn combined(digests: &[SetDigest]) -> SetDigest {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 sets of a weighted sum");
    for digest in digests {
        hasher.update(digest.blake3.as_bytes());
    }
    SetDigest {
        name: digests.iter().map(|digest| digest.name.as_str()).collect::<Vec<_>>().join(", "),
        positions: digests.iter().map(|digest| digest.positions).sum(),
        blake3: hasher.finalize().to_string(),
    }
}

impl FitnessSource for SumSource {
    fn load(&mut self, outline: &ObjectiveContext<'_>) -> Result<[SetDigest; 2], SourceError> {
        let loaded: Result<Vec<_>, _> = self.sources.iter_mut().map(|source| source.load(outline)).collect();
        let (train, test): (Vec<_>, Vec<_>) = loaded?.into_iter().map(|[train, test]| (train, test)).unzip();
        Ok([combined(&train), combined(&test)])
    }

    fn recall(&mut self, past: &Past<'_>) {
        self.sources.iter_mut().for_each(|source| source.recall(past));
    }

    fn build(&mut self, role: SetRole, context: &BuildContext<'_>) -> Result<Built, SourceError> {
        let mut warnings = Vec::new();
        let mut parts = Vec::with_capacity(self.sources.len());
        for (source, part) in self.sources.iter_mut().zip(&self.settings.parts) {
            let built = source.build(role, context)?;
            warnings.extend(built.warning);
            let factor = part.factor(built.fitness.total());
            parts.push(WeightedFitness { fitness: built.fitness, factor, weight: part.weight });
        }
        let warning = (!warnings.is_empty()).then(|| warnings.join("; "));
        Ok(Built { fitness: Box::new(SumFitness { parts }), warning })
    }
}
