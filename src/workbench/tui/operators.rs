//! Names of the genetic algorithm's operators, as screens show them.

use super::format::rate;
use crate::evolution::operators::crossover::Crossover;
use crate::evolution::operators::selection::Selection;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::optimizers::ga::GaSettings;
use crate::evolution::setting::Declaration;
use crate::experiment::Experiment;
use crate::job::report::NewSettings;

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

/// Returns how many bits mutation flips.
pub(crate) fn mutation(ga: &GaSettings) -> String {
    match ga.mutations {
        Some(mutations) => format!("{} per chromosome", rate(mutations)),
        None => format!("{} per bit", rate(ga.mutation_rate)),
    }
}

/// Describes settings that changed during a run.
pub(crate) fn changed(settings: &NewSettings) -> String {
    let mut others = settings.pairs.map_or_else(String::new, |pairs| format!(", number of games {pairs}"));
    if let Some(bounds) = &settings.bounds {
        let named = bounds.iter().map(|(name, [low, high])| format!("{name} {low} to {high}"));
        let named = named.collect::<Vec<_>>().join(", ");
        others += ", bounds ";
        others += if named.is_empty() { "as wide as the ranges" } else { &named };
    }
    let optimizer = &settings.optimizer;
    if let Some(ga) = optimizer.ga() {
        let (kind, rate, mutation) = (crossover(ga.crossover), ga.crossover_rate, mutation(ga));
        return format!("crossover {kind} at {rate}, mutation {mutation}, elite {}{others}", ga.elite);
    }
    match optimizer.spsa() {
        Some(spsa) => format!(
            "first step {}, perturbation {}, stability {}{others}",
            spsa.first_step, spsa.perturbation, spsa.stability
        ),
        None => format!("{}{others}", optimizer.name()),
    }
}

/// Returns the names and values of the optimizer's settings, except the population.
pub(crate) fn optimizer_rows(settings: &Experiment) -> Vec<(&'static str, String)> {
    let optimizer = &settings.optimizer;
    if let Some(ga) = optimizer.ga() {
        return vec![
            ("crossover", format!("{} {}", rate(ga.crossover_rate), crossover(ga.crossover))),
            ("mutation", mutation(ga)),
            ("selection", selection(ga.selection, settings)),
            ("elite", ga.elite.to_string()),
        ];
    }
    let declarations = OptimizerSettings::declarations().into_iter();
    let own =
        declarations.filter(|(name, setting)| *name == optimizer.name() && setting.name != "population");
    let row = |(_, setting): (_, Declaration<OptimizerSettings>)| {
        Some((setting.name, (setting.get)(optimizer)?.to_string()))
    };
    std::iter::once(("optimizer", optimizer.name().to_owned())).chain(own.filter_map(row)).collect()
}
