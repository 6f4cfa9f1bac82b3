//! The task that reads the organisms of a new session, and looks for its files.

use std::fs::File;

use crate::evolution::record::Founder;
use crate::experiment::Target;
use crate::experiment::presets;
use crate::job;
use crate::organism::FixedEvaluation;
use crate::pipeline;
use crate::session::{self, Session};
use crate::tui::prelude::*;

/// Completes the settings of a new session with organisms read from files, and checks that its other files can be read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PrepareSession {
    /// The settings without the organisms.
    pub(crate) settings: Box<Experiment>,
    pub(crate) organisms: Option<SessionOrganisms>,
    /// The field of the form with the organisms.
    pub(crate) field: usize,
    /// The files that the session reads, with their fields of the form.
    pub(crate) files: Vec<(usize, PathBuf)>,
}

/// The organisms of a new session, as names, organism files or folders of sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SessionOrganisms {
    /// The founders of a population whose organisms play each other: given ones, and others by name. `schema` is that of
    /// the given ones.
    Founders { schema: Option<Arc<Schema>>, given: Vec<Founder>, names: Vec<String> },
    /// The organism whose evaluation all searches use.
    Evaluation(String),
    /// The mentors whose scores the population learns.
    Mentors(Vec<String>),
}

/// The complete settings of a new session.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct PreparedSession(pub(crate) Box<Experiment>);

impl TaskWork for PrepareSession {
    fn run(&self) -> TaskResult {
        for (field, path) in &self.files {
            if let Err(cause) = File::open(path) {
                return TaskResult::Failed(format!("{}: {cause}", path.display())).in_form(*field);
            }
        }
        TaskResult::of(self.clone().complete().map(PreparedSession)).in_form(self.field)
    }
}

impl PrepareSession {
    /// Returns the complete settings, or why they are invalid.
    fn complete(self) -> Result<Box<Experiment>, String> {
        let mut settings = *self.settings;
        match self.organisms {
            None => {}
            Some(SessionOrganisms::Founders { schema, given, names }) => {
                let found = job::founders(&names, schema.as_ref());
                let (schema, named) = found.map_err(|error| error.to_string())?;
                let founders = [given, named].concat();
                settings = pipeline::with_founders(&settings, &schema, &founders);
            }
            Some(SessionOrganisms::Evaluation(name)) => {
                let organism = organism(&name)?;
                if let Target::Search { evaluation, .. } = &mut settings.target {
                    *evaluation = FixedEvaluation::of(&organism);
                }
            }
            Some(SessionOrganisms::Mentors(names)) => {
                let mentors = presets::mentors(names.iter().map(String::as_str))?;
                presets::set_mentors(&mut settings, mentors);
            }
        }
        settings.validate().map_err(|error| error.to_string())?;
        Ok(Box::new(settings))
    }
}

/// Reads an organism by its name, from a file, or the champion from a session's folder.
fn organism(name: &str) -> Result<Organism, String> {
    let folder = Path::new(name);
    if !folder.is_dir() {
        return Organism::named_or_path(name).map_err(|error| error.to_string());
    }
    // The champion comes from the journal, as its organism file may have been changed.
    let recorded = Session::open_read_only(folder).map_err(|error| error.to_string())?;
    let best = session::best(&recorded.results, |result| result.best_score).map(|best| best.run as usize);
    let champions = job::champions(&recorded).map_err(|error| error.to_string())?;
    let champion = best.and_then(|best| champions.into_iter().nth(best));
    champion.ok_or_else(|| {
        format!("{name}: the session has no champion, because no run is complete; complete a run first")
    })
}
