//! What a tune of an engine will do: its parameters, its games and their time.

use std::time::Duration;

use eyas::arena::control::Control;
use eyas::engine_options::{Trial, TrialError, TunableOption, trial};
use eyas::experiment::{Experiment, PlannedGames};
use eyas::numbers::thousands;
use eyas::progress::duration;
use serde_json::{Value, json};

use super::super::progress::Bar;
use super::super::{Failure, Globals, Outcome};
use super::options::Source;
use super::proposed;

/// The limit of searches of an objective without games.
const WITHOUT_GAMES: Control = Control::Nodes(5_000);

/// From this time on, the plan names the preset that takes minutes.
const LONG: Duration = Duration::from_secs(30 * 60);

/// A tune before its start.
pub(super) struct Plan<'a> {
    source: &'a Source,
    trial: Trial,
    /// The games and their time, if there are any.
    games: Option<(PlannedGames, Duration)>,
    threads: usize,
    /// Whether it only is a plan.
    is_only: bool,
}

impl<'a> Plan<'a> {
    /// Tries the engine with the settings of its tune.
    pub(super) fn of(
        source: &'a Source,
        settings: &Experiment,
        globals: &Globals,
        is_only: bool,
    ) -> Result<Plan<'a>, Failure> {
        let pool = globals.pool()?;
        let planned = settings.planned_games();
        let control = planned.map_or(WITHOUT_GAMES, |games| games.control);
        let hash = settings.objective.settings().tables(1).1.max(1);
        let done = Bar::counter("trying the options", source.engine.options().len() as u64);
        let trial = pool.install(|| trial(&source.engine, control, hash, &done));
        let trial = trial.map_err(|error| Failure::Input(format!("{error}{}", remedy(&error, source))))?;
        let games = planned.map(|games| {
            let search = trial.time.mul_f64(control.ratio(&trial.limit).unwrap_or(1.0));
            (games, games.time(search, pool.threads()))
        });
        Ok(Plan { source, trial, games, threads: pool.threads(), is_only })
    }

    /// Returns the plan for people and for programs.
    pub(super) fn outcome(&self) -> Outcome {
        let Source { engine, proposed, .. } = self.source;
        let left_out = proposed.as_ref().and_then(|proposed| proposed.left_out.as_ref());
        let games = self.games.map(|(games, time)| {
            json!({
                "generations": games.generations,
                "confirmation": games.confirmation,
                "final_match": games.final_match,
                "proof": games.proof,
                "total": games.total(),
                "limit": games.control.to_string(),
                "estimated_seconds": time.as_secs_f64().round(),
                "threads": self.threads,
            })
        });
        Outcome::default()
            .line(match engine.options().len() {
                1 => format!("1 parameter of {}:", engine.player()),
                count => format!("{count} parameters of {}:", engine.player()),
            })
            .lines(self.table())
            .lines(
                left_out
                    .map(|names| format!("left out, because they are no parameters: {}", names.join(", "))),
            )
            .lines(proposed.as_ref().map(|proposed| proposed.notice(self.is_only)))
            .lines(self.games.map(|(games, time)| self.games_text(&games, time)))
            .lines(self.warnings())
            .values(json!({
                "player": engine.player(),
                "params": proposed.as_ref().map(|proposed| proposed.path.display().to_string()),
                "options": engine.options().iter().map(proposed::option).collect::<Vec<Value>>(),
                "left_out": left_out,
                "games": games,
                "search_seconds": self.trial.time.as_secs_f64(),
                "without_effect": self.trial.without_effect,
                "warnings": self.warnings(),
            }))
    }

    /// Returns the options with their starts, ranges and steps.
    fn table(&self) -> Vec<String> {
        let options = self.source.engine.options();
        let width = options.iter().map(|option| option.name.chars().count()).max().unwrap_or(0);
        let row = |option: &TunableOption| {
            let number = |value: f64| {
                option.nearest_step(value).map_or_else(|| value.to_string(), |step| option.number(step))
            };
            let [start, low, high] = [option.start, option.min, option.max].map(number);
            let step = option.c_end.map(|step| format!(", step {step}")).unwrap_or_default();
            format!("  {:width$}  {start}, range {low} to {high}{step}", option.name)
        };
        options.iter().map(row).collect()
    }

    fn games_text(&self, games: &PlannedGames, time: Duration) -> String {
        let PlannedGames { control, generations, confirmation, final_match, proof, .. } = *games;
        let counts = [generations, confirmation, final_match, proof].map(thousands);
        let [generations, confirmation, final_match, proof] = counts;
        let basis = if control.is_timed() {
            "from the time control".to_owned()
        } else {
            format!(
                "from {} searches of {:.1} ms each",
                self.trial.positions,
                1e3 * self.trial.time.as_secs_f64()
            )
        };
        let quick = if time >= LONG { "\nfor a first result in minutes, add --preset quick" } else { "" };
        format!(
            "games: {} ({generations} in generations, {confirmation} in the confirmation, {final_match} in the final match, \
             {proof} in its proof), {control}\ntime: about {} on {} threads, an estimate {basis}{quick}",
            thousands(games.total()),
            duration(time),
            self.threads
        )
    }

    /// Returns what the trial found against the parameters.
    fn warnings(&self) -> Vec<String> {
        let Trial { limit, positions, repeats, without_effect, suspect, .. } = &self.trial;
        let suspect = suspect.iter().map(|why| format!("warning: {why}"));
        let unclear = (!repeats).then(|| {
            format!("warning: the engine does not search {positions} positions twice alike, so options without effect are not found")
        });
        let without = without_effect.iter().map(|name| {
            format!(
                "warning: the option “{name}” changes nothing: at both ends of its range the engine searches {positions} \
                 positions exactly as at the start ({limit})"
            )
        });
        suspect.chain(unclear).chain(without).collect()
    }
}

/// Returns what to do about an option with which the engine has a fault.
fn remedy(error: &TrialError, source: &Source) -> String {
    let TrialError::Value { option, .. } = error else { return String::new() };
    let file = source.proposed.as_ref().map(|proposed| proposed.path.display().to_string());
    let file = file.unwrap_or_else(|| "the parameter file".to_owned());
    format!(". Narrow the range of “{option}” in {file}, or remove its line")
}
