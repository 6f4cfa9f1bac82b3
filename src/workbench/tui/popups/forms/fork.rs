//! The form that forks a session.

use crate::tui::background::session;
use crate::tui::prelude::*;

/// Returns the form that forks the open session at the displayed generation.
pub(crate) fn of_open(model: &Model) -> Option<Form> {
    let open = model.evolution.as_ref()?;
    let (record, settings) = (open.record()?, open.settings.as_ref()?);
    Some(form(model, &open.folder, settings, (record.run, record.generation)))
}

/// Returns the form that forks a saved session at its last generation.
pub(crate) fn of_saved(model: &Model, row: &SessionRow) -> Option<Form> {
    Some(form(model, &row.folder, row.settings.as_ref()?, row.newest?))
}

fn form(model: &Model, source: &Path, settings: &Experiment, (run, generation): (u32, u32)) -> Form {
    let root = model.sessions.root.clone();
    let name = files::name(source);
    let exists =
        |name: &str| model.sessions.rows.iter().any(|row| row.name() == name) || source.ends_with(name);
    let first = format!("{name}-from-{generation}");
    let others = (2..10_000).map(|number| format!("{first}-{number}"));
    let folder = std::iter::once(first.clone()).chain(others).find(|name| !exists(name)).unwrap_or(first);
    let fields = vec![
        Field::text("generation", "the last that both sessions have in common", generation),
        Field::text("run", "counted from 1", run + 1),
        Field::text(
            "generations",
            "of the fork in all; more improve further, but take longer",
            settings.generations,
        ),
        Field::text("name", "of the new session’s folder", folder),
    ];
    let (source, runs, planned) = (source.to_owned(), settings.runs, settings.generations);
    let outcome = move |fields: &[Field]| {
        let generation = fields.number("generation", 0..=1_000_000)?;
        let run = fields.number("run", 1..=runs.max(1))? - 1;
        let generations = fields.number("generations", generation..=1_000_000)?;
        if run > 0 && generations != planned {
            let text = format!("earlier runs have {planned} generations: enter {planned}");
            return Err(fields.problem("generations", text));
        }
        let folder = fields.shown("name");
        if folder.is_empty() || folder == "." || folder == ".." || folder.contains(['/', '\\']) {
            return Err(fields.problem("name", "enter a name without slashes"));
        }
        Ok(Request::task(session::Fork {
            source: source.clone(),
            run,
            generation,
            generations: Some(generations),
            destination: root.join(folder),
            name_field: fields.place("name"),
        }))
    };
    let applies = move |_: &[Field], label: &str| runs > 1 || label != "run";
    Form::depending(format!("Fork {name} into a new session"), fields, applies, outcome)
}
