//! How far a pipeline is, and what comes next.

use std::path::{Path, PathBuf};
use std::time::SystemTime;

use super::plan::{Plan, Start, with_evaluation, with_founders};
use super::{Error, Pipeline};
use crate::engine::schema::{Purpose, Schema};
use crate::evolution::settings::{EvolutionSettings, Founder, Stage};
use crate::job::{self, Opening};
use crate::session::{self, Ending, Recorded, Session};

/// What is to be done next.
#[derive(Debug, Clone, PartialEq)]
pub struct Next {
    /// The stage.
    pub stage: Stage,
    /// Its session's folder.
    pub folder: PathBuf,
    /// Whether it is begun or gone on with.
    pub opening: Opening,
}

/// Where a stage stands.
#[derive(Debug, Clone, PartialEq)]
pub struct Leg {
    /// The stage.
    pub stage: Stage,
    /// Its session's folder.
    pub folder: PathBuf,
    /// How far it is.
    pub progress: Progress,
    /// When its session last changed.
    pub modified: Option<SystemTime>,
}

/// How far a stage is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Progress {
    /// It was not begun.
    Waiting,
    /// It has measured so many generations of so many, in all runs together.
    Begun {
        /// Generations measured, generation 0 not counted.
        done: u64,
        /// Those there are to be.
        asked: u64,
        /// Whether a process is working on it.
        in_use: bool,
    },
    /// It is complete.
    Complete,
    /// It cannot be read; why.
    Damaged(String),
}

impl Leg {
    /// The share of it that is still to be done, 1 to 0.
    #[must_use]
    pub fn left(&self) -> f64 {
        match self.progress {
            Progress::Complete => 0.0,
            Progress::Begun { done, asked, .. } if asked > 0 => 1.0 - done as f64 / asked as f64,
            _ => 1.0,
        }
    }
}

impl Pipeline {
    /// Where each stage of the plan stands, from small files.
    #[must_use]
    pub fn legs(&self) -> Vec<Leg> {
        let leg = |settings: &EvolutionSettings| {
            let folder = self.session(settings.stage);
            let (progress, modified) = match session::occupancy(&folder) {
                Ok(session::Occupancy::Session) => {
                    let summary = session::summary(&folder);
                    (progress(&summary), summary.modified)
                }
                Ok(_) => (Progress::Waiting, None),
                Err(error) => (Progress::Damaged(error.to_string()), None),
            };
            Leg { stage: settings.stage, folder, progress, modified }
        };
        self.plan.stages.iter().map(leg).collect()
    }

    /// What comes next; `None` where all stages are complete.
    ///
    /// # Errors
    /// A session that is damaged or not this pipeline's.
    pub fn next(&self) -> Result<Option<Next>, Error> {
        let mut road = Road::new(self);
        for planned in &self.plan.stages {
            let stage = planned.stage;
            let folder = self.session(stage);
            let settings = road.settings(planned)?.ok_or(Error::Incomplete(stage.name()))?;
            let opening = match self.recorded(stage)? {
                None => Opening::New(Box::new(settings)),
                Some(recorded) if recorded.header.settings != settings => {
                    return Err(Error::Other { folder, stage: stage.name() });
                }
                Some(recorded) if !recorded.finished() || !champion_is_kept(&folder) => Opening::Resume,
                Some(recorded) => {
                    road.pass(stage, &recorded)?;
                    continue;
                }
            };
            return Ok(Some(Next { stage, folder, opening }));
        }
        Ok(None)
    }

    /// A plan that starts from what this pipeline's stages before `stage` led to, with its settings for the others.
    ///
    /// # Errors
    /// The stages before are not complete, or there are none.
    pub fn fork(&self, stage: Stage) -> Result<Plan, Error> {
        self.plan.stage(stage).ok_or(Error::NoStage(stage.name()))?;
        let mut road = Road::new(self);
        let before: Vec<Stage> = self
            .plan
            .stages
            .iter()
            .map(|settings| settings.stage)
            .take_while(|before| *before != stage)
            .collect();
        for before in before {
            let recorded = self.recorded(before)?.filter(Recorded::finished);
            road.pass(before, &recorded.ok_or(Error::Incomplete(stage.name()))?)?;
        }
        let mut plan = self.plan.clone();
        env!("CARGO_PKG_VERSION").clone_into(&mut plan.eyas);
        if let Some(mut start) = road.start {
            if self.plan.start.as_ref() != Some(&start) {
                start.from = format!("{}, before its {} stage", session::name(&self.folder), stage.name());
            }
            plan.start_from(start);
        }
        Ok(plan)
    }

