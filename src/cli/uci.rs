//! `eyas uci`: runs an organism as a UCI engine.

use std::io;

use clap::Args;
use eyas::engine::search::SearchMode;
use eyas::platform::{self, EndSignal};
use eyas::uci::{Ending, Program, Setup, UciError};

use super::{Failure, Globals, Outcome, interrupt, values};

/// Arguments of `eyas uci`.
#[derive(Debug, Args)]
pub(crate) struct UciArgs {
    /// Organism that plays: a file, or the name of an embedded organism
    #[arg(long, default_value = "eyas")]
    organism: String,
    /// Search of the organism [default: the most advanced one it has]
    #[arg(long, value_name = "plain|paper|extended")]
    search: Option<SearchMode>,
    /// Transposition table, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 16, value_parser = values::hash)]
    hash: usize,
}

/// Runs `eyas uci`. Its output consists of protocol messages only.
pub(crate) fn run(args: &UciArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let setup = Setup {
        organism: args.organism.clone(),
        search: args.search,
        hash: args.hash,
        threads: globals.search_threads(),
    };
    // Not line-buffered: the program flushes after each message.
    let program = Program::new(&setup, io::stdout()).map_err(failure)?;
    let interrupter = program.interrupter();
    platform::watch_signals(&EndSignal::unignored(), move |_| interrupter.interrupt())
        .map_err(interrupt::refused)?;
    let stdin = io::BufReader::new(io::stdin());
    match program.run(stdin).map_err(failure)? {
        Ending::Quit | Ending::OutputClosed => Ok(Outcome::default()),
        Ending::Interrupted => Err(Failure::Interrupted("interrupted".to_owned())),
    }
}

fn failure(error: UciError) -> Failure {
    match error {
        UciError::Organism(_) => Failure::Input(error.to_string()),
        UciError::Thread(_) | UciError::Fault => Failure::Runtime(error.to_string()),
    }
}
