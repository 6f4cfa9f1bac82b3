//! The command line: commands, common flags, exit codes.
//!
//! Exit code 0 on success; 2 on bad usage or bad input, with a short message on stderr; 1 on a failure at run time, and if
//! what a command checks fails; 130
//! on an interrupt. Results go to stdout, with `--json` as exactly one JSON object. Progress goes to stderr: a bar
//! on a terminal, otherwise a line from time to time ([`progress`]).

mod aliases;
mod average;
mod bench;
mod check_engine;
mod coevolve;
mod common_flags;
mod completions;
mod compress;
mod config;
mod epd;
mod evolve;
mod experiment;
mod explain;
mod export;
mod headings;
mod import;
mod interrupt;
mod label;
mod log;
mod man;
mod match_report;
mod matches;
mod measure;
mod outcome;
mod output;
mod perft;
mod persona;
mod personas;
mod pipeline;
mod progress;
mod race;
mod recognise;
#[cfg(test)]
mod reference;
mod report;
mod running;
mod schema;
mod score;
mod sets;
mod settings;
mod solve;
mod suggestions;
mod timelapse;
mod tune;
mod uci;
mod values;
mod workbench;
mod worker;
mod workers;

use std::env;
use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use eyas::config::{Loaded, Location, LogLevel};
use eyas::engine::search::Engine;
use eyas::experiment::Experiment;
use eyas::job::Workforce;
use eyas::platform;
use eyas::session::{self, Session};
use eyas::threads::{ThreadPool, cores, startable};
use eyas::trust::{self, EngineUse};

use headings::{OUTPUT, RUN};
use outcome::Outcome;
use workers::WorkersArgs;

/// The common flags. A command refuses those that it does not use; see [`common_flags`].
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = RUN)]
pub(crate) struct Globals {
    /// Print the result as one JSON object
    #[arg(long, global = true, help_heading = OUTPUT)]
    pub(crate) json: bool,
    /// Seed of all random numbers; the same seed gives the same result [default: 1]
    #[arg(long, global = true, value_name = "S")]
    pub(crate) seed: Option<u64>,
    /// Worker threads; 0 for one per core [default: 0]
    #[arg(long, global = true, value_name = "N", value_parser = values::threads)]
    pub(crate) threads: Option<usize>,
    /// Session folder [default: a new folder in sessions/]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) session: Option<PathBuf>,
    /// Resume the session in --session
    #[arg(long, global = true)]
    pub(crate) resume: bool,
    /// Resume although the files in --session name engine commands that you have not run before; they are yours from then on
    #[arg(long, global = true, requires = "resume")]
    pub(crate) trust_commands: bool,
    /// Named set of defaults; other flags override its values
    #[arg(long, global = true, value_name = "NAME")]
    pub(crate) preset: Option<String>,
    /// Folder of the quiescence tree cache [default: the user's cache folder]
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) cache: Option<PathBuf>,
    /// File to which events are appended; at 10 MB it becomes FILE.1, and five such files are kept
    #[arg(long, global = true, value_name = "FILE", help_heading = OUTPUT)]
    pub(crate) log: Option<PathBuf>,
    /// Least severe events in the file of --log: error, warn, info, debug or trace [default: info]
    #[arg(long, global = true, value_name = "LEVEL", value_parser = log::level, help_heading = OUTPUT)]
    pub(crate) log_level: Option<LogLevel>,
    /// Workers on other machines.
    #[arg(skip)]
    pub(crate) workers: Option<Workforce>,
    /// The settings of the person, and where they are.
    #[arg(skip)]
    pub(crate) config: Loaded,
    #[arg(skip)]
    pub(crate) config_file: Option<Location>,
}

impl Globals {
    /// Reads the settings of the person, which are the defaults of some flags.
    fn configure(&mut self) -> Result<(), Failure> {
        self.config_file = Location::find();
        if let Some(file) = &self.config_file {
            self.config = file.load().map_err(Failure::input)?;
        }
        self.cache = self.cache.take().or_else(|| self.config.config.paths.cache.clone());
        Ok(())
    }

