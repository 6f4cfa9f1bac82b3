//! What the games of a match prove: how much stronger a player is, how sure that is, and whether it is enough.
//!
//! In a match each opening is played twice, once with either colour. The two games of such a pair have the opening
//! in common, so what counts as one trial is the pair: a *pentanomial* of its five possible scores. Errors taken from
//! single games would be too large, and a test of them would take longer.
//!
//! | file | what |
//! | --- | --- |
//! | `sprt` | whether to go on: the sequential probability ratio test |
//! | `likelihood` | the likeliest distribution of scores under a hypothesis |
//! | `rating` | many players on one scale (Bradley and Terry) |

#[cfg(test)]
mod coverage;
mod likelihood;
pub mod rating;
pub mod sprt;
#[cfg(test)]
mod tests;

use std::f64::consts::{LN_10, SQRT_2};
use std::fmt;

use statrs::distribution::{ContinuousCDF, StudentsT};
use statrs::function::erf::erf;

/// The probability below the upper end of a 95 % interval.
const UPPER: f64 = 0.975;

/// What a standard deviation a game is worth in normalized Elo.
pub(super) const NORMALIZED: f64 = 800.0 / LN_10;

/// A number with the half width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval; `None` where the results do not tell it.
    pub error: Option<f64>,
}

impl Estimate {
    /// The ends of the interval; both are the value where its width is not known.
    #[must_use]
    pub fn ends(&self) -> [f64; 2] {
        let error = self.error.unwrap_or(0.0);
        [self.value - error, self.value + error]
    }
}

/// `+12 ± 34`, and `+12 ± ?` where the error is not known.
impl fmt::Display for Estimate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Not "-0".
        let value = self.value.round() + 0.0;
        let text = match self.error {
            Some(error) => format!("{value:+.0} ± {error:.0}"),
            None => format!("{value:+.0} ± ?"),
        };
        f.pad(&text)
    }
}

/// How trials ended, seen by one player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trials {
    /// Single games: lost, drawn, won.
    Games([u64; 3]),
    /// Pairs of games, by the points of both: 0, ½, 1, 1½, 2.
    Pairs([u64; 5]),
}

impl Trials {
    /// How many.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.counts().iter().sum()
    }

    /// Points a game, 0 to 1; `None` before the first.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let count = self.count();
        let points = |(score, count): (f64, &u64)| score * *count as f64;
        (count > 0).then(|| self.scores().zip(self.counts()).map(points).sum::<f64>() / count as f64)
    }

    /// The Elo difference (logistic). `None` before the first trial, and where one side won everything.
    #[must_use]
    pub fn elo(&self) -> Option<f64> {
        elo_of(self.mean()?)
    }

    /// Half the width of the 95 % interval of [`Trials::elo`]. `None` where it is not known, all trials having ended alike.
    ///
    /// The interval is that of the mean (Student's) times the slope of the Elo scale there (the delta method). The ends of
    /// the mean's interval on the Elo scale would make it too wide, or endless, where one side wins nearly everything.
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        let (mean, freedom) = (self.mean()?, self.count().saturating_sub(1) as f64);
        let error = half_width(freedom)? * self.deviation()? / freedom.sqrt();
        Some(error * 400.0 / LN_10 / (mean * (1.0 - mean)))
    }

    /// The normalized Elo difference (Van den Bergh): how sure a game tells the stronger player, whatever the openings
    /// and the share of draws. `None` where all trials ended alike.
    ///
    /// It is a mean over a standard deviation, as the Sharpe ratio is, and both are estimated. So is its error: with the
    /// trials' skewness and kurtosis (Mertens, *Comments on variance of the IID estimator in Lo (2002)*, 2002).
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let (mean, deviation) = (self.mean()?, self.deviation()?);
        let unit = NORMALIZED / f64::from(self.games()).sqrt();
        let ratio = (mean - 0.5) / deviation;
        let freedom = self.count().saturating_sub(1) as f64;
        let moment = |power: i32| {
            let term = |(score, count): (f64, &u64)| ((score - mean) / deviation).powi(power) * *count as f64;
            self.scores().zip(self.counts()).map(term).sum::<f64>() / self.count() as f64
        };
        let variance = 1.0 - ratio * moment(3) + ratio * ratio * (moment(4) - 1.0) / 4.0;
        let error = half_width(freedom).map(|width| width * (variance.max(0.0) / freedom).sqrt() * unit);
        Some(Estimate { value: ratio * unit, error: error.filter(|error| *error > 0.0) })
    }

    /// The likelihood of superiority: how likely the player is the stronger one, 0 to 1. `None` where all trials ended
    /// alike.
    #[must_use]
    pub fn superiority(&self) -> Option<f64> {
        let (ahead, error) = (self.mean()? - 0.5, self.standard_error()?);
        Some(0.5 * (1.0 + erf(ahead / error / SQRT_2)))
    }

    /// The scores a trial can have, in ascending order.
    fn scores(&self) -> impl Iterator<Item = f64> + use<> {
        let most = self.counts().len() - 1;
        (0..=most).map(move |points| points as f64 / most as f64)
    }

    fn counts(&self) -> &[u64] {
        match self {
            Trials::Games(counts) => counts,
            Trials::Pairs(counts) => counts,
        }
    }

    /// Games in a trial.
    fn games(&self) -> u32 {
        match self {
            Trials::Games(_) => 1,
            Trials::Pairs(_) => 2,
        }
    }

    /// The standard deviation of a trial's score; `None` where all ended alike, which tells nothing of it.
    fn deviation(&self) -> Option<f64> {
        let mean = self.mean()?;
        let square = |(score, count): (f64, &u64)| (score - mean).powi(2) * *count as f64;
        let variance = self.scores().zip(self.counts()).map(square).sum::<f64>() / self.count() as f64;
        let differ = self.counts().iter().filter(|count| **count > 0).count() > 1;
        differ.then(|| variance.sqrt())
    }

    /// The standard deviation of the mean.
    fn standard_error(&self) -> Option<f64> {
        Some(self.deviation()? / (self.count() as f64).sqrt())
    }
}

/// Half the width of a 95 % interval in standard deviations, which were estimated with so many degrees of freedom
/// (Student's distribution); `None` below one degree.
fn half_width(freedom: f64) -> Option<f64> {
    let student = (freedom >= 1.0).then(|| StudentsT::new(0.0, 1.0, freedom))?.ok()?;
    Some(student.inverse_cdf(UPPER))
}

/// Points a game that a player gets who is so many Elo stronger.
#[must_use]
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The Elo difference that goes with a mean score; `None` where it is none in (0, 1).
fn elo_of(score: f64) -> Option<f64> {
    // Added to nothing, minus nothing is nothing.
    (score > 0.0 && score < 1.0).then(|| -400.0 * (1.0 / score - 1.0).log10() + 0.0)
}
