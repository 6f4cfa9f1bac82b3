//! The form that forks a session.

use crate::tui::background::session;
use crate::tui::prelude::*;

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
            Field::text("generation", "the last that both sessions have in common", generation),
            Field::text("run", "counted from 1", run + 1),
            Field::text(
                "generations",
                "of the fork in all; more improve further, but take longer",
                settings.generations,
            ),
            Field::text("name", "of the new session’s folder", folder),
        ];
        let (runs, generations) = (settings.runs, settings.generations);
        Form::new(Fork { source: source.to_owned(), root, name, runs, generations }, fields)
    }
}

impl FormSpec for Fork {
    fn title(&self) -> String {
        format!("Fork {} into a new session", self.name)
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        self.runs > 1 || fields.label(field) != "run"
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let generation = fields.number("generation", 0..=1_000_000)?;
        let run = fields.number("run", 1..=self.runs.max(1))? - 1;
        let generations = fields.number("generations", generation..=1_000_000)?;
        if run > 0 && generations != self.generations {
            let text = format!("earlier runs have {0} generations: enter {0}", self.generations);
            return Err(fields.problem("generations", text));
        }
        let folder = fields.shown("name");
        if folder.is_empty() || folder == "." || folder == ".." || folder.contains(['/', '\\']) {
            return Err(fields.problem("name", "enter a name without slashes"));
        }
        Ok(Outcome::BackgroundTask(BackgroundTask::new(session::Fork {
            source: self.source.clone(),
            run,
            generation,
            generations: Some(generations),
            destination: self.root.join(folder),
            name_field: fields.place("name"),
        })))
    }
}