    /// Reduces --threads to the number that the system can start.
    fn limit_threads(&mut self) {
        let Some(wanted) = self.threads.map(|threads| if threads == 0 { cores() } else { threads }) else {
            return;
        };
        let threads = startable(wanted).max(1);
        if threads < wanted {
            output::note(&format!(
                "cannot start {wanted} threads; {threads} are used. More memory (ulimit -v) or more processes (ulimit -u) \
                 allow more"
            ));
            self.threads = Some(threads);
        }
    }

    /// Returns the flags with this number of worker threads, if there is one.
    pub(crate) fn with_threads(&self, threads: Option<usize>) -> Globals {
        Globals { threads: threads.or(self.threads), ..self.clone() }
    }

    /// Starts the worker threads.
    pub(crate) fn pool(&self) -> Result<ThreadPool, Failure> {
        ThreadPool::new(self.threads.unwrap_or(0))
            .map_err(|error| Failure::Runtime(format!("cannot start the worker threads: {error}")))
    }

    /// Returns the number of threads of one search: one unless --threads is given, since such a search can be repeated.
    pub(crate) fn search_threads(&self) -> usize {
        let threads = self.threads.map_or(1, |threads| if threads == 0 { cores() } else { threads });
        threads.min(Engine::THREADS_RANGE.1)
    }

    /// Records the engines that the files of a session name as the person's own, if --trust-commands says so.
    fn trust(&self, uses: &[EngineUse]) -> Result<(), Failure> {
        if !self.trust_commands {
            return Ok(());
        }
        trust::record(uses).map_err(|cause| {
            Failure::Runtime(format!("--trust-commands: the commands cannot be recorded: {cause}"))
        })
    }

    /// Returns the settings of the session to resume, if there is one.
    pub(crate) fn recorded(&self) -> Option<Experiment> {
        let folder = self.session.as_ref().filter(|_| self.resume)?;
        Some(Session::header_of(folder).ok()?.settings)
    }

    /// Returns the folder of new sessions.
    pub(crate) fn sessions(&self) -> &Path {
        &self.config.config.paths.sessions
    }
}

/// Evolve chess programs from grandmaster games; without a command, open the workbench
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
    /// Extract training and test positions from PGN games
    Import(import::ImportArgs),
    /// Evolve evaluation functions from grandmasters' moves or a mentor's scores
    Evolve(evolve::EvolveArgs),
    /// Evolve organisms by games against each other
    Coevolve(Box<coevolve::CoevolveArgs>),
    /// Tune the search of an organism on a suite or by games, or the options of any engine
    Tune(Box<tune::TuneArgs>),
    /// Run all stages, from random organisms to one with an evolved evaluation and a tuned search
    Pipeline(Box<pipeline::PipelineArgs>),
    /// Compare optimizers on one objective, with equal numbers of evaluations and several seeds
    Race(Box<race::RaceArgs>),
    /// Run an experiment from a file
    Run(experiment::RunArgs),
    /// Measure parameter vectors: JSON lines on stdin, one JSON line on stdout for each
    Measure(Box<measure::MeasureArgs>),
    /// Count the positions in which an organism chooses the move played
    Score(score::ScoreArgs),
    /// Solve a suite of positions with known best moves
    Solve(solve::SolveArgs),
    /// Play a match or a tournament
    Match(Box<matches::MatchArgs>),
    /// Check whether a UCI or xboard engine keeps its protocol, with advice for its author
    CheckEngine(check_engine::CheckEngineArgs),
    /// Replace the results of games by the points that an engine expects
    Label(label::LabelArgs),
    /// Convert a suite of positions to canonical EPD, or positions with results to another format
    Epd(epd::EpdArgs),
    /// Explain an evolution: what it learned and when, where values came from, which of them matter, what would have been
    Explain(explain::ExplainArgs),
    /// Record a finished run as a time-lapse of ten seconds, for asciinema or as an animated picture
    Timelapse(timelapse::TimelapseArgs),
    /// Write a chart, heatmap or table of a session as SVG or CSV, or tuned options of an engine in many formats
    Export(export::ExportArgs),
    /// Write a page of HTML with all figures of sessions, matches, races and pipelines
    Report(report::ReportArgs),
    /// Make an organism in a person's style from games, and say what the style is
    Persona(persona::PersonaArgs),
    /// Recognise whose moves those of some games are
    Recognise(recognise::RecogniseArgs),
    /// Make an organism of the mean of several, such as the champions of all runs of a session
    Average(average::AverageArgs),
    /// Compress the journals and games of finished sessions, which stay readable everywhere
    Compress(compress::CompressArgs),
    /// Compute tasks for other machines, which find this one over a NATS server
    Worker(worker::WorkerArgs),
    /// Search fixed positions to measure the engine's speed and signature
    Bench(bench::BenchArgs),
    /// Run an organism as a UCI engine, for chess GUIs and match managers
    Uci(uci::UciArgs),
    /// Open the workbench with a finished pipeline and a match, to look at every screen
    Demo(workbench::DemoArgs),
    /// Count the leaf nodes of the legal move tree
    Perft(perft::PerftArgs),
    /// List the embedded parameter schemas, or print one as a file that can be edited
    Schema(schema::SchemaArgs),
    /// Print the configuration with comments, as a file that can be saved
    Config,
    /// Print a script that completes commands, flags and values in a shell
    Completions(completions::CompletionsArgs),
    /// Write the manual pages: one for the program, and one for each command
    Man(man::ManArgs),
}

