//! `eyas epd`: converts a suite to canonical EPD, and positions with results to another format.

use std::path::PathBuf;

use clap::Args;
use eyas::objectives::result_set::ResultSet;
use eyas::positions::{PositionSet, PositionSource, epd, records};
use serde_json::json;

use super::{Failure, Globals, Outcome};

/// Arguments of `eyas epd`.
#[derive(Debug, Args)]
pub(crate) struct EpdArgs {
    /// Suite of positions: an EPD file or the name of an embedded set
    #[arg(value_name = "FILE")]
    suite: String,
    /// Output file; may be the input file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// The input has positions with results, as has the output: a text, compressed if its name ends in .zst or .packed
    #[arg(long)]
    results: bool,
}

/// Runs `eyas epd`.
pub(crate) fn run(args: &EpdArgs, _: &Globals) -> Result<Outcome, Failure> {
    let (positions, written) = if args.results {
        let source = PositionSource::named(args.suite.as_ref(), &ResultSet::NAMES);
        let set = ResultSet::load(&source).map_err(Failure::input)?;
        (set.positions.len(), set.write(&args.out))
    } else {
        let source = PositionSource::named(args.suite.as_ref(), &PositionSet::NAMES);
        let records = records(&source).map_err(Failure::input)?;
        let records: Vec<_> = records.into_iter().map(|(_, record)| record).collect();
        (records.len(), epd::write_file(&args.out, &records))
    };
    let out = args.out.display().to_string();
    written
        .map_err(|error| Failure::Runtime(format!("{out}: {error}; use --out to specify a writable file")))?;
    Ok(Outcome::new(
        format!("{positions} positions written to {out}"),
        json!({ "positions": positions, "file": out }),
    ))
}
