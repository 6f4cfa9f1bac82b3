//! Forms: fields of text and of choices, checked when accepted.

mod export;
mod fork;
pub(crate) mod generation;
mod new_run;
mod organism;
pub(crate) mod rates;
pub(crate) mod value;
mod view;

use std::any::Any;
use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::sync::Arc;

use ratatui::layout::Rect;
use tui_input::{Input, InputRequest};

use super::typing;
use crate::evolution::optimizers::ga::GaSettings;
use crate::experiment::Experiment;
use crate::tui::action::Action;
use crate::tui::background::BackgroundTask;
use crate::tui::command::Place;
use crate::tui::draw::Draw;
use crate::tui::erased::Note;
use crate::tui::evolution::Evolution;
use crate::tui::hit_map::List;
use crate::tui::keys::Key;
use crate::tui::message::Effect;
use crate::tui::model::{Model, Popup};
use crate::tui::saved::SessionRow;

/// What a field holds.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    /// A line of text.
    Text(Input),
    /// One of some names.
    Choice {
        /// The names.
        names: Vec<String>,
        /// Which one.
        at: usize,
    },
}

/// A line of a form.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    /// What it is.
    pub(crate) label: &'static str,
    /// What may stand in it.
    pub(crate) hint: String,
    /// What stands in it.
    pub(crate) value: Value,
    /// What is wrong with it.
    pub(crate) problem: Option<String>,
}

impl Field {
    /// A field of text.
    pub(crate) fn text(label: &'static str, hint: impl Into<String>, value: impl ToString) -> Field {
        let value = Value::Text(Input::new(value.to_string()));
        Field { label, hint: hint.into(), value, problem: None }
    }

    /// A field of choices.
    pub(crate) fn choice(
        label: &'static str,
        hint: impl Into<String>,
        names: impl IntoIterator<Item = impl Into<String>>,
        at: usize,
    ) -> Field {
        let names = names.into_iter().map(Into::into).collect();
        Field { label, hint: hint.into(), value: Value::Choice { names, at }, problem: None }
    }

    /// The text, or the name chosen.
    pub(crate) fn shown(&self) -> &str {
        match &self.value {
            Value::Text(input) => input.value(),
            Value::Choice { names, at } => names.get(*at).map_or("", String::as_str),
        }
    }

    /// Which choice.
    pub(crate) fn chosen(&self) -> usize {
        match self.value {
            Value::Choice { at, .. } => at,
            Value::Text(_) => 0,
        }
    }
}

/// What an accepted form asks for.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Begin a session.
    Begin(Box<Experiment>),
    /// Do something beside the screen.
    BackgroundTask(BackgroundTask),
    /// Give what the form says to whom it concerns.
    Notify(Note),
}

impl Outcome {
    /// Gives what the form says to whom it concerns.
    pub(crate) fn notify(content: impl Any + Debug + Send + Sync) -> Outcome {
        Outcome::Notify(Note::new(content))
    }
}

/// What is wrong with which field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The field.
    pub(crate) field: usize,
    /// What is wrong, and what may stand there.
    pub(crate) text: String,
}

/// Reads a number within bounds.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    fields: &[Field],
    field: usize,
    bounds: RangeInclusive<T>,
    kind: &str,
) -> Result<T, Problem> {
    let text: String =
        fields.get(field).map_or("", Field::shown).chars().filter(|c| *c != ',' && *c != '_').collect();
    let text = text.trim();
    let refuse = |what: String| Problem { field, text: what };
    let (low, high) = (bounds.start(), bounds.end());
    let number: T = text
        .parse()
        .map_err(|_| refuse(format!("“{text}” is not {kind}; {low} to {high} may stand here")))?;
    if bounds.contains(&number) { Ok(number) } else { Err(refuse(format!("{low} to {high} may stand here"))) }
}

/// Reads the name of a file; `suffix` says which, where the field is empty.
pub(crate) fn path(fields: &[Field], field: usize, suffix: &str) -> Result<PathBuf, Problem> {
    let text = fields.get(field).map_or("", Field::shown).trim();
    if text.is_empty() {
        return Err(Problem { field, text: format!("name a file, {suffix}") });
    }
    Ok(PathBuf::from(text))
}

