//! How scores are shown before a session's settings are known.

use crate::experiment::Experiment;
pub(crate) use crate::objectives::measure::Measure;

/// Returns how scores are shown, if the largest is `largest`.
pub(crate) fn of(settings: Option<&Experiment>, largest: u64) -> Measure {
    settings.map_or_else(|| unknown(largest), |settings| settings.measure(largest))
}

/// Returns how scores on the test set are shown, if the largest is `largest`.
pub(crate) fn of_test(settings: Option<&Experiment>, largest: u64) -> Measure {
    settings.map_or_else(|| unknown(largest), |settings| settings.test_measure(largest))
}

fn unknown(largest: u64) -> Measure {
    Measure { largest, ..Measure::default() }
}

/// Returns where a champion is measured once, after its run.
pub(crate) fn name_of_test(settings: Option<&Experiment>) -> &'static str {
    let plays = settings.is_some_and(|settings| settings.objective.properties().plays_opponents());
    if plays { "in the final match" } else { "on the test set" }
}
