//! Experiments: a target, an objective and an optimizer.
//!
//! | axis | question | members |
//! | --- | --- | --- |
//! | [`Target`] | which parameters change? | those of an organism's evaluation, those of an organism's search, an engine's options |
//! | [`Objective`] | what is measured? | matches, moves, scores, results, self-play, suite, weighted sums |
//! | [`OptimizerSettings`] | how are organisms proposed? | the genetic algorithm of the papers, CMA-ES, DE, PSO, SPSA, pattern search, regression |
//!
//! The papers' stages are four points of this space; [`presets`] contains them with the papers' values.

mod games;
pub mod presets;
pub mod screening;
pub mod stopping;
mod target;
#[cfg(test)]
mod tests;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

pub use games::PlannedGames;
pub use stopping::{StopReason, Stopping};
pub use target::Target;

use crate::engine::schema::Schema;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::Founder;
use crate::evolution::run::{Run, RunSettings};
use crate::evolution::setting::{
    Declaration, Kind, Needs, Setting, SettingsError, Value, check_all, is_default,
};
use crate::objectives::measure::Measure;
use crate::objectives::source::SetRole;
use crate::objectives::{Objective, ObjectiveContext};
use crate::organism::chromosome::Chromosome;

/// The complete settings of an evolution, which a session stores as its configuration.
///
/// # Example
///
/// ```
/// use eyas_core::evolution::setting::Value;
/// use eyas_core::experiment::{declarations, presets};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let mut experiment = presets::named("paper-2014")?;
/// experiment.generations = 50;
/// experiment.validate()?;
///
/// // A setting can also be changed by the name of its flag.
/// for (_, setting) in declarations() {
///     if setting.name == "mutation-rate" {
///         (setting.set)(&mut experiment, Value::Real(2.0))?;
///     }
/// }
/// let error = experiment.validate().err().ok_or("a rate of 2 is valid")?;
/// assert_eq!(error.to_string(), "--mutation-rate is 2; it must be 0 to 1");
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Experiment {
    /// The preset from which the values started.
    pub preset: String,
    /// The parameters that change.
    pub target: Target,
    /// The measure of the organisms.
    pub objective: Objective,
    /// The optimizer, with its settings.
    pub optimizer: OptimizerSettings,
    /// Number of generations after generation 0.
    pub generations: u32,
    /// Number of independent runs (an ensemble if more than one).
    pub runs: u32,
    /// When a run stops before its last generation.
    #[serde(default, skip_serializing_if = "is_default")]
    pub stopping: Stopping,
    /// Seed of all random streams.
    pub seed: u64,
    /// The given initial organisms, as many as the population. Empty for a random initial population.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub initial: Vec<Founder>,
}

/// Maximum number of generations after generation 0.
const MAX_GENERATIONS: u64 = u32::MAX as u64 - 1;

/// The number of generations that the choice of another optimizer leaves at least, so that it can work: in self-play the
/// games of one large population may be as many as those of a whole run of pairs.
const FEWEST_GENERATIONS: u32 = 10;

/// The declared settings that every experiment has.
pub const SETTINGS: &[Setting<Experiment>] = &[
    Setting::<Experiment>::new(
        "seed",
        "S",
        Kind::Integer(0, u64::MAX),
        "Seed of all random streams",
        |experiment| Some(experiment.seed.into()),
        |experiment, value| value.integer().map(|seed| experiment.seed = seed),
    )
    .in_forms("the same seed repeats a run exactly; others change what chance decides"),
    Setting::<Experiment>::new(
        "generations",
        "N",
        Kind::Integer(0, MAX_GENERATIONS),
        "Number of generations after generation 0",
        |experiment| Some(experiment.generations.into()),
        |experiment, value| value.integer().map(|number| experiment.generations = number),
    )
    .in_forms("more improve the organisms further, but take longer"),
    Setting::<Experiment>::new(
        "runs",
        "N",
        Kind::Integer(1, u32::MAX as u64),
        "Number of independent runs",
        |experiment| Some(experiment.runs.into()),
        |experiment, value| value.integer().map(|number| experiment.runs = number),
    )
    .in_forms("more show how much depends on chance; each yields a champion"),
    Setting::<Experiment>::new(
        "objective",
        "NAME",
        Kind::Text,
        "Objective, such as moves or results, or a weighted sum: moves+results:0.3",
        |experiment| Some(experiment.objective.formula().into()),
        |experiment, value| experiment.objective.set_formula(&value.text()),
    ),
    Setting::<Experiment>::new(
        "schema",
        "SCHEMA",
        Kind::Text,
        "Parameter schema: the name of an embedded schema or a schema file",
        |experiment| Some(experiment.schema().name.clone().into()),
        |experiment, value| {
            let text = value.text();
            let name = match (&experiment.target, text.as_str()) {
                (Target::Options(engine), text) if text == engine.schema().name => return Ok(()),
                (Target::Options(_), _) => {
                    return Err(
                        "the parameters of an engine are those of its parameter file (--params)".to_owned()
                    );
                }
                (Target::Search { .. }, "paper" | "extended") => format!("search-{text}"),
                _ => text,
            };
            let schema = Schema::named_or_path(&name).map_err(|error| error.to_string())?;
            experiment.target.set_schema(schema);
            Ok(())
        },
    )
    .in_forms("which parameters evolve: an embedded schema, such as extended, or a file"),
    Setting::<Experiment>::new(
        "optimizer",
        "NAME",
        Kind::Choice(OptimizerSettings::NAMES),
        "Optimizer that proposes organisms",
        |experiment| Some(experiment.optimizer.name().into()),
        |experiment, value| {
            let name = value.text();
            if name != experiment.optimizer.name()
                && let Some(optimizer) = experiment.optimizer_named(&name)
            {
                experiment.replace_optimizer(optimizer);
            }
            Ok(())
        },
    )
    .in_forms("how new organisms are made from the measured ones"),
];

