//! The places of the workbench, such as Sessions or Suite. The app knows places only through the trait [`Place`], and no
//! place depends on another one.
//!
//! A place holds its state. What it shows is declared: its panes ([`Panes`]), the list of a pane
//! ([`Table`](super::table::Table)), and its commands ([`commands`]).
//!
//! A place requests another by its `ScreenId`, or by its objective. The result of a form, a popup or a task is a note: every
//! place receives it, and only those that know its type use it.

mod command;
mod panes;

use std::any::Any;
use std::fmt::Debug;

pub(crate) use command::{AnyPlace, Available, IntoEffects, On, Run, Running, commands, not_measured, run};
pub(crate) use panes::{NEXT_PANE, Pane, PaneCommand, Panes, next_row, opens, panes};

use super::action::Own;
use super::message::Live;
use super::work::LongWork;
use crate::job::report::Fact;
use crate::tui::prelude::*;

/// What never changes about a place.
#[derive(Debug, Clone, Copy)]
pub(crate) struct About {
    pub(crate) id: ScreenId,
    pub(crate) title: &'static str,
    /// The objective whose sessions open on this place, if there is one.
    pub(crate) objective: Option<&'static str>,
    /// Whether the place shows the run of the open session, so that its generations can be stepped.
    pub(crate) shows_run: bool,
    /// The live boards that the place shows, which are updated before each frame.
    pub(crate) live: Live,
    /// The names of the panes that have a figure; empty if there are none.
    pub(crate) figure_panes: &'static str,
    /// Whether the place has panes, between which the focus moves.
    pub(crate) has_panes: bool,
    /// Whether the place covers the one that was shown before, to which Esc returns.
    pub(crate) is_overlay: bool,
}

impl About {
    /// Describes a place without figures and live boards.
    pub(crate) const fn new(id: ScreenId, title: &'static str) -> About {
        About {
            id,
            title,
            objective: None,
            shows_run: false,
            live: Live::Nothing,
            figure_panes: "",
            has_panes: false,
            is_overlay: false,
        }
    }
}

/// Declares parts of a place whose panes are `PANES` and whose description is `ABOUT`: `about`, `draw` (the panes), `tables`
/// (the lists of the panes), `board` (the place itself has a board).
macro_rules! parts {
    ($($part:ident)+) => { $($crate::tui::place::parts!(@$part);)+ };
    (@about) => {
        fn about(&self) -> &$crate::tui::place::About {
            &ABOUT
        }
    };
    (@draw) => {
        fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
            PANES.draw(draw, self, model, area);
        }
    };
    (@tables) => {
        fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
            PANES.tables(self, model)
        }
    };
    (@board) => {
        fn board(&self) -> Option<&dyn BoardHost> {
            Some(self)
        }

        fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
            Some(self)
        }
    };
}
pub(crate) use parts;

/// What the frame shows about a place.
#[derive(Debug, Default)]
pub(crate) struct Status {
    /// The card that is drawn in place of the panes, if there is nothing to show.
    pub(crate) card: Option<Card>,
    /// Whether the view of Run has nothing to show, so that its key passes it over.
    pub(crate) is_hidden: bool,
    /// Whether the tab has a dot because something new was not seen yet.
    pub(crate) has_news: bool,
    /// The bottom bar's label for the command that shows this place, if it is useful now.
    pub(crate) bar_label: Option<&'static str>,
    /// The command to be shown second in the bottom bar, if it is the most useful one now.
    pub(crate) main_command: Option<Action>,
    /// Whether [`Input::Back`] would go a step back. Only views of Run need it.
    pub(crate) can_go_back: bool,
    /// The long work of the place, while it runs.
    pub(crate) work: Option<LongWork>,
    /// The interval at which running clocks are redrawn; `None` while no clock runs.
    pub(crate) redraw_interval: Option<Duration>,
}

/// What a place may react to.
#[derive(Debug)]
pub(crate) enum Input<'i> {
    /// The user opens the place.
    Opened,
    /// The model has changed.
    Changed,
    /// A key that moves the cursor of the focused pane.
    Move(Action),
    /// Go one step back within the place.
    Back,
    /// A click on a row of a list.
    Row(List, usize),
    /// Move the cursor of a list to a row.
    Select(List, usize),
    /// Focus the next pane, or the previous one.
    NextPane(bool),
    /// Show the focused pane alone, or all panes again.
    Zoom,
    /// Focus a pane.
    Pane(usize),
    /// A click on a part of a pane, such as a cell of a grid.
    Part(usize, usize),
    /// The mouse wheel over a pane, which is not focused by it.
    Wheel(usize, Action),
    /// Show a generation of the run shown.
    Generation(u32),
    /// Show the generation after the one shown, or before it.
    NextGeneration(bool),
    /// A message to the places. The place that it concerns takes its content.
    Message(&'i mut Message),
    /// A note. Notes of unknown types belong to other places and are ignored.
    Note(&'i Note),
    /// A report of the job, before the model is updated.
    Fact(&'i Fact),
    /// A job was started in a folder. The place that requested it may send it a command.
    Started(&'i Path),
    /// A job could not be started.
    StartFailed,
    /// The workbench closes.
    Closing,
    /// The palette runs a command of the place: focus the pane that it needs.
    Command(Own),
}

/// A place with its own state. The `model` is the state that all places share.
pub(crate) trait Place: Any + Debug {
    /// Describes the place.
    fn about(&self) -> &About;

    /// Returns what the frame shows about the place.
    fn status(&self, _model: &Model) -> Status {
        Status::default()
    }

    /// Draws the place.
    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect);

    /// Draws a few lines beside another view of Run: the stages of the session's pipeline, or the workers. Returns the area
    /// that is left.
    fn draw_strip(&self, _draw: &mut Draw<'_>, _model: &Model, area: Rect) -> Rect {
        area
    }

    /// Returns the lists. That of the focused pane is marked.
    fn tables<'a>(&'a self, _model: &'a Model) -> Vec<Table<'a>> {
        Vec::new()
    }

    /// Returns the chart of the focused pane, over whose values a cursor can move.
    fn chart(&self, _model: &Model) -> Option<Chart> {
        None
    }

    /// Returns the figures of the focused pane, and the folder into which they are exported.
    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        None
    }

    /// Reacts to an input. Returns the effects, or `None` if the input does not concern the place.
    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>>;

    /// Returns the board, on which moves can be played.
    fn board(&self) -> Option<&dyn BoardHost> {
        None
    }

    /// Returns the board for a change.
    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        None
    }
}
