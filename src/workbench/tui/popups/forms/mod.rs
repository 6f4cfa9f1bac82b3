//! Forms: text fields and choices, which are checked when the form is accepted.
//!
//! A form is kept in the model while its task runs. If the task rejects a value, the form opens again with the reason at the
//! field.

mod bounds;
pub(crate) mod completion;
pub(crate) mod export;
mod field;
mod flags;
pub(crate) mod fork;
pub(crate) mod generation;
pub(crate) mod new_run;
pub(crate) mod organism;
pub(crate) mod rates;
pub(crate) mod value;
mod view;

use std::any::Any;
use std::fmt::{self, Debug};

use tui_input::InputRequest;

use completion::{Candidates, CompletePath, FoundPaths};
pub(crate) use field::{Field, Fields, Problem, Value};

use super::players::{Entry, Player, PlayerPicker};
use crate::tui::keys::Key;
use crate::tui::prelude::*;
use crate::tui::typing::{self, TextInput};

/// The request of an accepted form.
#[derive(Debug)]
pub(crate) enum Request {
    /// Starts a session.
    Start(Box<Experiment>),
    BackgroundTask(BackgroundTask),
    /// Passes the values of the form to the screen that needs them.
    Notify(Note),
}

impl Request {
    pub(crate) fn notify(content: impl Any + Debug + Send + Sync) -> Request {
        Request::Notify(Note::new(content))
    }

    pub(crate) fn task(work: impl TaskWork) -> Request {
        Request::BackgroundTask(BackgroundTask::new(work))
    }
}

/// The purpose of a form: which of its fields matter, and what they request.
pub(crate) trait FormSpec: Debug {
    fn title(&self) -> String;

    /// Returns whether a field matters for the current choices. Other fields are hidden.
    fn applies(&self, _fields: &[Field], _field: usize) -> bool {
        true
    }

    /// Returns what a field means with the current values, if it depends on them.
    fn hint(&self, _fields: &[Field], _field: usize) -> Option<String> {
        None
    }

    /// Returns the players from which a field with players is filled.
    fn players(&self, _model: &Model) -> Vec<Entry> {
        Vec::new()
    }

    /// Updates other fields after a choice has changed.
    fn choice_changed(&self, _fields: &mut [Field], _field: usize) {}

    /// Returns the request of the fields.
    fn outcome(&self, fields: &[Field]) -> Result<Request, Problem>;
}

/// The purpose of a form that only has a title, fields that depend on others, and a request.
struct Plain<M, O> {
    title: String,
    /// Whether the field with a label matters.
    applies: M,
    outcome: O,
}

impl<M, O> Debug for Plain<M, O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title)
    }
}

impl<M, O> FormSpec for Plain<M, O>
where
    M: Fn(&[Field], &str) -> bool,
    O: Fn(&[Field]) -> Result<Request, Problem>,
{
    fn title(&self) -> String {
        self.title.clone()
    }

    fn applies(&self, fields: &[Field], field: usize) -> bool {
        (self.applies)(fields, fields.label(field))
    }

    fn outcome(&self, fields: &[Field]) -> Result<Request, Problem> {
        (self.outcome)(fields)
    }
}

#[derive(Debug)]
pub(crate) struct Form {
    spec: Box<dyn FormSpec>,
    pub(crate) fields: Vec<Field>,
    /// The index of the focused field; that after the last field for the row that opens the folded fields.
    pub(crate) at: usize,
    /// Whether the folded fields are shown.
    is_unfolded: bool,
    /// Whether the whole text of the focused field is selected, so that typing replaces it.
    selected: bool,
    /// The paths with which the text of the focused field can continue, while they are listed.
    candidates: Option<Candidates>,
    /// The popup from which the form was opened. Esc returns to it.
    parent: Option<Box<dyn FormParent>>,
}

/// A popup that opens a form, and to which Esc returns.
pub(crate) trait FormParent: Debug {
    /// Returns the popup, which may keep the fields of the form for the next time.
    fn reopen(self: Box<Self>, fields: Vec<Field>) -> Box<dyn Popup>;
}

impl Form {
    pub(crate) fn new(spec: impl FormSpec + 'static, fields: Vec<Field>) -> Form {
        Form {
            spec: Box::new(spec),
            fields,
            at: 0,
            is_unfolded: false,
            selected: true,
            candidates: None,
            parent: None,
        }
    }

    /// Returns a form whose fields all matter.
    pub(crate) fn plain(
        title: impl Into<String>,
        fields: Vec<Field>,
        outcome: impl Fn(&[Field]) -> Result<Request, Problem> + 'static,
    ) -> Form {
        Form::depending(title, fields, |_, _| true, outcome)
    }

    /// Returns a form with fields that matter only for some values of others. `applies` receives their labels.
    pub(crate) fn depending(
        title: impl Into<String>,
        fields: Vec<Field>,
        applies: impl Fn(&[Field], &str) -> bool + 'static,
        outcome: impl Fn(&[Field]) -> Result<Request, Problem> + 'static,
    ) -> Form {
        Form::new(Plain { title: title.into(), applies, outcome }, fields)
    }

