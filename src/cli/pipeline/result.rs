//! The output of `eyas pipeline`.

use std::fmt::Write;
use std::path::PathBuf;
use std::time::Duration;

use eyas::experiment::Experiment;
use eyas::objectives::confirmation::{Confirmation, FinalMatch};
use eyas::objectives::details::play_off;
use eyas::pipeline::{Estimate, Pipeline, PipelinePlan, Progress, Stage, StageStatus};
use eyas::session::{Recorded, Session};
use serde_json::{Value, json};

use super::super::{Failure, Outcome};

/// A complete pipeline.
pub(super) struct Finished<'a> {
    pub(super) pipeline: &'a Pipeline,
    /// The files of Evol0 and Evol*.
    pub(super) organisms: [PathBuf; 2],
    /// Seconds per stage in this process.
    pub(super) seconds: Vec<(Stage, f64)>,
    pub(super) estimates: &'a [Estimate],
}

/// Returns the plan with an estimate of its duration.
pub(super) fn planned(plan: &PipelinePlan, estimates: &[Estimate]) -> Outcome {
    let stage = |(stage, settings): (Stage, &Experiment)| {
        json!({
            "stage": stage.name(),
            "generations": settings.generations,
            "runs": settings.runs,
            "seed": settings.seed,
            "estimate_seconds": estimate(estimates, stage).map(|whole| whole.as_secs_f64()),
        })
    };
    let whole: Duration = estimates.iter().map(|estimate| estimate.duration).sum();
    Outcome::new(
        plan_text(plan, estimates, &[]),
        json!({
            "preset": plan.preset,
            "from": plan.start.as_ref().map(|start| start.from.clone()),
            "stages": plan.planned().map(stage).collect::<Vec<Value>>(),
            "estimate_seconds": whole.as_secs_f64(),
        }),
    )
}

fn estimate(estimates: &[Estimate], stage: Stage) -> Option<Duration> {
    estimates.iter().find(|estimate| estimate.stage == stage).map(|estimate| estimate.duration)
}

/// Returns the stages as text, with the estimated time left for each.
pub(super) fn plan_text(plan: &PipelinePlan, estimates: &[Estimate], statuses: &[StageStatus]) -> String {
    let mut text = match &plan.start {
        None => format!("{}, from random organisms\n", plan.preset),
        Some(start) => {
            format!("{}, from {} ({} organisms)\n", plan.preset, start.from, start.founders.len())
        }
    };
    let mut whole = Duration::ZERO;
    for (stage, settings) in plan.planned() {
        let status = statuses.iter().find(|status| status.stage == stage);
        let left = status.map_or(1.0, StageStatus::remaining);
        let time = estimate(estimates, stage).map(|time| time.mul_f64(left));
        whole += time.unwrap_or_default();
        let state = match status.map(|status| &status.progress) {
            Some(Progress::Complete) => "complete".to_owned(),
            _ => time.map_or_else(String::new, about),
        };
        let settings = plan.with_placeholders(settings);
        let amount = settings.objective.settings().amount(&settings.outline());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "  {:<12} {:<70} {state}", stage.name(), amount);
    }
    let _ = write!(text, "  {:<12} {:<70} {}", "total", "", about(whole));
    text
}

fn about(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    match seconds {
        ..90.0 => format!("about {:.0} s", seconds.max(1.0)),
        ..5400.0 => format!("about {:.0} min", seconds / 60.0),
        _ => format!("about {:.1} h", seconds / 3600.0),
    }
}

