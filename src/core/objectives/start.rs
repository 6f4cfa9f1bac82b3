//! The player near which an experiment starts: an organism, or the start of an engine's options. Objectives that measure
//! players by games have one.

use crate::engine::schema::Schema;
use crate::evolution::setting::SettingsError;
use crate::objectives::ObjectiveContext;
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedOrganism, Organism, REFERENCE};

/// The organism from which the start comes, unless another one is set.
pub(super) const START: &str = REFERENCE;

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
        None => Organism::reference().cloned().map_err(|error| invalid(error.to_string())),
        Some(fixed) => fixed
            .organism()
            .ok_or_else(|| invalid(format!("the values of “{}” do not fit their schema", fixed.name()))),
    }
}

/// Returns the values of the untuned search under this schema: those of the embedded organism `reference`. `None` if the
/// search of `reference` lacks a parameter.
#[must_use]
pub fn untuned(schema: &Schema) -> Option<Vec<i32>> {
    Organism::reference().ok()?.search_values(schema).ok()
}

/// Returns the values of the start under the experiment's schema.
///
/// # Errors
/// Returns an error if the organism lacks a parameter.
pub(super) fn values(
    start: Option<&FixedOrganism>,
    outline: &ObjectiveContext<'_>,
) -> Result<Vec<i32>, SettingsError> {
    if let Some(engine) = outline.engine {
        return Ok(engine.start());
    }
    let (organism, schema) = (organism(start)?, outline.schema);
    let names = schema.parameters.iter().map(|parameter| parameter.name.as_str());
    let values = match outline.evaluation {
        Some(_) => organism.search_values(schema),
        None => names.map(|name| organism.evaluation.value(name).ok_or(name)).collect(),
    };
    values.map_err(|name| {
        invalid(format!(
            "“{}” has no parameter {name} of schema {}; use another organism (--start) or schema (--schema)",
            organism.name, schema.name
        ))
    })
}

/// Returns the chromosome of the start under the experiment's schema.
///
/// # Errors
/// Returns an error if the organism lacks a parameter, or if a value is out of range.
pub(super) fn chromosome(
    start: Option<&FixedOrganism>,
    outline: &ObjectiveContext<'_>,
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
    outline: &ObjectiveContext<'_>,
) -> Result<(), SettingsError> {
    if outline.engine.is_some() && start.is_some() {
        return Err(invalid(
            "the start of an engine's options is that of the parameter file (--params)".to_owned(),
        ));
    }
    Ok(())
}
