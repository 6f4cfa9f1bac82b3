//! The Suite screen: a suite solved live, a cell for each position, and each position on a board to play on.
//!
//! `state` holds the runs of subject and rival; `commands` and `act` are what can be done; the other files draw.

mod act;
pub(in crate::tui::screens) mod board;
mod commands;
mod grid;
mod layout;
mod list;
mod state;

use ratatui::layout::Rect;

pub(crate) use act::{
    back, clicked, exported, opened, perform, refresh, rolled, score_positions, settled, walk,
};
pub(crate) use commands::{Act, COMMANDS, enabled, why_not, word};
pub(crate) use layout::Pane;
pub(crate) use state::{Limit, Loaded, State, Terms};

use crate::disagreement::Part;
use crate::tui::draw::Draw;
use crate::tui::model::{Model, Target};
use crate::tui::playing::beside::{self, Beside, Going};
use crate::tui::playing::{Focus, Root};
use crate::tui::subject::ShownOrganism;
use crate::tui::widgets::pane::Frame;

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
fn player(model: &Model) -> Option<ShownOrganism> {
    match model.suite.part() {
        Part::Subject => model.subject(),
        Part::Rival => model.rival().cloned(),
    }
}

/// Who thinks about a position here: whoever the person chose, else who solved it.
pub(crate) fn studied(model: &Model) -> Option<ShownOrganism> {
    let solver = || model.suite.runs[Part::Subject as usize].as_ref().map(|run| run.organism.clone());
    model.cast.chosen().cloned().or_else(solver).or_else(|| model.subject())
}

/// The positions of the run shown that were searched in vain.
fn unsolved(model: &Model) -> impl Iterator<Item = usize> {
    let cells = model.suite.run().map_or(&[][..], |run| &run.cells);
    cells.iter().enumerate().filter(|(_, cell)| cell.solved() == Some(false)).map(|(index, _)| index)
}

/// The position looked at, where moves can be played on.
pub(crate) fn root(model: &Model) -> Option<Root> {
    let problem = model.suite.problem()?;
    Some(Root {
        of: model.suite.at,
        position: problem.position.clone(),
        line: Vec::new(),
        right: problem.best.clone(),
        right_name: "best move",
    })
}

/// What of the board has the keys.
pub(crate) fn focus(model: &Model) -> Focus {
    model.suite.pane.of_board()
}

/// Gives something of the board the keys; what lies beside it gets them back when the playing ends.
pub(crate) fn turn_to(model: &mut Model, focus: Focus) {
    let state = &mut model.suite;
    state.pane = match focus {
        Focus::Board => Pane::Board,
        Focus::Analysis => Pane::Analysis,
        Focus::Evaluation => Pane::Evaluation,
        Focus::Other => state.before,
    };
}

/// Draws it.
pub(super) fn draw(draw: &mut Draw<'_>, model: &Model, area: Rect) {
    let state = &model.suite;
    let bare = layout::bare(area);
    let places = layout::places(area, state.pane, state.zoomed, Going::of(model));
    let alone = places.len() == 1;
    // Where the analysis has no pane it stands below the board.
    let below = model.thinking.on.is_some() && !places.iter().any(|(pane, _)| *pane == Pane::Analysis);
    for (pane, area) in places {
        draw.seen.note(area, Target::Suite(Spot::Pane(pane)));
        let keys = pane == state.pane;
        let frame = Frame { area, focus: keys && !alone, keys, bare };
        match pane {
            Pane::Grid => grid::draw(draw, model, frame),
            Pane::List => list::draw(draw, model, frame),
            Pane::Board => board::draw(draw, model, frame, below),
            Pane::Analysis => beside::draw(draw, model, Beside::Analysis, frame),
            Pane::Evaluation => beside::draw(draw, model, Beside::Evaluation, frame),
        }
    }
}
