//! The engine analysis of the position on the board.

use crate::analysis::{AnalysisRequest, AnalysisResult};
use crate::tui::prelude::*;

/// The engine analysis of the position on the board.
#[derive(Debug, Default)]
pub(crate) struct Thinking {
    /// The organism whose engine analyses the position; `None` while no engine does.
    pub(crate) on: Option<OrganismRole>,
    /// The selected line.
    pub(crate) cursor: Cursor,
    request: Option<AnalysisRequest>,
    /// The latest results of the subject and the rival.
    results: [Option<AnalysisResult>; 2],
}

impl Thinking {
    /// Keeps a result if it answers the current request.
    pub(crate) fn update(&mut self, result: AnalysisResult) {
        if let Some(role) = self.on.filter(|_| self.request.as_ref() == Some(&*result.request)) {
            self.results[role as usize] = Some(result);
        }
    }

    /// Returns the result for the current request.
    pub(crate) fn now(&self) -> Option<&AnalysisResult> {
        let result = self.results[self.on? as usize].as_ref()?;
        (Some(&*result.request) == self.request.as_ref()).then_some(result)
    }

    /// Returns the earlier result of the other organism for the same position.
    pub(crate) fn other(&self) -> Option<&AnalysisResult> {
        let result = self.results[self.on?.other() as usize].as_ref()?;
        self.request.as_ref().is_some_and(|request| result.request.same_game(request)).then_some(result)
    }

    /// Sets the current request and returns whether it changed.
    pub(crate) fn set_request(&mut self, request: &Option<AnalysisRequest>) -> bool {
        if self.request == *request {
            return false;
        }
        let same_game =
            self.request.as_ref().zip(request.as_ref()).is_some_and(|(old, new)| old.same_game(new));
        if !same_game {
            self.cursor = Cursor::default();
        }
        self.request.clone_from(request);
        true
    }
}
