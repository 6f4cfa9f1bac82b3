//! `eyas report`: a page of HTML with all figures of sessions, matches, races and pipelines.

use std::path::PathBuf;

use clap::Args;
use eyas::explain::figures::Measuring;
use eyas::figures::Source;
use eyas::report::{Error, Report};
use eyas::text;
use serde_json::json;

use super::{Failure, Globals, Outcome, interrupt};

/// Arguments of `eyas report`.
#[derive(Debug, Args)]
pub(crate) struct ReportArgs {
    /// Folders of sessions, matches, races or pipelines
    #[arg(value_name = "SESSION", required = true)]
    folders: Vec<PathBuf>,
    /// Folder of the report: index.html, and each figure as SVG and CSV; older files of a report are replaced
    #[arg(long, value_name = "DIR", required_unless_present = "digest")]
    out: Option<PathBuf>,
    /// Print the state of each session in a few lines instead: progress, drift, response, forecast
    #[arg(long, conflicts_with_all = ["out", "machine", "importance"])]
    digest: bool,
    /// Machine on which times were measured, for the reader of the report
    #[arg(long, value_name = "TEXT")]
    machine: Option<String>,
    /// Also measure how much each value of the champions matters, exact on the training positions
    #[arg(long)]
    importance: bool,
}

/// Runs `eyas report`.
pub(crate) fn run(args: &ReportArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let Some(out) = &args.out else { return digest(&args.folders) };
    // Without measurements nothing looks at the interrupt: a signal ends the program at once.
    let work = if args.importance { Some((globals.pool()?, interrupt::on_signals()?)) } else { None };
    let measuring =
        work.as_ref().map(|(pool, interrupt)| Measuring { cache: globals.cache.as_deref(), pool, interrupt });
    let report = Report::read(&args.folders, args.machine.clone(), measuring.as_ref()).map_err(failure)?;
    let files = report.write(out).map_err(failure)?;
    let page = files[0].display().to_string();
    Ok(Outcome::new(
        format!("{}\n{} further files in the same folder", text::name(&page), files.len() - 1),
        json!({ "page": files[0], "files": files }),
    ))
}

/// Returns the state of each session.
fn digest(folders: &[PathBuf]) -> Result<Outcome, Failure> {
    let mut digests = Vec::new();
    for folder in folders {
        let source = Source::open(folder).map_err(|error| failure(error.into()))?;
        digests.push((folder, source.digest()));
    }
    let lines = digests.iter().flat_map(|(folder, lines)| {
        [text::name(&folder.display().to_string()).into_owned()].into_iter().chain(lines.clone())
    });
    let json: Vec<_> =
        digests.iter().map(|(folder, lines)| json!({ "folder": folder, "lines": lines })).collect();
    Ok(Outcome::default().lines(lines).values(json!({ "digests": json })))
}

fn failure(error: Error) -> Failure {
    Failure::of(error.is_input(), error)
}
