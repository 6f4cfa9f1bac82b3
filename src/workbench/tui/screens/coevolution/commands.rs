//! The commands of the Coevolution screen.

use super::{ID, Pane, Spot, State, actions, session, state};
use crate::objectives::self_play::Event;
use crate::tui::action::Action;
use crate::tui::command::{Command, Scope, command, here_old, show};
use crate::tui::general_commands;
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::Controls;

/// A command of the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Open the selected organism, pair, game or board.
    Open,
    /// Select the organism under the cursor as the rival.
    Rival,
    /// Show the previous round robin.
    Earlier,
    /// Show the next round robin.
    Later,
    /// Open the form that selects a generation.
    GoTo,
    NextPane,
    PreviousPane,
    /// Show the game on the Positions screen.
    Send,
    /// Close the replay.
    Live,
    /// Turn the boards.
    Flip,
    /// Copy the position as FEN.
    Copy,
    /// Show only the focused pane, or all panes.
    Zoom,
}

here_old!(ID);

/// Declares a key of this screen for an action of the workbench.
const fn shared(
    action: Action,
    keys: &'static [&'static str],
    bar_label: &'static str,
    name: &'static str,
    about: &'static str,
) -> Command {
    command(action, Scope::On(ID), keys, bar_label, name, about)
}

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["4"],
    "coevolution",
    "coevolution by games: standings, crosstables, live boards, the confirmation of the champion",
);

/// The commands of this screen, most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    shared(
        Action::own(&general_commands::TOGGLE),
        &["Space"],
        "run",
        "run or pause games",
        "play all generations and the confirmation, or pause after this generation",
    ),
    shared(
        Action::own(&general_commands::STEP),
        &["s"],
        "step",
        "one round robin",
        "play one more generation, or the confirmation, then pause",
    ),
    here(
        &Act::Open,
        &["Enter"],
        "open",
        "open in coevolution",
        "select the organism as the subject, list the games of a pair, replay a game, or watch a board",
    ),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of coevolution", "focus the next pane"),
    here(
        &Act::Earlier,
        &["<", ","],
        "earlier",
        "previous round robin",
        "show the tables and the games of the previous generation",
    ),
    here(
        &Act::Later,
        &[">", "."],
        "later",
        "next round robin",
        "show the tables and the games of the next generation, or of the confirmation",
    ),
    here(
        &Act::Send,
        &["p"],
        "to Positions",
        "send position of coevolution",
        "show the game on the Positions screen, at the position on the board",
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
        "close coevolution replay",
        "close the replay; show the live boards if there are any",
    ),
    shared(
        Action::own(&general_commands::STEP_TEN),
        &["S"],
        "step 10",
        "ten round robins",
        "play ten more generations, or all that are left with the confirmation, then pause",
    ),
    here(&Act::GoTo, &["#"], "", "go to round robin", "show the tables and the games of a generation"),
    here(&Act::Flip, &["f"], "", "flip coevolution board", "show Black or White at the bottom"),
    here(&Act::Copy, &["y"], "", "copy coevolution position", "copy the position on the board as FEN"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane of coevolution", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "", "zoom coevolution", "show only the focused pane, or all panes"),
];

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        let Some(open) = session(model) else { return false };
        let confirmed = state::confirmation(open).is_some();
        let has_organism = || {
            let entry = self.round.as_ref().and_then(|round| round.entries.get(self.row.at));
            entry.is_some_and(|entry| entry.organism.is_some())
        };
        match act {
            Act::Open => match self.pane {
                Pane::Standings | Pane::Confirmation => has_organism(),
                Pane::Crosstable => super::actions::selected_pair(self).is_some(),
                Pane::Games => !self.listed_games().is_empty(),
                Pane::Boards => !self.playing.boards.is_empty(),
                Pane::Board | Pane::Scores | Pane::Drift => false,
            },
            Act::Rival => {
                matches!(self.pane, Pane::Standings | Pane::Crosstable | Pane::Confirmation) && has_organism()
            }
            Act::Earlier | Act::Later | Act::GoTo if !state::is_self_play(open) => false,
            Act::Earlier => match state::selected_event(self, open) {
                Some(Event::Confirmation) => true,
                _ => open.viewed_generation().is_some_and(|generation| generation > 0),
            },
            Act::Later => open.looking_back() || (confirmed && self.show_generations),
            Act::GoTo => open.record().is_some(),
            Act::Live => self.replay.is_some(),
            Act::Send | Act::Copy => super::shown(self, model).is_some(),
            Act::NextPane | Act::PreviousPane | Act::Zoom | Act::Flip => true,
        }
    }

    fn bar_label(&self, _model: &Model, act: Act) -> Option<&'static str> {
        match (act, self.pane) {
            (Act::Open, Pane::Standings | Pane::Confirmation) => Some("subject"),
            (Act::Open, Pane::Crosstable) => Some("their games"),
            (Act::Open, Pane::Games) => Some("replay"),
            (Act::Open, _) => Some("watch"),
            (Act::Live, _) if self.playing.boards.is_empty() => Some("close replay"),
            _ => None,
        }
    }

    fn why_not(&self, model: &Model, act: Act) -> Option<&'static str> {
        if session(model).is_none() {
            return Some("no coevolution is open: press o to open one");
        }
        Some(match act {
            Act::Earlier | Act::Later | Act::GoTo
                if !model.evolution.as_ref().is_some_and(state::is_self_play) =>
            {
                "the organisms do not play each other, so there is no round robin"
            }
            Act::Earlier => "this is the first generation",
            Act::Later => "this is the newest round robin",
            Act::GoTo => "no generation is finished yet",
            Act::Live => "no replay is open",
            Act::Send | Act::Copy => "there is no position on the board",
            Act::Rival => "no organism is selected: press Tab to focus the standings",
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
