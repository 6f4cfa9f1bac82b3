//! The flags of `eyas pipeline`, as changes of a preset's plan.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use eyas::engine::schema::Schema;
use eyas::evolution::setting::Value;
use eyas::experiment::{self, Experiment};
use eyas::pipeline::{self, Change, PipelinePlan, Stage};

use super::super::headings::{RUN, TARGET};
use super::super::settings::{self, FlagSet, Override, SettingFlags};
use super::super::workers::WorkersArgs;
use super::super::{Failure, Globals};

/// Arguments of `eyas pipeline`.
#[derive(Debug, Args)]
#[command(next_help_heading = RUN)]
pub(crate) struct PipelineArgs {
    /// Print the plan with an estimate of the time of each stage, and exit
    #[arg(long)]
    pub(super) plan: bool,
    /// Start without an estimate of the time
    #[arg(long, conflicts_with = "plan")]
    pub(super) no_estimate: bool,
    /// Initial organisms in place of random ones: files, embedded names, or session folders, which stand for the champions
    /// of all their runs
    #[arg(long, value_name = "ORGANISM", num_args = 1.., help_heading = TARGET)]
    pub(super) from: Vec<String>,
    /// Stage to omit; repeatable
    #[arg(long, value_name = "STAGE", value_enum)]
    skip: Vec<StageArg>,
    /// Repeat this stage of the pipeline in --session and the stages after it, with the settings that other flags change;
    /// the earlier sessions of these stages are moved to a new folder in the pipeline's folder
    #[arg(long, value_name = "STAGE", value_enum, conflicts_with_all = ["from", "skip", "fork"])]
    pub(super) repeat: Option<StageArg>,
    /// Start a new pipeline from the results of this pipeline's stages before --at
    #[arg(long, value_name = "DIR", requires = "at", conflicts_with_all = ["from"])]
    pub(super) fork: Option<PathBuf>,
    /// First stage of the fork that runs anew
    #[arg(long, value_name = "STAGE", value_enum, requires = "fork")]
    pub(super) at: Option<StageArg>,
    /// Parameter schema of the evaluation: the name of an embedded schema or a schema file [default: the preset's]
    #[arg(long, value_name = "NAME", help_heading = TARGET)]
    pub(super) schema: Option<String>,
    /// Number of generations of a stage after generation 0, such as tuning=20; repeatable
    #[arg(long, value_name = "STAGE=N", value_parser = stage_and_number)]
    generations: Vec<(StageArg, u32)>,
    /// Number of runs of the grandmaster stage; their champions start the coevolution [default: 10]
    #[arg(long, value_name = "N", help_heading = "Grandmaster")]
    runs: Option<u32>,
    /// Number of organisms per generation of the grandmaster stage [default: the preset's]
    #[arg(long, value_name = "N", help_heading = "Grandmaster")]
    population: Option<u32>,
    /// Training positions with the moves played (sm): an EPD file or the name of an embedded set [default: gm2600-train]
    #[arg(long, value_name = "FILE", help_heading = "Grandmaster")]
    train: Option<String>,
    /// Test positions for champions: an EPD file or the name of an embedded set [default: gm2600-test]
    #[arg(long, value_name = "FILE", help_heading = "Grandmaster")]
    test: Option<String>,
    #[command(flatten)]
    games: SettingFlags<GamesFlags>,
    /// Parameter schema of the search: paper, extended, or a schema file [default: the preset's]
    #[arg(long, value_name = "SCHEMA", help_heading = "Tuning")]
    search_schema: Option<String>,
    #[command(flatten)]
    suite: SettingFlags<TuningFlags>,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// The settings of games between organisms that are flags.
#[derive(Debug, Clone)]
struct GamesFlags;

impl FlagSet for GamesFlags {
    const HEADING: Option<&'static str> = Some("Games");
    const MEMBERS: &'static [&'static str] = &["self-play"];
    const EXCEPT: &'static [&'static str] =
        &["start", "openings", "test", "margin", "hash", "max-moves", "resign", "draw"];

    fn presets() -> Vec<Experiment> {
        planned(|settings| settings.objective.self_play().is_some())
    }
}

/// The settings of the tuning that are flags.
#[derive(Debug, Clone)]
struct TuningFlags;

impl FlagSet for TuningFlags {
    const HEADING: Option<&'static str> = Some("Tuning");
    const MEMBERS: &'static [&'static str] = &["suite"];
    const EXCEPT: &'static [&'static str] = &["hash"];

    fn presets() -> Vec<Experiment> {
        planned(|settings| settings.objective.suite().is_some())
    }
}

/// Returns the settings of some stages in all presets.
fn planned(is_one: fn(&Experiment) -> bool) -> Vec<Experiment> {
    let plans = pipeline::PRESETS.iter().filter_map(|(name, _)| pipeline::preset(name).ok());
    plans.flat_map(|plan| plan.stages).filter(is_one).collect()
}

/// A stage, as a flag's value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageArg {
    /// Agreement with the moves of grandmasters.
    Grandmaster,
    /// Games between organisms.
    Coevolution,
    /// The search on a tactical suite.
    Tuning,
}

