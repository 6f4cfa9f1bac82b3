//! The flags of `eyas pipeline`, as changes of a preset's plan.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::evolution::settings::{EvolutionSettings, OptimizerSettings, Stage};
use eyas::pipeline::{Change, Plan};

use super::super::coevolve::GamesArgs;
use super::super::overrides::{Override, source};
use super::super::tune::{SchemaArg, SuiteArgs};
use super::super::{Failure, Globals};

/// Arguments of `eyas pipeline`.
#[derive(Debug, Args)]
pub(crate) struct PipelineArgs {
    /// Tell the plan and how long each stage would take, and end
    #[arg(long)]
    pub(super) plan: bool,
    /// Begin at once, without measuring how long it would take
    #[arg(long, conflicts_with = "plan")]
    pub(super) no_estimate: bool,
    /// Organisms to start from in place of random ones: files, names of embedded ones, or session folders, of which the
    /// champions of all runs are taken
    #[arg(long, value_name = "ORGANISM", num_args = 1..)]
    pub(super) from: Vec<String>,
    /// A stage to leave out; may be given more than once
    #[arg(long, value_name = "STAGE", value_enum)]
    skip: Vec<StageArg>,
    /// Do a stage of the pipeline in --session once more, and those after it, with what other flags change; what they had
    /// led to is kept in a folder beside them
    #[arg(long, value_name = "STAGE", value_enum, conflicts_with_all = ["from", "skip", "fork"])]
    pub(super) repeat: Option<StageArg>,
    /// A pipeline from which a new one starts, with what its stages before --at led to
    #[arg(long, value_name = "DIR", requires = "at", conflicts_with_all = ["from"])]
    pub(super) fork: Option<PathBuf>,
    /// The first stage of the fork
    #[arg(long, value_name = "STAGE", value_enum, requires = "fork")]
    pub(super) at: Option<StageArg>,
    /// Schema of the evaluation [default: the preset's]
    #[arg(long, value_name = "NAME")]
    pub(super) schema: Option<String>,
    /// Generations of a stage after generation 0, as in --generations tuning=20; may be given more than once
    #[arg(long, value_name = "STAGE=N", value_parser = stage_and_number)]
    generations: Vec<(StageArg, u32)>,
    /// Runs of the grandmaster stage, whose champions go on [default: 10]
    #[arg(long, value_name = "N")]
    runs: Option<u32>,
    /// Organisms a generation of the grandmaster stage [default: the preset's]
    #[arg(long, value_name = "N")]
    population: Option<u32>,
    /// Positions with the moves played (sm) to evolve on, EPD [default: the embedded gm2600-train]
    #[arg(long, value_name = "FILE")]
    train: Option<PathBuf>,
    /// Positions on which champions are looked at, EPD [default: the embedded gm2600-test]
    #[arg(long, value_name = "FILE")]
    test: Option<PathBuf>,
    #[command(flatten, next_help_heading = "Coevolution")]
    games: GamesArgs,
    #[command(flatten, next_help_heading = "Tuning")]
    suite: SuiteArgs,
    /// Parameters of the search that are tuned [default: paper]
    #[arg(long, value_enum)]
    search_schema: Option<SchemaArg>,
}

/// A stage by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum StageArg {
    /// Evolution by moves of grandmasters.
    Grandmaster,
    /// Evolution by games of organisms.
    Coevolution,
    /// Evolution of the search.
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

/// A flag a person gave, and what it changes.
pub(super) struct Flag {
    pub(super) flag: &'static str,
    pub(super) change: Change,
}

impl PipelineArgs {
    /// The flags that were given and change the plan, `--preset` and `--from` apart.
    pub(super) fn changes(&self, globals: &Globals) -> Result<Vec<Flag>, Failure> {
        let mut given = Vec::new();
        let mut add = |flag, change: Change| given.push(Flag { flag, change });
        if let Some(seed) = globals.seed {
            let first = self.repeat.map(StageArg::stage);
            add("--seed", Box::new(move |plan| plan.seed(seed, first)));
        }
        for stage in &self.skip {
            let stage = stage.stage();
            add("--skip", Box::new(move |plan| plan.skip(stage)));
        }
        if let Some(schema) = self.schema.clone().filter(|_| self.from.is_empty()) {
            add("--schema", of(Stage::Grandmaster, move |settings| settings.schema.clone_from(&schema)));
        }
        for &(stage, generations) in &self.generations {
            add("--generations", of(stage.stage(), move |settings| settings.generations = generations));
        }
        if let Some(runs) = self.runs {
            add("--runs", of(Stage::Grandmaster, move |settings| settings.runs = runs));
        }
        if let Some(population) = self.population {
            let change = move |settings: &mut EvolutionSettings| {
                let OptimizerSettings::Ga(ga) = &mut settings.optimizer;
                ga.population = population;
            };
            add("--population", of(Stage::Grandmaster, change));
        }
        if let Some(path) = &self.train {
            let train = source(path)?;
            add("--train", of(Stage::Grandmaster, move |settings| settings.train.clone_from(&train)));
        }
        if let Some(path) = &self.test {
            let test = source(path)?;
            add(
                "--test",
                Box::new(move |plan| {
                    for stage in [Stage::Grandmaster, Stage::Coevolution] {
                        plan.stage_mut(stage)
                            .into_iter()
                            .for_each(|settings| settings.test.clone_from(&test));
                    }
                }),
            );
        }
        for Override { flag, change } in self.games.overrides() {
            add(flag, of(Stage::Coevolution, change));
        }
        for Override { flag, change } in self.suite.overrides()? {
            add(flag, of(Stage::Tuning, change));
        }
        if let Some(schema) = self.search_schema.and_then(SchemaArg::name) {
            add(
                "--search-schema",
                of(Stage::Tuning, move |settings| schema.clone_into(&mut settings.schema)),
            );
        }
        Ok(given)
    }
}

/// A change of a stage; none where the plan leaves it out.
fn of(stage: Stage, change: impl Fn(&mut EvolutionSettings) + 'static) -> Change {
    Box::new(move |plan: &mut Plan| {
        if let Some(settings) = plan.stage_mut(stage) {
            change(settings);
        }
    })
}
