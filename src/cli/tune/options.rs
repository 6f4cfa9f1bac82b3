//! `eyas tune ENGINE`: the options of an engine as parameters.

use std::path::{Path, PathBuf};

use clap::Args;
use eyas::arena::engine_named;
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::engine_options::{ParameterFile, TunedEngine, proposal};
use eyas::experiment::{Experiment, Target, screening};
use eyas::files;
use eyas::session::Recorded;
use serde_json::{Value, json};

use super::super::headings::{GAMES, OUTPUT, RUN, TARGET};
use super::super::settings::Override;
use super::super::{Failure, Outcome, output, values};
use super::options_result::best;
use super::proposed::{self, Proposed};

/// The flags of an engine whose options are tuned.
#[derive(Debug, Args)]
#[command(next_help_heading = TARGET)]
pub(super) struct EngineArgs {
    /// UCI engine whose options are tuned instead of an organism's search: its path or its command
    #[arg(value_name = "ENGINE", group = ENGINE, conflicts_with = "organism")]
    engine: Option<String>,
    /// Engine whose options are tuned, in place of ENGINE: uci:COMMAND, xboard:COMMAND or the name of a profile
    #[arg(long, value_name = "SPEC", group = ENGINE, conflicts_with = "organism")]
    player: Option<String>,
    /// Parameter file: Eyas' own format, SPSA lines of OpenBench, or the JSON of weather-factory [default: a proposal, which is
    /// written to NAME.params.ron]
    #[arg(long, value_name = "FILE", requires = ENGINE)]
    params: Option<PathBuf>,
    /// Tune only the parameters whose names match; * stands for any letters and ? for one; may be given several times
    #[arg(long, value_name = "PATTERN", requires = ENGINE)]
    only: Vec<String>,
    /// File for the tuned values, in the format of --params
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    params_out: Option<PathBuf>,
    /// Print a parameter file with the options of the engine that may be tuned
    #[arg(long, requires = ENGINE)]
    list_params: bool,
    /// Try the engine, print the parameters, the games and an estimate of the time, and exit
    #[arg(long, requires = ENGINE, help_heading = RUN, conflicts_with_all = ["list_params", "resume"])]
    pub(super) plan: bool,
    /// Option of the engine that has this value in all games, such as Hash=16; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::option, requires = ENGINE)]
    options: Vec<(String, String)>,
    /// Games of each generation, instead of --pairs or --games-per-pair
    #[arg(long, value_name = "GAMES", help_heading = GAMES, conflicts_with_all = ["pairs", "games-per-pair"], value_parser = clap::value_parser!(u64).range(1..))]
    games_per_iteration: Option<u64>,
    /// Games of all generations together, instead of --generations; confirmation and final match come on top
    #[arg(long, value_name = "GAMES", help_heading = RUN, conflicts_with = "generations", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,
    /// Measure with about N games which parameters have an effect, instead of tuning them
    #[arg(long, value_name = "N", help_heading = RUN, conflicts_with_all = SCREENING_EXCLUDES, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) screen: Option<u64>,
}

/// What names the engine.
const ENGINE: &str = "tuned-engine";

/// The flags that a screening decides itself.
const SCREENING_EXCLUDES: [&str; 9] = [
    "budget",
    "generations",
    "games_per_iteration",
    "games-per-pair",
    "pairs",
    "optimizer",
    "first-step",
    "directions",
    "match-games",
];

/// An engine to be tuned, and the file with its parameters.
pub(in crate::cli) struct Source {
    pub(in crate::cli) engine: TunedEngine,
    pub(super) file: ParameterFile,
    /// Where the parameters come from if no file is given.
    pub(super) proposed: Option<Proposed>,
}

/// Returns the engine of a specification with fixed options and with the parameters in a file, and the file. With patterns,
/// only the parameters whose names match one of them are tuned. The engine is
/// started once.
pub(in crate::cli) fn read(
    player: &str,
    params: &Path,
    fixed: &[(String, String)],
    only: &[String],
) -> Result<Source, Failure> {
    let file = ParameterFile::read(params).map_err(Failure::about("--params"))?;
    let spec: PlayerSpec = player.parse().map_err(Failure::about::<SpecError>("--player"))?;
    source(spec.absolute().to_string(), file, fixed, only)
}

fn source(
    player: String,
    mut file: ParameterFile,
    fixed: &[(String, String)],
    only: &[String],
) -> Result<Source, Failure> {
    if !only.is_empty() {
        file.retain(only).map_err(Failure::about("--only"))?;
    }
    let options = proposal::typed(&player, fixed, file.options()).map_err(Failure::about("--player"))?;
    let engine = TunedEngine::new(player, fixed.to_vec(), options).map_err(Failure::about("--player"))?;
    Ok(Source { engine, file, proposed: None })
}

impl EngineArgs {
    /// Returns the specification of the engine, if one is named.
    fn player(&self) -> Result<Option<String>, Failure> {
        match &self.engine {
            Some(text) => Ok(Some(engine_named(text).map_err(Failure::input)?.to_string())),
            None => Ok(self.player.clone()),
        }
    }

    /// Returns the options of the engine that may be tuned, if they are requested.
    pub(super) fn listed(&self) -> Result<Option<Outcome>, Failure> {
        let player = self.player()?.filter(|_| self.list_params);
        player.map(|player| list(&player, &self.options)).transpose()
    }