impl StageArg {
    pub(super) fn stage(self) -> Stage {
        match self {
            StageArg::Grandmaster => Stage::Grandmaster,
            StageArg::Coevolution => Stage::Coevolution,
            StageArg::Tuning => Stage::Tuning,
        }
    }
}

fn stage_and_number(text: &str) -> Result<(StageArg, u32), String> {
    let wrong =
        || "write STAGE=N, as in tuning=20; stages are grandmaster, coevolution and tuning".to_owned();
    let (stage, number) = text.split_once('=').ok_or_else(wrong)?;
    let stage = StageArg::from_str(stage, true).map_err(|_| wrong())?;
    Ok((stage, number.parse().map_err(|_| wrong())?))
}

/// A given flag and its change of the plan.
pub(super) struct Flag {
    pub(super) flag: String,
    pub(super) change: Change,
}

impl PipelineArgs {
    /// Returns the given flags that change the plan, without `--preset` and `--from`.
    pub(super) fn changes(&self, globals: &Globals) -> Result<Vec<Flag>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag: &str, change: Change| {
            let flag = flag.to_owned();
            let named = flag.clone();
            let change: Change =
                Box::new(move |plan| change(plan).map_err(|error| format!("{named}: {error}")));
            given.push(Flag { flag, change });
        };
        if let Some(seed) = globals.seed {
            let first = self.repeat.map(StageArg::stage);
            add("--seed", of_plan(move |plan| plan.seed(seed, first)));
        }
        for stage in &self.skip {
            let stage = stage.stage();
            add("--skip", of_plan(move |plan| plan.skip(stage)));
        }
        if let Some(schema) = self.schema.as_ref().filter(|_| self.from.is_empty()) {
            let schema = named("--schema", schema)?;
            add(
                "--schema",
                of(Stage::Grandmaster, move |settings| settings.target.set_schema(Arc::clone(&schema))),
            );
        }
        for &(stage, generations) in &self.generations {
            add("--generations", of(stage.stage(), move |settings| settings.generations = generations));
        }
        if let Some(runs) = self.runs {
            add("--runs", of(Stage::Grandmaster, move |settings| settings.runs = runs));
        }
        if let Some(population) = self.population {
            let change = move |settings: &mut Experiment| settings.optimizer.set_population(population);
            add("--population", of(Stage::Grandmaster, change));
        }
        if let Some(file) = &self.train {
            add("--train", fallible(Stage::Grandmaster, positions("train", file)));
        }
        if let Some(file) = &self.test {
            let change = positions("test", file);
            add("--test", Box::new(move |plan| plan.stages.iter_mut().try_for_each(&change)));
        }
        for Override { flag, change, .. } in self.games.overrides() {
            let plays = |settings: &&mut Experiment| settings.objective.self_play().is_some();
            let change: Change =
                Box::new(move |plan| plan.stages.iter_mut().filter(plays).try_for_each(&change));
            add(&flag, change);
        }
        for Override { flag, change, .. } in self.suite.overrides() {
            add(&flag, fallible(Stage::Tuning, change));
        }
        if let Some(name) = &self.search_schema {
            let name = match name.as_str() {
                "paper" | "extended" => format!("search-{name}"),
                other => other.to_owned(),
            };
            let schema = named("--search-schema", &name)?;
            let change = move |settings: &mut Experiment| settings.target.set_schema(Arc::clone(&schema));
            add("--search-schema", of(Stage::Tuning, change));
        }
        Ok(given)
    }
}

/// Reads the schema that a flag names.
pub(super) fn named(flag: &str, text: &str) -> Result<Arc<Schema>, Failure> {
    Schema::named_or_path(text).map_err(|error| Failure::Input(format!("{flag}: {error}")))
}

/// Returns the change of a setting with the name of positions. It does nothing if the stage has no such setting.
fn positions(name: &'static str, file: &str) -> settings::Change {
    let file = Value::from(file.to_owned());
    Box::new(move |settings: &mut Experiment| {
        let mut declared =
            experiment::declarations().into_iter().filter(|(_, declared)| declared.name == name);
        declared.try_for_each(|(_, declared)| (declared.set)(settings, file.clone()))
    })
}

/// Returns a change that cannot fail.
fn of_plan(change: impl Fn(&mut PipelinePlan) + 'static) -> Change {
    Box::new(move |plan| {
        change(plan);
        Ok(())
    })
}

/// Returns a change of a stage. It does nothing if the plan omits the stage.
fn of(stage: Stage, change: impl Fn(&mut Experiment) + 'static) -> Change {
    of_plan(move |plan| plan.stage_mut(stage).into_iter().for_each(&change))
}

/// Returns a change of a stage that may fail. It does nothing if the plan omits the stage.
fn fallible(stage: Stage, change: settings::Change) -> Change {
    Box::new(move |plan: &mut PipelinePlan| plan.stage_mut(stage).map_or(Ok(()), &change))
}
