//! `eyas` without a command: opens the workbench.

use std::fs;
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use eyas::demo::{self, Demo};
use eyas::experiment::presets;
use eyas::organism::Organism;
use eyas::session::{self, MatchFolder, Occupancy, Session};
use eyas::tui::{self, BoardImages, Error, ImageProtocol, Options, Paper};
use eyas::{pipeline, race};

use super::workers::WorkersArgs;
use super::{Failure, Globals};

/// Arguments of the workbench.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workbench")]
pub(crate) struct WorkbenchArgs {
    /// Folder of the sessions [default: sessions]
    #[arg(long, value_name = "DIR")]
    sessions: Option<PathBuf>,
    #[command(flatten)]
    display: DisplayArgs,
    #[command(flatten)]
    pub(crate) workers: WorkersArgs,
}

/// Arguments about the terminal.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workbench")]
struct DisplayArgs {
    /// Colour theme: dark, light, high-contrast, colour-blind, one of the configuration, or auto for dark or light, as
    /// the terminal's background [default: auto]
    #[arg(long, value_name = "NAME")]
    theme: Option<String>,
    /// Disable colours, like the environment variable NO_COLOR
    #[arg(long)]
    no_color: bool,
    /// Use ASCII characters only; auto does so on a terminal of type dumb or linux, and where LC_ALL, LC_CTYPE or LANG
    /// names a character set other than UTF-8
    #[arg(
        long,
        value_enum,
        value_name = "WHEN",
        num_args = 0..=1,
        require_equals = true,
        default_value_t = AsciiChoice::Auto,
        default_missing_value = "always"
    )]
    ascii: AsciiChoice,
    /// Show boards as images, in a build with the feature images; auto does so in terminals known to show them: kitty,
    /// Ghostty, WezTerm, iTerm2, foot
    #[arg(long, value_enum, default_value_t = ImageChoice::Auto)]
    images: ImageChoice,
    /// Disable mouse support
    #[arg(long)]
    no_mouse: bool,
}

/// Arguments of `eyas demo`.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Workbench")]
pub(crate) struct DemoArgs {
    /// Folder that receives the demo; what is in it stays
    #[arg(long, value_name = "DIR", default_value = "eyas-demo")]
    dir: PathBuf,
    #[command(flatten)]
    display: DisplayArgs,
}

/// When only ASCII characters are used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum AsciiChoice {
    /// As the environment asks for it
    Auto,
    /// On any terminal; also --ascii without a value
    Always,
    /// On no terminal
    Never,
}

/// Whether and how boards are shown as images.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ImageChoice {
    /// In terminals known to show images, except inside tmux or screen
    Auto,
    /// The kitty graphics protocol
    Kitty,
    /// Sixel graphics
    Sixel,
    /// The inline images of iTerm2
    Iterm2,
    /// Never: boards consist of characters
    Off,
}

/// Opens the workbench with the sessions of a folder.
pub(crate) fn run(args: &WorkbenchArgs, globals: &Globals) -> Result<(), Failure> {
    if globals.resume && globals.session.is_none() {
        return Err(Failure::without_session("--resume", "the session folder"));
    }
    let Some(folder) = &globals.session else {
        return open((args.sessions(globals), None), None, &args.display, globals);
    };
    if MatchFolder::is_match(folder) || race::is_race(folder) || pipeline::is_pipeline(folder) {
        // The screens list what is in the folder around it.
        let (root, folder) = split(folder);
        return open((&root, Some(folder)), None, &args.display, globals);
    }
    refuse_contradictions(folder, globals)?;
    open((args.sessions(globals), Some(folder.clone())), None, &args.display, globals)
}

impl WorkbenchArgs {
    /// Returns the folder of the sessions.
    fn sessions<'a>(&'a self, globals: &'a Globals) -> &'a Path {
        self.sessions.as_deref().unwrap_or(globals.sessions())
    }
}

