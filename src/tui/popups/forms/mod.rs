//! Forms: text fields and choices, which are checked when the form is accepted.

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

/// The value of a field.
#[derive(Debug, Clone)]
pub(crate) enum Value {
    Text(Input),
    /// A choice between names, `at` being the index of the chosen name.
    Choice {
        names: Vec<String>,
        at: usize,
    },
}

/// A line of a form.
#[derive(Debug, Clone)]
pub(crate) struct Field {
    pub(crate) label: &'static str,
    /// The meaning or the allowed values of the field.
    pub(crate) hint: String,
    pub(crate) value: Value,
    /// What is wrong with the value.
    pub(crate) problem: Option<String>,
}

impl Field {
    pub(crate) fn text(label: &'static str, hint: impl Into<String>, value: impl ToString) -> Field {
        let value = Value::Text(Input::new(value.to_string()));
        Field { label, hint: hint.into(), value, problem: None }
    }

    pub(crate) fn choice(
        label: &'static str,
        hint: impl Into<String>,
        names: impl IntoIterator<Item = impl Into<String>>,
        at: usize,
    ) -> Field {
        let names = names.into_iter().map(Into::into).collect();
        Field { label, hint: hint.into(), value: Value::Choice { names, at }, problem: None }
    }

    /// Returns the text or the chosen name.
    pub(crate) fn shown(&self) -> &str {
        match &self.value {
            Value::Text(input) => input.value(),
            Value::Choice { names, at } => names.get(*at).map_or("", String::as_str),
        }
    }

    /// Returns the index of the chosen name.
    pub(crate) fn chosen(&self) -> usize {
        match self.value {
            Value::Choice { at, .. } => at,
            Value::Text(_) => 0,
        }
    }
}

/// The request of an accepted form.
#[derive(Debug)]
pub(crate) enum Outcome {
    /// Starts a session.
    Start(Box<Experiment>),
    BackgroundTask(BackgroundTask),
    /// Passes the values of the form to the screen that needs them.
    Notify(Note),
}

impl Outcome {
    pub(crate) fn notify(content: impl Any + Debug + Send + Sync) -> Outcome {
        Outcome::Notify(Note::new(content))
    }
}

/// An invalid field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Problem {
    /// The index of the field.
    pub(crate) field: usize,
    /// What is wrong, and which values are allowed.
    pub(crate) text: String,
}

/// Parses a number and checks that it is within bounds.
pub(crate) fn number<T: FromStr + PartialOrd + Display>(
    fields: &[Field],
    field: usize,
    bounds: RangeInclusive<T>,
    kind: &str,
) -> Result<T, Problem> {
    let text: String =
        fields.get(field).map_or("", Field::shown).chars().filter(|c| *c != ',' && *c != '_').collect();
    let text = text.trim();
    let (low, high) = (bounds.start(), bounds.end());
    match text.parse() {
        Ok(number) if bounds.contains(&number) => Ok(number),
        Ok(_) => Err(Problem { field, text: format!("{low} to {high} is allowed") }),
        Err(_) => {
            Err(Problem { field, text: format!("“{text}” is not {kind}; {low} to {high} is allowed") })
        }
    }
}

/// Returns the path in a field. If the field is empty, `suffix` completes the message “enter a file name, …”.
pub(crate) fn path(fields: &[Field], field: usize, suffix: &str) -> Result<PathBuf, Problem> {
    let text = fields.get(field).map_or("", Field::shown).trim();
    if text.is_empty() {
        return Err(Problem { field, text: format!("enter a file name, {suffix}") });
    }
    Ok(PathBuf::from(text))
}

/// The kind of an integer in messages.
pub(crate) const WHOLE: &str = "a whole number";
/// The kind of a real number in messages.
pub(crate) const NUMBER: &str = "a number";

/// The purpose of a form: which of its fields matter, and what they request.
pub(crate) trait FormSpec: Debug + Send + Sync {
    fn title(&self) -> String;

    /// Returns whether a field matters for the current choices. Other fields are hidden.
    fn matters(&self, _fields: &[Field], _field: usize) -> bool {
        true
    }

    /// Updates other fields after a choice has changed.
    fn choice_changed(&self, _fields: &mut [Field], _field: usize) {}

    /// Returns the request of the fields.
    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem>;
}

#[derive(Debug, Clone)]
pub(crate) struct Form {
    spec: Arc<dyn FormSpec>,
    pub(crate) fields: Vec<Field>,
    /// The index of the focused field.
    pub(crate) at: usize,
    /// Whether the whole text of the focused field is selected, so that typing replaces it.
    selected: bool,
}

impl Form {
    pub(crate) fn new(spec: impl FormSpec + 'static, fields: Vec<Field>) -> Form {
        Form { spec: Arc::new(spec), fields, at: 0, selected: true }
    }

    /// Returns the form of a new run with the settings of the open session or the first preset, and with `objective`,
    /// if there is one.
    pub(crate) fn new_run(model: &Model, objective: Option<&str>) -> Option<Form> {
        new_run::NewRun::form(model, objective)
    }

    /// Returns the form that changes the settings of the genetic algorithm.
    pub(crate) fn rates(settings: &GaSettings) -> Form {
        rates::Rates::form(settings)
    }

    /// Returns the form that selects any organism as the subject or the rival.
    pub(crate) fn organism(model: &Model, rival: bool) -> Form {
        organism::SelectOrganism::form(model, rival)
    }

    /// Returns the form that shows a generation of the current run.
    pub(crate) fn generation(open: &Evolution) -> Option<Form> {
        generation::GoTo::form(open)
    }

