//! Validation of settings.

use std::ops::RangeInclusive;

use super::settings::{
    CoevolutionSettings, EvolutionSettings, FixedEvaluation, GaSettings, MentorSettings, OptimizerSettings,
    ScoringMode, Selection, Stage, TuningSettings, Weighting,
};
use crate::arena::control::Control;
use crate::engine::schema::{Schema, SchemaError, SchemaKind};
use crate::engine::search::Engine;

/// Maximum number of organisms that play each other, and of hall-of-fame members that they play. The games of a
/// generation grow with the square of the one and the product of both.
const MAX_PLAYERS: usize = 100;

/// Maximum number of games of a pair of organisms.
const MAX_GAMES: u32 = 10_000;

/// Maximum population. A mistyped number is rejected before it fills the memory.
const MAX_POPULATION: u32 = 1_000_000;

/// Factors of scales, in percent.
const SCALE_PERCENT: RangeInclusive<u16> = 1..=400;

/// Maximum node limit of a position. An interrupt waits for the searches in progress.
const MAX_NODE_LIMIT: u32 = 100_000_000;

/// Maximum number of mentors, and of plies that they search.
const MAX_MENTORS: usize = 100;
const MAX_PLIES: u32 = 100;

/// Maximum power of the error in selection.
const MAX_POWER: u32 = 16;

/// Transposition table sizes in MiB.
const HASH_MIB: RangeInclusive<u32> = 1..=65_536;

/// Why settings were rejected. Names the command-line flag.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A number is outside its range.
    #[error("{flag} is {value}; it must be {rule}")]
    OutOfRange {
        /// The command-line flag.
        flag: &'static str,
        /// The given value.
        value: String,
        /// The allowed values.
        rule: String,
    },
    /// The number of founders differs from the population.
    #[error(
        "the number of founders ({founders}) must equal the population of {population}; change --population or the founders"
    )]
    Founders {
        /// Number of founders.
        founders: usize,
        /// Number of organisms per generation.
        population: u32,
    },
    /// A founder has another schema.
    #[error("“{name}” has {found} bits, but schema {schema} has {expected}; use an organism of that schema")]
    Founder {
        /// The founder's name.
        name: String,
        /// Its number of bits.
        found: usize,
        /// The schema's number of bits.
        expected: usize,
        /// Name of the schema.
        schema: String,
    },
    /// The schema is unknown.
    #[error("--schema: {0}")]
    Schema(#[from] SchemaError),
    /// The mentor cannot report a static evaluation.
    #[error(
        "--mentor-static: “{0}” is not an organism, and UCI and xboard engines cannot report a static evaluation; use \
         --mentor-depth or --mentor-nodes"
    )]
    NotStatic(String),
    /// The settings of the stage are missing, or settings of another stage are present.
    #[error(
        "the settings do not match the {stage} stage: required settings are missing, or belong to another stage"
    )]
    Stage {
        /// The stage's name.
        stage: &'static str,
    },
    /// The preset is unknown.
    #[error("unknown preset “{name}”; use one of: {known}")]
    Preset {
        /// The given name.
        name: String,
        /// The known names.
        known: String,
    },
}

fn check(holds: bool, flag: &'static str, value: impl ToString, rule: &str) -> Result<(), SettingsError> {
    if holds {
        return Ok(());
    }
    Err(SettingsError::OutOfRange { flag, value: value.to_string(), rule: rule.to_owned() })
}

impl GaSettings {
    /// Checks the range of every number.
    ///
    /// # Errors
    /// Returns the first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let population = 2..=MAX_POPULATION;
        check(population.contains(&self.population), "--population", self.population, "2 to 1,000,000")?;
        let rate = 0.0..=1.0;
        check(rate.contains(&self.crossover_rate), "--crossover-rate", self.crossover_rate, "0 to 1")?;
        check(rate.contains(&self.mutation_rate), "--mutation-rate", self.mutation_rate, "0 to 1")?;
        check(self.elite < self.population, "--elite", self.elite, "less than the population")?;
        match self.selection {
            Selection::Proportional => Ok(()),
            Selection::Rank { pressure } => {
                check((1.0..=2.0).contains(&pressure), "--pressure", pressure, "1 to 2")
            }
            Selection::Tournament { size } => check(
                (1..=self.population).contains(&size),
                "--tournament-size",
                size,
                "1 to the population size",
            ),
        }
    }
}

