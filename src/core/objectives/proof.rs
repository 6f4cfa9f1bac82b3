//! The proof of a tune: the final match once more with a longer limit, because a gain at a short one may not hold at a
//! long one.

use serde::{Deserialize, Serialize};

use super::confirmation::FinalMatch;
use crate::arena::control::Control;
use crate::evolution::setting::SettingsError;
use crate::statistics::Estimate;

/// Which proof follows the final match.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ProofSettings {
    /// Number of games; 0 for no proof, `None` for as many as the final match has. An odd number is rounded up.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<u32>,
    /// The limit of each move, of the same kind as that of the tuning; `None` for [`Control::longer`].
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub control: Option<Control>,
}

impl ProofSettings {
    /// No proof, as in sessions from before there was one.
    pub const NONE: ProofSettings = ProofSettings { games: Some(0), control: None };

    /// Returns [`ProofSettings::NONE`].
    #[must_use]
    pub fn none() -> ProofSettings {
        ProofSettings::NONE
    }

    /// Returns whether these are the settings of [`ProofSettings::NONE`].
    #[must_use]
    pub fn is_none(&self) -> bool {
        *self == ProofSettings::NONE
    }

    /// Returns the number of pairs of games after a final match of `match_games` games.
    #[must_use]
    pub fn pairs(&self, match_games: u32) -> u64 {
        self.games.unwrap_or(match_games).div_ceil(2).into()
    }

    /// Returns the limit of each move, if `tuning` is that of the other games.
    #[must_use]
    pub fn control(&self, tuning: Control) -> Control {
        self.control.unwrap_or_else(|| tuning.longer())
    }

    /// Returns what a game costs in games of the tuning.
    #[must_use]
    pub fn cost(&self, tuning: Control) -> f64 {
        self.control(tuning).ratio(&tuning).unwrap_or(1.0)
    }

    /// Checks that the limit is a longer one.
    ///
    /// # Errors
    /// Returns an error if it is shorter than `tuning`, or of another kind.
    pub fn check(&self, tuning: Control) -> Result<(), SettingsError> {
        let Some(control) = self.control else { return Ok(()) };
        let reason = match control.ratio(&tuning) {
            Some(ratio) if ratio > 1.0 => return control.check().map_err(|reason| invalid(&reason)),
            Some(_) => format!("{control} is not longer than the limit of the tuning, {tuning}"),
            None => format!("{control} is not comparable with the limit of the tuning, {tuning}"),
        };
        Err(invalid(&reason))
    }

    /// Multiplies the times of the limit by a factor.
    pub fn scale_times(&mut self, factor: f64) {
        self.control = self.control.map(|control| control.scaled(factor));
    }
}

fn invalid(reason: &str) -> SettingsError {
    SettingsError::Invalid { name: "proof-tc", reason: reason.to_owned() }
}

/// The final match with a longer limit, in openings that no other games of the run use.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Proof {
    /// The limit of each move.
    pub control: Control,
    /// The games of the best organism against the start.
    pub played: FinalMatch,
}

/// What a tune shows at two limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transfer {
    /// A gain at both.
    Transfers,
    /// A gain at the limit of the tuning only.
    OnlyShort,
    /// No gain at the limit of the tuning.
    NotShown,
}

impl Transfer {
    /// Returns what the final match and its proof show together.
    #[must_use]
    pub fn of(short: &FinalMatch, proof: &Proof) -> Transfer {
        match (short.is_gain(), proof.played.is_gain()) {
            (true, true) => Transfer::Transfers,
            (true, false) => Transfer::OnlyShort,
            (false, _) => Transfer::NotShown,
        }
    }

    /// Returns the verdict in words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Transfer::Transfers => "transfers",
            Transfer::OnlyShort => "only at short control",
            Transfer::NotShown => "not shown",
        }
    }
}

impl Proof {
    /// Returns the Elo advantage over the start, if the games determine it.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.played.elo()
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;
    use rstest::rstest;

    use super::*;
    use crate::objectives::confirmation::{pairs, results};

    const TUNING: Control = Control::Nodes(5_000);