    /// Returns the engine, and the file with its parameters; `None` if an organism is tuned, or if the session has the
    /// engine already. `recorded` are the settings of the session to resume.
    pub(super) fn source(&self, recorded: Option<&Experiment>) -> Result<Option<Source>, Failure> {
        let Some(player) = self.player()? else { return Ok(None) };
        if let Some(params) = &self.params {
            return read(&player, params, &self.options, &self.only).map(Some);
        }
        let spec: PlayerSpec = player.parse().map_err(Failure::about::<SpecError>("--player"))?;
        let player = spec.absolute().to_string();
        if let Some(known) = recorded.and_then(|recorded| recorded.target.engine()) {
            if known.player() == player {
                return Ok(None);
            }
            let known = known.player();
            return Err(Failure::Input(format!(
                "--resume: the session tunes the engine “{known}”, not “{player}”"
            )));
        }
        let (proposed, file) = Proposed::of(&player, &self.options)?;
        let source = source(player, file, &self.options, &self.only)?;
        Ok(Some(Source { proposed: Some(proposed), ..source }))
    }

    /// Returns the given flags as changes of an experiment. They come after all other flags, because the number of
    /// generations follows from the games of each, and the perturbations follow from the number of generations.
    pub(super) fn overrides(&self, engine: Option<&TunedEngine>, has_perturbation: bool) -> Vec<Override> {
        let mut given = Vec::new();
        if let Some(games) = self.screen {
            given.push(Override::fallible("--screen", move |experiment| {
                let given = experiment.optimizer.spsa().map(|spsa| spsa.perturbation);
                screening::screen(experiment, games).map_err(|error| error.to_string())?;
                if let Some((spsa, given)) =
                    experiment.optimizer.spsa_mut().zip(given).filter(|_| has_perturbation)
                {
                    spsa.perturbation = given;
                }
                Ok(())
            }));
        }
        if let Some(games) = self.games_per_iteration {
            let change = move |experiment: &mut Experiment| set_games(experiment, games);
            given.push(Override::fallible("--games-per-iteration", change));
        }
        if let Some(budget) = self.budget {
            let change = move |experiment: &mut Experiment| set_budget(experiment, budget);
            given.push(Override::fallible("--budget", change));
        }
        if let Some(engine) = engine.cloned() {
            let keeps_perturbation = has_perturbation || self.screen.is_some();
            given.push(Override::new("--player, --params or --option", move |experiment| {
                if let (Some(spsa), false) = (experiment.optimizer.spsa_mut(), keeps_perturbation) {
                    spsa.set_last_perturbations(
                        &engine.perturbations(),
                        experiment.generations.saturating_add(1),
                    );
                }
                experiment.target = Target::Options(engine.clone());
            }));
        }
        given
    }

    /// Writes the tuned values to the file of `--params-out`, in the format of the parameter file `params`.
    pub(super) fn write(&self, recorded: &Recorded, params: Option<&ParameterFile>) -> Result<(), Failure> {
        let Some(path) = &self.params_out else { return Ok(()) };
        let engine = recorded.header.settings.target.engine();
        let Some((engine, best)) = engine.zip(best(recorded)) else { return Ok(()) };
        let values = best.champion.decode(engine.schema());
        let text = match params {
            None => engine.file(&values),
            Some(params) => params.with_values(&engine.numbers(&values)),
        };
        let failed = |error| Failure::Runtime(format!("--params-out: {}: {error}", path.display()));
        files::replace(path, text.as_bytes()).map_err(failed)
    }

    /// Checks that the tuned values can be written.
    pub(super) fn check_output(&self) -> Result<(), Failure> {
        self.params_out.as_deref().map_or(Ok(()), |path| output::check_file("--params-out", path))
    }

    /// Returns the path of `--params-out`.
    pub(super) fn out(&self) -> Option<&Path> {
        self.params_out.as_deref()
    }

    /// Returns whether tuned values are written to a file.
    pub(super) fn writes(&self) -> bool {
        self.params_out.is_some()
    }
}

/// Returns the number of games of a generation, and of those that all organisms play if each plays one pair of games, or
/// one game with each other.
fn games_of_generation(experiment: &Experiment) -> Result<(u64, u64), String> {
    let population = experiment.optimizer.population();
    if let Some(play) = experiment.objective.properties().play {
        let mut unit = experiment.objective.clone();
        unit.set_pairs(1);
        let games = experiment.objective.settings().generation_work(population, play.hall_of_fame);
        return Ok((games, unit.settings().generation_work(population, 0)));
    }
    Err(format!(
        "counts games, and the objective {} plays none; use --generations and --population",
        experiment.objective.name()
    ))
}

/// Sets the number of games of a generation.
fn set_games(experiment: &mut Experiment, games: u64) -> Result<(), String> {
    let (_, unit) = games_of_generation(experiment)?;
    let each = games / unit.max(1);
    if each == 0 || !games.is_multiple_of(unit.max(1)) {
        return Err(format!("it is {games}; the games of a generation are a multiple of {unit} here"));
    }
    let each = u32::try_from(each).map_err(|_| format!("{games} games are too many"))?;
    experiment.objective.set_pairs(each);
    Ok(())
}

/// Sets the number of generations so that their games are within a budget.
fn set_budget(experiment: &mut Experiment, budget: u64) -> Result<(), String> {
    let (games, _) = games_of_generation(experiment)?;
    let generations = budget / games.max(1);
    if generations == 0 {
        return Err(format!("a generation has {games} games; use a larger budget, or fewer --pairs"));
    }
    experiment.generations = u32::try_from(generations - 1).unwrap_or(u32::MAX - 1);
    Ok(())
}

/// Returns the options of an engine that may be tuned, as a parameter file.
fn list(player: &str, fixed: &[(String, String)]) -> Result<Outcome, Failure> {
    let found = proposal::of_engine(player, fixed).map_err(Failure::about("--player"))?;
    let options: Vec<Value> = found.options.iter().map(proposed::option).collect();
    let json = json!({ "engine": found.engine, "options": options, "left_out": found.left_out });
    Ok(Outcome::new(found.text(), json))
}
