//! Which settings make sense.

use super::settings::{
    CoevolutionSettings, EvolutionSettings, GaSettings, OptimizerSettings, Selection, Stage,
};
use crate::arena::control::Control;
use crate::engine::schema::{Purpose, Schema, SchemaError};
use crate::engine::search::Engine;

/// Most organisms that play each other: the games of a generation grow with their square.
const MOST_PLAYERS: usize = 100;

/// Most games of a pair of organisms.
const MOST_GAMES: u32 = 10_000;

/// Most organisms a generation may have: a mistyped number is refused before it fills the memory.
const LARGEST_POPULATION: u32 = 1_000_000;

/// Why settings were refused; names the command line's flag.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A number is outside its range.
    #[error("{flag} is {value}; it must be {rule}")]
    OutOfRange {
        /// The flag that sets it.
        flag: &'static str,
        /// What was asked for.
        value: String,
        /// What is allowed.
        rule: String,
    },
    /// There are not as many founders as organisms in a generation.
    #[error(
        "{founders} organisms to begin with, and a population of {population}: a generation has as many organisms as \
         it begins with"
    )]
    Founders {
        /// Organisms to begin with.
        founders: usize,
        /// Organisms a generation.
        population: u32,
    },
    /// A founder is of another schema.
    #[error("“{name}” has {found} bits, and schema {schema} has {expected}: give an organism of that schema")]
    Founder {
        /// What it is called.
        name: String,
        /// Its bits.
        found: usize,
        /// The schema's bits.
        expected: usize,
        /// The schema.
        schema: String,
    },
    /// The settings of one stage with the name of another.
    #[error(
        "a coevolution has settings of the games between its organisms, and no other stage has; this is the {0} stage"
    )]
    Mixed(&'static str),
    /// There is no such schema.
    #[error("--schema: {0}")]
    Schema(#[from] SchemaError),
    /// There is no such preset.
    #[error("no preset is called “{name}”; known are {known}")]
    Preset {
        /// The name asked for.
        name: String,
        /// The names there are.
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
    /// Checks every number's range.
    ///
    /// # Errors
    /// The first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let population = 2..=LARGEST_POPULATION;
        check(population.contains(&self.population), "--population", self.population, "2 to 1,000,000")?;
        let rate = 0.0..=1.0;
        check(rate.contains(&self.crossover_rate), "--crossover-rate", self.crossover_rate, "0 to 1")?;
        check(rate.contains(&self.mutation_rate), "--mutation-rate", self.mutation_rate, "0 to 1")?;
        check(self.elite < self.population, "--elite", self.elite, "smaller than the population")?;
        match self.selection {
            Selection::Proportional => Ok(()),
            Selection::Rank { pressure } => {
                check((1.0..=2.0).contains(&pressure), "--pressure", pressure, "1 to 2")
            }
            Selection::Tournament { size } => check(
                (1..=self.population).contains(&size),
                "--tournament-size",
                size,
                "at least 1 and at most the population",
            ),
        }
    }
}

impl OptimizerSettings {
    /// Checks every number's range.
    ///
    /// # Errors
    /// The first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        match self {
            OptimizerSettings::Ga(ga) => ga.validate(),
        }
    }
}

impl EvolutionSettings {
    /// Checks every number's range and that the schema is one of an evaluation.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn validate(&self) -> Result<(), SettingsError> {
        Schema::of(Purpose::Evaluation, &self.schema)?;
        check(self.runs >= 1, "--runs", self.runs, "at least 1")?;
        check(self.generations < u32::MAX, "--generations", self.generations, "below 4,294,967,295")?;
        self.validate_founders()?;
        match (self.stage, &self.coevolution) {
            (Stage::Grandmaster, None) => {}
            (Stage::Coevolution, Some(games)) => {
                check(self.runs == 1, "--runs", self.runs, "1 in a coevolution")?;
                games.validate()?;
            }
            (stage, _) => return Err(SettingsError::Mixed(stage.name())),
        }
        self.optimizer.validate()
    }

    fn validate_founders(&self) -> Result<(), SettingsError> {
        let (founders, population) = (self.founders.len(), self.optimizer.population());
        if self.stage == Stage::Coevolution {
            check((2..=MOST_PLAYERS).contains(&founders), "--from", founders, "2 to 100 organisms")?;
        }
        if founders > 0 && founders != population as usize {
            return Err(SettingsError::Founders { founders, population });
        }
        let expected = Schema::of(Purpose::Evaluation, &self.schema)?.bits();
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
    /// Checks every number's range.
    ///
    /// # Errors
    /// The first number outside its range.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let some = 1..=MOST_GAMES;
        let games = self.games_per_pair;
        check(some.contains(&games), "--games-per-pair", games, "1 to 10,000")?;
        let games = self.confirmation_games;
        check(some.contains(&games), "--confirmation-games", games, "1 to 10,000")?;
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
    use crate::evolution::chromosome::Chromosome;
    use crate::evolution::presets;
    use crate::evolution::settings::Founder;

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
        assert!(error.contains("no evaluation schema is called “search-paper”"), "{error}");
        settings.schema = "paper-2008".to_owned();
        settings.runs = 0;
        assert!(settings.validate().unwrap_err().to_string().starts_with("--runs"));
    }
}
