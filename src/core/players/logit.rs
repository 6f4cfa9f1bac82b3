//! A conditional logit of moves near a prior.
//!
//! A player chooses a move with features `x` with a probability proportional to `exp(w · x)` (McFadden, “Conditional Logit
//! Analysis of Qualitative Choice Behavior”, 1974). The weights `w` maximize the likelihood of the moves played minus
//! `½ Σ strength (w − prior)²`. The negative logarithm is convex; L-BFGS (Nocedal, “Updating Quasi-Newton Matrices with Limited
//! Storage”, 1980) minimizes it. Sums are made in blocks of positions and added in order, so the result has the same bits for
//! any number of threads.

use std::collections::VecDeque;

use rayon::prelude::*;

use super::choices::{Choices, Stored};

/// Games of a block of a sum.
const BLOCK: usize = 16;
/// Pairs of steps and changes of the gradient that L-BFGS remembers.
const MEMORY: usize = 12;
/// The share of the predicted decrease that a step must reach.
const SUFFICIENT: f64 = 1e-4;
/// The relative decrease of the loss below which the iteration ends.
const FLAT: f64 = 1e-7;

/// Weights towards which a fit is drawn, and how strongly, for each feature.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Prior {
    pub(crate) weights: Vec<f64>,
    pub(crate) strengths: Vec<f64>,
}

/// A loss and its gradient.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Slope {
    pub(crate) loss: f64,
    pub(crate) gradient: Vec<f64>,
}

