//! The mean of organisms. Figure 3 of the 2014 paper is one: the mean of the champions of ten runs, rounded.

use std::sync::Arc;

use super::{Genome, Organism, Origin};

/// Why organisms have no mean.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub enum AverageError {
    /// There are no organisms.
    #[error("there are no organisms; name at least one")]
    Empty,
    /// Two organisms have different schemas.
    #[error(
        "“{one}” has schema {one_schema} and “{other}” has schema {other_schema}; average organisms of one schema"
    )]
    Schemas {
        /// The name of the first organism.
        one: String,
        /// The schema of its evaluation.
        one_schema: String,
        /// The name of the other organism.
        other: String,
        /// The schema of its evaluation.
        other_schema: String,
    },
    /// The mean does not fit into the schema.
    #[error("schema {0} cannot represent the mean of these organisms; average organisms of another schema")]
    Values(String),
}

/// Returns the organism whose every parameter is the mean of those of `organisms`, rounded to the nearest integer, halves
/// away from zero. Searches are averaged by schema; those that some organism lacks are left out.
///
/// # Errors
/// There are no organisms, or their evaluations have different schemas.
pub fn average(name: &str, organisms: &[Organism]) -> Result<Organism, AverageError> {
    let first = organisms.first().ok_or(AverageError::Empty)?;
    let schema = |organism: &Organism| organism.evaluation.schema.name.clone();
    if let Some(other) = organisms.iter().find(|other| other.evaluation.schema != first.evaluation.schema) {
        return Err(AverageError::Schemas {
            one: first.name.clone(),
            one_schema: schema(first),
            other: other.name.clone(),
            other_schema: schema(other),
        });
    }
    let evaluations: Vec<&Genome> = organisms.iter().map(|organism| &organism.evaluation).collect();
    let searches = first.searches.iter().filter_map(|search| {
        let same = |other: &Organism| other.searches.iter().position(|one| one.schema == search.schema);
        let found: Option<Vec<&Genome>> =
            organisms.iter().map(|organism| same(organism).map(|at| &organism.searches[at])).collect();
        found.map(|genomes| mean(&genomes))
    });
    let searches = searches.collect::<Result<_, _>>()?;
    let names: Vec<&str> = organisms.iter().map(|organism| organism.name.as_str()).collect();
    Ok(Organism {
        name: name.to_owned(),
        evaluation: mean(&evaluations)?,
        searches,
        origin: Origin { description: format!("mean of {}", names.join(", ")), ..Origin::default() },
    })
}

/// Returns the mean of genomes of one schema.
fn mean(genomes: &[&Genome]) -> Result<Genome, AverageError> {
    let schema = Arc::clone(&genomes[0].schema);
    let value = |index: usize| {
        let sum: i64 = genomes.iter().map(|genome| i64::from(genome.values[index])).sum();
        (sum as f64 / genomes.len() as f64).round() as i32
    };
    let values = (0..schema.parameters.len()).map(value).collect();
    Genome::from_values(Arc::clone(&schema), values).ok_or_else(|| AverageError::Values(schema.name.clone()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_parameter_is_the_mean() {
        let one = Organism::named_or_path("reference").unwrap();
        let mut other = Organism::named_or_path("paper-2014-figure-3").unwrap();
        let average = average("mean", &[one.clone(), other.clone()]).unwrap();
        for (index, value) in average.evaluation.values.iter().enumerate() {
            let sum = one.evaluation.values[index] + other.evaluation.values[index];
            assert!((f64::from(sum) / 2.0 - f64::from(*value)).abs() <= 0.5, "{index}");
        }
        let shared = average.searches.iter().map(|search| search.schema.name.as_str()).collect::<Vec<_>>();
        assert_eq!(shared, ["search-paper"], "the only search that both have");
        assert_eq!(average.origin.description, "mean of reference, paper-2014-figure-3");
        assert_eq!(super::average("same", std::slice::from_ref(&one)).unwrap().evaluation, one.evaluation);
        other = Organism::named_or_path("paper-2008-figure-3").unwrap();
        assert!(matches!(super::average("x", &[one, other]), Err(AverageError::Schemas { .. })));
        assert_eq!(super::average("x", &[]), Err(AverageError::Empty));
    }
}
