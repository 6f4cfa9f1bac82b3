//! Targets: the parameters that change in an experiment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::evaluation::Weights;
use crate::engine::schema::{Schema, SchemaError, SchemaRef};
use crate::engine::search::SearchParameters;
use crate::evolution::setting::SettingsError;
use crate::objectives::Objective;
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedEvaluation, Genome};

/// The parameters that change: a schema, and the part of a player that it controls.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum Target {
    /// The evaluation of an organism.
    Evaluation {
        /// The schema of the evaluation.
        schema: SchemaRef,
    },
    /// The search of an organism whose evaluation does not change.
    Search {
        /// The schema of the search.
        schema: SchemaRef,
        /// The evaluation.
        evaluation: FixedEvaluation,
    },
}

impl Target {
    /// Returns the schema of the parameters that change.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        match self {
            Target::Evaluation { schema } | Target::Search { schema, .. } => schema,
        }
    }

    /// Replaces the schema.
    pub fn set_schema(&mut self, new: Arc<Schema>) {
        match self {
            Target::Evaluation { schema } | Target::Search { schema, .. } => *schema = new.into(),
        }
    }

    /// Returns the evaluation that does not change; `None` if the evaluation is the target.
    #[must_use]
    pub fn evaluation(&self) -> Option<&FixedEvaluation> {
        match self {
            Target::Evaluation { .. } => None,
            Target::Search { evaluation, .. } => Some(evaluation),
        }
    }

    /// Returns whether searches change, and the evaluation does not.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self, Target::Search { .. })
    }

    /// Returns the evaluation and the searches of the organism with these bits; `None` if a fixed evaluation does not
    /// fit its schema.
    #[must_use]
    pub fn genomes(&self, chromosome: &Chromosome) -> Option<(Genome, Vec<Genome>)> {
        let evolved = Genome::from_chromosome(Arc::clone(self.schema()), chromosome.clone());
        match self {
            Target::Evaluation { .. } => Some((evolved, Vec::new())),
            Target::Search { evaluation, .. } => Some((evaluation.genome()?, vec![evolved])),
        }
    }

    /// Checks that the schema contains only parameters of the evaluation or search that it controls, and that a fixed
    /// evaluation fits its schema.
    ///
    /// # Errors
    /// Returns the first mismatch.
    pub fn validate(&self) -> Result<(), SettingsError> {
        match self {
            Target::Evaluation { schema } => check_evaluation(schema)?,
            Target::Search { schema, evaluation } => {
                SearchParameters::of(schema, &schema.smallest())?;
                check_evaluation(&evaluation.schema)?;
                if evaluation.genome().is_none() {
                    let rule = format!("an organism whose evaluation fits schema {}", evaluation.schema.name);
                    return Err(SettingsError::out_of_range("organism", &evaluation.organism, rule));
                }
            }
        }
        Ok(())
    }

    /// Checks that the objective can measure organisms of this target.
    ///
    /// # Errors
    /// Returns the reason why it cannot.
    pub fn check_objective(&self, objective: &Objective) -> Result<(), SettingsError> {
        let objective = objective.settings();
        match self {
            Target::Evaluation { .. } if objective.measures_evaluations() => Ok(()),
            Target::Search { .. } if objective.measures_searches() => Ok(()),
            Target::Evaluation { .. } => Err(SettingsError::Combination(format!(
                "the objective {} measures a search; choose the search as the target",
                objective.name()
            ))),
            Target::Search { .. } => Err(SettingsError::Combination(format!(
                "the objective {} measures an evaluation; choose the evaluation as the target",
                objective.name()
            ))),
        }
    }
}

fn check_evaluation(schema: &Schema) -> Result<(), SchemaError> {
    Weights::new(schema, &schema.smallest()).map(|_| ())
}
