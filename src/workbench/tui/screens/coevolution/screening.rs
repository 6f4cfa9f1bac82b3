//! The pane of a screening: the effects of the parameters, and which of them a further tune changes.

use super::state::{State, session};
use crate::engine_options::TunedEngine;
use crate::experiment::screening;
use crate::figures::response::{Effect as ParameterEffect, Response};
use crate::session::{self, Session};
use crate::tui::prelude::*;

const LIST: List = List("coevolution: effects");

/// A task that computes the effects of the parameters from the games so far, and reads which parameters are kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FindEffects {
    folder: PathBuf,
    /// The number of generations.
    generations: u32,
}

/// The result of [`FindEffects`].
#[derive(Debug, Clone)]
pub(crate) struct Effects {
    request: FindEffects,
    /// `None` if there are too few games.
    response: Option<Arc<Response>>,
    /// The parameters that are kept, as indices of the engine's options.
    kept: Vec<usize>,
}

impl TaskWork for FindEffects {
    fn run(&self) -> TaskResult {
        TaskResult::of(Session::open_read_only(&self.folder).map(|recorded| {
            let settings = &recorded.header.settings;
            let records = recorded.history.iter().filter(|record| record.run == 0);
            let response = Response::of(settings, records.map(|record| &**record));
            let chosen = settings.target.engine().and_then(|engine| session::kept(&self.folder, engine));
            let live = || response.iter().flat_map(Response::live).map(|effect| effect.index);
            let kept = chosen.unwrap_or_else(|| live().collect());
            Effects { request: self.clone(), response: response.map(Arc::new), kept }
        }))
    }
}

/// A task that records which parameters are kept.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Keep {
    folder: PathBuf,
    engine: TunedEngine,
    pub(crate) kept: Vec<usize>,
}

/// The end of [`Keep`], with what failed.
#[derive(Debug, Clone)]
pub(crate) struct Recorded {
    kept: Vec<usize>,
    error: Option<String>,
}

impl TaskWork for Keep {
    fn run(&self) -> TaskResult {
        let error = session::keep(&self.folder, &self.engine, &self.kept).err();
        TaskResult::found(Recorded { kept: self.kept.clone(), error: error.map(|error| error.to_string()) })
    }
}

/// The effects shown, and the tasks in progress.
#[derive(Debug, Default)]
pub(super) struct Screening {
    effects: Option<Effects>,
    finding: bool,
    /// Whether a choice is being written. One is written at a time, so that the last one remains.
    writing: bool,
    /// The selected row.
    pub(super) row: usize,
}

/// Returns whether a session is a screening.
pub(super) fn is_screening(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(Experiment::is_screening)
}

impl Screening {
    /// Returns the task that computes the effects, if there are enough new games since the last one: a tenth, or the last.
    pub(super) fn refresh(&mut self, open: &Evolution) -> Option<Effect> {
        if self.finding || !is_screening(open) {
            return None;
        }
        let generations = open.latest()?.generation + 1;
        let known = self.effects.as_ref().map_or(0, |effects| effects.request.generations);
        let all = open.settings.as_ref()?.generations + 1;
        if generations <= known || (generations < all && generations < known + known.div_ceil(10)) {
            return None;
        }
        self.finding = true;
        Some(Effect::background(FindEffects { folder: open.folder.clone(), generations }))
    }

    /// Takes computed effects. A choice that is being written is newer than that in the file.
    pub(super) fn set(&mut self, found: &Effects) {
        let kept = self.effects.as_ref().filter(|_| self.writing).map(|effects| effects.kept.clone());
        self.finding = false;
        self.effects = Some(Effects { kept: kept.unwrap_or_else(|| found.kept.clone()), ..found.clone() });
    }

    /// Ends the writing of a choice. Returns the task that writes a newer one.
    pub(super) fn written(&mut self, open: &Evolution, recorded: &Recorded) -> Option<Effect> {
        self.writing = false;
        let is_newest = self.effects.as_ref().is_none_or(|effects| effects.kept == recorded.kept);
        if is_newest || recorded.error.is_some() { None } else { self.write(open) }
    }

    fn write(&mut self, open: &Evolution) -> Option<Effect> {
        if self.writing {
            return None;
        }
        let engine = open.settings.as_ref()?.target.engine()?.clone();
        let kept = self.effects.as_ref()?.kept.clone();
        self.writing = true;
        Some(Effect::background(Keep { folder: open.folder.clone(), engine, kept }))
    }

    fn list(&self) -> &[ParameterEffect] {
        let response = self.effects.as_ref().and_then(|effects| effects.response.as_ref());
        response.map_or(&[], |response| &response.effects)
    }

    fn keeps(&self, index: usize) -> bool {
        self.effects.as_ref().is_some_and(|effects| effects.kept.contains(&index))
    }
}

