//! The expected cost of a stage from its budget: evaluations, games and nodes.
//!
//! Costs of stages can be compared with each other. They are rough: [`super::estimates`] measures the speed of this
//! machine in trials.

use super::plan::PipelinePlan;
use super::stage::Stage;
use crate::experiment::Experiment;

/// Returns the expected cost of a stage of the plan, in nodes of a search.
#[must_use]
pub fn cost(plan: &PipelinePlan, stage: Stage) -> f64 {
    let Some(settings) = plan.stage(stage) else { return 0.0 };
    let settings = plan.with_placeholders(settings);
    settings.objective.settings().expected_nodes(&settings.outline(), elite(&settings))
}

/// Returns the number of organisms that are copied to the next generation.
pub(super) fn elite(settings: &Experiment) -> u32 {
    settings.optimizer.ga().map_or(0, |ga| ga.elite)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::{PRESETS, preset};

    #[test]
    fn a_stage_costs_more_if_its_budget_is_larger() {
        for (name, _) in PRESETS {
            let plan = preset(name).unwrap();
            for (stage, _) in plan.planned() {
                let before = cost(&plan, stage);
                assert!(before.is_finite() && before > 0.0, "{name} {stage:?}");
                let mut longer = plan.clone();
                longer.stage_mut(stage).unwrap().generations *= 2;
                assert!(cost(&longer, stage) > before, "{name} {stage:?}");
            }
        }
    }

    #[test]
    fn games_and_searches_cost_more_than_positions() {
        let plan = preset("paper-2014").unwrap();
        let [positions, games, searches] =
            [Stage::Grandmaster, Stage::Coevolution, Stage::Tuning].map(|stage| cost(&plan, stage));
        assert!(positions < games && positions < searches, "{positions} {games} {searches}");
    }
}
