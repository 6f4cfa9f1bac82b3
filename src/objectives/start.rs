//! The player near which an experiment starts: an organism, or the start of an engine's options. Objectives that measure
//! players by games have one.

use crate::evolution::setting::SettingsError;
use crate::objectives::Outline;
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedOrganism, Organism};

/// The organism from which the start comes, unless another one is set.
pub(super) const START: &str = "reference";

/// The name of the setting.
const SETTING: &str = "start";

fn invalid(reason: String) -> SettingsError {
    SettingsError::Invalid { name: SETTING, reason }
}

/// Reads an organism's name or the path of its file, and copies the organism.
///
/// # Errors
/// Returns an error if the organism cannot be read.
pub(super) fn named(text: &str) -> Result<FixedOrganism, String> {
    let name = text.strip_prefix("organism:").unwrap_or(text);
    Organism::named_or_path(name)
        .map(|organism| FixedOrganism::of(&organism))
        .map_err(|error| error.to_string())
}

/// Returns the organism from which the start comes: the given one, or the embedded organism `reference`.
///
/// # Errors
/// Returns an error if its values do not fit its schema.
fn organism(start: Option<&FixedOrganism>) -> Result<Organism, SettingsError> {
    match start {
        None => Organism::named_or_path(START).map_err(|error| invalid(error.to_string())),
        Some(fixed) => fixed
            .organism()
            .ok_or_else(|| invalid(format!("the values of “{}” do not fit their schema", fixed.name()))),
    }
}

/// Returns the values of the start under the experiment's schema.
///
/// # Errors
/// Returns an error if the organism lacks a parameter.
pub(super) fn values(
    start: Option<&FixedOrganism>,
    outline: &Outline<'_>,
) -> Result<Vec<i32>, SettingsError> {
    if let Some(engine) = outline.engine {
        return Ok(engine.start());
    }
    let (organism, schema) = (organism(start)?, outline.schema);
    let value = |name: &str| match outline.evaluation {
        Some(_) => organism.search_value(schema, name),
        None => organism.evaluation.value(name),
    };
    let of_parameter = |name: &String| {
        value(name).ok_or_else(|| {
            invalid(format!(
                "“{}” has no parameter {name} of schema {}; use another organism (--start) or schema (--schema)",
                organism.name, schema.name
            ))
        })
    };
    schema.parameters.iter().map(|parameter| of_parameter(&parameter.name)).collect()
}

/// Returns the chromosome of the start under the experiment's schema.
///
/// # Errors
/// Returns an error if the organism lacks a parameter, or if a value is out of range.
pub(super) fn chromosome(
    start: Option<&FixedOrganism>,
    outline: &Outline<'_>,
) -> Result<Chromosome, SettingsError> {
    let values = values(start, outline)?;
    Chromosome::encode(outline.schema, &values).ok_or_else(|| {
        invalid(format!(
            "a value of “{}” is outside its range in schema {}; use another organism (--start) or schema (--schema)",
            start.map_or(START, FixedOrganism::name),
            outline.schema.name
        ))
    })
}

/// Checks that no organism is given as the start of an engine's options.
///
/// # Errors
/// Returns an error if one is given.
pub(super) fn check_engine(
    start: Option<&FixedOrganism>,
    outline: &Outline<'_>,
) -> Result<(), SettingsError> {
    if outline.engine.is_some() && start.is_some() {
        return Err(invalid(
            "the start of an engine's options is that of the parameter file (--params)".to_owned(),
        ));
    }
    Ok(())
}
