//! The form that forks a session.

use std::path::{Path, PathBuf};

use super::{Field, FormSpec, Outcome, Problem, WHOLE, number};
use crate::experiment::Experiment;
use crate::tui::background::{BackgroundTask, session};
use crate::tui::model::Model;

/// Which session, and where forks go.
#[derive(Debug, Clone)]
pub(crate) struct Fork {
    source: PathBuf,
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

    /// The form.
    pub(super) fn form(
        model: &Model,
        source: &Path,
        settings: &Experiment,
        (run, generation): (u32, u32),
    ) -> (Fork, Vec<Field>) {
        let root = model.sessions.root.clone();
        let name = source.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let taken = |wanted: &str| {
            model.sessions.rows.iter().any(|row| row.name() == wanted) || source.ends_with(wanted)
        };
        let first = format!("{name}-from-{generation}");
        let free = (2..10_000).map(|number| format!("{first}-{number}"));
        let folder = std::iter::once(first.clone()).chain(free).find(|name| !taken(name)).unwrap_or(first);
        let fields = vec![
            Field::text("generation", "the last both have in common", generation),
            Field::text("run", "of the ensemble, 1 the first", run + 1),
            Field::text("generations", "how many the fork asks for", settings.generations),
            Field::text("name", "of the new folder, among the sessions", folder),
        ];
        let (runs, generations) = (settings.runs, settings.generations);
        (Fork { source: source.to_owned(), root, name, runs, generations }, fields)
    }
}

impl FormSpec for Fork {
    fn title(&self) -> String {
        format!("Fork {}: a new session goes on from", self.name)
    }

    fn matters(&self, _fields: &[Field], field: usize) -> bool {
        field != Self::RUN || self.runs > 1
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let generation = number(fields, Self::GENERATION, 0..=1_000_000, WHOLE)?;
        let run = number(fields, Self::RUN, 1..=self.runs.max(1), WHOLE)? - 1;
        let generations: u32 = number(fields, Self::GENERATIONS, generation..=1_000_000, WHOLE)?;
        if run > 0 && generations != self.generations {
            let text = format!("the runs before have {} generations, so this one must too", self.generations);
            return Err(Problem { field: Self::GENERATIONS, text });
        }
        let folder = fields.get(Self::FOLDER).map_or("", super::Field::shown).trim();
        if folder.is_empty() || folder == "." || folder == ".." || folder.contains(['/', '\\']) {
            let text = "a name without slashes may stand here".to_owned();
            return Err(Problem { field: Self::FOLDER, text });
        }
        Ok(Outcome::BackgroundTask(BackgroundTask::new(session::Fork {
            source: self.source.clone(),
            run,
            generation,
            generations: Some(generations),
            destination: self.root.join(folder),
        })))
    }
}
