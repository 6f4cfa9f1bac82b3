//! Match statistics: Elo differences, their errors, and sequential tests.
//!
//! In a match each opening is played twice, once with each colour. The two games of such a pair share the opening, so
//! the pair is the trial, with a *pentanomial* distribution of its five possible scores. Errors computed from single
//! games would be too large, and a test of them would take longer.
//!
//! | file | content |
//! | --- | --- |
//! | `sprt` | the sequential probability ratio test |
//! | `likelihood` | the likeliest distribution of scores under a hypothesis |
//! | `rating` | ratings of many players on one scale (Bradley and Terry) |

#[cfg(test)]
mod coverage;
mod likelihood;
pub mod rating;
pub mod sprt;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;

use std::f64::consts::LN_10;
use std::fmt;

use statrs::distribution::{ChiSquared, ContinuousCDF, Normal, StudentsT};

/// The cumulative probability at the upper end of a 95 % interval.
const UPPER: f64 = 0.975;

/// The standard deviations at each side of an interval of 95 %, if they are known.
pub const NORMAL_95: f64 = 1.96;

/// The normalized Elo of one standard deviation per game.
pub(super) const NORMALIZED: f64 = 800.0 / LN_10;

/// The trials that are added for the errors of Elo and of normalized Elo: with each of the farthest scores, with each of
/// the next ones, and with the level score. They are as few as simulated matches allow whose intervals contain the true
/// value in 93 % or more: few with nearly level pairs, and few where one side wins nearly all games (`coverage.rs`).
const BESIDE_ELO: [f64; 3] = [0.0, 1.0, 0.0];
const BESIDE_NORMALIZED: [f64; 3] = [0.5, 0.5, 0.0];

/// The moments of weighted scores.
#[derive(Debug, Clone, Copy)]
struct Moments {
    mean: f64,
    /// The standard deviation.
    deviation: f64,
    skewness: f64,
    kurtosis: f64,
}

impl Moments {
    fn of(scores: impl Iterator<Item = (f64, f64)> + Clone) -> Moments {
        let all: f64 = scores.clone().map(|(_, weight)| weight).sum();
        let mean = scores.clone().map(|(score, weight)| score * weight).sum::<f64>() / all;
        let central = |power: i32| {
            scores.clone().map(|(score, weight)| (score - mean).powi(power) * weight).sum::<f64>() / all
        };
        let variance = central(2);
        let deviation = variance.sqrt();
        let (skewness, kurtosis) = (central(3) / (variance * deviation), central(4) / variance.powi(2));
        Moments { mean, deviation, skewness, kurtosis }
    }

    /// Returns the mean above ½ in standard deviations.
    fn ratio(&self) -> f64 {
        (self.mean - 0.5) / self.deviation
    }

    /// Returns the variance of [`Moments::ratio`], times the number of trials.
    fn variance_of_ratio(&self) -> f64 {
        let ratio = self.ratio();
        (1.0 - ratio * self.skewness + ratio * ratio * (self.kurtosis - 1.0) / 4.0).max(0.0)
    }
}

/// A value with the half width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// The half width of the interval; `None` if the results do not determine it.
    pub error: Option<f64>,
}

impl Estimate {
    /// Returns the ends of the interval. Both are the value if the width is unknown.
    #[must_use]
    pub fn ends(&self) -> [f64; 2] {
        let error = self.error.unwrap_or(0.0);
        [self.value - error, self.value + error]
    }
}

/// Writes `+12 ± 34`, or `+12 ± ?` if the error is unknown.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Prevents "-0".
        let value = self.value.round() + 0.0;
        let text = match self.error {
            Some(error) => format!("{value:+.0} ± {error:.0}"),
            None => format!("{value:+.0} ± ?"),
        };
        f.pad(&text)
    }
}

/// The results of trials, from one player's view.
///
/// # Example
///
/// ```
/// use eyas_core::statistics::Trials;
///
/// // 100 pairs of games: 10 with half a point, 60 with one point, 30 with one and a half.
/// let pairs = Trials::Pairs([0, 10, 60, 30, 0]);
/// assert_eq!(pairs.mean(), Some(0.55));
/// assert_eq!(pairs.elo().map(f64::round), Some(35.0));
/// // Half the width of the 95 % interval.
/// assert!(pairs.elo_error().is_some_and(|error| error < 35.0));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trials {
    /// Single games: lost, drawn, won.
    Games([u64; 3]),
    /// Pairs of games, by total points: 0, ½, 1, 1½, 2.
    Pairs([u64; 5]),
}

