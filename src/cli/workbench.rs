//! `eyas` without a verb: opens the workbench.

use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use eyas::experiment::presets;
use eyas::organism::Organism;
use eyas::session::{self, Occupancy, Session};
use eyas::tui::{self, Error, Options, Paper, Shade};

use super::{Failure, Globals};

/// Where new sessions go.
const SESSIONS: &str = "sessions";

/// How the workbench looks.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workbench")]
pub(crate) struct WorkbenchArgs {
    /// Folder that holds the sessions
    #[arg(long, value_name = "DIR", default_value = SESSIONS)]
    sessions: PathBuf,
    /// Colours for a dark or a light terminal; auto asks the terminal
    #[arg(long, value_enum, default_value_t = ThemeChoice::Auto)]
    theme: ThemeChoice,
    /// Draw without colours, as the environment variable NO_COLOR does
    #[arg(long)]
    no_color: bool,
    /// Draw with ASCII characters only
    #[arg(long)]
    ascii: bool,
    /// Leave the mouse to the terminal
    #[arg(long)]
    no_mouse: bool,
}

/// A theme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ThemeChoice {
    /// What the terminal says of its background, dark where it says nothing
    Auto,
    /// Light text on dark ground
    Dark,
    /// Dark text on light ground
    Light,
}

/// Opens the workbench.
pub(crate) fn run(args: &WorkbenchArgs, globals: &Globals) -> Result<(), Failure> {
    if globals.resume && globals.session.is_none() {
        return Err(Failure::Input("--resume needs --session DIR: which session to go on with".to_owned()));
    }
    if let Some(folder) = &globals.session {
        refuse_contradictions(folder, globals)?;
    }
    let mut settings = Vec::new();
    let chosen = globals.preset.as_deref().unwrap_or(presets::DEFAULT);
    let others = presets::PRESETS.iter().map(|(name, _)| *name).filter(|name| *name != chosen);
    for name in std::iter::once(chosen).chain(others) {
        let mut preset = presets::named(name).map_err(|error| Failure::Input(error.to_string()))?;
        preset.seed = globals.seed.unwrap_or(preset.seed);
        settings.push(preset);
    }
    let options = Options {
        sessions: args.sessions.clone(),
        session: globals.session.clone(),
        presets: settings,
        papers: papers(),
        threads: globals.threads.unwrap_or(0),
        cache: globals.cache.clone(),
        ascii: args.ascii,
        no_color: args.no_color,
        shade: match args.theme {
            ThemeChoice::Auto => None,
            ThemeChoice::Dark => Some(Shade::Dark),
            ThemeChoice::Light => Some(Shade::Light),
        },
        mouse: !args.no_mouse,
    };
    tui::run(options).map_err(|error| match error {
        Error::NoTerminal => Failure::Input(error.to_string()),
        Error::Terminated(_) => Failure::Interrupted(error.to_string()),
        Error::Terminal(_) | Error::InputLost(_) => Failure::Runtime(error.to_string()),
    })
}

/// A session that exists keeps the settings it was begun with; flags that say otherwise are refused.
fn refuse_contradictions(folder: &Path, globals: &Globals) -> Result<(), Failure> {
    let given = globals.seed.is_some() || globals.preset.is_some();
    if !given || !matches!(session::occupancy(folder), Ok(Occupancy::Session)) {
        return Ok(());
    }
    let recorded = Session::open_read_only(folder).map_err(|error| Failure::Input(error.to_string()))?;
    let recorded = recorded.header.settings;
    let seed = globals.seed.is_some_and(|seed| seed != recorded.seed).then_some("--seed");
    let preset =
        globals.preset.as_ref().is_some_and(|preset| *preset != recorded.preset).then_some("--preset");
    let contradicting: Vec<&str> = seed.into_iter().chain(preset).collect();
    if contradicting.is_empty() {
        return Ok(());
    }
    Err(Failure::Input(format!(
        "{}: the session was begun with other settings than {}. Leave these flags away to go on with it, or \
         name another folder with --session to begin a new one",
        folder.display(),
        contradicting.join(", ")
    )))
}

/// The organisms of both papers' Figure 3, the newer with its search (Table II); one that cannot be read stands
/// nowhere.
fn papers() -> Vec<Paper> {
    let read = |year: &str| {
        let organism = Organism::named_or_path(&format!("paper-{year}-figure-3")).ok()?;
        let genomes = [&organism.evaluation].into_iter().chain(&organism.searches);
        let values = genomes.flat_map(|genome| {
            let names = genome.schema.parameters.iter().map(|parameter| parameter.name.clone());
            names.zip(genome.values.iter().copied())
        });
        Some(Paper { name: year.to_owned(), values: values.collect() })
    };
    ["2014", "2008"].into_iter().filter_map(read).collect()
}
