//! The output of `eyas tune` if games measure searches.

use std::fmt::Write;
use std::path::Path;

use eyas::session::{self, Recorded, RunEntry, Session};
use serde_json::{Value, json};

use super::super::{Outcome, match_report};

/// Returns the result of a finished session. The run with the best score in its confirmation comes first; of equal
/// runs, the first.
pub(super) fn outcome(folder: &Path, recorded: &Recorded, seconds: Option<(f64, f64)>) -> Outcome {
    let settings = &recorded.header.settings;
    let run = |run: &RunEntry| {
        json!({
            "run": run.run + 1,
            "evaluations": run.evaluations,
            "score": run.best_score,
            "score_total": recorded.header.largest_score(),
            "champion": Session::champion_path(folder, settings, run.run).display().to_string(),
            "matches": run.match_report.as_ref().map(|report| match_report::json(report)),
        })
    };
    let results = &recorded.results;
    let best = session::best(results, |run| run.best_score);
    let mut object = best.map_or_else(|| json!({}), run);
    object["champion"] = json!(Session::best_champion_path(folder).display().to_string());
    object["objective"] = json!(settings.objective.settings().name());
    object["optimizer"] = json!(settings.optimizer.name());
    object["generations"] = json!(settings.generations);
    object["schema"] = json!(settings.schema().name);
    object["session"] = json!(folder.display().to_string());
    object["wall_seconds"] = json!(seconds.map(|(_, wall)| wall));
    object["runs"] = results.iter().map(run).collect::<Vec<Value>>().into();
    let mut text = String::new();
    for run in results {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "run {}: {} evaluations", run.run + 1, run.evaluations);
        text += &run.match_report.as_ref().map_or_else(String::new, |report| match_report::text(report));
    }
    let _ = writeln!(text, "champion: {}", Session::best_champion_path(folder).display());
    if let Some((_, wall)) = seconds {
        let _ = writeln!(text, "{} generations in {wall:.1} s", settings.generations);
    }
    Outcome { text, json: object }.suspected(recorded.nodes.suspect())
}
