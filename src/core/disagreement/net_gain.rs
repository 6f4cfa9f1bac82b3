//! The largest net gain of a single change, for all positions at once.

use crate::engine::evaluation::{Layout, Weights};
use crate::engine::schema::Schema;
use crate::objectives::agreement::{self, Agreement, Answers};
use crate::threads::Interrupt;

use super::counterfactual::{values_by_distance, with_value};

/// The number of values that are evaluated together. The computation can be interrupted between such groups.
const GROUP: usize = 256;

/// A change of a single value, with its effect over all positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Change {
    /// The index of the parameter in the schema.
    pub parameter: usize,
    /// The organism's value.
    pub from: i32,
    /// The changed value.
    pub to: i32,
    /// The number of positions that the change corrects.
    pub won: u32,
    /// The number of positions that the change makes wrong.
    pub lost: u32,
}

impl Change {
    /// Returns the number of positions that the change corrects, minus the number that it makes wrong.
    #[must_use]
    pub fn net(&self) -> i64 {
        i64::from(self.won) - i64::from(self.lost)
    }
}

/// The computation of the largest net gains of an organism. It can be interrupted and continued.
///
/// Each value of each parameter is evaluated once, on all positions. So the result is the same as that of the
/// counterfactuals with their costs, position by position, at a small part of the time.
#[derive(Debug, Clone)]
pub(super) struct NetGains {
    /// For each position, the largest net gain of the counterfactuals found so far.
    gains: Vec<Option<i32>>,
    /// For each position, the change that corrects it and has the largest net gain over all positions.
    changes: Vec<Option<Change>>,
    /// The positions in which the organism plays no right move.
    wrong: Vec<usize>,
    /// For each of these positions, whether a value of the current parameter corrects it.
    corrected: Vec<bool>,
    /// The parameters, those with the fewest values first.
    order: Vec<usize>,
    /// The place of the current parameter in this order, and the number of its evaluated values.
    done: usize,
    evaluated: usize,
}

impl NetGains {
    /// Begins the computation for an organism with these answers.
    pub(super) fn new(schema: &Schema, answers: &Answers) -> NetGains {
        let mut order: Vec<usize> = (0..schema.len()).collect();
        order.sort_by_key(|parameter| {
            let (low, high) = schema.parameters[*parameter].range;
            high.abs_diff(low)
        });
        let wrong: Vec<usize> = (0..answers.len()).filter(|position| !answers.get(*position)).collect();
        NetGains {
            gains: vec![None; answers.len()],
            changes: vec![None; answers.len()],
            corrected: vec![false; wrong.len()],
            wrong,
            order,
            done: 0,
            evaluated: 0,
        }
    }

    /// Returns the largest net gain for each position, as far as it is known; `None` if no single change corrects the
    /// move, or if the organism plays a right move.
    pub(super) fn gains(&self) -> &[Option<i32>] {
        &self.gains
    }

    /// Returns the best change for each position, as far as it is known: of all values that correct the move, not only the
    /// nearest of each parameter, the one with the largest net gain over all positions.
    pub(super) fn changes(&self) -> &[Option<Change>] {
        &self.changes
    }

    /// Returns the number of parameters whose values were evaluated.
    pub(super) fn parameters_done(&self) -> usize {
        self.done
    }

    /// Evaluates the remaining values of the current parameter. Returns `None` if `interrupt` was raised, and otherwise
    /// whether all parameters were evaluated.
    ///
    /// # Errors
    /// The schema has parameters that are not features of the evaluation.
    pub(super) fn advance(
        &mut self,
        schema: &Schema,
        values: &[i32],
        answers: &Answers,
        fitness: &Agreement,
        interrupt: &Interrupt,
    ) -> Result<Option<bool>, agreement::Error> {
        let Some(parameter) = self.order.get(self.done).copied() else { return Ok(Some(true)) };
        let Some((spec, current)) = schema.parameters.get(parameter).zip(values.get(parameter)) else {
            return Ok(Some(true));
        };
        let layout = Layout::of(schema)?;
        let others = values_by_distance(spec.range, *current);
        while self.evaluated < others.len() {
            let group = &others[self.evaluated..others.len().min(self.evaluated + GROUP)];
            let weights = |value: &i32| layout.weights(&with_value(values, parameter, *value));
            let changed: Vec<Weights> = group.iter().map(weights).collect();
            let Some(changed) = fitness.answers_of(&changed, interrupt) else { return Ok(None) };
            for (value, changed) in group.iter().zip(&changed) {
                let (won, lost) = (changed.beyond(answers) as u32, answers.beyond(changed) as u32);
                let change = Change { parameter, from: *current, to: *value, won, lost };
                self.add(change, changed);
            }
            self.evaluated += group.len();
        }
        self.corrected.fill(false);
        (self.done, self.evaluated) = (self.done + 1, 0);
        Ok(Some(self.done == self.order.len()))
    }

