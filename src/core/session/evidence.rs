//! What the games of a run against the start show.

use super::entry::RunEntry;
use crate::arena::control::Control;
use crate::objectives::confirmation::FinalMatch;
use crate::objectives::details::Transfer;
use crate::statistics::sprt::{Model, Sprt};

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
    /// What the proof with a longer limit shows, if it was played.
    pub proof: Option<LongerEvidence>,
}

/// What a proof with a longer limit shows.
#[derive(Debug, Clone, PartialEq)]
pub struct LongerEvidence {
    /// The limit of each move.
    pub control: Control,
    /// Its games.
    pub evidence: Box<Evidence>,
    /// What they show together with the final match.
    pub transfer: Transfer,
}

impl Evidence {
    /// The hypotheses of the likelihood ratio, in Elo: no gain, and a gain that is worth having.
    pub const HYPOTHESES: (f64, f64) = (0.0, 5.0);

    /// Returns the test of [`Evidence::HYPOTHESES`], which is always possible.
    #[must_use]
    pub fn test() -> Option<Sprt> {
        Sprt::new(Evidence::HYPOTHESES, Sprt::ERRORS, Model::Logistic).ok()
    }

    /// Returns what the final match of a run shows, and its proof.
    #[must_use]
    pub fn of(run: &RunEntry) -> Evidence {
        let played = run.details.final_match();
        let proof = run.details.proof().zip(played).map(|(proof, played)| LongerEvidence {
            control: proof.control,
            evidence: Box::new(Evidence::of_match(Some(&proof.played))),
            transfer: Transfer::of(played, proof),
        });
        Evidence { proof, ..Evidence::of_match(played) }
    }

    fn of_match(played: Option<&FinalMatch>) -> Evidence {
        let elo = played.and_then(FinalMatch::elo);
        Evidence {
            games: played.map_or(0, FinalMatch::games),
            elo: elo.map(|elo| elo.value),
            error: elo.and_then(|elo| elo.error),
            llr: played.zip(Evidence::test()).map(|(played, test)| test.ratio(&played.trials())),
            is_gain: played.is_some_and(FinalMatch::is_gain),
            proof: None,
        }
    }

    /// Returns the verdict on the final match in words.
    #[must_use]
    pub fn verdict(&self) -> &'static str {
        if self.is_gain { "gain" } else { "no gain shown" }
    }

    /// Returns the ends of the 95 % interval.
    #[must_use]
    pub fn ends(&self) -> Option<[f64; 2]> {
        self.elo.zip(self.error).map(|(elo, error)| [elo - error, elo + error])
    }

    /// Describes the evidence: “gain: +23.4 ± 10.2 Elo in 400 games, LLR 1.20 for 5 against 0 Elo”, and that of the proof
    /// if there is one: “transfers: … at the limit of the tuning; … at 20000 nodes per move”.
    #[must_use]
    pub fn text(&self) -> String {
        match &self.proof {
            None => format!("{}: {}", self.verdict(), self.measured()),
            Some(LongerEvidence { control, evidence, transfer }) => format!(
                "{}: {} at the limit of the tuning; {} at {control}",
                transfer.name(),
                self.measured(),
                evidence.measured()
            ),
        }
    }

    /// Describes the Elo and the likelihood ratio.
    fn measured(&self) -> String {
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
        format!("{elo}{llr}")
    }
}
