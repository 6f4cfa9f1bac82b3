//! The flags of `eyas tune`.

use clap::Args;
use eyas::experiment::{Experiment, Target, presets};
use eyas::organism::{FixedEvaluation, Organism};

use super::super::settings::{FlagSet, Override, SettingFlags, seed};
use super::super::{Failure, Globals};

/// The default organism.
const ORGANISM: &str = "reference";

/// Arguments of `eyas tune`.
#[derive(Debug, Args)]
pub(crate) struct TuneArgs {
    /// Organism whose search is tuned; its evaluation does not change: a file or an embedded name [default: reference]
    #[arg(long, value_name = "ORGANISM")]
    organism: Option<String>,
    #[command(flatten)]
    settings: SettingFlags<TuneFlags>,
}

/// The settings that are flags of `eyas tune`.
#[derive(Debug, Clone)]
struct TuneFlags;

impl FlagSet for TuneFlags {
    const MEMBERS: &'static [&'static str] = &["", "optimizer", "suite"];

    fn presets() -> Vec<Experiment> {
        let Ok(reference) = Organism::named_or_path(ORGANISM) else { return Vec::new() };
        let preset = |(name, _): &(&str, &str)| presets::tuning(name, FixedEvaluation::of(&reference)).ok();
        presets::TUNING_PRESETS.iter().filter_map(preset).collect()
    }
}

/// Loads the evaluation of an organism.
fn evaluation_of(text: &str) -> Result<FixedEvaluation, Failure> {
    let organism =
        Organism::named_or_path(text).map_err(|error| Failure::Input(format!("--organism: {error}")))?;
    Ok(FixedEvaluation::of(&organism))
}

impl TuneArgs {
    /// Returns the evaluation of the organism.
    pub(super) fn evaluation(&self) -> Result<FixedEvaluation, Failure> {
        evaluation_of(self.organism.as_deref().unwrap_or(ORGANISM))
    }

    /// Returns the given flags, without `--preset`.
    pub(super) fn overrides(&self, globals: &Globals) -> Result<Vec<Override>, Failure> {
        let mut given: Vec<Override> = seed(globals).into_iter().collect();
        if let Some(organism) = &self.organism {
            let new = evaluation_of(organism)?;
            given.push(Override::new("--organism", move |experiment| {
                if let Target::Search { evaluation, .. } = &mut experiment.target {
                    evaluation.clone_from(&new);
                }
            }));
        }
        given.extend(self.settings.overrides());
        Ok(given)
    }
}
