//! The founders of a coevolution.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::champion;
use super::error::Error;
use crate::engine::schema::{Schema, SchemaError};
use crate::evolution::record::Founder;
use crate::organism::chromosome::Chromosome;
use crate::organism::{Organism, OrganismError};
use crate::session::{self, Recorded, Session};

/// Why an organism cannot be a founder.
#[derive(Debug, thiserror::Error)]
pub enum FounderError {
    /// The organism cannot be read.
    #[error(transparent)]
    Organism(#[from] OrganismError),
    /// The schema is unknown.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The session cannot be read.
    #[error(transparent)]
    Session(#[from] session::Error),
    /// A champion cannot be read from its session.
    #[error(transparent)]
    Champion(#[from] Error),
    /// The session has no champion yet.
    #[error("{folder}: the session has no champion, because no run is complete; complete a run first", folder = .0.display())]
    NoChampion(PathBuf),
    /// The organism lacks a parameter of the schema.
    #[error(
        "“{name}” has schema {from}, which lacks the parameter {parameter} of schema {to}; use organisms of schema {to}, or \
         another schema (--schema)"
    )]
    Lacks {
        /// The organism's name.
        name: String,
        /// The organism's schema.
        from: String,
        /// The missing parameter.
        parameter: String,
        /// The evolution's schema.
        to: String,
    },
    /// The organism has a parameter that the schema lacks.
    #[error(
        "“{name}” has schema {from} with the parameter {parameter}, which schema {to} lacks; use organisms of schema {to}, \
         or another schema (--schema)"
    )]
    Superfluous {
        /// The organism's name.
        name: String,
        /// The organism's schema.
        from: String,
        /// The additional parameter.
        parameter: String,
        /// The evolution's schema.
        to: String,
    },
    /// A value is outside the schema's range.
    #[error(
        "“{name}” of schema {from} has {parameter} = {value}, outside the range of schema {to} ({low} to {high}); use \
         organisms of schema {to}, or another schema (--schema)"
    )]
    Range {
        /// The organism's name.
        name: String,
        /// The organism's schema.
        from: String,
        /// The parameter.
        parameter: String,
        /// The parameter's value.
        value: i32,
        /// The evolution's schema.
        to: String,
        /// The minimum of the range in the evolution's schema.
        low: i32,
        /// The maximum of the range in the evolution's schema.
        high: i32,
    },
}

/// Loads the organisms that a text names: the organism of a file, an embedded one, or the champions of a session's
/// complete runs, given its folder.
///
/// # Errors
/// Returns an error if there is none, or if it cannot be read.
pub fn organisms(text: &str) -> Result<Vec<Organism>, FounderError> {
    let folder = Path::new(text);
    if !folder.is_dir() {
        return Ok(vec![Organism::named_or_path(text)?]);
    }
    let recorded = Session::open_read_only(folder)?;
    if recorded.results.is_empty() {
        return Err(FounderError::NoChampion(folder.to_owned()));
    }
    Ok(champions(&recorded)?)
}

/// Returns the champions of a session's complete runs.
///
/// # Errors
/// Returns an error if the session's settings and the champions' bits do not form organisms.
pub fn champions(recorded: &Recorded) -> Result<Vec<Organism>, Error> {
    recorded.results.iter().map(|result| champion::organism(&recorded.header, result)).collect()
}

/// Loads the organisms that the texts name, in order. Each text names the organism of a file, an embedded one, or the
/// champions of a session's complete runs, given its folder. All are converted to one schema: `schema`, or that of the
/// first organism. Organisms of another schema are converted by the names of their parameters.
///
/// # Errors
/// Returns an error if an organism cannot be read, or if the schema cannot represent it.
pub fn founders(
    texts: &[String],
    schema: Option<&Arc<Schema>>,
) -> Result<(Arc<Schema>, Vec<Founder>), FounderError> {
    let mut all = Vec::new();
    for text in texts {
        all.extend(organisms(text)?);
    }
    let first = all.first().map(|first| &first.evaluation.schema);
    let schema = schema.or(first).cloned().unwrap_or_default();
    let founders = all.iter().map(|organism| convert(&schema, organism)).collect::<Result<_, _>>()?;
    Ok((schema, founders))
}

/// Converts an organism to a schema: it keeps its bits if it has that schema; otherwise its values are matched by
/// parameter names.
///
/// # Errors
/// Returns an error if the schema cannot represent the organism.
fn convert(schema: &Schema, organism: &Organism) -> Result<Founder, FounderError> {
    let genome = &organism.evaluation;
    let name = organism.name.clone();
    if genome.schema.name == schema.name {
        return Ok(Founder { name, chromosome: genome.chromosome.clone() });
    }
    let (from, to) = (genome.schema.name.clone(), schema.name.clone());
    if let Some(parameter) = genome.schema.parameters.iter().find(|own| schema.index_of(&own.name).is_none())
    {
        return Err(FounderError::Superfluous { name, from, parameter: parameter.name.clone(), to });
    }
    let mut values = Vec::with_capacity(schema.len());
    for parameter in &schema.parameters {
        let Some(value) = genome.value(&parameter.name) else {
            return Err(FounderError::Lacks { name, from, parameter: parameter.name.clone(), to });
        };
        values.push(value);
    }
    if let Some(chromosome) = Chromosome::encode(schema, &values) {
        return Ok(Founder { name, chromosome });
    }
    let outside = schema.parameters.iter().zip(&values).position(|(own, value)| own.raw_of(*value).is_none());
    let at = outside.unwrap_or(0);
    let (parameter, (low, high)) = (schema.parameters[at].name.clone(), schema.parameters[at].range);
    Err(FounderError::Range { name, from, parameter, value: values[at], to, low, high })
}
