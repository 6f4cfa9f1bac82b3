//! Forms: fields of text and of choices, checked when accepted.

use tui_input::{Input, InputRequest};

use super::form_fields::{self, NewRun, Rates};
use super::search::request;
use crate::evolution::settings::{EvolutionSettings, GaSettings};
use crate::tui::commands::Action;
use crate::tui::keys::Key;

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
    Begin(Box<EvolutionSettings>),
    /// Change the genetic algorithm's settings.
    Settings(GaSettings),
}

/// What a form is about.
#[derive(Debug, Clone)]
pub(crate) enum Subject {
    /// A new run.
    NewRun(NewRun),
    /// The genetic algorithm's settings.
    Rates(Rates),
}

/// A form.
#[derive(Debug, Clone)]
pub(crate) struct Form {
    /// What it is about.
    pub(crate) subject: Subject,
    /// Its fields.
    pub(crate) fields: Vec<Field>,
    /// The field that has the keys.
    pub(crate) at: usize,
}

impl Form {
    /// The form of a new run, filled in with the first preset or with the settings in use.
    pub(crate) fn new_run(presets: &[EvolutionSettings], now: Option<&EvolutionSettings>) -> Option<Form> {
        let (subject, fields) = NewRun::form(presets, now)?;
        Some(Form { subject: Subject::NewRun(subject), fields, at: 0 })
    }

    /// The form of the genetic algorithm's settings.
    pub(crate) fn rates(now: &GaSettings) -> Form {
        let (subject, fields) = Rates::form(now);
        Form { subject: Subject::Rates(subject), fields, at: 0 }
    }

    /// Its title.
    pub(crate) fn title(&self) -> &'static str {
        match self.subject {
            Subject::NewRun(_) => "New run",
            Subject::Rates(_) => "Genetic algorithm, from the next generation on",
        }
    }

    /// Whether a field matters under the choices made.
    pub(crate) fn matters(&self, index: usize) -> bool {
        match &self.subject {
            Subject::NewRun(_) => true,
            Subject::Rates(_) => Rates::matters(&self.fields, index),
        }
    }

    /// A character was typed.
    pub(crate) fn typed(&mut self, character: char) {
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

    /// An editing key.
    pub(crate) fn edit(&mut self, key: Key) {
        if let Some(Field { value: Value::Text(input), problem, .. }) = self.fields.get_mut(self.at)
            && let Some(request) = request(key)
        {
            *problem = None;
            input.handle(request);
        }
    }

    /// Moves between fields and choices.
    pub(crate) fn perform(&mut self, action: Action) {
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
        if let (Subject::NewRun(new_run), 0) = (&self.subject, self.at) {
            new_run.refill(&mut self.fields);
        }
    }

    /// The mouse was pressed on a field: it gets the keys; a choice that had them turns.
    pub(crate) fn clicked(&mut self, index: usize) {
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
    pub(crate) fn accept(&mut self) -> Result<Outcome, ()> {
        self.fields.iter_mut().for_each(|field| field.problem = None);
        let outcome = match &self.subject {
            Subject::NewRun(new_run) => new_run.outcome(&self.fields),
            Subject::Rates(rates) => rates.outcome(&self.fields),
        };
        outcome.map_err(|form_fields::Problem { field, text }| {
            self.at = field;
            if let Some(field) = self.fields.get_mut(field) {
                field.problem = Some(text);
            }
        })
    }
}
