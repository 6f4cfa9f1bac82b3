//! `eyas import`: extracts training and test positions from games, or positions with results.

mod results;

use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;

use clap::Args;
use eyas::positions::epd::EpdRecord;
use eyas::positions::pgn_import::{Exclusion, ImportError, ImportOptions, Imported, import};
use eyas::positions::{PlayerNames, PositionSet, PositionSource, records};
use serde_json::json;

use super::headings::OUTPUT;
use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, output};

/// Arguments of `eyas import`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Positions")]
pub(crate) struct ImportArgs {
    /// PGN file of games; - for standard input
    #[arg(value_name = "GAMES.pgn")]
    games: PathBuf,
    /// Output folder of train.epd and test.epd; with --results the output file, compressed if its name ends in .zst or .packed
    #[arg(long, value_name = "PATH", help_heading = OUTPUT)]
    out: PathBuf,
    /// Minimum Elo rating of both players; 0 for none
    #[arg(long, value_name = "N", default_value_t = 2600)]
    min_elo: u32,
    /// Number of training positions
    #[arg(long, value_name = "N", default_value_t = 5000)]
    train: usize,
    /// Number of test positions
    #[arg(long, value_name = "N", default_value_t = 5000)]
    test: usize,
    /// Accept any game and either side to move, not only the winner's moves
    #[arg(long)]
    any_result: bool,
    /// Minimum number of plies before a position
    #[arg(long, value_name = "N", default_value_t = 0)]
    min_ply: u32,
    /// Only positions with this player to move: a surname, or a whole name with a comma; repeat it for other spellings
    #[arg(long, value_name = "NAME")]
    player: Vec<String>,
    /// Positions of each game, or all. Every eligible game is then used, and the games are split in the proportion of
    /// --train to --test [default: 1, of as many games as are needed; with --results 20]
    #[arg(long, value_name = "N|all", value_parser = positions_per_game)]
    per_game: Option<usize>,
    /// Omit the positions of this set and their games; an EPD file or the name of an embedded set; may be repeated
    #[arg(long, value_name = "FILE")]
    exclude: Vec<String>,
    #[command(flatten)]
    results: results::ResultsArgs,
}

/// Parses a number of positions per game; `all` for all.
fn positions_per_game(text: &str) -> Result<usize, String> {
    match text.parse() {
        _ if text == "all" => Ok(usize::MAX),
        Ok(number) if number > 0 => Ok(number),
        _ => Err("use a number from 1, or all".to_owned()),
    }
}

impl ImportArgs {
    /// Reads the sets of `--exclude`.
    fn exclusion(&self) -> Result<Exclusion, Failure> {
        let mut excluded: Vec<EpdRecord> = Vec::new();
        for set in &self.exclude {
            let source = PositionSource::named(set.as_ref(), &PositionSet::NAMES);
            let records = records(&source).map_err(Failure::about("--exclude"))?;
            excluded.extend(records.into_iter().map(|(_, record)| record));
        }
        Ok(Exclusion::of(&excluded))
    }
}

/// Runs `eyas import`.
pub(crate) fn run(args: &ImportArgs, globals: &Globals) -> Result<Outcome, Failure> {
    if args.results.requested() {
        return results::run(args, globals);
    }
    let options = ImportOptions {
        min_elo: args.min_elo,
        train: args.train,
        test: args.test,
        any_result: args.any_result,
        min_ply: args.min_ply,
        player: PlayerNames::new(&args.player),
        per_game: args.per_game,
        seed: globals.seed.unwrap_or(1),
    };
    output::check_folder("--out", &args.out, &Imported::FILES)?;
    let exclusion = args.exclusion()?;
    let interrupt = interrupt::on_signals()?;
    let bar = bar(args);
    let imported =
        import(&args.games, &options, &exclusion, &interrupt, |bytes| bar.set(bytes)).map_err(failure)?;
    drop(bar);
    let [train, test] = imported.write(&args.out).map_err(failure)?;
    Ok(Outcome::new(
        summary(&imported, &train.display().to_string(), &test.display().to_string()),
        json!({
            "games": imported.games,
            "eligible": imported.eligible,
            "skipped": imported.skipped,
            "train": imported.train.len(),
            "test": imported.test.len(),
            "train_file": train.display().to_string(),
            "test_file": test.display().to_string(),
        }),
    ))
}

fn bar(args: &ImportArgs) -> Bar {
    Bar::bytes("reading games", fs::metadata(&args.games).map_or(0, |file| file.len()))
}

fn failure(error: ImportError) -> Failure {
    let text = error.to_string();
    match error {
        ImportError::Interrupted => Failure::Interrupted(text),
        ImportError::Write { .. } => Failure::Runtime(text),
        ImportError::Read { .. }
        | ImportError::NothingRequested
        | ImportError::TooFew { .. }
        | ImportError::TooFewGames { .. }
        | ImportError::NotAFile { .. } => Failure::Input(text),
    }
}

fn summary(imported: &Imported, train: &str, test: &str) -> String {
    let mut text = format!(
        "{} games read, {} of them eligible\n{} positions in {train}\n{} positions in {test}\n",
        imported.games,
        imported.eligible,
        imported.train.len(),
        imported.test.len()
    );
    text.push_str(&counts("skipped", &imported.skipped));
    text
}

/// Formats one line for each count.
fn counts(label: &str, counts: &BTreeMap<&'static str, u64>) -> String {
    counts.iter().map(|(reason, count)| format!("{count:>8} {label}: {reason}\n")).collect()
}
