//! The form that selects any organism as the subject or the rival.

use crate::organism::Organism;
use crate::tui::background::organism::ReadOrganism;
use crate::tui::prelude::*;

#[derive(Debug, Clone)]
pub(super) struct SelectOrganism {
    rival: bool,
    /// The organisms and then the session folders in the first field.
    sources: Vec<String>,
    /// The number of organisms among the sources.
    organisms: usize,
}

impl SelectOrganism {
    pub(super) fn form(model: &Model, rival: bool) -> Form {
        let mut sources: Vec<String> = Organism::NAMES.iter().map(|name| (*name).to_owned()).collect();
        let organisms = sources.len();
        let readable = model.sessions.rows.iter().filter(|row| row.readable);
        let mut folders: Vec<PathBuf> = readable.map(|row| row.folder.clone()).collect();
        if let Some(open) = model.evolution.as_ref().filter(|open| !folders.contains(&open.folder)) {
            folders.insert(0, open.folder.clone());
        }
        sources.extend(folders.iter().map(|folder| folder.display().to_string()));
        let mut names: Vec<String> = Organism::NAMES.iter().map(|name| (*name).to_owned()).collect();
        names.extend(folders.iter().map(|folder| model.sessions.title(folder)));
        names.push("a file or folder".to_owned());
        let fields = vec![
            Field::choice("from", "a built-in organism, a session or a file", names, 0),
            Field::path("path", "organism file or session folder", ""),
            Field::text("run", "counted from 1", 1),
            Field::text("generation", "empty: the session’s champion", ""),
            Field::text("place", "1 is the fittest organism", 1),
        ];
        Form::new(SelectOrganism { rival, sources, organisms }, fields)
    }

    /// Returns the chosen source, or `None` if it is a path.
    fn source(&self, fields: &[Field]) -> Option<&String> {
        self.sources.get(fields.chosen("from"))
    }
}

impl FormSpec for SelectOrganism {
    fn title(&self) -> String {
        if self.rival { "Select the rival" } else { "Select the subject" }.to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        match fields.label(field) {
            "from" => true,
            "path" => self.source(fields).is_none(),
            _ => fields.chosen("from") >= self.organisms,
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let from = match self.source(fields) {
            Some(source) => source.clone(),
            None => fields.path("path", "or the folder of a session")?.display().to_string(),
        };
        let is_organism = fields.chosen("from") < self.organisms;
        let place = if is_organism || fields.shown("generation").is_empty() {
            None
        } else {
            let run: u32 = fields.number("run", 1..=1000)?;
            let generation = fields.number("generation", 0..=1_000_000)?;
            let place: usize = fields.number("place", 1..=100_000)?;
            Some((run - 1, generation, place - 1))
        };
        let field = match (self.source(fields), place) {
            (None, _) => "path",
            (Some(_), Some(_)) => "place",
            (Some(_), None) => "from",
        };
        let field = Some(fields.place(field));
        let task = ReadOrganism { from, place, rival: self.rival, field };
        Ok(Outcome::BackgroundTask(BackgroundTask::new(task)))
    }
}
