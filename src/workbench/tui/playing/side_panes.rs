//! The panes beside a board: the analysis and the evaluation.

use super::analysis::{self, named};
use super::evaluation;
use crate::tui::prelude::*;

/// A pane beside a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum SidePane {
    Analysis,
    Evaluation,
}

/// What a board is used for at the moment.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Activity {
    /// An organism analyses the position.
    pub(crate) analysing: bool,
    /// The user plays moves on the board.
    pub(crate) playing: bool,
    /// The evaluation pane is open.
    pub(crate) evaluating: bool,
}

/// The rows of the evaluation when the analysis is below it, and the least rows of the analysis.
const EVALUATION: u16 = 24;
const ANALYSIS: u16 = 10;

impl Activity {
    /// Returns the activity on the board of a screen.
    pub(crate) fn new(host: &dyn BoardHost, model: &Model) -> Activity {
        Activity {
            analysing: model.thinking.on.is_some(),
            playing: host.is_playing(),
            evaluating: host.board_state().is_some_and(|board| board.evaluation),
        }
    }

    /// Returns whether a pane is shown.
    pub(crate) fn has(self, pane: SidePane) -> bool {
        match pane {
            SidePane::Analysis => self.analysing,
            SidePane::Evaluation => self.evaluating || self.playing,
        }
    }

    /// Returns the panes and their areas. A low area holds one pane, the focused one if either has the focus.
    pub(crate) fn places(self, focus: Focus, area: Rect) -> Vec<(SidePane, Rect)> {
        let evaluating = self.has(SidePane::Evaluation) || focus == Focus::Evaluation;
        let analysing = self.analysing || focus == Focus::Analysis;
        match (evaluating, analysing) {
            (true, true) if area.height >= EVALUATION + ANALYSIS => {
                stack(area, &[(SidePane::Evaluation, EVALUATION)], SidePane::Analysis)
            }
            (true, true) if focus == Focus::Evaluation => vec![(SidePane::Evaluation, area)],
            (_, true) => vec![(SidePane::Analysis, area)],
            _ => vec![(SidePane::Evaluation, area)],
        }
    }
}

/// Draws a side pane.
pub(crate) fn draw(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, pane: SidePane, frame: Frame) {
    match pane {
        SidePane::Analysis => {
            let inner = frame.open(draw, &analysis::title(host, model), "");
            analysis::draw(draw, host, model, inner, frame.focused);
        }
        SidePane::Evaluation => {
            let title = format!("Evaluation {}", named(host, model, OrganismRole::Subject));
            let inner = frame.open(draw, &title, "");
            evaluation::draw(draw, host, model, inner, frame.focused);
        }
    }
}