    #[rstest]
    #[case(Control::Nodes(500), Control::Nodes(2_000))]
    #[case(Control::MoveTime(100), Control::MoveTime(400))]
    #[case(Control::Depth(6), Control::Depth(8))]
    #[case(Control::Clock("10+0.1".parse().unwrap()), Control::Clock("40+0.4".parse().unwrap()))]
    fn the_proof_is_about_four_times_longer(#[case] tuning: Control, #[case] longer: Control) {
        let proof = ProofSettings::default();
        assert_eq!(proof.control(tuning), longer);
        assert!((proof.cost(tuning) - 4.0).abs() < 1e-9);
        assert_eq!((proof.pairs(401), ProofSettings::NONE.pairs(401)), (201, 0));
    }

    #[rstest]
    #[case(Control::Nodes(5_001), "")]
    #[case(Control::Nodes(5_000), "is not longer than")]
    #[case(Control::Nodes(0), "is not longer than")]
    #[case(Control::Depth(9), "is not comparable with")]
    fn another_limit_must_be_a_longer_one_of_the_same_kind(#[case] control: Control, #[case] why: &str) {
        let proof = ProofSettings { control: Some(control), ..ProofSettings::default() };
        let error = proof.check(TUNING).map_or_else(|error| error.to_string(), |()| String::new());
        assert!(error.contains(why) && error.is_empty() == why.is_empty(), "{error}");
    }

    /// Plays pairs of games by chance, in openings that differ, between players of this difference in Elo.
    fn simulated(rng: &mut ChaCha8Rng, pairs_played: usize, elo: f64, draw_elo: f64) -> FinalMatch {
        let expected = |elo: f64| 1.0 / (1.0 + libm::pow(10.0, -elo / 400.0));
        let mut games = Vec::new();
        for _ in 0..pairs_played {
            let white = 35.0 + 120.0 * (rng.random::<f64>() - 0.5);
            for lead in [elo + white, elo - white] {
                let chance: f64 = rng.random();
                let (win, loss) = (expected(lead - draw_elo), expected(-lead - draw_elo));
                games.push(if chance < win { 2 } else { u8::from(chance < 1.0 - loss) });
            }
        }
        FinalMatch { results: results(&games), pairs: pairs(&games) }
    }

    /// Returns how many of so many tunes have each verdict, with a draw ratio of about `draw_elo`.
    fn verdicts(tunes: usize, [short, long]: [f64; 2], draw_elo: f64, pairs: usize) -> [usize; 3] {
        let mut rng = ChaCha8Rng::seed_from_u64(draw_elo.to_bits() ^ long.to_bits() ^ pairs as u64);
        let mut counts = [0; 3];
        for _ in 0..tunes {
            let played = simulated(&mut rng, pairs, short, draw_elo);
            let proof = Proof { control: TUNING, played: simulated(&mut rng, pairs, long, draw_elo) };
            counts[Transfer::of(&played, &proof) as usize] += 1;
        }
        counts
    }

    /// With these limits of a draw, about 35, 55 and 80 % of the games between equal players are drawn.
    const DRAW_ELO: [f64; 3] = [130.0, 220.0, 390.0];

    #[rstest]
    fn a_gain_that_one_limit_lacks_rarely_transfers(
        #[values([0.0, 0.0], [20.0, 0.0], [0.0, 20.0], [40.0, -30.0], [60.0, 0.0], [60.0, -10.0])]
        gains: [f64; 2],
        #[values(50, 200, 1_000)] pairs: usize,
    ) {
        for draw_elo in DRAW_ELO {
            let [transfers, ..] = verdicts(200, gains, draw_elo, pairs);
            assert!(transfers <= 10, "{transfers} of 200 at a limit of {draw_elo} Elo");
        }
    }

    #[test]
    #[ignore = "prints the table of docs/results.md"]
    fn table_of_transfers() {
        for gains in [[0.0, 0.0], [20.0, 0.0], [20.0, 20.0], [0.0, 20.0], [40.0, -30.0]] {
            let of = |draw_elo| verdicts(2_000, gains, draw_elo, 200).map(|count| count as f64 / 20.0);
            eprintln!("{gains:?}: transfers, only at short control, not shown, in %: {:?}", DRAW_ELO.map(of));
        }
    }

    #[test]
    fn a_gain_at_both_limits_transfers_and_no_gain_is_not_shown() {
        let [transfers, ..] = verdicts(200, [60.0, 50.0], 220.0, 400);
        assert!(transfers >= 190, "{transfers} of 200");
        let [.., not_shown] = verdicts(200, [0.0, 50.0], 220.0, 400);
        assert!(not_shown >= 190, "{not_shown} of 200");
    }
}
