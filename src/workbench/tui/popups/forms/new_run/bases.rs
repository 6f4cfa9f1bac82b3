//! The settings from which a new run starts.

use super::{COEVOLUTION, MATCHES, MENTOR, TUNING};
use crate::experiment::presets;
use crate::objectives::Objective;
use crate::organism::FixedEvaluation;
use crate::pipeline;
use crate::tui::prelude::*;

/// Returns whether settings differ at most in the seed.
pub(super) fn is_same_but_seed(base: &Experiment, current: &Experiment) -> bool {
    Experiment { seed: current.seed, ..base.clone() } == *current
}

/// Returns what a preset of a stage means.
pub(super) fn meaning(stage: &str, name: &str) -> &'static str {
    let presets: &[(&str, &str)] = match stage {
        MENTOR => &presets::MENTOR_PRESETS,
        COEVOLUTION => &presets::COEVOLUTION_PRESETS,
        TUNING => &presets::TUNING_PRESETS,
        MATCHES => &presets::GAMES_PRESETS,
        _ => &presets::PRESETS,
    };
    let known = presets.iter().find(|(known, _)| *known == name);
    known.map_or("the settings of the open session", |(_, about)| about)
}

/// Returns the presets of a stage by name, after the current settings if these differ from all presets.
pub(super) fn bases(
    grandmaster: &[Experiment],
    stage: &str,
    current: Option<&Experiment>,
) -> Vec<(String, Experiment)> {
    let current = current.filter(|current| current.stage() == stage);
    let evaluation = || {
        let known = current.and_then(|current| current.target.evaluation()).cloned();
        known.unwrap_or_else(|| FixedEvaluation {
            organism: String::new(),
            schema: Arc::<Schema>::default().into(),
            values: Vec::new(),
        })
    };
    let mut bases: Vec<Experiment> = match stage {
        MENTOR => {
            let mentors = current.and_then(presets::mentors_of).unwrap_or_default().to_vec();
            let preset = |(name, _): &(&str, &str)| presets::mentor(name, mentors.clone()).ok();
            presets::MENTOR_PRESETS.iter().filter_map(preset).collect()
        }
        COEVOLUTION => {
            let preset = |(name, _): &(&str, &str)| presets::coevolution(name, Vec::new()).ok();
            let with_founders = |preset: Experiment| match current {
                Some(current) => pipeline::with_founders(&preset, current.schema(), &current.initial),
                None => preset,
            };
            presets::COEVOLUTION_PRESETS.iter().filter_map(preset).map(with_founders).collect()
        }
        TUNING => {
            let preset = |(name, _): &(&str, &str)| presets::tuning(name, evaluation()).ok();
            presets::TUNING_PRESETS.iter().filter_map(preset).collect()
        }
        MATCHES => {
            let preset = |(name, _): &(&str, &str)| presets::games(name, evaluation()).ok();
            presets::GAMES_PRESETS.iter().filter_map(preset).collect()
        }
        _ => {
            let objective =
                |base: &Experiment| Objective::named(stage).unwrap_or_else(|| base.objective.clone());
            grandmaster.iter().map(|base| Experiment { objective: objective(base), ..base.clone() }).collect()
        }
    };
    let mut names: Vec<String> = bases.iter().map(|base| base.preset.clone()).collect();
    if let Some(current) = current
        && !bases.iter().any(|base| is_same_but_seed(base, current))
    {
        bases.insert(0, current.clone());
        names.insert(0, format!("{}, modified", current.preset));
    }
    names.into_iter().zip(bases).collect()
}
