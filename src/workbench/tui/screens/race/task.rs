//! The background tasks of a race, and their reports.

use super::forms;
use crate::evolution::setting::SettingsError;
use crate::experiment::{self, presets};
use crate::race::{self, Race, RacePlan, RacedOptimizer, Standing, parse_seeds};
use crate::trust::{self, EngineUse};
use crate::tui::prelude::*;

/// A background task on a race.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Task {
    /// Read the runs of a race.
    Read(PathBuf),
    /// Create a race in a new folder.
    Create(NewRace),
}

/// The values of the form of a new race.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct NewRace {
    /// The folder of sessions.
    pub(crate) root: PathBuf,
    /// The objective: a name, or a weighted sum such as `moves+results:0.3`.
    pub(crate) objective: String,
    /// The preset of the experiment.
    pub(crate) preset: String,
    /// The file or the embedded set of results of games; empty for the default or another objective.
    pub(crate) results: String,
    /// The mentors, separated by commas; empty for an objective without mentors.
    pub(crate) mentors: String,
    /// The optimizers, separated by commas.
    pub(crate) optimizers: String,
    /// The seeds, such as `1-10`.
    pub(crate) seeds: String,
    /// The number of evaluations of each run.
    pub(crate) evaluations: u64,
}

/// The result of a [`Task`].
#[derive(Debug, Clone)]
pub(crate) enum Report {
    /// The runs of a race, or the error of reading them.
    Read(PathBuf, Result<Box<Standing>, String>),
    /// A race was created.
    Created(PathBuf),
}

impl TaskWork for Task {
    fn run(&self) -> TaskResult {
        match self {
            Task::Read(folder) => {
                let read = Race::open_read_only(folder).and_then(|race| race.standing());
                let read = read.map(Box::new).map_err(|error| error.to_string());
                TaskResult::found(Report::Read(folder.clone(), read))
            }
            Task::Create(new) => new.create(),
        }
    }
}

impl NewRace {
    /// Returns the experiment of all runs, or the index of the field that is invalid and the reason.
    fn base(&self) -> Result<Experiment, (usize, String)> {
        let preset = |error: SettingsError| (forms::PRESET, error.to_string());
        if self.objective == forms::SCORES {
            let names = self.mentors.split(',').map(str::trim).filter(|name| !name.is_empty());
            let mentors = presets::mentors(names).map_err(|error| (forms::MENTORS, error))?;
            return presets::mentor(&self.preset, mentors).map_err(preset);
        }
        let mut base = presets::named(&self.preset).map_err(preset)?;
        base.objective.set_formula(&self.objective).map_err(|error| (forms::OBJECTIVE, error))?;
        if !self.results.is_empty() {
            let mut declarations = experiment::declarations().into_iter();
            if let Some((_, declared)) = declarations.find(|(_, declared)| declared.name == "results") {
                declared.read(&mut base, &self.results).map_err(|error| (forms::RESULTS, error))?;
            }
        }
        Ok(base)
    }

    fn create(&self) -> TaskResult {
        let invalid = |field, text| TaskResult::InvalidForm { field, text };
        let base = match self.base() {
            Ok(base) => base,
            Err((field, error)) => return invalid(Some(field), error),
        };
        let raced = |text| RacedOptimizer::parse(text, &base);
        let optimizers = match self.optimizers.split(',').map(raced).collect() {
            Ok(optimizers) => optimizers,
            Err(error) => return invalid(Some(forms::OPTIMIZERS), error),
        };
        let seeds = match parse_seeds(&self.seeds) {
            Ok(seeds) => seeds,
            Err(error) => return invalid(Some(forms::SEEDS), error),
        };
        let eyas = env!("CARGO_PKG_VERSION").to_owned();
        let plan = RacePlan { eyas, base, optimizers, seeds, evaluations: self.evaluations };
        if let Err(error) = plan.validate() {
            return invalid(None, error.to_string());
        }
        trust::record_started(&EngineUse::of_experiment(&plan.base));
        match race::new_folder(&self.root).and_then(|folder| Race::create(&folder, plan)) {
            Ok(race) => TaskResult::found(Report::Created(race.folder().to_owned())),
            Err(race::Error::Source(error)) if self.objective == forms::SCORES => {
                invalid(Some(forms::MENTORS), error.to_string())
            }
            Err(error) if error.is_input() => invalid(None, error.to_string()),
            Err(error) => TaskResult::Failed(error.to_string()),
        }
    }
}
