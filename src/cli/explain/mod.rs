//! `eyas explain`: when an evolution learned something, where an organism's values came from, which of them matter, and what
//! would have been without an event.

mod family;
mod importance;
mod learned;
mod what_if;

use std::path::PathBuf;
use std::sync::Arc;

use clap::Args;
use eyas::evolution::record::GenerationRecord;
use eyas::explain::Error;
use eyas::figures::{self, Figure};
use eyas::session::{Recorded, Session};

use super::{Failure, Globals, Outcome, headings};

/// The headings of the flags.
const QUESTIONS: &str = "Questions";
const ORGANISM: &str = "Organism";

/// Arguments of `eyas explain`.
#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// Folder of a session
    #[arg(value_name = "SESSION")]
    folder: PathBuf,
    #[command(flatten)]
    what: What,
    /// Run of an ensemble, 1 for the first
    #[arg(help_heading = ORGANISM, long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    run: u32,
    /// With --what-if: repeat the generations after the event with this many other seeds, with the event and without it
    #[arg(help_heading = QUESTIONS, long, value_name = "N", conflicts_with_all = ["learned", "family", "importance"], value_parser = clap::value_parser!(u32).range(1..=10_000))]
    seeds: Option<u32>,
    /// With --what-if: folder in which the run without the event becomes a session
    #[arg(help_heading = QUESTIONS, long, value_name = "FOLDER", conflicts_with_all = ["learned", "family", "importance"])]
    keep: Option<PathBuf>,
    /// Generation of the organism [default: the last one]
    #[arg(help_heading = ORGANISM, long, value_name = "N", conflicts_with_all = ["learned", "what_if"])]
    generation: Option<u32>,
    /// Place of the organism in its generation, 1 for the fittest
    #[arg(help_heading = ORGANISM, long, value_name = "N", default_value_t = 1, conflicts_with_all = ["learned", "what_if"], value_parser = clap::value_parser!(u32).range(1..))]
    organism: u32,
    /// Position to explain, 1 for the first of the set
    #[arg(help_heading = QUESTIONS, long, value_name = "N", requires = "learned", value_parser = clap::value_parser!(u32).range(1..))]
    position: Option<u32>,
    /// Two parameters whose ranges are measured together, separated by a comma: --out writes their landscape
    #[arg(help_heading = QUESTIONS, long, value_name = "A,B", requires = "importance", value_delimiter = ',', num_args = 1)]
    landscape: Vec<String>,
    /// File of the table to write, replacing an older one: .csv for numbers, .svg for a picture
    #[arg(help_heading = headings::OUTPUT, long, value_name = "FILE")]
    out: Option<PathBuf>,
}

/// What is explained.
#[derive(Debug, Args)]
#[group(required = true, multiple = false)]
struct What {
    /// When the champions learned and forgot right moves, and which changes of values decided
    #[arg(help_heading = QUESTIONS, long)]
    learned: bool,
    /// The ancestry of an organism: where each value came from, and its line of descent
    #[arg(help_heading = QUESTIONS, long)]
    family: bool,
    /// How much each value of an organism matters: losses with other values, exact on the training positions
    #[arg(help_heading = QUESTIONS, long)]
    importance: bool,
    /// What the run would have been without an event: mutation:GENERATION:ORGANISM[:PARAMETER], plant:GENERATION,
    /// settings:GENERATION, or generation:GENERATION, drawn afresh; without each of the champion's mutations: mutations
    #[arg(help_heading = QUESTIONS, long, value_name = "EVENT")]
    what_if: Option<String>,
}

/// Runs `eyas explain`.
pub(crate) fn run(args: &ExplainArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if let Some(out) = &args.out {
        figures::Format::of(out).map_err(|error| Failure::of(error.is_input(), error))?;
    }
    let recorded = Session::open_read_only(&args.folder).map_err(Failure::of_session)?;
    let (content, outcome) = match args.what {
        What { learned: true, .. } => args.learned(&recorded, globals)?,
        What { family: true, .. } => args.family(&recorded)?,
        What { what_if: Some(ref event), .. } => args.what_if(event, &recorded, globals)?,
        What { .. } => args.importance(&recorded, globals)?,
    };
    if let Some(out) = &args.out {
        let figure = Figure::new("explanation", "Explanation", content);
        figures::write(&figure, out).map_err(|error| Failure::of(error.is_input(), error))?;
    }
    Ok(outcome.value("out", &args.out))
}

impl ExplainArgs {
    /// Returns the generations of the run.
    fn generations(&self, recorded: &Recorded) -> Result<Vec<Arc<GenerationRecord>>, Failure> {
        let of_run = recorded.history.iter().filter(|record| record.run + 1 == self.run);
        let generations: Vec<_> = of_run.cloned().collect();
        if generations.is_empty() {
            let runs = recorded.history.last().map_or(0, |last| last.run + 1);
            return Err(failure(Error::NoRun(self.run, runs)));
        }
        Ok(generations)
    }
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted => Failure::Interrupted(error.to_string()),
        _ => Failure::of(error.is_input(), error),
    }
}
