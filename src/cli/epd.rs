//! `eyas epd`: converts a suite to canonical EPD.

use std::path::PathBuf;

use clap::Args;
use eyas::positions::epd;
use eyas::positions::read_records;
use serde_json::json;

use super::{Failure, Globals, Outcome};

/// Arguments of `eyas epd`.
#[derive(Debug, Args)]
pub(crate) struct EpdArgs {
    /// Suite of positions, EPD
    #[arg(value_name = "FILE")]
    suite: PathBuf,
    /// Output file; may be the input file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

/// Runs `eyas epd`.
pub(crate) fn run(args: &EpdArgs, _: &Globals) -> Result<Outcome, Failure> {
    let records = read_records(&args.suite).map_err(|error| Failure::Input(error.to_string()))?;
    let records: Vec<_> = records.into_iter().map(|(_, record)| record).collect();
    let out = args.out.display().to_string();
    epd::write_file(&args.out, &records)
        .map_err(|error| Failure::Runtime(format!("{out}: {error}; use --out to specify a writable file")))?;
    Ok(Outcome {
        text: format!("{} positions written to {out}", records.len()),
        json: json!({ "positions": records.len(), "file": out }),
    })
}
