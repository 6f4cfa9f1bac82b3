//! The start of an experiment with matches: an organism, or the start of an engine's options.

use super::MatchesSettings;
use super::settings::START;
use crate::evolution::setting::SettingsError;
use crate::objectives::Outline;
use crate::organism::chromosome::Chromosome;
use crate::organism::{FixedOrganism, Organism};

impl MatchesSettings {
    /// Returns the organism from which the start comes.
    ///
    /// # Errors
    /// Returns an error if its values do not fit its schema.
    pub fn start_organism(&self) -> Result<Organism, SettingsError> {
        let invalid = |reason: String| SettingsError::Invalid { name: "start", reason };
        match &self.start {
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
    pub fn start_values(&self, outline: &Outline<'_>) -> Result<Vec<i32>, SettingsError> {
        if let Some(engine) = outline.engine {
            return Ok(engine.start());
        }
        let (organism, schema) = (self.start_organism()?, outline.schema);
        let value = |name: &str| match outline.evaluation {
            Some(_) => organism.search_value(schema, name),
            None => organism.evaluation.value(name),
        };
        let of_parameter = |name: &String| {
            value(name).ok_or_else(|| SettingsError::Invalid {
                name: "start",
                reason: format!(
                    "“{}” has no parameter {name} of schema {}; use another organism (--start) or schema (--schema)",
                    organism.name, schema.name
                ),
            })
        };
        schema.parameters.iter().map(|parameter| of_parameter(&parameter.name)).collect()
    }

    /// Returns the chromosome of the start under the experiment's schema.
    ///
    /// # Errors
    /// Returns an error if the organism lacks a parameter, or if a value is out of range.
    pub fn start_chromosome(&self, outline: &Outline<'_>) -> Result<Chromosome, SettingsError> {
        let values = self.start_values(outline)?;
        Chromosome::encode(outline.schema, &values).ok_or_else(|| SettingsError::Invalid {
            name: "start",
            reason: format!(
                "a value of “{}” is outside its range in schema {}; use another organism (--start) or schema (--schema)",
                self.start.as_ref().map_or(START, FixedOrganism::name),
                outline.schema.name
            ),
        })
    }
}
