//! Names of the genetic algorithm's operators, as screens show them.

use super::format::rate;
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::experiment::Experiment;

pub(crate) fn crossover(crossover: Crossover) -> &'static str {
    match crossover {
        Crossover::Uniform => "uniform",
        Crossover::OnePoint => "one-point",
        Crossover::TwoPoint => "two-point",
    }
}

/// Returns the name of a selection; fitness-proportional selection is named after the objective's fitness.
pub(crate) fn selection(selection: Selection, settings: &Experiment) -> String {
    match selection {
        Selection::Proportional => format!("by {}", settings.objective.settings().weight()),
        Selection::Rank { pressure } => format!("linear ranking, pressure {}", rate(pressure)),
        Selection::Tournament { size } => format!("tournament of {size}"),
    }
}
