//! The levels of strength. The chapter on them in `docs/strength.md` has what games measured.

use std::ops::RangeInclusive;

use super::Strength;

/// What a player of a rating does.
struct Level {
    elo: u32,
    nodes: u32,
    temperature: u32,
    largest_loss: u32,
}

/// The levels, weakest first. Between two levels all values are interpolated, the logarithm for nodes.
const LEVELS: [Level; 8] = [
    Level { elo: 1000, nodes: 300, temperature: 200, largest_loss: 700 },
    Level { elo: 1400, nodes: 1_180, temperature: 75, largest_loss: 260 },
    Level { elo: 1600, nodes: 2_270, temperature: 53, largest_loss: 190 },
    Level { elo: 1800, nodes: 3_870, temperature: 42, largest_loss: 145 },
    Level { elo: 2000, nodes: 7_200, temperature: 30, largest_loss: 105 },
    Level { elo: 2200, nodes: 12_000, temperature: 22, largest_loss: 80 },
    Level { elo: 2400, nodes: 28_000, temperature: 13, largest_loss: 52 },
    Level { elo: 2800, nodes: 400_000, temperature: 5, largest_loss: 20 },
];

/// The smallest and the largest rating.
pub const ELO_RANGE: (u32, u32) = (LEVELS[0].elo, LEVELS[LEVELS.len() - 1].elo);

/// The ratings that games have measured for the default organism.
pub const CALIBRATED: RangeInclusive<u32> = 1400..=2400;

impl Strength {
    /// Returns the strength of a player with this rating, within [`ELO_RANGE`].
    #[must_use]
    pub fn of_elo(elo: u32, seed: u64) -> Strength {
        let elo = elo.clamp(ELO_RANGE.0, ELO_RANGE.1);
        let at = LEVELS.partition_point(|level| level.elo <= elo).clamp(1, LEVELS.len() - 1);
        let (low, high) = (&LEVELS[at - 1], &LEVELS[at]);
        let share = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let between = |low: u32, high: u32| f64::from(low) + share * (f64::from(high) - f64::from(low));
        let growth = f64::from(high.nodes) / f64::from(low.nodes);
        Strength {
            nodes: Some((f64::from(low.nodes) * libm::pow(growth, share)).round() as u64),
            temperature: between(low.temperature, high.temperature).round() as u32,
            largest_loss: between(low.largest_loss, high.largest_loss).round() as u32,
            seed,
            style: None,
        }
    }
}