/// Returns the declarations of all settings: those of every experiment, those of the optimizers, and those of the
/// objectives, each with the name of the axis's member or an empty text.
#[must_use]
pub fn declarations() -> Vec<(&'static str, Declaration<Experiment>)> {
    let common = SETTINGS.iter().chain(stopping::SETTINGS).map(|setting| ("", Declaration::of(setting)));
    let optimizers = OptimizerSettings::declarations().into_iter().map(|(name, declaration)| {
        (name, declaration.lifted(Experiment::optimizer, Experiment::optimizer_mut))
    });
    let objectives = Objective::declarations().into_iter().map(|(name, declaration)| {
        (name, declaration.lifted(Experiment::objective, Experiment::objective_mut))
    });
    common.chain(optimizers).chain(objectives).collect()
}

impl Experiment {
    /// Returns the schema of the organisms.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        self.target.schema()
    }

    /// Returns the optimizer with this name and its default settings for the objective.
    #[must_use]
    pub fn optimizer_named(&self, name: &str) -> Option<OptimizerSettings> {
        let mut optimizer = OptimizerSettings::named(name)?;
        if !self.objective.properties().comparable.in_run() {
            optimizer.set_for_unequal_generations();
        }
        Some(optimizer)
    }

    /// Replaces the optimizer. The new one has its own population, and as many generations as measure no more organisms
    /// than before, or play no more games between them; but not fewer than 10, if there were as many before. Founders
    /// are a population already.
    pub fn replace_optimizer(&mut self, mut optimizer: OptimizerSettings) {
        let population = self.optimizer.population();
        if self.has_founders() {
            optimizer.set_population(population);
        } else {
            let objective = self.objective.settings();
            let budget =
                objective.generation_work(population, 0).saturating_mul(u64::from(self.generations) + 1);
            let generations = budget / objective.generation_work(optimizer.population(), 0).max(1);
            let fewest = self.generations.min(FEWEST_GENERATIONS).into();
            self.generations = generations.saturating_sub(1).clamp(fewest, MAX_GENERATIONS) as u32;
        }
        self.optimizer = optimizer;
    }

    /// Returns whether the population follows from given organisms.
    fn has_founders(&self) -> bool {
        let is_evaluation = matches!(self.target, Target::Evaluation { .. });
        !self.initial.is_empty() || (is_evaluation && self.objective.properties().plays_itself())
    }

    /// Returns the value of a setting, or `None` if the setting has no effect in this experiment.
    #[must_use]
    pub fn value(&self, setting: &Declaration<Experiment>) -> Option<Value> {
        let has_effect = match setting.needs {
            None => true,
            Some(Needs::EngineOptions) => self.target.engine().is_some(),
            Some(Needs::Search) => self.target.is_search(),
            Some(Needs::Derivatives) => self.optimizer.needs_model(),
        };
        has_effect.then(|| (setting.get)(self)).flatten()
    }

    /// Returns the parts that every objective may use.
    #[must_use]
    pub fn outline(&self) -> ObjectiveContext<'_> {
        ObjectiveContext {
            schema: self.schema(),
            population: self.optimizer.population(),
            generations: self.generations,
            runs: self.runs,
            seed: self.seed,
            initial: &self.initial,
            evaluation: self.target.evaluation(),
            engine: self.target.engine(),
        }
    }

    /// Returns the papers' name of the stage, such as `grandmaster`. The name is part of the keys of random streams.
    #[must_use]
    pub fn stage(&self) -> &'static str {
        self.objective.properties().stage
    }

    /// Checks all settings, and that target, objective and optimizer can be combined.
    ///
    /// # Errors
    /// Returns the first invalid setting.
    pub fn validate(&self) -> Result<(), SettingsError> {
        self.target.validate()?;
        self.target.check_objective(&self.objective)?;
        self.check_optimizer()?;
        check_all(SETTINGS, self)?;
        check_all(stopping::SETTINGS, self)?;
        self.stopping.check(self)?;
        self.objective.settings().validate(&self.outline())?;
        self.validate_initial()?;
        self.optimizer.validate()
    }

    /// Checks that the optimizer can use the objective.
    fn check_optimizer(&self) -> Result<(), SettingsError> {
        if !self.optimizer.needs_model() {
            return Ok(());
        }
        if self.target.engine().is_some() {
            return Err(SettingsError::Combination(format!(
                "the optimizer {} needs derivatives, which the options of an engine do not have; use another optimizer",
                self.optimizer.name()
            )));
        }
        if self.objective.properties().is_differentiable {
            return Ok(());
        }
        Err(SettingsError::Combination(format!(
            "the optimizer {} needs an objective that is differentiable: {}",
            self.optimizer.name(),
            Objective::having(|one| one.is_differentiable).join(", ")
        )))
    }

    /// Checks that the given organisms are a population of the schema.
    ///
    /// # Errors
    /// Returns why they are not.
    pub(crate) fn validate_initial(&self) -> Result<(), SettingsError> {
        let (initial, population) = (self.initial.len(), self.optimizer.population());
        if initial > 0 && initial != population as usize {
            return Err(SettingsError::Initial { initial, population });
        }
        let expected = self.schema().bits();
        match self.initial.iter().find(|founder| founder.chromosome.len() != expected) {
            None => Ok(()),
            Some(founder) => Err(SettingsError::Founder {
                name: founder.name.clone(),
                found: founder.chromosome.len(),
                expected,
                schema: self.schema().name.clone(),
            }),
        }
    }

    /// Returns the largest possible score on a training set of `positions` positions.
    #[must_use]
    pub fn largest_score(&self, positions: u64) -> u64 {
        self.objective.settings().largest_score(SetRole::Train, self.optimizer.population(), positions)
    }

    /// Returns the largest possible score of a champion on a test set of `positions` positions.
    #[must_use]
    pub fn largest_test_score(&self, positions: u64) -> u64 {
        self.objective.settings().largest_score(SetRole::Test, self.optimizer.population(), positions)
    }

    /// Returns the measure that formats scores, for a largest score of `largest`.
    #[must_use]
    pub fn measure(&self, largest: u64) -> Measure {
        self.objective.settings().measure(SetRole::Train, largest)
    }

    /// Returns the measure that formats a champion's score on the test set, for a largest score of `largest`.
    #[must_use]
    pub fn test_measure(&self, largest: u64) -> Measure {
        self.objective.settings().measure(SetRole::Test, largest)
    }

    /// Returns the objective's initial population; empty if the optimizer creates it.
    #[must_use]
    pub fn initial_population(&self) -> Vec<Founder> {
        self.objective.settings().initial(&self.outline())
    }

    /// Returns the organism near which generation 0 begins; `None` for a random generation 0.
    ///
    /// # Errors
    /// Returns an error if the organism does not fit the schema.
    pub fn start(&self) -> Result<Option<Chromosome>, SettingsError> {
        self.objective.settings().start(&self.outline())
    }

    /// Returns the given initial organisms, or the start if none are given.
    #[must_use]
    pub fn founders(&self) -> Vec<Founder> {
        if !self.initial.is_empty() {
            return self.initial.clone();
        }
        let founder = |chromosome| Founder { name: "the start".to_owned(), chromosome };
        self.start().ok().flatten().map(founder).into_iter().collect()
    }

    /// Creates run `index` (0 first), before generation 0.
    ///
    /// # Errors
    /// Returns an error if the settings are invalid.
    pub fn run(&self, index: u32) -> Result<Run, SettingsError> {
        self.validate()?;
        let objective = self.objective.clone();
        Ok(Run::new(RunSettings {
            stage: self.stage(),
            seed: self.seed,
            run: index,
            schema: Arc::clone(self.schema()),
            optimizer: self.optimizer.clone(),
            initial: self.initial_population(),
            start: self.start()?,
            hall_of_fame: self.objective.properties().play.map(|play| play.hall_of_fame),
            fitness: Box::new(move |scores| objective.settings().fitness(scores)),
        }))
    }

    fn objective(&self) -> Option<&Objective> {
        Some(&self.objective)
    }

    fn objective_mut(&mut self) -> Option<&mut Objective> {
        Some(&mut self.objective)
    }

    fn optimizer(&self) -> Option<&OptimizerSettings> {
        Some(&self.optimizer)
    }

    fn optimizer_mut(&mut self) -> Option<&mut OptimizerSettings> {
        Some(&mut self.optimizer)
    }
}
