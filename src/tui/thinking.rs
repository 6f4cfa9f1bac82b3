//! Who thinks about the board, and what came of it.

use super::cursor::Cursor;
use crate::analysis::{AnalysisRequest, AnalysisResult};
use crate::disagreement::Part;

/// Who thinks, about what, and what came of it.
#[derive(Debug, Default)]
pub(crate) struct Thinking {
    /// Who thinks about the board, while somebody does.
    pub(crate) on: Option<Part>,
    /// The line under the cursor.
    pub(crate) cursor: Cursor,
    wish: Option<AnalysisRequest>,
    /// What the subject and the rival told last.
    thoughts: [Option<AnalysisResult>; 2],
}

impl Thinking {
    /// Takes in what the analysis told.
    pub(crate) fn hear(&mut self, thought: AnalysisResult) {
        if let Some(part) = self.on.filter(|_| self.wish.as_ref() == Some(&*thought.request)) {
            self.thoughts[part as usize] = Some(thought);
        }
    }

    /// What is known of the position on the board by who thinks now.
    pub(crate) fn now(&self) -> Option<&AnalysisResult> {
        let thought = self.thoughts[self.on? as usize].as_ref()?;
        (Some(&*thought.request) == self.wish.as_ref()).then_some(thought)
    }

    /// What the other of the two found out about the same position before.
    pub(crate) fn other(&self) -> Option<&AnalysisResult> {
        let other = match self.on? {
            Part::Subject => Part::Rival,
            Part::Rival => Part::Subject,
        };
        let thought = self.thoughts[other as usize].as_ref()?;
        self.wish.as_ref().is_some_and(|wish| thought.request.same_game(wish)).then_some(thought)
    }

    /// Notes what is wished for; whether that is something else than before.
    pub(crate) fn wishes(&mut self, wish: &Option<AnalysisRequest>) -> bool {
        if self.wish == *wish {
            return false;
        }
        let same_game =
            |wish: &AnalysisRequest| self.wish.as_ref().is_some_and(|older| older.same_game(wish));
        if !wish.as_ref().is_some_and(same_game) {
            self.cursor = Cursor::default();
        }
        self.wish.clone_from(wish);
        true
    }
}
