//! The Suite screen: solves a suite, with a cell for each position and a board for the selected position.
//!
//! `state` holds the runs of the subject and the rival, `commands` and `actions` the commands. The other files draw.

mod actions;
mod board;
mod commands;
mod forms;
mod grid;
mod histogram;
mod layout;
mod list;
mod lists;
mod screen;
mod state;
mod table;
pub(crate) mod tasks;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};
pub(crate) use layout::Pane;
pub(crate) use state::{Limit, LoadedSuite, State, SuiteSettings};

use crate::disagreement::OrganismRole;
use crate::tui::action::ScreenId;
use crate::tui::draw::Draw;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::side_panes::{self, Activity, SidePane};
use crate::tui::subject::ShownOrganism;
use crate::tui::widgets::pane::{self, Frame};

pub(crate) const ID: ScreenId = ScreenId("suite");

/// A clickable place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Spot {
    Pane(Pane),
    /// A cell of the grid, by the index of its position.
    Cell(usize),
    /// A row of the list of positions.
    Row(usize),
}

/// Returns the organism for the next run: the subject or the rival.
fn player(state: &State, model: &Model) -> Option<ShownOrganism> {
    match state.role() {
        OrganismRole::Subject => model.subject(),
        OrganismRole::Rival => model.rival().cloned(),
    }
}

/// Returns the positions that the shown run failed to solve.
fn unsolved(state: &State) -> impl Iterator<Item = usize> {
    let cells = state.run().map_or(&[][..], |run| &run.cells);
    cells.iter().enumerate().filter(|(_, cell)| cell.solved() == Some(false)).map(|(index, _)| index)
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let places = layout::places(area, state.pane, state.zoomed, Activity::new(state, model));
    // Without a pane of its own, the analysis is drawn below the board.
    let below = model.thinking.on.is_some() && !places.iter().any(|(pane, _)| *pane == Pane::Analysis);
    for (pane, frame) in pane::frames(area, places, state.pane) {
        draw.hits.note(frame.area, Target::own(Spot::Pane(pane)));
        match pane {
            Pane::Grid => grid::draw(draw, state, model, frame),
            Pane::List => list::draw(draw, state, model, frame),
            Pane::Board => board::draw(draw, state, model, frame, below),
            Pane::Analysis => side_panes::draw(draw, state, model, SidePane::Analysis, frame),
            Pane::Evaluation => side_panes::draw(draw, state, model, SidePane::Evaluation, frame),
        }
    }
}
