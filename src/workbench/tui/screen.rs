//! The traits of screens. The app uses screens only through these traits, and no screen depends on another screen.

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use ratatui::layout::Rect;

use super::action::{Action, ScreenId};
use super::background::figures::ExportFigures;
use super::card::Card;
use super::draw::Draw;
use super::erased::{Constant, Note, Value};
use super::hit_map::List;
use super::message::{Effect, Live, Message};
use super::model::Model;
use super::playing::BoardHost;
use super::table::Table;
use super::work::Work;

use crate::figures::Chart;
use crate::job::report::{Command, Fact};

/// The tab of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Tab {
    pub(crate) title: &'static str,
    /// The title where there is little room.
    pub(crate) short: &'static str,
}

/// A screen with its own state. The `model` is the state shared by all screens.
pub(crate) trait Screen: Debug {
    /// Returns the identifier.
    fn id(&self) -> ScreenId;

    /// Returns the screen's tab.
    fn tab(&self) -> Tab;

    /// Returns whether the screen has a tab. Screens without one are shown by their key, or from the palette.
    fn has_tab(&self, _model: &Model) -> bool {
        true
    }

    /// Returns the card that is drawn in place of the screen, if the screen has nothing to show.
    fn card(&self, _model: &Model) -> Option<Card> {
        None
    }

    /// Draws the screen.
    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect);

    /// Returns the bottom bar's label for the command that shows this screen, if it is useful now.
    fn show_bar_label(&self, _model: &Model) -> Option<&'static str> {
        None
    }

    /// Returns whether the tab has a dot because something new was not seen yet.
    fn has_news(&self, _model: &Model) -> bool {
        false
    }

    /// Returns whether the screen shows the run of the open session, so that its generations can be stepped.
    fn shows_run(&self) -> bool {
        false
    }

    /// Returns the command to be shown second in the bottom bar, if it is the most useful one now.
    fn main_command(&self, _model: &Model) -> Option<Action> {
        None
    }

    /// Moves the cursor of the focused pane.
    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect>;

    /// Returns the chart of the focused pane, over whose values a cursor can move.
    fn chart(&self, _model: &Model) -> Option<Chart> {
        None
    }

    /// Returns the figures of the focused pane, and the folder into which they are exported.
    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        None
    }

    /// Returns the names of the panes that have a figure; empty if there are none.
    fn figure_panes(&self) -> &'static str {
        ""
    }

    /// Handles a click on a row of a list.
    fn row_clicked(&mut self, _model: &mut Model, _list: List, _row: usize) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns the lists that can be sorted or searched.
    fn tables<'a>(&'a self, _model: &'a Model) -> Vec<Table<'a>> {
        Vec::new()
    }

    /// Returns the list of the focused pane.
    fn focused_list(&self, _model: &Model) -> Option<List> {
        None
    }

    /// Moves the cursor of a list to a row.
    fn select_row(&mut self, _model: &mut Model, _list: List, _row: usize) -> Vec<Effect> {
        Vec::new()
    }

    /// Goes one step back within the screen and returns whether there was such a step.
    fn back(&mut self, _model: &mut Model) -> bool {
        false
    }

    /// Returns whether [`Screen::back`] would go a step back. Only the home screen needs this method.
    fn can_go_back(&self, _model: &Model) -> bool {
        false
    }

    /// Called when the user opens the screen.
    fn opened(&mut self, _model: &mut Model) -> Vec<Effect> {
        Vec::new()
    }

    /// Shows a generation of the run shown.
    fn look_at(&mut self, model: &mut Model, generation: u32) -> Vec<Effect> {
        model.look_at(generation)
    }

    /// Updates the screen's state after a change of the model.
    fn refresh(&mut self, _model: &mut Model) -> Vec<Effect> {
        Vec::new()
    }

    /// Returns whether this screen handles a message.
    fn accepts(&self, _message: &Message) -> bool {
        false
    }

    /// Handles a message that the screen accepts.
    fn handle(&mut self, _model: &mut Model, _message: Message) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles a note. Notes of unknown types belong to other screens and are ignored.
    fn receive(&mut self, _model: &mut Model, _note: &Note) -> Vec<Effect> {
        Vec::new()
    }

    /// Handles a report of the job before the model is updated.
    fn observe(&mut self, _model: &Model, _fact: &Fact) {}

    /// Called when a job was started in a folder. Returns a command for the job if this screen started it.
    fn started(&mut self, _folder: &Path) -> Option<Command> {
        None
    }

    /// Called when a job could not be started.
    fn start_failed(&mut self) {}

    /// Returns the screen's board, on which moves can be played.
    fn board(&self) -> Option<&dyn BoardHost> {
        None
    }

    /// Returns the screen's board for a change.
    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        None
    }

    /// Returns the source of the live boards that the screen shows.
    fn live(&self) -> Live {
        Live::Nothing
    }

    /// Returns the long work of the screen, while it runs.
    fn work(&self) -> Option<Work> {
        None
    }

    /// Returns the interval at which running clocks are redrawn; `None` while no clock runs.
    fn redraw_interval(&self, _model: &Model) -> Option<Duration> {
        None
    }

    /// Returns the objective whose sessions open on this screen; `None` if there is no such objective.
    fn objective(&self) -> Option<&'static str> {
        None
    }
}