/// What a number is called that has no fraction.
pub(crate) const WHOLE: &str = "a whole number";
/// What a number is called that may have a fraction.
pub(crate) const NUMBER: &str = "a number";

/// What a form is about: which fields matter, and what they mean when accepted.
pub(crate) trait FormSpec: Debug + Send + Sync {
    /// Its title.
    fn title(&self) -> String;

    /// Whether a field matters under the choices made.
    fn matters(&self, _fields: &[Field], _field: usize) -> bool {
        true
    }

    /// Another choice was made in a field; others may follow it.
    fn turned(&self, _fields: &mut [Field], _field: usize) {}

    /// What the fields ask for.
    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem>;
}

/// A form.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    purpose: Arc<dyn FormSpec>,
    /// Its fields.
    pub(crate) fields: Vec<Field>,
    /// The field that has the keys.
    pub(crate) at: usize,
}

impl Form {
    /// A form of these fields, the first of which has the keys.
    pub(crate) fn new(purpose: impl FormSpec + 'static, fields: Vec<Field>) -> Form {
        Form { purpose: Arc::new(purpose), fields, at: 0 }
    }

    /// The form of a new run, filled in with the first preset or with the settings in use; of this objective
    /// if there is one.
    pub(crate) fn new_run(model: &Model, objective: Option<&str>) -> Option<Form> {
        new_run::NewRun::form(model, objective).map(|(purpose, fields)| Form::new(purpose, fields))
    }

    /// The form of the genetic algorithm's settings.
    pub(crate) fn rates(now: &GaSettings) -> Form {
        let (purpose, fields) = rates::Rates::form(now);
        Form::new(purpose, fields)
    }

    /// The form that makes any organism the subject or the rival.
    pub(crate) fn organism(model: &Model, rival: bool) -> Form {
        let (purpose, fields) = organism::Choose::form(model, rival);
        Form::new(purpose, fields)
    }

    /// The form that goes to a generation of the run shown.
    pub(crate) fn generation(open: &Evolution) -> Option<Form> {
        let (purpose, fields) = generation::GoTo::form(open)?;
        Some(Form::new(purpose, fields))
    }

    /// The form that forks the open session at the generation looked at.
    pub(crate) fn fork_open(model: &Model) -> Option<Form> {
        let open = model.evolution.as_ref()?;
        let (record, settings) = (open.record()?, open.settings.as_ref()?);
        let (purpose, fields) =
            fork::Fork::form(model, &open.folder, settings, (record.run, record.generation));
        Some(Form::new(purpose, fields))
    }

    /// The form that forks a saved session.
    pub(crate) fn fork(model: &Model, row: &SessionRow) -> Option<Form> {
        let (settings, newest) = (row.settings.as_ref()?, row.newest?);
        let (purpose, fields) = fork::Fork::form(model, &row.folder, settings, newest);
        Some(Form::new(purpose, fields))
    }

    /// The form that writes a session's champion to a file.
    pub(crate) fn export_champion(row: &SessionRow) -> Form {
        let (purpose, fields) = export::Export::champion(row);
        Form::new(purpose, fields)
    }

    /// The form that writes the subject to a file.
    pub(crate) fn export_subject(model: &Model) -> Option<Form> {
        let (purpose, fields) = export::Export::subject(model)?;
        Some(Form::new(purpose, fields))
    }

    /// The form that changes a value of the subject; none for a parameter that is fixed.
    pub(crate) fn value(model: &Model, parameter: usize) -> Option<Form> {
        let subject = model.subject()?;
        let known = subject.schema.parameters.get(parameter).filter(|known| known.range.0 < known.range.1)?;
        let (purpose, fields) = value::Change::form(parameter, known, *subject.values.get(parameter)?);
        Some(Form::new(purpose, fields))
    }

    /// Its title.
    pub(crate) fn title(&self) -> String {
        self.purpose.title()
    }

    /// Whether a field matters under the choices made.
    pub(crate) fn matters(&self, index: usize) -> bool {
        self.purpose.matters(&self.fields, index)
    }