    /// What all stages led to: the organisms of the first stage, which of them is Evol0, the champion, and the search
    /// that was tuned; `None` where one is not complete.
    pub(super) fn end(&self) -> Result<Option<(Start, Option<Recorded>)>, Error> {
        let mut road = Road::new(self);
        let mut tuned = None;
        for planned in &self.plan.stages {
            let Some(recorded) = self.recorded(planned.stage)?.filter(Recorded::finished) else {
                return Ok(None);
            };
            road.pass(planned.stage, &recorded)?;
            if planned.stage == Stage::Tuning {
                tuned = Some(recorded);
            }
        }
        Ok(road.start.map(|start| (start, tuned)))
    }
}

/// Whether a complete stage's job came to its end: the champion's file is the last that it writes.
fn champion_is_kept(folder: &Path) -> bool {
    Session::best_champion_path(folder).is_file()
}

fn progress(summary: &session::SessionSummary) -> Progress {
    let (done, asked) = (summary.generations_done(), summary.generations_asked());
    match &summary.ending {
        Ending::Complete => Progress::Complete,
        Ending::Unfinished => Progress::Begun { done, asked, in_use: false },
        Ending::InUse => Progress::Begun { done, asked, in_use: true },
        Ending::Later(format) => Progress::Damaged(format!("a later version wrote it, in format {format}")),
        Ending::Damaged(why) => Progress::Damaged(why.clone()),
    }
}

/// What the stages passed so far hand on.
struct Road<'a> {
    plan: &'a Plan,
    start: Option<Start>,
}

impl<'a> Road<'a> {
    fn new(pipeline: &'a Pipeline) -> Road<'a> {
        Road { plan: &pipeline.plan, start: pipeline.plan.start.clone() }
    }

    /// The settings of a stage, with what it is given; `None` where that is not there yet.
    fn settings(&self, planned: &EvolutionSettings) -> Result<Option<EvolutionSettings>, Error> {
        if planned.stage == Stage::Grandmaster {
            return Ok(Some(planned.clone()));
        }
        let Some(start) = &self.start else { return Ok(None) };
        let schema = Schema::of(Purpose::Evaluation, &start.schema)?;
        Ok(Some(match planned.stage {
            Stage::Tuning => with_evaluation(planned, &schema, start.evolstar()),
            _ => with_founders(planned, &start.schema, &start.founders),
        }))
    }

    /// Takes what a complete stage hands on.
    fn pass(&mut self, stage: Stage, recorded: &Recorded) -> Result<(), Error> {
        let champions = job::champions(recorded)?.into_iter();
        let mut founders: Vec<Founder> = champions
            .map(|organism| Founder { name: organism.name, chromosome: organism.evaluation.chromosome })
            .collect();
        match stage {
            Stage::Grandmaster => {
                let runs = &recorded.results;
                let best = session::best(runs, |run| run.best_correct).map_or(0, |best| best.run as usize);
                self.start = Some(Start {
                    from: "random bits".to_owned(),
                    schema: self.plan.evaluation_schema().to_owned(),
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
            Stage::Tuning | Stage::Mentor => {}
        }
        Ok(())
    }
}

impl Start {
    /// The organism whose evaluation Evol0 has.
    #[must_use]
    pub fn evol0(&self) -> &Founder {
        &self.founders[self.best]
    }

    /// The organism whose evaluation Evol\* has: the champion of games, or where none were played that of positions.
    #[must_use]
    pub fn evolstar(&self) -> &Founder {
        self.champion.as_ref().unwrap_or_else(|| self.evol0())
    }
}
