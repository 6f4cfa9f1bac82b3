//! The form that shows a generation.

use crate::tui::prelude::*;

#[derive(Debug, Clone)]
pub(super) struct GoTo {
    /// The newest generation.
    newest: u32,
}

/// A note that shows a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LookAt(pub(crate) u32);

impl GoTo {
    pub(super) fn form(open: &Evolution) -> Option<Form> {
        let newest = open.latest()?.generation;
        let hint = format!("0 (random) to {newest} (newest)");
        Some(Form::new(GoTo { newest }, vec![Field::text("generation", hint, "")]))
    }
}

impl FormSpec for GoTo {
    fn title(&self) -> String {
        "Go to a generation".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        fields.number("generation", 0..=self.newest).map(|generation| Outcome::notify(LookAt(generation)))
    }
}
