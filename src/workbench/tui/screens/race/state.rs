//! The state of the view.

use std::collections::BTreeMap;

use super::ID;
use super::task::{Report, Task};
use crate::progress::{Timing, WorkTimer};
use crate::race::{RunId, Standing, Update};
use crate::tui::message::RaceReport;
use crate::tui::prelude::*;
use crate::tui::work::LongWork;

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

/// The state of the view.
#[derive(Debug, Default)]
pub(crate) struct State {
    pub(super) panes: PaneFocus,
    /// The folder of the race shown.
    pub(crate) folder: Option<PathBuf>,
    /// The selected optimizer.
    pub(crate) optimizer: Cursor,
    /// The selected pair of the tests.
    pub(super) pair: Cursor,
    /// The runs of races that were shown, or the errors of reading them; `None` while they are read.
    pub(crate) standings: BTreeMap<PathBuf, Option<Result<Box<Standing>, String>>>,
    /// The race that runs.
    pub(crate) running: Option<Running>,
    /// Whether a race was completed while another screen was shown.
    pub(crate) news: bool,
}

impl State {
    /// Shows a race.
    pub(super) fn show(&mut self, folder: PathBuf) {
        if self.folder.as_ref() != Some(&folder) {
            (self.optimizer, self.pair, self.panes) = Default::default();
        }
        self.folder = Some(folder);
    }

    /// Returns the runs of the race shown, if they were read.
    pub(super) fn standing(&self) -> Option<&Standing> {
        self.standings.get(self.folder.as_ref()?)?.as_ref()?.as_deref().ok()
    }

    /// Returns the error of reading the race shown.
    pub(super) fn error(&self) -> Option<&str> {
        self.standings.get(self.folder.as_ref()?)?.as_ref()?.as_ref().err().map(String::as_str)
    }

    /// Requests the runs of the race shown, if they are not known.
    pub(super) fn read(&mut self, model: &Model) -> Vec<Effect> {
        let folder = self.folder.as_ref().filter(|_| model.screen == ID);
        let Some(folder) = folder.filter(|folder| !self.standings.contains_key(*folder)).cloned() else {
            return Vec::new();
        };
        self.standings.insert(folder.clone(), None);
        vec![read(folder)]
    }

    /// Returns whether the race shown is running.
    pub(super) fn is_running(&self) -> bool {
        self.folder.is_some() && self.folder.as_ref() == self.running.as_ref().map(|running| &running.folder)
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

/// Returns the effect that reads the runs of a race.
fn read(folder: PathBuf) -> Effect {
    Effect::background(Task::Read(folder))
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

/// Handles the report of a background task.
pub(super) fn handle(state: &mut State, model: &mut Model, report: &Report) -> Vec<Effect> {
    match report {
        Report::Read(folder, read) => {
            let mut read = read.clone();
            if let (Ok(standing), Some(running)) = (&mut read, &mut state.running)
                && running.folder == *folder
            {
                running.early.drain(..).for_each(|update| standing.update(&update));
            }
            state.standings.insert(folder.clone(), Some(read));
            record(state, model.now);
            Vec::new()
        }
        Report::Created(folder) => {
            state.show(folder.clone());
            let text = format!("race created in {}: Space runs it", folder.display());
            model.show_notice(Severity::Info, text);
            vec![Effect::Show(ID), Effect::ListSessions]
        }
    }
}

/// Handles the reports of the race that runs.
pub(super) fn reported(state: &mut State, model: &mut Model, report: &mut RaceReport) -> Vec<Effect> {
    let RaceReport { folder, updates, ended } = report;
    let (updates, ended) = (std::mem::take(updates), ended.take());
    let Some(running) = state.running.as_mut().filter(|running| running.folder == *folder) else {
        return Vec::new();
    };
    for update in &updates {
        if let Update::Warning(text) = update {
            model.show_notice(Severity::Warning, text.clone());
        }
    }
    match state.standings.get_mut(folder) {
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
            model.works.end(LongWork::Race, text.clone(), Some(folder.clone()));
            model.show_notice(Severity::Info, text);
        }
        Ok(false) => {
            let text = format!("race paused: {}; Space resumes it", folder.display());
            model.show_notice(Severity::Info, text);
        }
        Err(why) => {
            let text = format!("race failed: {}", folder.display());
            model.works.end(LongWork::Race, text, Some(folder.clone()));
            model.show_notice(Severity::Error, why);
        }
    }
    vec![Effect::ListSessions, read(folder.clone())]
}
