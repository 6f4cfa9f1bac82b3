//! Fits of players: the common model of all players, and one player's model near it.

use rayon::prelude::*;

use super::choices::Choices;
use super::error::Error;
use super::games::PlayedGame;
use super::logit::{self, Prior, each_position, log_chances};
use super::rows::Rows;
use super::style;
use crate::engine::evaluation::Weights;
use crate::engine::features::ONE;
use crate::organism::Organism;
use crate::threads::Interrupt;

/// The folds of a cross-validation by game.
pub(crate) const FOLDS: u64 = 3;
/// Strengths of the prior that a cross-validation compares.
const STRENGTHS: [f64; 4] = [100.0, 300.0, 1000.0, 3000.0];
/// The strength with which the common model is drawn to 0.
const COMMON_STRENGTH: f64 = 5.0;
/// How much more strongly the terms of the evaluation are drawn to the prior.
const TERM_STRENGTH: f64 = 10.0;
/// The iterations of a fit in a cross-validation.
const TRIAL_ITERATIONS: usize = 12;
/// The strength that keeps a weight.
const FIXED: f64 = 1e12;
/// The iterations of a fit.
const ITERATIONS: usize = 30;
/// The lead in centipawns that makes a move e times as likely, by which values of organisms are fitted.
pub(crate) const TEMPERATURE: f64 = 70.0;
/// The least variance of a term, in sixteenths, so that a term that hardly occurs is drawn to the prior.
pub(crate) const LEAST_VARIANCE: f64 = 0.1;

/// The positions of a game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) fold: u64,
    pub(crate) choices: Choices,
}

/// Returns the positions of games after `cut` plies.
///
/// # Errors
/// `interrupt` was raised, or the embedded organism cannot be read.
pub(crate) fn samples(
    games: &[&PlayedGame],
    cut: usize,
    interrupt: &Interrupt,
    progress: &(dyn Fn() + Sync),
) -> Result<Vec<Sample>, Error> {
    let judge = judge()?;
    let sample = |game: &&PlayedGame| {
        if interrupt.raised() {
            return Err(Error::Interrupted);
        }
        let mut rows = Rows::new(judge.clone());
        let mut choices = Choices::default();
        game.each(cut, |position, moves, context, played| {
            choices.push(&rows.of(position, moves, context), played);
        });
        progress();
        Ok(Sample { fold: game.fold(FOLDS), choices })
    };
    games.par_iter().map(sample).collect()
}

/// Returns the evaluation by whose losses moves are described.
///
/// # Errors
/// The embedded organism cannot be read.
pub(crate) fn judge() -> Result<Weights, Error> {
    Ok(Organism::named_or_path("eyas")?.weights())
}

/// Returns a short digest of weights.
pub(crate) fn digest(weights: &[f64]) -> String {
    let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 model of all players");
    weights.iter().for_each(|weight| {
        hasher.update(&weight.to_le_bytes());
    });
    hasher.finalize().to_hex()[..16].to_owned()
}

/// The features that a model uses.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Block<'a> {
    /// The terms of the evaluation, drawn to those of an organism.
    Terms(&'a Organism),
    /// The terms of the evaluation and the features of style, drawn to 0.
    Both,
}

/// The model of all players.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Common {
    pub(crate) weights: Vec<f64>,
    has_style: bool,
    /// The variance of each feature among the moves of a position.
    variances: Vec<f64>,
}

/// Returns the number of positions of games.
pub(crate) fn positions(games: &[&Choices]) -> usize {
    games.iter().map(|choices| choices.len()).sum()
}

