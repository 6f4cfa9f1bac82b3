//! The form that makes any organism the subject or the rival.

use std::path::PathBuf;

use super::{Field, FormSpec, Outcome, Problem, WHOLE, number};
use crate::organism::Organism;
use crate::tui::background::BackgroundTask;
use crate::tui::background::organism::ReadOrganism;
use crate::tui::model::Model;

/// Where the organism is looked for.
#[derive(Debug, Clone)]
pub(crate) struct Choose {
    rival: bool,
    /// The organisms and session folders offered, in the order of the first field.
    offered: Vec<String>,
    /// How many of them are organisms.
    organisms: usize,
}

impl Choose {
    const FROM: usize = 0;
    const PATH: usize = 1;
    const RUN: usize = 2;
    const GENERATION: usize = 3;
    const PLACE: usize = 4;

    /// The form.
    pub(super) fn form(model: &Model, rival: bool) -> (Choose, Vec<Field>) {
        let mut offered: Vec<String> = Organism::NAMES.iter().map(|name| (*name).to_owned()).collect();
        let organisms = offered.len();
        let readable = model.sessions.rows.iter().filter(|row| row.readable);
        let mut folders: Vec<PathBuf> = readable.map(|row| row.folder.clone()).collect();
        if let Some(open) = model.evolution.as_ref().filter(|open| !folders.contains(&open.folder)) {
            folders.insert(0, open.folder.clone());
        }
        offered.extend(folders.iter().map(|folder| folder.display().to_string()));
        let short = |name: &String| name.rsplit('/').next().unwrap_or(name).to_owned();
        let mut names: Vec<String> = offered.iter().map(short).collect();
        names.push("a file or folder".to_owned());
        let fields = vec![
            Field::choice("from", "an organism of Eyas or the papers, a session, a file", names, 0),
            Field::text("path", "an organism file or a session’s folder", ""),
            Field::text("run", "of the ensemble, 1 the first", 1),
            Field::text("generation", "empty: the session’s champion", ""),
            Field::text("place", "by fitness, 1 the fittest", 1),
        ];
        (Choose { rival, offered, organisms }, fields)
    }

    fn from(&self, fields: &[Field]) -> Option<&String> {
        self.offered.get(fields.get(Self::FROM).map_or(0, Field::chosen))
    }
}

impl FormSpec for Choose {
    fn title(&self) -> String {
        if self.rival { "Rival: compare the subject with" } else { "Subject: let all screens speak of" }
            .to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        let chosen = fields.get(Self::FROM).map_or(0, Field::chosen);
        match field {
            Self::FROM => true,
            Self::PATH => self.from(fields).is_none(),
            _ => chosen >= self.organisms,
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let from = match self.from(fields) {
            Some(offered) => offered.clone(),
            None => fields.get(Self::PATH).map_or("", Field::shown).trim().to_owned(),
        };
        if from.is_empty() {
            return Err(Problem { field: Self::PATH, text: "name a file or a folder".to_owned() });
        }
        let asked = self.matters(fields, Self::GENERATION)
            && !fields.get(Self::GENERATION).map_or("", Field::shown).trim().is_empty();
        let place = if asked {
            let run = number(fields, Self::RUN, 1..=1000, WHOLE)?;
            let generation = number(fields, Self::GENERATION, 0..=1_000_000, WHOLE)?;
            let place = number(fields, Self::PLACE, 1..=100_000, WHOLE)?;
            Some((run - 1, generation, place - 1))
        } else {
            None
        };
        Ok(Outcome::BackgroundTask(BackgroundTask::new(ReadOrganism { from, place, rival: self.rival })))
    }
}
