//! The fields that change the bounds of a parameter, in the forms of settings that change during a run.

use super::{Field, Fields, Problem};
use crate::evolution::bounds::NamedBounds;
use crate::experiment::Target;
use crate::text;
use crate::tui::changeable::Changeable;

/// The fields after those of the optimizer: a parameter, its lowest and its highest value.
#[derive(Debug, Clone)]
pub(super) struct BoundsFields {
    target: Target,
    /// The bounds before the change.
    bounds: NamedBounds,
}

/// The most bounds that a hint names.
const NAMED: usize = 3;

impl BoundsFields {
    pub(super) fn new(changeable: &Changeable) -> BoundsFields {
        let bounds = changeable.settings.bounds.clone().unwrap_or_default();
        BoundsFields { target: changeable.target.clone(), bounds }
    }

    /// Returns the fields.
    pub(super) fn fields(&self) -> Vec<Field> {
        vec![
            Field::text("bounds of", self.hint(), ""),
            Field::text("lowest", "empty: the lowest value of the session", ""),
            Field::text("highest", "empty: the highest value of the session", ""),
        ]
    }

    /// Returns whether a field has an effect: the others follow from the parameter.
    pub(super) fn applies(fields: &[Field], label: &str) -> bool {
        !["lowest", "highest"].contains(&label) || !fields.shown("bounds of").is_empty()
    }

    fn hint(&self) -> String {
        if self.bounds.is_empty() {
            return "name of a parameter; empty: no change of bounds".to_owned();
        }
        let named = self.bounds.iter().take(NAMED).map(|(name, [low, high])| {
            let number = |value| self.number(name, value);
            format!("{name} {} to {}", number(*low), number(*high))
        });
        let more = if self.bounds.len() > NAMED { ", …" } else { "" };
        format!("a parameter; now {}{more}", named.collect::<Vec<_>>().join(", "))
    }

    /// Returns a value in the unit in which the user sees it.
    fn number(&self, name: &str, value: i32) -> String {
        let option = self.target.engine().and_then(|engine| {
            engine.options().iter().find(|option| option.name == *name).map(|option| option.number(value))
        });
        option.unwrap_or_else(|| value.to_string())
    }

    /// Returns all bounds with the change; `None` if no parameter is named.
    pub(super) fn read(&self, fields: &[Field]) -> Result<Option<NamedBounds>, Problem> {
        let name = fields.shown("bounds of");
        if name.is_empty() {
            return Ok(None);
        }
        let schema = self.target.schema();
        let names = || schema.parameters.iter().map(|known| known.name.as_str());
        let known = schema.parameters.iter().find(|known| known.name.eq_ignore_ascii_case(name));
        let Some(known) = known else {
            let similar = text::nearest(name, names());
            let similar = similar.map_or_else(String::new, |name| format!("; the most similar is {name}"));
            return Err(fields.problem("bounds of", format!("there is no such parameter{similar}")));
        };
        let (first, last) = known.range;
        let low = self.value(fields, "lowest", &known.name, first)?;
        let high = self.value(fields, "highest", &known.name, last)?;
        if low > high {
            return Err(fields.problem("lowest", "the lowest value is greater than the highest"));
        }
        let mut bounds = self.bounds.clone();
        if (low, high) == (first, last) {
            bounds.remove(&known.name);
        } else {
            bounds.insert(known.name.clone(), [low, high]);
        }
        Ok(Some(bounds))
    }

    /// Returns the value in a field, or `default` if the field is empty.
    fn value(&self, fields: &[Field], label: &str, name: &str, default: i32) -> Result<i32, Problem> {
        let text = fields.shown(label).replace('−', "-");
        if text.is_empty() {
            return Ok(default);
        }
        let schema = self.target.schema();
        let range = schema.parameters.iter().find(|known| known.name == *name).map(|known| known.range);
        let (first, last) = range.unwrap_or((default, default));
        let number: Option<f64> = text.parse().ok();
        let option = self
            .target
            .engine()
            .and_then(|engine| engine.options().iter().find(|option| option.name == *name));
        let value = number.and_then(|number| match option {
            Some(option) => option.nearest_step(number),
            None => Some(number as i32).filter(|value| f64::from(*value) == number),
        });
        value.filter(|value| (first..=last).contains(value)).ok_or_else(|| {
            let ends = [first, last].map(|value| self.number(name, value));
            let text = format!(
                "{} to {} is allowed: bounds cannot be wider than the session’s range",
                ends[0], ends[1]
            );
            fields.problem(label, text)
        })
    }
}
