//! The `eyas` binary: parses the command line and hands over to a verb or to the workbench.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::main()
}