impl Finished<'_> {
    pub(super) fn outcome(&self) -> Result<Outcome, Failure> {
        let (mut outcome, mut stages) = (Outcome::default(), Vec::new());
        for (stage, settings) in self.pipeline.plan().planned() {
            let folder = self.pipeline.session(stage);
            let recorded = Session::open_read_only(&folder).map_err(Failure::of_session)?;
            let seconds = self.seconds.iter().find(|(timed, _)| *timed == stage).map(|found| found.1);
            let time = seconds.map_or_else(String::new, |seconds| format!(", {seconds:.1} s"));
            let (summary, figures) = figures(stage, &recorded);
            let values = Outcome::default().values(figures).values(json!({
                "stage": stage.name(),
                "session": folder.display().to_string(),
                "champion": Session::best_champion_path(&folder).display().to_string(),
                "generations": settings.generations,
                "wall_seconds": seconds,
                "estimate_seconds": estimate(self.estimates, stage).map(|whole| whole.as_secs_f64()),
            }));
            outcome = outcome.row(stage.name(), summary + &time);
            stages.push(values.json());
        }
        let [evol0, evolstar] = self.organisms.each_ref().map(|path| path.display().to_string());
        let whole: f64 = self.seconds.iter().map(|(_, seconds)| seconds).sum();
        Ok(outcome.lines([evol0.clone(), evolstar.clone()]).values(json!({
            "evol0": evol0,
            "evolstar": evolstar,
            "session": self.pipeline.folder().display().to_string(),
            "stages": stages,
            "wall_seconds": (!self.seconds.is_empty()).then_some(whole),
        })))
    }
}

/// Returns the result of a complete stage as text and as JSON.
fn figures(stage: Stage, recorded: &Recorded) -> (String, Value) {
    let settings = &recorded.header.settings;
    let best = eyas::session::best(&recorded.results, |run| run.best_score);
    let Some(best) = best else { return (String::new(), json!({})) };
    match stage {
        Stage::Grandmaster if !settings.objective.properties().counts_moves[0] => {
            let train = settings.measure(recorded.header.largest_score());
            let test = settings.test_measure(recorded.header.largest_test_score());
            let summary = format!(
                "best of {} runs: {} in training, {} in test",
                settings.runs,
                train.summary(best.best_score),
                test.summary(best.test_score)
            );
            let object = json!({
                "runs": settings.runs, "objective": settings.objective.formula(),
                "train": train.value(best.best_score as f64), "test": test.value(best.test_score as f64),
            });
            (summary, object)
        }
        Stage::Grandmaster => {
            let (train, test) = (recorded.header.train.positions, recorded.header.test.positions);
            let (correct, tested) = (best.best_score, best.test_score);
            let object = json!({
                "runs": settings.runs, "best_correct": correct, "train_total": train, "test_correct": tested,
                "test_total": test,
            });
            (
                format!(
                    "best of {} runs: {correct} of {train} in training, {tested} of {test} in test",
                    settings.runs
                ),
                object,
            )
        }
        Stage::Tuning if settings.objective.suite().is_some() => {
            let trained =
                best.details.examinations().into_iter().flatten().find(|examination| examination.trained);
            let Some(trained) = trained else { return (String::new(), json!({})) };
            let (champion, untuned) = (trained.champion, trained.untuned);
            let games = best.details.confirmation();
            let decided = games.map_or_else(String::new, |games| format!("; {}", play_off::summary(games)));
            let summary = format!(
                "{} of {} positions solved in {} nodes; untuned {} in {}{decided}",
                champion.found, trained.positions, champion.nodes, untuned.found, untuned.nodes
            );
            let object = json!({
                "keeps_untuned": games.map(|games| !play_off::PlayOffResult::of(games).is_tuned()),
                "best_nodes": champion.nodes, "solved": champion.found, "positions": trained.positions,
                "untuned_nodes": untuned.nodes, "untuned_solved": untuned.found,
            });
            (summary, object)
        }
        Stage::Coevolution | Stage::Tuning => {
            let gain = best.details.confirmation().and_then(Confirmation::gain);
            let summary = gain.map_or_else(
                || "champion chosen, gain not measured".to_owned(),
                |gain| match stage {
                    Stage::Tuning => format!("search {gain} Elo against the untuned one"),
                    _ => format!("champion {gain} Elo against the best initial organism"),
                },
            );
            let (elo, error) = (gain.map(|gain| gain.value), gain.and_then(|gain| gain.error));
            let final_match = best.details.confirmation().and_then(|found| found.final_match.as_ref());
            let games = final_match.map(FinalMatch::games);
            (summary, json!({ "gain": elo, "gain_error": error, "match_games": games }))
        }
    }
}