    /// A field has a problem: it says so and gets the keys.
    fn show(&mut self, Problem { field, text }: Problem) {
        self.at = field;
        if let Some(field) = self.fields.get_mut(field) {
            field.problem = Some(text);
        }
    }

    /// Moves between fields and choices.
    fn go(&mut self, action: Action) {
        match action {
            Action::NextField => self.step(1),
            Action::PreviousField => self.step(self.fields.len().saturating_sub(1)),
            Action::NextChoice => self.sideways(true),
            Action::PreviousChoice => self.sideways(false),
            _ => {}
        }
    }

    fn step(&mut self, by: usize) {
        let count = self.fields.len().max(1);
        for _ in 0..count {
            self.at = (self.at + by) % count;
            if self.matters(self.at) {
                return;
            }
        }
    }

    fn sideways(&mut self, on: bool) {
        match self.fields.get_mut(self.at).map(|field| &mut field.value) {
            Some(Value::Text(input)) => {
                input.handle(if on { InputRequest::GoToNextChar } else { InputRequest::GoToPrevChar });
            }
            Some(Value::Choice { .. }) => self.turn(on),
            None => {}
        }
    }

    fn turn(&mut self, on: bool) {
        if let Some(Field { value: Value::Choice { names, at }, .. }) = self.fields.get_mut(self.at) {
            let step = if on { 1 } else { names.len().saturating_sub(1) };
            *at = (*at + step) % names.len().max(1);
        }
        let purpose = Arc::clone(&self.purpose);
        purpose.turned(&mut self.fields, self.at);
    }

    /// The mouse was pressed on a field: it gets the keys; a choice that had them turns.
    fn press(&mut self, index: usize) {
        if index >= self.fields.len() || !self.matters(index) {
            return;
        }
        let again = self.at == index;
        self.at = index;
        if again && matches!(self.fields[index].value, Value::Choice { .. }) {
            self.turn(true);
        }
    }

    /// What the form asks for; where something is wrong its field says so and gets the keys.
    fn accept(&mut self) -> Result<Outcome, ()> {
        self.fields.iter_mut().for_each(|field| field.problem = None);
        self.purpose.outcome(&self.fields).map_err(|problem| self.show(problem))
    }
}

impl Popup for Form {
    fn place(&self) -> Place {
        Place::Form
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        view::draw(draw, area, self);
    }

    fn perform(mut self: Box<Self>, model: &mut Model, action: Action) -> Vec<Effect> {
        if action != Action::Accept {
            self.go(action);
            model.popup = Some(self);
            return Vec::new();
        }
        match self.accept() {
            Ok(Outcome::Begin(settings)) => vec![Effect::Start { settings, folder: None }],
            Ok(Outcome::Notify(note)) => vec![Effect::Notify(note)],
            Ok(Outcome::BackgroundTask(task)) => {
                model.pending_form = if task.reopens_form() { Some(self) } else { None };
                vec![Effect::BackgroundTask(task)]
            }
            Err(()) => {
                model.popup = Some(self);
                Vec::new()
            }
        }
    }

    fn clicked(mut self: Box<Self>, model: &mut Model, list: List, row: usize) -> Vec<Effect> {
        if list == List::POPUP {
            self.press(row);
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn typed(&mut self, character: char) {
        if let Some(field) = self.fields.get_mut(self.at) {
            field.problem = None;
            match &mut field.value {
                Value::Text(input) => {
                    input.handle(InputRequest::InsertChar(character));
                }
                Value::Choice { .. } if character == ' ' => self.turn(true),
                Value::Choice { .. } => {}
            }
        }
    }

    fn edit(&mut self, key: Key) {
        if let Some(Field { value: Value::Text(input), problem, .. }) = self.fields.get_mut(self.at)
            && let Some(request) = typing::request(key)
        {
            *problem = None;
            input.handle(request);
        }
    }

    fn show_error(&mut self, field: Option<usize>, why: &str) {
        self.show(Problem { field: field.unwrap_or(self.at), text: why.to_owned() });
    }
}
