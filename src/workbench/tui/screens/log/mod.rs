//! The Log screen: notices and errors, newest first.

mod commands;
pub(crate) mod lists;
mod screen;
mod table;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};

use crate::tui::action::{Action, ScreenId};
use crate::tui::cursor::Cursor;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{clock, cut, right, wrap};
use crate::tui::hit_map::Target;
use crate::tui::log::{Entry, Severity};
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::pane;

pub(crate) const ID: ScreenId = ScreenId("log");

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
}

/// The widths of the columns: time, level, and both with their gaps.
const TIME: usize = 8;
const LEVEL: usize = 9;
const FIXED: usize = 1 + TIME + 1 + LEVEL + 1;
/// The largest height of the whole text of an entry, and the least height of a pane that shows it.
const WHOLE: usize = 4;
const TALL: u16 = 10;

/// Returns the mark and the style of a level.
fn sign(severity: Severity) -> (&'static str, Role) {
    match severity {
        Severity::Info => (" ", Role::Text),
        Severity::Warning => ("▲", Role::Warning),
        Severity::Error => ("✗", Role::Error),
    }
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let entries = state.entries(model);
    let title = match state.least {
        Severity::Info => "Log",
        Severity::Warning => "Log · warnings and errors",
        Severity::Error => "Log · errors",
    };
    let inner = pane::draw(draw, area, title, "newest first; minutes and seconds since the start", true);
    draw.hits.note(Rect { height: area.height.min(1), ..area }, Target::Act(Action::own(&Act::Level)));
    if entries.is_empty() {
        let text = match state.least {
            Severity::Info => " The log is empty.",
            Severity::Warning => " No warning and no error so far. F lists all entries.",
            Severity::Error => " No error so far. F lists all entries.",
        };
        draw.text(inner.x, inner.y, inner.width, text, Role::Dim);
        return;
    }
    if inner.height < 2 {
        return;
    }
    let room = usize::from(inner.width).saturating_sub(FIXED + 1);
    let headings = [
        Heading::gap(1),
        Heading::right("time", TIME).natural(),
        Heading::gap(1),
        Heading::left("level", LEVEL).by(table::LEVEL),
        Heading::gap(1),
        Heading::left("message", room).by(table::TEXT),
    ];
    draw.headings(Rect { height: 1, ..inner }, lists::LOG, &headings);
    // The whole text of the selected entry is below the list, if a row is too short for it.
    let selected = entries.get(state.cursor.at);
    let whole = selected.filter(|entry| entry.text.cells() > room && inner.height >= TALL);
    let whole = whole.map_or_else(Vec::new, |entry| wrap(&entry.text, usize::from(inner.width) - 2));
    let foot = whole.len().min(WHOLE) as u16;
    let body = below(inner, 1);
    let body = Rect { height: body.height - foot, ..body };
    for (index, entry, line) in draw.visible(body, lists::LOG, state.cursor.at, &entries) {
        let here = index == state.cursor.at;
        draw.row(line, Target::Row(lists::LOG, index), here);
        let (mark, role) = sign(entry.severity);
        let mut x = line.x;
        let mut put = |text: &str, width: usize, role: Role| {
            draw.over(x, line.y, line.right().saturating_sub(x).min(width as u16), text, role, here);
            x = x.saturating_add(width as u16);
        };
        put(if here { "▸" } else { " " }, 1, Role::Key);
        put(&right(&clock(entry.at), TIME), TIME + 1, Role::Dim);
        put(&format!("{mark} {}", entry.severity.name()), LEVEL + 1, role);
        put(&cut(&entry.text, room), room, role);
    }
    for (index, text) in whole.iter().take(WHOLE).enumerate() {
        draw.text(inner.x + 1, body.bottom() + index as u16, inner.width - 1, text, Role::Text);
    }
}
