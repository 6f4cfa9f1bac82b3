//! `eyas score`: an organism's agreement with the moves played.

use std::path::PathBuf;
use std::sync::Arc;

use clap::{Args, ValueEnum};
use eyas::engine::one_ply::PlyScore;
use eyas::job::report::Progress;
use eyas::objectives::moves::{self, MovesFitness};
use eyas::organism::Organism;
use eyas::positions::PositionSet;
use eyas::threads::ThreadPool;
use serde_json::json;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, sets};

/// Positions whose trees are held at once, which bounds the memory. A set of no more than these has its
/// trees cached, and shares them with `eyas evolve`.
const AT_ONCE: usize = 20_000;

/// Arguments of `eyas score`.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// An organism's file, or the name of an embedded one
    #[arg(value_name = "ORGANISM")]
    organism: String,
    /// Positions with the moves played (sm) or the best moves (bm), EPD; or an embedded set's name
    #[arg(long, value_name = "FILE")]
    positions: PathBuf,
    /// How a move is scored
    #[arg(long, value_enum, default_value_t = FitnessArg::Quiescence)]
    fitness: FitnessArg,
}

/// How a move is scored, as a flag's value.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FitnessArg {
    /// A quiescence search after the move
    Quiescence,
    /// The static evaluation after the move
    Static,
}

impl From<FitnessArg> for PlyScore {
    fn from(fitness: FitnessArg) -> PlyScore {
        match fitness {
            FitnessArg::Quiescence => PlyScore::Quiescence,
            FitnessArg::Static => PlyScore::Static,
        }
    }
}

/// Runs `eyas score`.
pub(crate) fn run(args: &ScoreArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let organism =
        Organism::named_or_path(&args.organism).map_err(|error| Failure::Input(error.to_string()))?;
    let (name, records) = sets::records(&args.positions)?;
    let set =
        PositionSet::from_records(&name, &records).map_err(|error| Failure::Input(error.to_string()))?;
    let correct = count(&organism, &set, args.fitness, globals)?;
    let total = set.examples.len();
    let percent = 100.0 * correct as f64 / total as f64;
    Ok(Outcome {
        text: format!("{}: {correct} of {total} ({percent:.1} %) in {}", organism.name, set.name),
        json: json!({
            "organism": organism.name,
            "positions": set.name,
            "fitness": args.fitness.to_possible_value().map(|value| value.get_name().to_owned()),
            "correct": correct,
            "total": total,
        }),
    })
}

fn count(
    organism: &Organism,
    set: &PositionSet,
    score: FitnessArg,
    globals: &Globals,
) -> Result<usize, Failure> {
    let interrupt = interrupt::on_signals()?;
    let pool = ThreadPool::new(globals.threads.unwrap_or(0))
        .map_err(|error| Failure::Runtime(format!("the threads cannot be started: {error}")))?;
    let total = set.examples.len();
    let users = moves::default_cache_folder();
    let cache = globals.cache.as_deref().or(users.as_deref()).filter(|_| total <= AT_ONCE);
    let genome = &organism.evaluation;
    let bar = Bar::counted();
    let mut correct = 0;
    for (part, examples) in set.examples.chunks(AT_ONCE).enumerate() {
        let before = (part * AT_ONCE) as u64;
        let progress = |done: u64, _: u64| {
            bar.show(&Progress {
                activity: "building trees",
                done: before + done,
                total: total as u64,
                organisms_per_second: 0.0,
                time_left: None,
                searches: None,
            });
        };
        let part = PositionSet { name: set.name.clone(), examples: Arc::new(examples.to_vec()) };
        let fitness =
            MovesFitness::build(&part, &genome.schema, score.into(), cache, &pool, &progress, &interrupt)
                .map_err(failure)?;
        if let Some(warning) = fitness.cache_warning() {
            bar.say(warning);
        }
        correct += fitness.answers(&genome.values).count();
    }
    Ok(correct)
}

fn failure(error: moves::Error) -> Failure {
    let text = error.to_string();
    match error {
        moves::Error::Interrupted => Failure::Interrupted(text),
        moves::Error::Schema(_) | moves::Error::TooLarge { .. } => Failure::Input(text),
    }
}
