//! `eyas tune --player`: the options of an engine as parameters.

use eyas::engine_options::{OptionType, TunableOption, proposal};
use serde_json::{Value, json};

use super::super::{Failure, Outcome};

/// Returns the options of an engine that may be tuned, as a parameter file.
pub(super) fn list(player: &str, fixed: &[(String, String)]) -> Result<Outcome, Failure> {
    let found =
        proposal::of_engine(player, fixed).map_err(|error| Failure::Input(format!("--player: {error}")))?;
    let option = |option: &TunableOption| {
        let (kind, words) = match &option.kind {
            OptionType::Int => ("int", None),
            OptionType::Float => ("float", None),
            OptionType::Check => ("check", None),
            OptionType::Combo(words) => ("combo", Some(words)),
        };
        json!({
            "name": option.name,
            "type": kind,
            "words": words,
            "start": option.start,
            "min": option.min,
            "max": option.max,
            "c_end": option.c_end,
            "r_end": option.r_end,
        })
    };
    let options: Vec<Value> = found.options.iter().map(option).collect();
    let json = json!({ "engine": found.engine, "options": options, "left_out": found.left_out });
    Ok(Outcome { text: found.text(), json })
}