impl Verb {
    /// Returns the flags about workers on other machines; `None` if the command uses none.
    fn workers(&self) -> Option<&WorkersArgs> {
        match self {
            Verb::Evolve(args) => Some(&args.workers),
            Verb::Coevolve(args) => Some(&args.workers),
            Verb::Tune(args) => Some(&args.workers),
            Verb::Pipeline(args) => Some(&args.workers),
            Verb::Race(args) => Some(args.workers()),
            Verb::Run(args) => Some(&args.workers),
            Verb::Match(args) => Some(&args.workers),
            _ => None,
        }
    }

    /// Returns whether the command uses the settings of the person. A broken file must not stop the others, such as an
    /// engine in a chess GUI.
    fn is_configured(&self) -> bool {
        !matches!(
            self,
            Verb::Epd(_)
                | Verb::Bench(_)
                | Verb::Uci(_)
                | Verb::Perft(_)
                | Verb::Schema(_)
                | Verb::Completions(_)
                | Verb::Man(_)
        )
    }
}

/// The failure of a command; determines the exit code.
#[derive(Debug)]
pub(crate) enum Failure {
    /// Bad usage or bad input (exit code 2): what is wrong, where, and what to do.
    Input(String),
    /// A failure at run time (exit code 1).
    Runtime(String),
    /// Interrupted by Ctrl-C, SIGTERM or a closed terminal after a checkpoint (exit code 130).
    Interrupted(String),
}

impl Failure {
    fn input(error: impl Display) -> Failure {
        Failure::Input(error.to_string())
    }

    fn runtime(error: impl Display) -> Failure {
        Failure::Runtime(error.to_string())
    }

    /// Returns the failure of bad input by this flag.
    fn about<E: Display>(flag: &str) -> impl Fn(E) -> Failure {
        move |error| Failure::Input(format!("{flag}: {error}"))
    }

    /// Returns the failure of a flag that needs --session. `folder` is what that flag names.
    fn without_session(flag: &str, folder: &str) -> Failure {
        Failure::Input(format!("{flag}: add --session DIR to specify {folder}"))
    }

    /// Returns the failure to start something, such as a session, in a folder that contains one.
    fn exists(what: &str, folder: &Path) -> Failure {
        Failure::Input(format!(
            "{}: the folder already contains a {what}. Add --resume to resume it, or use --session with another folder \
             to start a new one",
            folder.display()
        ))
    }

    /// Returns the failure to resume something, such as a session, with flags that contradict it. `or` is what else can be
    /// done about it.
    fn contradicts(what: &str, folder: &Path, flags: &[impl AsRef<str>], or: &str) -> Failure {
        let flags: Vec<&str> = flags.iter().map(AsRef::as_ref).collect();
        Failure::Input(format!(
            "{}: the {what} was started with other settings than {}. Remove these flags to resume it{or}, or use --session \
             with another folder to start a new one",
            folder.display(),
            flags.join(", ")
        ))
    }

    /// Classifies an error.
    fn of(is_input: bool, error: impl Display) -> Failure {
        if is_input { Failure::input(error) } else { Failure::runtime(error) }
    }

    /// Classifies an error of a session.
    fn of_session(error: session::Error) -> Failure {
        Failure::of(error.is_input(), error)
    }
}

