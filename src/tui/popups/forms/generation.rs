//! The form that goes to a generation.

use super::{Field, FormSpec, Outcome, Problem, WHOLE, number};
use crate::tui::evolution::Evolution;

/// How far back and forth one can go.
#[derive(Debug, Clone)]
pub(crate) struct GoTo {
    newest: u32,
}

/// The generation to be looked at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LookAt(pub(crate) u32);

impl GoTo {
    /// The form.
    pub(super) fn form(open: &Evolution) -> Option<(GoTo, Vec<Field>)> {
        let newest = open.latest()?.generation;
        let hint = format!("0, the random ones, to {newest}, the newest");
        Some((GoTo { newest }, vec![Field::text("generation", hint, "")]))
    }
}

impl FormSpec for GoTo {
    fn title(&self) -> String {
        "Go to a generation".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        number(fields, 0, 0..=self.newest, WHOLE).map(|generation| Outcome::notify(LookAt(generation)))
    }
}