/// The commands and click targets of a screen, in the screen's own types.
pub(crate) trait Controls {
    /// A command of the screen.
    type Act: Copy + Debug + 'static;
    /// A click target of the screen, apart from commands and rows of lists.
    type Spot: Copy + Debug + 'static;

    /// Returns whether a command applies to the focused pane.
    fn applies(&self, _act: Self::Act) -> bool {
        true
    }

    /// Moves the focus to the pane that a command applies to.
    fn focus_for(&mut self, _act: Self::Act) {}

    /// Returns whether a command would have an effect now.
    fn enabled(&self, model: &Model, act: Self::Act) -> bool;

    /// Returns the bottom bar's label for a command, if the label depends on the state.
    fn bar_label(&self, _model: &Model, _act: Self::Act) -> Option<&'static str> {
        None
    }

    /// Returns why a command has no effect now; `None` if the general state of the session is the reason.
    fn why_not(&self, _model: &Model, _act: Self::Act) -> Option<&'static str> {
        None
    }

    /// Returns whether a command replaces the subject or the session, so that the subject's edits would be lost.
    fn drops_edits(&self, _model: &Model, _act: Self::Act) -> bool {
        false
    }

    /// Performs a command.
    fn perform(&mut self, model: &mut Model, act: Self::Act) -> Vec<Effect>;

    /// Handles a click on a target.
    fn clicked(&mut self, _model: &mut Model, _spot: Self::Spot) -> Vec<Effect> {
        Vec::new()
    }

    /// Moves the focus to the pane that contains a clicked target.
    fn focus_at(&mut self, _spot: Self::Spot) {}

    /// Handles the mouse wheel over a target. The focus does not change.
    fn scrolled(&mut self, _model: &mut Model, _spot: Self::Spot, _action: Action) -> Vec<Effect> {
        Vec::new()
    }
}

/// A screen whose own types are hidden from the app.
pub(crate) trait AnyScreen: Screen {
    /// Returns whether a command belongs to this screen.
    fn owns(&self, act: Constant) -> bool;

    /// See [`Controls::applies`].
    fn applies(&self, act: Constant) -> bool;

    /// See [`Controls::focus_for`].
    fn focus_for(&mut self, act: Constant);

    /// Returns whether a command of this screen would have an effect now.
    fn enabled(&self, model: &Model, act: Constant) -> bool;

    /// Returns the bottom bar's label for a command of this screen.
    fn bar_label(&self, model: &Model, act: Constant) -> Option<&'static str>;

    /// Returns why a command of this screen has no effect now.
    fn why_not(&self, model: &Model, act: Constant) -> Option<&'static str>;

    /// See [`Controls::drops_edits`].
    fn drops_edits(&self, model: &Model, act: Constant) -> bool;

    /// Performs a command of this screen.
    fn perform(&mut self, model: &mut Model, act: Constant) -> Vec<Effect>;

    /// Handles a click on a target of this screen.
    fn clicked(&mut self, model: &mut Model, spot: &Value) -> Vec<Effect>;

    /// See [`Controls::focus_at`].
    fn focus_at(&mut self, spot: &Value);

    /// Returns whether a click target belongs to this screen.
    fn owns_spot(&self, spot: &Value) -> bool;

    /// See [`Controls::scrolled`].
    fn scrolled(&mut self, model: &mut Model, spot: &Value, action: Action) -> Vec<Effect>;
}

impl<S: Screen + Controls + 'static> AnyScreen for S {
    fn owns(&self, act: Constant) -> bool {
        act.get::<S::Act>().is_some()
    }

    fn applies(&self, act: Constant) -> bool {
        act.get().is_some_and(|act| Controls::applies(self, act))
    }

    fn focus_for(&mut self, act: Constant) {
        if let Some(act) = act.get() {
            Controls::focus_for(self, act);
        }
    }

    fn enabled(&self, model: &Model, act: Constant) -> bool {
        act.get().is_some_and(|act| Controls::enabled(self, model, act))
    }

    fn bar_label(&self, model: &Model, act: Constant) -> Option<&'static str> {
        Controls::bar_label(self, model, act.get()?)
    }

    fn why_not(&self, model: &Model, act: Constant) -> Option<&'static str> {
        Controls::why_not(self, model, act.get()?)
    }

    fn drops_edits(&self, model: &Model, act: Constant) -> bool {
        act.get().is_some_and(|act| Controls::drops_edits(self, model, act))
    }

    fn perform(&mut self, model: &mut Model, act: Constant) -> Vec<Effect> {
        act.get().map_or_else(Vec::new, |act| Controls::perform(self, model, act))
    }

    fn clicked(&mut self, model: &mut Model, spot: &Value) -> Vec<Effect> {
        spot.get().map_or_else(Vec::new, |spot| Controls::clicked(self, model, spot))
    }

    fn focus_at(&mut self, spot: &Value) {
        if let Some(spot) = spot.get() {
            Controls::focus_at(self, spot);
        }
    }

    fn owns_spot(&self, spot: &Value) -> bool {
        spot.get::<S::Spot>().is_some()
    }

    fn scrolled(&mut self, model: &mut Model, spot: &Value, action: Action) -> Vec<Effect> {
        spot.get().map_or_else(Vec::new, |spot| Controls::scrolled(self, model, spot, action))
    }
}
