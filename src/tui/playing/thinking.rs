//! What the analysis is asked.

use super::BoardHost;
use crate::analysis::AnalysisRequest;
use crate::disagreement::Part;
use crate::tui::message::Effect;
use crate::tui::model::Model;

/// How many best lines are shown.
pub(crate) const LINES: usize = 3;

/// What is to be thought about: the board of the screen shown, by who was asked to.
fn wish(host: &dyn BoardHost, model: &Model) -> Option<AnalysisRequest> {
    let part = model.thinking.on?;
    let game = super::game(host, model)?;
    let organism = super::player(host, model, part)?.organism()?;
    let (parameters, _) = organism.search_parameters(None);
    Some(AnalysisRequest { weights: organism.weights(), parameters, game, lines: LINES })
}

/// Asks the analysis where something else is wished for than before. On a screen without a board nobody
/// thinks: nothing is computed for who does not look.
pub(crate) fn refresh(mut host: Option<&mut dyn BoardHost>, model: &mut Model) -> Option<Effect> {
    if let Some(host) = host.as_deref_mut() {
        super::follow(host, model);
    }
    if model.thinking.on == Some(Part::Rival) && model.rival().is_none() {
        model.thinking.on = None;
    }
    let wish = host.and_then(|host| wish(host, model));
    model.thinking.set_request(&wish).then(|| Effect::Think(wish.map(Box::new)))
}
