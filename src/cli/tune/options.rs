//! `eyas tune --player`: the options of an engine as parameters.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::arena::statistics::sprt::{Model, Sprt};
use eyas::engine_options::{OptionType, ParameterFile, TunableOption, TunedEngine, proposal};
use eyas::experiment::{Experiment, Target};
use eyas::files;
use eyas::objectives::matches::MatchReport;
use eyas::session::{self, Recorded, RunEntry, Session};
use serde_json::{Map, Value, json};

use super::super::settings::Override;
use super::super::{Failure, Outcome, match_report, values};

/// The hypotheses of the test in the result, in Elo: no gain, and a gain that is worth having.
const HYPOTHESES: (f64, f64) = (0.0, 5.0);

/// The flags of an engine whose options are tuned.
#[derive(Debug, Args)]
pub(super) struct EngineArgs {
    /// UCI engine whose options are tuned instead of an organism's search: uci:COMMAND or the name of a profile
    #[arg(long, value_name = "SPEC", conflicts_with = "organism")]
    player: Option<String>,
    /// Parameter file: Eyas' own format, SPSA lines of OpenBench, or the JSON of weather-factory
    #[arg(long, value_name = "FILE", requires = "player")]
    params: Option<PathBuf>,
    /// File for the tuned values, in the format of --params
    #[arg(long, value_name = "FILE")]
    params_out: Option<PathBuf>,
    /// Print a parameter file with the options of the engine that may be tuned
    #[arg(long, requires = "player")]
    list_params: bool,
    /// Option of the engine that has this value in all games, such as Hash=16; may be given several times
    #[arg(long = "option", value_name = "NAME=VALUE", value_parser = values::option, requires = "player")]
    options: Vec<(String, String)>,
    /// Games of all generations together, instead of --generations; confirmation and final match come on top
    #[arg(long, value_name = "GAMES", conflicts_with = "generations", value_parser = clap::value_parser!(u64).range(1..))]
    budget: Option<u64>,
}

/// Returns a failure about a flag.
fn refuse(flag: &'static str) -> impl Fn(String) -> Failure {
    move |error| Failure::Input(format!("{flag}: {error}"))
}

/// Returns the engine of a specification with fixed options and with the parameters in a file, and the file. The engine is
/// started once.
pub(in crate::cli) fn read(
    player: &str,
    params: &Path,
    fixed: &[(String, String)],
) -> Result<(TunedEngine, ParameterFile), Failure> {
    let file = ParameterFile::read(params).map_err(|error| refuse("--params")(error.to_string()))?;
    let refuse = refuse("--player");
    let spec: PlayerSpec = player.parse().map_err(|error: SpecError| refuse(error.to_string()))?;
    let player = spec.absolute().to_string();
    let options =
        proposal::typed(&player, fixed, file.options()).map_err(|error| refuse(error.to_string()))?;
    let engine =
        TunedEngine::new(player, fixed.to_vec(), options).map_err(|error| refuse(error.to_string()))?;
    Ok((engine, file))
}

impl EngineArgs {
    /// Returns the options of the engine that may be tuned, if they are requested.
    pub(super) fn listed(&self) -> Option<Result<Outcome, Failure>> {
        let player = self.player.as_ref().filter(|_| self.list_params)?;
        Some(list(player, &self.options))
    }

    /// Returns the engine, and the file with its parameters; `None` if an organism is tuned, or if the session has the
    /// engine already.
    pub(super) fn engine(&self, resumes: bool) -> Result<Option<(TunedEngine, ParameterFile)>, Failure> {
        let Some(player) = &self.player else { return Ok(None) };
        let Some(params) = &self.params else {
            let hint = "give a parameter file; eyas tune --player SPEC --list-params prints one";
            let flags = "leave --player out to resume a session, or give --params too";
            return Err(refuse("--params")(if resumes { flags } else { hint }.to_owned()));
        };
        read(player, params, &self.options).map(Some)
    }

