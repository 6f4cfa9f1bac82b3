//! The plan of a pipeline.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::error::Error;
use super::stage::Stage;
use crate::engine::schema::{Schema, SchemaRef};
use crate::evolution::record::Founder;
use crate::experiment::{Experiment, Target};
use crate::organism::FixedEvaluation;
use crate::organism::chromosome::Chromosome;

/// A change of a plan, for example by a flag.
pub type Change = Box<dyn Fn(&mut PipelinePlan) -> Result<(), String>>;

/// The stages of a pipeline, and its start. The settings of a stage omit its input from earlier stages: the organisms
/// of a coevolution, the evaluation of a tuning.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PipelinePlan {
    /// The version of Eyas that created the plan.
    pub eyas: String,
    /// The preset that the plan is based on.
    pub preset: String,
    /// The organisms that replace the first stages; `None` to start from random bits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Start>,
    /// The stages in the order of the method, each at most once.
    pub stages: Vec<Experiment>,
}

/// The organisms that replace the first stages of a pipeline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Start {
    /// A description of their origin.
    pub from: String,
    /// The schema of their evaluation.
    pub schema: SchemaRef,
    /// The organisms that replace the champions of the grandmaster stage.
    pub founders: Vec<Founder>,
    /// The index of the founder that agrees with grandmasters most often: its evaluation becomes that of Evol0.
    pub best: usize,
    /// The organism that replaces the coevolution's champion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub champion: Option<Founder>,
}

impl PipelinePlan {
    /// Returns the stages with their settings.
    pub fn planned(&self) -> impl Iterator<Item = (Stage, &Experiment)> {
        self.stages.iter().filter_map(|settings| Some((Stage::of(settings)?, settings)))
    }

    /// Returns the settings of a stage, without its input from earlier stages; `None` if the plan omits the stage.
    #[must_use]
    pub fn stage(&self, stage: Stage) -> Option<&Experiment> {
        self.stages.iter().find(|settings| Stage::of(settings) == Some(stage))
    }

    /// Like [`PipelinePlan::stage`], with mutable settings.
    pub fn stage_mut(&mut self, stage: Stage) -> Option<&mut Experiment> {
        self.stages.iter_mut().find(|settings| Stage::of(settings) == Some(stage))
    }

    /// Removes a stage.
    pub fn skip(&mut self, stage: Stage) {
        self.stages.retain(|settings| Stage::of(settings) != Some(stage));
    }

    /// Sets the start, and removes the stages that it replaces.
    pub fn start_from(&mut self, start: Start) {
        self.skip(Stage::Grandmaster);
        if start.champion.is_some() {
            self.skip(Stage::Coevolution);
        }
        self.start = Some(start);
    }

    /// Sets the seed of every stage, or of the stages from `first` on. Each stage has separate random streams.
    pub fn seed(&mut self, seed: u64, first: Option<Stage>) {
        let later = self.stages.iter_mut().filter(|settings| Stage::of(settings) >= first);
        later.for_each(|settings| settings.seed = seed);
    }

    /// Returns the number of champions of the first stage.
    #[must_use]
    pub fn founders(&self) -> usize {
        match (&self.start, self.stage(Stage::Grandmaster)) {
            (Some(start), _) => start.founders.len(),
            (None, Some(settings)) => settings.runs as usize,
            (None, None) => 0,
        }
    }

    /// Checks the order of the stages and the range of every number.
    ///
    /// # Errors
    /// The plan is invalid.
    pub fn validate(&self) -> Result<(), Error> {
        if self.stages.is_empty() {
            return Err(Error::Plan("the pipeline has no stages; skip fewer stages"));
        }
        if self.stages.iter().any(|settings| Stage::of(settings).is_none()) {
            return Err(Error::Plan(
                "a pipeline has no stage with a mentor; run that separately, and start from its champions with --from",
            ));
        }
        if !self.stages.is_sorted_by(|one, next| Stage::of(one) < Stage::of(next)) {
            return Err(Error::Plan("the stages of this plan are not in the order of the method"));
        }
        let has = |stage| self.stage(stage).is_some();
        match &self.start {
            None if !has(Stage::Grandmaster) => {
                return Err(Error::Plan(
                    "a pipeline without a grandmaster stage needs organisms; add them with --from",
                ));
            }
            Some(_) if has(Stage::Grandmaster) => {
                return Err(Error::Plan(
                    "the grandmaster stage is not possible with given organisms; remove it from the plan",
                ));
            }
            Some(start) if start.best >= start.founders.len() => {
                return Err(Error::Plan("the pipeline needs at least one organism; add it with --from"));
            }
            Some(start) if start.champion.is_some() && has(Stage::Coevolution) => {
                return Err(Error::Plan(
                    "the coevolution stage is not possible with a given champion; remove it from the plan",
                ));
            }
            _ => {}
        }
        self.stages.iter().try_for_each(|settings| Ok(self.with_placeholders(settings).validate()?))
    }

    /// Returns the settings of a stage with placeholders for its input from earlier stages. They can be validated and
    /// measured before the earlier stages are complete.
    pub fn with_placeholders(&self, settings: &Experiment) -> Experiment {
        let schema = self.evaluation_schema();
        let zeros = Chromosome::from_words(schema.bits(), || 0);
        let placeholder = |number: usize| Founder { name: number.to_string(), chromosome: zeros.clone() };
        match Stage::of(settings) {
            Some(Stage::Grandmaster) | None => settings.clone(),
            Some(Stage::Coevolution) => match &self.start {
                Some(start) => with_founders(settings, &schema, &start.founders),
                None => {
                    let founders: Vec<Founder> = (0..self.founders()).map(placeholder).collect();
                    with_founders(settings, &schema, &founders)
                }
            },
            Some(Stage::Tuning) => with_evaluation(settings, &schema, &placeholder(0)),
        }
    }

    /// Returns the schema of all evaluations of this pipeline.
    #[must_use]
    pub fn evaluation_schema(&self) -> Arc<Schema> {
        match (&self.start, self.stages.first()) {
            (Some(start), _) => Arc::clone(&start.schema),
            (None, Some(settings)) => Arc::clone(settings.schema()),
            (None, None) => Arc::default(),
        }
    }
}

/// Returns the settings of a coevolution of these organisms.
pub fn with_founders(settings: &Experiment, schema: &Arc<Schema>, founders: &[Founder]) -> Experiment {
    let mut settings = settings.clone();
    settings.optimizer.set_population(founders.len() as u32);
    settings.target.set_schema(Arc::clone(schema));
    founders.clone_into(&mut settings.initial);
    settings
}

/// Returns the settings for tuning the search of an organism with this evaluation.
pub(super) fn with_evaluation(settings: &Experiment, schema: &Arc<Schema>, organism: &Founder) -> Experiment {
    let mut settings = settings.clone();
    if let Target::Search { evaluation, .. } = &mut settings.target {
        *evaluation = FixedEvaluation {
            organism: organism.name.clone(),
            schema: Arc::clone(schema).into(),
            values: organism.chromosome.decode(schema),
        };
    }
    settings
}
