//! What the analysis is asked, and what it told last.

use crate::analysis::{AnalysisRequest, AnalysisResult};
use crate::disagreement::Part;
use crate::tui::message::Effect;
use crate::tui::model::{Cursor, Model};

/// How many best lines are shown.
pub(crate) const LINES: usize = 3;

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
    pub(crate) fn score_positions(&mut self, thought: AnalysisResult) {
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
}

/// What is to be thought about: the board of the screen shown, by who was asked to.
fn wish(model: &Model) -> Option<AnalysisRequest> {
    let part = model.thinking.on?;
    let game = super::game(model)?;
    let organism = super::player(model, part)?.organism()?;
    let (parameters, _) = organism.search_parameters(None);
    Some(AnalysisRequest { weights: organism.weights(), parameters, game, lines: LINES })
}

/// Asks the analysis where something else is wished for than before. On a screen without a board nobody
/// thinks: nothing is computed for who does not look.
pub(crate) fn refresh(model: &mut Model) -> Option<Effect> {
    super::follow(model);
    if model.thinking.on == Some(Part::Rival) && model.rival().is_none() {
        model.thinking.on = None;
    }
    let wish = wish(model);
    let thinking = &mut model.thinking;
    if thinking.wish == wish {
        return None;
    }
    let same_game =
        |wish: &AnalysisRequest| thinking.wish.as_ref().is_some_and(|older| older.same_game(wish));
    if !wish.as_ref().is_some_and(same_game) {
        thinking.cursor = Cursor::default();
    }
    thinking.wish.clone_from(&wish);
    Some(Effect::Think(wish.map(Box::new)))
}
