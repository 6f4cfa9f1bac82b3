//! The command line: verbs, common flags, exit codes.
//!
//! Exit 0 on success; 2 on bad usage or bad input, with a short paragraph on stderr; 1 on a failure at
//! run time; 130 when interrupted. Results go to stdout, as exactly one JSON object with `--json`;
//! progress goes to stderr and only where that is a terminal.

mod bench;
mod coevolve;
mod epd;
mod evolve;
mod import;
mod interrupt;
mod matches;
mod output;
mod perft;
mod pipeline;
mod progress;
mod running;
mod score;
mod sets;
mod settings;
mod solve;
mod tune;
mod uci;
mod values;
mod workbench;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand};
use eyas::session;

/// Where sessions lie unless a folder is named.
const SESSIONS: &str = "sessions";

/// Flags that every verb understands.
#[derive(Debug, Clone, Args)]
pub(crate) struct Globals {
    /// Print the result as one JSON object
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Names every random stream: the same seed gives the same result [default: 1]
    #[arg(long, global = true, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Worker threads [default: all cores]
    #[arg(long, global = true, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Session folder [default: a new one under sessions/]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) session: Option<PathBuf>,
    /// Go on with the session in --session
    #[arg(long, global = true)]
    pub(crate) resume: bool,
    /// A named set of defaults; single flags override it
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Folder for cached feature trees [default: the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
}

/// Evolves chess programs from grandmaster games. Without a verb it opens the workbench.
#[derive(Debug, Parser)]
#[command(name = "eyas", version, about, long_about = None)]
struct Cli {
    #[command(flatten)]
    globals: Globals,
    #[command(flatten)]
    workbench: workbench::WorkbenchArgs,
    #[command(subcommand)]
    verb: Option<Verb>,
}

#[derive(Debug, Subcommand)]
enum Verb {
    /// Draw training and test positions from games
    Import(import::ImportArgs),
    /// Evolve evaluation functions from positions of grandmasters
    Evolve(evolve::EvolveArgs),
    /// Evolve organisms by having them play each other
    Coevolve(Box<coevolve::CoevolveArgs>),
    /// Tune the search of an organism on a suite of tactical positions
    Tune(Box<tune::TuneArgs>),
    /// All stages, from random bits to an organism with an evolved evaluation and a tuned search
    Pipeline(Box<pipeline::PipelineArgs>),
    /// Count in how many positions an organism plays the move played
    Score(score::ScoreArgs),
    /// Have a player search a suite of positions with known best moves
    Solve(solve::SolveArgs),
    /// Have two players play a match
    Match(Box<matches::MatchArgs>),
    /// Rewrite a suite of positions in canonical EPD
    Epd(epd::EpdArgs),
    /// Search fixed positions: the engine's speed and its signature
    Bench(bench::BenchArgs),
    /// Play as a UCI engine, for chess GUIs and match runners
    Uci(uci::UciArgs),
    /// Count the leaves of the tree of legal moves
    Perft(perft::PerftArgs),
}

/// How a verb fails; decides the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input (exit 2): what was wrong, where, and what to do.
    Input(String),
    /// A failure at run time (exit 1).
    Runtime(String),
    /// Interrupted by Ctrl-C, SIGTERM or a closed terminal after a checkpoint (exit 130).
    Interrupted(String),
}

impl Failure {
    /// What a session's error is.
    fn of_session(error: session::Error) -> Failure {
        if error.is_input() { Failure::Input(error.to_string()) } else { Failure::Runtime(error.to_string()) }
    }
}

/// What a verb returns: the text for people and the object for `--json`.
#[derive(Debug)]
pub(crate) struct Outcome {
    /// For stdout without `--json`.
    pub(crate) text: String,
    /// For stdout with `--json`.
    pub(crate) json: serde_json::Value,
}

/// Parses the command line, runs the verb, prints, and says with which code to exit.
pub(crate) fn main() -> ExitCode {
    output::explain_panics();
    if let Err(failure) = interrupt::survive_file_size_limit() {
        return output::explain(&failure);
    }
    let Cli { globals, workbench, verb } = Cli::parse();
    let result = match &verb {
        Some(Verb::Import(args)) => import::run(args, &globals),
        Some(Verb::Evolve(args)) => evolve::run(args, &globals),
        Some(Verb::Coevolve(args)) => coevolve::run(args, &globals),
        Some(Verb::Tune(args)) => tune::run(args, &globals),
        Some(Verb::Pipeline(args)) => pipeline::run(args, &globals),
        Some(Verb::Score(args)) => score::run(args, &globals),
        Some(Verb::Solve(args)) => solve::run(args, &globals),
        Some(Verb::Match(args)) => matches::run(args, &globals),
        Some(Verb::Epd(args)) => epd::run(args, &globals),
        Some(Verb::Bench(args)) => bench::run(args, &globals),
        Some(Verb::Uci(args)) => uci::run(args, &globals),
        Some(Verb::Perft(args)) => perft::run(args, &globals),
        None => match workbench::run(&workbench, &globals) {
            Ok(()) => return ExitCode::SUCCESS,
            Err(failure) => Err(failure),
        },
    };
    match result {
        Ok(outcome) => output::print(&outcome, globals.json),
        Err(failure) => output::explain(&failure),
    }
}
