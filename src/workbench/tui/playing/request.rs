//! The request to the analysis threads: which organism analyses which game.

use crate::analysis::AnalysisRequest;
use crate::tui::prelude::*;

/// The number of best lines shown.
pub(crate) const LINES: usize = 3;

fn request(host: &dyn BoardHost, model: &Model) -> Option<AnalysisRequest> {
    let role = model.thinking.on?;
    let game = super::game(host, model)?;
    let organism = super::player(host, model, role)?.organism()?;
    let (parameters, _) = organism.search_parameters(None);
    Some(AnalysisRequest { weights: organism.weights(), parameters, game, lines: LINES })
}

/// Sends a new request where the request has changed. The analysis pauses while a screen without a board is shown.
pub(crate) fn refresh(mut host: Option<&mut dyn BoardHost>, model: &mut Model) -> Option<Effect> {
    if let Some(host) = host.as_deref_mut() {
        super::leave_stale_line(host, model);
    }
    if model.thinking.on == Some(OrganismRole::Rival) && model.rival().is_none() {
        model.thinking.on = None;
    }
    let wish = host.and_then(|host| request(host, model));
    model.thinking.set_request(&wish).then(|| Effect::Think(wish.map(Box::new)))
}
