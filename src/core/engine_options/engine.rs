//! An engine whose options are tuned.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::option::TunableOption;
use super::{OptionProblem, OptionType, ParameterFile};
use crate::arena::resolved_player::{PlayerOptions, ResolveError, ResolvedPlayer};
use crate::arena::spec::{PlayerSpec, SpecError};
use crate::arena::{Announced, EngineOption, EnginePool, PlayerError, PlayerFactory, PooledEngine};
use crate::engine::schema::Schema;
use crate::engine::search::Signal;

/// The name of the schemas of options. No embedded schema has it.
const SCHEMA: &str = "engine-options";

/// An engine with the options that are tuned and those that are fixed.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "StoredEngine", into = "StoredEngine")]
pub struct TunedEngine {
    player: String,
    fixed: Vec<(String, String)>,
    options: Vec<TunableOption>,
    schema: Arc<Schema>,
}

/// The form of a [`TunedEngine`] in a file. The schema follows from the options.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct StoredEngine {
    player: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    fixed: Vec<(String, String)>,
    options: Vec<TunableOption>,
}

/// Why the options of an engine cannot be tuned.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// The player cannot be parsed.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The player does not exist.
    #[error(transparent)]
    Resolve(#[from] ResolveError),
    /// The player is not an engine.
    #[error(
        "“{0}” is an organism, which has no options; write uci:COMMAND, xboard:COMMAND or the name of a profile"
    )]
    NoEngine(String),
    /// The engine does not start, or does not have these options.
    #[error(transparent)]
    Player(#[from] PlayerError),
    /// An option is invalid.
    #[error("the option “{name}”: {problem}")]
    Option {
        /// The name of the option.
        name: String,
        /// What is wrong with it.
        problem: OptionProblem,
    },
    /// There is nothing to tune.
    #[error("there are no options to tune")]
    Empty,
    /// The engine declares no number that is a parameter.
    #[error(
        "“{engine}” has no spin option that could be a parameter of its search or evaluation{}{}. Let it declare each constant \
         to tune as “option name NAME type spin default N min N max N”",
        listed("; it declares", left_out),
        listed(". With a parameter file (--list-params, --params) these can be tuned", others)
    )]
    NoNumbers {
        /// The engine.
        engine: String,
        /// The names of its checks and combos that may be tuned.
        others: Vec<String>,
        /// The names of its other options.
        left_out: Vec<String>,
    },
}

/// Returns a text with names after it, if there are any.
fn listed(text: &str, names: &[String]) -> String {
    if names.is_empty() { String::new() } else { format!("{text}: {}", names.join(", ")) }
}

impl TryFrom<StoredEngine> for TunedEngine {
    type Error = EngineError;

    fn try_from(StoredEngine { player, fixed, options }: StoredEngine) -> Result<TunedEngine, EngineError> {
        TunedEngine::new(player, fixed, options)
    }
}

impl From<TunedEngine> for StoredEngine {
    fn from(TunedEngine { player, fixed, options, .. }: TunedEngine) -> StoredEngine {
        StoredEngine { player, fixed, options }
    }
}

impl TunedEngine {
    /// Creates an engine from its specification as a player, the values of fixed options, and the options to tune.
    ///
    /// # Errors
    /// Returns an error if an option is invalid, occurs twice, or is also fixed.
    pub fn new(
        player: String,
        fixed: Vec<(String, String)>,
        options: Vec<TunableOption>,
    ) -> Result<TunedEngine, EngineError> {
        if options.is_empty() {
            return Err(EngineError::Empty);
        }
        for (index, option) in options.iter().enumerate() {
            let is_same = |name: &str| option.name.eq_ignore_ascii_case(name);
            let checked = match option.validate() {
                Ok(()) if options[..index].iter().any(|other| is_same(&other.name)) => {
                    Err(OptionProblem::Twice)
                }
                Ok(()) if fixed.iter().any(|(name, _)| is_same(name)) => Err(OptionProblem::Fixed),
                checked => checked,
            };
            checked.map_err(|problem| EngineError::Option { name: option.name.clone(), problem })?;
        }
        let schema = Arc::new(Schema {
            name: SCHEMA.to_owned(),
            description: format!("options of {player}"),
            parameters: options.iter().map(TunableOption::parameter).collect(),
        });
        Ok(TunedEngine { player, fixed, options, schema })
    }

    /// Returns the engine with those of its options that have these indices. The others keep the engine's defaults.
    ///
    /// # Errors
    /// Returns an error if no option is left.
    pub fn keeping(&self, kept: &[usize]) -> Result<TunedEngine, EngineError> {
        let options = self.options.iter().enumerate().filter(|(index, _)| kept.contains(index));
        let options = options.map(|(_, option)| option.clone()).collect();
        TunedEngine::new(self.player.clone(), self.fixed.clone(), options)
    }

    /// Returns the engine's specification as a player.
    #[must_use]
    pub fn player(&self) -> &str {
        &self.player
    }

    /// Returns the names and values of the options that are not tuned.
    #[must_use]
    pub fn fixed(&self) -> &[(String, String)] {
        &self.fixed
    }

