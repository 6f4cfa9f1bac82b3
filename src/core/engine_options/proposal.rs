//! Parameters that follow from the options that an engine declares.

use super::engine::announced;
use super::option::PERTURBATION;
use super::{EngineError, OptionType, ParameterFile, TunableOption};
use crate::arena::{EngineOption, OptionKind};

/// Parts of the names of options that are no parameters of evaluation or search.
const PARTS: [&str; 17] = [
    "uci_",
    "hash",
    "cache",
    "thread",
    "multipv",
    "ponder",
    "book",
    "syzygy",
    "nalimov",
    "egbb",
    "gaviota",
    "tablebase",
    "bitbase",
    "overhead",
    "debug",
    "skill",
    "search depth",
];

/// Whole words in the names of such options.
const WORDS: [&str; 14] = [
    "log",
    "seed",
    "time",
    "nodestime",
    "cores",
    "cpu",
    "cpus",
    "elo",
    "level",
    "mover",
    "verbose",
    "analyse",
    "split",
    "randomness",
];

/// The least distance that a proposed range reaches from the default, if the engine allows it. It reaches as far as the
/// default is from 0.
const LEAST_REACH: f64 = 64.0;

/// The usual learning rate of OpenBench.
const LEARNING_RATE: f64 = 0.002;

/// The parameters that an engine's options suggest.
#[derive(Debug, Clone, PartialEq)]
pub struct Proposal {
    /// The name that the engine reports.
    pub engine: Option<String>,
    /// The options that may be tuned.
    pub options: Vec<TunableOption>,
    /// The names of the other options.
    pub left_out: Vec<String>,
}

/// Starts an engine and proposes the parameters of a tune.
///
/// # Errors
/// Returns an error if the player does not exist, is not an engine, or does not start.
pub fn of_engine(player: &str, fixed: &[(String, String)]) -> Result<Proposal, EngineError> {
    let announced = announced(player, fixed)?;
    Ok(Proposal { engine: announced.name, ..of_options(&announced.options) })
}

/// Starts an engine and proposes the parameters of a tune that asks for nothing: its numbers.
///
/// # Errors
/// As [`of_engine`], and [`EngineError::NoNumbers`] if the engine has none.
pub fn of_numbers(player: &str, fixed: &[(String, String)]) -> Result<Proposal, EngineError> {
    let mut proposal = of_engine(player, fixed)?;
    proposal.options.retain(|option| fixed.iter().all(|(name, _)| !name.eq_ignore_ascii_case(&option.name)));
    let (numbers, others): (Vec<_>, Vec<_>) =
        proposal.options.into_iter().partition(|option| option.kind == OptionType::Int);
    if numbers.is_empty() {
        let engine = proposal.engine.unwrap_or_else(|| player.to_owned());
        let others = others.into_iter().map(|option| option.name).collect();
        return Err(EngineError::NoNumbers { engine, others, left_out: proposal.left_out });
    }
    proposal.left_out.extend(others.into_iter().map(|option| option.name));
    Ok(Proposal { options: numbers, ..proposal })
}

/// Proposes the parameters of a tune from declared options.
#[must_use]
pub fn of_options(found: &[EngineOption]) -> Proposal {
    let mut proposal = Proposal { engine: None, options: Vec::new(), left_out: Vec::new() };
    for option in found {
        match parameter(option).filter(|_| !is_technical(&option.name)) {
            Some(parameter) => proposal.options.push(parameter),
            None => proposal.left_out.push(option.name.clone()),
        }
    }
    proposal
}

/// Starts an engine, and gives each integer the type of the option that the engine declares with its name: a file of
/// another tuner has only integers.
///
/// # Errors
/// Returns an error if the player does not exist, is not an engine, or does not start.
pub fn typed(
    player: &str,
    fixed: &[(String, String)],
    options: &[TunableOption],
) -> Result<Vec<TunableOption>, EngineError> {
    let found = announced(player, fixed)?.options;
    let typed = |option: &TunableOption| {
        let declared = found.iter().find(|known| known.is(&option.name)).map(|known| &known.kind);
        let kind = match (&option.kind, declared) {
            (OptionType::Int, Some(OptionKind::Check { .. })) => OptionType::Check,
            (OptionType::Int, Some(OptionKind::Combo { choices, .. })) => OptionType::Combo(choices.clone()),
            (kind, _) => kind.clone(),
        };
        TunableOption { kind, ..option.clone() }
    };
    Ok(options.iter().map(typed).collect())
}

impl Proposal {
    /// Returns a parameter file in Eyas' own format, with a comment about the options that it leaves out.
    #[must_use]
    pub fn text(&self) -> String {
        let engine = self.engine.as_deref().unwrap_or("the engine");
        let mut text =
            format!("// Options of {engine} that may be tuned. Remove lines, and narrow the ranges.\n");
        if !self.left_out.is_empty() {
            text += &format!("// Left out: {}.\n", self.left_out.join(", "));
        }
        text + &ParameterFile::of(self.options.clone()).with_values(&[])
    }
}

/// Returns whether an option is no parameter of evaluation or search.
fn is_technical(name: &str) -> bool {
    let name = name.to_lowercase();
    let is_word = |word: &str| WORDS.contains(&word);
    PARTS.iter().any(|part| name.contains(part)) || name.split([' ', '_', '-']).any(is_word)
}

/// Returns the parameter for an option; `None` if it has no number, or too many values.
fn parameter(option: &EngineOption) -> Option<TunableOption> {
    let of = |kind, start: f64, (min, max): (f64, f64), c_end: Option<f64>| TunableOption {
        name: option.name.clone(),
        kind,
        start,
        min,
        max,
        c_end,
        r_end: c_end.map(|_| LEARNING_RATE),
    };
    let parameter = match &option.kind {
        OptionKind::Spin { default, low, high } => {
            let start = *default as f64;
            let reach = start.abs().max(LEAST_REACH);
            let (low, high) = ((*low as f64).max(start - reach), (*high as f64).min(start + reach));
            let c_end = (PERTURBATION * (high - low)).max(0.5);
            of(OptionType::Int, start, (low, high), Some(c_end))
        }
        OptionKind::Check { default } => {
            of(OptionType::Check, f64::from(u8::from(*default)), (0.0, 1.0), None)
        }
        OptionKind::Combo { default, choices } => {
            let start = choices.iter().position(|choice| choice.eq_ignore_ascii_case(default))?;
            let last = choices.len().saturating_sub(1) as f64;
            of(OptionType::Combo(choices.clone()), start as f64, (0.0, last), None)
        }
        OptionKind::Button | OptionKind::Text { .. } => return None,
    };
    parameter.validate().is_ok().then_some(parameter)
}
