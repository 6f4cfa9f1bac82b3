//! The state of the Race screen.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use super::ID;
use super::task::{Report, Row, Task};
use crate::progress::{Timing, WorkTimer};
use crate::race::{Plan, RunId, Standing, Update};
use crate::tui::background::BackgroundTask;
use crate::tui::cursor::Cursor;
use crate::tui::format::duration;
use crate::tui::listing::Listing;
use crate::tui::log::Severity;
use crate::tui::message::{Effect, RaceReport};
use crate::tui::model::Model;
use crate::tui::work::Work;

/// A pane of the screen.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Pane {
    /// The races.
    Races,
    /// The optimizers of the selected race, with the chart.
    #[default]
    Optimizers,
    /// The rank tests of the selected race.
    Tests,
}

/// A race that this workbench runs.
#[derive(Debug)]
pub(crate) struct Running {
    pub(crate) folder: PathBuf,
    /// Whether it was asked to stop.
    pub(crate) stopping: bool,
    /// The updates that arrived before the runs were read.
    early: Vec<Update>,
    /// Counts the evaluations.
    timer: WorkTimer,
}

impl Running {
    /// Returns the time for which the race has run, and the time left.
    pub(super) fn timing(&self, standing: &Standing, now: Duration) -> Timing {
        self.timer.timing(now, standing.evaluations().1 as f64)
    }
}

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The races, each with its plan and the number of complete runs.
    pub(crate) list: Listing<(Plan, usize)>,
    /// The selected optimizer.
    pub(crate) optimizer: Cursor,
    /// The first visible test.
    pub(crate) test: Cursor,
    /// The focused pane.
    pub(crate) pane: Pane,
    /// The runs of races that were shown, or the errors of reading them; `None` while they are read.
    pub(crate) standings: BTreeMap<PathBuf, Option<Result<Box<Standing>, String>>>,
    /// The race that runs.
    pub(crate) running: Option<Running>,
    /// Whether a race was completed while another screen was shown.
    pub(crate) news: bool,
}

impl State {
    pub(super) fn selected(&self) -> Option<&Row> {
        self.list.selected()
    }

    /// Returns the runs of the selected race, if they were read.
    pub(super) fn standing(&self) -> Option<&Standing> {
        self.standings.get(&self.selected()?.folder)?.as_ref()?.as_deref().ok()
    }

    /// Returns the error of reading the selected race.
    pub(super) fn error(&self) -> Option<&str> {
        let row = self.selected()?;
        let read = self.standings.get(&row.folder).and_then(Option::as_ref);
        row.contents.as_ref().err().or_else(|| read?.as_ref().err()).map(String::as_str)
    }

    /// Returns whether the selected race is running.
    pub(super) fn is_running(&self) -> bool {
        let selected = self.selected().map(|row| &row.folder);
        selected.is_some() && selected == self.running.as_ref().map(|running| &running.folder)
    }

    /// Returns the run of the selected optimizer with the best score on the training set; `None` if no run is complete.
    pub(super) fn best_run(&self) -> Option<RunId> {
        let (standing, optimizer) = (self.standing()?, self.optimizer.at);
        let runs = standing.runs_of(optimizer).enumerate();
        let complete = runs.filter_map(|(seed, run)| Some((seed, run.score?.train)));
        let best = complete.reduce(|best, next| if next.1 > best.1 { next } else { best });
        best.map(|(seed, _)| RunId { optimizer, seed })
    }
}

pub(super) fn task(task: Task) -> Effect {
    Effect::BackgroundTask(BackgroundTask::new(task))
}

/// Returns the effect that lists the races again.
pub(super) fn reload(model: &Model) -> Effect {
    task(Task::List(model.sessions.root.clone()))
}

/// Marks a race as running.
pub(super) fn started(state: &mut State, folder: &Path, now: Duration) {
    let mut timer = WorkTimer::default();
    timer.start(now);
    state.running = Some(Running { folder: folder.to_owned(), stopping: false, early: Vec::new(), timer });
    record(state, now);
}

/// Records the evaluations of the race that runs, if its runs are read.
fn record(state: &mut State, now: Duration) {
    let Some(running) = &mut state.running else { return };
    if let Some(Some(Ok(standing))) = state.standings.get(&running.folder) {
        running.timer.record(now, standing.evaluations().0 as f64);
    }
}

/// Requests the runs of the selected race if the screen is shown.
pub(super) fn refresh(state: &mut State, model: &Model) -> Vec<Effect> {
    let Some(row) = state.selected().filter(|_| model.screen == ID) else { return Vec::new() };
    if row.contents.is_err() || state.standings.contains_key(&row.folder) {
        return Vec::new();
    }
    let folder = row.folder.clone();
    state.standings.insert(folder.clone(), None);
    vec![task(Task::Read(folder))]
}

/// Handles the report of a background task.
pub(super) fn handle(state: &mut State, model: &mut Model, report: Report) -> Vec<Effect> {
    match report {
        Report::Listed(rows) => {
            state.list.replace(rows);
            Vec::new()
        }
        Report::Read(folder, read) => {
            let mut read = read;
            if let (Ok(standing), Some(running)) = (&mut read, &mut state.running)
                && running.folder == folder
            {
                running.early.drain(..).for_each(|update| standing.update(&update));
            }
            state.standings.insert(folder, Some(read));
            record(state, model.now);
            Vec::new()
        }
        Report::Created(folder) => {
            model.screen = ID;
            state.pane = Pane::Optimizers;
            // The newest race is the first row.
            (state.list, state.optimizer, state.test) = Default::default();
            let text = format!("race created in {}: Space runs it", folder.display());
            model.show_notice(Severity::Info, text);
            vec![reload(model)]
        }
    }
}

/// Handles the reports of the race that runs.
pub(super) fn report(state: &mut State, model: &mut Model, report: RaceReport) -> Vec<Effect> {
    let RaceReport { folder, updates, ended } = report;
    let Some(running) = state.running.as_mut().filter(|running| running.folder == folder) else {
        return Vec::new();
    };
    for update in &updates {
        if let Update::Warning(text) = update {
            model.show_notice(Severity::Warning, text.clone());
        }
    }
    match state.standings.get_mut(&folder) {
        Some(Some(Ok(standing))) => updates.iter().for_each(|update| standing.update(update)),
        _ => running.early.extend(updates),
    }
    record(state, model.now);
    let Some(ended) = ended else { return Vec::new() };
    let timer = state.running.take().map(|running| running.timer).unwrap_or_default();
    match ended {
        Ok(true) => {
            state.news = model.screen != ID;
            let elapsed = duration(timer.elapsed(model.now));
            let text = format!("race complete in {elapsed}: {}", folder.display());
            model.works.end(Work::Race, text.clone(), Some(folder.clone()));
            model.show_notice(Severity::Info, text);
        }
        Ok(false) => {
            let text = format!("race paused: {}; Space resumes it", folder.display());
            model.show_notice(Severity::Info, text);
        }
        Err(why) => {
            let text = format!("race failed: {}", folder.display());
            model.works.end(Work::Race, text, Some(folder.clone()));
            model.show_notice(Severity::Error, why);
        }
    }
    vec![reload(model), task(Task::Read(folder))]
}
