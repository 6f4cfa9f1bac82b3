//! The progress of a pipeline, and its next step.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::plan::{PipelinePlan, Start, with_evaluation, with_founders};
use super::stage::Stage;
use super::{Error, Pipeline};
use crate::evolution::record::Founder;
use crate::experiment::Experiment;
use crate::job::{self, Opening};
use crate::session::{self, Recorded, Session, SessionState};

/// The next step of a pipeline.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    /// The stage to run.
    pub stage: Stage,
    /// The folder of its session.
    pub folder: PathBuf,
    /// Whether to create or to resume the session.
    pub opening: Opening,
}

/// The status of a stage.
#[derive(Debug, Clone, PartialEq)]
pub struct StageStatus {
    /// The stage of the plan.
    pub stage: Stage,
    /// The folder of its session.
    pub folder: PathBuf,
    /// The progress of the stage.
    pub progress: Progress,
    /// The time of the last change of its session.
    pub modified: Option<SystemTime>,
}

/// The progress of a stage.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// The stage has not started.
    Waiting,
    /// The stage has started and is not complete. The numbers are totals of all runs.
    Begun {
        /// The number of evaluated generations, without generation 0.
        done: u64,
        /// The requested number of generations.
        requested: u64,
        /// Whether a process is writing to the session.
        in_use: bool,
    },
    /// The stage is complete.
    Complete,
    /// The session cannot be read, with the reason.
    Damaged(String),
}

impl StageStatus {
    /// Returns the remaining share of the stage, from 1 to 0.
    #[must_use]
    pub fn remaining(&self) -> f64 {
        match self.progress {
            Progress::Complete => 0.0,
            Progress::Begun { done, requested, .. } if requested > 0 => 1.0 - done as f64 / requested as f64,
            _ => 1.0,
        }
    }
}

impl Pipeline {
    /// Returns the status of each stage of the plan.
    #[must_use]
    pub fn stage_statuses(&self) -> Vec<StageStatus> {
        let status = |(stage, _): (Stage, &Experiment)| {
            let folder = self.session(stage);
            let (progress, modified) = match session::occupancy(&folder) {
                Ok(session::Occupancy::Session) => {
                    let summary = session::summary(&folder);
                    (progress(&summary), summary.modified)
                }
                Ok(_) => (Progress::Waiting, None),
                Err(error) => (Progress::Damaged(error.to_string()), None),
            };
            StageStatus { stage, folder, progress, modified }
        };
        self.plan().planned().map(status).collect()
    }

    /// Returns the next step; `None` if all stages are complete.
    ///
    /// # Errors
    /// A session is damaged or does not match the plan.
    pub fn next(&self) -> Result<Option<Next>, Error> {
        let mut outputs = StageOutputs::new(self);
        for (stage, planned) in self.plan().planned() {
            let folder = self.session(stage);
            let settings = outputs.settings(stage, planned).ok_or(Error::Incomplete(stage.name()))?;
            let opening = match self.recorded(stage)? {
                None => Opening::New(Box::new(settings)),
                Some(recorded) if recorded.header.settings != settings => {
                    return Err(Error::Mismatch { folder, stage: stage.name() });
                }
                Some(recorded) if !recorded.finished() || !has_champion_file(&folder) => Opening::Resume,
                Some(recorded) => {
                    outputs.add(stage, &recorded)?;
                    continue;
                }
            };
            return Ok(Some(Next { stage, folder, opening }));
        }
        Ok(None)
    }

    /// Returns a plan that starts from the results of this pipeline's stages before `stage`, with its settings for
    /// the others.
    ///
    /// # Errors
    /// The plan has no such stage, or the stages before it are not complete.
    pub fn fork(&self, stage: Stage) -> Result<PipelinePlan, Error> {
        self.plan().stage(stage).ok_or(Error::NoStage(stage.name()))?;
        let mut outputs = StageOutputs::new(self);
        let before: Vec<Stage> =
            self.plan().planned().map(|(stage, _)| stage).take_while(|before| *before != stage).collect();
        for before in before {
            let recorded = self.recorded(before)?.filter(Recorded::finished);
            outputs.add(before, &recorded.ok_or(Error::Incomplete(stage.name()))?)?;
        }
        let mut plan = self.plan().clone();
        env!("CARGO_PKG_VERSION").clone_into(&mut plan.eyas);
        if let Some(mut start) = outputs.start {
            if self.plan().start.as_ref() != Some(&start) {
                start.from = format!("{}, before its {} stage", session::name(self.folder()), stage.name());
            }
            plan.start_from(start);
        }
        Ok(plan)
    }

