//! The form that changes a parameter value of the subject.

use crate::engine::schema::Parameter;
use crate::tui::prelude::*;

#[derive(Debug, Clone)]
pub(super) struct ChangeValue {
    /// The index of the parameter.
    parameter: usize,
    title: String,
    range: (i32, i32),
}

/// A note with the new value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NewValue {
    /// The index of the parameter in the subject's schema.
    pub(crate) parameter: usize,
    /// The value, which is inside the range.
    pub(crate) value: i32,
}

impl ChangeValue {
    pub(super) fn form(index: usize, parameter: &Parameter, value: i32) -> Form {
        let (low, high) = parameter.range;
        let hint = format!("{low} to {high}, {}", parameter.unit);
        let title = format!("{}: {}", parameter_name(&parameter.name), parameter.description);
        let spec = ChangeValue { parameter: index, title, range: parameter.range };
        Form::new(spec, vec![Field::text("value", hint, value)])
    }
}

impl FormSpec for ChangeValue {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let value = fields.number("value", self.range.0..=self.range.1)?;
        Ok(Outcome::notify(NewValue { parameter: self.parameter, value }))
    }
}
