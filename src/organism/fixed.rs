//! An evaluation that does not change during an experiment.

use serde::{Deserialize, Serialize};

use super::{Genome, Organism};
use crate::engine::schema::{Schema, SchemaRef};

/// The evaluation of an organism, copied into settings so that it does not change if the organism's file changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedEvaluation {
    /// The name of the organism.
    pub organism: String,
    /// The schema of the evaluation.
    pub schema: SchemaRef,
    /// The parameter values, in schema order.
    pub values: Vec<i32>,
}

impl FixedEvaluation {
    /// Copies an organism's evaluation.
    #[must_use]
    pub fn of(organism: &Organism) -> FixedEvaluation {
        let Organism { name, evaluation, .. } = organism;
        FixedEvaluation {
            organism: name.clone(),
            schema: evaluation.schema.clone().into(),
            values: evaluation.values.clone(),
        }
    }

    /// Returns the values of the parameters of another schema, in that schema's order; `None` for a parameter that this
    /// evaluation lacks.
    #[must_use]
    pub fn under(&self, schema: &Schema) -> Vec<Option<i32>> {
        schema.parameters.iter().map(|parameter| self.value(&parameter.name)).collect()
    }

    /// Returns the value of the parameter with this name.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<i32> {
        self.values.get(self.schema.index_of(name)?).copied()
    }

    /// Returns the evaluation as a genome; `None` if the values do not fit their schema.
    #[must_use]
    pub fn genome(&self) -> Option<Genome> {
        Genome::from_values((*self.schema).clone(), self.values.clone())
    }
}
