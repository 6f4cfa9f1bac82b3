//! `eyas tune --screen`: which parameters have an effect, before the budget is spent.

use std::path::Path;

use eyas::engine_options::{ParameterFile, TunedEngine};
use eyas::figures::response::{Effect, Response, WORTH_ELO};
use eyas::files;
use eyas::text::shell_word;
use serde_json::{Value, json};

use super::super::running::Finished;
use super::super::{Failure, Outcome};

/// The name of the parameter file in the session's folder.
const LIVE: &str = "live-parameters.ron";

/// Returns the result of a screening, and writes the live options of an engine to a parameter file: `out`, or one in the
/// session's folder.
pub(super) fn outcome(finished: &Finished, out: Option<&Path>) -> Result<Outcome, Failure> {
    let (settings, recorded) = (finished.settings(), &finished.recorded);
    let records = recorded.history.iter().filter(|record| record.run == 0).map(|record| &**record);
    let Some(response) = Response::of(settings, records) else {
        return Ok(Outcome::default()
            .line("there are too few games to tell the parameters apart; screen with more")
            .lines(finished.lines())
            .values(finished.values()));
    };
    let live: Vec<&Effect> = response.effects.iter().filter(|effect| effect.is_live).collect();
    let path = match settings.target.engine().filter(|_| !live.is_empty()) {
        Some(engine) => {
            let path = out.map_or_else(|| finished.folder.join(LIVE), Path::to_owned);
            write(engine, &live, &path)?;
            Some(path)
        }
        None => None,
    };
    let ([gain, error], needed) = (response.gain(), response.needed());
    let all = response.effects.len();
    let found = if live.is_empty() {
        format!("none of the {all} parameters shows an effect in {} games", response.games)
    } else {
        format!(
            "{} of {all} parameters are live; their better tried values together gain at most about {gain:.0} ± {error:.0} \
             Elo over the start",
            live.len()
        )
    };
    let rest = needed.map(|games| {
        format!("about {games} games would show an effect of {WORTH_ELO:.0} Elo of each of the others in 80 % of cases")
    });
    let written = path.as_ref().map(|path| {
        let path = path.to_string_lossy();
        format!("the live ones are in {0}: tune them with --params {0}", shell_word(&path))
    });
    Ok(Outcome::default()
        .line(ranking(&response))
        .line(found)
        .lines(rest)
        .lines(written)
        .lines(finished.lines())
        .values(finished.values())
        .values(json!({
            "objective": settings.objective.name(),
            "screening": {
                "games": response.games,
                "parameters": response.effects.iter().map(|effect| parameter(effect, response.width())).collect::<Vec<Value>>(),
                "live": live.iter().map(|effect| effect.name.as_str()).collect::<Vec<_>>(),
                "gain_at_most": gain,
                "gain_error": error,
                "games_for_the_rest": needed,
                "params": path,
            },
        }))
        .suspected(recorded.nodes.suspect()))
}

/// Writes a parameter file with the live options, which start as before.
fn write(engine: &TunedEngine, live: &[&Effect], path: &Path) -> Result<(), Failure> {
    let options = engine.options().iter().enumerate();
    let options = options.filter(|(index, _)| live.iter().any(|effect| effect.index == *index));
    let file = ParameterFile::of(options.map(|(_, option)| option.clone()).collect());
    let text = file.with_values(&engine.numbers(&engine.start()));
    let failed = |error| Failure::Runtime(format!("--params-out: {}: {error}", path.display()));
    files::replace(path, text.as_bytes()).map_err(failed)
}

/// Returns the parameters with their effects, the clearest first.
fn ranking(response: &Response) -> String {
    let name = response.effects.iter().map(|effect| effect.name.chars().count()).max().unwrap_or(0);
    let line = |effect: &Effect| {
        let [low, high] = effect.tried;
        let (decimals, half) = (effect.decimals, response.width() * effect.error);
        let verdict = if effect.is_live { "live" } else { "flat at this budget" };
        format!(
            "  {:name$}  {:+7.1} ± {half:.1} Elo from {low:.decimals$} to {high:.decimals$}: {verdict}",
            effect.name, effect.elo
        )
    };
    let lines: Vec<String> = response.effects.iter().map(line).collect();
    let games = response.games;
    format!("effects in {games} games, with intervals that all hold together in 95 %:\n{}", lines.join("\n"))
}

fn parameter(effect: &Effect, width: f64) -> Value {
    json!({
        "name": effect.name,
        "tried": effect.tried,
        "elo": effect.elo,
        "elo_low": effect.elo - width * effect.error,
        "elo_high": effect.elo + width * effect.error,
        "chance": effect.chance(),
        "live": effect.is_live,
    })
}
