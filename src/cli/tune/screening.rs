//! `eyas tune --screen`: which parameters have an effect, before the budget is spent.

use std::path::{Path, PathBuf};

use eyas::engine_options::TunedEngine;
use eyas::figures::response::{Effect, Response, WORTH_ELO};
use eyas::text::shell_word;
use eyas::{files, session};
use serde_json::{Value, json};

use super::super::running::Finished;
use super::super::{Failure, Outcome};

/// Returns the result of a screening, and records the live options of an engine as those that are kept, unless a person has
/// kept others. `out` is another file for the kept ones.
pub(super) fn outcome(finished: &Finished, out: Option<&Path>) -> Result<Outcome, Failure> {
    let (settings, recorded) = (finished.settings(), &finished.recorded);
    let records = recorded.history.iter().filter(|record| record.run == 0).map(|record| &**record);
    let Some(response) = Response::of(settings, records) else {
        return Ok(Outcome::default()
            .line("there are too few games to tell the parameters apart; screen with more")
            .lines(finished.lines())
            .values(finished.values()));
    };
    let live: Vec<&Effect> = response.live().collect();
    let kept = match settings.target.engine() {
        Some(engine) => kept(engine, &live, &finished.folder, out)?,
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
    let hiding = response.hiding().map(|effect| {
        format!(
            "{} decides most games, which hides the others: fix it at a good value and screen them again",
            effect.name
        )
    });
    let rest = needed.map(|games| {
        format!("about {games} games would show an effect of {WORTH_ELO:.0} Elo of each of the others in 80 % of cases")
    });
    let written = kept.as_ref().map(|Kept { names, path, is_chosen }| {
        let path = path.to_string_lossy();
        let which =
            if *is_chosen { format!("kept by you ({})", names.join(", ")) } else { "live".to_owned() };
        format!("the parameters that are {which} are in {0}: tune them with --params {0}", shell_word(&path))
    });
    Ok(Outcome::default()
        .line(ranking(&response))
        .line(found)
        .lines(hiding)
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
                "hidden_by": response.hiding().map(|effect| effect.name.as_str()),
                "kept": kept.as_ref().map(|kept| &kept.names),
                "params": kept.as_ref().map(|kept| &kept.path),
            },
        }))
        .suspected(recorded.nodes.suspect()))
}

/// The options that a further tune changes.
struct Kept {
    names: Vec<String>,
    /// Their parameter file.
    path: PathBuf,
    /// Whether a person chose them.
    is_chosen: bool,
}

/// Returns the options of an engine that are kept, `None` if nothing is live or kept.
fn kept(
    engine: &TunedEngine,
    live: &[&Effect],
    folder: &Path,
    out: Option<&Path>,
) -> Result<Option<Kept>, Failure> {
    let mut live: Vec<usize> = live.iter().map(|effect| effect.index).collect();
    live.sort_unstable();
    let recorded = session::kept(folder, engine);
    let is_chosen = recorded.as_ref().is_some_and(|kept| *kept != live);
    let kept = recorded.unwrap_or(live);
    if kept.is_empty() {
        return Ok(None);
    }
    let mut path = session::keep(folder, engine, &kept).map_err(Failure::of_session)?;
    if let Some(out) = out {
        let failed = |error| Failure::Runtime(format!("--params-out: {}: {error}", out.display()));
        files::read_own(&path).and_then(|text| files::replace(out, &text)).map_err(failed)?;
        path = out.to_owned();
    }
    let names = kept.iter().map(|index| engine.options()[*index].name.clone()).collect();
    Ok(Some(Kept { names, path, is_chosen }))
}

/// Returns the parameters with their effects, the clearest first.
fn ranking(response: &Response) -> String {
    let name = response.effects.iter().map(|effect| effect.name.chars().count()).max().unwrap_or(0);
    let line = |effect: &Effect| {
        let [low, high] = effect.tried;
        let (decimals, elo) = (effect.decimals, effect.text(response.width()));
        let verdict = if effect.is_live { "live" } else { "flat at this budget" };
        format!(
            "  {:name$}  {elo:>24} Elo from {low:.decimals$} to {high:.decimals$}: {verdict}",
            effect.name
        )
    };
    let lines: Vec<String> = response.effects.iter().map(line).collect();
    let games = response.games;
    format!("effects in {games} games, with intervals that all hold together in 95 %:\n{}", lines.join("\n"))
}

fn parameter(effect: &Effect, width: f64) -> Value {
    let [low, high] = effect.interval(width);
    json!({
        "name": effect.name,
        "tried": effect.tried,
        "elo": effect.elo,
        "elo_low": low,
        "elo_high": high,
        "chance": effect.chance(),
        "live": effect.is_live,
    })
}
