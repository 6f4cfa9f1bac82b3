//! Requests: the vectors of a line.

use serde_json::{Map, Value};

use super::parameters::{Parameters, kind};
use crate::text;

/// The largest number of bytes of a line.
pub const LONGEST_LINE: usize = 1 << 20;

/// The largest number of vectors of a batch.
pub const MOST_VECTORS: usize = 10_000;

/// The fields of a request besides its values.
const ID: &str = "id";
const GENERATION: &str = "generation";
const VALUES: &str = "values";

/// One vector to measure.
pub(super) struct Request {
    /// An identification that is returned with the result.
    pub(super) id: Option<Value>,
    /// The generation, if it is given.
    pub(super) generation: Option<u32>,
    /// The integers of the schema, or what is wrong with the request.
    pub(super) values: Result<Vec<i32>, String>,
}

/// The content of a line.
pub(super) enum Line {
    One(Request),
    Batch(Vec<Request>),
}

/// Reads a line.
///
/// # Errors
/// Returns a description if the line as a whole is invalid.
pub(super) fn parse(line: &[u8], parameters: &Parameters) -> Result<Line, String> {
    if line.len() > LONGEST_LINE {
        return Err(format!("the line is longer than {LONGEST_LINE} bytes"));
    }
    let value: Value = serde_json::from_slice(line).map_err(|error| {
        // The message ends with the line and the column; each request is one line.
        let message = error.to_string();
        let problem = message.split(" at line ").next().unwrap_or(&message).to_owned();
        format!("column {}: {problem}", error.column())
    })?;
    let Value::Array(elements) = &value else { return Ok(Line::One(Request::of(&value, parameters))) };
    if elements.is_empty() || !elements.iter().all(|element| element.is_object() || element.is_array()) {
        return Ok(Line::One(Request::of(&value, parameters)));
    }
    if elements.len() > MOST_VECTORS {
        return Err(format!("the batch has {} vectors; it may have at most {MOST_VECTORS}", elements.len()));
    }
    let mut requests: Vec<Request> =
        elements.iter().map(|element| Request::of(element, parameters)).collect();
    if let Some(common) = requests.iter().find_map(|request| request.generation) {
        requests.iter_mut().for_each(|request| request.join(common));
    }
    Ok(Line::Batch(requests))
}

impl Request {
    /// Reads a vector: an array of values, an object of names and values, or an object with the field `values`.
    fn of(value: &Value, parameters: &Parameters) -> Request {
        let Value::Object(object) = value else {
            return Request { id: None, generation: None, values: parameters.values(value) };
        };
        let id = object.get(ID).cloned();
        match generation(object) {
            Ok(generation) => Request { id, generation, values: values(object, parameters) },
            Err(error) => Request { id, generation: None, values: Err(error) },
        }
    }

    /// Gives the vector the generation of its batch.
    fn join(&mut self, common: u32) {
        if let Some(own) = self.generation.replace(common).filter(|own| *own != common) {
            self.values = Err(format!(
                "generation is {own}; all vectors of a batch have one generation, here {common}"
            ));
        }
    }
}

fn generation(object: &Map<String, Value>) -> Result<Option<u32>, String> {
    let Some(value) = object.get(GENERATION) else { return Ok(None) };
    let number =
        value.as_u64().and_then(|number| u32::try_from(number).ok()).filter(|number| *number < u32::MAX);
    let error = || format!("generation is {}; it must be an integer from 0 to {}", kind(value), u32::MAX - 1);
    number.map(Some).ok_or_else(error)
}

fn values(object: &Map<String, Value>, parameters: &Parameters) -> Result<Vec<i32>, String> {
    let is_other = |name: &&String| ![ID, GENERATION, VALUES].contains(&name.as_str());
    match object.get(VALUES) {
        Some(values) if values.is_object() || values.is_array() => match object.keys().find(is_other) {
            Some(other) => Err(format!("“{}” must be inside “values”", text::name(other))),
            None => parameters.values(values),
        },
        _ => {
            let mut named = object.clone();
            named.remove(ID);
            named.remove(GENERATION);
            parameters.values(&Value::Object(named))
        }
    }
}
