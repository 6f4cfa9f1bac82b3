//! Selects the fitness source of the stage that a session's settings name.

use std::path::Path;

use super::coevolution::Coevolution;
use super::grandmaster::Grandmaster;
use super::mentor::Mentor;
use super::source::{Built, Examiner, FitnessSource, Role, SourceError};
use super::tuning::Tuning;
use crate::evolution::record::Examination;
use crate::evolution::settings::{EvolutionSettings, Stage};
use crate::mentor::MentorReport;
use crate::session::{Recorded, SetDigest};
use crate::threads::{Interrupt, ThreadPool};

/// The source of the stage that the settings name, created when the settings are known.
#[derive(Default)]
pub(super) struct ByStage(Option<Box<dyn FitnessSource>>);

impl ByStage {
    fn of(&mut self, stage: Stage) -> &mut dyn FitnessSource {
        self.0
            .get_or_insert_with(|| match stage {
                Stage::Grandmaster => Box::new(Grandmaster::default()),
                Stage::Coevolution => Box::new(Coevolution::default()),
                Stage::Tuning => Box::new(Tuning::default()),
                Stage::Mentor => Box::new(Mentor::default()),
            })
            .as_mut()
    }
}

impl FitnessSource for ByStage {
    fn load(&mut self, settings: &EvolutionSettings) -> Result<[SetDigest; 2], SourceError> {
        self.of(settings.stage).load(settings)
    }

    fn recall(&mut self, folder: &Path, recorded: &Recorded) {
        self.of(recorded.header.settings.stage).recall(folder, recorded);
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
        self.of(settings.stage).build(role, settings, cache, pool, progress, interrupt)
    }

    fn examine(&self, examiner: &Examiner<'_>, champion: &[i32]) -> Result<Vec<Examination>, SourceError> {
        self.0.as_ref().map_or_else(|| Ok(Vec::new()), |source| source.examine(examiner, champion))
    }

    fn mentor_report(
        &self,
        settings: &EvolutionSettings,
        champion: &[i32],
        population: &[Vec<i32>],
    ) -> Option<MentorReport> {
        self.0.as_ref()?.mentor_report(settings, champion, population)
    }
}
