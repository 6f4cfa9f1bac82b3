//! Lists the saved matches, pipelines and races.

use std::time::SystemTime;

use crate::director::{self, Header};
use crate::pipeline::{self, Pipeline, Progress};
use crate::platform;
use crate::race::{self, Race};
use crate::text;
use crate::tui::prelude::*;
use crate::tui::saved::{Kind, SavedFolder};

/// Lists the saved matches, pipelines and races in a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ListFolders(pub(crate) PathBuf);

/// The result of [`ListFolders`], or why they cannot be listed.
#[derive(Debug, Clone)]
pub(crate) struct SavedFolders(pub(crate) Result<Vec<SavedFolder>, String>);

impl TaskWork for ListFolders {
    fn run(&self) -> TaskResult {
        TaskResult::found(SavedFolders(list(&self.0)))
    }
}

fn list(root: &Path) -> Result<Vec<SavedFolder>, String> {
    let matches = director::saved(root).map_err(|error| error.to_string())?;
    let pipelines = pipeline::list(root).map_err(|error| error.to_string())?;
    let races = race::list(root).map_err(|error| error.to_string())?;
    let mut found: Vec<SavedFolder> = matches.into_iter().map(saved_match).collect();
    found.extend(pipelines.into_iter().map(saved_pipeline));
    found.extend(races.into_iter().map(saved_race));
    Ok(found)
}

fn age(modified: Option<SystemTime>) -> Option<Duration> {
    modified.and_then(platform::age)
}

fn saved_match(saved: director::Saved) -> SavedFolder {
    let (kind, about, progress) = match saved.content {
        Ok((Header { settings, .. }, done)) => {
            let names: Vec<&str> = settings.players.iter().map(|player| player.name.as_str()).collect();
            let kind = if names.len() > 2 { Kind::Tournament } else { Kind::Match };
            let about = format!("{} · {}", names.join(" – "), settings.limits());
            (kind, Ok(about), Some((done, settings.plan().games())))
        }
        Err(error) => (Kind::Match, Err(error.to_string()), None),
    };
    let given_name = saved.name.map(|name| text::name(&name).into_owned());
    SavedFolder { kind, folder: saved.folder, given_name, about, progress, age: age(saved.modified) }
}

fn saved_pipeline(folder: PathBuf) -> SavedFolder {
    let read = Pipeline::open_read_only(&folder).map(|pipeline| {
        let plan = pipeline.plan();
        let start = plan.start.as_ref().map_or_else(
            || "random bits".to_owned(),
            |start| format!("{} organisms: {}", start.founders.len(), start.from),
        );
        (format!("{} · from {start}", plan.preset), pipeline.stage_statuses())
    });
    let modified =
        read.as_ref().ok().and_then(|(_, stages)| stages.iter().filter_map(|stage| stage.modified).max());
    let progress = read.as_ref().ok().map(|(_, stages)| {
        let complete = stages.iter().filter(|stage| stage.progress == Progress::Complete);
        (complete.count() as u64, stages.len() as u64)
    });
    let about = read.map(|(about, _)| about).map_err(|error| error.to_string());
    SavedFolder { kind: Kind::Pipeline, folder, given_name: None, about, progress, age: age(modified) }
}

fn saved_race(folder: PathBuf) -> SavedFolder {
    let modified = std::fs::metadata(&folder).and_then(|folder| folder.modified()).ok();
    let read = Race::open_read_only(&folder).map(|race| {
        let plan = race.plan();
        let optimizers: Vec<&str> = plan.optimizers.iter().map(|raced| raced.label.as_str()).collect();
        let name = plan.base.objective.name();
        let about = format!(
            "{} · {name} ({}) · {} evaluations · {} seeds",
            optimizers.join(", "),
            plan.base.preset,
            thousands(plan.evaluations),
            plan.seeds.len()
        );
        (about, (race.complete_runs() as u64, plan.runs().count() as u64))
    });
    let progress = read.as_ref().ok().map(|(_, progress)| *progress);
    let about = read.map(|(about, _)| about).map_err(|error| error.to_string());
    SavedFolder { kind: Kind::Race, folder, given_name: None, about, progress, age: age(modified) }
}