    /// Returns the given flags as changes of an experiment. They come after all other flags, because the number of
    /// generations follows from the games of each, and the perturbations follow from the number of generations.
    pub(super) fn overrides(&self, engine: Option<&TunedEngine>, has_perturbation: bool) -> Vec<Override> {
        let mut given = Vec::new();
        if let Some(budget) = self.budget {
            let change = move |experiment: &mut Experiment| set_budget(experiment, budget);
            given.push(Override::fallible("--budget", change));
        }
        if let Some(engine) = engine.cloned() {
            given.push(Override::new("--player, --params or --option", move |experiment| {
                if let (Some(spsa), false) = (experiment.optimizer.spsa_mut(), has_perturbation) {
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

    /// Returns whether tuned values are written to a file.
    pub(super) fn writes(&self) -> bool {
        self.params_out.is_some()
    }
}

/// Sets the number of generations so that their games are within a budget.
fn set_budget(experiment: &mut Experiment, budget: u64) -> Result<(), String> {
    let matches = experiment.objective.matches().ok_or("applies to the objective matches only")?;
    let games = 2 * u64::from(matches.pairs) * u64::from(experiment.optimizer.population());
    let generations = budget / games.max(1);
    if generations == 0 {
        return Err(format!("a generation has {games} games; use a larger budget, or fewer --pairs"));
    }
    experiment.generations = u32::try_from(generations - 1).unwrap_or(u32::MAX - 1);
    Ok(())
}

/// Returns the options of an engine that may be tuned, as a parameter file.
fn list(player: &str, fixed: &[(String, String)]) -> Result<Outcome, Failure> {
    let found = proposal::of_engine(player, fixed).map_err(|error| refuse("--player")(error.to_string()))?;
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

/// Returns the run with the best score in its confirmation; of equal runs, the first.
fn best(recorded: &Recorded) -> Option<&RunEntry> {
    session::best(&recorded.results, |run| run.best_score)
}

/// Returns the names of the options with their values as JSON.
fn named(numbers: Vec<(String, String)>) -> Value {
    let number = |text: String| serde_json::from_str::<Value>(&text).unwrap_or(Value::from(text));
    Value::Object(numbers.into_iter().map(|(name, text)| (name, number(text))).collect::<Map<_, _>>())
}

/// What the final match shows.
struct Evidence {
    games: u64,
    elo: Option<f64>,
    error: Option<f64>,
    llr: Option<f64>,
    verdict: &'static str,
}

impl Evidence {
    fn of(report: Option<&MatchReport>) -> Evidence {
        let played = report.and_then(|report| report.final_match.as_ref());
        let elo = played.and_then(|played| played.elo());
        let test = Sprt::new(HYPOTHESES, Sprt::ERRORS, Model::Logistic).ok();
        let llr = played.zip(test).map(|(played, test)| test.ratio(&played.trials()));
        // A tuned engine that won every game has no finite difference.
        let won_all = played.is_some_and(|played| played.results[2] > 0 && played.results[..2] == [0, 0]);
        let is_gain = elo.is_some_and(|elo| elo.error.is_some_and(|error| elo.value > error)) || won_all;
        let verdict = if is_gain { "gain" } else { "no gain shown" };
        let error = elo.and_then(|elo| elo.error);
        Evidence {
            games: played.map_or(0, |played| played.games()),
            elo: elo.map(|elo| elo.value),
            error,
            llr,
            verdict,
        }
    }

    fn text(&self) -> String {
        let elo = match (self.elo, self.error) {
            (Some(elo), Some(error)) => format!("{elo:+.1} ± {error:.1} Elo in {} games", self.games),
            (Some(elo), None) => format!("{elo:+.1} Elo in {} games", self.games),
            (None, _) if self.games == 0 => "no final match".to_owned(),
            (None, _) => format!("all {} games ended alike", self.games),
        };
        let llr = self.llr.map_or_else(String::new, |llr| {
            let (low, high) = HYPOTHESES;
            format!(", LLR {llr:.2} for {high} against {low} Elo")
        });
        format!("{}: {elo}{llr}", self.verdict)
    }
}

/// Returns the result of a finished session that tunes this engine.
pub(super) fn outcome(
    folder: &Path,
    engine: &TunedEngine,
    recorded: &Recorded,
    seconds: Option<(f64, f64)>,
) -> Outcome {
    let settings = &recorded.header.settings;
    let decoded = |run: &RunEntry| run.champion.decode(engine.schema());
    let run = |run: &RunEntry| {
        let report = run.match_report.as_deref();
        let evidence = Evidence::of(report);
        json!({
            "run": run.run + 1,
            "values": named(engine.numbers(&decoded(run))),
            "games": report.map(|report| report.games),
            "elo": evidence.elo,
            "elo_error": evidence.error,
            "llr": evidence.llr,
            "verdict": evidence.verdict,
            "faults": report.map(|report| report.faults),
            "champion": Session::champion_path(folder, settings, run.run).display().to_string(),
            "matches": report.map(match_report::json),
        })
    };
    let best = best(recorded);
    let mut object = best.map_or_else(|| json!({}), run);
    object["champion"] = json!(Session::best_champion_path(folder).display().to_string());
    object["start"] = named(engine.numbers(&engine.start()));
    object["player"] = json!(engine.player());
    object["objective"] = json!(settings.objective.settings().name());
    object["optimizer"] = json!(settings.optimizer.name());
    object["generations"] = json!(settings.generations);
    object["session"] = json!(folder.display().to_string());
    object["wall_seconds"] = json!(seconds.map(|(_, wall)| wall));
    object["runs"] = recorded.results.iter().map(run).collect::<Vec<Value>>().into();

    let mut text = String::new();
    for run in &recorded.results {
        let report = run.match_report.as_deref();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "run {}: {}", run.run + 1, Evidence::of(report).text());
        text += &report.map_or_else(String::new, match_report::text);
        if let Some(faults) = report.map(|report| report.faults).filter(|faults| *faults > 0) {
            let _ = writeln!(
                text,
                "  {faults} games ended by a fault of an engine, which lost them; run again with --log FILE to see why"
            );
        }
    }
    if let Some(best) = best {
        text += "values, with the start:\n";
        let both = engine.numbers(&decoded(best)).into_iter().zip(engine.numbers(&engine.start()));
        for ((name, value), (_, start)) in both {
            let _ = writeln!(text, "  {name} = {value} ({start})");
        }
        text += &engine.commands(&decoded(best));
    }
    let _ = writeln!(text, "champion: {}", Session::best_champion_path(folder).display());
    if let Some((_, wall)) = seconds {
        let _ = writeln!(text, "{} generations in {wall:.1} s", settings.generations);
    }
    Outcome { text, json: object }
}