/// Returns the declaration of the command line.
fn command() -> Command {
    common_flags::declare(Cli::command())
}

/// Parses the command line, runs the command, prints the result and returns the exit code.
pub(crate) fn main() -> ExitCode {
    output::explain_panics();
    if let Err(error) = platform::survive_file_size_limit() {
        return output::explain(&interrupt::refused(error));
    }
    platform::raise_open_file_limit();
    let command = command();
    let arguments = match aliases::normalized(env::args_os().collect()) {
        Ok(arguments) => arguments,
        Err(failure) => return output::explain(&failure),
    };
    let parsed = command.clone().try_get_matches_from(&arguments);
    let mut matches =
        parsed.unwrap_or_else(|error| suggestions::improved(error, &command, arguments.into_iter()).exit());
    if let Err(failure) = common_flags::check(&command, &matches) {
        return output::explain(&failure);
    }
    let parsed = Cli::from_arg_matches_mut(&mut matches);
    let Cli { mut globals, workbench, verb } =
        parsed.unwrap_or_else(|error| error.format(&mut self::command()).exit());
    let configured = if verb.as_ref().is_none_or(Verb::is_configured) { globals.configure() } else { Ok(()) };
    if let Err(failure) = configured.and_then(|()| log::start(&globals)) {
        return output::explain(&failure);
    }
    if !matches!(verb, Some(Verb::Uci(_))) {
        globals.limit_threads();
    }
    let workers_args = verb.as_ref().map_or(Some(&workbench.workers), Verb::workers);
    if let Some(args) = workers_args {
        match args.connect(globals.threads) {
            Ok(workers) => globals.workers = workers,
            Err(failure) => return output::explain(&failure),
        }
    }
    let result = match &verb {
        Some(Verb::Import(args)) => import::run(args, &globals),
        Some(Verb::Evolve(args)) => evolve::run(args, &globals),
        Some(Verb::Coevolve(args)) => coevolve::run(args, &globals),
        Some(Verb::Tune(args)) => tune::run(args, &globals),
        Some(Verb::Pipeline(args)) => pipeline::run(args, &globals),
        Some(Verb::Race(args)) => race::run(args, &globals),
        Some(Verb::Run(args)) => experiment::run(args, &globals),
        Some(Verb::Measure(args)) => measure::run(args, &globals),
        Some(Verb::Score(args)) => score::run(args, &globals),
        Some(Verb::Solve(args)) => solve::run(args, &globals),
        Some(Verb::Match(args)) => matches::run(args, &globals),
        Some(Verb::CheckEngine(args)) => check_engine::run(args, &globals),
        Some(Verb::Epd(args)) => epd::run(args, &globals),
        Some(Verb::Explain(args)) => explain::run(args, &globals),
        Some(Verb::Timelapse(args)) => timelapse::run(args, &globals),
        Some(Verb::Export(args)) => export::run(args),
        Some(Verb::Report(args)) => report::run(args, &globals),
        Some(Verb::Persona(args)) => persona::run(args, &globals),
        Some(Verb::Recognise(args)) => recognise::run(args, &globals),
        Some(Verb::Average(args)) => average::run(args),
        Some(Verb::Label(args)) => label::run(args, &globals),
        Some(Verb::Compress(args)) => compress::run(args),
        Some(Verb::Worker(args)) => worker::run(args, &globals),
        Some(Verb::Bench(args)) => bench::run(args, &globals),
        Some(Verb::Uci(args)) => uci::run(args, &globals),
        Some(Verb::Perft(args)) => perft::run(args, &globals),
        Some(Verb::Schema(args)) => schema::run(args),
        Some(Verb::Config) => config::run(&globals),
        Some(Verb::Completions(args)) => Ok(completions::run(args, common_flags::list(Cli::command()))),
        Some(Verb::Man(args)) => man::run(args, common_flags::list(Cli::command())),
        Some(Verb::Demo(args)) => return shown(workbench::demo(args, &globals)),
        None => return shown(workbench::run(&workbench, &globals)),
    };
    match result {
        Ok(outcome) => output::print(&outcome, globals.json),
        Err(failure) => output::explain(&failure),
    }
}

/// Returns the exit code of the workbench, which prints no result.
fn shown(result: Result<(), Failure>) -> ExitCode {
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => output::explain(&failure),
    }
}
