//! `eyas epd`: a suite in canonical EPD.

use std::path::PathBuf;

use clap::Args;
use eyas::positions::epd;
use eyas::positions::read_records;
use serde_json::json;

use super::{Failure, Globals, Outcome};

/// Arguments of `eyas epd`.
#[derive(Debug, Args)]
pub(crate) struct EpdArgs {
    /// The suite
    #[arg(value_name = "FILE")]
    suite: PathBuf,
    /// Where the canonical form goes; may be the suite itself
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs `eyas epd`.
pub(crate) fn run(args: &EpdArgs, _: &Globals) -> Result<Outcome, Failure> {
    let records = read_records(&args.suite).map_err(|error| Failure::Input(error.to_string()))?;
    let records: Vec<_> = records.into_iter().map(|(_, record)| record).collect();
    let out = args.out.display().to_string();
    epd::write_file(&args.out, &records).map_err(|error| {
        Failure::Runtime(format!("{out}: {error}; name a file that can be written with --out"))
    })?;
    Ok(Outcome {
        text: format!("{} positions in {out}", records.len()),
        json: json!({ "positions": records.len(), "file": out }),
    })
}
