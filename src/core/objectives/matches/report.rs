//! How games selected a champion: the confirmation and the final match.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{LARGEST_SCORE, MatchesSettings};
use crate::engine::schema::Schema;
use crate::evolution::fault::Fault;
use crate::evolution::record::Individual;
use crate::evolution::run::{HallMember, Run};
use crate::objectives::confirmation::{FinalMatch, pairs, results};
use crate::objectives::proof::Proof;
use crate::organism::chromosome::Chromosome;
use crate::statistics::{Estimate, Trials};

/// Why an organism takes part in the confirmation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FinalistOrigin {
    /// It is the start.
    Start,
    /// It is the optimizer's estimate of the fittest organism.
    Estimate,
    /// It is in the last population, at this place.
    Population(u32),
    /// It was the leader of this generation.
    Leader(u32),
}

impl fmt::Display for FinalistOrigin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FinalistOrigin::Start => f.write_str("the start"),
            FinalistOrigin::Estimate => f.write_str("the optimizer's estimate"),
            FinalistOrigin::Population(place) => write!(f, "number {} of the last population", place + 1),
            FinalistOrigin::Leader(generation) => write!(f, "the leader of generation {generation}"),
        }
    }
}

/// An organism of the confirmation and its games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalist {
    /// Why it takes part. An organism with several reasons has the first: start, estimate, population, leader.
    pub origin: FinalistOrigin,
    /// The genotype.
    pub chromosome: Chromosome,
    /// Mean points in the confirmation, in millionths.
    pub score: u64,
    /// Pairs of games in the confirmation by their total points: 0, ½, 1, 1½, 2. Organisms without a chance stop early.
    pub pairs: [u32; 5],
    /// Its games of the confirmation that it lost by a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub faults: Vec<Fault>,
}

/// The selection of a champion by games.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MatchReport {
    /// The organisms of the confirmation, the start first.
    pub finalists: Vec<Finalist>,
    /// The index of the best finalist.
    pub best: u32,
    /// The games of the best finalist against the start. `None` if none are configured, or if the start is the best.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_match: Option<FinalMatch>,
    /// These games with a longer limit. `None` if none are configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// Number of games in all generations of the run, in the confirmation, in the final match and in its proof.
    pub games: u64,
    /// The games of the final match and of its proof that the best finalist lost by a fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub final_faults: Vec<Fault>,
    /// Number of all games that ended by a fault of a player.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub faults: u64,
}

impl Finalist {
    /// Creates a finalist before its games.
    fn new(origin: FinalistOrigin, chromosome: Chromosome) -> Finalist {
        Finalist { origin, chromosome, score: 0, pairs: [0; 5], faults: Vec::new() }
    }

    /// Records the half points of the finalist's games, and which of them ended by a fault.
    pub fn record(&mut self, score: u64, games: &[u8], faults: &[Fault]) {
        (self.score, self.pairs, self.faults) = (score, pairs(games), own_faults(games, faults));
    }

    /// Returns the share of the points in percent.
    #[must_use]
    pub fn percent(&self) -> f64 {
        100.0 * self.score as f64 / LARGEST_SCORE as f64
    }

    /// Returns the number of pairs played.
    #[must_use]
    pub fn played(&self) -> u64 {
        self.pairs.iter().map(|count| u64::from(*count)).sum()
    }

    /// Returns the pairs of games as trials.
    #[must_use]
    pub fn trials(&self) -> Trials {
        Trials::Pairs(self.pairs.map(u64::from))
    }
}

/// Returns the faults in games that the organism lost, which are its own.
#[must_use]
pub fn own_faults(games: &[u8], faults: &[Fault]) -> Vec<Fault> {
    faults.iter().copied().filter(|fault| games.get(fault.item as usize) == Some(&0)).collect()
}

/// Returns the organisms of a run's confirmation after its last generation, each once: the start, the estimate, the last
/// population, and the leaders of the latest generations. Of many organisms with few games each, the one that scores best
/// is often the luckiest, so there may be the start and the estimate alone.
#[must_use]
pub fn finalists(
    settings: &MatchesSettings,
    run: &Run,
    start: Chromosome,
    last: &[Individual],
) -> Vec<Finalist> {
    let estimate = run.estimate();
    if settings.estimate_alone && estimate.is_some() {
        return distinct(run.schema(), start, estimate, &[], &[]);
    }
    let leaders = run.leaders();
    let latest = &leaders[leaders.len().saturating_sub(settings.leaders as usize)..];
    distinct(run.schema(), start, estimate, last, latest)
}

/// Returns the organisms of a confirmation, each once and with its first reason.
pub(super) fn distinct(
    schema: &Schema,
    start: Chromosome,
    estimate: Option<Chromosome>,
    population: &[Individual],
    leaders: &[HallMember],
) -> Vec<Finalist> {
    let members =
        (0..).zip(population).map(|(place, one)| (FinalistOrigin::Population(place), one.chromosome.clone()));
    let leaders = leaders.iter().filter_map(|leader| {
        Some((FinalistOrigin::Leader(leader.generation), Chromosome::encode(schema, &leader.values)?))
    });
    let estimate = estimate.into_iter().map(|chromosome| (FinalistOrigin::Estimate, chromosome));
    let all = std::iter::once((FinalistOrigin::Start, start)).chain(estimate).chain(members).chain(leaders);
    let mut finalists: Vec<(Vec<i32>, Finalist)> = Vec::new();
    for (origin, chromosome) in all {
        let values = chromosome.decode(schema);
        if finalists.iter().all(|(known, _)| *known != values) {
            finalists.push((values, Finalist::new(origin, chromosome)));
        }
    }
    finalists.into_iter().map(|(_, finalist)| finalist).collect()
}

/// Returns the index of the best finalist: of those that played longest, the one with the highest score; among equals,
/// the first, so that the start wins ties.
#[must_use]
pub fn best(finalists: &[Finalist]) -> usize {
    let rank = |finalist: &Finalist| (finalist.played(), finalist.score);
    let all = finalists.iter().enumerate();
    let best = all.reduce(|best, next| if rank(next.1) > rank(best.1) { next } else { best });
    best.map_or(0, |(index, _)| index)
}

/// Returns the result of a final match from the half points of the champion's games.
#[must_use]
pub fn final_match(games: &[u8]) -> FinalMatch {
    FinalMatch { results: results(games), pairs: pairs(games) }
}

impl MatchReport {
    /// Returns the best finalist; `None` in a damaged report.
    #[must_use]
    pub fn best(&self) -> Option<&Finalist> {
        self.finalists.get(self.best as usize)
    }

    /// Returns whether the start is the result, because no organism was better: the start was the best finalist, or the
    /// best finalist scored at most half of the points in the final match.
    #[must_use]
    pub fn keeps_start(&self) -> bool {
        let [lost, _, won] = self.final_match.as_ref().map_or([0; 3], |played| played.results);
        self.best == 0 || (self.final_match.is_some() && won <= lost)
    }

    /// Returns the organism that is the result of the run; `None` in a damaged report.
    #[must_use]
    pub fn champion(&self) -> Option<&Finalist> {
        if self.keeps_start() { self.finalists.first() } else { self.best() }
    }

    /// Returns the Elo advantage of the best finalist over the start, from the final match.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        self.final_match.as_ref()?.elo()
    }
}
