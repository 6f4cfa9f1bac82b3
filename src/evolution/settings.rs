//! Everything a person can choose about an evolution, and the presets.

mod mentor;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub use mentor::{Combination, Hearing, MentorName, MentorSettings, Weighting};

use super::scale::Scale;
use crate::arena::control::Control;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaError};
use crate::engine::search::SearchMode;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;

/// What the organisms are measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Agreement with the moves grandmasters played (2009, 2014).
    Grandmaster,
    /// Points in a round robin of the population (2009, 2014).
    Coevolution,
    /// Nodes that a search saves on the way to the best moves of a suite (2014, section IV).
    Tuning,
    /// Nearness to the scores that a mentor gives positions (2008).
    Mentor,
}

impl Stage {
    /// The name by which flags, files and random streams know it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Grandmaster => "grandmaster",
            Stage::Coevolution => "coevolution",
            Stage::Tuning => "tuning",
            Stage::Mentor => "mentor",
        }
    }

    /// The fitness of an organism with this measure: the square of the moves equal to the
    /// grandmasters' (2014, section III.B); the points of games; the nodes a tuned search saved: node limit times
    /// positions, less the nodes searched; the mean error against the mentor, negative (2008, section 3.3).
    #[must_use]
    pub fn fitness(self, measure: u64) -> f64 {
        match self {
            Stage::Grandmaster => (measure as f64).powi(2),
            Stage::Coevolution => measure as f64 / 2.0,
            Stage::Tuning => measure as f64,
            Stage::Mentor => -MentorSettings::error(measure as f64),
        }
    }
}

/// How parents are chosen.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Selection {
    /// With probability proportional to fitness ([`Stage::fitness`]).
    Proportional,
    /// Linear ranking; the best is expected `pressure` times the average (1.0–2.0).
    Rank {
        /// Expected offspring of the best.
        pressure: f64,
    },
    /// The best of `size` drawn at random.
    Tournament {
        /// How many are drawn.
        size: u32,
    },
}

/// How two parents' bits are mixed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Crossover {
    /// Each bit from either parent with equal probability.
    Uniform,
    /// Bits after one random point are exchanged.
    OnePoint,
    /// Bits between two random points are exchanged.
    TwoPoint,
}

/// The genetic algorithm's settings; all but the population may change between generations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaSettings {
    /// Organisms a generation.
    pub population: u32,
    /// How parents are chosen.
    pub selection: Selection,
    /// How two parents' bits are mixed.
    pub crossover: Crossover,
    /// Probability that a pair of parents is mixed at all.
    pub crossover_rate: f64,
    /// Probability that a bit flips.
    pub mutation_rate: f64,
    /// How many of the best go on unchanged.
    pub elite: u32,
}

/// Which optimizer proposes the organisms.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OptimizerSettings {
    /// The genetic algorithm of the papers.
    Ga(GaSettings),
}

impl OptimizerSettings {
    /// Organisms a generation.
    #[must_use]
    pub fn population(&self) -> u32 {
        match self {
            OptimizerSettings::Ga(ga) => ga.population,
        }
    }

    /// How many organisms of a generation a person may plant: all but the elite, and all but one.
    #[must_use]
    pub fn plantable(&self) -> u32 {
        match self {
            OptimizerSettings::Ga(ga) => ga.population.saturating_sub(ga.elite.max(1)),
        }
    }
}

/// An evaluation that an evolution leaves as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedEvaluation {
    /// What people call the organism whose it is.
    pub organism: String,
    /// Name of its schema.
    pub schema: String,
    /// Its parameters' values, in schema order.
    pub values: Vec<i32>,
}

impl FixedEvaluation {
    /// Its values of the parameters of `schema`, in that schema's order; none where it has no such parameter.
    ///
    /// # Errors
    /// Its own schema is not known.
    pub fn under(&self, schema: &Schema) -> Result<Vec<Option<i32>>, SchemaError> {
        let own = Schema::built_in(&self.schema)?;
        let value = |name: &str| self.values.get(own.index_of(name)?).copied();
        Ok(schema.parameters.iter().map(|parameter| value(&parameter.name)).collect())
    }
}

