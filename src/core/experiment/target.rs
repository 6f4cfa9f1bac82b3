//! Targets: the parameters that change in an experiment.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::engine::evaluation::Weights;
use crate::engine::schema::{Schema, SchemaError, SchemaRef};
use crate::engine::search::SearchParameters;
use crate::engine_options::{TunableOption, TunedEngine};
use crate::evolution::setting::SettingsError;
use crate::objectives::Objective;
use crate::objectives::properties::Evolved;
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
    /// The options of an engine that is not Eyas.
    Options(TunedEngine),
}

impl Target {
    /// Returns the schema of the parameters that change.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        match self {
            Target::Evaluation { schema } | Target::Search { schema, .. } => schema,
            Target::Options(engine) => engine.schema(),
        }
    }

    /// Replaces the schema. That of an engine follows from its options and remains.
    pub fn set_schema(&mut self, new: Arc<Schema>) {
        match self {
            Target::Evaluation { schema } | Target::Search { schema, .. } => *schema = new.into(),
            Target::Options(_) => {}
        }
    }

    /// Returns the evaluation that does not change; `None` if the evaluation is the target.
    #[must_use]
    pub fn evaluation(&self) -> Option<&FixedEvaluation> {
        match self {
            Target::Evaluation { .. } | Target::Options(_) => None,
            Target::Search { evaluation, .. } => Some(evaluation),
        }
    }

    /// Returns the engine whose options are the target; `None` if organisms evolve.
    #[must_use]
    pub fn engine(&self) -> Option<&TunedEngine> {
        match self {
            Target::Evaluation { .. } | Target::Search { .. } => None,
            Target::Options(engine) => Some(engine),
        }
    }

    /// Returns the option of an engine that a parameter of the schema stands for; `None` for an organism.
    #[must_use]
    pub fn option(&self, parameter: usize) -> Option<&TunableOption> {
        self.engine()?.options().get(parameter)
    }

    /// Returns whether searches change, and the evaluation does not.
    #[must_use]
    pub fn is_search(&self) -> bool {
        matches!(self, Target::Search { .. })
    }

    /// Returns the evaluation and the searches of the organism with these bits; `None` if a fixed evaluation does not
    /// fit its schema, or if the options of an engine are the target.
    #[must_use]
    pub fn genomes(&self, chromosome: &Chromosome) -> Option<(Genome, Vec<Genome>)> {
        let evolved = Genome::from_chromosome(Arc::clone(self.schema()), chromosome.clone());
        match self {
            Target::Options(_) => None,
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
            // It was validated when it was made.
            Target::Options(_) => {}
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
        let evolved = match self {
            Target::Evaluation { .. } => Evolved::Evaluations,
            Target::Search { .. } => Evolved::Searches,
            Target::Options(_) => Evolved::Options,
        };
        if objective.properties().measures.contains(&evolved) {
            return Ok(());
        }
        let name = objective.name();
        Err(SettingsError::Combination(match self {
            Target::Options(_) => format!(
                "the objective {name} does not measure the options of an engine; use one of: {}",
                Objective::having(|one| one.measures.contains(&evolved)).join(", ")
            ),
            Target::Evaluation { .. } => {
                format!("the objective {name} measures a search; choose the search as the target")
            }
            Target::Search { .. } => {
                format!("the objective {name} measures an evaluation; choose the evaluation as the target")
            }
        }))
    }
}

fn check_evaluation(schema: &Schema) -> Result<(), SchemaError> {
    Weights::new(schema, &schema.smallest()).map(|_| ())
}
