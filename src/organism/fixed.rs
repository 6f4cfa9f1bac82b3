//! An evaluation that does not change during an experiment.

use serde::{Deserialize, Serialize};

use super::{Genome, Organism};
use crate::engine::schema::{Schema, SchemaRef};

/// The evaluation of an organism, copied into settings. So it does not change when the organism's file does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedEvaluation {
    /// Name of the organism to which it belongs.
    pub organism: String,
    /// Its schema.
    pub schema: SchemaRef,
    /// Its parameter values, in schema order.
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

    /// Returns its values of the parameters of `schema`, in the order of that schema; `None` for a parameter it lacks.
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
