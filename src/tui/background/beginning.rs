//! Beginning a session with organisms that have to be read first.

use std::path::Path;

use super::{TaskResult, Work};
use crate::experiment::{Experiment, Target};
use crate::job;
use crate::objectives::scores;
use crate::organism::FixedEvaluation;
use crate::organism::Organism;
use crate::pipeline;
use crate::session::{self, Session};

/// A session to be begun, and what it is given.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Beginning {
    /// Its settings without that.
    pub(crate) settings: Box<Experiment>,
    /// What it is given.
    pub(crate) given: Given,
}

/// What a session is given, by names, files or folders of sessions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Given {
    /// The organisms that play each other.
    Founders(Vec<String>),
    /// The organism whose evaluation all searches play with.
    Evaluation(String),
    /// The mentors whose scores are mimicked.
    Mentors(Vec<String>),
}

/// The settings with which a new session begins.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ready(pub(crate) Box<Experiment>);

impl Work for Beginning {
    fn run(&self) -> TaskResult {
        match self.clone().read() {
            Ok(settings) => TaskResult::found(Ready(settings)),
            Err(text) => TaskResult::Problem { field: None, text },
        }
    }

    fn form_waits(&self) -> bool {
        true
    }
}

impl Beginning {
    /// The whole settings, or why they cannot be.
    fn read(self) -> Result<Box<Experiment>, String> {
        let mut settings = *self.settings;
        match self.given {
            Given::Founders(names) => {
                let (schema, founders) = job::founders(&names, None).map_err(|error| error.to_string())?;
                settings = pipeline::with_founders(&settings, &schema, &founders);
            }
            Given::Evaluation(name) => {
                let organism = organism(&name)?;
                if let Target::Search { evaluation, .. } = &mut settings.target {
                    *evaluation = FixedEvaluation::of(&organism);
                }
            }
            Given::Mentors(names) => {
                let named = |name: &String| scores::named(name).map_err(|error| error.to_string());
                let mentors = names.iter().map(named).collect::<Result<_, _>>()?;
                if let Some(stage) = settings.objective.scores_mut() {
                    stage.mentors = mentors;
                }
            }
        }
        settings.validate().map_err(|error| error.to_string())?;
        Ok(Box::new(settings))
    }
}

/// An organism by its name or file, or the champion of a session's folder.
fn organism(name: &str) -> Result<Organism, String> {
    let folder = Path::new(name);
    if !folder.is_dir() {
        return Organism::named_or_path(name).map_err(|error| error.to_string());
    }
    // The journal says who that is; its file may have been changed.
    let recorded = Session::open_read_only(folder).map_err(|error| error.to_string())?;
    let best = session::best(&recorded.results, |result| result.best_score).map(|best| best.run as usize);
    let champions = job::champions(&recorded).map_err(|error| error.to_string())?;
    let champion = best.and_then(|best| champions.into_iter().nth(best));
    champion.ok_or_else(|| format!("{name}: no run of this session is complete, so it has no champion"))
}
