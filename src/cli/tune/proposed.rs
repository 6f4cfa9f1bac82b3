//! The parameters of an engine without a parameter file: a proposal, which becomes one.

use std::path::{Path, PathBuf};

use eyas::arena::spec::PlayerSpec;
use eyas::engine_options::{OptionType, ParameterFile, TunableOption, proposal};
use eyas::files;
use serde_json::{Value, json};

use super::super::Failure;

/// Where the parameters of an engine come from.
pub(super) struct Proposed {
    /// The file, in the current folder.
    pub(super) path: PathBuf,
    /// The options of the engine that are no parameters; `None` if the file exists, which is used then.
    pub(super) left_out: Option<Vec<String>>,
    text: String,
}

impl Proposed {
    /// Proposes the parameters of an engine. A file from before is read instead: its ranges may have been changed.
    pub(super) fn of(player: &str, fixed: &[(String, String)]) -> Result<(Proposed, ParameterFile), Failure> {
        let path = path(player);
        if path.exists() {
            let file = ParameterFile::read(&path).map_err(Failure::input)?;
            return Ok((Proposed { path, left_out: None, text: String::new() }, file));
        }
        let found = proposal::of_numbers(player, fixed).map_err(Failure::input)?;
        let proposed = Proposed { path, text: found.text(), left_out: Some(found.left_out) };
        Ok((proposed, ParameterFile::of(found.options)))
    }

    /// Writes the file, unless it exists.
    pub(super) fn write(&self) -> Result<(), Failure> {
        if self.left_out.is_none() {
            return Ok(());
        }
        let failed =
            |error| Failure::Runtime(format!("{}: {error}; give --params FILE", self.path.display()));
        files::replace(&self.path, self.text.as_bytes()).map_err(failed)
    }

    /// Says what the file is for. With `is_plan`, it is not written yet.
    pub(super) fn notice(&self, is_plan: bool) -> String {
        let path = self.path.display();
        match self.left_out {
            None => format!("the parameters are those of {path}, which exists; delete it for a new proposal"),
            Some(_) if is_plan => format!("the start of the tune writes them to {path}"),
            Some(_) => {
                format!("they are in {path}: narrow the ranges or remove lines there, and start again")
            }
        }
    }
}

/// Returns the file for the parameters of an engine: it has the name of its program or of its profile.
fn path(player: &str) -> PathBuf {
    let program = match player.parse() {
        Ok(PlayerSpec::Uci(words) | PlayerSpec::Xboard(words)) => {
            words.first().map(|word| files::name(Path::new(word)))
        }
        _ => None,
    };
    PathBuf::from(format!("{}.params.ron", program.as_deref().unwrap_or(player)))
}

/// Returns an option that is tuned as JSON.
pub(super) fn option(option: &TunableOption) -> Value {
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
}
