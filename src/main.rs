//! The `eyas` binary: parses the command line and runs a command or the workbench.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