    /// Sets the popup to which Esc returns.
    pub(crate) fn with_parent(self, parent: impl FormParent + 'static) -> Form {
        Form { parent: Some(Box::new(parent)), ..self }
    }

    pub(crate) fn title(&self) -> String {
        self.spec.title()
    }

    /// Returns whether a field matters for the current choices.
    fn applies(&self, index: usize) -> bool {
        self.spec.applies(&self.fields, index)
    }

    /// Returns the folded fields that matter for the current choices.
    fn folded(&self) -> impl Iterator<Item = usize> {
        (0..self.fields.len()).filter(|index| self.fields[*index].is_folded && self.applies(*index))
    }

    /// Returns the rows in their order: the fields that matter, and at the end the folded ones, or the row that opens
    /// them.
    fn order(&self) -> Vec<usize> {
        let is_usual = |index: &usize| !self.fields[*index].is_folded && self.applies(*index);
        let mut rows: Vec<usize> = (0..self.fields.len()).filter(is_usual).collect();
        match self.is_unfolded {
            true => rows.extend(self.folded()),
            false => rows.extend(self.folded().next().map(|_| self.fields.len())),
        }
        rows
    }

    /// Returns whether the focus is on the row that opens the folded fields.
    fn is_at_more(&self) -> bool {
        self.at == self.fields.len()
    }

    /// Shows the folded fields and moves the focus to the first.
    fn unfold(&mut self) {
        self.is_unfolded = true;
        let first = self.folded().next();
        self.at = first.unwrap_or(0);
        self.selected = true;
    }

    /// Returns the players in the focused field, if it has some.
    fn players(&self) -> Option<&[Player]> {
        match &self.fields.get(self.at)?.value {
            Value::Players(players) => Some(players),
            _ => None,
        }
    }

    /// Opens the list from which the players of the focused field are chosen.
    fn choose_players(self: Box<Self>, model: &mut Model) -> Vec<Effect> {
        let (entries, chosen) = (self.spec.players(model), self.players().unwrap_or_default().to_vec());
        model.open(Some(PlayerPicker::of_form(self, entries, chosen)));
        Vec::new()
    }

    /// Puts players into the focused field and moves to the next one.
    pub(super) fn set_players(&mut self, players: Vec<Player>) {
        if let Some(field) = self.fields.get_mut(self.at) {
            field.value = Value::Players(players);
            field.problem = None;
        }
        self.step(true);
    }

    /// Shows the problem of a field and moves the focus to the field. A hidden field has no place for it, so the first
    /// field shows it.
    fn show_problem(&mut self, Problem { field, text }: Problem) {
        let field = if self.applies(field) { field } else { 0 };
        self.at = field;
        self.selected = false;
        self.candidates = None;
        if let Some(field) = self.fields.get_mut(field) {
            self.is_unfolded |= field.is_folded;
            field.problem = Some(flags::without(&text));
        }
    }

    /// Completes the path in the focused field: lists the next candidate, or returns the task that finds candidates. Moves
    /// to the next field if there is no path to complete.
    fn complete(&mut self) -> Option<BackgroundTask> {
        if self.candidates.is_some() {
            self.next_candidate(true);
            return None;
        }
        let field = self.fields.get(self.at).filter(|field| !self.selected && field.problem.is_none());
        let text = field.and_then(Field::path_before_cursor);
        if text.is_none() {
            self.step(true);
        }
        text.map(|text| BackgroundTask::new(CompletePath(text)))
    }

    /// Continues the text of the focused field with the paths that were found, unless it was changed since. Moves to the
    /// next field if there is nothing to add.
    pub(crate) fn completed(&mut self, FoundPaths { text, found }: &FoundPaths) {
        let Some(field) = self.fields.get_mut(self.at) else { return };
        if field.path_before_cursor().as_ref() != Some(text) {
            return;
        }
        match found {
            Err(problem) => field.problem = Some(problem.clone()),
            Ok(candidates) if candidates.common().is_some_and(|common| common != *text) => {
                if let Some(common) = candidates.common() {
                    field.replace_path(&common);
                }
            }
            Ok(candidates) if candidates.is_choice() => self.candidates = Some(candidates.clone()),
            Ok(_) => self.step(true),
        }
    }

    /// Puts the next candidate, or the previous one, into the focused field.
    fn next_candidate(&mut self, next: bool) {
        let Some((candidates, field)) = self.candidates.as_mut().zip(self.fields.get_mut(self.at)) else {
            return;
        };
        candidates.step(next);
        field.replace_path(candidates.current());
    }

    /// Selects a candidate and closes their list.
    fn take_candidate(&mut self, index: usize) {
        if let Some((mut candidates, field)) = self.candidates.take().zip(self.fields.get_mut(self.at)) {
            candidates.select(index);
            field.replace_path(candidates.current());
        }
    }

