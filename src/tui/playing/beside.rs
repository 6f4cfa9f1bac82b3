//! What stands beside a board: what an engine thinks of it, and the evaluation laid open.

use ratatui::layout::Rect;

use super::analysis::{self, named};
use super::{BoardHost, Focus, evaluation};
use crate::disagreement::Part;
use crate::tui::draw::Draw;
use crate::tui::model::Model;
use crate::tui::widgets::pane::Frame;

/// A pane beside a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beside {
    /// What an engine thinks.
    Analysis,
    /// The evaluation.
    Evaluation,
}

/// What goes on on a board.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Going {
    /// An engine thinks about it.
    pub(crate) analysed: bool,
    /// Moves are played on it.
    pub(crate) played: bool,
    /// The evaluation is laid open.
    pub(crate) weighed: bool,
}

/// Rows of the evaluation where the analysis stands below it, and of that at least.
const EVALUATION: u16 = 24;
const ANALYSIS: u16 = 10;

impl Going {
    /// What goes on on the board of the screen shown.
    pub(crate) fn of(host: &dyn BoardHost, model: &Model) -> Going {
        let table = host.table();
        Going {
            analysed: model.thinking.on.is_some(),
            played: table.is_some_and(|table| table.play.is_some()),
            weighed: table.is_some_and(|table| table.evaluation),
        }
    }

    /// Whether there is such a pane.
    pub(crate) fn has(self, pane: Beside) -> bool {
        match pane {
            Beside::Analysis => self.analysed,
            Beside::Evaluation => self.weighed || self.played,
        }
    }

    /// Which of the two go where: only one where the height does not hold both, `focus` always.
    pub(crate) fn places(self, focus: Focus, area: Rect) -> Vec<(Beside, Rect)> {
        let weighed = self.has(Beside::Evaluation) || focus == Focus::Evaluation;
        let analysed = self.analysed || focus == Focus::Analysis;
        match (weighed, analysed) {
            (true, true) if area.height >= EVALUATION + ANALYSIS => {
                let upper = Rect { height: EVALUATION, ..area };
                let lower = Rect { y: area.y + EVALUATION, height: area.height - EVALUATION, ..area };
                vec![(Beside::Evaluation, upper), (Beside::Analysis, lower)]
            }
            (true, true) if focus == Focus::Evaluation => vec![(Beside::Evaluation, area)],
            (_, true) => vec![(Beside::Analysis, area)],
            _ => vec![(Beside::Evaluation, area)],
        }
    }
}

/// Draws one of them.
pub(crate) fn draw(draw: &mut Draw<'_>, host: &dyn BoardHost, model: &Model, pane: Beside, frame: Frame) {
    match pane {
        Beside::Analysis => {
            let inner = frame.open(draw, &analysis::title(host, model), "");
            analysis::draw(draw, host, model, inner, frame.keys);
        }
        Beside::Evaluation => {
            let title = format!("Evaluation {}", named(host, model, Part::Subject));
            let inner = frame.open(draw, &title, "");
            evaluation::draw(draw, host, model, inner, frame.keys);
        }
    }
}