    /// Returns the form that forks the open session at the selected generation.
    pub(crate) fn fork_open(model: &Model) -> Option<Form> {
        let open = model.evolution.as_ref()?;
        let (record, settings) = (open.record()?, open.settings.as_ref()?);
        Some(fork::Fork::form(model, &open.folder, settings, (record.run, record.generation)))
    }

    /// Returns the form that forks a saved session.
    pub(crate) fn fork(model: &Model, row: &SessionRow) -> Option<Form> {
        Some(fork::Fork::form(model, &row.folder, row.settings.as_ref()?, row.newest?))
    }

    /// Returns the form that exports the champion of a session to a file.
    pub(crate) fn export_champion(row: &SessionRow) -> Form {
        export::Export::champion(row)
    }

    /// Returns the form that exports the subject to a file.
    pub(crate) fn export_subject(model: &Model) -> Option<Form> {
        export::Export::subject(model)
    }

    /// Returns the form that changes a value of the subject, unless the parameter has only one value.
    pub(crate) fn value(model: &Model, index: usize) -> Option<Form> {
        let subject = model.subject()?;
        let parameter = subject.schema.parameters.get(index)?;
        let value = *subject.values.get(index)?;
        (parameter.range.0 < parameter.range.1).then(|| value::ChangeValue::form(index, parameter, value))
    }

    pub(crate) fn title(&self) -> String {
        self.spec.title()
    }

    /// Returns whether a field matters for the current choices.
    pub(crate) fn matters(&self, index: usize) -> bool {
        self.spec.matters(&self.fields, index)
    }

    /// Shows the problem of a field and moves the focus to the field.
    fn show_problem(&mut self, Problem { field, text }: Problem) {
        self.at = field;
        self.selected = false;
        if let Some(field) = self.fields.get_mut(field) {
            field.problem = Some(text);
        }
    }

    /// Moves the focus or changes a choice.
    fn navigate(&mut self, action: Action) {
        match action {
            Action::NextField => self.step(1),
            Action::PreviousField => self.step(self.fields.len().saturating_sub(1)),
            Action::NextChoice => self.move_sideways(true),
            Action::PreviousChoice => self.move_sideways(false),
            _ => {}
        }
    }

    /// Moves the focus by a number of fields, skipping hidden fields.
    fn step(&mut self, by: usize) {
        self.selected = true;
        let count = self.fields.len().max(1);
        for _ in 0..count {
            self.at = (self.at + by) % count;
            if self.matters(self.at) {
                return;
            }
        }
    }

    /// Moves the text cursor or changes the choice of the focused field.
    fn move_sideways(&mut self, next: bool) {
        match self.fields.get_mut(self.at).map(|field| &mut field.value) {
            Some(Value::Text(input)) => {
                self.selected = false;
                input.handle(if next { InputRequest::GoToNextChar } else { InputRequest::GoToPrevChar });
            }
            Some(Value::Choice { .. }) => self.change_choice(next),
            None => {}
        }
    }

    fn change_choice(&mut self, next: bool) {
        if let Some(Field { value: Value::Choice { names, at }, .. }) = self.fields.get_mut(self.at) {
            let step = if next { 1 } else { names.len().saturating_sub(1) };
            *at = (*at + step) % names.len().max(1);
        }
        // A problem may be about the old choice, in any field.
        self.fields.iter_mut().for_each(|field| field.problem = None);
        self.spec.choice_changed(&mut self.fields, self.at);
    }

    /// Handles a click on a field: focuses the field, or changes the choice of the focused field.
    fn click_field(&mut self, index: usize) {
        if index >= self.fields.len() || !self.matters(index) {
            return;
        }
        let was_focused = self.at == index;
        self.at = index;
        self.selected = !was_focused;
        if was_focused && matches!(self.fields[index].value, Value::Choice { .. }) {
            self.change_choice(true);
        }
    }

    /// Returns the request of the form, or shows which field is invalid.
    fn accept(&mut self) -> Result<Outcome, ()> {
        self.fields.iter_mut().for_each(|field| field.problem = None);
        self.spec.outcome(&self.fields).map_err(|problem| self.show_problem(problem))
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
            self.navigate(action);
            model.popup = Some(self);
            return Vec::new();
        }
        match self.accept() {
            Ok(Outcome::Start(settings)) => vec![Effect::Start { settings, folder: None }],
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
            self.click_field(row);
        }
        model.popup = Some(self);
        Vec::new()
    }

    fn typed(&mut self, character: char) {
        let replaces = std::mem::take(&mut self.selected);
        if let Some(field) = self.fields.get_mut(self.at) {
            field.problem = None;
            match &mut field.value {
                Value::Text(input) => {
                    if replaces {
                        input.reset();
                    }
                    input.handle(InputRequest::InsertChar(character));
                }
                Value::Choice { .. } if character == ' ' => self.change_choice(true),
                Value::Choice { .. } => {}
            }
        }
    }

    fn edit(&mut self, key: Key) {
        if let Some(Field { value: Value::Text(input), problem, .. }) = self.fields.get_mut(self.at)
            && let Some(request) = typing::request(key)
        {
            *problem = None;
            if std::mem::take(&mut self.selected)
                && matches!(request, InputRequest::DeletePrevChar | InputRequest::DeleteNextChar)
            {
                input.reset();
            }
            input.handle(request);
        }
    }

    fn show_error(&mut self, field: Option<usize>, why: &str) {
        self.show_problem(Problem { field: field.unwrap_or(self.at), text: why.to_owned() });
    }
}