/// Replaces scores by their probabilities.
pub(crate) fn softmax(scores: &mut [f64]) {
    let highest = scores.iter().copied().fold(f64::MIN, f64::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = libm::exp(*score - highest);
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}

/// Returns the logarithm of a probability. That of 0 is very small, but finite.
pub(crate) fn log_of(chance: f64) -> f64 {
    libm::log(chance.max(f64::MIN_POSITIVE))
}

/// Calls `with` for positions: their moves, the probabilities of these, and the move played.
pub(crate) fn each_position<'a>(
    choices: &'a Choices,
    positions: impl Iterator<Item = usize>,
    weights: &[f64],
    mut with: impl FnMut(usize, &[Stored<'a>], &[f64], usize),
) {
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    for position in positions {
        let played = choices.read(position, &mut moves);
        scores.clear();
        scores.extend(moves.iter().map(|m| m.dot(weights)));
        softmax(&mut scores);
        with(position, &moves, &scores, played);
    }
}

/// Returns the logarithm of the probability of the move played in each position, in nats.
pub(crate) fn log_chances(choices: &Choices, weights: &[f64]) -> Vec<f64> {
    let mut logs = Vec::with_capacity(choices.len());
    each_position(choices, 0..choices.len(), weights, |_, _, chances, played| {
        logs.push(log_of(chances[played]));
    });
    logs
}

/// Returns the negative logarithm of the likelihood of games, and its gradient.
pub(crate) fn slope(games: &[&Choices], weights: &[f64]) -> Slope {
    let of_block = |block: &[&Choices]| {
        let mut part = Slope { loss: 0.0, gradient: vec![0.0; weights.len()] };
        for choices in block {
            each_position(choices, 0..choices.len(), weights, |_, moves, chances, played| {
                part.loss -= log_of(chances[played]);
                for (index, (m, chance)) in moves.iter().zip(chances).enumerate() {
                    m.add_to(&mut part.gradient, if index == played { chance - 1.0 } else { *chance });
                }
            });
        }
        part
    };
    let mut sum = Slope { loss: 0.0, gradient: vec![0.0; weights.len()] };
    // A few blocks at a time, so that their gradients need little memory.
    for group in games.chunks(BLOCK * 64) {
        let parts: Vec<Slope> = group.par_chunks(BLOCK).map(of_block).collect();
        for part in parts {
            sum.loss += part.loss;
            sum.gradient.iter_mut().zip(&part.gradient).for_each(|(sum, slope)| *sum += slope);
        }
    }
    sum
}

impl Slope {
    /// Adds the penalty of a prior.
    fn with(mut self, prior: &Prior, weights: &[f64]) -> Slope {
        for (index, (weight, mean)) in weights.iter().zip(&prior.weights).enumerate() {
            let away = weight - mean;
            self.loss += 0.5 * prior.strengths[index] * away * away;
            self.gradient[index] += prior.strengths[index] * away;
        }
        self
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Fits weights to the moves played in games, near a prior, in at most `most` iterations.
pub(crate) fn fit(games: &[&Choices], prior: &Prior, scales: &[f64], most: usize) -> Vec<f64> {
    minimize(prior.weights.clone(), scales, most, |weights| slope(games, weights).with(prior, weights))
}

/// Minimizes a loss from a start by L-BFGS. `scales` are the inverse second derivatives, roughly.
pub(crate) fn minimize(
    mut point: Vec<f64>,
    scales: &[f64],
    most: usize,
    loss: impl Fn(&[f64]) -> Slope,
) -> Vec<f64> {
    let mut here = loss(&point);
    let mut memory: VecDeque<(Vec<f64>, Vec<f64>, f64)> = VecDeque::new();
    for _ in 0..most {
        let mut direction: Vec<f64> = here.gradient.iter().map(|slope| -slope).collect();
        let mut factors = Vec::with_capacity(memory.len());
        for (step, turn, inverse) in memory.iter().rev() {
            let factor = inverse * dot(step, &direction);
            direction.iter_mut().zip(turn).for_each(|(to, turn)| *to -= factor * turn);
            factors.push(factor);
        }
        direction.iter_mut().zip(scales).for_each(|(to, scale)| *to *= scale);
        for ((step, turn, inverse), factor) in memory.iter().zip(factors.into_iter().rev()) {
            let by = factor - inverse * dot(turn, &direction);
            direction.iter_mut().zip(step).for_each(|(to, step)| *to += by * step);
        }
        let predicted = dot(&direction, &here.gradient);
        if predicted >= 0.0 {
            break;
        }
        let mut length = 1.0;
        let next = loop {
            let at: Vec<f64> = point.iter().zip(&direction).map(|(at, by)| at + length * by).collect();
            let there = loss(&at);
            if there.loss <= here.loss + SUFFICIENT * length * predicted {
                break Some((at, there));
            }
            length /= 2.0;
            if length < 1e-6 {
                break None;
            }
        };
        let Some((at, there)) = next else { break };
        let step: Vec<f64> = at.iter().zip(&point).map(|(to, from)| to - from).collect();
        let turn: Vec<f64> = there.gradient.iter().zip(&here.gradient).map(|(to, from)| to - from).collect();
        let curvature = dot(&step, &turn);
        if curvature > 0.0 {
            if memory.len() == MEMORY {
                memory.pop_front();
            }
            memory.push_back((step, turn, 1.0 / curvature));
        }
        let is_flat = here.loss - there.loss <= FLAT * here.loss.abs();
        (point, here) = (at, there);
        if is_flat {
            break;
        }
    }
    point
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;
    use crate::players::choices::Row;
    use crate::randomness::Randomness;
    use crate::threads::ThreadPool;

    const FEATURES: usize = 6;

    /// Games of a player with known weights: two features are indicators, the others numbers.
    fn games(weights: &[f64], count: usize) -> Vec<Choices> {
        let mut rng = Randomness::new(1, "test", 0).stream(0, "choices");
        let mut game = || {
            let mut choices = Choices::default();
            for _ in 0..20 {
                let mut row = || Row {
                    ones: (0..2).filter(|_| rng.random_range(0..3) == 0).collect(),
                    values: (2..FEATURES as u16).map(|index| (index, rng.random_range(-9..10))).collect(),
                };
                let rows: Vec<Row> = (0..6).map(|_| row()).collect();
                let mut draft = Choices::default();
                draft.push(&rows, 0);
                let mut chances = Vec::new();
                each_position(&draft, 0..1, weights, |_, _, found, _| chances = found.to_vec());
                let mut left: f64 = rng.random();
                let played = chances.iter().position(|chance| {
                    left -= chance;
                    left < 0.0
                });
                choices.push(&rows, played.unwrap_or(0));
            }
            choices
        };
        (0..count).map(|_| game()).collect()
    }

    const KNOWN: [f64; FEATURES] = [0.8, -0.6, 0.1, -0.2, 0.0, 0.05];

    fn prior(strength: f64) -> Prior {
        Prior { weights: vec![0.0; FEATURES], strengths: vec![strength; FEATURES] }
    }

    #[test]
    fn the_gradient_is_that_of_finite_differences() {
        let games = games(&KNOWN, 3);
        let games: Vec<&Choices> = games.iter().collect();
        let at = [0.3, 0.2, -0.1, 0.0, 0.05, 0.1];
        let here = slope(&games, &at).with(&prior(2.0), &at);
        for index in 0..FEATURES {
            let moved = |by: f64| {
                let mut point = at;
                point[index] += by;
                slope(&games, &point).with(&prior(2.0), &point).loss
            };
            let expected = (moved(1e-5) - moved(-1e-5)) / 2e-5;
            assert!((here.gradient[index] - expected).abs() < 1e-5, "{index}");
        }
    }

    #[test]
    fn a_fit_recovers_known_weights_and_a_strong_prior_keeps_its_own() {
        let games = games(&KNOWN, 300);
        let games: Vec<&Choices> = games.iter().collect();
        let scales = vec![1e-3; FEATURES];
        let fitted = fit(&games, &prior(1e-3), &scales, 100);
        for (weight, known) in fitted.iter().zip(KNOWN) {
            assert!((weight - known).abs() < 0.06, "{fitted:?}");
        }
        let kept = fit(&games, &prior(1e9), &scales, 100);
        assert!(kept.iter().all(|weight| weight.abs() < 1e-3), "{kept:?}");
    }

    #[test]
    fn any_number_of_threads_gives_the_same_bits() {
        let games = games(&KNOWN, 100);
        let games: Vec<&Choices> = games.iter().collect();
        let with = |threads| {
            ThreadPool::new(threads).unwrap().install(|| fit(&games, &prior(1.0), &[1e-3; FEATURES], 20))
        };
        assert_eq!(with(1), with(4));
    }
}