/// Returns the folder around a folder, and the path of the latter in it.
fn split(folder: &Path) -> (PathBuf, PathBuf) {
    // A path such as “..” does not contain the name.
    let whole = if folder.file_name().is_some() { None } else { fs::canonicalize(folder).ok() };
    let whole = whole.as_deref().unwrap_or(folder);
    let around = whole.parent().filter(|around| !around.as_os_str().is_empty()).unwrap_or(Path::new("."));
    (around.to_owned(), around.join(whole.file_name().unwrap_or_default()))
}

/// Opens the workbench with the demo in a folder of its own.
pub(crate) fn demo(args: &DemoArgs, globals: &Globals) -> Result<(), Failure> {
    let demo = demo::unpack(&args.dir).map_err(Failure::input)?;
    open((&args.dir, globals.session.clone()), Some(demo), &args.display, globals)
}

/// Opens the workbench with a folder of sessions and the folder to resume.
fn open(
    (sessions, session): (&Path, Option<PathBuf>),
    demo: Option<Demo>,
    display: &DisplayArgs,
    globals: &Globals,
) -> Result<(), Failure> {
    if !ImageProtocol::AVAILABLE && !matches!(display.images, ImageChoice::Auto | ImageChoice::Off) {
        let text = "--images: this build shows no images; install one with “--features images”, or leave the flag out";
        return Err(Failure::Input(text.to_owned()));
    }
    let mut settings = Vec::new();
    let chosen = globals.preset.as_deref().unwrap_or(&globals.config.config.preset);
    let others = presets::PRESETS.iter().map(|(name, _)| *name).filter(|name| *name != chosen);
    for name in std::iter::once(chosen).chain(others) {
        let mut preset = presets::named(name).map_err(Failure::input)?;
        preset.seed = globals.seed.unwrap_or(preset.seed);
        settings.push(preset);
    }
    let options = Options {
        sessions: sessions.to_owned(),
        session,
        demo,
        presets: settings,
        papers: papers(),
        threads: globals.threads.unwrap_or(0),
        workers: globals.workers.clone(),
        cache: globals.cache.clone(),
        seed: globals.seed,
        ascii: match display.ascii {
            AsciiChoice::Auto => None,
            AsciiChoice::Always => Some(true),
            AsciiChoice::Never => Some(false),
        },
        no_color: display.no_color,
        images: match display.images {
            ImageChoice::Auto => BoardImages::Auto,
            ImageChoice::Kitty => BoardImages::Protocol(ImageProtocol::Kitty),
            ImageChoice::Sixel => BoardImages::Protocol(ImageProtocol::Sixel),
            ImageChoice::Iterm2 => BoardImages::Protocol(ImageProtocol::Iterm2),
            ImageChoice::Off => BoardImages::Off,
        },
        theme: display.theme.clone(),
        config: globals.config.clone(),
        config_file: globals.config_file.clone(),
        mouse: !display.no_mouse,
    };
    tui::run(options).map_err(|error| match error {
        Error::NoTerminal | Error::Config(_) | Error::Theme(_) => Failure::Input(error.to_string()),
        Error::Terminated(_) => Failure::Interrupted(error.to_string()),
        Error::Terminal(_) | Error::InputLost(_) => Failure::Runtime(error.to_string()),
    })
}

/// Refuses flags that contradict the settings of an existing session.
fn refuse_contradictions(folder: &Path, globals: &Globals) -> Result<(), Failure> {
    let given = globals.seed.is_some() || globals.preset.is_some();
    if !given || !matches!(session::occupancy(folder), Ok(Occupancy::Session)) {
        return Ok(());
    }
    let recorded = Session::open_read_only(folder).map_err(Failure::input)?;
    let recorded = recorded.header.settings;
    let seed = globals.seed.is_some_and(|seed| seed != recorded.seed).then_some("--seed");
    let preset =
        globals.preset.as_ref().is_some_and(|preset| *preset != recorded.preset).then_some("--preset");
    let contradicting: Vec<&str> = seed.into_iter().chain(preset).collect();
    if contradicting.is_empty() {
        return Ok(());
    }
    Err(Failure::contradicts("session", folder, &contradicting, ""))
}

/// Returns the organisms of Figure 3 in both papers, the newer with its search (Table II). An unreadable organism is
/// left out.
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