/// Returns the variance of each feature among the moves of a position.
pub(crate) fn variances(games: &[&Choices]) -> Vec<f64> {
    let equal = vec![0.0; Rows::COUNT];
    let of_block = |block: &[&Choices]| {
        let (mut sums, mut mean) = (vec![0.0; Rows::COUNT], vec![0.0; Rows::COUNT]);
        for choices in block {
            each_position(choices, 0..choices.len(), &equal, |_, moves, chances, _| {
                mean.fill(0.0);
                for (m, chance) in moves.iter().zip(chances) {
                    m.each(|feature, value| {
                        mean[feature] += chance * value;
                        sums[feature] += chance * value * value;
                    });
                }
                sums.iter_mut().zip(&mean).for_each(|(sum, mean)| *sum -= mean * mean);
            });
        }
        sums
    };
    let parts: Vec<Vec<f64>> = games.par_chunks(16).map(of_block).collect();
    let mut sums = vec![0.0; Rows::COUNT];
    parts.iter().for_each(|part| sums.iter_mut().zip(part).for_each(|(sum, by)| *sum += by));
    let count = positions(games).max(1) as f64;
    sums.iter().map(|sum| sum / count).collect()
}

impl Common {
    /// Fits the model of all players to their games.
    pub(crate) fn fit(games: &[&Choices], block: Block<'_>) -> Common {
        let mut weights = vec![0.0; Rows::COUNT];
        if let Block::Terms(organism) = block {
            let unit = f64::from(ONE) * TEMPERATURE;
            let values = organism.weights();
            weights.iter_mut().zip(values.values()).for_each(|(to, value)| *to = f64::from(*value) / unit);
        }
        let has_style = matches!(block, Block::Both);
        let mut common = Common { weights, has_style, variances: variances(games) };
        common.weights = common.near(games, COMMON_STRENGTH);
        common
    }

    /// Returns the variance of each feature among the moves of a position.
    pub(crate) fn variances(&self) -> &[f64] {
        &self.variances
    }

    /// Returns the weights of games' players, drawn to the common weights with a strength. Terms are drawn by their scale, so
    /// that the unit of a term does not matter.
    pub(crate) fn near(&self, games: &[&Choices], strength: f64) -> Vec<f64> {
        self.fitted(games, strength, ITERATIONS)
    }

    fn fitted(&self, games: &[&Choices], strength: f64, iterations: usize) -> Vec<f64> {
        let strength_of = |(feature, variance): (usize, &f64)| match feature {
            feature if feature < Rows::COUNT - style::COUNT => {
                strength * TERM_STRENGTH * variance.max(LEAST_VARIANCE)
            }
            _ if self.has_style => strength,
            _ => FIXED,
        };
        let strengths: Vec<f64> = self.variances.iter().enumerate().map(strength_of).collect();
        let count = positions(games) as f64;
        let scale = |(variance, strength): (&f64, &f64)| 1.0 / (0.3 * variance * count + strength);
        let scales: Vec<f64> = self.variances.iter().zip(&strengths).map(scale).collect();
        logit::fit(games, &Prior { weights: self.weights.clone(), strengths }, &scales, iterations)
    }

    /// Returns the strength of the prior that predicts best in a cross-validation by game.
    pub(crate) fn strength(&self, games: &[Sample]) -> f64 {
        let loss = |strength: f64| -> f64 {
            let of_fold = |fold: u64| {
                let (tested, fitted): (Vec<&Sample>, Vec<&Sample>) =
                    games.iter().partition(|sample| sample.fold == fold);
                let fitted: Vec<&Choices> = fitted.iter().map(|sample| &sample.choices).collect();
                let weights = self.fitted(&fitted, strength, TRIAL_ITERATIONS);
                -tested.iter().map(|sample| log_likelihood(&sample.choices, &weights)).sum::<f64>()
            };
            (0..FOLDS).map(of_fold).sum()
        };
        let losses = STRENGTHS.map(|strength| (strength, loss(strength)));
        losses.into_iter().min_by(|one, other| one.1.total_cmp(&other.1)).map_or(STRENGTHS[0], |best| best.0)
    }
}

/// Returns the logarithm of the likelihood of a game.
pub(crate) fn log_likelihood(choices: &Choices, weights: &[f64]) -> f64 {
    log_chances(choices, weights).iter().sum()
}
