//! The operators of the genetic algorithm in words.

use super::format::rate;
use crate::evolution::settings::{Crossover, EvolutionSettings, Selection, Stage, Weighting};
/// A crossover operator in words.
pub(crate) fn crossover(crossover: Crossover) -> &'static str {
    match crossover {
        Crossover::Uniform => "uniform",
        Crossover::OnePoint => "one-point",
        Crossover::TwoPoint => "two-point",
    }
}

/// A selection in words; where it goes by fitness, with what that is in this stage.
pub(crate) fn selection(selection: Selection, settings: &EvolutionSettings) -> String {
    match selection {
        Selection::Proportional => match settings.stage {
            Stage::Grandmaster => "by fitness²".to_owned(),
            Stage::Coevolution => "by points".to_owned(),
            Stage::Tuning => "by nodes saved".to_owned(),
            Stage::Mentor => match settings.mentor.as_ref().map(|mentor| mentor.weighting) {
                Some(Weighting::Inverse { power: 1 }) => "by 1/error".to_owned(),
                Some(Weighting::Inverse { power: 2 }) => "by 1/error²".to_owned(),
                Some(Weighting::Inverse { power }) => format!("by 1/error^{power}"),
                Some(Weighting::BelowWorst) | None => "by worst error less own".to_owned(),
            },
        },
        Selection::Rank { pressure } => format!("linear ranking, pressure {}", rate(pressure)),
        Selection::Tournament { size } => format!("tournament of {size}"),
    }
}