impl Trials {
    /// Returns the number of trials.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Returns the points per game, from 0 to 1, or `None` without trials.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        let points = |(score, count): (f64, &u64)| score * *count as f64;
        (count > 0).then(|| self.scores().zip(self.counts()).map(points).sum::<f64>() / count as f64)
    }

    /// Returns the logistic Elo difference, or `None` without trials and if one side won every game.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo_of(self.mean()?)
    }

    /// Returns the half width of the 95 % interval of [`Trials::elo`] in Elo, or `None` if all trials had the same
    /// result.
    ///
    /// The interval is Student's interval of the mean, scaled by the slope of the Elo curve (delta method). A direct
    /// conversion of the ends of the mean's interval to Elo would give too wide or infinite intervals if one side wins
    /// nearly every game.
    ///
    /// If few trials were not level, these few say little about how often others would not be, and their deviation may be
    /// far too small. So the deviation is at least that with a few more trials (`Trials::moments_with`).
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        let (mean, error, freedom) = self.mean_with_error()?;
        Some(half_width(freedom)? * error * 400.0 / LN_10 / (mean * (1.0 - mean)))
    }

    /// Returns the mean, its standard error, and the degrees of freedom of that error; `None` if all trials had the same result.
    fn mean_with_error(&self) -> Option<(f64, f64, f64)> {
        let (mean, freedom) = (self.mean()?, self.count().saturating_sub(1) as f64);
        let deviation = self.deviation()?.max(self.moments_with(BESIDE_ELO).deviation);
        Some((mean, deviation / freedom.sqrt(), freedom))
    }

    /// Returns the normalized Elo difference (Van den Bergh): how well one game identifies the stronger player,
    /// independent of the openings and the draw rate. `None` if all trials had the same result.
    ///
    /// Like the Sharpe ratio, it is the ratio of an estimated mean and an estimated standard deviation. Its error uses
    /// the skewness and the kurtosis of the trials (Mertens, *Comments on variance of the IID estimator in Lo (2002)*,
    /// 2002). If few trials were not level, or few were not won, these few determine both badly. So the variance is at
    /// least that with a few more trials (`Trials::moments_with`).
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let found = self.moments_with([0.0; 3]);
        self.deviation()?;
        let unit = NORMALIZED / f64::from(self.games()).sqrt();
        let freedom = self.count().saturating_sub(1) as f64;
        let variance =
            found.variance_of_ratio().max(self.moments_with(BESIDE_NORMALIZED).variance_of_ratio());
        let error = half_width(freedom).map(|width| width * (variance / freedom).sqrt() * unit);
        Some(Estimate { value: found.ratio() * unit, error: error.filter(|error| *error > 0.0) })
    }

    /// Returns the moments of the trials with some more: `[far, near, level]` trials with each score by its distance from
    /// the level one. A game that is not level is near.
    fn moments_with(&self, more: [f64; 3]) -> Moments {
        let middle = self.counts().len() / 2;
        let [far, near, level] = more;
        let weight = |(place, count): (usize, &u64)| {
            let more = match place.abs_diff(middle) {
                0 => level,
                1 => near,
                _ => far,
            };
            *count as f64 + more
        };
        let weights: Vec<f64> = self.counts().iter().enumerate().map(weight).collect();
        Moments::of(self.scores().zip(weights))
    }

    /// Returns the likelihood of superiority: the probability, 0 to 1, that the player is the stronger one. `None` if
    /// all trials had the same result. It is above 97.5 % or below 2.5 % about where the interval of [`Trials::elo_error`] does not
    /// contain 0: both have the same standard error and Student's distribution.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let (mean, error, freedom) = self.mean_with_error()?;
        Some(StudentsT::new(0.0, 1.0, freedom).ok()?.cdf((mean - 0.5) / error))
    }

    /// The possible scores of a trial, in ascending order.
    fn scores(&self) -> impl Iterator<Item = f64> + Clone + use<> {
        let most = self.counts().len() - 1;
        (0..=most).map(move |points| points as f64 / most as f64)
    }

    fn counts(&self) -> &[u64] {
        match self {
            Trials::Games(counts) => counts,
            Trials::Pairs(counts) => counts,
        }
    }

    /// Returns the number of games in a trial.
    fn games(&self) -> u32 {
        match self {
            Trials::Games(_) => 1,
            Trials::Pairs(_) => 2,
        }
    }

    /// Returns the standard deviation of a trial's score, or `None` if all trials had the same result, which does not
    /// determine it.
    fn deviation(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |(score, count): (f64, &u64)| (score - mean).powi(2) * *count as f64;
        let variance = self.scores().zip(self.counts()).map(square).sum::<f64>() / self.count() as f64;
        let differ = self.counts().iter().filter(|count| **count > 0).count() > 1;
        differ.then(|| variance.sqrt())
    }
}

/// Returns the half width of a 95 % interval, in standard deviations that were estimated with this number of degrees of
/// freedom (Student's t-distribution). `None` below one degree.
fn half_width(freedom: f64) -> Option<f64> {
    let student = (freedom >= 1.0).then(|| StudentsT::new(0.0, 1.0, freedom))?.ok()?;
    Some(student.inverse_cdf(UPPER))
}

/// Returns the upper quantile of the standard normal distribution for a level above 0.
#[must_use]
pub fn normal_quantile(level: f64) -> f64 {
    // The quantile of the lower side, which is exact for the smallest levels too.
    -Normal::standard().inverse_cdf(level)
}

/// Returns the upper quantile of the χ² distribution for a level above 0, and at least one degree of freedom.
#[must_use]
pub fn chi_squared_quantile(level: f64, freedom: usize) -> f64 {
    ChiSquared::new(freedom.max(1) as f64).map_or(f64::INFINITY, |all| all.inverse_cdf(1.0 - level))
}

/// Returns the mean of a sample and half the width of its 95 % interval (Student's t-distribution). The half width is `None`
/// below two values; without any there is no estimate.
#[must_use]
pub fn mean_of(values: &[f64]) -> Option<Estimate> {
    let count = values.len() as f64;
    let mean = (count > 0.0).then(|| values.iter().sum::<f64>() / count)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    let error = half_width(count - 1.0).map(|width| width * (squares / (count - 1.0) / count).sqrt());
    Some(Estimate { value: mean, error })
}

/// Returns the expected points per game of a player that is `elo` Elo stronger.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the Elo difference of a mean score, or `None` if the score is not in (0, 1).
fn elo_of(score: f64) -> Option<f64> {
    // The addition turns -0 into 0.
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}