/// What the tuning stage needs to know besides its suite, which is the training set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningSettings {
    /// The evaluation that every organism plays with.
    pub evaluation: FixedEvaluation,
    /// Nodes after which a position counts as not solved.
    pub node_limit: u32,
    /// How many of the suite's positions are searched, taken at equal distances; all where `None`.
    pub positions: Option<u32>,
    /// The transposition table of each search, MiB; `None` for as much as [`TuningSettings::table`] says.
    pub hash: Option<u32>,
}

impl TuningSettings {
    /// The transposition table of each search, MiB. Unless it is set it has room for about two entries a node, as it
    /// is cleared before every search: 16 MiB for 500,000 nodes, 1 for 20,000.
    #[must_use]
    pub fn table(&self) -> u32 {
        const BYTES: u64 = 32;
        let fitting = (u64::from(self.node_limit) * BYTES).div_ceil(1 << 20).next_power_of_two();
        self.hash.unwrap_or_else(|| fitting.clamp(1, 1024) as u32)
    }
}

/// How the organisms of a coevolution play each other.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CoevolutionSettings {
    /// Games of each pair of organisms in a generation.
    pub games_per_pair: u32,
    /// What limits the moves.
    pub control: Control,
    /// By how many milliseconds a clock may be overrun.
    pub margin: u64,
    /// The search all play with: its parameters are those of the embedded organism `reference`, as only evaluations
    /// evolve here.
    pub search: SearchMode,
    /// The transposition table of each player, MiB.
    pub hash: usize,
    /// A game of so many moves of each side is a draw.
    pub max_moves: u32,
    /// Games of each pair when the champion is confirmed; an odd number is rounded up.
    pub confirmation_games: u32,
    /// Games of each generation's leader with each founder, once all generations are measured; an odd number is rounded
    /// up, 0: none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub milestone_games: u32,
    /// Games of the champion with the best founder at the end, which say what was gained; an odd number is rounded up, 0:
    /// none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub match_games: u32,
    /// How many leaders of earlier generations each generation meets at most; 0: none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hall_of_fame: u32,
    /// The scales at which founders begin: the first founder at the first one, and around again; none: as they are.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<Scale>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl CoevolutionSettings {
    /// Against how many an organism of such a population plays, the hall of fame being full.
    #[must_use]
    pub fn opponents(&self, population: u32) -> u64 {
        u64::from(population.saturating_sub(1)) + u64::from(self.hall_of_fame)
    }

    /// How many games a generation of so many organisms has that meets `hall` members of the hall of fame.
    #[must_use]
    pub fn games(&self, population: u32, hall: u64) -> u64 {
        let population = u64::from(population);
        u64::from(self.games_per_pair) * (population * population.saturating_sub(1) / 2 + population * hall)
    }

    /// How many games generations have at most: as many as where no organism leads twice.
    #[must_use]
    pub fn most_games(&self, population: u32, generations: RangeInclusive<u32>) -> u64 {
        let (first, last) = generations.into_inner();
        let until = |end: u32| {
            let filling = (0..end.min(self.hall_of_fame)).map(u64::from).sum::<u64>();
            let full = u64::from(end.saturating_sub(self.hall_of_fame)) * u64::from(self.hall_of_fame);
            u64::from(end) * self.games(population, 0)
                + (filling + full) * (self.games(population, 1) - self.games(population, 0))
        };
        until(last.saturating_add(1)).saturating_sub(until(first))
    }

    /// How many games leaders have with so many founders at most: as many as where no organism leads twice.
    #[must_use]
    pub fn most_milestone_games(&self, founders: usize, generations: u32) -> u64 {
        let each = u64::from(self.milestone_games.next_multiple_of(2));
        each * founders as u64 * (u64::from(generations) + 1)
    }

    /// How many openings a generation has: one for each game that it has with a full hall of fame, whether the hall is full
    /// or not, so that every generation's openings begin at a place that the settings alone decide.
    #[must_use]
    pub fn openings_each(&self, population: u32) -> u64 {
        self.games(population, self.hall_of_fame.into())
    }

    /// How many openings all generations, the confirmation, the milestones and the final match need at most, where each comes
    /// once.
    #[must_use]
    pub fn openings(&self, population: u32, founders: usize, generations: u32) -> u64 {
        let finalists = u64::from(population) + founders as u64;
        let pairings = finalists * finalists.saturating_sub(1) / 2;
        (u64::from(generations) + 1) * self.openings_each(population)
            + pairings * u64::from(self.confirmation_games.div_ceil(2))
            + self.most_milestone_games(founders, generations) / 2
            + u64::from(self.match_games.div_ceil(2))
    }

    /// The measure of an organism with so many half points, where its generation of so many met `hall` members of the
    /// hall of fame. Where the hall had too few, half points are scaled to a full one, so that generations compare; the
    /// factor is 1 at least, so the rounding (down) makes no two alike that were not.
    #[must_use]
    pub fn measure(&self, half_points: u64, population: u32, hall: usize) -> u64 {
        let met = u64::from(population.saturating_sub(1)) + hall as u64;
        (half_points * self.opponents(population)).checked_div(met).unwrap_or(half_points)
    }
}

