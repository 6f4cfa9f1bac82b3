//! The settings of the open session that can change during a run.

use crate::evolution::bounds::NamedBounds;
use crate::experiment::{Experiment, Target};
use crate::job::report::NewSettings;

/// Settings that can change during a run.
#[derive(Debug, Clone)]
pub(crate) struct Changeable {
    /// The settings before the change.
    pub(crate) settings: NewSettings,
    /// What evolves.
    pub(crate) target: Target,
    /// Whether the organisms play each other.
    pub(crate) is_self_play: bool,
}

impl Changeable {
    /// Returns what can change in an experiment with these bounds.
    pub(crate) fn of(experiment: &Experiment, bounds: &NamedBounds) -> Changeable {
        let (optimizer, pairs) = (experiment.optimizer.clone(), experiment.objective.pairs());
        Changeable {
            settings: NewSettings { optimizer, pairs, bounds: Some(bounds.clone()) },
            target: experiment.target.clone(),
            is_self_play: experiment.objective.properties().plays_itself(),
        }
    }
}
