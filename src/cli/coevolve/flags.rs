//! The flags of `eyas coevolve`.

use std::sync::Arc;

use clap::Args;
use eyas::engine::schema::Schema;
use eyas::evolution::record::Founder;
use eyas::experiment::{Experiment, presets};
use eyas::job;

use super::super::headings::TARGET;
use super::super::settings::{FlagSet, Override, SettingFlags, seed};
use super::super::workers::WorkersArgs;
use super::super::{Failure, Globals};

/// Arguments of `eyas coevolve`.
#[derive(Debug, Args)]
#[command(next_help_heading = TARGET)]
pub(crate) struct CoevolveArgs {
    /// Initial organisms: files, embedded names, or session folders, which stand for the champions of all their runs
    #[arg(long, value_name = "ORGANISM", num_args = 1..)]
    from: Vec<String>,
    /// Parameter schema: an embedded name or a file [default: the first organism's]
    #[arg(long, value_name = "SCHEMA")]
    schema: Option<String>,
    #[command(flatten)]
    settings: SettingFlags<CoevolveFlags>,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// The settings that are flags of `eyas coevolve`.
#[derive(Debug, Clone)]
struct CoevolveFlags;

impl FlagSet for CoevolveFlags {
    const MEMBERS: &'static [&'static str] = &["", "optimizer", "self-play"];
    const EXCEPT: &'static [&'static str] = &["seed", "objective", "schema", "start"];

    fn presets() -> Vec<Experiment> {
        let preset = |(name, _): &(&str, &str)| presets::coevolution(name, Vec::new()).ok();
        presets::COEVOLUTION_PRESETS.iter().filter_map(preset).collect()
    }
}

/// The initial organisms and their schema; `None` if no flag names any.
pub(super) type Initial = Option<(Arc<Schema>, Vec<Founder>)>;

/// Returns the settings of a preset.
pub(super) fn preset(name: Option<&str>, initial: &Initial) -> Result<Experiment, Failure> {
    let Some((schema, organisms)) = initial else {
        return Err(Failure::Input(
            "--from: name at least 2 initial organisms: files, embedded names, or session folders".to_owned(),
        ));
    };
    let mut experiment = presets::coevolution(name.unwrap_or(presets::DEFAULT), organisms.clone())
        .map_err(Failure::about("--preset"))?;
    experiment.target.set_schema(Arc::clone(schema));
    Ok(experiment)
}

impl CoevolveArgs {
    /// Loads the initial organisms.
    pub(super) fn initial(&self) -> Result<Initial, Failure> {
        if self.from.is_empty() {
            return Ok(None);
        }
        let schema = self.schema()?;
        job::founders(&self.from, schema.as_ref()).map(Some).map_err(Failure::about("--from"))
    }

    fn schema(&self) -> Result<Option<Arc<Schema>>, Failure> {
        let read = |text: &String| Schema::named_or_path(text);
        self.schema.as_ref().map(read).transpose().map_err(Failure::about("--schema"))
    }

    /// Returns the given flags, without `--preset`.
    pub(super) fn overrides(&self, globals: &Globals, initial: &Initial) -> Result<Vec<Override>, Failure> {
        let mut given = Vec::new();
        if let Some((schema, organisms)) = initial.clone() {
            given.push(Override::new("--from", move |experiment| {
                experiment.optimizer.set_population(organisms.len() as u32);
                experiment.initial.clone_from(&organisms);
                experiment.target.set_schema(Arc::clone(&schema));
            }));
        }
        if let Some(schema) = self.schema()? {
            let change = move |experiment: &mut Experiment| experiment.target.set_schema(Arc::clone(&schema));
            given.push(Override::new("--schema", change));
        }
        given.extend(seed(globals));
        given.extend(self.settings.overrides());
        Ok(given)
    }
}
