//! What can be done on the Match screen.

use super::layout::Pane;
use super::state::Stage;
use super::{ID, State};
use crate::threads::MAX_THREADS;
use crate::tui::command::{Command, here, show};

/// What can be done here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Pause, go on, or begin.
    Toggle,
    /// Choose players.
    New,
    /// The obvious thing with what is under the cursor.
    Open,
    /// Another pane gets the keys.
    NextPane,
    /// The pane before gets the keys.
    PreviousPane,
    /// The position on the board to the Positions screen.
    Send,
    /// The saved matches, or the open one again.
    Saved,
    /// Stop.
    Stop,
    /// One more game at a time.
    More,
    /// One less.
    Fewer,
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

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["6"],
    "match",
    "a match or a tournament of organisms and engines, while it is played and afterwards",
);

/// The commands of this screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Toggle,
        &["Space"],
        "play",
        "play or pause match",
        "pause all games before their next moves, go on with them or with a match that was stopped",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open",
        "open game",
        "replay the game, or watch the board, under the cursor",
    ),
    here(&Act::New, &["n"], "new match", "new match", "choose players for a match or a tournament"),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of match", "give the next pane the keys"),
    here(
        &Act::Send,
        &["p"],
        "to Positions",
        "send position",
        "look at the position on the board, and at all others of its game, on the Positions screen",
    ),
    here(&Act::Live, &["L"], "live boards", "live boards", "from a game that is over back to the boards"),
    here(&Act::Saved, &["o"], "saved", "saved matches", "open a match that was played before"),
    here(&Act::Stop, &["x"], "stop", "stop match", "stop the match; it can be gone on with"),
    here(&Act::More, &["+", "="], "one more board", "one more board", "play one game more at a time"),
    here(&Act::Fewer, &["-"], "", "one board less", "play one game less at a time"),
    here(&Act::Flip, &["f"], "flip", "flip match board", "Black below, or White again"),
    here(&Act::Copy, &["y"], "", "copy match position", "the position on the board to the clipboard, as FEN"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "pane before in match", "give the pane before the keys"),
    here(&Act::Zoom, &["z"], "", "zoom match", "show one pane alone, or all again"),
];

/// Whether a command would do something now.
pub(super) fn enabled(state: &State, act: Act) -> bool {
    let open = state.open.as_ref();
    let stage = open.map(|open| &open.stage);
    match act {
        Act::Toggle => match stage {
            Some(Stage::Playing | Stage::Paused) => true,
            Some(Stage::Stopped | Stage::Failed(_)) => open.is_some_and(|open| open.event.is_some()),
            Some(Stage::Checking | Stage::Stopping | Stage::Complete) => false,
            None => true,
        },
        Act::New | Act::Saved => true,
        Act::Open if super::lists_saved(state) => !state.saved.rows().is_empty(),
        Act::Open => open.is_some_and(|open| match state.pane {
            Pane::Games => open.event.as_ref().is_some_and(|event| !event.order.is_empty()),
            Pane::Faults => open.event.as_ref().is_some_and(|event| !event.faults.is_empty()),
            Pane::Boards => !open.boards.is_empty(),
            Pane::Board | Pane::Standing => false,
        }),
        Act::Stop | Act::More | Act::Fewer => {
            matches!(stage, Some(Stage::Playing | Stage::Paused))
                && open.is_some_and(|open| match act {
                    Act::More => open.threads < MAX_THREADS,
                    Act::Fewer => open.threads > 1,
                    _ => true,
                })
        }
        Act::Live => open.is_some_and(|open| open.replay.is_some() && !open.boards.is_empty()),
        Act::Send | Act::Copy => super::shows(state),
        Act::NextPane | Act::PreviousPane | Act::Zoom | Act::Flip => {
            open.is_some_and(|open| open.event.is_some()) && !super::lists_saved(state)
        }
    }
}

/// The word of the bottom bar, where it depends on what goes on.
pub(super) fn word(state: &State, act: Act) -> Option<&'static str> {
    let open = state.open.as_ref()?;
    match act {
        Act::Toggle => match open.stage {
            Stage::Playing => Some("pause"),
            Stage::Paused | Stage::Stopped | Stage::Failed(_) => Some("go on"),
            _ => None,
        },
        Act::Open if super::lists_saved(state) => None,
        Act::Open if state.pane == Pane::Boards => Some("watch"),
        Act::Open => Some("replay"),
        Act::Saved if state.listing => Some("the open one"),
        _ => None,
    }
}

/// Why a command would do nothing now.
pub(super) fn why_not(state: &State, act: Act) -> &'static str {
    let stage = state.open.as_ref().map(|open| &open.stage);
    match (act, stage) {
        (_, None) => "no match is open: n chooses players, o opens a saved one",
        (Act::Toggle, Some(Stage::Complete)) => "all games are over: n begins another match",
        (Act::Toggle, Some(Stage::Checking)) => "its players are being started",
        (Act::Fewer, Some(Stage::Playing | Stage::Paused)) => "one game at a time is the least",
        (Act::Stop | Act::More | Act::Fewer, _) => "no game is being played",
        (Act::Live, _) => "the boards are shown",
        (Act::Send | Act::Copy, _) => "there is no position on the board",
        _ => "nothing is under the cursor",
    }
}