impl OptimizerSettings {
    /// Checks the range of every number.
    ///
    /// # Errors
    /// Returns the first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        match self {
            OptimizerSettings::Ga(ga) => ga.validate(),
        }
    }
}

impl TuningSettings {
    /// Checks the range of every number, and that the evaluation fits its schema.
    ///
    /// # Errors
    /// Returns the first invalid setting.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let limits = 1..=MAX_NODE_LIMIT;
        check(limits.contains(&self.node_limit), "--node-limit", self.node_limit, "1 to 100,000,000")?;
        let positions = self.positions.unwrap_or(1);
        check(positions >= 1, "--positions", positions, "at least 1")?;
        let hash = self.table();
        check(HASH_MIB.contains(&hash), "--hash", hash, "1 to 65,536 MiB")?;
        let FixedEvaluation { organism, schema, values } = &self.evaluation;
        let schema = Schema::of(SchemaKind::Evaluation, schema)?;
        let fits = schema.len() == values.len()
            && schema
                .parameters
                .iter()
                .zip(values)
                .all(|(parameter, value)| parameter.raw_of(*value).is_some());
        let rule = format!("an organism whose evaluation fits schema {}", schema.name);
        check(fits, "--organism", organism, &rule)
    }
}

impl MentorSettings {
    /// Checks the range of every number, that there is a mentor, and that each mentor supports the scoring mode.
    ///
    /// # Errors
    /// Returns the first invalid setting.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let count = self.mentors.len();
        check(
            (1..=MAX_MENTORS).contains(&count),
            "--mentor",
            format!("given {count} times"),
            "given 1 to 100 times",
        )?;
        check(self.sample >= 1, "--sample", self.sample, "at least 1")?;
        if let Weighting::Inverse { power } = self.weighting {
            check((1..=MAX_POWER).contains(&power), "--weight", power, "inverse with a power of 1 to 16")?;
        }
        match self.hearing {
            ScoringMode::Depth(depth) => {
                check((1..=MAX_PLIES).contains(&depth), "--mentor-depth", depth, "1 to 100")
            }
            ScoringMode::Nodes(nodes) => check(nodes >= 1, "--mentor-nodes", nodes, "at least 1"),
            ScoringMode::Static => match self.mentors.iter().find(|mentor| mentor.evaluation.is_none()) {
                None => Ok(()),
                Some(mentor) => Err(SettingsError::NotStatic(mentor.spec.clone())),
            },
        }
    }
}

impl EvolutionSettings {
    /// Checks the range of every number, and that the schema matches what the stage evolves.
    ///
    /// # Errors
    /// Returns the first invalid setting.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let purpose = match self.stage {
            Stage::Grandmaster | Stage::Coevolution | Stage::Mentor => SchemaKind::Evaluation,
            Stage::Tuning => SchemaKind::Search,
        };
        Schema::of(purpose, &self.schema)?;
        check(self.runs >= 1, "--runs", self.runs, "at least 1")?;
        check(self.generations < u32::MAX, "--generations", self.generations, "less than 4,294,967,295")?;
        self.validate_founders(purpose)?;
        match (self.stage, &self.coevolution, &self.tuning, &self.mentor) {
            (Stage::Grandmaster, None, None, None) => {}
            (Stage::Coevolution, Some(games), None, None) => {
                check(self.runs == 1, "--runs", self.runs, "1 for a coevolution")?;
                games.validate()?;
            }
            (Stage::Tuning, None, Some(tuning), None) => tuning.validate()?,
            (Stage::Mentor, None, None, Some(mentor)) => mentor.validate()?,
            (stage, ..) => return Err(SettingsError::Stage { stage: stage.name() }),
        }
        self.optimizer.validate()
    }

    fn validate_founders(&self, purpose: SchemaKind) -> Result<(), SettingsError> {
        let (founders, population) = (self.founders.len(), self.optimizer.population());
        if self.stage == Stage::Coevolution {
            check((2..=MAX_PLAYERS).contains(&founders), "--from", founders, "2 to 100 organisms")?;
        }
        if founders > 0 && founders != population as usize {
            return Err(SettingsError::Founders { founders, population });
        }
        let expected = Schema::of(purpose, &self.schema)?.bits();
        match self.founders.iter().find(|founder| founder.chromosome.len() != expected) {
            None => Ok(()),
            Some(founder) => Err(SettingsError::Founder {
                name: founder.name.clone(),
                found: founder.chromosome.len(),
                expected,
                schema: self.schema.clone(),
            }),
        }
    }
}

