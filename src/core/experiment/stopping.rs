//! When a run stops before its last generation.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::Experiment;
use crate::evolution::setting::{Kind, Setting, SettingsError, Value, is_default};
use crate::objectives::measure::Measure;

/// The largest number of a target or a tolerance.
const LARGEST: f64 = 1e15;

/// The rules by which a run stops. Without any it has all its generations.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopping {
    /// Stops after this number of generations in which the best score did not improve.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub patience: Option<u32>,
    /// By more than this the best score must be better to have improved, in the unit in which scores are shown.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tolerance: f64,
    /// Stops when the best score is at least as good as this number, as scores are shown.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<f64>,
    /// Stops after this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minutes: Option<f64>,
}

/// Why a run stopped.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum StopReason {
    /// The best score did not improve for this number of generations.
    Patience(u32),
    /// The best score reached this number.
    Target(f64),
    /// This number of minutes was over.
    Minutes(f64),
}

impl StopReason {
    /// Describes the reason.
    #[must_use]
    pub fn text(self) -> String {
        match self {
            StopReason::Patience(generations) => format!("no improvement for {generations} generations"),
            StopReason::Target(target) => format!("the target score of {target} was reached"),
            StopReason::Minutes(minutes) => format!("{minutes} minutes were over"),
        }
    }
}

/// The declared settings.
pub(super) const SETTINGS: &[Setting<Experiment>] = &[
    Setting::<Experiment>::new(
        "patience",
        "N",
        Kind::Integer(1, u32::MAX as u64),
        "Stop a run after this number of generations in which the best score did not improve",
        |experiment| experiment.stopping.patience.map(Into::into),
        |experiment, value| {
            value.optional(Value::integer).map(|number| experiment.stopping.patience = number)
        },
    )
    .in_forms("generations without a better score, then the run stops; empty: none"),
    Setting::<Experiment>::new(
        "tolerance",
        "X",
        Kind::Real(0.0, LARGEST),
        "With --patience: an improvement by no more than this is none",
        |experiment| experiment.stopping.patience.map(|_| experiment.stopping.tolerance.into()),
        |experiment, value| match experiment.stopping.patience {
            Some(_) => value.real().map(|number| experiment.stopping.tolerance = number),
            None => Err("applies with --patience only; add --patience N".to_owned()),
        },
    ),
    Setting::<Experiment>::new(
        "target-score",
        "X",
        Kind::OptionalReal(-LARGEST, LARGEST),
        "Stop a run when its best score is at least as good as this, or “none”",
        |experiment| experiment.stopping.target.map(Into::into),
        |experiment, value| {
            value.optional(|value| value.real()).map(|target| experiment.stopping.target = target)
        },
    )
    .in_forms("the run stops when its best score is as good; empty: none"),
    Setting::<Experiment>::new(
        "minutes",
        "X",
        Kind::OptionalReal(0.0, 1e6),
        "Stop a run after this time since it began or was resumed, or “none”",
        |experiment| experiment.stopping.minutes.map(Into::into),
        |experiment, value| {
            value.optional(|value| value.real()).map(|minutes| experiment.stopping.minutes = minutes)
        },
    )
    .in_forms("then the run stops; empty: none"),
];

/// What the rules need to know of a run.
#[derive(Debug, Clone, Default)]
pub struct Improvement {
    /// The score that counts as the best so far, and the generation that had it first.
    best: Option<(u64, u32)>,
    /// The last generation, and the best score of all.
    last: Option<(u32, u64)>,
}

impl Stopping {
    /// Checks that an experiment can have the rules.
    ///
    /// # Errors
    /// Returns an error if they compare scores that do not compare.
    pub(super) fn check(&self, experiment: &Experiment) -> Result<(), SettingsError> {
        let compares = self.patience.is_some() || self.target.is_some();
        if !compares || experiment.objective.properties().comparable.in_run() {
            return Ok(());
        }
        Err(SettingsError::Combination(format!(
            "with the objective {}, scores of different generations do not compare; leave out --patience and --target-score",
            experiment.objective.name()
        )))
    }

