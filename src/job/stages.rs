//! Selects the fitness source of the stage that a session's settings name.

use std::path::Path;

use super::coevolution::Coevolution;
use super::grandmaster::Grandmaster;
use super::mentor::Mentor;
use super::source::{Built, Examiner, FitnessSource, Role, SourceError};
use super::tuning::Tuning;
use crate::experiment::Experiment;
use crate::objectives::Objective;
use crate::objectives::SetDigest;
use crate::objectives::scores::MentorReport;
use crate::objectives::suite::Examination;
use crate::session::Recorded;
use crate::threads::{Interrupt, ThreadPool};

/// The source of the stage that the settings name, created when the settings are known.
#[derive(Default)]
pub(super) struct ByStage(Option<Box<dyn FitnessSource>>);

impl ByStage {
    fn of(&mut self, settings: &Experiment) -> &mut dyn FitnessSource {
        self.0
            .get_or_insert_with(|| match &settings.objective {
                Objective::Moves(_) => Box::new(Grandmaster::default()),
                Objective::SelfPlay(_) => Box::new(Coevolution::default()),
                Objective::Suite(_) => Box::new(Tuning::default()),
                Objective::Scores(_) => Box::new(Mentor::default()),
            })
            .as_mut()
    }
}

impl FitnessSource for ByStage {
    fn load(&mut self, settings: &Experiment) -> Result<[SetDigest; 2], SourceError> {
        self.of(settings).load(settings)
    }

    fn recall(&mut self, folder: &Path, recorded: &Recorded) {
        self.of(&recorded.header.settings).recall(folder, recorded);
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
        self.of(settings).build(role, settings, cache, pool, progress, interrupt)
    }

    fn examine(&self, examiner: &Examiner<'_>, champion: &[i32]) -> Result<Vec<Examination>, SourceError> {
        self.0.as_ref().map_or_else(|| Ok(Vec::new()), |source| source.examine(examiner, champion))
    }

    fn mentor_report(
        &self,
        settings: &Experiment,
        champion: &[i32],
        population: &[Vec<i32>],
    ) -> Option<MentorReport> {
        self.0.as_ref()?.mentor_report(settings, champion, population)
    }
}
