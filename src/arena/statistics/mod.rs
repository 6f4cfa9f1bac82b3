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

mod likelihood;
pub mod rating;
pub mod sprt;
#[cfg(test)]
mod tests;

use std::f64::consts::{LN_10, SQRT_2};

use statrs::function::erf::erf;

/// Half the width of a 95 % interval, in standard deviations.
const CONFIDENCE: f64 = 1.959_963_984_540_054;

/// What a standard deviation a game is worth in normalized Elo.
pub(super) const NORMALIZED: f64 = 800.0 / LN_10;

/// A number with the half width of its 95 % interval.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The likeliest value.
    pub value: f64,
    /// Half the width of the interval.
    pub error: f64,
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

    /// Half the width of the 95 % interval of [`Trials::elo`], from that of the mean. `None` where that is not known,
    /// all trials having ended alike, or where it has no end.
    #[must_use]
    pub fn elo_error(&self) -> Option<f64> {
        let (mean, error) = (self.mean()?, CONFIDENCE * self.standard_error()?);
        Some((elo_of(mean + error)? - elo_of(mean - error)?) / 2.0)
    }

    /// The normalized Elo difference (Van den Bergh): how sure a game tells the stronger player, whatever the openings
    /// and the share of draws. `None` where all trials ended alike.
    #[must_use]
    pub fn normalized_elo(&self) -> Option<Estimate> {
        let deviation = self.deviation()?;
        let games = f64::from(self.games());
        let value = (self.mean()? - 0.5) / (deviation * games.sqrt()) * NORMALIZED;
        Some(Estimate { value, error: CONFIDENCE * NORMALIZED / (games * self.count() as f64).sqrt() })
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
