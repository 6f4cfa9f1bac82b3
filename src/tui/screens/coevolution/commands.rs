//! What can be done on the Coevolution screen.

use super::{ID, Pane, State, session, state};
use crate::tui::action::Action;
use crate::tui::command::{Command, Place, command, here, show};
use crate::tui::model::Model;

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// The obvious thing with what is under the cursor.
    Open,
    /// The organism under the cursor as the rival.
    Rival,
    /// The round robin before.
    Earlier,
    /// The round robin after.
    Later,
    /// The form that goes to a generation.
    GoTo,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// The position on the board to the Positions screen.
    Send,
    /// From a game that is over back to the boards.
    Live,
    /// Black below, or White again.
    Flip,
    /// The position as FEN to the clipboard.
    Copy,
    /// One pane alone, or all again.
    Zoom,
}

here!(ID);

const fn stage(
    action: Action,
    keys: &'static [&'static str],
    word: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(action, Place::On(ID), keys, word, name, about)
}

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["4"],
    "coevolution",
    "organisms that play each other: standings, crosstables, live boards, the confirmation of the champion",
);

/// The commands of this screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    stage(
        Action::Toggle,
        &["Space"],
        "run",
        "run or pause games",
        "play generation after generation and the confirmation, or pause after this one",
    ),
    stage(
        Action::Step,
        &["s"],
        "step",
        "one round robin",
        "one more generation, or the confirmation, then pause",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open",
        "open in coevolution",
        "the organism under the cursor as the subject, the games of two, a game replayed, a board watched",
    ),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of coevolution", "give the next pane the keys"),
    here(
        &Act::Earlier,
        &["<", ","],
        "earlier",
        "round robin before",
        "the table and the games of the generation before",
    ),
    here(
        &Act::Later,
        &[">", "."],
        "later",
        "round robin after",
        "the table and the games of the generation after, and of the confirmation",
    ),
    here(
        &Act::Send,
        &["p"],
        "to Positions",
        "send position of coevolution",
        "look at the position on the board, and at all others of its game, on the Positions screen",
    ),
    here(
        &Act::Rival,
        &["r"],
        "rival",
        "rival in coevolution",
        "compare the subject with the organism under the cursor",
    ),
    here(
        &Act::Live,
        &["L"],
        "live boards",
        "boards of coevolution",
        "from a game that is over back to the boards",
    ),
    stage(
        Action::StepTen,
        &["S"],
        "step 10",
        "ten round robins",
        "ten more generations, or as many as there are with the confirmation, then pause",
    ),
    here(&Act::GoTo, &["#"], "", "go to round robin", "the table and the games of any generation"),
    here(&Act::Flip, &["f"], "", "flip coevolution board", "Black below, or White again"),
    here(
        &Act::Copy,
        &["y"],
        "",
        "copy coevolution position",
        "the position on the board to the clipboard, as FEN",
    ),
    here(
        &Act::PreviousPane,
        &["Shift-Tab"],
        "",
        "pane before in coevolution",
        "give the pane before the keys",
    ),
    here(&Act::Zoom, &["z"], "", "zoom coevolution", "show one pane alone, or all again"),
];

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, model: &Model, act: Act) -> bool {
    let Some(open) = session(model) else { return false };
    let confirmed = state::confirmation(open).is_some();
    let entry = || state.round.as_ref().and_then(|round| round.entries.get(state.row.at));
    match act {
        Act::Open => match state.pane {
            Pane::Standings | Pane::Confirmation => entry().is_some_and(|entry| entry.organism.is_some()),
            Pane::Crosstable => super::act::pair(state).is_some(),
            Pane::Games => !state.listed().is_empty(),
            Pane::Boards => !state.playing.boards.is_empty(),
            Pane::Board | Pane::Course | Pane::Drift => false,
        },
        Act::Rival => {
            matches!(state.pane, Pane::Standings | Pane::Crosstable | Pane::Confirmation)
                && entry().is_some_and(|entry| entry.organism.is_some())
        }
        Act::Earlier => match state::wished(state, open) {
            Some(crate::objectives::self_play::Event::Confirmation) => true,
            _ => open.viewed_generation().is_some_and(|generation| generation > 0),
        },
        Act::Later => open.looking_back() || (confirmed && state.generations),
        Act::GoTo => open.record().is_some(),
        Act::Live => state.replay.is_some() && !state.playing.boards.is_empty(),
        Act::Send | Act::Copy => super::shown(state, model).is_some(),
        Act::NextPane | Act::PreviousPane | Act::Zoom | Act::Flip => true,
    }
}

/// The word of the bottom bar, where it depends on what goes on.
pub(super) fn word(state: &State, act: Act) -> Option<&'static str> {
    match act {
        Act::Open => Some(match state.pane {
            Pane::Standings | Pane::Confirmation => "subject",
            Pane::Crosstable => "their games",
            Pane::Games => "replay",
            _ => "watch",
        }),
        _ => None,
    }
}

/// Why a command would do nothing now.
pub(super) fn why_not(state: &State, model: &Model, act: Act) -> &'static str {
    if session(model).is_none() {
        return "no session is open whose organisms play each other: o opens one";
    }
    match act {
        Act::Earlier => "there is no generation before",
        Act::Later => "this is the newest",
        Act::GoTo => "no generation is over yet",
        Act::Live if state.replay.is_some() => "no game is being played",
        Act::Live => "the boards are shown",
        Act::Send | Act::Copy => "there is no position on the board",
        Act::Rival => "no organism is under the cursor: Tab to the standings",
        _ => "nothing is under the cursor",
    }
}
