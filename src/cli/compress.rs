//! `eyas compress`: smaller files of finished sessions.

use std::path::{Path, PathBuf};

use clap::Args;
use eyas::session::{self, Compression, Error, Session};
use eyas::text;
use serde_json::{Value, json};

use super::{Failure, Outcome};

/// Arguments of `eyas compress`.
#[derive(Debug, Args)]
pub(crate) struct CompressArgs {
    /// Folders of finished sessions, or of pipelines, which stand for their sessions
    #[arg(value_name = "SESSION", required = true)]
    folders: Vec<PathBuf>,
}

/// Runs `eyas compress`.
pub(crate) fn run(args: &CompressArgs) -> Result<Outcome, Failure> {
    let mut done = Vec::new();
    for folder in &args.folders {
        for folder in sessions(folder)? {
            let sizes = session::compress(&folder).map_err(Failure::of_session)?;
            done.push((folder, sizes));
        }
    }
    let (lines, objects): (Vec<_>, Vec<_>) =
        done.iter().map(|(folder, sizes)| (line(folder, *sizes), object(folder, *sizes))).unzip();
    Ok(Outcome::new(lines.join("\n"), json!({ "sessions": objects })))
}

fn line(folder: &Path, Compression { before, after }: Compression) -> String {
    let [before, after] = [before, after].map(|bytes| bytes as f64 / 1e6);
    format!("{}: {before:.2} MB, now {after:.2} MB", text::name(&folder.display().to_string()))
}

fn object(folder: &Path, Compression { before, after }: Compression) -> Value {
    json!({ "session": folder, "before": before, "after": after })
}

/// Returns the session in a folder, or the sessions in its folders.
fn sessions(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    if Session::is_session(folder) {
        return Ok(vec![folder.to_owned()]);
    }
    let inner = session::list(folder).map_err(Failure::of_session)?;
    if inner.is_empty() {
        return Err(Failure::of_session(Error::Missing(folder.to_owned())));
    }
    Ok(inner.into_iter().map(|summary| summary.folder).collect())
}
