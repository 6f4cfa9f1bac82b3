//! The form that changes a parameter value of the subject.

use crate::tui::prelude::*;

/// A note with the new value of a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NewValue {
    /// The index of the parameter in the subject's schema.
    pub(crate) parameter: usize,
    /// The value, which is inside the range.
    pub(crate) value: i32,
}

/// Returns the form for the value of a parameter of the subject; `None` if it is fixed.
pub(crate) fn form(model: &Model, parameter: usize) -> Option<Form> {
    let subject = model.subject()?;
    let known = subject.schema.parameters.get(parameter)?;
    let (value, (low, high)) = (*subject.values.get(parameter)?, known.range);
    let title = format!("{}: {}", parameter_name(&known.name), known.description);
    let fields = vec![Field::text("value", format!("{low} to {high}, {}", known.unit), value)];
    let outcome = move |fields: &[Field]| {
        let value = fields.number("value", low..=high)?;
        Ok(Request::notify(NewValue { parameter, value }))
    };
    (low < high).then(|| Form::plain(title, fields, outcome))
}
