//! The settings of CMA-ES.

use serde::{Deserialize, Serialize};

use crate::evolution::optimizers::average::averaging;
use crate::evolution::optimizers::population::population;
use crate::evolution::setting::{Kind, Setting, Value};

/// How many elements of the covariance matrix are adapted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Covariance {
    /// All elements.
    Full,
    /// The diagonal.
    Separable,
}

/// The settings of CMA-ES.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CmaEsSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// Initial standard deviation as a share of each parameter's range.
    pub step: f64,
    /// The adapted elements of the covariance matrix.
    pub covariance: Covariance,
    /// Whether the strategy restarts with a doubled population when it has converged.
    pub restarts: bool,
    /// Whether the estimate is the mean of all means since the last restart, in which later ones weigh more.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub averaging: bool,
}

impl Default for CmaEsSettings {
    fn default() -> CmaEsSettings {
        let (covariance, restarts, averaging) = (Covariance::Full, true, false);
        CmaEsSettings { population: 20, step: 0.3, covariance, restarts, averaging }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<CmaEsSettings>] = &[
    population(4),
    Setting::<CmaEsSettings>::new(
        "step",
        "X",
        Kind::Real(0.0001, 1.0),
        "With cma-es: initial standard deviation as a share of each parameter's range; a third of it around given organisms",
        |cma| Some(cma.step.into()),
        |cma, value| value.real().map(|step| cma.step = step),
    )
    .in_forms("first spread, as a share of each range; more searches more widely"),
    Setting::<CmaEsSettings>::new(
        "covariance",
        "KIND",
        Kind::Choice(&[("full", "All elements of the matrix"), ("separable", "The diagonal only")]),
        "With cma-es: the adapted part of the covariance matrix",
        |cma| {
            Some(Value::from(match cma.covariance {
                Covariance::Full => "full",
                Covariance::Separable => "separable",
            }))
        },
        |cma, value| {
            cma.covariance =
                if value.text() == "separable" { Covariance::Separable } else { Covariance::Full };
            Ok(())
        },
    ),
    Setting::<CmaEsSettings>::new(
        "restarts",
        "KIND",
        Kind::Choice(&[("doubled", "With a doubled population"), ("none", "")]),
        "With cma-es: restarts after convergence; none by default where scores of different generations do not compare",
        |cma| Some(if cma.restarts { "doubled" } else { "none" }.into()),
        |cma, value| {
            cma.restarts = value.text() == "doubled";
            Ok(())
        },
    )
    .in_forms("the search ends when it has converged"),
    averaging(
        |cma: &CmaEsSettings| Some(if cma.averaging { "on" } else { "off" }.into()),
        |cma, value| {
            cma.averaging = value.text() == "on";
            Ok(())
        },
    ),
];
