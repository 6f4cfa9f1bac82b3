//! `eyas import --results`: draws quiet positions with the results of their games.

use std::path::Path;

use clap::Args;
use eyas::objectives::result_set::sampling::{Sample, SamplingError, SamplingOptions, sample};
use eyas::objectives::result_set::{Part, Points};
use serde_json::json;

use super::super::{Failure, Globals, Outcome, interrupt, output};
use super::{ImportArgs, bar, counts, failure};

/// The default number of positions per game.
const PER_GAME: usize = 20;

/// Arguments of `eyas import --results`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Positions with results")]
pub(super) struct ResultsArgs {
    /// Draw quiet positions with the results of their games, for the objective results
    #[arg(long, conflicts_with_all = ["train", "test", "any_result", "min_ply", "player"])]
    results: bool,
    /// With --results: minimum number of plies before a position
    #[arg(long, value_name = "N", default_value_t = 16, requires = "results")]
    first_ply: u32,
    /// With --results: minimum number of plies after a position
    #[arg(long, value_name = "N", default_value_t = 6, requires = "results")]
    last_plies: u32,
}

impl ResultsArgs {
    /// Returns whether positions with results are requested.
    pub(super) fn requested(&self) -> bool {
        self.results
    }
}

/// Runs `eyas import --results`.
pub(super) fn run(args: &ImportArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let ResultsArgs { first_ply, last_plies, .. } = &args.results;
    let options = SamplingOptions {
        min_elo: args.min_elo,
        first_ply: *first_ply,
        last_plies: *last_plies,
        per_game: args.per_game.unwrap_or(PER_GAME),
        seed: globals.seed.unwrap_or(1),
    };
    output::check_file("--out", &args.out)?;
    let exclusion = args.exclusion()?;
    let pool = globals.pool()?;
    let interrupt = interrupt::on_signals()?;
    let bar = bar(args);
    let sample = sample(&args.games, &options, &exclusion, &pool, &interrupt, |bytes| bar.set(bytes))
        .map_err(|error| match error {
            SamplingError::Import(error) => failure(error),
            SamplingError::NoPosition { .. } => Failure::Input(error.to_string()),
            SamplingError::Organism(_) => Failure::Runtime(error.to_string()),
        })?;
    drop(bar);
    write(&sample, &args.out)?;
    Ok(Outcome::new(summary(&sample, &args.out), report(&sample, &args.out)))
}

fn write(sample: &Sample, path: &Path) -> Result<(), Failure> {
    sample.set.write(path).map_err(|cause| {
        Failure::Runtime(format!("{}: {cause}; use --out with a file in a writable folder", path.display()))
    })
}

fn summary(sample: &Sample, path: &Path) -> String {
    let Sample { games, skipped, dropped, set } = sample;
    let [losses, draws, wins] = Points::RESULTS.map(|result| sample.count(result));
    let mut text = format!(
        "{games} games read, {} of them used\n{} positions in {}: {wins} from games that White won, {draws} from draws, \
         {losses} from games that Black won\n",
        set.games.len(),
        set.positions.len(),
        path.display()
    );
    text.push_str(&counts("games skipped", skipped));
    text.push_str(&counts("positions dropped", dropped));
    text
}

fn report(sample: &Sample, path: &Path) -> serde_json::Value {
    let Sample { games, skipped, dropped, set } = sample;
    let count = |part| set.part(part).count();
    json!({
        "games": games,
        "used": set.games.len(),
        "skipped": skipped,
        "dropped": dropped,
        "positions": set.positions.len(),
        "results": {
            "win": sample.count(Points::WIN),
            "draw": sample.count(Points::DRAW),
            "loss": sample.count(Points::LOSS),
        },
        "parts": {
            "train": count(Part::Train),
            "validation": count(Part::Validation),
            "test": count(Part::Test),
        },
        "blake3": set.digest().blake3,
        "file": path.display().to_string(),
    })
}
