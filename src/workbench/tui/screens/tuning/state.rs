//! The state of the Tuning screen: the positions of the session, the cursor, and the baseline of the comparison.

use std::path::PathBuf;
use std::sync::Arc;

use super::layout::Pane;
use crate::objectives::suite::SuiteSettings;
use crate::solving::Problem;
use crate::tui::cursor::Cursor;
use crate::tui::playing::BoardState;

/// The positions of a session.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SuiteSelection {
    /// The settings, which determine the positions of the suite.
    pub(crate) settings: SuiteSettings,
    /// The session's folder, which has the quiet positions.
    pub(crate) folder: PathBuf,
    /// Whether a generation is recorded. The quiet positions are chosen before the first.
    pub(crate) measured: bool,
}

/// The positions that were read, or the error message.
pub(crate) type Problems = Result<Arc<Vec<Problem>>, String>;

/// The results with which organisms are compared, chosen by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Baseline {
    /// The folder of the session.
    pub(crate) folder: PathBuf,
    /// The name on the screen.
    pub(crate) name: String,
    /// The nodes for each position; 0 if the best move was not found.
    pub(crate) nodes: Arc<Vec<u32>>,
}

/// The state of the Tuning screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The focused pane.
    pub(crate) pane: Pane,
    /// The pane that was focused before the board was opened or the user played moves.
    pub(crate) previous_pane: Pane,
    /// Whether the focused pane is shown alone.
    pub(crate) zoomed: bool,
    /// The place of the selected organism in the population.
    pub(crate) place: usize,
    /// The index of the selected position.
    pub(crate) at: usize,
    /// Whether each position has a column of its own even if not all columns fit.
    pub(crate) magnified: bool,
    /// The chosen baseline; `None` for the best organism of generation 0.
    pub(crate) baseline: Option<Baseline>,
    /// Whether positions found sooner or later are listed too.
    pub(crate) lists_all: bool,
    /// The selected row of the gained and lost positions.
    pub(crate) changes: Cursor,
    /// The positions that were read last, or the error message.
    pub(crate) problems: Option<(SuiteSelection, Problems)>,
    /// The positions that were requested last.
    pub(crate) requested: Option<SuiteSelection>,
    /// Whether the selected position is shown on the board.
    pub(crate) board: bool,
    /// The state of the board.
    pub(crate) board_state: BoardState,
}

impl State {
    /// Returns the positions, if they were read.
    pub(crate) fn problems(&self) -> Option<&Arc<Vec<Problem>>> {
        self.problems.as_ref().and_then(|(_, problems)| problems.as_ref().ok())
    }

    /// Returns the selected position.
    pub(crate) fn problem(&self) -> Option<&Problem> {
        self.problems()?.get(self.at)
    }
}
