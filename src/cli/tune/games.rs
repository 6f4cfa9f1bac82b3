//! The output of `eyas tune` if games measure searches.

use eyas::session::{self, Evidence, RunEntry};
use serde_json::json;

use super::super::running::Finished;
use super::super::{Outcome, match_report};

/// Returns the result of a finished session. The run with the best score in its confirmation comes first; of equal
/// runs, the first.
pub(super) fn outcome(finished: &Finished) -> Outcome {
    let (settings, recorded) = (finished.settings(), &finished.recorded);
    let control = settings.objective.properties().play.map(|play| play.control);
    let run = |run: &RunEntry| {
        let evidence = Evidence::of(run);
        let transfer = evidence.proof.as_ref().map(|longer| longer.transfer.name());
        Outcome::default()
            .line(format!("run {}: {} evaluations", run.run + 1, run.evaluations))
            .lines(transfer.map(|_| format!("  {}", evidence.text())))
            .under("matches", run.details.match_report().map(match_report::outcome))
            .values(json!({
                "run": run.run + 1,
                "evaluations": run.evaluations,
                "transfer": transfer,
                "proofs": match_report::proofs(&evidence, control),
                "score": run.best_score,
                "score_total": recorded.header.largest_score(),
                "champion": finished.champion_of(run.run),
            }))
    };
    Outcome::default()
        .runs(&recorded.results, session::best(&recorded.results, |run| run.best_score), run)
        .lines(finished.lines())
        .values(finished.values())
        .values(json!({
            "objective": settings.objective.name(),
            "optimizer": settings.optimizer.name(),
            "schema": settings.schema().name,
        }))
        .suspected(recorded.nodes.suspect())
}