/// An organism that a run begins with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founder {
    /// What people call it.
    pub name: String,
    /// Its bits under the evolution's schema.
    pub chromosome: Chromosome,
}

/// A whole evolution: what a session records as its configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionSettings {
    /// The preset the values started from.
    pub preset: String,
    /// What the organisms are measured by.
    pub stage: Stage,
    /// Name of the parameter schema.
    pub schema: String,
    /// How a move's score is found.
    pub ply_score: PlyScore,
    /// Which optimizer, with its settings.
    pub optimizer: OptimizerSettings,
    /// Generations after generation 0.
    pub generations: u32,
    /// Independent runs (an ensemble where more than one).
    pub runs: u32,
    /// Names every random stream.
    pub seed: u64,
    /// What organisms are trained on; in a coevolution the openings of their games.
    pub train: PositionSource,
    /// What the champion is reported on.
    pub test: PositionSource,
    /// The organisms that are given, as many as the population ([`EvolutionSettings::beginners`]); none: random ones.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founders: Vec<Founder>,
    /// How organisms play each other, in that stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coevolution: Option<CoevolutionSettings>,
    /// What the tuning stage needs besides; other stages have none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuning: Option<TuningSettings>,
    /// Whom the mentor stage's organisms mimic; other stages have nobody.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mentor: Option<MentorSettings>,
}

impl EvolutionSettings {
    /// The largest possible measure, where a set has so many positions: all of them right, both half points of all games
    /// of an organism, all nodes saved, or no error at all.
    #[must_use]
    pub fn largest_measure(&self, positions: u64) -> u64 {
        if self.mentor.is_some() {
            return MentorSettings::LARGEST_MEASURE;
        }
        match (&self.coevolution, &self.tuning) {
            (Some(games), _) => {
                2 * u64::from(games.games_per_pair) * games.opponents(self.optimizer.population())
            }
            (None, Some(tuning)) => u64::from(tuning.node_limit) * positions,
            (None, None) => positions,
        }
    }

    /// The largest possible measure of a champion on so many positions of the test set: a coevolution's is looked at by
    /// its agreement with grandmasters.
    #[must_use]
    pub fn largest_test_measure(&self, positions: u64) -> u64 {
        match self.stage {
            Stage::Grandmaster | Stage::Tuning | Stage::Mentor => self.largest_measure(positions),
            Stage::Coevolution => positions,
        }
    }

    /// The organisms of generation 0 where they are given: the founders, in a coevolution at their scales.
    #[must_use]
    pub fn beginners(&self, schema: &Schema) -> Vec<Founder> {
        let Some(CoevolutionSettings { scales, .. }) =
            self.coevolution.as_ref().filter(|games| !games.scales.is_empty())
        else {
            return self.founders.clone();
        };
        let beginner = |(founder, scale): (&Founder, &Scale)| match scale.apply(schema, &founder.chromosome) {
            same if same == founder.chromosome => founder.clone(),
            chromosome => Founder { name: format!("{}, {scale}", founder.name), chromosome },
        };
        self.founders.iter().zip(scales.iter().cycle()).map(beginner).collect()
    }

    /// The nodes that an organism of the tuning stage with this measure searched on so many positions.
    #[must_use]
    pub fn nodes(&self, measure: u64, positions: u64) -> u64 {
        self.largest_measure(positions).saturating_sub(measure)
    }
}
