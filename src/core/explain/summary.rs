//! The explanations in a few rows, each with its name and a text.

use super::family::{Cause, Family};
use super::importance::Ranking;
use crate::engine::schema::Schema;
use crate::numbers::percent;
use crate::objectives::measure::Measure;

/// A named text.
pub type Row = (&'static str, String);

/// Returns how many values came from where, what remains of generation 0, and the best step by a mutation.
#[must_use]
pub fn family(family: &Family, schema: &Schema, measure: &Measure) -> Vec<Row> {
    let of = |cause: Cause| family.evolved(schema).filter(|(_, origin)| origin.cause == cause).count();
    let counts: Vec<String> = Cause::ALL
        .into_iter()
        .filter(|cause| *cause == Cause::Founder || of(*cause) > 0)
        .map(|cause| match cause {
            Cause::Founder => format!("{} from {}", of(cause), cause.name()),
            _ => format!("{} by {}", of(cause), cause.name()),
        })
        .collect();
    let bits = schema.bits() as u64;
    let share = percent(family.bits_of_founders as f64, bits);
    let mutated =
        family.line.iter().filter(|step| step.changes.iter().any(|change| change.3 == Some(Cause::Mutation)));
    let best = mutated
        .filter(|step| step.gain > Some(0))
        .max_by_key(|step| (step.gain, std::cmp::Reverse(step.generation)));
    let best = best.map(|step| {
        let gain = measure.difference(step.gain.unwrap_or(0) as f64 * measure.factor);
        let (generation, place) = (step.generation, step.place + 1);
        format!("generation {generation}, organism {place}: {gain} better than the better parent")
    });
    let mut rows = vec![
        ("values", counts.join(", ")),
        (
            "bits",
            format!(
                "at most {} of {bits} ({share} %) come unchanged from generation 0",
                family.bits_of_founders
            ),
        ),
        ("ancestors", format!("{} of generation 0", family.ancestors[0])),
    ];
    rows.extend(best.map(|best| ("best step", best)));
    rows
}

/// Returns the error of the score, and the parameters that are free.
#[must_use]
pub fn importance(ranking: &Ranking, schema: &Schema, measure: &Measure) -> Vec<Row> {
    let Some(error) = ranking.standard_error else { return Vec::new() };
    let error = error * measure.factor.abs();
    let free: Vec<&str> = ranking
        .parameters
        .iter()
        .filter(|one| ranking.is_free(one))
        .map(|one| schema.parameters[one.parameter].name.as_str())
        .collect();
    let mut rows = vec![("error", format!("± {error:.1}, one standard error of the score"))];
    if !free.is_empty() {
        rows.push(("free", format!("{}: the whole range changes less than that", free.join(", "))));
    }
    rows
}
