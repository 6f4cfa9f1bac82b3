//! `eyas label`: replaces the results of games by the points that an engine expects.

use std::path::{Path, PathBuf};

use clap::Args;
use eyas::files;
use eyas::objectives::result_set::ResultSet;
use eyas::objectives::results::labels::{Labelled, label};
use eyas::objectives::scores::{
    AnswerBook, Mentor, ScoresSettings, ScoringError, ScoringMode, context, named,
};
use eyas::positions::PositionSource;
use eyas::text;
use serde_json::json;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, output};

/// Arguments of `eyas label`.
#[derive(Debug, Args)]
pub(crate) struct LabelArgs {
    /// Positions with results: files or names of embedded sets, separated by commas
    #[arg(value_name = "SET")]
    results: String,
    /// Player whose scores are used: organism:ORGANISM, uci:COMMAND, xboard:COMMAND or a name
    #[arg(long, value_name = "SPEC")]
    mentor: String,
    /// Nodes of each search
    #[arg(long, value_name = "N", default_value_t = 2500, value_parser = clap::value_parser!(u64).range(1..))]
    mentor_nodes: u64,
    /// Centipawns of the mentor that multiply the odds of winning by e; the default suits Stockfish 15.1
    #[arg(long, value_name = "CP", default_value_t = 80.0, value_parser = positive)]
    scale: f64,
    /// Output file, compressed if its name ends in .zst or .packed; the answers are kept in FILE.scores until it is complete
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn positive(text: &str) -> Result<f64, String> {
    let number: f64 = text.parse().map_err(|_| "not a number".to_owned())?;
    if (1.0..=10_000.0).contains(&number) {
        Ok(number)
    } else {
        Err("use a number from 1 to 10000".to_owned())
    }
}

/// Runs `eyas label`.
pub(crate) fn run(args: &LabelArgs, globals: &Globals) -> Result<Outcome, Failure> {
    output::check_file("--out", &args.out)?;
    let source = PositionSource::listed_absolute(&args.results, &ResultSet::NAMES).map_err(Failure::input)?;
    let set = ResultSet::load(&source).map_err(Failure::input)?;
    let name = named(&args.mentor).map_err(failure)?;
    let mode = ScoringMode::Nodes(args.mentor_nodes);
    let mentor = Mentor::of(&name, mode).map_err(failure)?;
    let pool = globals.pool()?;
    let interrupt = interrupt::on_signals()?;
    let answers = answers_path(&args.out);
    // With another engine, evaluation or limit, all positions are scored again.
    let asked = ScoresSettings { mentors: vec![name], mode, ..ScoresSettings::default() };
    let mut book = AnswerBook::resumed(&answers, context(&asked));
    book.prepare().map_err(|cause| {
        Failure::Input(format!("{}: the answers cannot be kept: {cause}; remove it", answers.display()))
    })?;
    let bar = Bar::counted();
    let show = |done, total| {
        bar.count("scoring", done, total);
    };
    let labelled = label(set, &mentor, args.scale, &mut book, &pool, &show, &interrupt).map_err(failure)?;
    drop(bar);
    let file = args.out.display().to_string();
    let written = match &source {
        PositionSource::Embedded(name) => labelled.set.write_points(name, &args.out),
        _ => labelled.set.write(&args.out),
    };
    written.map_err(|cause| Failure::Runtime(format!("{}: {cause}", text::name(&file))))?;
    // The answers are of no more use; a file that stays does no harm.
    let _ = files::remove(&answers);
    let Labelled { set, left_out } = &labelled;
    let mut text = format!("{} positions written to {}\n", set.positions.len(), text::name(&file));
    if *left_out > 0 {
        text += &format!(
            "{left_out} positions left out, because {} gave no score or a mate\n",
            text::name(&args.mentor)
        );
    }
    Ok(Outcome::new(
        text,
        json!({
            "positions": set.positions.len(),
            "left_out": left_out,
            "blake3": set.digest().blake3,
            "out": args.out,
        }),
    ))
}

fn answers_path(out: &Path) -> PathBuf {
    let mut name = out.as_os_str().to_owned();
    name.push(".scores");
    PathBuf::from(name)
}

fn failure(error: ScoringError) -> Failure {
    let text = error.to_string();
    match error {
        ScoringError::Interrupted => Failure::Interrupted(format!("{text}; the same command continues")),
        ScoringError::Player { .. } => Failure::Runtime(text),
        _ => Failure::Input(text),
    }
}
