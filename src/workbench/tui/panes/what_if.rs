//! What a run would have been without an event: the form that asks, and the answer.

use super::explanation::{Explanation, Page};
use crate::explain::what_if::{Event, Twins};
use crate::explain::{self, tables};
use crate::session::Session;
use crate::threads::{Interrupt, ThreadPool};
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

/// A task that runs a recorded run again without an event.
#[derive(Debug, Clone, PartialEq)]
struct WhatIf {
    folder: PathBuf,
    /// The run, 0 first.
    run: u32,
    /// The event, as the command line names it.
    event: String,
    /// The number of other seeds with which the rest is repeated.
    seeds: u32,
}

impl TaskWork for WhatIf {
    fn run(&self) -> TaskResult {
        TaskResult::of(self.explanation())
    }
}

impl WhatIf {
    fn explanation(&self) -> Result<Explanation, String> {
        let pool = ThreadPool::new(0).map_err(|error| error.to_string())?;
        let recorded = Session::open_read_only(&self.folder).map_err(|error| error.to_string())?;
        let (experiment, never) = (&recorded.header.settings, Interrupt::default());
        let (schema, measure) = (experiment.schema(), experiment.measure(recorded.header.largest_score()));
        let outcomes = (|| {
            let twins = Twins::new(&self.folder, (&recorded, self.run), None, &pool, &|_, _| {}, &never)?;
            let event = match self.event.as_str() {
                "mutations" => None,
                event => Some(Event::parse(event, schema)?),
            };
            let (outcomes, _) = twins.examine(&self.folder, event, self.seeds, [&|_, _| {}; 2])?;
            Ok(outcomes)
        })();
        let outcomes = outcomes.map_err(|error: explain::Error| error.to_string())?;
        let mut shown = vec![Page::of("Twins", tables::outcomes(&outcomes, schema, &measure))];
        if self.seeds > 0 {
            shown.push(Page::of("Other seeds", tables::seeds(&outcomes, schema, &measure)));
        }
        let title = format!("What if · run {}", self.run + 1);
        let summary = vec![("difference", "positive if the run was better with the event".to_owned())];
        Ok(Explanation::new(title, &self.folder, summary, shown))
    }
}
