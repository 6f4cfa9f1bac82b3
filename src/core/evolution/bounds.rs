//! Bounds of parameters that are narrower than their ranges, which the user changes during a run.

use std::collections::BTreeMap;

use crate::engine::schema::{Parameter, Schema};
use crate::organism::chromosome::Chromosome;

/// The smallest and the largest value of some parameters by their names. Others have the whole range.
pub type NamedBounds = BTreeMap<String, [i32; 2]>;

/// The bounds of all parameters of a schema.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bounds(Vec<[i32; 2]>);

impl Bounds {
    /// Returns the bounds of all parameters in schema order. Bounds outside the range of a parameter are limited to it.
    #[must_use]
    pub fn of(schema: &Schema, named: &NamedBounds) -> Bounds {
        let of_parameter = |Parameter { name, range, .. }: &Parameter| {
            let ends = named.get(name).copied().unwrap_or([range.0, range.1]);
            ends.map(|end| end.clamp(range.0, range.1))
        };
        Bounds(schema.parameters.iter().map(of_parameter).collect())
    }

    /// Returns the bounds of each parameter that is not fixed as shares of its range: 0 is the lower end and 1 the upper
    /// end.
    #[must_use]
    pub fn shares(&self, schema: &Schema) -> Vec<[f64; 2]> {
        let free = schema.parameters.iter().zip(&self.0).filter(|(known, _)| known.range.0 < known.range.1);
        let share = |(known, ends): (&Parameter, &[i32; 2])| {
            let (low, high) = (f64::from(known.range.0), f64::from(known.range.1));
            ends.map(|end| (f64::from(end) - low) / (high - low))
        };
        free.map(share).collect()
    }

    /// Returns the chromosome whose values are the nearest within the bounds.
    #[must_use]
    pub fn limited(&self, schema: &Schema, chromosome: &Chromosome) -> Chromosome {
        let values = chromosome.decode(schema);
        let limit = |(value, [low, high]): (&i32, &[i32; 2])| *value.clamp(low, high);
        let limited: Vec<i32> = values.iter().zip(&self.0).map(limit).collect();
        // Values in their ranges have a chromosome. That of unchanged values is kept, because others may decode alike.
        let changed = (limited != values).then(|| Chromosome::encode(schema, &limited));
        changed.flatten().unwrap_or_else(|| chromosome.clone())
    }
}

/// Checks the bounds of a schema's parameters.
///
/// # Errors
/// Returns what is wrong with the first invalid one.
pub fn check(schema: &Schema, named: &NamedBounds) -> Result<(), String> {
    for (name, [low, high]) in named {
        let Some(known) = schema.parameters.iter().find(|known| known.name == *name) else {
            return Err(format!("there is no parameter “{name}”"));
        };
        let (first, last) = known.range;
        if low > high || *low < first || *high > last {
            return Err(format!(
                "the bounds of “{name}” are {low} to {high}; they must be within {first} to {last}, the range of the \
                 session, and in this order"
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn schema() -> Schema {
        (*Schema::built_in("search-extended").unwrap()).clone()
    }

    #[test]
    fn values_outside_are_moved_to_the_nearest_bound() {
        let schema = schema();
        let name = schema.parameters[5].name.clone();
        let bounds = Bounds::of(&schema, &NamedBounds::from([(name, [10, 20])]));
        let mut values = vec![0; schema.len()];
        for (value, expected) in [(3, 10), (12, 12), (400, 20)] {
            values[5] = value;
            let chromosome = Chromosome::encode(&schema, &values).unwrap();
            let limited = bounds.limited(&schema, &chromosome).decode(&schema);
            assert_eq!(limited[5], expected);
            assert_eq!(limited[..5], values[..5]);
        }
    }

    #[test]
    fn shares_are_those_of_the_parameters_that_are_not_fixed() {
        let mut schema = schema();
        schema.parameters.truncate(3);
        for (parameter, range) in schema.parameters.iter_mut().zip([(100, 300), (7, 7), (-50, 50)]) {
            parameter.range = range;
        }
        let named = NamedBounds::from([(schema.parameters[0].name.clone(), [150, 250])]);
        assert_eq!(Bounds::of(&schema, &named).shares(&schema), [[0.25, 0.75], [0.0, 1.0]]);
    }

    #[test]
    fn bounds_outside_the_range_are_refused() {
        let schema = schema();
        let named = |name: &str, ends| NamedBounds::from([(name.to_owned(), ends)]);
        let name = schema.parameters[5].name.as_str();
        assert_eq!(check(&schema, &named(name, [10, 20])), Ok(()));
        assert!(check(&schema, &named(name, [20, 10])).unwrap_err().contains("in this order"));
        assert!(check(&schema, &named(name, [-1, 10])).unwrap_err().contains("are -1 to 10"));
        assert_eq!(check(&schema, &named("x", [0, 1])).unwrap_err(), "there is no parameter “x”");
    }
}
