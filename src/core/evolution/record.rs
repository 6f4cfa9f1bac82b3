//! The records of generations.

use serde::{Deserialize, Serialize};

use super::fault::{Fault, FaultCounts};
use crate::organism::chromosome::Chromosome;

/// An individual of a measured generation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// The genotype.
    pub chromosome: Chromosome,
    /// The score by the experiment's objective. A larger score is better.
    pub score: u64,
    /// The generation in which this genotype first occurred in the population.
    pub born: u32,
    /// Places of the parents in the previous generation, in that generation's order of fitness (0 = fittest); empty in
    /// generation 0 and for an organism that the user planted.
    pub parents: Vec<u32>,
}

/// A given organism of the initial population.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founder {
    /// The organism's name.
    pub name: String,
    /// The genotype under the experiment's schema.
    pub chromosome: Chromosome,
}

/// The distribution of a generation's measures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Maximum.
    pub best: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// 90th percentile.
    pub q90: f64,
    /// Upper quartile.
    pub q75: f64,
    /// Median.
    pub median: f64,
    /// Lower quartile.
    pub q25: f64,
    /// 10th percentile.
    pub q10: f64,
    /// Minimum.
    pub worst: u64,
}

/// Games lost, drawn and won by the organism of the row against the organism of the column; zeros on the diagonal.
pub type Results = Vec<Vec<[u32; 3]>>;

/// The results of the games of a generation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crosstable {
    /// The player number of each organism in the generation's games, in the population's order.
    pub seats: Vec<u32>,
    /// The results; rows and columns in the population's order.
    pub results: Results,
    /// Members of the hall of fame that the generation played. Their player numbers follow those of the organisms.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<HallResult>,
}

impl Crosstable {
    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        let sum = |games: &[u32; 3]| games.iter().map(|games| u64::from(*games)).sum::<u64>();
        let internal = self.results.iter().flatten().map(sum).sum::<u64>() / 2;
        internal + self.hall.iter().flat_map(|member| &member.results).map(sum).sum::<u64>()
    }
}

/// A member of the hall of fame, and a generation's results against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct HallResult {
    /// The generation in which the organism was first the fittest.
    pub generation: u32,
    /// The genotype.
    pub chromosome: Chromosome,
    /// Games lost, drawn and won by each organism against this member, in the population's order.
    pub results: Vec<[u32; 3]>,
}

/// The complete record of a generation, as stored in the journal and shown on screens.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GenerationRecord {
    /// Index of the run in the ensemble, 0 first.
    pub run: u32,
    /// Index of the generation, 0 first.
    pub generation: u32,
    /// Number of evaluations in this run up to and including this generation.
    pub evaluations: u64,
    /// The distribution of the measures.
    pub spread: Spread,
    /// For each bit, the share of pairs of organisms that differ in it: 0 (converged) to ½ (random).
    pub bit_diversity: Vec<f32>,
    /// For each parameter, the standard deviation of its values divided by the width of its range: 0 to ½.
    pub parameter_diversity: Vec<f32>,
    /// The fittest organism's parameter values.
    pub champion_values: Vec<i32>,
    /// Every individual, fittest first (ties in the optimizer's order).
    pub population: Vec<Individual>,
    /// The results of the games, if the organisms played each other.
    pub crosstable: Option<Crosstable>,
    /// Objective *suite*: for each organism, in the same order, the nodes until the organism found the best move of
    /// each position of the suite; 0 if the organism did not find the move within the limit. Empty with other
    /// objectives.
    pub nodes: Vec<Vec<u32>>,
    /// Objective *matches*: for each organism, in the same order, its half points (0, 1 or 2) in each of its games. Two
    /// games in a row are a pair. Empty with other objectives.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub games: Vec<Vec<u8>>,
    /// For each organism, in the same order, what ended by a fault of a player; empty if there was no fault. Objective
    /// *matches*: games of the organism; its own fault if it lost the game. Objective *self-play*: games of the generation
    /// that the organism lost. Other objectives, if they measure engines: positions.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Vec<Fault>>,
}

impl GenerationRecord {
    /// Returns the organism's own faults by kind, without those of its opponents.
    #[must_use]
    pub fn own_faults(&self, place: usize) -> FaultCounts {
        let games = self.games.get(place);
        let is_own = |fault: &&Fault| {
            let result = games.and_then(|games| games.get(fault.item as usize));
            result.is_none_or(|half_points| *half_points == 0)
        };
        self.faults.get(place).into_iter().flatten().filter(is_own).map(|fault| fault.kind).collect()
    }

    /// Returns all faults by kind, with those of opponents.
    #[must_use]
    pub fn all_faults(&self) -> FaultCounts {
        self.faults.iter().flatten().map(|fault| fault.kind).collect()
    }

    /// Returns whether any organism has parents. If so, the optimizer selects parents, and an organism without them is a
    /// founder or was planted.
    #[must_use]
    pub fn has_parents(&self) -> bool {
        self.population.iter().any(|individual| !individual.parents.is_empty())
    }
}

/// The results of a generation's games, in the order of the proposal.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scores {
    /// Results of the organisms against each other.
    pub results: Results,
    /// For each member of the hall of fame in the games: games lost, drawn and won by each organism.
    pub hall: Results,
    /// For each organism, the games that it lost by a fault.
    pub faults: Vec<Vec<Fault>>,
}

impl Scores {
    /// Returns the half points of each organism from all games.
    #[must_use]
    pub fn half_points(&self) -> Vec<u64> {
        let mut sums = half_points(&self.results);
        for (place, sum) in sums.iter_mut().enumerate() {
            *sum += self.hall.iter().filter_map(|results| results.get(place)).map(halves).sum::<u64>();
        }
        sums
    }
}

fn halves([_, drawn, won]: &[u32; 3]) -> u64 {
    u64::from(*drawn) + 2 * u64::from(*won)
}

/// Returns the half points of each organism.
#[must_use]
pub fn half_points(results: &Results) -> Vec<u64> {
    results.iter().map(|row| row.iter().map(halves).sum()).collect()
}
