//! The settings of an evolution.

mod mentor;

use std::ops::RangeInclusive;

use serde::{Deserialize, Serialize};

pub use mentor::{Combination, MentorName, MentorSettings, ScoringMode, Weighting};

use super::scale::Scale;
use crate::arena::control::Control;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::{Schema, SchemaError};
use crate::engine::search::SearchMode;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;

/// The stage of the papers, which decides how organisms are measured.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Agreement with the moves grandmasters played (2009, 2014).
    Grandmaster,
    /// Points in a round robin of the population (2009, 2014).
    Coevolution,
    /// Nodes that a search saves until it finds the best moves of a test suite (2014, section IV).
    Tuning,
    /// Closeness to the scores that a mentor gives to positions (2008).
    Mentor,
}

impl Stage {
    /// Returns the name used in flags, files and random streams.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Stage::Grandmaster => "grandmaster",
            Stage::Coevolution => "coevolution",
            Stage::Tuning => "tuning",
            Stage::Mentor => "mentor",
        }
    }

    /// Returns the fitness of an organism with this measure: the square of the number of moves equal to the
    /// grandmasters' (2014, section III.B); the points of games; the nodes that a tuned search saved, which is node
    /// limit times positions minus nodes searched; or the negative mean error against the mentor (2008, section 3.3).
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

/// The parent selection operator.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub enum Selection {
    /// With probability proportional to fitness ([`Stage::fitness`]).
    Proportional,
    /// Linear ranking. The best has `pressure` times the average expected number of offspring (1.0–2.0).
    Rank {
        /// Expected number of offspring of the best.
        pressure: f64,
    },
    /// The fittest of `size` organisms drawn at random.
    Tournament {
        /// Number of organisms drawn.
        size: u32,
    },
}

/// The crossover operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Crossover {
    /// Each bit comes from either parent with equal probability.
    Uniform,
    /// Bits after one random point are exchanged.
    OnePoint,
    /// Bits between two random points are exchanged.
    TwoPoint,
}

/// The settings of the genetic algorithm. All except the population may change between generations.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GaSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// The parent selection operator.
    pub selection: Selection,
    /// The crossover operator.
    pub crossover: Crossover,
    /// Probability that a pair of parents is crossed.
    pub crossover_rate: f64,
    /// Probability that a bit flips.
    pub mutation_rate: f64,
    /// Number of fittest organisms copied unchanged into the next generation.
    pub elite: u32,
}

/// The optimizer that proposes organisms, with its settings.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub enum OptimizerSettings {
    /// The genetic algorithm of the papers.
    Ga(GaSettings),
}

impl OptimizerSettings {
    /// Returns the number of organisms per generation.
    #[must_use]
    pub fn population(&self) -> u32 {
        match self {
            OptimizerSettings::Ga(ga) => ga.population,
        }
    }

    /// Returns how many organisms of a generation the user may plant: all but the elite, and all but one.
    #[must_use]
    pub fn plantable(&self) -> u32 {
        match self {
            OptimizerSettings::Ga(ga) => ga.population.saturating_sub(ga.elite.max(1)),
        }
    }
}

/// An evaluation that does not change during an evolution.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FixedEvaluation {
    /// Name of the organism to which it belongs.
    pub organism: String,
    /// Name of its schema.
    pub schema: String,
    /// Its parameter values, in schema order.
    pub values: Vec<i32>,
}

impl FixedEvaluation {
    /// Returns its values of the parameters of `schema`, in the order of that schema; `None` for a parameter it lacks.
    ///
    /// # Errors
    /// Returns an error if its own schema is unknown.
    pub fn under(&self, schema: &Schema) -> Result<Vec<Option<i32>>, SchemaError> {
        let own = Schema::built_in(&self.schema)?;
        let value = |name: &str| self.values.get(own.index_of(name)?).copied();
        Ok(schema.parameters.iter().map(|parameter| value(&parameter.name)).collect())
    }
}

/// Settings of the tuning stage. The test suite itself is the training set.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TuningSettings {
    /// The evaluation of every organism.
    pub evaluation: FixedEvaluation,
    /// Node limit, after which a position counts as not solved.
    pub node_limit: u32,
    /// Number of positions of the suite to search, evenly spaced; `None` for all.
    pub positions: Option<u32>,
    /// Size of the transposition table of each search in MiB; `None` for the default of [`TuningSettings::table`].
    pub hash: Option<u32>,
}

impl TuningSettings {
    /// Returns the size of the transposition table of each search in MiB. The default has room for about two entries
    /// per node, as the table is cleared before every search: 16 MiB for 500,000 nodes, 1 MiB for 20,000.
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
    /// Number of games of each pair of organisms in a generation.
    pub games_per_pair: u32,
    /// The limit of the search for each move.
    pub control: Control,
    /// Tolerated overrun of a clock, in milliseconds.
    pub margin: u64,
    /// The search of all players. Its parameters are those of the embedded organism `reference`, as only evaluations
    /// evolve here.
    pub search: SearchMode,
    /// Size of each player's transposition table in MiB.
    pub hash: usize,
    /// Maximum number of moves of each side, after which a game is a draw.
    pub max_moves: u32,
    /// Number of games of each pair in the confirmation; an odd number is rounded up.
    pub confirmation_games: u32,
    /// Number of games of each generation's fittest organism against each founder, played after the last generation. An
    /// odd number is rounded up; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub milestone_games: u32,
    /// Number of games of the champion against the best founder at the end, which measure the gain. An odd number is
    /// rounded up; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub match_games: u32,
    /// Maximum number of fittest organisms of earlier generations that each generation plays; 0 for none.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub hall_of_fame: u32,
    /// The initial scales of the founders. They are used cyclically, beginning with the first founder; empty to leave
    /// the founders unchanged.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub scales: Vec<Scale>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl CoevolutionSettings {
    /// Returns the number of opponents of an organism if the hall of fame is full.
    #[must_use]
    pub fn opponents(&self, population: u32) -> u64 {
        u64::from(population.saturating_sub(1)) + u64::from(self.hall_of_fame)
    }

