//! The form that asks what a run would have been without an event.

use crate::tui::panes::explanation::WhatIf;
use crate::tui::prelude::*;

/// The events: their names, and what the command line calls them.
const EVENTS: [(&str, &str); 5] = [
    ("the generation", "generation"),
    ("mutations of an organism", "mutation"),
    ("planted organisms", "plant"),
    ("changed settings", "settings"),
    ("each mutation", "mutations"),
];
const MUTATION: usize = 1;
const EACH: usize = 4;

/// The largest number of other seeds.
const SEEDS: u32 = 1_000;

/// Returns the form, filled in for the generation shown and the subject.
pub(crate) fn form(model: &Model) -> Option<Form> {
    let open = model.evolution.as_ref()?;
    let (record, newest) = (open.record()?, open.latest()?.generation);
    let place =
        model.subject().and_then(|subject| subject.place_in(&open.folder)).map_or(0, |(.., place)| place);
    let task = WhatIf { folder: open.folder.clone(), run: record.run, event: String::new(), seeds: 0 };
    let fields = vec![
        Field::choice("without", "what does not happen", EVENTS.map(|(name, _)| name), 0),
        Field::text("generation", format!("1 to {newest}"), record.generation.max(1)),
        Field::text("organism", "its place in the generation, 1 for the fittest", place + 1),
        Field::text("other seeds", "repeats the rest with each: with the event and without it", 0),
    ];
    let applies = |fields: &[Field], label: &str| match label {
        "generation" => fields.chosen("without") != EACH,
        "organism" => fields.chosen("without") == MUTATION,
        _ => true,
    };
    Some(Form::depending("What if it had not happened?", fields, applies, move |fields| {
        let chosen = fields.chosen("without");
        let mut event = EVENTS.get(chosen).map_or("", |(_, name)| name).to_owned();
        if chosen != EACH {
            event += &format!(":{}", fields.number("generation", 1..=newest)?);
        }
        if chosen == MUTATION {
            event += &format!(":{}", fields.number("organism", 1..=u32::MAX)?);
        }
        let seeds = fields.number("other seeds", 0..=SEEDS)?;
        Ok(Request::task(WhatIf { event, seeds, ..task.clone() }))
    }))
}
