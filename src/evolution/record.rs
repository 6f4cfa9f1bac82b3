//! What is recorded of every generation.

use serde::{Deserialize, Serialize};

use crate::organism::chromosome::Chromosome;

/// One organism of a measured generation.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Individual {
    /// Its bits.
    pub chromosome: Chromosome,
    /// Its measure: moves equal to the grandmasters' on the training set, half points in the generation's games (see
    /// [`CoevolutionSettings::measure`](super::settings::CoevolutionSettings::measure)), or nodes saved on the training
    /// suite.
    pub correct: u64,
    /// The generation in which these bits first stood in the population.
    pub born: u32,
    /// Places of its parents in the generation before, in that generation's order of fitness (0 = fittest);
    /// none in generation 0 and for an organism that a person planted.
    pub parents: Vec<u32>,
}

/// The spread of a generation's measures.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Largest.
    pub best: u64,
    /// Arithmetic mean.
    pub mean: f64,
    /// 90 % of the organisms are at or below it.
    pub q90: f64,
    /// Upper quartile.
    pub q75: f64,
    /// Median.
    pub median: f64,
    /// Lower quartile.
    pub q25: f64,
    /// 10 % of the organisms are at or below it.
    pub q10: f64,
    /// Smallest.
    pub worst: u64,
}

/// Games lost, drawn and won by the organism of the row against that of the column; nothing in the diagonal.
pub type Results = Vec<Vec<[u32; 3]>>;

/// What the organisms of a generation scored against each other.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Crosstable {
    /// The number by which the generation's games know each organism, in the population's order.
    pub seats: Vec<u32>,
    /// The results, rows and columns in the population's order.
    pub results: Results,
    /// Members of the hall of fame that the generation met. The games know them by the numbers that follow the seats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hall: Vec<Visitor>,
}

impl Crosstable {
    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        let sum = |games: &[u32; 3]| games.iter().map(|games| u64::from(*games)).sum::<u64>();
        let among = self.results.iter().flatten().map(sum).sum::<u64>() / 2;
        among + self.hall.iter().flat_map(|visitor| &visitor.results).map(sum).sum::<u64>()
    }
}

/// A member of the hall of fame, and how a generation did against it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Visitor {
    /// The generation it first led.
    pub generation: u32,
    /// Its bits.
    pub chromosome: Chromosome,
    /// Games lost, drawn and won against it by each organism, in the population's order.
    pub results: Vec<[u32; 3]>,
}

/// A generation, complete: the fact that journals keep and screens show.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct GenerationRecord {
    /// Which run of the ensemble, 0 first.
    pub run: u32,
    /// Which generation, 0 first.
    pub generation: u32,
    /// Organisms measured in this run up to and including this generation.
    pub evaluations: u64,
    /// The spread of the measures.
    pub spread: Spread,
    /// For each bit, the share of pairs of organisms that differ in it, 0 (settled) to ½ (random).
    pub bit_diversity: Vec<f32>,
    /// For each parameter, the standard deviation of its values over its range's width, 0 to ½.
    pub parameter_diversity: Vec<f32>,
    /// The fittest organism's parameter values.
    pub champion_values: Vec<i32>,
    /// Every organism, fittest first (equals in the optimizer's order).
    pub population: Vec<Individual>,
    /// Where they played each other: how that went.
    pub crosstable: Option<Crosstable>,
    /// Tuning stage: for each organism, in the same order, the nodes until it found the best move of each position
    /// of its suite, 0 where it did not within the limit. Empty in other stages.
    pub nodes: Vec<Vec<u32>>,
}

/// What the organisms of a generation scored, in the order in which they were proposed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Scores {
    /// Against each other.
    pub results: Results,
    /// Against each member of the hall of fame that they met: games lost, drawn and won by each organism.
    pub hall: Results,
}

impl Scores {
    /// Half points of each organism, of all its games.
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

/// Half points of each organism.
#[must_use]
pub fn half_points(results: &Results) -> Vec<u64> {
    results.iter().map(|row| row.iter().map(halves).sum()).collect()
}

/// How a search did on a suite.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Tally {
    /// Nodes until the best moves were found; the limit of each that was not.
    pub nodes: u64,
    /// How many were found.
    pub found: u64,
}

impl Tally {
    /// The tally of nodes by position (0: not found) under a limit.
    #[must_use]
    pub fn of(nodes: &[u32], limit: u32) -> Tally {
        let counted = |&nodes: &u32| u64::from(if nodes == 0 { limit } else { nodes });
        let found = nodes.iter().filter(|&&nodes| nodes > 0).count() as u64;
        Tally { nodes: nodes.iter().map(counted).sum(), found }
    }
}

/// A tuned search beside the untuned one, on one suite, when its run is complete.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Examination {
    /// The suite's name.
    pub suite: String,
    /// How many positions were searched.
    pub positions: u64,
    /// Whether they are those it was tuned on.
    pub trained: bool,
    /// The champion.
    pub champion: Tally,
    /// The same evaluation with the search of the organism `reference`.
    pub untuned: Tally,
    /// Of the positions it was tuned on: the nodes of the untuned search, 0 where it did not find the move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub untuned_nodes: Vec<u32>,
}
