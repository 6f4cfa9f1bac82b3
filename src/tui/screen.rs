//! What a screen is. The workbench knows its screens through this trait alone, and no screen knows another.

use std::fmt::Debug;
use std::path::Path;
use std::time::Duration;

use ratatui::layout::Rect;

use super::action::{Action, ScreenId};
use super::draw::Draw;
use super::erased::{Constant, Note, Value};
use super::hit_map::List;
use super::message::{Effect, Message};
use super::model::Model;
use super::playing::{self, BoardHost};

use crate::job::report::{Command, Fact};

/// Boards whose newest state is looked at before each frame.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Live {
    /// None.
    Nothing,
    /// Those of the open session.
    Session,
    /// Those of the match.
    Match,
}

/// A screen: its state, and what it shows. `model` is what all screens share.
pub(crate) trait Screen: Debug {
    /// Its name.
    fn id(&self) -> ScreenId;

    /// The key and the title of its tab.
    fn tab(&self) -> (&'static str, &'static str);

    /// Draws it.
    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect);

    /// The word of the bottom bar for showing it, where that is what to do now.
    fn show_word(&self, _model: &Model) -> Option<&'static str> {
        None
    }

    /// Whether its tab carries a dot: something came that was not looked at.
    fn has_news(&self, _model: &Model) -> bool {
        false
    }

    /// The command that matters most now, beside the first.
    fn second(&self, _model: &Model) -> Option<Action> {
        None
    }

    /// Moves what has the keys.
    fn navigate(&mut self, model: &mut Model, action: Action) -> Vec<Effect>;

    /// The mouse was pressed on a row of a list.
    fn row(&mut self, _model: &mut Model, _list: List, _row: usize) -> Vec<Effect> {
        Vec::new()
    }

    /// Goes one step back within the screen; false where there is none.
    fn back(&mut self, _model: &mut Model) -> bool {
        false
    }

    /// Whether there is such a step on the home screen.
    fn can_go_back(&self, _model: &Model) -> bool {
        false
    }

    /// The person goes to it.
    fn opened(&mut self, _model: &mut Model) -> Vec<Effect> {
        Vec::new()
    }

    /// Goes to a generation of the run shown.
    fn look_at(&mut self, model: &mut Model, generation: u32) -> Vec<Effect> {
        model.look_at(generation)
    }

    /// Brings it in step with the model after a change.
    fn refresh(&mut self, _model: &mut Model) -> Vec<Effect> {
        Vec::new()
    }

    /// Whether it is the one that takes a message in.
    fn accepts(&self, _message: &Message) -> bool {
        false
    }

    /// Takes a message in.
    fn take(&mut self, _model: &mut Model, _message: Message) -> Vec<Effect> {
        Vec::new()
    }

    /// Reads a note; one whose type it does not know is for others.
    fn receive(&mut self, _model: &mut Model, _note: &Note) -> Vec<Effect> {
        Vec::new()
    }

    /// The job reported a fact, which the model does not know yet.
    fn fact(&mut self, _model: &Model, _fact: &Fact) {}

    /// A job was started in a folder: the command for it, where this screen goes on by itself.
    fn started(&mut self, _folder: &Path) -> Option<Command> {
        None
    }

    /// A job could not be started.
    fn refused(&mut self) {}

    /// The board moves are played on.
    fn board(&self) -> Option<&dyn BoardHost> {
        None
    }

    /// The same, to be changed.
    fn board_mut(&mut self) -> Option<&mut dyn BoardHost> {
        None
    }

    /// The boards whose newest state it shows.
    fn live(&self) -> Live {
        Live::Nothing
    }

    /// How often its clocks are to be drawn anew; `None` while none runs.
    fn ticks(&self, _model: &Model) -> Option<Duration> {
        None
    }

    /// The objective whose sessions are shown on this screen first; `None` for all that have no screen of their own.
    fn objective(&self) -> Option<&'static str> {
        None
    }
}

/// What can be done on a screen, in its own types.
pub(crate) trait Controls {
    /// What can be done on it.
    type Act: Copy + Debug + 'static;
    /// What can be clicked on it, beside what acts and the rows of its lists.
    type Spot: Copy + Debug + 'static;

    /// Whether a command applies where the keys are.
    fn applies(&self, _act: Self::Act) -> bool {
        true
    }

    /// Lets a command apply: gives what it is about the keys.
    fn prepare(&mut self, _act: Self::Act) {}

    /// Whether a command would do something now.
    fn enabled(&self, model: &Model, act: Self::Act) -> bool;

