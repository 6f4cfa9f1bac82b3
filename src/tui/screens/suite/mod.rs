//! The Suite screen: a suite solved live, a cell for each position, and each position on a board to play on.
//!
//! `state` holds the runs of subject and rival; `commands` and `act` are what can be done; the other files draw.

mod act;
mod board;
mod commands;
mod forms;
mod grid;
mod layout;
mod list;
mod lists;
mod screen;
mod state;
pub(crate) mod tasks;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{Limit, Loaded, State, Terms};

use crate::disagreement::Part;
use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::beside::{self, Beside, Going};
use crate::tui::subject::ShownOrganism;
use crate::tui::widgets::pane::{self, Frame};

/// The name of the screen.
pub(crate) const ID: ScreenId = ScreenId("suite");

/// What can be clicked here, beside what acts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    /// A pane.
    Pane(Pane),
    /// A cell of the grid.
    Cell(usize),
    /// A row of the list.
    Row(usize),
}

/// Who solves next: the organism that has the part shown.
fn player(state: &State, model: &Model) -> Option<ShownOrganism> {
    match state.part() {
        Part::Subject => model.subject(),
        Part::Rival => model.rival().cloned(),
    }
}

/// The positions of the run shown that were searched in vain.
fn unsolved(state: &State) -> impl Iterator<Item = usize> {
    let cells = state.run().map_or(&[][..], |run| &run.cells);
    cells.iter().enumerate().filter(|(_, cell)| cell.solved() == Some(false)).map(|(index, _)| index)
}

/// Draws it.
fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let bare = pane::is_bare(area);
    let places = layout::places(area, state.pane, state.zoomed, Going::of(state, model));
    let alone = places.len() == 1;
    // Where the analysis has no pane it stands below the board.
    let below = model.thinking.on.is_some() && !places.iter().any(|(pane, _)| *pane == Pane::Analysis);
    for (pane, area) in places {
        draw.hits.note(area, Target::own(Spot::Pane(pane)));
        let keys = pane == state.pane;
        let frame = Frame { area, focus: keys && !alone, keys, bare };
        match pane {
            Pane::Grid => grid::draw(draw, state, model, frame),
            Pane::List => list::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame, below),
            Pane::Analysis => beside::draw(draw, state, model, Beside::Analysis, frame),
            Pane::Evaluation => beside::draw(draw, state, model, Beside::Evaluation, frame),
        }
    }
}
