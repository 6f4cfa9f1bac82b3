//! The logistic model: how an evaluation predicts the result of a game.
//!
//! White's expected points are `σ(x)`, the logistic function of `x = (score + tempo · turn + bias) / scale`. `turn` is 1
//! if White is to move and −1 if Black is. The loss of a position is the cross-entropy of result and prediction in nats;
//! a draw is half a win and half a loss. A prediction of ½ for every game loses ln 2 ≈ 0.693.
//!
//! Tempo and bias are the value of the move and White's advantage. Without them the parameters of an evaluation absorb
//! both. They and the scale belong to the objective, not to the organism: they are fitted once, so that the losses of all
//! organisms are comparable and the objective determines the scale of an evaluation.

use serde::{Deserialize, Serialize};

/// Converts scores to predictions.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Logistic {
    /// Centipawns that multiply the odds of winning by e.
    pub scale: f64,
    /// The value of the move in centipawns.
    pub tempo: f64,
    /// White's advantage in centipawns.
    pub bias: f64,
}

/// Iterations of Newton's method. The loss is convex in the three terms, and six are usually enough.
const ITERATIONS: usize = 30;

/// The change of the loss at which the fit ends, in nats.
const TOLERANCE: f64 = 1e-12;

/// A position as the fit of the three terms needs it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Observation {
    /// The score in centipawns, from White's view.
    pub(super) score: f64,
    /// 1 if White is to move, −1 if Black is.
    pub(super) turn: f64,
    /// White's points: 0, ½ or 1.
    pub(super) points: f64,
    /// The weight of the position.
    pub(super) weight: f64,
}

/// Returns the logistic function of `x`. The functions of `libm` give the same bits on all machines.
pub(super) fn sigmoid(x: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-x))
}

/// Returns the cross-entropy of the prediction σ(x) for a game with these points, in nats.
pub(super) fn loss(x: f64, points: f64) -> f64 {
    // ln(1 + e^−x) without overflow; the loss is that minus (points − 1) x.
    let softplus = libm::log1p(libm::exp(-x.abs())) + (-x).max(0.0);
    softplus + (1.0 - points) * x
}

impl Logistic {
    /// Returns `x` for a score in centipawns.
    #[must_use]
    pub fn logit(&self, score: f64, turn: f64) -> f64 {
        (score + self.tempo * turn + self.bias) / self.scale
    }

    /// Fits the terms to the observations by Newton's method with step halving. Returns `None` if the results do not
    /// grow with the scores, so that there is no scale.
    pub(super) fn fit(observations: &[Observation]) -> Option<Logistic> {
        // The coefficients of score, turn and 1. Scores are divided by 100, so that all have a similar size.
        let mut terms = [0.5, 0.0, 0.0];
        let total: f64 = observations.iter().map(|observation| observation.weight).sum();
        let mean_loss = |terms: &[f64; 3]| {
            let sum: f64 =
                observations.iter().map(|one| one.weight * loss(dot(terms, one), one.points)).sum();
            sum / total
        };
        let mut best = mean_loss(&terms);
        for _ in 0..ITERATIONS {
            let step = newton_step(observations, &terms)?;
            let halvings = std::iter::successors(Some(1.0), |share| Some(share / 2.0)).take(20);
            let tried = halvings.map(|share| std::array::from_fn(|i| terms[i] - share * step[i]));
            let found = tried.map(|terms| (mean_loss(&terms), terms)).find(|(loss, _)| *loss <= best);
            let Some((next, next_terms)) = found else { break };
            terms = next_terms;
            let gain = best - next;
            best = next;
            if gain < TOLERANCE {
                break;
            }
        }
        let [slope, tempo, bias] = terms;
        (slope.is_finite() && slope > 0.0).then(|| Logistic {
            scale: 100.0 / slope,
            tempo: 100.0 * tempo / slope,
            bias: 100.0 * bias / slope,
        })
    }
}

fn features(observation: &Observation) -> [f64; 3] {
    [observation.score / 100.0, observation.turn, 1.0]
}

fn dot(terms: &[f64; 3], observation: &Observation) -> f64 {
    let features = features(observation);
    terms[0] * features[0] + terms[1] * features[1] + terms[2] * features[2]
}

/// Returns the solution of Hessian × step = gradient; `None` if the Hessian is singular.
fn newton_step(observations: &[Observation], terms: &[f64; 3]) -> Option<[f64; 3]> {
    let (mut gradient, mut hessian) = (nalgebra::Vector3::zeros(), nalgebra::Matrix3::zeros());
    for one in observations {
        let row = nalgebra::Vector3::from(features(one));
        let probability = sigmoid(dot(terms, one));
        gradient += row * (one.weight * (probability - one.points));
        hessian += row * row.transpose() * (one.weight * probability * (1.0 - probability));
    }
    let step = hessian.cholesky()?.solve(&gradient);
    Some(step.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn losses_are_cross_entropies() {
        assert!((loss(0.0, 0.5) - std::f64::consts::LN_2).abs() < 1e-15);
        for (x, points) in [(1.5, 1.0), (1.5, 0.0), (-0.7, 0.5), (3.0, 0.5)] {
            let probability = sigmoid(x);
            let expected = -points * probability.ln() - (1.0 - points) * (1.0 - probability).ln();
            assert!((loss(x, points) - expected).abs() < 1e-12, "{x}, {points}");
        }
        assert_eq!(loss(800.0, 0.0), 800.0, "no overflow");
        assert!(loss(800.0, 1.0) < 1e-300);
    }

    #[test]
    fn a_fit_finds_the_terms_that_made_the_expectations() {
        let known = Logistic { scale: 170.0, tempo: 12.0, bias: 20.0 };
        let observations: Vec<Observation> = (0..2_000)
            .map(|index| {
                let (score, turn) = (f64::from(index % 401) * 3.0 - 600.0, f64::from(index % 2) * 2.0 - 1.0);
                let points = sigmoid(known.logit(score, turn));
                Observation { score, turn, points, weight: 1.0 }
            })
            .collect();
        let found = Logistic::fit(&observations).expect("the expectations grow with the scores");
        assert!((found.scale - known.scale).abs() < 1e-3, "{found:?}");
        assert!((found.tempo - known.tempo).abs() < 1e-3, "{found:?}");
        assert!((found.bias - known.bias).abs() < 1e-3, "{found:?}");
    }

    #[test]
    fn scores_that_say_nothing_have_no_scale() {
        let reversed = |score: f64| Observation { score, turn: 1.0, points: 0.5 - score / 1e4, weight: 1.0 };
        let observations: Vec<Observation> = (-50..50).map(|score| reversed(f64::from(score))).collect();
        assert_eq!(Logistic::fit(&observations), None);
        assert_eq!(Logistic::fit(&[]), None);
    }
}
