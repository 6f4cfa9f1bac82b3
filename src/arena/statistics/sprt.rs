//! The sequential probability ratio test (Wald 1945): whether enough games have been played to believe one of two
//! hypotheses about the difference of two players.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{NORMALIZED, Trials, expected_score, likelihood};

/// What the hypotheses' numbers are.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Model {
    /// Logistic Elo: of the mean score.
    #[default]
    Logistic,
    /// Normalized Elo: of the mean score in its standard deviations.
    Normalized,
}

/// A test of H0: the difference is `elo0`, against H1: it is `elo1`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
    model: Model,
}

/// What a test says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// Play on.
    Open,
    /// H0 is believed.
    H0,
    /// H1 is believed.
    H1,
}

/// Why numbers make no test.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum SprtError {
    /// They are not two or four.
    #[error("“{0}” is no test; write elo0,elo1 or elo0,elo1,alpha,beta, as in 0,5,0.05,0.05")]
    Form(String),
    /// The hypotheses do not differ, or stand the wrong way round.
    #[error("elo0 ({elo0}) must be below elo1 ({elo1}), and both between -1000 and 1000")]
    Hypotheses {
        /// H0.
        elo0: f64,
        /// H1.
        elo1: f64,
    },
    /// The probabilities of error allow everything, or nothing.
    #[error("alpha ({alpha}) and beta ({beta}) must be above 0 and below 0.5")]
    Errors {
        /// The probability of believing H1 where H0 is true.
        alpha: f64,
        /// The probability of believing H0 where H1 is true.
        beta: f64,
    },
}

/// A score that never happened has this frequency, so that it is not held to be impossible.
const NEVER: f64 = 1e-3;

impl Sprt {
    /// The usual probabilities of error.
    pub const ERRORS: (f64, f64) = (0.05, 0.05);

    /// The test of two hypotheses with the probabilities of believing H1 wrongly (`alpha`) and H0 wrongly (`beta`).
    ///
    /// # Errors
    /// Where the numbers make no test.
    pub fn new((elo0, elo1): (f64, f64), (alpha, beta): (f64, f64), model: Model) -> Result<Sprt, SprtError> {
        let is_error = |probability: f64| probability > 0.0 && probability < 0.5;
        if !(elo0 < elo1 && elo0 >= -1000.0 && elo1 <= 1000.0) {
            Err(SprtError::Hypotheses { elo0, elo1 })
        } else if !is_error(alpha) || !is_error(beta) {
            Err(SprtError::Errors { alpha, beta })
        } else {
            Ok(Sprt { elo0, elo1, alpha, beta, model })
        }
    }

    /// The same test by another model.
    #[must_use]
    pub fn with_model(self, model: Model) -> Sprt {
        Sprt { model, ..self }
    }

    /// What its numbers are.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// Its numbers as they are read: `elo0,elo1,alpha,beta`.
    #[must_use]
    pub fn numbers(&self) -> String {
        format!("{},{},{},{}", self.elo0, self.elo1, self.alpha, self.beta)
    }

    /// The generalized log-likelihood ratio: above 0 where H1 explains the trials better. 0 before the first.
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
        // Every mean of the hypotheses lies between the scores 0 and 1, so both have a solution.
        let Some((h0, h1)) = likeliest(self.elo0).zip(likeliest(self.elo1)) else { return 0.0 };
        counts.iter().zip(h0.iter().zip(&h1)).map(|(count, (h0, h1))| count * (h1 / h0).ln()).sum()
    }

    /// The ratios below which H0 is believed and above which H1 is.
    #[must_use]
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// What the trials say.
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

/// `elo0,elo1` or `elo0,elo1,alpha,beta`, logistic.
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
