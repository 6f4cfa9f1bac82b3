//! The pane with the progress of the generations: the Elo of their leaders against the founders once it is measured,
//! and before that the best score and the number of surviving founders of each generation.
//!
//! A score is relative to the other organisms of the same generation, so it does not show whether organisms get
//! stronger. The confirmation and the milestones show that: in them the last population and the leaders play against
//! the founders, and milestones select nothing. The pane does not show a rating of all organisms from the games of the
//! round robins. Generations are linked only by the organisms that survive unchanged, and survivors were lucky: such a
//! rating would rise with every generation even without any gain.

use super::state::{State, session};
use super::status::starts_alone;
use crate::evolution::record::Spread;
use crate::figures::evolution;
use crate::tui::panes::chart::Options;
use crate::tui::panes::{chart, curves};
use crate::tui::prelude::*;

/// Returns the name of the figure shown: the Elo of the leaders once it is measured.
pub(super) fn figure(open: &Evolution) -> &'static str {
    if elo(open).is_some() { "elo" } else { "scores" }
}

/// Returns the chart of the Elo of the leaders against the founders; `None` before it is measured.
fn elo(open: &Evolution) -> Option<Chart> {
    evolution::elo(&open.confirmation()?.milestones, curves::generations(open))
}

/// Returns the chart shown; `None` before the first generation.
pub(super) fn chart(open: &Evolution) -> Option<Chart> {
    open.latest()?;
    let scores = || {
        let points = open.run()?.curve.points();
        let points: Vec<(u32, &Spread, u32)> =
            points.map(|point| (point.generation, &point.spread, point.founders)).collect();
        Some(evolution::scores(&points, open.train_total, curves::generations(open), !starts_alone(open)))
    };
    elo(open).or_else(scores)
}

pub(super) fn draw(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Some(open) = session(model) else { return };
    let milestones = open.confirmation().map_or(&[][..], |confirmation| &confirmation.milestones);
    let games: u64 = milestones.iter().map(|milestone| milestone.games()).sum();
    let scores = "Scores within each generation, %";
    let (title, note) = match games {
        games if elo(open).is_some() => {
            ("Elo of leaders against the founders", format!("{} games", thousands(games)))
        }
        0 => (scores, String::new()),
        _ => (scores, "no Elo: leaders won all or lost all games".to_owned()),
    };
    let inner = frame.open(draw, title, &note);
    let Some(chart) = chart(open) else {
        paragraph(draw, inner, "no generation is finished yet", Role::Dim);
        return;
    };
    let (view, focused, ascii) = (model.chart, frame.focused, model.ascii);
    let options = Options { view, focused, ascii, entries: &[], selected: None };
    if let Some(placed) = chart::draw(draw, &chart, &options, inner) {
        curves::mark_generations(draw, open, &placed);
    }
}
