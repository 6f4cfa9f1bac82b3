//! The form that selects any organism as the subject or the rival.

use crate::tui::background::organism::ReadOrganism;
use crate::tui::prelude::*;

pub(crate) fn form(model: &Model, rival: bool) -> Form {
    let readable = model.sessions.rows.iter().filter(|row| row.readable);
    let mut folders: Vec<PathBuf> = readable.map(|row| row.folder.clone()).collect();
    if let Some(open) = model.evolution.as_ref().filter(|open| !folders.contains(&open.folder)) {
        folders.insert(0, open.folder.clone());
    }
    // The organisms and then the session folders in the first field, each with its name there.
    let organisms = Organism::NAMES.len();
    let built_in = Organism::NAMES.iter().map(|name| ((*name).to_owned(), (*name).to_owned()));
    let sessions = folders.iter().map(|folder| (folder.display().to_string(), model.sessions.title(folder)));
    let (sources, mut names): (Vec<String>, Vec<String>) = built_in.chain(sessions).unzip();
    names.push("a file or folder".to_owned());
    let fields = vec![
        Field::choice("from", "a built-in organism, a session or a file", names, 0),
        Field::path("path", "organism file or session folder", ""),
        Field::text("run", "counted from 1", 1),
        Field::text("generation", "empty: the session’s champion", ""),
        Field::text("place", "1 is the fittest organism", 1),
    ];
    let count = sources.len();
    let applies = move |fields: &[Field], label: &str| match label {
        "from" => true,
        "path" => fields.chosen("from") >= count,
        _ => fields.chosen("from") >= organisms,
    };
    let title = if rival { "Select the rival" } else { "Select the subject" };
    Form::depending(title, fields, applies, move |fields| {
        let source = sources.get(fields.chosen("from"));
        let from = match source {
            Some(source) => source.clone(),
            None => fields.path("path", "or the folder of a session")?.display().to_string(),
        };
        let is_organism = fields.chosen("from") < organisms;
        let place = if is_organism || fields.shown("generation").is_empty() {
            None
        } else {
            let run: u32 = fields.number("run", 1..=1000)?;
            let generation = fields.number("generation", 0..=1_000_000)?;
            let place: usize = fields.number("place", 1..=100_000)?;
            Some((run - 1, generation, place - 1))
        };
        let field = match (source, place) {
            (None, _) => "path",
            (Some(_), Some(_)) => "place",
            (Some(_), None) => "from",
        };
        Ok(Request::task(ReadOrganism { from, place, rival, field: Some(fields.place(field)) }))
    })
}
