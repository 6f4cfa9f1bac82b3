//! The file `config.json` of weather-factory: an object of parameters, each with `value`, `min_value`, `max_value` and
//! `step`.

use std::fmt;

use serde::de::{DeserializeOwned, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use super::Problem;
use super::error::Located;
use super::option::{OptionType, PERTURBATION, TunableOption};
use crate::text;

/// The field that a tune changes.
const VALUE: &str = "value";

/// The entries of an object in the order of the file.
#[derive(Debug, Clone, PartialEq)]
struct Entries<T>(Vec<(String, T)>);

impl<'de, T: DeserializeOwned> Deserialize<'de> for Entries<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object<T>(std::marker::PhantomData<T>);
        impl<'de, T: DeserializeOwned> Visitor<'de> for Object<T> {
            type Value = Entries<T>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Entries<T>, A::Error> {
                let mut entries = Vec::new();
                while let Some(entry) = map.next_entry()? {
                    entries.push(entry);
                }
                Ok(Entries(entries))
            }
        }
        deserializer.deserialize_map(Object(std::marker::PhantomData))
    }
}

/// An entry of the file. Only an object is a parameter.
#[derive(Deserialize)]
#[serde(untagged)]
enum Entry {
    Fields(Entries<Value>),
    Other(Value),
}

/// The entry that a configuration of chess-tuning-tools has.
const TUNING_TOOLS: &str = "parameter_ranges";

/// The parameters of a file with all of their fields.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct WeatherFactory {
    parameters: Entries<Entries<Value>>,
    ends_with_newline: bool,
}

impl WeatherFactory {
    /// Returns the options of a text with the places of their names, and the parameters.
    pub(super) fn parse(content: &str) -> Result<(Vec<(usize, TunableOption)>, WeatherFactory), Located> {
        let entries: Entries<Entry> = serde_json::from_str(content).map_err(|error| {
            // The message ends with the place, which is reported by itself.
            let message = error.to_string();
            let problem = message.split(" at line ").next().unwrap_or(&message).to_owned();
            // Columns of serde_json count bytes.
            let at = text::line_start(content, error.line()) + error.column().saturating_sub(1);
            Located { at: at.min(content.len()), problem: Problem::Syntax(problem) }
        })?;
        let (mut options, mut parameters, mut from) = (Vec::new(), Vec::new(), 0);
        if entries.0.iter().any(|(name, _)| name == TUNING_TOOLS) {
            let at = content.find(&Value::from(TUNING_TOOLS).to_string()).unwrap_or(0);
            return Err(Located { at, problem: Problem::TuningTools });
        }
        for (name, entry) in entries.0 {
            let quoted = Value::from(name.as_str()).to_string();
            let at = content[from..].find(&quoted).map_or(from, |at| from + at);
            let fields = match entry {
                Entry::Fields(fields) => fields,
                Entry::Other(value) => {
                    let problem = Problem::NoObject { name, text: value.to_string() };
                    return Err(Located { at, problem });
                }
            };
            options.push((at, option(&name, &fields).map_err(|problem| Located { at, problem })?));
            parameters.push((name, fields));
            from = (at + quoted.len()).min(content.len());
        }
        let parameters = Entries(parameters);
        Ok((options, WeatherFactory { parameters, ends_with_newline: content.ends_with('\n') }))
    }

    /// Returns the text with other values.
    pub(super) fn text<'a>(&self, value: &dyn Fn(&str) -> Option<&'a str>) -> String {
        let parameter = |(name, fields): &(String, Entries<Value>)| {
            let field = |(field, old): &(String, Value)| {
                let new = value(name).filter(|_| field == VALUE).map(str::to_owned);
                let new = new.unwrap_or_else(|| old.to_string());
                format!("        {}: {new}", Value::from(field.as_str()))
            };
            let fields: Vec<String> = fields.0.iter().map(field).collect();
            format!("    {}: {{\n{}\n    }}", Value::from(name.as_str()), fields.join(",\n"))
        };
        let parameters: Vec<String> = self.parameters.0.iter().map(parameter).collect();
        let end = if self.ends_with_newline { "\n" } else { "" };
        format!("{{\n{}\n}}{end}", parameters.join(",\n"))
    }
}

/// Returns the option of a parameter.
fn option(name: &str, fields: &Entries<Value>) -> Result<TunableOption, Problem> {
    let number = |field: &'static str| {
        let found = fields.0.iter().find(|(known, _)| known == field).map(|(_, value)| value);
        found.map(|value| value.as_f64().ok_or_else(|| Problem::Number { field, text: value.to_string() }))
    };
    let required = |field: &'static str| {
        number(field).unwrap_or_else(|| Err(Problem::Missing { name: name.to_owned(), field }))
    };
    let value = required(VALUE)?;
    let (min, max) = (required("min_value")?, required("max_value")?);
    let step = number("step").unwrap_or_else(|| {
        Err(Problem::Step { name: name.to_owned(), proposal: PERTURBATION * (max - min) })
    });
    Ok(TunableOption {
        name: name.to_owned(),
        kind: OptionType::Int,
        // weather-factory continues from any number, and rounds it for the engine.
        start: value.round(),
        min,
        max,
        c_end: Some(step?),
        r_end: None,
    })
}
