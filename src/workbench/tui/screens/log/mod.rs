//! The log, an overlay: notices and errors, newest first.

use crate::tui::format::clock;
use crate::tui::log::Entry;
use crate::tui::prelude::*;

pub(crate) const ID: ScreenId = ScreenId("log");

/// The entries of the log.
pub(crate) const LIST: List = List("log");

static ABOUT: About = About { is_overlay: true, ..About::new(ID, "Log") };

commands! {
    /// The commands of this screen.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "level of the log" ["F"] "level" "list all entries, warnings and errors, or errors"
        => [State::use_next_level, if has_entries]
    "copy log entry" ["y"] "copy" "copy the selected entry to the clipboard"
        => [copy, if State::selected]
}

fn has_entries(_state: &State, model: &Model) -> Available {
    model.log.entries.front().map(drop).ok_or(EMPTY)
}

const EMPTY: &str = "the log has no entries";

/// The state of the screen.
#[derive(Debug)]
pub(crate) struct State {
    /// The selected row.
    cursor: Cursor,
    /// The least severity of the listed entries.
    least: Severity,
}

impl Default for State {
    fn default() -> State {
        State { cursor: Cursor::default(), least: Severity::Info }
    }
}

impl State {
    /// Returns the listed entries, newest first.
    fn entries<'a>(&self, model: &'a Model) -> Vec<&'a Entry> {
        let is_listed = |entry: &&Entry| entry.severity >= self.least;
        model.log.entries.iter().rev().filter(is_listed).collect()
    }

    fn selected<'a>(&self, model: &'a Model) -> Result<&'a Entry, &'static str> {
        self.entries(model).get(self.cursor.at).copied().ok_or(EMPTY)
    }

    fn table<'a>(&self, model: &'a Model) -> Table<'a> {
        let sign = |severity| match severity {
            Severity::Info => (" ", Role::Text),
            Severity::Warning => ("▲", Role::Warning),
            Severity::Error => ("✗", Role::Error),
        };
        let level = move |entry: &&Entry| {
            let (mark, role) = sign(entry.severity);
            (format!("{mark} {}", entry.severity.name()), role)
        };
        Rows::new(LIST, self.entries(model), self.cursor.at)
            .right("time", 8, |entry| (clock(entry.at), Role::Dim))
            .gap(0)
            .natural()
            .left("level", 9, level)
            .largest_first(|entry| Some(Key::count(entry.severity as u64)))
            .rest("message", |entry| (entry.text.clone(), Role::Text))
            .spare(1)
            .sorted(|entry| Some(Key::text(&entry.text)))
            .searched(|entry| format!("{} {} {}", clock(entry.at), entry.severity.name(), entry.text))
            .table()
            .focused(true)
    }

    /// Lists the entries of the next level. The cursor stays on its entry, if that is still listed.
    fn use_next_level(&mut self, model: &mut Model) {
        let selected = self.selected(model).ok().cloned();
        self.least = next_of(&Severity::ALL, self.least, true);
        let entries = self.entries(model);
        let found = selected.and_then(|selected| entries.iter().position(|entry| **entry == selected));
        self.cursor.at = found.unwrap_or(0);
    }
}

fn copy(state: &mut State, model: &mut Model) -> Option<Effect> {
    let text = state.selected(model).ok()?.text.clone();
    model.tell("copied to the clipboard");
    Some(Effect::Copy(text))
}

/// The largest height of the whole text of an entry, and the least height of a pane that shows it.
const WHOLE: usize = 4;
const TALL: u16 = 10;

impl Place for State {
    parts!(about);

    fn status(&self, model: &Model) -> Status {
        let has_problem = || model.log.entries.iter().any(|entry| entry.severity != Severity::Info);
        let has_news = model.log.unread && model.screen != ID && has_problem();
        Status { has_news, ..Status::default() }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let (title, empty) = match self.least {
            Severity::Info => ("Log", "The log is empty."),
            Severity::Warning => {
                ("Log · warnings and errors", "No warning and no error so far. F lists all entries.")
            }
            Severity::Error => ("Log · errors", "No error so far. F lists all entries."),
        };
        let inner = pane::draw(draw, area, title, "newest first; minutes and seconds since the start", true);
        draw.hits
            .note(Rect { height: area.height.min(1), ..area }, Target::command(COMMANDS, "level of the log"));
        let table = self.table(model);
        if table.len == 0 {
            draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), empty, Role::Dim);
            return;
        }
        if inner.height < 2 {
            return;
        }
        // The whole text of the selected entry is below the list, if a row is too short for it.
        let room = table.width_of_rest(inner.width);
        let entry =
            self.selected(model).ok().filter(|entry| entry.text.cells() > room && inner.height >= TALL);
        let whole = entry.map_or_else(Vec::new, |entry| wrap(&entry.text, usize::from(inner.width) - 2));
        let [list, foot] = split_top(inner, inner.height - whole.len().min(WHOLE) as u16);
        table.draw(draw, list, true);
        for (text, line) in whole.iter().zip(foot.rows()) {
            draw.text(line.x + 1, line.y, line.width - 1, text, Role::Text);
        }
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        vec![self.table(model)]
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Move(action) => self.cursor.at = next_row(&self.table(model), model, action),
            Input::Row(_, row) | Input::Select(_, row) => self.cursor.at = row,
            Input::Back if self.least == Severity::Info => return None,
            Input::Back => *self = State::default(),
            Input::Opened => {
                model.log.unread = false;
                self.cursor = Cursor::default();
            }
            _ => return None,
        }
        Some(Vec::new())
    }
}
