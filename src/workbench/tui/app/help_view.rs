//! Drawing of the help.

use super::help::{Help, Page};
use super::{App, commands};
use crate::tui::command::Group;
use crate::tui::glossary::{SYMBOLS, TERMS};
use crate::tui::prelude::*;
use crate::tui::screens::COMMANDS;
use crate::tui::typing;

/// The pages, as click targets.
pub(super) const PAGES: List = List("help pages");
/// The rows of the text, which are more than the visible ones.
pub(super) const ROWS: List = List("help rows");

/// The greatest width of the popup.
const WIDTH: u16 = 100;
/// The columns of keys and terms.
const KEYS: usize = 18;

/// A row of the text.
enum Row {
    Heading(String),
    /// A key or term, and a line of its description.
    Text {
        key: String,
        text: String,
        enabled: bool,
    },
    Blank,
}

/// Draws the help.
pub(super) fn draw(draw: &mut Draw<'_>, app: &App, area: Rect, help: &Help) {
    let inner = frame(draw, area, WIDTH, area.height, "Help: type to search", "Tab next page · Esc closes");
    if inner.height < 4 || inner.width < 24 {
        return;
    }
    let [pages, rest] = split_top(inner, 1);
    let mut x = pages.x + 1;
    for (index, page) in Page::ALL.into_iter().enumerate() {
        let title = page.title();
        let width = title.cells() as u16;
        let place = Rect { x, width: width.min(pages.right().saturating_sub(x)), ..pages };
        let title = &cut(title, usize::from(place.width));
        draw.text(x, pages.y, place.width, title, if page == help.page { Role::Tab } else { Role::Dim });
        draw.hits.note(place, Target::Row(PAGES, index));
        x += width + 3;
    }
    let [input, list] = split_top(rest, 1);
    typing::draw(draw, input, &help.input, "a word or a key");
    let rows = rows(app, help, usize::from(list.width));
    draw.hits.scroll(ROWS, 0, rows.len(), rows.len());
    if rows.is_empty() {
        draw.text(list.x + 1, list.y, list.width.saturating_sub(1), "nothing matches", Role::Dim);
        return;
    }
    let first = help.cursor.at.min(rows.len().saturating_sub(usize::from(list.height)));
    draw.hits.scroll(List::POPUP, first, usize::from(list.height), rows.len());
    for (row, place) in rows.iter().skip(first).zip(list.rows()) {
        let room = place.width.saturating_sub(1);
        match row {
            Row::Heading(title) => draw.text(place.x + 1, place.y, room, title, Role::Title),
            Row::Blank => {}
            Row::Text { key, text, enabled } => {
                draw.text(place.x + 1, place.y, room, key, if *enabled { Role::Key } else { Role::Dim });
                let room = room.saturating_sub(KEYS as u16 + 1);
                let role = if *enabled { Role::Text } else { Role::Dim };
                draw.text(place.x + 2 + KEYS as u16, place.y, room, text, role);
            }
        }
    }
}

/// Returns the rows of a page that match the search.
fn rows(app: &App, help: &Help, width: usize) -> Vec<Row> {
    let query = help.input.text().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&query);
    let mut rows = Vec::new();
    match help.page {
        Page::Terms | Page::Symbols => {
            let terms = if help.page == Page::Terms { TERMS } else { SYMBOLS };
            for (term, meaning) in terms.iter().filter(|(term, meaning)| has(term) || has(meaning)) {
                add(&mut rows, term, meaning, true, width);
            }
        }
        Page::Screen | Page::Keys => {
            for group in groups(app, help.page) {
                let keymap = &app.model.keymap;
                let with_keys = |command: &'static Command| {
                    let is_general = matches!(command.scope, Scope::Screens | Scope::Anywhere);
                    let keys: Vec<&str> = match help.page {
                        // A screen can give a key another meaning.
                        Page::Screen if is_general => commands::keys_here(app, command).collect(),
                        _ => keymap.keys(command).collect(),
                    };
                    (command, keys)
                };
                let matches = |command: &&Command| commands::matches(keymap, command, &query);
                let found = group.commands.iter().copied().filter(matches).map(with_keys);
                let found: Vec<_> = found.filter(|(_, keys)| !keys.is_empty()).collect();
                if found.is_empty() {
                    continue;
                }
                if !rows.is_empty() {
                    rows.push(Row::Blank);
                }
                rows.push(Row::Heading(group.title));
                for (command, keys) in found {
                    let enabled = help.page == Page::Keys || command.enabled(app);
                    add(&mut rows, &keys.join("  "), command.about, enabled, width);
                }
            }
        }
    }
    rows
}

/// Adds an entry, wrapped to the width. A long key has a row of its own.
fn add(rows: &mut Vec<Row>, key: &str, text: &str, enabled: bool, width: usize) {
    let lines = wrap(text, width.saturating_sub(KEYS + 3).max(8));
    let mut key = key;
    if key.cells() > KEYS {
        rows.push(Row::Text { key: key.to_owned(), text: String::new(), enabled });
        key = "";
    }
    for text in lines {
        rows.push(Row::Text { key: left(key, KEYS), text, enabled });
        key = "";
    }
}

/// The commands of a heading.
struct Section {
    title: String,
    commands: Vec<&'static Command>,
}

/// Returns the commands of a page under their headings: those of the current screen first.
fn groups(app: &App, page: Page) -> Vec<Section> {
    let here = app.model.screen;
    let section = |group: &'static Group, keep: &dyn Fn(&Command) -> bool| Section {
        title: group.title.to_owned(),
        commands: group.commands.iter().filter(|command| keep(command)).collect(),
    };
    let on_this_screen = |command: &Command| match command.scope {
        Scope::On(screen) => screen == here,
        Scope::Boards | Scope::Playing => app.shown().board().is_some(),
        _ => false,
    };
    let everywhere = |command: &Command| matches!(command.scope, Scope::Screens | Scope::Anywhere);
    let own = COMMANDS.iter().map(|group| section(group, &on_this_screen));
    let general = COMMANDS.iter().map(|group| section(group, &everywhere));
    let mut sections: Vec<Section> = own.chain(general).collect();
    if page == Page::Keys {
        let others = |command: &Command| !on_this_screen(command) && !everywhere(command);
        sections.extend(COMMANDS.iter().map(|group| section(group, &others)));
    }
    sections.retain(|section| !section.commands.is_empty());
    sections
}
