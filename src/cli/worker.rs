//! `eyas worker`: computes tasks for other machines.

use std::path::PathBuf;

use clap::Args;

use super::headings::RUN;
use super::workers::ServerArgs;
use super::{Failure, Globals, Outcome};

/// Arguments of `eyas worker`.
#[derive(Debug, Args)]
#[command(next_help_heading = RUN)]
pub(crate) struct WorkerArgs {
    /// NATS server: nats://HOST or tls://HOST
    #[arg(value_name = "URL")]
    url: String,
    #[command(flatten)]
    server: ServerArgs,
    /// Name in tables and messages [default: the name of the machine and the number of the process]
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// Exit after this time without a task
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..))]
    exit_when_idle: Option<u64>,
    /// Exit after this number of tasks
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    max_tasks: Option<u64>,
    /// Folder of copies of inputs [default: the user's cache folder]
    #[arg(long, value_name = "DIR")]
    inputs: Option<PathBuf>,
}

/// Runs `eyas worker`.
#[cfg(feature = "nats")]
pub(crate) fn run(args: &WorkerArgs, globals: &Globals) -> Result<Outcome, Failure> {
    use std::time::Duration;

    use eyas::remote::{self, Leaving, WorkerOptions};
    use serde_json::json;

    use super::workers::remote_failure;
    use super::{interrupt, output};

    let interrupt = interrupt::on_signals()?;
    let name = args.name.clone().unwrap_or_else(default_name);
    let options = WorkerOptions {
        access: args.server.access(&args.url),
        name: name.clone(),
        threads: globals.threads.unwrap_or(0),
        exit_when_idle: args.exit_when_idle.map(Duration::from_secs),
        max_tasks: args.max_tasks,
        cache: args.inputs.clone().map_or_else(default_inputs, Ok)?,
        trees: globals.cache.clone(),
        claims: None,
        distortion: None,
    };
    let summary = remote::work(&options, &interrupt, &output::note).map_err(remote_failure)?;
    let why = match summary.reason {
        Leaving::Interrupted => "interrupted",
        Leaving::Idle => "no task came",
        Leaving::Enough => "the number of --max-tasks is reached",
    };
    Ok(Outcome::new(
        format!("the worker “{name}” completed {} tasks: {why}", summary.tasks),
        json!({ "worker": name, "tasks": summary.tasks, "reason": why }),
    ))
}

#[cfg(feature = "nats")]
fn default_name() -> String {
    format!("{}-{}", eyas::platform::machine_name(), std::process::id())
}

#[cfg(feature = "nats")]
fn default_inputs() -> Result<PathBuf, Failure> {
    use etcetera::BaseStrategy;
    let folders = etcetera::choose_base_strategy();
    let folders =
        folders.map_err(|_| Failure::Input("--inputs: the user has no cache folder; name one".to_owned()))?;
    Ok(folders.cache_dir().join("eyas").join("inputs"))
}

/// Refuses to run, because the program was built without workers.
#[cfg(not(feature = "nats"))]
pub(crate) fn run(args: &WorkerArgs, _globals: &Globals) -> Result<Outcome, Failure> {
    Err(super::workers::not_built(&format!("worker {}", args.url)))
}
