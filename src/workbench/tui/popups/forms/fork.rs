//! The form that forks a session.

use std::path::{Path, PathBuf};

use super::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number};
use crate::experiment::Experiment;
use crate::files;
use crate::tui::background::{BackgroundTask, session};
use crate::tui::model::Model;

#[derive(Debug, Clone)]
pub(super) struct Fork {
    /// The folder of the session.
    source: PathBuf,
    /// The folder of all sessions.
    root: PathBuf,
    name: String,
    runs: u32,
    generations: u32,
}

impl Fork {
    const GENERATION: usize = 0;
    const RUN: usize = 1;
    const GENERATIONS: usize = 2;
    const FOLDER: usize = 3;

    pub(super) fn form(
        model: &Model,
        source: &Path,
        settings: &Experiment,
        (run, generation): (u32, u32),
    ) -> Form {
        let root = model.sessions.root.clone();
        let name = files::name(source);
        let exists =
            |name: &str| model.sessions.rows.iter().any(|row| row.name() == name) || source.ends_with(name);
        let first = format!("{name}-from-{generation}");
        let others = (2..10_000).map(|number| format!("{first}-{number}"));
        let folder = std::iter::once(first.clone()).chain(others).find(|name| !exists(name)).unwrap_or(first);
        let fields = vec![
            Field::text("generation", "last generation of both", generation),
            Field::text("run", "run of the ensemble, from 1", run + 1),
            Field::text("generations", "total number of the fork", settings.generations),
            Field::text("name", "folder of the new session", folder),
        ];
        let (runs, generations) = (settings.runs, settings.generations);
        Form::new(Fork { source: source.to_owned(), root, name, runs, generations }, fields)
    }
}

impl FormSpec for Fork {
    fn title(&self) -> String {
        format!("Fork {} into a new session", self.name)
    }

    fn matters(&self, _fields: &[Field], field: usize) -> bool {
        field != Self::RUN || self.runs > 1
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let generation = number(fields, Self::GENERATION, 0..=1_000_000, WHOLE)?;
        let run = number(fields, Self::RUN, 1..=self.runs.max(1), WHOLE)? - 1;
        let generations: u32 = number(fields, Self::GENERATIONS, generation..=1_000_000, WHOLE)?;
        if run > 0 && generations != self.generations {
            let text = format!("earlier runs have {0} generations: enter {0}", self.generations);
            return Err(Problem { field: Self::GENERATIONS, text });
        }
        let folder = fields.get(Self::FOLDER).map_or("", Field::shown).trim();
        if folder.is_empty() || folder == "." || folder == ".." || folder.contains(['/', '\\']) {
            let text = "enter a name without slashes".to_owned();
            return Err(Problem { field: Self::FOLDER, text });
        }
        Ok(Outcome::BackgroundTask(BackgroundTask::new(session::Fork {
            source: self.source.clone(),
            run,
            generation,
            generations: Some(generations),
            destination: self.root.join(folder),
            name_field: Self::FOLDER,
        })))
    }
}