    /// Adds a generation of a run and its best score.
    pub fn add(&self, improvement: &mut Improvement, (generation, score): (u32, u64), measure: &Measure) {
        let improves = improvement.best.is_none_or(|(best, _)| {
            score > best && (score - best) as f64 * measure.factor.abs() > self.tolerance
        });
        if improves {
            improvement.best = Some((score, generation));
        }
        let highest = improvement.last.map_or(score, |(_, highest)| highest.max(score));
        improvement.last = Some((generation, highest));
    }

    /// Returns why a run stops after its last generation, if it does. `elapsed` is the time of the run.
    #[must_use]
    pub fn reason(
        &self,
        improvement: &Improvement,
        elapsed: Duration,
        measure: &Measure,
    ) -> Option<StopReason> {
        let ((_, since), (generation, highest)) = improvement.best.zip(improvement.last)?;
        let value = measure.value(highest as f64);
        let is_reached =
            |target: &f64| if measure.larger_is_better { value >= *target } else { value <= *target };
        let is_over = |minutes: &f64| elapsed.as_secs_f64() >= minutes * 60.0;
        let target = self.target.filter(is_reached).map(StopReason::Target);
        let patience = self.patience.filter(|patience| generation - since >= *patience);
        let minutes = self.minutes.filter(is_over).map(StopReason::Minutes);
        target.or(patience.map(StopReason::Patience)).or(minutes)
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::experiment::presets;

    fn after(stopping: &Stopping, scores: &[u64], measure: &Measure) -> Option<StopReason> {
        let mut improvement = Improvement::default();
        for (generation, score) in (0..).zip(scores) {
            stopping.add(&mut improvement, (generation, *score), measure);
        }
        stopping.reason(&improvement, Duration::from_secs(90), measure)
    }

    #[rstest]
    #[case::none(Stopping::default(), &[5, 5, 5, 5], None)]
    #[case::too_early(Stopping { patience: Some(3), ..Stopping::default() }, &[4, 5, 5, 5], None)]
    #[case::patience(Stopping { patience: Some(3), ..Stopping::default() }, &[4, 5, 5, 3, 5], Some(StopReason::Patience(3)))]
    #[case::small_steps_add_up(Stopping { patience: Some(2), tolerance: 2.0, ..Stopping::default() }, &[4, 6, 7, 8], None)]
    #[case::small_steps(Stopping { patience: Some(2), tolerance: 2.0, ..Stopping::default() }, &[4, 5, 6], Some(StopReason::Patience(2)))]
    #[case::target(Stopping { target: Some(5.0), ..Stopping::default() }, &[4, 5, 3], Some(StopReason::Target(5.0)))]
    #[case::no_target(Stopping { target: Some(5.5), ..Stopping::default() }, &[4, 5, 3], None)]
    #[case::time(Stopping { minutes: Some(1.5), ..Stopping::default() }, &[4], Some(StopReason::Minutes(1.5)))]
    #[case::no_time(Stopping { minutes: Some(1.6), ..Stopping::default() }, &[4], None)]
    fn each_rule_stops_a_run(
        #[case] stopping: Stopping,
        #[case] scores: &[u64],
        #[case] expected: Option<StopReason>,
    ) {
        assert_eq!(after(&stopping, scores, &Measure::default()), expected);
    }

    #[test]
    fn targets_and_tolerances_are_numbers_as_they_are_shown() {
        let measure = Measure { offset: 100.0, factor: -0.5, larger_is_better: false, ..Measure::default() };
        let target = |target| Stopping { target: Some(target), ..Stopping::default() };
        assert_eq!(after(&target(90.0), &[10, 20], &measure), Some(StopReason::Target(90.0)));
        assert_eq!(after(&target(89.0), &[10, 20], &measure), None);
        let patience = Stopping { patience: Some(1), tolerance: 5.0, ..Stopping::default() };
        assert_eq!(after(&patience, &[10, 20], &measure), Some(StopReason::Patience(1)));
        assert_eq!(after(&patience, &[10, 21], &measure), None);
    }

    #[test]
    fn rules_are_stored_only_if_there_are_some() {
        let mut experiment = presets::named("quick").unwrap();
        assert!(!ron::to_string(&experiment).unwrap().contains("stopping"));
        experiment.stopping.patience = Some(20);
        let text = ron::to_string(&experiment).unwrap();
        assert!(text.contains("stopping:(patience:Some(20))"), "{text}");
        assert_eq!(ron::from_str::<Experiment>(&text).unwrap(), experiment);
    }
}
