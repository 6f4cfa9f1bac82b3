//! Which settings make sense.

use std::ops::RangeInclusive;

use super::settings::{
    EvolutionSettings, FixedEvaluation, GaSettings, OptimizerSettings, Selection, Stage, TuningSettings,
};
use crate::engine::schema::{Purpose, Schema, SchemaError};

/// Most organisms a generation may have: a mistyped number is refused before it fills the memory.
const LARGEST_POPULATION: u32 = 1_000_000;

/// Most nodes that a position may be searched for: an interrupt waits for the searches under way.
const LARGEST_NODE_LIMIT: u32 = 100_000_000;

/// Transposition tables, MiB.
const HASHES: RangeInclusive<u32> = 1..=65_536;

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
    /// There is no such schema.
    #[error("--schema: {0}")]
    Schema(#[from] SchemaError),
    /// What a stage needs is missing, or is another's.
    #[error(
        "the settings are not those of the {stage} stage: they lack what it needs, or have what is another's"
    )]
    Stage {
        /// The stage's name.
        stage: &'static str,
    },
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

impl TuningSettings {
    /// Checks every number's range and that the evaluation is one.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let limits = 1..=LARGEST_NODE_LIMIT;
        check(limits.contains(&self.node_limit), "--node-limit", self.node_limit, "1 to 100,000,000")?;
        let positions = self.positions.unwrap_or(1);
        check(positions >= 1, "--positions", positions, "at least 1")?;
        let hash = self.table();
        check(HASHES.contains(&hash), "--hash", hash, "1 to 65,536 MiB")?;
        let FixedEvaluation { organism, schema, values } = &self.evaluation;
        let schema = Schema::of(Purpose::Evaluation, schema)?;
        let fits = schema.len() == values.len()
            && schema
                .parameters
                .iter()
                .zip(values)
                .all(|(parameter, value)| parameter.raw_of(*value).is_some());
        let rule = format!("one whose evaluation fits schema {}", schema.name);
        check(fits, "--organism", organism, &rule)
    }
}

impl EvolutionSettings {
    /// Checks every number's range and that the schema is one of what the stage evolves.
    ///
    /// # Errors
    /// The first setting that cannot be used.
    pub fn validate(&self) -> Result<(), SettingsError> {
        let purpose = match self.stage {
            Stage::Grandmaster => Purpose::Evaluation,
            Stage::Tuning => Purpose::Search,
        };
        Schema::of(purpose, &self.schema)?;
        match (self.stage, &self.tuning) {
            (Stage::Grandmaster, None) => {}
            (Stage::Tuning, Some(tuning)) => tuning.validate()?,
            (stage, _) => return Err(SettingsError::Stage { stage: stage.name() }),
        }
        check(self.runs >= 1, "--runs", self.runs, "at least 1")?;
        check(self.generations < u32::MAX, "--generations", self.generations, "below 4,294,967,295")?;
        self.optimizer.validate()
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::evolution::presets;

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
