//! The parameters of an experiment as other programs see them: names, types, ranges and values as JSON.

use std::sync::Arc;

use serde_json::{Map, Value, json};

use crate::engine::schema::{Parameter, Schema};
use crate::engine_options::{OptionType, TunableOption, TunedEngine};
use crate::evolution::setting::SettingsError;
use crate::experiment::Experiment;
use crate::objectives::start;
use crate::text;

/// The parameters of an experiment.
pub(super) struct Parameters {
    schema: Arc<Schema>,
    /// The engine whose options they are.
    engine: Option<TunedEngine>,
    /// The values for names that a vector leaves out.
    start: Option<Vec<i32>>,
}

impl Parameters {
    pub(super) fn of(experiment: &Experiment) -> Result<Parameters, SettingsError> {
        let schema = Arc::clone(experiment.schema());
        let first = experiment.initial.first().map(|founder| founder.chromosome.clone());
        let given = first.map_or_else(|| experiment.start(), |first| Ok(Some(first)))?;
        // A search that has no other start begins as the untuned one.
        let untuned = || experiment.target.is_search().then(|| start::untuned(&schema)).flatten();
        let start = given.map(|start| start.decode(&schema)).or_else(untuned);
        Ok(Parameters { engine: experiment.target.engine().cloned(), schema, start })
    }

    fn option(&self, place: usize) -> Option<&TunableOption> {
        self.engine.as_ref().and_then(|engine| engine.options().get(place))
    }

    /// Returns a value of a parameter as JSON.
    fn number(&self, place: usize, value: i32) -> Value {
        let text = self.option(place).map(|option| option.number(value));
        text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(|| value.into())
    }

    /// Returns the values of a vector by their names.
    pub(super) fn named(&self, values: &[i32]) -> Value {
        let all = self.schema.parameters.iter().zip(values).enumerate();
        let entry = |(place, (parameter, value)): (usize, (&Parameter, &i32))| {
            (parameter.name.clone(), self.number(place, *value))
        };
        Value::Object(all.map(entry).collect::<Map<_, _>>())
    }

    /// Describes all parameters, in the order of the schema.
    pub(super) fn describe(&self) -> Value {
        let describe = |(place, parameter): (usize, &Parameter)| {
            let (low, high) = parameter.range;
            let (kind, words) = match self.option(place).map(|option| &option.kind) {
                None | Some(OptionType::Int) => ("int", None),
                Some(OptionType::Float) => ("float", None),
                Some(OptionType::Check) => ("check", None),
                Some(OptionType::Combo(words)) => ("combo", Some(words)),
            };
            json!({
                "name": parameter.name,
                "type": kind,
                "words": words,
                "min": self.number(place, low),
                "max": self.number(place, high),
                "start": self.start.as_ref().map(|start| self.number(place, start[place])),
                "unit": parameter.unit,
                "description": parameter.description,
            })
        };
        self.schema.parameters.iter().enumerate().map(describe).collect()
    }

    /// Returns the integers of a vector: an object of names and values, in which the start completes missing names, or an
    /// array of all values.
    ///
    /// # Errors
    /// Returns a description of the first invalid name or value.
    pub(super) fn values(&self, vector: &Value) -> Result<Vec<i32>, String> {
        match vector {
            Value::Array(values) => self.of_array(values),
            Value::Object(named) => self.of_object(named),
            other => Err(format!(
                "expected an object of names and values, or an array of values, found {}",
                kind(other)
            )),
        }
    }

    fn of_array(&self, values: &[Value]) -> Result<Vec<i32>, String> {
        let parameters = self.schema.parameters.len();
        if values.len() != parameters {
            return Err(format!("the array has {} values; there are {parameters} parameters", values.len()));
        }
        values.iter().enumerate().map(|(place, value)| self.value(place, value)).collect()
    }

    fn of_object(&self, named: &Map<String, Value>) -> Result<Vec<i32>, String> {
        let names = || self.schema.parameters.iter().map(|parameter| parameter.name.as_str());
        if let Some(unknown) = named.keys().find(|name| !names().any(|known| known == name.as_str())) {
            let nearest = text::nearest(unknown, names()).unwrap_or_default();
            let (unknown, nearest) = (text::name(unknown), text::name(nearest));
            return Err(format!("there is no parameter “{unknown}”; the most similar one is “{nearest}”"));
        }
        let value = |(place, name): (usize, &str)| match (named.get(name), &self.start) {
            (Some(value), _) => self.value(place, value),
            (None, Some(start)) => Ok(start[place]),
            (None, None) => {
                let name = text::name(name);
                Err(format!("“{name}” is missing, and the experiment has no start with a value for it"))
            }
        };
        names().enumerate().map(value).collect()
    }

    /// Returns the integer of a parameter's value. A number is rounded to the nearest value of the parameter.
    fn value(&self, place: usize, value: &Value) -> Result<i32, String> {
        let parameter = &self.schema.parameters[place];
        let option = self.option(place);
        let number = match (value, option.map(|option| &option.kind)) {
            (Value::Bool(flag), Some(OptionType::Check)) => Some(f64::from(*flag)),
            (Value::String(word), Some(OptionType::Combo(words))) => {
                words.iter().position(|known| known == word).map(|index| index as f64)
            }
            _ => value.as_f64(),
        };
        let (low, high) = parameter.range;
        let [min, max] = [low, high].map(|end| self.number(place, end));
        let name = text::name(&parameter.name);
        let Some(number) = number else {
            let found = kind(value);
            return Err(format!("“{name}” is {found}; it must be a number from {min} to {max}"));
        };
        let step = match option {
            Some(option) => option.nearest_step(number),
            None => Some(number)
                .filter(|number| (f64::from(low)..=f64::from(high)).contains(number))
                .map(|number| number.round() as i32),
        };
        step.ok_or_else(|| format!("“{name}” is {number}; it must be {min} to {max}"))
    }
}

/// Returns the kind of a JSON value in words, with short texts in full.
pub(super) fn kind(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(flag) => flag.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(word) => format!("“{}”", text::name(word)),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}
