//! Compares the search with simple reference implementations and tests its documented properties.

mod endings;
mod limits;
mod lines;
mod parameters;
mod rules;
mod scores;
mod tablebases;
mod threads;

use std::ops::ControlFlow;

use shakmaty::Chess;

use super::{Engine, Game, Limits, Report, SearchParameters, SearchResult, Signal};
use crate::engine::evaluation::Weights;
use crate::engine::testing;

/// Size of hash tables in tests, in MiB.
const HASH: usize = 1;

/// Returns the reference organism's evaluation and its search in both schemas.
fn reference() -> (Weights, SearchParameters, SearchParameters) {
    use super::SearchMode::{Extended, Paper};
    let organism = crate::organism::Organism::named_or_path("reference").unwrap();
    let search = |mode| organism.search_parameters(Some(mode)).0;
    (organism.weights(), search(Paper), search(Extended))
}

fn think(engine: &mut Engine, position: &Chess, limits: &Limits) -> (SearchResult, Vec<Report>) {
    let mut reports = Vec::new();
    let mut listen = |report: &Report| {
        reports.push(report.clone());
        ControlFlow::Continue(())
    };
    let outcome = engine.search(&Game::new(position.clone()), limits, &Signal::default(), &mut listen);
    (outcome, reports)
}

/// Searches a position with a new engine and these parameters.
fn outcome_of(parameters: SearchParameters, position: &Chess, limits: &Limits) -> SearchResult {
    think(&mut Engine::new(&reference().0, parameters, HASH), position, limits).0
}

fn fen(fen: &str) -> Chess {
    testing::position(fen)
}