    /// Returns the options to tune.
    #[must_use]
    pub fn options(&self) -> &[TunableOption] {
        &self.options
    }

    /// Returns the schema of the options: an integer for each, in the same order.
    #[must_use]
    pub fn schema(&self) -> &Arc<Schema> {
        &self.schema
    }

    /// Returns the integers of the start.
    #[must_use]
    pub fn start(&self) -> Vec<i32> {
        self.options.iter().map(|option| option.step_of(option.start)).collect()
    }

    /// Returns the perturbation of each option in the last generation of SPSA, in units of the schema; empty if no option
    /// has one.
    #[must_use]
    pub fn perturbations(&self) -> Vec<f64> {
        if self.options.iter().all(|option| option.c_end.is_none()) {
            return Vec::new();
        }
        self.options.iter().map(TunableOption::perturbation).collect()
    }

    fn named(&self, values: &[i32], text: impl Fn(&TunableOption, i32) -> String) -> Vec<(String, String)> {
        let both = self.options.iter().zip(values);
        both.map(|(option, value)| (option.name.clone(), text(option, *value))).collect()
    }

    /// Returns the names and values of the options as parameter files write them.
    #[must_use]
    pub fn numbers(&self, values: &[i32]) -> Vec<(String, String)> {
        self.named(values, TunableOption::number)
    }

    /// Returns the names and values of the options as the engine receives them.
    #[must_use]
    pub fn texts(&self, values: &[i32]) -> Vec<(String, String)> {
        self.named(values, TunableOption::text)
    }

    /// Returns the commands that set these values, in the protocol of the engine.
    #[must_use]
    pub fn commands(&self, values: &[i32]) -> String {
        let is_xboard = matches!(factory(&self.player, &self.fixed, 1), Ok(PlayerFactory::Xboard(_)));
        let word = |value: String| match value.as_str() {
            "true" => "1".to_owned(),
            "false" => "0".to_owned(),
            _ => value,
        };
        let command = |(name, value): (String, String)| match is_xboard {
            true => format!("option {name}={}\n", word(value)),
            false => format!("setoption name {name} value {value}\n"),
        };
        self.texts(values).into_iter().map(command).collect()
    }

    /// Returns a parameter file in Eyas' own format that starts at these values.
    #[must_use]
    pub fn file(&self, values: &[i32]) -> String {
        ParameterFile::of(self.options.clone()).with_values(&self.numbers(values))
    }

    /// Returns the recipe for the engine with its fixed options, and with a transposition table of `hash` MiB if no fixed
    /// option sets another size.
    ///
    /// # Errors
    /// Returns an error if the player does not exist or is not an engine.
    pub fn factory(&self, hash: usize) -> Result<PlayerFactory, EngineError> {
        factory(&self.player, &self.fixed, hash)
    }

    /// Returns the recipe for the engine with these values. `factory` is the recipe for the engine itself. Its processes
    /// come from `pool`.
    #[must_use]
    pub fn with_values(
        &self,
        values: &[i32],
        factory: &PlayerFactory,
        pool: &Arc<EnginePool>,
    ) -> PlayerFactory {
        PlayerFactory::Pooled(PooledEngine::new(factory.clone(), self.texts(values), Arc::clone(pool)))
    }

    /// Checks that the engine starts, has all options, and accepts the ends of their ranges.
    ///
    /// # Errors
    /// Returns an error that names the first option that the engine lacks or would change.
    pub fn check(&self, hash: usize) -> Result<(), EngineError> {
        let factory = self.factory(hash)?;
        let announced = announced_by(&factory)?;
        let refuse = |fault| announced.refuse(fault);
        for (option, parameter) in self.options.iter().zip(&self.schema.parameters) {
            let engine = EngineOption::find(&announced.options, &option.name).map_err(refuse)?;
            let (low, high) = parameter.range;
            let steps = if matches!(option.kind, OptionType::Combo(_)) {
                (low..=high).collect()
            } else {
                vec![low, high]
            };
            for step in steps {
                engine.accepted(&option.text(step)).map_err(refuse)?;
            }
        }
        Ok(())
    }
}

/// Starts an engine with these options and returns what it announces.
///
/// # Errors
/// Returns an error if the player does not exist, is not an engine, or does not start.
pub(super) fn announced(player: &str, fixed: &[(String, String)]) -> Result<Announced, EngineError> {
    announced_by(&factory(player, fixed, 1)?)
}

fn announced_by(factory: &PlayerFactory) -> Result<Announced, EngineError> {
    let announced = factory.announced(&Signal::default())?;
    announced.ok_or_else(|| EngineError::NoEngine("an organism".to_owned()))
}

/// Returns the recipe for an engine with these options.
fn factory(player: &str, fixed: &[(String, String)], hash: usize) -> Result<PlayerFactory, EngineError> {
    let options = PlayerOptions { search: None, hash, options: fixed.to_vec() };
    match ResolvedPlayer::of(&player.parse::<PlayerSpec>()?, &options)?.factory {
        PlayerFactory::Organism { .. } => Err(EngineError::NoEngine(player.to_owned())),
        factory => Ok(factory),
    }
}
