//! The commands of the Match screen.

use super::layout::Pane;
use super::state::Stage;
use super::{ID, Spot, State, actions};
use crate::threads::MAX_THREADS;
use crate::tui::action::Action;
use crate::tui::command::{Command, here_old, show};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::Controls;

/// A command of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Pauses or resumes the match, or starts a new one.
    Toggle,
    /// Selects the players of a new match.
    New,
    /// Opens the selected game, board or saved match.
    Open,
    NextPane,
    PreviousPane,
    /// Sends the game on the board to the Positions screen.
    Send,
    /// Switches between the saved matches and the open match.
    Saved,
    Stop,
    /// Adds a concurrent game.
    More,
    /// Removes a concurrent game.
    Fewer,
    /// Closes the replay.
    Live,
    Flip,
    /// Copies the position to the clipboard as FEN.
    Copy,
    /// Writes the finished games to a file.
    WritePgn,
    /// Shows the focused pane alone, or all panes.
    Zoom,
}

here_old!(ID);

/// The command that opens this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["6"],
    "match",
    "matches and tournaments of organisms and engines: live boards, results, replays",
);

/// The commands of the screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Toggle,
        &["Space"],
        "play",
        "play or pause match",
        "pause all games before their next moves, or resume them or a stopped match",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open",
        "open game",
        "replay the selected game, or watch the selected board",
    ),
    here(&Act::New, &["n"], "new match", "new match", "select players for a match or a tournament"),
    here(&Act::NextPane, &["Tab"], "pane", "next match pane", "focus the next pane"),
    here(
        &Act::Send,
        &["p"],
        "to Positions",
        "send position",
        "open this game on the Positions screen, at the position on the board",
    ),
    here(
        &Act::Live,
        &["L"],
        "live boards",
        "close replay",
        "close the replay; show the live boards if there are any",
    ),
    here(&Act::Saved, &["o"], "saved", "saved matches", "open a saved match"),
    here(&Act::Stop, &["x"], "stop", "stop match", "stop the match; it can be resumed later"),
    here(&Act::More, &["+", "="], "one more board", "one more board", "play one more game at a time"),
    here(&Act::Fewer, &["-"], "", "one board less", "play one game fewer at a time"),
    here(&Act::Flip, &["f"], "flip", "flip match board", "put the other side at the bottom"),
    here(&Act::Copy, &["y"], "", "copy match position", "copy the position on the board as FEN"),
    here(
        &Act::WritePgn,
        &["w"],
        "write PGN",
        "write games",
        "write the finished games, or the game on the board, to a PGN file",
    ),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous match pane", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "", "zoom match", "show one pane alone, or all panes"),
];

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, _model: &Model, act: Act) -> bool {
        let open = self.open.as_ref();
        let stage = open.map(|open| &open.stage);
        match act {
            Act::Toggle => match stage {
                Some(Stage::Playing | Stage::Paused) => true,
                Some(Stage::Stopped | Stage::Failed(_)) => open.is_some_and(|open| open.data.is_some()),
                Some(Stage::Checking | Stage::Stopping | Stage::Complete) => false,
                None => true,
            },
            Act::New | Act::Saved => true,
            Act::Open if super::lists_saved(self) => !self.saved.rows().is_empty(),
            Act::Open => open.is_some_and(|open| match self.pane {
                Pane::Games => open.data.as_ref().is_some_and(|data| !data.order.is_empty()),
                Pane::Faults => open.data.as_ref().is_some_and(|data| !data.faults.is_empty()),
                Pane::Boards => !open.boards.is_empty(),
                Pane::Board | Pane::Standing | Pane::Moves => false,
            }),
            Act::Stop | Act::More | Act::Fewer => {
                matches!(stage, Some(Stage::Playing | Stage::Paused))
                    && open.is_some_and(|open| match act {
                        Act::More => open.threads < MAX_THREADS,
                        Act::Fewer => open.threads > 1,
                        _ => true,
                    })
            }
            Act::Live => open.is_some_and(|open| open.replay.is_some()),
            Act::Send | Act::Copy => super::shown(self).is_some(),
            Act::WritePgn => {
                !super::lists_saved(self)
                    && open.and_then(|open| open.data.as_ref()).is_some_and(|data| !data.order.is_empty())
            }
            Act::NextPane | Act::PreviousPane | Act::Zoom | Act::Flip => {
                open.is_some_and(|open| open.data.is_some()) && !super::lists_saved(self)
            }
        }
    }

    fn bar_label(&self, _model: &Model, act: Act) -> Option<&'static str> {
        let open = self.open.as_ref()?;
        match act {
            Act::Toggle => match open.stage {
                Stage::Playing => Some("pause"),
                Stage::Paused | Stage::Stopped | Stage::Failed(_) => Some("resume"),
                _ => None,
            },
            Act::Open if super::lists_saved(self) => None,
            Act::Open if self.pane == Pane::Boards => Some("watch"),
            Act::Open => Some("replay"),
            Act::Saved if self.listing => Some("open match"),
            Act::Live if open.boards.is_empty() => Some("close replay"),
            _ => None,
        }
    }

    fn why_not(&self, _model: &Model, act: Act) -> Option<&'static str> {
        let stage = self.open.as_ref().map(|open| &open.stage);
        Some(match (act, stage) {
            (_, None) => "no match is open: n starts a match, o opens a saved one",
            (Act::Toggle, Some(Stage::Complete)) => "all games are finished: n starts another match",
            (Act::Toggle, Some(Stage::Checking)) => "the players are still starting",
            (Act::Fewer, Some(Stage::Playing | Stage::Paused)) => "at least one game at a time is needed",
            (Act::More, Some(Stage::Playing | Stage::Paused)) => "more games at a time are not possible",
            (Act::Stop | Act::More | Act::Fewer, _) => "no game is in progress",
            (Act::Live, _) => "no replay is open",
            (Act::Send | Act::Copy, _) => "there is no game on the board",
            (Act::WritePgn, _) => "no game is finished yet",
            _ => "nothing is selected",
        })
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        actions::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        actions::scrolled(self, model, spot, action);
        Vec::new()
    }
}
