//! Tests of the probabilities, and the fit of their model.

use std::collections::BTreeMap;

use super::*;
use crate::engine::evaluation::centipawns;
use crate::objectives::results::set::{GameResult, Part, ResultSet};
use crate::organism::Organism;

/// Returns the negative logarithm of the likelihood of these results for the parameters `a` and `b`. Results are
/// counted by White's score, as loss, draw and win.
fn surprise(counts: &BTreeMap<i32, [u32; 3]>, a: f64, b: f64) -> f64 {
    let of_score = |(score, counts): (&i32, &[u32; 3])| {
        let (won, lost) = (win(f64::from(*score), a, b), win(-f64::from(*score), a, b));
        let parts = [lost, 1.0 - won - lost, won].map(|part| part.max(1e-12).ln());
        -parts.iter().zip(counts).map(|(part, count)| part * f64::from(*count)).sum::<f64>()
    };
    counts.iter().map(of_score).sum()
}

#[test]
fn the_constants_fit_the_results_of_grandmasters() {
    let weights = Organism::named_or_path("reference").unwrap().weights();
    let set = ResultSet::embedded("gm2600-results").unwrap();
    let mut counts: BTreeMap<i32, [u32; 3]> = BTreeMap::new();
    for one in set.part(Part::Train) {
        let score = centipawns(weights.evaluate(shakmaty::Position::board(&one.position)));
        let place = GameResult::ALL.iter().position(|result| *result == one.result).unwrap();
        counts.entry(score).or_default()[place] += 1;
    }
    // A pattern search; the likelihood has one maximum.
    let (mut a, mut b, mut step) = (100.0, 100.0, 32.0);
    while step > 0.01 {
        let tried = [(a + step, b), (a - step, b), (a, b + step), (a, b - step)];
        let better = tried.into_iter().find(|(x, y)| surprise(&counts, *x, *y) < surprise(&counts, a, b));
        match better {
            Some(found) => (a, b) = found,
            None => step /= 2.0,
        }
    }
    assert_eq!((a.round(), b.round()), (EVEN, SCALE), "{a} {b}");
}

#[test]
fn probabilities_add_up_and_grow_with_the_score() {
    let all: Vec<Wdl> = (-32_000..=32_000).map(|score| Wdl::of(Value::Centipawns(score))).collect();
    assert!(all.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000));
    assert!(all.is_sorted_by_key(|wdl| wdl.win) && all.is_sorted_by_key(|wdl| 1000 - wdl.loss));
    let even = Wdl::of(Value::Centipawns(0));
    assert_eq!(even.win, even.loss);
    assert!(all.iter().rev().zip(&all).all(|(one, other)| one.win == other.loss));
}

#[test]
fn mates_are_certain() {
    let text = |moves| Wdl::of(Value::Mate(moves)).to_string();
    assert_eq!([3, -3, 0].map(text), ["1000 0 0", "0 0 1000", "0 0 1000"]);
}
