//! The Sessions screen: what is saved, how far each got, and which can go on.

mod list;

use ratatui::layout::Rect;

use crate::job::report::State;
use crate::tui::commands::{Action, Command, Place, command};
use crate::tui::draw::Draw;
use crate::tui::message::Effect;
use crate::tui::model::{List, Model, Weight};
use crate::tui::screens::Screen;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Open the session under the cursor.
    Open,
    /// Read the sessions folder again.
    Refresh,
}

const fn here(
    act: Act,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(Action::Sessions(act), Place::On(Screen::Sessions), keys, word, name, about)
}

/// The commands of this screen.
pub(crate) static COMMANDS: &[Command] = &[
    here(Act::Open, &["Enter"], "open", "open session", "open the session under the cursor"),
    here(Act::Refresh, &["u"], "update", "update list", "read the sessions folder again"),
];

/// Whether a command would do something now.
pub(crate) fn enabled(model: &Model, act: Act) -> bool {
    match act {
        Act::Open => !model.sessions.rows.is_empty(),
        Act::Refresh => true,
    }
}

/// Does what a command says.
pub(crate) fn perform(model: &mut Model, act: Act) -> Vec<Effect> {
    match act {
        Act::Open => open(model),
        Act::Refresh => vec![Effect::List],
    }
}

fn open(model: &mut Model) -> Vec<Effect> {
    let row = model.sessions.rows.get(model.sessions.cursor.at);
    let open = model.evolution.as_ref().filter(|open| !matches!(open.state, State::Failed | State::Stopped));
    match row {
        Some(row) if open.is_some_and(|open| open.folder == row.folder) => {
            model.screen = Screen::Population;
        }
        Some(row) if row.readable => return vec![Effect::Resume(row.folder.clone())],
        Some(row) => model.notice = Some((Weight::Error, row.about.clone())),
        None => {}
    }
    Vec::new()
}

/// Moves the cursor.
pub(crate) fn walk(model: &mut Model, action: Action) {
    let (page, len) = (model.seen.page(List::Sessions), model.sessions.rows.len());
    model.sessions.cursor.moved(action, page, len);
}

/// Draws it.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    list::draw(draw, model, area);
}