impl Recorded {
    /// Returns why the choice was not recorded.
    pub(super) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }
}

/// Returns the open screening of an engine's options.
fn of_engine(model: &Model) -> Result<&Evolution, &'static str> {
    let open = session(model).filter(|open| is_screening(open)).ok_or("this session is no screening")?;
    let engine = open.settings.as_ref().and_then(|settings| settings.target.engine());
    engine
        .map(|_| open)
        .ok_or("the options of an engine are kept or dropped, not the parameters of an organism")
}

/// Returns the parameter under the cursor, if it can be kept or dropped.
pub(super) fn selected<'a>(state: &'a State, model: &Model) -> Result<&'a ParameterEffect, &'static str> {
    of_engine(model)?;
    let selected = state.screening.list().get(state.screening.row).ok_or("there are too few games yet")?;
    let kept = state.screening.effects.as_ref().map_or(0, |effects| effects.kept.len());
    let is_last = kept == 1 && state.screening.keeps(selected.index);
    if is_last { Err("one parameter must be kept") } else { Ok(selected) }
}

/// Keeps or drops the parameter under the cursor.
pub(super) fn keep_or_drop(state: &mut State, model: &mut Model) -> Option<Effect> {
    let index = selected(state, model).ok()?.index;
    let kept = &mut state.screening.effects.as_mut()?.kept;
    match kept.iter().position(|known| *known == index) {
        Some(at) => drop(kept.remove(at)),
        None => kept.push(index),
    }
    kept.sort_unstable();
    state.screening.write(of_engine(model).ok()?)
}

pub(super) fn keep_label(state: &State, model: &Model) -> Option<&'static str> {
    let is_kept = state.screening.keeps(selected(state, model).ok()?.index);
    Some(if is_kept { "drop" } else { "keep" })
}

/// Returns the tune of the parameters that are kept.
pub(super) fn tune(state: &State, model: &Model) -> Result<Experiment, &'static str> {
    let open = of_engine(model)?;
    if open.is_busy() {
        return Err("the screening is not complete");
    }
    let kept = state.screening.effects.as_ref().map_or(&[][..], |effects| &effects.kept);
    let settings = open.settings.as_ref().filter(|_| !kept.is_empty()).ok_or("no parameter is kept")?;
    screening::after_screening(settings, kept).map_err(|_| "no parameter is kept")
}

pub(super) fn table<'a>(state: &'a State, model: &'a Model) -> Table<'a> {
    let screening = &state.screening;
    let response = screening.effects.as_ref().and_then(|effects| effects.response.as_ref());
    let width = response.map_or(0.0, |response| response.width());
    let has_choice = of_engine(model).is_ok();
    let number = |effect: &ParameterEffect, value: f64| decimal(value, effect.decimals);
    Rows::new(LIST, screening.list(), screening.row)
        .without_gaps()
        .mark(move |effect| {
            let is_kept = has_choice && screening.keeps(effect.index);
            (if is_kept { "✓" } else { " " }, Role::Good)
        })
        .left("parameter", 0, |effect| (parameter_name(&effect.name), Role::Text))
        .gap(1)
        .up_to(29)
        .sorted(|effect| Some(Key::text(&effect.name)))
        .searched(|effect| effect.name.clone())
        .right("Elo", 22, move |effect| {
            let text = effect.text(width).replace('-', "−");
            (text, if effect.is_live { Role::Good } else { Role::Dim })
        })
        .largest_first(|effect| Some(Key::Number(effect.elo.abs())))
        .right("from", 8, move |effect| (number(effect, effect.tried[0]), Role::Dim))
        .least_width(72)
        .right("to", 8, move |effect| (number(effect, effect.tried[1]), Role::Dim))
        .least_width(72)
        .left("effect", 6, |effect| {
            if effect.is_live { ("live".to_owned(), Role::Good) } else { ("flat".to_owned(), Role::Dim) }
        })
        .gap(2)
        .left("", 8, move |effect| {
            let is_kept = screening.keeps(effect.index);
            (
                if !has_choice {
                    ""
                } else if is_kept {
                    "kept"
                } else {
                    "dropped"
                }
                .to_owned(),
                Role::Dim,
            )
        })
        .gap(1)
        .least_width(50)
        .table()
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let games = state.screening.effects.as_ref().and_then(|effects| effects.response.as_ref());
    let note = games.map_or_else(String::new, |response| format!("in {} games", thousands(response.games)));
    let inner = frame.open(draw, "Effects of the parameters", &note);
    if state.screening.list().is_empty() {
        paragraph(draw, inner, "There are too few games yet to tell the parameters apart.", Role::Dim);
        return;
    }
    table(state, model).draw_in_pane(draw, inner, frame.focused);
}
