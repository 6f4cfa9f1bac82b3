//! Changes of single parameters that would correct an organism's move, and their cost.

use std::sync::Arc;

use shakmaty::{Chess, Move};

use crate::engine::evaluation::{Layout, Weights};
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::objectives::agreement::{self, Agreement, Answers};
use crate::positions::{Example, PositionSet};
use crate::threads::{Interrupt, ThreadPool};

/// A change of a single value with which the organism, otherwise unchanged, would play a right move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counterfactual {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The nearest value that corrects the move; of two equally near, the smaller.
    pub value: i32,
    /// The number of other positions that the change corrects, and the number that it makes wrong; `None` if not
    /// computed yet.
    pub cost: Option<(u32, u32)>,
}

/// Returns, for each parameter that can correct the move alone, the nearest value with which the organism would play
/// a right move. The result is exact, including ties, because the fitness function evaluates all values. It is empty
/// if the organism already plays a right move. The order is that of the schema; costs are `None`.
///
/// # Errors
/// As [`Agreement::build`].
pub fn nearest(
    position: &Chess,
    right: &[Move],
    schema: &Schema,
    values: &[i32],
    ply_score: PlyScore,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Result<Vec<Counterfactual>, agreement::Error> {
    let example = Example { position: position.clone(), moves: right.to_vec() };
    let set = PositionSet { name: String::new(), examples: Arc::new(vec![example]) };
    let fitness = Agreement::build(&set, schema, ply_score, None, pool, &|_, _| {}, interrupt)?;
    let layout = Layout::of(schema)?;
    if fitness.answers(values).get(0) {
        return Ok(Vec::new());
    }
    let mut counterfactuals = Vec::new();
    for (parameter, (spec, current)) in schema.parameters.iter().zip(values).enumerate() {
        let others = values_by_distance(spec.range, *current);
        let changed: Vec<Weights> =
            others.iter().map(|value| layout.weights(&with_value(values, parameter, *value))).collect();
        let answers = fitness.answers_of(&changed, interrupt).ok_or(agreement::Error::Interrupted)?;
        if let Some(index) = answers.iter().position(|answers| answers.get(0)) {
            counterfactuals.push(Counterfactual { parameter, value: others[index], cost: None });
        }
    }
    Ok(counterfactuals)
}

/// Computes the costs over the positions of `fitness`. `answers` are the organism's answers on these positions, and
/// `entry` is the position of the counterfactuals. Returns `None` if `interrupt` was raised.
///
/// # Errors
/// The schema has parameters that are not features of the evaluation.
pub fn with_costs(
    counterfactuals: &[Counterfactual],
    entry: usize,
    schema: &Schema,
    values: &[i32],
    answers: &Answers,
    fitness: &Agreement,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Counterfactual>>, agreement::Error> {
    let layout = Layout::of(schema)?;
    let weights = |counterfactual: &Counterfactual| {
        layout.weights(&with_value(values, counterfactual.parameter, counterfactual.value))
    };
    let changed: Vec<Weights> = counterfactuals.iter().map(weights).collect();
    let Some(changed) = fitness.answers_of(&changed, interrupt) else { return Ok(None) };
    Ok(Some(
        counterfactuals
            .iter()
            .zip(changed)
            .map(|(counterfactual, changed)| {
                let own = usize::from(changed.get(entry) && !answers.get(entry));
                let won = changed.beyond(answers) - own;
                Counterfactual {
                    cost: Some((won as u32, answers.beyond(&changed) as u32)),
                    ..*counterfactual
                }
            })
            .collect(),
    ))
}

/// Returns all other values of a range, the nearest first; of two equally near, the smaller.
pub(super) fn values_by_distance((low, high): (i32, i32), current: i32) -> Vec<i32> {
    let mut others: Vec<i32> = (low..=high).filter(|value| *value != current).collect();
    others.sort_by_key(|value| (value.abs_diff(current), *value));
    others
}

/// Returns the values with one of them changed.
pub(crate) fn with_value(values: &[i32], parameter: usize, value: i32) -> Vec<i32> {
    let mut changed = values.to_vec();
    changed[parameter] = value;
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disagreement::testing::{positions, values};
    use crate::engine::one_ply::best_move;
    use crate::organism::Organism;

    #[test]
    fn the_nearest_correcting_value_is_found() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let pool = ThreadPool::new(1).unwrap();
        let plays = |position: &Chess, right: &[Move], values: &[i32]| {
            let weights = Weights::new(&schema, values).unwrap();
            best_move(position, &weights, PlyScore::Quiescence).is_some_and(|m| right.contains(&m))
        };
        let (mut found, mut impossible) = (0, 0);
        // Use an organism with good agreement: single values seldom correct random organisms.
        let values = Organism::named_or_path("reference").unwrap().evaluation.values;
        for (seed, (position, right)) in positions(40).into_iter().enumerate() {
            let interrupt = Interrupt::default();
            let counterfactuals =
                nearest(&position, &right, &schema, &values, PlyScore::Quiescence, &pool, &interrupt)
                    .unwrap();
            if plays(&position, &right, &values) {
                assert!(counterfactuals.is_empty());
                continue;
            }
            // Skip the first five parameters: the exhaustive search is too slow for their thousands of values.
            for parameter in (5 + seed % 3..schema.len()).step_by(3) {
                let (low, high) = schema.parameters[parameter].range;
                let now = values[parameter];
                let expected = (low..=high)
                    .filter(|value| plays(&position, &right, &with_value(&values, parameter, *value)))
                    .min_by_key(|value| (value.abs_diff(now), *value));
                let counterfactual =
                    counterfactuals.iter().find(|counterfactual| counterfactual.parameter == parameter);
                assert_eq!(counterfactual.map(|counterfactual| counterfactual.value), expected);
                if expected.is_some() { found += 1 } else { impossible += 1 }
            }
        }
        assert!(found > 10 && impossible > 10, "{found} {impossible}");
    }

    #[test]
    fn a_cost_counts_the_other_positions() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let pool = ThreadPool::new(1).unwrap();
        let interrupt = Interrupt::default();
        let examples: Vec<Example> =
            positions(80).into_iter().map(|(position, moves)| Example { position, moves }).collect();
        let set = PositionSet { name: "some".to_owned(), examples: Arc::new(examples) };
        let fitness =
            Agreement::build(&set, &schema, PlyScore::Quiescence, None, &pool, &|_, _| {}, &interrupt)
                .unwrap();
        let values = values(3);
        let answers = fitness.answers(&values);
        let entry = (0..80).find(|entry| !answers.get(*entry)).unwrap();
        let Example { position, moves } = &set.examples[entry];
        let counterfactuals =
            nearest(position, moves, &schema, &values, PlyScore::Quiescence, &pool, &interrupt).unwrap();
        let costed = with_costs(&counterfactuals, entry, &schema, &values, &answers, &fitness, &interrupt)
            .unwrap()
            .unwrap();
        for counterfactual in costed {
            let changed =
                fitness.answers(&with_value(&values, counterfactual.parameter, counterfactual.value));
            assert!(changed.get(entry));
            let (won, lost) = counterfactual.cost.unwrap();
            let (won, lost) = (i64::from(won), i64::from(lost));
            assert_eq!(changed.count() as i64, answers.count() as i64 + won - lost + 1);
        }
    }
}