    /// Returns the number of games of a generation of `population` organisms that plays `hall` members of the hall of
    /// fame.
    #[must_use]
    pub fn games(&self, population: u32, hall: u64) -> u64 {
        let population = u64::from(population);
        u64::from(self.games_per_pair) * (population * population.saturating_sub(1) / 2 + population * hall)
    }

    /// Returns the maximum number of games in these generations, reached if no organism is the fittest of two
    /// generations.
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

    /// Returns the maximum number of milestone games against `founders` founders, reached if no organism is the fittest
    /// of two generations.
    #[must_use]
    pub fn most_milestone_games(&self, founders: usize, generations: u32) -> u64 {
        let each = u64::from(self.milestone_games.next_multiple_of(2));
        each * founders as u64 * (u64::from(generations) + 1)
    }

    /// Returns the number of openings of a generation: one for each game with a full hall of fame. It does not depend
    /// on whether the hall is full, so the settings alone decide the first opening of each generation.
    #[must_use]
    pub fn openings_each(&self, population: u32) -> u64 {
        self.games(population, self.hall_of_fame.into())
    }

    /// Returns the maximum number of openings that all generations, the confirmation, the milestones and the final
    /// match need if no opening is used twice.
    #[must_use]
    pub fn openings(&self, population: u32, founders: usize, generations: u32) -> u64 {
        let finalists = u64::from(population) + founders as u64;
        let pairings = finalists * finalists.saturating_sub(1) / 2;
        (u64::from(generations) + 1) * self.openings_each(population)
            + pairings * u64::from(self.confirmation_games.div_ceil(2))
            + self.most_milestone_games(founders, generations) / 2
            + u64::from(self.match_games.div_ceil(2))
    }

    /// Returns the measure of an organism from its half points, if its generation of `population` organisms played
    /// `hall` members of the hall of fame. If the hall was not full, half points are scaled to a full one, so that
    /// generations are comparable. The factor is at least 1, so rounding down never makes two different scores equal.
    #[must_use]
    pub fn measure(&self, half_points: u64, population: u32, hall: usize) -> u64 {
        let met = u64::from(population.saturating_sub(1)) + hall as u64;
        (half_points * self.opponents(population)).checked_div(met).unwrap_or(half_points)
    }
}

/// An organism of the initial population.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Founder {
    /// Its name.
    pub name: String,
    /// Its genotype under the evolution's schema.
    pub chromosome: Chromosome,
}

/// The complete settings of an evolution, which a session stores as its configuration.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EvolutionSettings {
    /// The preset from which the values started.
    pub preset: String,
    /// The stage of the papers, which decides how organisms are measured.
    pub stage: Stage,
    /// Name of the parameter schema.
    pub schema: String,
    /// How the score of a move is computed.
    pub ply_score: PlyScore,
    /// The optimizer, with its settings.
    pub optimizer: OptimizerSettings,
    /// Number of generations after generation 0.
    pub generations: u32,
    /// Number of independent runs (an ensemble if more than one).
    pub runs: u32,
    /// Seed of all random streams.
    pub seed: u64,
    /// The training set; in a coevolution, the openings of the games.
    pub train: PositionSource,
    /// The test set, on which the champion is reported.
    pub test: PositionSource,
    /// The given initial organisms, as many as the population ([`EvolutionSettings::beginners`]). Empty for a random
    /// initial population.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub founders: Vec<Founder>,
    /// Settings of the games; only in the coevolution stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub coevolution: Option<CoevolutionSettings>,
    /// Settings of the tuning stage; only in that stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tuning: Option<TuningSettings>,
    /// Settings of the mentor stage; only in that stage.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mentor: Option<MentorSettings>,
}

impl EvolutionSettings {
    /// Returns the largest possible measure on a set of `positions` positions: all correct, all half points of an
    /// organism's games, all nodes saved, or no error.
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

    /// Returns the largest possible measure of a champion on `positions` positions of the test set. The champion of a
    /// coevolution is tested by its agreement with grandmasters.
    #[must_use]
    pub fn largest_test_measure(&self, positions: u64) -> u64 {
        match self.stage {
            Stage::Grandmaster | Stage::Tuning | Stage::Mentor => self.largest_measure(positions),
            Stage::Coevolution => positions,
        }
    }

    /// Returns the initial population if it is given: the founders, in a coevolution at their scales.
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

    /// Returns the nodes that an organism of the tuning stage with this measure searched on `positions` positions.
    #[must_use]
    pub fn nodes(&self, measure: u64, positions: u64) -> u64 {
        self.largest_measure(positions).saturating_sub(measure)
    }
}
