//! The operators of the genetic algorithm in words.

use super::format::rate;
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::experiment::Experiment;

/// A crossover operator in words.
pub(crate) fn crossover(crossover: Crossover) -> &'static str {
    match crossover {
        Crossover::Uniform => "uniform",
        Crossover::OnePoint => "one-point",
        Crossover::TwoPoint => "two-point",
    }
}

/// A selection in words; where it goes by fitness, with what that is in this stage.
pub(crate) fn selection(selection: Selection, settings: &Experiment) -> String {
    match selection {
        Selection::Proportional => format!("by {}", settings.objective.settings().weight()),
        Selection::Rank { pressure } => format!("linear ranking, pressure {}", rate(pressure)),
        Selection::Tournament { size } => format!("tournament of {size}"),
    }
}
