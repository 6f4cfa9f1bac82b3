//! What the games of a run against the start show.

use super::entry::RunEntry;
use crate::arena::statistics::sprt::{Model, Sprt};
use crate::objectives::confirmation::FinalMatch;

/// What the final match of a run shows.
#[derive(Debug, Clone, PartialEq)]
pub struct Evidence {
    /// The number of games; 0 if no final match was played.
    pub games: u64,
    /// The Elo advantage over the start; `None` without games, or if all of them ended alike.
    pub elo: Option<f64>,
    /// Half the width of its 95 % interval.
    pub error: Option<f64>,
    /// The logarithm of the likelihood ratio of [`Evidence::HYPOTHESES`].
    pub llr: Option<f64>,
    /// Whether the games show a gain ([`FinalMatch::is_gain`]).
    pub is_gain: bool,
}

impl Evidence {
    /// The hypotheses of the likelihood ratio, in Elo: no gain, and a gain that is worth having.
    pub const HYPOTHESES: (f64, f64) = (0.0, 5.0);

    /// Returns what the final match of a run shows.
    #[must_use]
    pub fn of(run: &RunEntry) -> Evidence {
        let played = run.details.final_match();
        let elo = played.and_then(FinalMatch::elo);
        let test = Sprt::new(Evidence::HYPOTHESES, Sprt::ERRORS, Model::Logistic).ok();
        Evidence {
            games: played.map_or(0, FinalMatch::games),
            elo: elo.map(|elo| elo.value),
            error: elo.and_then(|elo| elo.error),
            llr: played.zip(test).map(|(played, test)| test.ratio(&played.trials())),
            is_gain: played.is_some_and(FinalMatch::is_gain),
        }
    }

    /// Returns the verdict in words.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        if self.is_gain { "gain" } else { "no gain shown" }
    }

    /// Describes the evidence: “gain: +23.4 ± 10.2 Elo in 400 games, LLR 1.20 for 5 against 0 Elo”.
    #[must_use]
    pub fn text(&self) -> String {
        let elo = match (self.elo, self.error) {
            (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1} Elo in {} games", self.games),
            (Some(elo), None) => format!("{elo:+.1} Elo in {} games", self.games),
            (None, _) if self.games == 0 => "no final match".to_owned(),
            (None, _) => format!("all {} games ended alike", self.games),
        };
        let llr = self.llr.map_or_else(String::new, |llr| {
            let (low, high) = Evidence::HYPOTHESES;
            format!(", LLR {llr:.2} for {high} against {low} Elo")
        });
        format!("{}: {elo}{llr}", self.verdict())
    }
}
