//! The form that changes one value of the subject.

use super::{Field, FormSpec, Outcome, Problem, WHOLE, number};
use crate::engine::schema::Parameter;
use crate::tui::format::parameter_name;

/// Which value.
#[derive(Debug, Clone)]
pub(crate) struct Change {
    parameter: usize,
    title: String,
    range: (i32, i32),
}

/// The value asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct NewValue {
    /// Which parameter of the subject's schema.
    pub(crate) parameter: usize,
    /// The value, inside the range.
    pub(crate) value: i32,
}

impl Change {
    /// The form.
    pub(super) fn form(parameter: usize, known: &Parameter, now: i32) -> (Change, Vec<Field>) {
        let (low, high) = known.range;
        let hint = format!("{low} to {high}, {}", known.unit);
        let title = format!("{}: {}", parameter_name(&known.name), known.description);
        (Change { parameter, title, range: known.range }, vec![Field::text("value", hint, now)])
    }
}

impl FormSpec for Change {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let value = number(fields, 0, self.range.0..=self.range.1, WHOLE)?;
        Ok(Outcome::notify(NewValue { parameter: self.parameter, value }))
    }
}