    /// The word of the bottom bar, where it depends on what goes on.
    fn word(&self, _model: &Model, _act: Self::Act) -> Option<&'static str> {
        None
    }

    /// Why a command would do nothing now; `None` for what is said of the session in general.
    fn why_not(&self, _model: &Model, _act: Self::Act) -> Option<&'static str> {
        None
    }

    /// Whether a command would drop what was edited by hand, with another subject or another session.
    fn drops_edits(&self, _act: Self::Act) -> bool {
        false
    }

    /// Does what a command says.
    fn perform(&mut self, model: &mut Model, act: Self::Act) -> Vec<Effect>;

    /// The mouse was pressed on something.
    fn clicked(&mut self, _model: &mut Model, _spot: Self::Spot) -> Vec<Effect> {
        Vec::new()
    }

    /// The mouse was pressed on something of which this is the ground.
    fn entered(&mut self, _spot: Self::Spot) {}

    /// The wheel was turned over something: that moves, whatever has the keys.
    fn rolled(&mut self, _model: &mut Model, _spot: Self::Spot, _action: Action) -> Vec<Effect> {
        Vec::new()
    }
}

/// A screen whose own types are hidden, as the workbench knows it.
pub(crate) trait AnyScreen: Screen {
    /// Whether a command is one of this screen.
    fn owns(&self, act: Constant) -> bool;

    /// See [`Controls::applies`].
    fn applies(&self, act: Constant) -> bool;

    /// See [`Controls::prepare`].
    fn prepare(&mut self, act: Constant);

    /// Whether a command of this screen or of its board would do something now.
    fn enabled(&self, model: &Model, act: Constant) -> bool;

    /// The word of the bottom bar for a command of this screen or of its board.
    fn word(&self, model: &Model, act: Constant) -> Option<&'static str>;

    /// Why a command of this screen or of its board would do nothing now.
    fn why_not(&self, model: &Model, act: Constant) -> Option<&'static str>;

    /// See [`Controls::drops_edits`].
    fn drops_edits(&self, act: Constant) -> bool;

    /// Does what a command of this screen or of its board says.
    fn perform(&mut self, model: &mut Model, act: Constant) -> Vec<Effect>;

    /// The mouse was pressed on something of this screen or of its board.
    fn clicked(&mut self, model: &mut Model, spot: &Value) -> Vec<Effect>;

    /// See [`Controls::entered`].
    fn entered(&mut self, spot: &Value);

    /// Whether something is a spot of this screen, over which the wheel can be turned.
    fn rolls(&self, spot: &Value) -> bool;

    /// See [`Controls::rolled`].
    fn rolled(&mut self, model: &mut Model, spot: &Value, action: Action) -> Vec<Effect>;
}

impl<S: Screen + Controls + 'static> AnyScreen for S {
    fn owns(&self, act: Constant) -> bool {
        act.get::<S::Act>().is_some()
    }

    fn applies(&self, act: Constant) -> bool {
        act.get().is_some_and(|act| Controls::applies(self, act))
    }

    fn prepare(&mut self, act: Constant) {
        if let Some(act) = act.get() {
            Controls::prepare(self, act);
        }
    }

    fn enabled(&self, model: &Model, act: Constant) -> bool {
        match (act.get(), act.get().zip(self.board())) {
            (Some(act), _) => Controls::enabled(self, model, act),
            (None, Some((act, board))) => playing::enabled(board, model, act),
            (None, None) => false,
        }
    }

    fn word(&self, model: &Model, act: Constant) -> Option<&'static str> {
        match act.get() {
            Some(act) => Controls::word(self, model, act),
            None => playing::word(self.board()?, model, act.get()?),
        }
    }

    fn why_not(&self, model: &Model, act: Constant) -> Option<&'static str> {
        match act.get() {
            Some(act) => Controls::why_not(self, model, act),
            None => Some(playing::why_not(self.board()?, model, act.get()?)),
        }
    }

    fn drops_edits(&self, act: Constant) -> bool {
        act.get().is_some_and(|act| Controls::drops_edits(self, act))
    }

    fn perform(&mut self, model: &mut Model, act: Constant) -> Vec<Effect> {
        if let Some(act) = act.get() {
            return Controls::perform(self, model, act);
        }
        match act.get().zip(self.board_mut()) {
            Some((act, board)) => playing::perform(board, model, act),
            None => Vec::new(),
        }
    }

    fn clicked(&mut self, model: &mut Model, spot: &Value) -> Vec<Effect> {
        if let Some(spot) = spot.get() {
            return Controls::clicked(self, model, spot);
        }
        match spot.get().zip(self.board_mut()) {
            Some((spot, board)) => playing::clicked(board, model, spot),
            None => Vec::new(),
        }
    }

    fn entered(&mut self, spot: &Value) {
        if let Some(spot) = spot.get() {
            Controls::entered(self, spot);
        }
    }

    fn rolls(&self, spot: &Value) -> bool {
        spot.get::<S::Spot>().is_some()
    }

    fn rolled(&mut self, model: &mut Model, spot: &Value, action: Action) -> Vec<Effect> {
        spot.get().map_or_else(Vec::new, |spot| Controls::rolled(self, model, spot, action))
    }
}
