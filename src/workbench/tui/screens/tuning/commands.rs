//! The commands of the Tuning screen.

use super::layout::Pane;
use super::map::columns;
use super::view::View;
use super::{ID, Spot, State, actions, tuning};
use crate::tui::action::Action;
use crate::tui::command::{Command, here_old, show};
use crate::tui::message::Effect;
use crate::tui::model::Model;
use crate::tui::screen::Controls;

/// A command of the Tuning screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Act {
    /// Open the selected position, row or parameters.
    Open,
    /// Switch between a column for each position and columns that all fit.
    Magnify,
    /// Compare with the selected organism, or with generation 0’s best again.
    Baseline,
    /// Compare with the untuned search, or with generation 0’s best again.
    Untuned,
    /// Switch between gained and lost positions and all changes.
    ListAll,
    /// Make the selected organism the subject.
    Subject,
    /// Make the selected organism the rival, or clear the rival.
    Rival,
    /// Show the previous generation.
    Earlier,
    /// Show the next generation.
    Later,
    /// Open the form for going to a generation.
    GoTo,
    /// Focus the next pane.
    NextPane,
    /// Focus the previous pane.
    PreviousPane,
    /// Show the focused pane alone, or all panes again.
    Zoom,
}

here_old!(ID);

/// The command that shows this screen.
pub(crate) const SHOW: Command = show(
    ID,
    &["5"],
    "tuning",
    "searches tuned on a suite: nodes per position, gained and lost positions, parameters",
);

/// The commands, the most useful first.
pub(crate) static COMMANDS: &[Command] = &[
    here(
        &Act::Open,
        &["Enter"],
        "board",
        "position on a board",
        "show the selected position on a board, to play moves and to analyse",
    ),
    here(&Act::NextPane, &["Tab"], "pane", "next pane of tuning", "focus the next pane"),
    here(
        &Act::Magnify,
        &["w"],
        "magnify",
        "one column per position",
        "switch between one column per position and all positions at once",
    ),
    here(
        &Act::Baseline,
        &["="],
        "compare with",
        "compare with this organism",
        "compare the organisms with the selected one; again compares with generation 0’s best",
    ),
    here(
        &Act::Untuned,
        &["T"],
        "untuned",
        "compare with the untuned search",
        "compare the organisms with the untuned search; again compares with generation 0’s best",
    ),
    here(
        &Act::ListAll,
        &["F", "d"],
        "list",
        "list all changes",
        "list the positions gained and lost, or also those found sooner or later",
    ),
    here(
        &Act::Earlier,
        &["<", ","],
        "earlier",
        "earlier generation of tuning",
        "show the previous generation",
    ),
    here(&Act::Later, &[">", "."], "", "later generation of tuning", "show the next generation"),
    here(&Act::GoTo, &["#"], "", "go to generation of tuning", "show any generation of this run"),
    here(&Act::Subject, &["p"], "subject", "subject of tuning", "make the selected organism the subject"),
    here(
        &Act::Rival,
        &["r"],
        "rival",
        "rival of tuning",
        "compare the subject with the selected organism; again stops",
    ),
    here(&Act::PreviousPane, &["Shift-Tab"], "", "previous pane of tuning", "focus the previous pane"),
    here(&Act::Zoom, &["z"], "", "zoom tuning", "show one pane alone, or all panes"),
];

impl Controls for State {
    type Act = Act;
    type Spot = Spot;

    fn enabled(&self, model: &Model, act: Act) -> bool {
        let open = model.evolution.as_ref();
        match act {
            Act::Open => match self.pane {
                Pane::Report | Pane::Curve => false,
                Pane::Parameters => model.subject().is_some(),
                _ => View::new(self, model).is_some() && self.problem().is_some(),
            },
            Act::Magnify | Act::Baseline | Act::ListAll | Act::Subject | Act::Rival => {
                View::new(self, model).is_some()
            }
            Act::Untuned => View::new(self, model).is_some_and(|view| view.untuned().is_some()),
            Act::Earlier => {
                open.and_then(|open| open.viewed_generation()).is_some_and(|generation| generation > 0)
            }
            Act::Later => open.is_some_and(|open| open.looking_back()),
            Act::GoTo => open.and_then(|open| open.record()).is_some(),
            Act::NextPane | Act::PreviousPane | Act::Zoom => tuning(model).is_some(),
        }
    }

    fn bar_label(&self, model: &Model, act: Act) -> Option<&'static str> {
        match act {
            Act::Open => Some(match self.pane {
                Pane::Board => "play on",
                Pane::Analysis => "play it",
                Pane::Evaluation => "open",
                Pane::Parameters => "larger",
                Pane::Map
                    if !self.magnified && columns(self, model).is_some_and(|columns| columns.is_binned()) =>
                {
                    "magnify"
                }
                _ => return None,
            }),
            Act::Magnify if self.magnified => Some("fit all"),
            _ => None,
        }
    }

    fn why_not(&self, model: &Model, act: Act) -> Option<&'static str> {
        match (act, tuning(model)) {
            (Act::Earlier | Act::Later | Act::GoTo, _) => None,
            (_, None) => Some("the open session tunes no searches"),
            (Act::Open, _) if View::new(self, model).is_some() && self.problems().is_none() => {
                Some("the suite is not read yet")
            }
            (Act::Untuned, _) => Some("the untuned search is measured when the run is complete"),
            (Act::Open, _) if View::new(self, model).is_some() => Some("nothing is selected here"),
            _ => Some("available after the first generation"),
        }
    }

    fn drops_edits(&self, _model: &Model, act: Act) -> bool {
        act == Act::Subject
    }

    fn perform(&mut self, model: &mut Model, act: Act) -> Vec<Effect> {
        actions::perform(self, model, act)
    }

    fn clicked(&mut self, model: &mut Model, spot: Spot) -> Vec<Effect> {
        actions::clicked(self, model, spot)
    }

    fn scrolled(&mut self, model: &mut Model, spot: Spot, action: Action) -> Vec<Effect> {
        actions::scrolled(self, model, spot, action)
    }
}
