//! The form that shows a generation.

use crate::tui::prelude::*;

/// A note that shows a generation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LookAt(pub(crate) u32);

pub(crate) fn form(open: &Evolution) -> Option<Form> {
    let newest = open.latest()?.generation;
    let fields = vec![Field::text("generation", format!("0 (random) to {newest} (newest)"), "")];
    Some(Form::plain("Go to a generation", fields, move |fields| {
        fields.number("generation", 0..=newest).map(|generation| Request::notify(LookAt(generation)))
    }))
}
