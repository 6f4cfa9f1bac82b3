//! Evaluations and organisms that do not change during an experiment.

use serde::{Deserialize, Serialize};

use super::{Genome, Organism, Origin};
use crate::engine::evaluation::Weights;
use crate::engine::features::FeatureSet;
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

    /// Returns the weights of the evaluation.
    #[must_use]
    pub fn weights(&self) -> Weights {
        Weights::named(FeatureSet::of(&self.schema), |name| self.value(name))
    }

    /// Returns the evaluation as a genome; `None` if the values do not fit their schema.
    #[must_use]
    pub fn genome(&self) -> Option<Genome> {
        Genome::from_values((*self.schema).clone(), self.values.clone())
    }
}

/// A search of an organism, copied into settings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedSearch {
    /// The schema of the search.
    pub schema: SchemaRef,
    /// The parameter values, in schema order.
    pub values: Vec<i32>,
}

/// An organism, copied into settings so that it does not change if its file changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedOrganism {
    /// The evaluation, with the organism's name.
    pub evaluation: FixedEvaluation,
    /// The searches, at most one for each schema.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub searches: Vec<FixedSearch>,
}

impl FixedOrganism {
    /// Copies an organism.
    #[must_use]
    pub fn of(organism: &Organism) -> FixedOrganism {
        let copy = |search: &Genome| FixedSearch {
            schema: search.schema.clone().into(),
            values: search.values.clone(),
        };
        FixedOrganism {
            evaluation: FixedEvaluation::of(organism),
            searches: organism.searches.iter().map(copy).collect(),
        }
    }

    /// Returns the organism's name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.evaluation.organism
    }

    /// Returns the organism; `None` if values do not fit their schema.
    #[must_use]
    pub fn organism(&self) -> Option<Organism> {
        let genome =
            |search: &FixedSearch| Genome::from_values((*search.schema).clone(), search.values.clone());
        Some(Organism {
            name: self.name().to_owned(),
            evaluation: self.evaluation.genome()?,
            searches: self.searches.iter().map(genome).collect::<Option<_>>()?,
            origin: Origin::default(),
        })
    }
}