impl CoevolutionSettings {
    /// Checks the range of every number.
    ///
    /// # Errors
    /// Returns the first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let some = 1..=MAX_GAMES;
        let games = self.games_per_pair;
        check(some.contains(&games), "--games-per-pair", games, "1 to 10,000")?;
        let games = self.confirmation_games;
        check(some.contains(&games), "--confirmation-games", games, "1 to 10,000")?;
        let games = self.milestone_games;
        check((0..=MAX_GAMES).contains(&games), "--milestone-games", games, "0 to 10,000")?;
        let games = self.match_games;
        check((0..=MAX_GAMES).contains(&games), "--match-games", games, "0 to 10,000")?;
        let most = 0..=MAX_PLAYERS as u32;
        check(most.contains(&self.hall_of_fame), "--hall-of-fame", self.hall_of_fame, "0 to 100")?;
        let most = 0..=MAX_PLAYERS;
        check(most.contains(&self.scales.len()), "--scales", self.scales.len(), "at most 100")?;
        for scale in &self.scales {
            let fits = SCALE_PERCENT.contains(&scale.material) && SCALE_PERCENT.contains(&scale.positional);
            check(fits, "--scales", scale, "1 to 400 percent each")?;
        }
        check((1..=10_000).contains(&self.max_moves), "--max-moves", self.max_moves, "1 to 10,000")?;
        let (low, high) = Engine::HASH_RANGE;
        let rule = format!("{low} to {high} MiB");
        check((low..=high).contains(&self.hash), "--hash", self.hash, &rule)?;
        match self.control {
            Control::Nodes(nodes) => check(nodes > 0, "--nodes", nodes, "at least 1"),
            Control::Clock(_) | Control::MoveTime(_) | Control::Depth(_) => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::evolution::presets;
    use crate::evolution::settings::Founder;
    use crate::organism::chromosome::Chromosome;

    fn ga() -> GaSettings {
        let OptimizerSettings::Ga(ga) = presets::named("paper-2014").unwrap().optimizer;
        ga
    }

    #[rstest]
    #[case("--population", |ga: &mut GaSettings| ga.population = 1)]
    #[case("--population", |ga: &mut GaSettings| ga.population = u32::MAX)]
    #[case("--crossover-rate", |ga: &mut GaSettings| ga.crossover_rate = 1.5)]
    #[case("--crossover-rate", |ga: &mut GaSettings| ga.crossover_rate = f64::NAN)]
    #[case("--mutation-rate", |ga: &mut GaSettings| ga.mutation_rate = -0.1)]
    #[case("--elite", |ga: &mut GaSettings| ga.elite = ga.population)]
    #[case("--pressure", |ga: &mut GaSettings| ga.selection = Selection::Rank { pressure: 2.5 })]
    #[case("--tournament-size", |ga: &mut GaSettings| ga.selection = Selection::Tournament { size: 0 })]
    #[case("--tournament-size", |ga: &mut GaSettings| ga.selection = Selection::Tournament { size: 101 })]
    fn nonsense_is_refused_by_the_flags_name(#[case] flag: &str, #[case] spoil: fn(&mut GaSettings)) {
        let mut settings = ga();
        spoil(&mut settings);
        let error = settings.validate().unwrap_err().to_string();
        assert!(error.starts_with(flag), "{error}");
    }

    #[rstest]
    #[case(|ga: &mut GaSettings| ga.elite = ga.population - 1)]
    #[case(|ga: &mut GaSettings| (ga.crossover_rate, ga.mutation_rate, ga.elite) = (0.0, 1.0, 0))]
    #[case(|ga: &mut GaSettings| ga.selection = Selection::Rank { pressure: 1.0 })]
    fn the_ends_of_the_ranges_are_allowed(#[case] change: fn(&mut GaSettings)) {
        let mut settings = ga();
        change(&mut settings);
        settings.validate().unwrap();
    }

    #[rstest]
    #[case("--from is 1", |settings: &mut EvolutionSettings| settings.founders.truncate(1))]
    #[case("population of 3", |settings: &mut EvolutionSettings| settings.founders.truncate(2))]
    #[case("has 225 bits", |settings: &mut EvolutionSettings| settings.founders[2].chromosome = Chromosome::zeros(225))]
    #[case("--runs is 2", |settings: &mut EvolutionSettings| settings.runs = 2)]
    #[case("coevolution stage", |settings: &mut EvolutionSettings| settings.coevolution = None)]
    #[case("grandmaster stage", |settings: &mut EvolutionSettings| settings.stage = Stage::Grandmaster)]
    #[case("--games-per-pair is 0", |settings: &mut EvolutionSettings| games(settings).games_per_pair = 0)]
    #[case("--confirmation-games is 0", |settings: &mut EvolutionSettings| games(settings).confirmation_games = 0)]
    #[case("--milestone-games is 10001", |settings: &mut EvolutionSettings| games(settings).milestone_games = 10_001)]
    #[case("--match-games is 10001", |settings: &mut EvolutionSettings| games(settings).match_games = 10_001)]
    #[case("--hall-of-fame is 101", |settings: &mut EvolutionSettings| games(settings).hall_of_fame = 101)]
    #[case("--max-moves is 0", |settings: &mut EvolutionSettings| games(settings).max_moves = 0)]
    #[case("--hash is 0", |settings: &mut EvolutionSettings| games(settings).hash = 0)]
    #[case("--nodes is 0", |settings: &mut EvolutionSettings| games(settings).control = Control::Nodes(0))]
    fn a_coevolution_that_makes_no_sense_is_refused(
        #[case] says: &str,
        #[case] spoil: fn(&mut EvolutionSettings),
    ) {
        let founder = |_| Founder { name: "one".to_owned(), chromosome: Chromosome::zeros(224) };
        let mut settings = presets::coevolution("quick", (0..3).map(founder).collect()).unwrap();
        settings.validate().unwrap();
        spoil(&mut settings);
        let error = settings.validate().unwrap_err().to_string();
        assert!(error.contains(says), "{error}");
    }

    fn games(settings: &mut EvolutionSettings) -> &mut CoevolutionSettings {
        settings.coevolution.as_mut().unwrap()
    }

    #[test]
    fn a_schema_that_is_not_there_is_named() {
        let mut settings = presets::named("paper-2014").unwrap();
        settings.schema = "paper-2041".to_owned();
        let error = settings.validate().unwrap_err().to_string();
        assert!(error.contains("paper-2041") && error.contains("--schema"), "{error}");
        settings.schema = "search-paper".to_owned();
        let error = settings.validate().unwrap_err().to_string();
        assert!(error.contains("unknown evaluation schema “search-paper”"), "{error}");
        settings.schema = "paper-2008".to_owned();
        settings.runs = 0;
        assert!(settings.validate().unwrap_err().to_string().starts_with("--runs"));
    }
}
