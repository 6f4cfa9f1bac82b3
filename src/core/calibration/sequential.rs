//! Sequential tests.

use rayon::prelude::*;

use super::{Cell, Claim, Quantity, described, random, usual_conditions};
use crate::statistics::Trials;
use crate::statistics::sprt::{Model, Sprt, Verdict};
use crate::statistics::testing::{Share, drawn, logistic, normalized};

/// The hypotheses of each model, in Elo.
const TESTS: [(Model, (f64, f64)); 2] = [(Model::Logistic, (0.0, 30.0)), (Model::Normalized, (0.0, 60.0))];

/// Runs a test until it is decided. Returns the decision and the number of pairs.
fn decided(sprt: &Sprt, from: &[f64; 5], random: &mut rand_chacha::ChaCha8Rng) -> (Verdict, u32) {
    let (mut pairs, mut length) = ([0; 5], 0);
    loop {
        pairs[drawn(random, from)] += 1;
        length += 1;
        match sprt.verdict(&Trials::Pairs(pairs)) {
            Verdict::Open => {}
            verdict => return (verdict, length),
        }
    }
}

/// Simulates this number of tests in each cell.
pub(super) fn quantities(times: u32) -> Vec<Quantity> {
    let all = usual_conditions();
    let mut quantities = Vec::new();
    for (model, (elo0, elo1)) in TESTS {
        let Ok(sprt) = Sprt::new((elo0, elo1), Sprt::ERRORS, model) else { continue };
        let measure = match model {
            Model::Logistic => logistic,
            Model::Normalized => normalized,
        };
        for (elo, right) in [(elo0, Verdict::H0), (elo1, Verdict::H1)] {
            let counted: Vec<(Cell, f64)> = all
                .par_iter()
                .enumerate()
                .map(|(cell, of)| {
                    let from = of.pair(of.ahead(measure, elo));
                    let mut random = random(cell);
                    let (mut share, mut length) = (Share::default(), 0);
                    for _ in 0..times {
                        let (verdict, pairs) = decided(&sprt, &from, &mut random);
                        share.add(verdict != right);
                        length += pairs;
                    }
                    let games = 2.0 * f64::from(length) / f64::from(times);
                    (Cell { name: described(of), share }, games)
                })
                .collect();
            let (name, claim) = match (model, right) {
                (Model::Logistic, Verdict::H0) => ("SPRT of Elo, H1 though H0 is true", sprt.errors().0),
                (Model::Logistic, _) => ("SPRT of Elo, H0 though H1 is true", sprt.errors().1),
                (Model::Normalized, Verdict::H0) => ("SPRT of nElo, H1 though H0 is true", sprt.errors().0),
                (Model::Normalized, _) => ("SPRT of nElo, H0 though H1 is true", sprt.errors().1),
            };
            let games = || counted.iter().map(|(_, games)| *games);
            let (low, high) = (games().fold(f64::INFINITY, f64::min), games().fold(0.0, f64::max));
            let size = format!("{elo0} against {elo1}; {low:.0} to {high:.0} games");
            let cells = counted.into_iter().map(|(cell, _)| cell).collect();
            quantities.push(Quantity::new(name, size, Claim::ErrsAtMost(100.0 * claim), cells));
        }
    }
    quantities
}