    /// Adds the next value of the current parameter, with the answers that the organism gives with it.
    fn add(&mut self, change: Change, changed: &Answers) {
        if change.won == 0 {
            return;
        }
        // The position itself does not count.
        let net = (change.net() - 1).clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32;
        for (position, corrected) in self.wrong.iter().zip(&mut self.corrected) {
            if !changed.get(*position) {
                continue;
            }
            let best = &mut self.changes[*position];
            if best.is_none_or(|best| change.net() > best.net()) {
                *best = Some(change);
            }
            if !*corrected {
                *corrected = true;
                let gain = &mut self.gains[*position];
                *gain = Some(gain.map_or(net, |known| known.max(net)));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::disagreement::counterfactual::{nearest, with_costs};
    use crate::disagreement::testing::positions;
    use crate::engine::one_ply::PlyScore;
    use crate::organism::Organism;
    use crate::positions::{Example, PositionSet};
    use crate::threads::ThreadPool;

    #[test]
    fn the_gains_are_those_of_the_counterfactuals() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let (pool, interrupt) = (ThreadPool::new(1).unwrap(), Interrupt::default());
        let values = Organism::named_or_path("reference").unwrap().evaluation.values;
        let examples: Vec<Example> =
            positions(24).into_iter().map(|(position, moves)| Example { position, moves }).collect();
        let set = PositionSet { name: "some".to_owned(), examples: Arc::new(examples) };
        let score = PlyScore::Quiescence;
        let fitness = Agreement::build(&set, &schema, score, None, &pool, &|_, _| {}, &interrupt).unwrap();
        let answers = fitness.answers(&values);
        let mut gains = NetGains::new(&schema, &answers);
        // A raised interrupt stops the computation, which continues afterwards.
        let raised = Interrupt::default();
        raised.raise();
        let mut stopped = Some(false);
        while stopped == Some(false) {
            stopped = gains.advance(&schema, &values, &answers, &fitness, &raised).unwrap();
        }
        assert_eq!(stopped, None);
        assert!(gains.parameters_done() < schema.len());
        while gains.advance(&schema, &values, &answers, &fitness, &interrupt).unwrap() == Some(false) {}
        assert_eq!(gains.parameters_done(), schema.len());
        let mut corrected = 0;
        for (entry, Example { position, moves }) in set.examples.iter().enumerate() {
            let found = nearest(position, moves, &schema, &values, score, &pool, &interrupt).unwrap();
            let costed = with_costs(&found, entry, &schema, &values, &answers, &fitness, &interrupt);
            let net = |cost: Option<(u32, u32)>| cost.map(|(won, lost)| won as i32 - lost as i32);
            let largest = costed.unwrap().unwrap().iter().filter_map(|change| net(change.cost)).max();
            assert_eq!(gains.gains()[entry], largest, "position {entry}");
            // The best change is at least as good, and corrects the position.
            let best = gains.changes()[entry];
            assert_eq!(best.is_some(), largest.is_some(), "position {entry}");
            if let Some(change) = best {
                assert_eq!(change.from, values[change.parameter]);
                let changed = fitness.answers(&with_value(&values, change.parameter, change.to));
                assert!(changed.get(entry));
                let effect = (changed.beyond(&answers), answers.beyond(&changed));
                assert_eq!((change.won as usize, change.lost as usize), effect);
                assert!(largest.is_some_and(|largest| change.net() > i64::from(largest)));
            }
            corrected += usize::from(largest.is_some());
        }
        assert!(corrected > 3, "{corrected}");
    }
}
