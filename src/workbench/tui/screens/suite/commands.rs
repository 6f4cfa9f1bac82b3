//! The commands of the Suite screen.

use super::layout::Pane;
use super::{ID, Spot, State, actions};
use crate::disagreement::OrganismRole;
use crate::tui::action::Action;
use crate::tui::command::{Command, here, show};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::Controls;

/// A command of the Suite screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Start, pause or resume the run.
    Toggle,
    /// Start a new run with the current organism.
    Restart,
    /// Play moves from the selected position, or use the selected row of a side pane.
    Open,
    /// Open the form of the suite and its search limits.
    Settings,
    /// Switch between the runs of the subject and the rival.
    Rival,
    /// Switch to the next filter of the list.
    Filter,
    /// Write the unsolved positions to a file.
    Export,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Show the focused pane alone, or all panes again.
    Zoom,
}

here!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command =
    show(ID, &["9"], "suite", "solve a suite of positions with the subject and with the rival");

/// The commands, the most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(&Act::Toggle, &["Space"], "solve", "solve suite", "solve the suite, pause or resume"),
    here(&Act::Open, &["Enter"], "play on", "open position", "play moves from the selected position"),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of suite", "focus grid, list or board in turn"),
    here(
        &Act::Settings,
        &["o"],
        "suite, limit",
        "suite and limit",
        "select the suite, the limit of nodes, time or depth, the search and the threads",
    ),
    here(
        &Act::Filter,
        &["F", "d"],
        "filter",
        "filter suite",
        "list all, unsolved or solved positions, or those that only the subject or only the rival solved",
    ),
    here(
        &Act::Rival,
        &["v"],
        "rival",
        "rival’s run",
        "show the rival’s run; Space then solves the suite with the rival",
    ),
    here(&Act::Export, &["x"], "export", "export unsolved", "write the unsolved positions to an EPD file"),
    here(&Act::Restart, &["s"], "", "restart suite", "start a new run with the current organism"),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane of suite", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "", "zoom suite", "show one pane alone, or all panes"),
];

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        let loaded = self.loaded().is_some();
        let player = super::player(self, model).is_some();
        match act {
            Act::Toggle => loaded && (player || self.run().is_some()),
            Act::Restart => loaded && player,
            Act::Open => self.problem().is_some(),
            Act::Rival => model.rival().is_some() || self.role() == OrganismRole::Rival,
            Act::Export => super::unsolved(self).next().is_some(),
            Act::Settings | Act::Filter | Act::NextPane | Act::PreviousPane | Act::Zoom => true,
        }
    }

    fn bar_label(&self, _model: &Model, act: Act) -> Option<&'static str> {
        match act {
            Act::Toggle => match self.run() {
                Some(run) if run.running => Some("pause"),
                Some(run) if !run.complete() && run.sums().done > 0 => Some("resume"),
                Some(run) if run.complete() => Some("solve again"),
                _ => None,
            },
            Act::Open if self.pane == Pane::Analysis => Some("play it"),
            Act::Open if self.pane == Pane::Evaluation => Some("set value"),
            Act::Rival if self.role() == OrganismRole::Rival => Some("subject"),
            _ => None,
        }
    }

    fn why_not(&self, _model: &Model, act: Act) -> Option<&'static str> {
        Some(match act {
            _ if self.loaded().is_none() => "the suite is not read yet",
            Act::Rival => "there is no rival: R selects one",
            Act::Export => "there are no unsolved positions",
            Act::Toggle | Act::Restart => "no organism is measured yet",
            _ => "no position is selected",
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
