//! The stages of a pipeline.

use serde::{Deserialize, Serialize};

use crate::experiment::{Experiment, Target};

/// A stage of the papers' method, in the order of the method.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Stage {
    /// The evaluation evolves by agreement with the moves of grandmasters, or by the results of their games.
    Grandmaster,
    /// The evaluation evolves by games between organisms.
    Coevolution,
    /// The search evolves on a test suite, or by games between organisms.
    Tuning,
}

impl Stage {
    /// All stages in the order of the method.
    pub const ALL: [Stage; 3] = [Stage::Grandmaster, Stage::Coevolution, Stage::Tuning];

    /// Returns the stage of an experiment; `None` if it is no stage of a pipeline.
    #[must_use]
    pub fn of(experiment: &Experiment) -> Option<Stage> {
        match experiment.stage() {
            "results" => Some(Stage::Grandmaster),
            "coevolution" if matches!(experiment.target, Target::Search { .. }) => Some(Stage::Tuning),
            name => Stage::ALL.into_iter().find(|stage| stage.name() == name),
        }
    }

    /// Returns the name used in flags and folders.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Grandmaster => "grandmaster",
            Stage::Coevolution => "coevolution",
            Stage::Tuning => "tuning",
        }
    }
}