    /// Returns the result of all stages: the organisms of the first stage, the index of Evol0, the champion, and the
    /// session of the tuning. Returns `None` if a stage is not complete.
    pub(super) fn results(&self) -> Result<Option<(Start, Option<Recorded>)>, Error> {
        let mut outputs = StageOutputs::new(self);
        let mut tuned = None;
        for (stage, _) in self.plan().planned() {
            let Some(recorded) = self.recorded(stage)?.filter(Recorded::finished) else {
                return Ok(None);
            };
            outputs.add(stage, &recorded)?;
            if stage == Stage::Tuning {
                tuned = Some(recorded);
            }
        }
        Ok(outputs.start.map(|start| (start, tuned)))
    }
}

/// Returns whether the job of a complete stage has ended: the file of the champion is the last that a job writes.
fn has_champion_file(folder: &Path) -> bool {
    Session::best_champion_path(folder).is_file()
}

fn progress(summary: &session::SessionSummary) -> Progress {
    let (done, requested) = (summary.generations_done(), summary.generations_asked());
    match &summary.state {
        SessionState::Complete => Progress::Complete,
        SessionState::Unfinished => Progress::Begun { done, requested, in_use: false },
        SessionState::InUse => Progress::Begun { done, requested, in_use: true },
        SessionState::Later(format) => {
            Progress::Damaged(format!("the file has format {format} of a later version"))
        }
        SessionState::Damaged(error) => Progress::Damaged(error.clone()),
    }
}

/// The outputs of the stages processed so far.
struct StageOutputs<'a> {
    plan: &'a PipelinePlan,
    start: Option<Start>,
}

impl<'a> StageOutputs<'a> {
    fn new(pipeline: &'a Pipeline) -> StageOutputs<'a> {
        StageOutputs { plan: pipeline.plan(), start: pipeline.plan().start.clone() }
    }

    /// Returns the settings of a stage with its input; `None` if that does not exist yet.
    fn settings(&self, stage: Stage, planned: &Experiment) -> Option<Experiment> {
        if stage == Stage::Grandmaster {
            return Some(planned.clone());
        }
        let start = self.start.as_ref()?;
        Some(match stage {
            Stage::Tuning => with_evaluation(planned, &start.schema, start.evolstar()),
            Stage::Grandmaster | Stage::Coevolution => with_founders(planned, &start.schema, &start.founders),
        })
    }

    /// Adds the output of a complete stage.
    fn add(&mut self, stage: Stage, recorded: &Recorded) -> Result<(), Error> {
        let champions = job::champions(recorded)?.into_iter();
        let mut founders: Vec<Founder> = champions
            .map(|organism| Founder { name: organism.name, chromosome: organism.evaluation.chromosome })
            .collect();
        match stage {
            Stage::Grandmaster => {
                let runs = &recorded.results;
                let best = session::best(runs, |run| run.best_score).map_or(0, |best| best.run as usize);
                self.start = Some(Start {
                    from: "random bits".to_owned(),
                    schema: self.plan.evaluation_schema().into(),
                    founders,
                    best,
                    champion: None,
                });
            }
            Stage::Coevolution => {
                if let Some(start) = &mut self.start {
                    start.champion = founders.pop();
                }
            }
            Stage::Tuning => {}
        }
        Ok(())
    }
}

impl Start {
    /// Returns the organism that provides the evaluation of Evol0.
    #[must_use]
    pub fn evol0(&self) -> &Founder {
        &self.founders[self.best]
    }

    /// Returns the organism that provides the evaluation of Evol\*: the coevolution's champion or, without a
    /// coevolution, that of Evol0.
    #[must_use]
    pub fn evolstar(&self) -> &Founder {
        self.champion.as_ref().unwrap_or_else(|| self.evol0())
    }
}
