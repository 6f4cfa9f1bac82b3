//! Optimizers: each in one file, registered here.

mod average;
pub mod cma_es;
pub mod differential;
pub mod ga;
pub mod pattern;
mod population;
mod real;
pub mod regression;
pub mod spsa;
pub mod swarm;

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::optimizer::Optimizer;
use super::setting::{Declaration, SettingsError, check_all};
use crate::engine::schema::Schema;
use cma_es::CmaEsSettings;
use differential::DifferentialSettings;
use ga::GaSettings;
use pattern::PatternSettings;
use population::Population;
use regression::RegressionSettings;
use spsa::SpsaSettings;
use swarm::SwarmSettings;

/// The settings of an optimizer, and the optimizer that they define.
pub trait OptimizerDefinition: Population {
    /// Creates the optimizer for organisms of a schema.
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer>;

    /// Returns how many organisms of a generation the user may plant: by default all but one.
    fn plantable(&self) -> u32 {
        self.population().saturating_sub(1)
    }

    /// Returns whether the optimizer needs the derivatives of the objective.
    fn needs_model(&self) -> bool {
        false
    }

    /// Changes the default settings for an objective that measures each generation differently, so that scores of
    /// different generations do not compare.
    fn set_for_unequal_generations(&mut self) {}

    /// Checks what does not follow from the declared range of a single setting.
    ///
    /// # Errors
    /// Returns the first invalid setting.
    fn check(&self) -> Result<(), SettingsError> {
        Ok(())
    }
}

/// Defines [`OptimizerSettings`]: one line registers an optimizer.
macro_rules! optimizers {
    ($($(#[doc = $doc:literal])* $name:literal $variant:ident($settings:ty) $module:ident $get:ident $get_mut:ident,)*) => {
        /// The optimizer that proposes organisms, with its settings.
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub enum OptimizerSettings {
            $($(#[doc = $doc])* $variant($settings),)*
        }

        impl OptimizerSettings {
            /// The names of the optimizers, each with a description.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, concat!($($doc),*)),)*];

            /// Returns the optimizer with this name and its default settings.
            #[must_use]
            pub fn named(name: &str) -> Option<OptimizerSettings> {
                match name {
                    $($name => Some(OptimizerSettings::$variant(<$settings>::default())),)*
                    _ => None,
                }
            }

            /// Returns the name of the optimizer.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(OptimizerSettings::$variant(_) => $name,)*
                }
            }

            fn definition(&self) -> &dyn OptimizerDefinition {
                match self {
                    $(OptimizerSettings::$variant(settings) => settings,)*
                }
            }

            fn definition_mut(&mut self) -> &mut dyn OptimizerDefinition {
                match self {
                    $(OptimizerSettings::$variant(settings) => settings,)*
                }
            }

            /// Checks the range of every number.
            ///
            /// # Errors
            /// Returns the first number outside its range.
            pub fn validate(&self) -> Result<(), SettingsError> {
                match self {
                    $(OptimizerSettings::$variant(settings) => check_all($module::SETTINGS, settings)?,)*
                }
                self.definition().check()
            }

            /// Returns the declared settings of every optimizer, with the optimizer's name.
            #[must_use]
            pub fn declarations() -> Vec<(&'static str, Declaration<OptimizerSettings>)> {
                let mut all = Vec::new();
                $(all.extend($module::SETTINGS.iter().map(|setting| {
                    ($name, Declaration::within(setting, OptimizerSettings::$get, OptimizerSettings::$get_mut))
                }));)*
                all
            }

            $(
                #[doc = concat!("Returns the settings of the optimizer `", $name, "`; `None` for another optimizer.")]
                #[must_use]
                pub fn $get(&self) -> Option<&$settings> {
                    match self {
                        OptimizerSettings::$variant(settings) => Some(settings),
                        _ => None,
                    }
                }

                #[doc = concat!("Like [`OptimizerSettings::", stringify!($get), "`], with mutable settings.")]
                pub fn $get_mut(&mut self) -> Option<&mut $settings> {
                    match self {
                        OptimizerSettings::$variant(settings) => Some(settings),
                        _ => None,
                    }
                }
            )*
        }

        $(impl Population for $settings {
            fn population(&self) -> u32 {
                self.population
            }

            fn set_population(&mut self, population: u32) {
                self.population = population;
            }
        })*
    };
}

optimizers! {
    /// The genetic algorithm of the papers
    "ga" Ga(GaSettings) ga ga ga_mut,
    /// Covariance matrix adaptation evolution strategy
    "cma-es" CmaEs(CmaEsSettings) cma_es cma_es cma_es_mut,
    /// Differential evolution (JADE)
    "de" Differential(DifferentialSettings) differential de de_mut,
    /// Particle swarm optimization
    "pso" Swarm(SwarmSettings) swarm pso pso_mut,
    /// Simultaneous perturbation stochastic approximation, for noisy objectives
    "spsa" Spsa(SpsaSettings) spsa spsa spsa_mut,
    /// Pattern search along the coordinates
    "pattern" Pattern(PatternSettings) pattern pattern pattern_mut,
    /// Newton's method, for differentiable objectives
    "regression" Regression(RegressionSettings) regression regression regression_mut,
}

impl OptimizerSettings {
    /// Creates the optimizer of these settings for organisms of a schema.
    #[must_use]
    pub fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        self.definition().optimizer(schema)
    }

    /// Returns the number of organisms per generation.
    #[must_use]
    pub fn population(&self) -> u32 {
        self.definition().population()
    }

    /// Changes the number of organisms per generation.
    pub fn set_population(&mut self, population: u32) {
        self.definition_mut().set_population(population);
    }

    /// Returns how many organisms of a generation the user may plant.
    #[must_use]
    pub fn plantable(&self) -> u32 {
        self.definition().plantable()
    }

    /// Returns whether the optimizer needs the derivatives of the objective.
    #[must_use]
    pub fn needs_model(&self) -> bool {
        self.definition().needs_model()
    }

    /// Changes the default settings for an objective that measures each generation differently, so that scores of
    /// different generations do not compare.
    pub fn set_for_unequal_generations(&mut self) {
        self.definition_mut().set_for_unequal_generations();
    }
}

#[cfg(test)]
mod tests;
