//! `eyas score`: an organism's agreement with the moves played, or the loss of its predictions of results.

mod results;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use eyas::engine::one_ply::PlyScore;
use eyas::objectives::agreement::{self, Agreement};
use eyas::objectives::source::default_cache_folder;
use eyas::organism::Organism;
use eyas::positions::PositionSet;
use serde_json::json;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, sets};

/// Number of positions whose trees are held in memory at once. The trees of a set of at most this size are cached and
/// shared with `eyas evolve`.
const CHUNK: usize = 20_000;

/// Arguments of `eyas score`.
#[derive(Debug, Args)]
pub(crate) struct ScoreArgs {
    /// Organism's file, or the name of an embedded organism
    #[arg(value_name = "ORGANISM")]
    organism: String,
    /// Positions with the moves played (sm) or the best moves (bm), EPD; or the name of an embedded set
    #[arg(long, value_name = "FILE", required_unless_present = "results")]
    positions: Option<PathBuf>,
    /// Positions with the results of their games, whose prediction is measured; a file or the name of an embedded set, or
    /// several, separated by commas
    #[arg(long, value_name = "FILE", conflicts_with_all = ["positions", "move_score"])]
    results: Option<String>,
    /// Score of a move: its quiescence search or its static evaluation
    #[arg(long, alias = "fitness", value_enum, default_value_t = MoveScoreArg::Quiescence)]
    move_score: MoveScoreArg,
}

/// How a move is scored, as a flag's value.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum MoveScoreArg {
    /// A quiescence search after the move
    Quiescence,
    /// The static evaluation after the move
    Static,
}

impl From<MoveScoreArg> for PlyScore {
    fn from(score: MoveScoreArg) -> PlyScore {
        match score {
            MoveScoreArg::Quiescence => PlyScore::Quiescence,
            MoveScoreArg::Static => PlyScore::Static,
        }
    }
}

/// Runs `eyas score`.
pub(crate) fn run(args: &ScoreArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let organism = Organism::named_or_path(&args.organism).map_err(Failure::input)?;
    if let Some(list) = &args.results {
        return results::outcome(&organism, list);
    }
    let (name, records) = sets::records(args.positions.as_deref().unwrap_or(Path::new("")))?;
    let set = PositionSet::from_records(&name, &records).map_err(Failure::input)?;
    let answers = answers(&organism, &set, args.move_score, globals)?;
    let (correct, total) = (answers.iter().filter(|right| **right).count(), answers.len());
    let percent = 100.0 * correct as f64 / total as f64;
    Ok(Outcome::new(
        format!("{}: {correct} of {total} ({percent:.1} %) in {}", organism.name, set.name),
        json!({
            "organism": organism.name,
            "positions": set.name,
            "fitness": args.move_score.to_possible_value().map(|value| value.get_name().to_owned()),
            "correct": correct,
            "total": total,
            "answers": answers.iter().map(|right| if *right { '1' } else { '0' }).collect::<String>(),
        }),
    ))
}

/// Returns for each position whether the organism plays a right move.
fn answers(
    organism: &Organism,
    set: &PositionSet,
    move_score: MoveScoreArg,
    globals: &Globals,
) -> Result<Vec<bool>, Failure> {
    let interrupt = interrupt::on_signals()?;
    let pool = globals.pool()?;
    let total = set.examples.len();
    let users = default_cache_folder();
    let cache = globals.cache.as_deref().or(users.as_deref()).filter(|_| total <= CHUNK);
    let genome = &organism.evaluation;
    let bar = Bar::counted();
    let mut answers = Vec::with_capacity(total);
    for (part, examples) in set.examples.chunks(CHUNK).enumerate() {
        let before = (part * CHUNK) as u64;
        let progress = |done: u64, _: u64| {
            bar.count("building quiescence trees", before + done, total as u64);
        };
        let part = PositionSet { name: set.name.clone(), examples: Arc::new(examples.to_vec()) };
        let fitness =
            Agreement::build(&part, &genome.schema, move_score.into(), cache, &pool, &progress, &interrupt)
                .map_err(failure)?;
        if let Some(warning) = fitness.cache_warning() {
            bar.say(warning);
        }
        answers.extend(fitness.answers(&genome.values).iter());
    }
    Ok(answers)
}

fn failure(error: agreement::Error) -> Failure {
    let text = error.to_string();
    match error {
        agreement::Error::Interrupted => Failure::Interrupted(text),
        agreement::Error::Schema(_) | agreement::Error::TooLarge { .. } => Failure::Input(text),
    }
}
