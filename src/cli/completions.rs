//! `eyas completions`: a script that completes the command line in a shell.

use clap::{Args, Command};
use clap_complete::Shell;
use serde_json::json;

use super::Outcome;

/// Arguments of `eyas completions`.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArgs {
    /// Shell that reads the script
    #[arg(value_name = "SHELL", value_enum)]
    shell: Shell,
}

/// Runs `eyas completions`. `command` is the declaration of the command line.
pub(crate) fn run(args: &CompletionsArgs, mut command: Command) -> Outcome {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "eyas", &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    let object = json!({ "shell": args.shell.to_string(), "script": script });
    Outcome::new(script, object)
}
