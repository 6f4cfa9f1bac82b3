//! The sequential probability ratio test (Wald 1945). It decides between two hypotheses about the difference of two
//! players, and when enough games were played for the decision.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{NORMALIZED, Trials, expected_score, likelihood};

/// The unit of the hypotheses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Model {
    /// Logistic Elo, a function of the mean score.
    #[default]
    Logistic,
    /// Normalized Elo, a function of the mean score in units of its standard deviation.
    Normalized,
}

/// A test of H0, a difference of `elo0`, against H1, a difference of `elo1`.
///
/// # Example
///
/// ```
/// use eyas_core::statistics::Trials;
/// use eyas_core::statistics::sprt::{Model, Sprt, Verdict};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// // 0 Elo against 10 Elo, both errors 5 %.
/// let test = Sprt::new((0.0, 10.0), Sprt::ERRORS, Model::Logistic)?;
/// assert_eq!(test.verdict(&Trials::Pairs([0, 1, 2, 1, 0])), Verdict::Open);
/// assert_eq!(test.verdict(&Trials::Pairs([0, 100, 600, 300, 0])), Verdict::H1);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// The decision of a test.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Continue playing.
    Open,
    /// H0 is accepted.
    H0,
    /// H1 is accepted.
    H1,
}

/// Why the parameters of a test are invalid.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// There are not two or four numbers.
    #[error("“{0}” is not a test; write elo0,elo1 or elo0,elo1,alpha,beta, such as 0,5,0.05,0.05")]
    Form(String),
    /// The hypotheses are equal, in the wrong order, or out of range.
    #[error("elo0 ({elo0}) must be less than elo1 ({elo1}), and both must be between -1000 and 1000")]
    Hypotheses {
        /// The hypothesis H0, in Elo.
        elo0: f64,
        /// The hypothesis H1, in Elo.
        elo1: f64,
    },
    /// An error probability is out of range.
    #[error("alpha ({alpha}) and beta ({beta}) must be greater than 0 and less than 0.5")]
    Errors {
        /// The probability of accepting H1 if H0 is true.
        alpha: f64,
        /// The probability of accepting H0 if H1 is true.
        beta: f64,
    },
}

/// The count of a score that never occurred. A count of 0 would treat the score as impossible.
const NEVER: f64 = 1e-3;

impl Sprt {
    /// The default error probabilities, alpha and beta.
    pub const ERRORS: (f64, f64) = (0.05, 0.05);
    /// The possible hypotheses, in Elo.
    pub const ELO: RangeInclusive<f64> = -1000.0..=1000.0;
    /// The ends of the possible error probabilities, which are no possible ones.
    pub const PROBABILITIES: RangeInclusive<f64> = 0.0..=0.5;

    /// Creates a test of two hypotheses in Elo. `alpha` is the probability of accepting H1 wrongly, and `beta` that of
    /// accepting H0 wrongly.
    ///
    /// # Errors
    /// Returns an error if a parameter is out of range.
    pub fn new((elo0, elo1): (f64, f64), (alpha, beta): (f64, f64), model: Model) -> Result<Sprt, SprtError> {
        let (low, high) = (*Sprt::PROBABILITIES.start(), *Sprt::PROBABILITIES.end());
        let is_error = |probability: f64| probability > low && probability < high;
        if !(elo0 < elo1 && Sprt::ELO.contains(&elo0) && Sprt::ELO.contains(&elo1)) {
            Err(SprtError::Hypotheses { elo0, elo1 })
        } else if !is_error(alpha) || !is_error(beta) {
            Err(SprtError::Errors { alpha, beta })
        } else {
            Ok(Sprt { elo0, elo1, alpha, beta, model })
        }
    }

    /// Replaces the model.
    #[must_use]
    pub fn with_model(self, model: Model) -> Sprt {
        Sprt { model, ..self }
    }

    /// Returns the hypotheses H0 and H1, in Elo.
    #[must_use]
    pub fn hypotheses(&self) -> (f64, f64) {
        (self.elo0, self.elo1)
    }

    /// Returns the probabilities of accepting H1 wrongly, and of accepting H0 wrongly.
    #[must_use]
    pub fn errors(&self) -> (f64, f64) {
        (self.alpha, self.beta)
    }

    /// Returns the unit of the hypotheses.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// Returns the parameters in the format that [`FromStr`] reads: `elo0,elo1,alpha,beta`.
    #[must_use]
    pub fn numbers(&self) -> String {
        format!("{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }

    /// Returns the generalized log-likelihood ratio. It is above 0 if H1 explains the trials better, and 0 without
    /// trials.
    #[must_use]
    pub fn ratio(&self, trials: &Trials) -> f64 {
        if trials.count() == 0 {
            return 0.0;
        }
        let counts: Vec<f64> = trials.counts().iter().map(|count| (*count as f64).max(NEVER)).collect();
        let all: f64 = counts.iter().sum();
        let observed: Vec<(f64, f64)> = trials.scores().zip(counts.iter().map(|count| count / all)).collect();
        let likeliest = |elo| match self.model {
            Model::Logistic => likelihood::with_mean(&observed, expected_score(elo)),
            Model::Normalized => {
                likelihood::with_deviations(&observed, elo / NORMALIZED * f64::from(trials.games()).sqrt())
            }
        };
        // The expected scores of logistic Elo are between 0 and 1, and every number of standard deviations has
        // distributions. So both hypotheses have a solution.
        let Some((h0, h1)) = likeliest(self.elo0).zip(likeliest(self.elo1)) else { return 0.0 };
        counts.iter().zip(h0.iter().zip(&h1)).map(|(count, (h0, h1))| count * (h1 / h0).ln()).sum()
    }

    /// Returns the ratios at or below which H0 is accepted, and at or above which H1 is accepted.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the decision after these trials.
    #[must_use]
    pub fn verdict(&self, trials: &Trials) -> Verdict {
        let (ratio, (low, high)) = (self.ratio(trials), self.bounds());
        if ratio <= low {
            Verdict::H0
        } else if ratio >= high {
            Verdict::H1
        } else {
            Verdict::Open
        }
    }
}

/// Parses `elo0,elo1` or `elo0,elo1,alpha,beta` with the logistic model.
impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let number = |word: &str| word.trim().parse::<f64>().ok().filter(|number| number.is_finite());
        let numbers: Option<Vec<f64>> = text.split(',').map(number).collect();
        match numbers.as_deref() {
            Some(&[elo0, elo1]) => Sprt::new((elo0, elo1), Sprt::ERRORS, Model::default()),
            Some(&[elo0, elo1, alpha, beta]) => Sprt::new((elo0, elo1), (alpha, beta), Model::default()),
            _ => Err(SprtError::Form(text.to_owned())),
        }
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.model {
            Model::Logistic => "Elo",
            Model::Normalized => "nElo",
        };
        write!(f, "H0 {} against H1 {} {unit}, α {}, β {}", self.elo0, self.elo1, self.alpha, self.beta)
    }
}
