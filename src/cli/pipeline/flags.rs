//! The flags of `eyas pipeline`, as changes of a preset's plan.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use eyas::arena::control::{Control, TimeControl};
use eyas::engine::search::SearchMode;
use eyas::evolution::settings::{
    CoevolutionSettings, EvolutionSettings, OptimizerSettings, PositionSource, Stage, TuningSettings,
};
use eyas::pipeline::{Change, Plan};

use super::super::overrides::source;
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
    /// Coevolution: games of each pair of organisms in a generation [default: the preset's]
    #[arg(long, value_name = "N")]
    games_per_pair: Option<u32>,
    /// Coevolution: at most so many leaders of earlier generations that each generation meets besides [default: 0]
    #[arg(long, value_name = "N")]
    hall_of_fame: Option<u32>,
    /// Coevolution: nodes for each move [default: the preset's]
    #[arg(long, value_name = "N", conflicts_with = "tc")]
    nodes: Option<u64>,
    /// Coevolution: time for each side instead, in seconds: 5+0 as in the papers
    #[arg(long, value_name = "BASE+INCREMENT")]
    tc: Option<TimeControl>,
    /// Coevolution: the search all play with, plain, paper or extended [default: the preset's]
    #[arg(long, value_name = "MODE")]
    search: Option<SearchMode>,
    /// Coevolution: games of each pair when the champion is chosen [default: the preset's]
    #[arg(long, value_name = "N")]
    confirmation_games: Option<u32>,
    /// Tuning: positions with best moves, EPD; or an embedded set's name [default: ecm879]
    #[arg(long, value_name = "FILE")]
    suite: Option<PathBuf>,
    /// Tuning: how many positions of the suite are searched [default: the preset's]
    #[arg(long, value_name = "N")]
    positions: Option<u32>,
    /// Tuning: nodes after which a position counts as not solved [default: the preset's]
    #[arg(long, value_name = "N")]
    node_limit: Option<u32>,
    /// Tuning: a suite that is not tuned on, to be reported on beside it; may be given more than once
    #[arg(long, value_name = "FILE")]
    validate: Vec<PathBuf>,
    /// Tuning: the parameters that are tuned, paper or extended [default: paper]
    #[arg(long, value_name = "SCHEMA", value_parser = search_schema)]
    search_schema: Option<SearchMode>,
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

fn search_schema(text: &str) -> Result<SearchMode, String> {
    match text {
        "paper" => Ok(SearchMode::Paper),
        "extended" => Ok(SearchMode::Extended),
        _ => Err("write paper or extended".to_owned()),
    }
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
        if let Some(games) = self.games_per_pair {
            add("--games-per-pair", games_of(move |settings| settings.games_per_pair = games));
        }
        if let Some(members) = self.hall_of_fame {
            add("--hall-of-fame", games_of(move |settings| settings.hall_of_fame = members));
        }
        if let Some(nodes) = self.nodes {
            add("--nodes", games_of(move |settings| settings.control = Control::Nodes(nodes)));
        }
        if let Some(clock) = self.tc {
            add("--tc", games_of(move |settings| settings.control = Control::Clock(clock)));
        }
        if let Some(search) = self.search {
            add("--search", games_of(move |settings| settings.search = search));
        }
        if let Some(games) = self.confirmation_games {
            add("--confirmation-games", games_of(move |settings| settings.confirmation_games = games));
        }
        if let Some(path) = &self.suite {
            let suite: PositionSource = source(path)?;
            add("--suite", of(Stage::Tuning, move |settings| settings.train.clone_from(&suite)));
        }
        if let Some(positions) = self.positions {
            add("--positions", tuning_of(move |tuning| tuning.positions = Some(positions)));
        }
        if let Some(limit) = self.node_limit {
            add("--node-limit", tuning_of(move |tuning| tuning.node_limit = limit));
        }
        if !self.validate.is_empty() {
            let suites = self.validate.iter().map(source).collect::<Result<Vec<_>, _>>()?;
            let suites = PositionSource::Several(suites);
            add("--validate", of(Stage::Tuning, move |settings| settings.test.clone_from(&suites)));
        }
        if let Some(schema) = self.search_schema.and_then(SearchMode::schema) {
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

fn games_of(change: impl Fn(&mut CoevolutionSettings) + 'static) -> Change {
    of(Stage::Coevolution, move |settings| settings.coevolution.iter_mut().for_each(&change))
}

fn tuning_of(change: impl Fn(&mut TuningSettings) + 'static) -> Change {
    of(Stage::Tuning, move |settings| settings.tuning.iter_mut().for_each(&change))
}
