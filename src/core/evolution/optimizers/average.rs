//! The mean of an optimizer's points so far.
//!
//! Shamir and Zhang, “Stochastic Gradient Descent for Non-smooth Optimization: Convergence Results and Optimal Averaging
//! Schemes” (ICML 2013): the weight of a point is proportional to its number, so that the first points, which are far from
//! the optimum, count little, and no point has to be stored.

use crate::evolution::setting::{Kind, Setting, Value};

/// Returns the setting that turns averaging on or off.
pub(super) const fn averaging<S>(
    get: fn(&S) -> Option<Value>,
    set: fn(&mut S, Value) -> Result<(), String>,
) -> Setting<S> {
    let kind = Kind::Choice(&[
        ("on", "The mean of the centres of all generations; later ones weigh more"),
        ("off", "The centre of the next generation"),
    ]);
    let about = "With spsa or cma-es: what the estimate of the optimum is. A mean has less noise, so steps may be longer";
    Setting::<S>::new("averaging", "STATE", kind, about, get, set)
}

/// A mean in which the weight of the n-th point is proportional to n.
#[derive(Debug, Clone, Default)]
pub(super) struct Average {
    mean: Vec<f64>,
    points: u32,
}

impl Average {
    /// Takes in the next point. All points have the same number of coordinates.
    pub(super) fn add(&mut self, point: &[f64]) {
        self.points += 1;
        let share = 2.0 / (f64::from(self.points) + 1.0);
        self.mean.resize(point.len(), 0.0);
        self.mean.iter_mut().zip(point).for_each(|(mean, next)| *mean += share * (next - *mean));
    }

    /// Returns the mean; `None` before the first point.
    pub(super) fn value(&self) -> Option<&[f64]> {
        (self.points > 0).then_some(&self.mean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn later_points_weigh_more() {
        let mut average = Average::default();
        assert_eq!(average.value(), None);
        [[6.0], [3.0], [1.0]].iter().for_each(|point| average.add(point));
        // (1 × 6 + 2 × 3 + 3 × 1) / 6.
        assert!((average.value().unwrap()[0] - 2.5).abs() < 1e-12);
    }
}
