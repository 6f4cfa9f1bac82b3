//! `eyas average`: the mean of champions.

use std::path::PathBuf;

use clap::Args;
use eyas::job;
use eyas::organism::{Organism, average};
use eyas::text;
use serde_json::json;

use super::{Failure, Outcome};

/// Arguments of `eyas average`.
#[derive(Debug, Args)]
pub(crate) struct AverageArgs {
    /// Organisms: files, embedded names, or session folders, which stand for the champions of all their runs
    #[arg(value_name = "SESSION", required = true)]
    organisms: Vec<String>,
    /// Organism file to write, replacing an older one
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Name of the organism [default: the name of the file]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
}

/// Runs `eyas average`.
pub(crate) fn run(args: &AverageArgs) -> Result<Outcome, Failure> {
    let mut organisms: Vec<Organism> = Vec::new();
    for text in &args.organisms {
        organisms.extend(job::organisms(text).map_err(Failure::input)?);
    }
    let stem = args.out.file_stem().unwrap_or_default().to_string_lossy();
    let name = args.name.as_deref().unwrap_or(&stem);
    let mean = average(name, &organisms).map_err(Failure::input)?;
    mean.save(&args.out).map_err(Failure::runtime)?;
    let out = args.out.display().to_string();
    Ok(Outcome::new(
        format!("mean of {} organisms written to {}", organisms.len(), text::name(&out)),
        json!({
            "organisms": organisms.iter().map(|organism| &organism.name).collect::<Vec<_>>(),
            "out": args.out,
        }),
    ))
}
