//! The expected cost of a stage from its budget: evaluations, games and nodes.
//!
//! Costs of stages can be compared with each other. They are rough: [`super::estimates`] measures the speed of this
//! machine in trials.

use super::plan::PipelinePlan;
use super::stage::Stage;
use crate::arena::control::Control;
use crate::experiment::Experiment;
use crate::objectives::self_play::SelfPlaySettings;

/// The assumed length of a game in plies.
pub(super) const GAME_PLIES: u32 = 120;
/// The assumed nodes per second of a search that is limited by time.
const NODES_PER_SECOND: f64 = 1e6;
/// The assumed growth of a search per ply of depth.
const BRANCHING: f64 = 4.0;
/// The cost of an organism on a training set in nodes of a search, as organisms are measured many at a time.
const ORGANISM: f64 = 250.0;
/// The cost of preparing the positions of a stage in nodes.
const PREPARATION: f64 = 5e6;
/// The assumed number of positions of a suite of unknown size.
const SUITE: u32 = 879;
/// The assumed share of the node limit that a search of a suite needs.
const NEEDED: f64 = 0.4;

/// Returns the expected cost of a stage of the plan, in nodes of a search.
#[must_use]
pub fn cost(plan: &PipelinePlan, stage: Stage) -> f64 {
    let Some(settings) = plan.stage(stage) else { return 0.0 };
    let settings = plan.with_placeholders(settings);
    match (settings.objective.self_play(), settings.objective.suite()) {
        (Some(self_play), _) => {
            let nodes = match self_play.control {
                Control::Nodes(nodes) => nodes as f64,
                Control::Depth(depth) => BRANCHING.powf(f64::from(depth)),
                Control::MoveTime(each) => each as f64 / 1e3 * NODES_PER_SECOND,
                Control::Clock(clock) => {
                    let moves = GAME_PLIES / 2;
                    clock.in_all(moves).as_secs_f64() / f64::from(moves) * NODES_PER_SECOND
                }
            };
            most_games(self_play, &settings) as f64 * f64::from(GAME_PLIES) * nodes
        }
        (None, Some(tuning)) => {
            let searches =
                organisms(&settings, elite(&settings)) * f64::from(tuning.positions.unwrap_or(SUITE));
            searches * f64::from(tuning.node_limit) * NEEDED
        }
        (None, None) => PREPARATION + ORGANISM * organisms(&settings, 0),
    }
}

/// Returns the maximum number of games of a stage.
pub(super) fn most_games(self_play: &SelfPlaySettings, settings: &Experiment) -> u64 {
    let population = settings.optimizer.population();
    let after = self_play.most_games_after(population, population as usize, settings.generations);
    self_play.most_games(population, 0..=settings.generations) + after.into_iter().sum::<u64>()
}

/// Returns the number of organisms evaluated in all runs, if `known` organisms of each generation but the first need
/// no evaluation.
pub(super) fn organisms(settings: &Experiment, known: u32) -> f64 {
    let population = settings.optimizer.population();
    let bred = f64::from(population.saturating_sub(known)) * f64::from(settings.generations);
    f64::from(settings.runs) * (f64::from(population) + bred)
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