    /// Moves the focus or changes a choice.
    fn navigate(&mut self, action: Action) {
        match action {
            Action::NextField | Action::PreviousField if self.candidates.is_some() => {
                self.next_candidate(action == Action::NextField);
            }
            Action::NextField => self.step(true),
            Action::PreviousField => self.step(false),
            Action::NextChoice if self.is_at_more() => self.unfold(),
            Action::NextChoice => self.move_sideways(true),
            Action::PreviousChoice => self.move_sideways(false),
            _ => {}
        }
    }

    /// Moves the focus to the next row or the previous one.
    fn step(&mut self, next: bool) {
        self.selected = true;
        self.candidates = None;
        let rows = self.order();
        let at = rows.iter().position(|row| *row == self.at).unwrap_or(0);
        let by = if next { 1 } else { rows.len().saturating_sub(1) };
        self.at = rows.get((at + by) % rows.len().max(1)).copied().unwrap_or(0);
    }

    /// Moves the text cursor or changes the choice of the focused field.
    fn move_sideways(&mut self, next: bool) {
        self.candidates = None;
        match self.fields.get_mut(self.at).map(|field| &mut field.value) {
            Some(Value::Text(input)) => {
                self.selected = false;
                input.handle(if next { InputRequest::GoToNextChar } else { InputRequest::GoToPrevChar });
            }
            Some(Value::Choice { .. }) => self.change_choice(next),
            Some(Value::Players(_)) | None => {}
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

    /// Handles a click on a row: focuses the field, changes the choice of the focused field, or opens the folded fields.
    fn click_field(&mut self, index: usize) {
        if !self.order().contains(&index) {
            return;
        }
        if index == self.fields.len() {
            return self.unfold();
        }
        let was_focused = self.at == index;
        self.candidates = None;
        self.at = index;
        self.selected = !was_focused;
        if was_focused && matches!(self.fields[index].value, Value::Choice { .. }) {
            self.change_choice(true);
        }
    }

    /// Returns the request of the form, or shows which field is invalid.
    fn accept(&mut self) -> Result<Request, ()> {
        self.fields.iter_mut().for_each(|field| field.problem = None);
        self.spec.outcome(&self.fields).map_err(|problem| self.show_problem(problem))
    }

    fn typed(&mut self, character: char) {
        self.candidates = None;
        let replaces = std::mem::take(&mut self.selected);
        if character == ' ' && self.is_at_more() {
            return self.unfold();
        }
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
                Value::Choice { .. } | Value::Players(_) => {}
            }
        }
    }

    fn edit(&mut self, key: Key) {
        self.candidates = None;
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
}

impl Popup for Form {
    fn scope(&self) -> Scope {
        Scope::Form
    }

    fn draw(&self, draw: &mut Draw<'_>, _model: &Model, area: Rect) {
        view::draw(draw, area, self);
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        let has_players = self.players().is_some();
        match input {
            PopupInput::Command(Action::Accept | Action::NextChoice) if has_players => {
                return self.choose_players(model);
            }
            PopupInput::Command(Action::Accept) if self.is_at_more() => self.unfold(),
            // A candidate is in the field already.
            PopupInput::Command(Action::Accept) if self.candidates.take().is_some() => {}
            PopupInput::Command(Action::Accept) => match self.accept() {
                Ok(Request::Start(settings)) => return vec![Effect::Start { settings, folder: None }],
                Ok(Request::Notify(note)) => return vec![Effect::Notify(note)],
                Ok(Request::BackgroundTask(task)) => {
                    model.pending_form = Some(self);
                    return vec![Effect::BackgroundTask(task)];
                }
                Err(()) => {}
            },
            PopupInput::Command(Action::Complete) => {
                let task = self.complete();
                model.keep(self);
                return task.map(Effect::BackgroundTask).into_iter().collect();
            }
            PopupInput::Command(action) => self.navigate(action),
            PopupInput::Row(List::POPUP, row) => {
                let was_focused = self.at == row;
                self.click_field(row);
                if was_focused && self.players().is_some() {
                    return self.choose_players(model);
                }
            }
            PopupInput::Row(completion::CANDIDATES, row) => self.take_candidate(row),
            PopupInput::Row(..) => {}
        }
        model.keep(self)
    }

    fn bar_label(&self) -> Option<&'static str> {
        if self.players().is_some() { Some("choose") } else { self.is_at_more().then_some("open") }
    }

    /// Closes the list of candidates, or the form.
    fn back(mut self: Box<Self>) -> Option<Box<dyn Popup>> {
        match self.candidates.take() {
            Some(candidates) => {
                if let Some(field) = self.fields.get_mut(self.at) {
                    field.replace_path(candidates.typed());
                }
                Some(self)
            }
            None => {
                let Form { parent, fields, .. } = *self;
                parent.map(|parent| parent.reopen(fields))
            }
        }
    }

    fn write(&mut self, text: &TextInput<'_>) {
        match text {
            TextInput::Typed(character) => self.typed(*character),
            TextInput::Pasted(text) => text.chars().for_each(|character| self.typed(character)),
            TextInput::Key(key) => self.edit(*key),
        }
    }

    fn show_error(&mut self, field: Option<usize>, why: &str) {
        self.show_problem(Problem { field: field.unwrap_or(self.at), text: why.to_owned() });
    }
}
