//! What would change an organism's move, and at what price.

use std::sync::Arc;

use shakmaty::{Chess, Move};

use crate::engine::evaluation::{Layout, Weights};
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::fitness::{self, Answers, GrandmasterFitness};
use crate::positions::{Example, PositionSet};
use crate::threads::{Interrupt, ThreadPool};

/// A single changed value with which the organism, everything else equal, would play a right move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Remedy {
    /// Which parameter of the schema.
    pub parameter: usize,
    /// The nearest value that does it; of two as near, the smaller.
    pub value: i32,
    /// In how many other positions the changed organism plays a right move and the organism does not, and
    /// the other way round; `None` until the price was asked for.
    pub price: Option<(u32, u32)>,
}

/// For each parameter that can do it alone, the nearest value with which the organism would play a right
/// move: exact, ties included, because all values are asked of the fitness function itself. Nothing where it
/// plays one already. In schema order, without prices.
///
/// # Errors
/// As [`GrandmasterFitness::build`].
pub fn nearest(
    position: &Chess,
    right: &[Move],
    schema: &Schema,
    values: &[i32],
    ply_score: PlyScore,
    pool: &ThreadPool,
    interrupt: &Interrupt,
) -> Result<Vec<Remedy>, fitness::Error> {
    let example = Example { position: position.clone(), moves: right.to_vec() };
    let set = PositionSet { name: String::new(), examples: Arc::new(vec![example]) };
    let fitness = GrandmasterFitness::build(&set, schema, ply_score, None, pool, &|_, _| {}, interrupt)?;
    let layout = Layout::of(schema)?;
    if fitness.answers(values).get(0) {
        return Ok(Vec::new());
    }
    let mut remedies = Vec::new();
    for (parameter, (known, now)) in schema.parameters.iter().zip(values).enumerate() {
        let (low, high) = known.range;
        let mut others: Vec<i32> = (low..=high).filter(|value| value != now).collect();
        others.sort_by_key(|value| (value.abs_diff(*now), *value));
        let changed: Vec<Weights> =
            others.iter().map(|value| layout.weights(&with(values, parameter, *value))).collect();
        let answers = fitness.answers_of(&changed, interrupt).ok_or(fitness::Error::Interrupted)?;
        if let Some(index) = answers.iter().position(|answers| answers.get(0)) {
            remedies.push(Remedy { parameter, value: others[index], price: None });
        }
    }
    Ok(remedies)
}

/// Fills in the prices over the positions of `fitness`, of which the organism answers `answers`; the
/// position the remedies are for is `entry`. `None` where `interrupt` was raised first.
///
/// # Errors
/// A schema whose parameters are no features of the evaluation.
pub fn price(
    remedies: &[Remedy],
    entry: usize,
    schema: &Schema,
    values: &[i32],
    answers: &Answers,
    fitness: &GrandmasterFitness,
    interrupt: &Interrupt,
) -> Result<Option<Vec<Remedy>>, fitness::Error> {
    let layout = Layout::of(schema)?;
    let weights = |remedy: &Remedy| layout.weights(&with(values, remedy.parameter, remedy.value));
    let changed: Vec<Weights> = remedies.iter().map(weights).collect();
    let Some(changed) = fitness.answers_of(&changed, interrupt) else { return Ok(None) };
    Ok(Some(
        remedies
            .iter()
            .zip(changed)
            .map(|(remedy, changed)| {
                let own = usize::from(changed.get(entry) && !answers.get(entry));
                let won = changed.beyond(answers) - own;
                Remedy { price: Some((won as u32, answers.beyond(&changed) as u32)), ..*remedy }
            })
            .collect(),
    ))
}

fn with(values: &[i32], parameter: usize, value: i32) -> Vec<i32> {
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
    fn the_nearest_value_does_it_and_no_nearer_one() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let pool = ThreadPool::new(1).unwrap();
        let plays = |position: &Chess, right: &[Move], values: &[i32]| {
            let weights = Weights::new(&schema, values).unwrap();
            best_move(position, &weights, PlyScore::Quiescence).is_some_and(|m| right.contains(&m))
        };
        let (mut found, mut impossible) = (0, 0);
        // One that nearly agrees: single values seldom help random organisms.
        let values = Organism::named_or_path("reference").unwrap().evaluation.values;
        for (seed, (position, right)) in positions(40).into_iter().enumerate() {
            let interrupt = Interrupt::default();
            let remedies =
                nearest(&position, &right, &schema, &values, PlyScore::Quiescence, &pool, &interrupt)
                    .unwrap();
            if plays(&position, &right, &values) {
                assert!(remedies.is_empty());
                continue;
            }
            // The first five have thousands of values each, which would take the plain search too long.
            for parameter in (5 + seed % 3..schema.len()).step_by(3) {
                let (low, high) = schema.parameters[parameter].range;
                let now = values[parameter];
                let plain = (low..=high)
                    .filter(|value| plays(&position, &right, &with(&values, parameter, *value)))
                    .min_by_key(|value| (value.abs_diff(now), *value));
                let remedy = remedies.iter().find(|remedy| remedy.parameter == parameter);
                assert_eq!(remedy.map(|remedy| remedy.value), plain);
                if plain.is_some() { found += 1 } else { impossible += 1 }
            }
        }
        assert!(found > 10 && impossible > 10, "{found} {impossible}");
    }

    #[test]
    fn a_price_counts_the_other_positions() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let pool = ThreadPool::new(1).unwrap();
        let interrupt = Interrupt::default();
        let examples: Vec<Example> =
            positions(80).into_iter().map(|(position, moves)| Example { position, moves }).collect();
        let set = PositionSet { name: "some".to_owned(), examples: Arc::new(examples) };
        let fitness = GrandmasterFitness::build(
            &set,
            &schema,
            PlyScore::Quiescence,
            None,
            &pool,
            &|_, _| {},
            &interrupt,
        )
        .unwrap();
        let values = values(3);
        let answers = fitness.answers(&values);
        let entry = (0..80).find(|entry| !answers.get(*entry)).unwrap();
        let Example { position, moves } = &set.examples[entry];
        let remedies =
            nearest(position, moves, &schema, &values, PlyScore::Quiescence, &pool, &interrupt).unwrap();
        let priced =
            price(&remedies, entry, &schema, &values, &answers, &fitness, &interrupt).unwrap().unwrap();
        for remedy in priced {
            let changed = fitness.answers(&with(&values, remedy.parameter, remedy.value));
            assert!(changed.get(entry));
            let (won, lost) = remedy.price.unwrap();
            let (won, lost) = (i64::from(won), i64::from(lost));
            assert_eq!(changed.count() as i64, answers.count() as i64 + won - lost + 1);
        }
    }
}
