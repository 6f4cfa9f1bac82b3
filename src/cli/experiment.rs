//! `eyas run`: an experiment from a file.

use std::path::{Path, PathBuf};

use clap::Args;
use eyas::evolution::setting::SettingsError;
use eyas::experiment::Experiment;
use eyas::files;
use eyas::job::{self, report::RunResult};
use eyas::session;
use eyas::text::{place, shell_word};
use serde_json::json;

use super::match_report;
use super::running::{Finished, Verb};
use super::settings::{Override, seed};
use super::workers::WorkersArgs;
use super::{Failure, Globals, Outcome};

/// The largest accepted experiment file, in bytes.
const LARGEST: u64 = 16 << 20;

/// Arguments of `eyas run`.
#[derive(Debug, Args)]
pub(crate) struct RunArgs {
    /// Experiment file (RON): a target, an objective and an optimizer with their settings, as in session.ron
    #[arg(value_name = "FILE")]
    experiment: PathBuf,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// Runs `eyas run`.
pub(crate) fn run(args: &RunArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let experiment = read(&args.experiment)?;
    let given = experiment.clone();
    // The seed of a session may come from --seed, which is not repeated when the session is resumed.
    let file = Override::new("FILE", move |settings| {
        *settings = Experiment { seed: settings.seed, ..given.clone() };
    });
    let overrides: Vec<Override> = [file].into_iter().chain(seed(globals)).collect();
    let preset = |_: Option<&str>| Ok(experiment.clone());
    let name = format!("run {}", shell_word(&args.experiment.to_string_lossy()));
    let verb = Verb {
        name: &name,
        runs: &|recorded| recorded.stage() == experiment.stage(),
        overrides: &overrides,
        preset: &preset,
        pgn: None,
    };
    Ok(outcome(&verb.finished(globals)?))
}

/// Reads and checks an experiment file.
pub(super) fn read(path: &Path) -> Result<Experiment, Failure> {
    let refuse = |reason: String| Failure::Input(format!("{}: {reason}", path.display()));
    let text = files::read_text(path, LARGEST).map_err(|cause| refuse(cause.to_string()))?;
    let experiment: Experiment = ron::from_str(&text).map_err(|cause| {
        let start = cause.span.start;
        refuse(format!(
            "line {}, column {}: {}; the settings in the session.ron of a session are an example",
            start.line, start.col, cause.code
        ))
    })?;
    experiment.validate().map_err(|error| refuse(in_file(&error, &text)))?;
    Ok(experiment)
}

/// Returns the message of an invalid setting with its line and its name in the file, in place of its flag.
fn in_file(error: &SettingsError, text: &str) -> String {
    let message = error.to_string();
    let Some(name) = error.setting() else { return message };
    let field = name.replace('-', "_");
    let line = line_of(&field, text).map(|line| format!("line {line}: ")).unwrap_or_default();
    let rest = message.strip_prefix("--").and_then(|rest| rest.strip_prefix(name));
    rest.map_or(format!("{line}{message}"), |rest| format!("{line}{field}{rest}"))
}

/// Returns the line of a field, counted from 1; `None` unless there is exactly one field of this name.
fn line_of(field: &str, text: &str) -> Option<usize> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_field = |(at, _): &(usize, &str)| {
        !text[..*at].ends_with(is_name) && text[at + field.len()..].trim_start().starts_with(':')
    };
    let mut found = text.match_indices(field).filter(is_field);
    let (at, _) = found.next()?;
    found.next().is_none().then(|| place(text, at).0)
}

fn outcome(finished: &Finished) -> Outcome {
    let settings = finished.settings();
    let results = job::results(&finished.folder, &finished.recorded);
    let run = |result: &RunResult| {
        let (number, champion) = (result.run + 1, result.champion.display().to_string());
        let best = settings.measure(result.train_total).summary(result.best_score);
        let report = result.details.match_report().map(match_report::outcome);
        // The final match of the objective *matches* has a line of its own.
        let test = if result.test_total > 0 && report.is_none() {
            let test = settings.test_measure(result.test_total);
            format!("; on the test set {}", test.summary(result.test_score))
        } else {
            String::new()
        };
        let run =
            Outcome::default().line(format!("run {number}: best {best}{test}; {champion}")).values(json!({
                "run": number,
                "evaluations": result.evaluations,
                "score": result.best_score,
                "score_total": result.train_total,
                "test_score": result.test_score,
                "test_total": result.test_total,
                "champion": champion,
            }));
        if report.is_some() { run.under("matches", report) } else { run }
    };
    Outcome::default()
        .runs(&results, session::best(&results, |result| result.best_score), run)
        .values(finished.values())
        .values(json!({
            "objective": settings.objective.name(),
            "optimizer": settings.optimizer.name(),
            "build_seconds": finished.seconds.map(|(build, _)| build),
        }))
}
