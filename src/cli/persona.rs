//! `eyas persona`: an organism in a person's style; two of them side by side, and a map of many.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use eyas::players::Error;
use eyas::players::contrast;
use eyas::players::games::{self, GameOptions, PlayedGames, Side};
use eyas::players::persona::{self, Compared, Difference, Fitted, PersonaRequest};
use eyas::positions::PlayerNames;
use eyas::text;
use eyas::threads::Interrupt;
use serde_json::{Value, json};

use super::headings::{OUTPUT, PLAYERS};
use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, output, personas};

/// Plies at the start of games to leave out.
pub(super) const CUT: usize = 24;

/// Arguments of `eyas persona`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct PersonaArgs {
    /// PGN file of the player's games
    #[arg(value_name = "GAMES.pgn", required_unless_present_any = ["compare", "map"])]
    games: Option<PathBuf>,
    /// The player: a surname, or a whole name with a comma; repeat it for other spellings
    #[arg(long, value_name = "NAME", required_unless_present_any = ["compare", "map"])]
    player: Vec<String>,
    /// PGN file of games of all players, near whose style that of the player is fitted; may be repeated [default: both sides of
    /// GAMES.pgn]
    #[arg(long, value_name = "FILE")]
    all: Vec<PathBuf>,
    /// Plies at the start of the games to leave out: openings are learned, not chosen
    #[arg(long, value_name = "N", default_value_t = CUT)]
    cut: usize,
    /// Only games that the player won
    #[arg(long)]
    wins: bool,
    /// Compare two personas instead: values and kinds of moves that differ, and positions where the players part
    #[arg(long, value_name = "PERSONA", num_args = 2, conflicts_with_all = MAKING, help_heading = PLAYERS)]
    compare: Vec<PathBuf>,
    /// With --compare: EPD or PGN file or embedded set of positions [default: gm2600-test]
    #[arg(long, value_name = "SET", requires = "compare", help_heading = PLAYERS)]
    positions: Option<PathBuf>,
    /// Map personas instead, by the two axes in which they differ most
    #[arg(long, value_name = "PERSONA", num_args = 1.., conflicts_with_all = MAKING, conflicts_with = "compare", help_heading = PLAYERS)]
    map: Vec<PathBuf>,
    /// Organism file to write, replacing an older one; the persona is written beside it, as FILE.persona. With --map an SVG or CSV
    /// file, with --compare a folder for tables
    #[arg(long, value_name = "FILE", required_unless_present_any = ["compare", "map"], help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

/// The arguments that make a persona.
const MAKING: [&str; 4] = ["games", "player", "all", "wins"];

/// Reads the games of a file.
pub(super) fn read(
    file: &Path,
    options: &GameOptions,
    interrupt: &Interrupt,
) -> Result<PlayedGames, Failure> {
    let bar = Bar::bytes("reading games", fs::metadata(file).map_or(0, |file| file.len()));
    games::read(file, options, interrupt, |bytes| bar.set(bytes)).map_err(failure)
}

pub(super) fn failure(error: Error) -> Failure {
    match error {
        Error::Interrupted => Failure::Interrupted(error.to_string()),
        error => Failure::of(error.is_input(), error),
    }
}

/// Returns the path of the persona beside an organism file.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.to_owned().into_os_string();
    name.push(".persona");
    name.into()
}

/// Runs `eyas persona`.
pub(crate) fn run(args: &PersonaArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let out = args.out.as_deref();
    if !args.compare.is_empty() {
        let positions = args.positions.as_deref().unwrap_or(Path::new(contrast::POSITIONS));
        return personas::compare(&args.compare, positions, out, globals);
    }
    let (Some(source), Some(out)) = (&args.games, out) else { return personas::map(&args.map, out) };
    output::check_file("--out", out)?;
    let (pool, interrupt) = (globals.pool()?, interrupt::on_signals()?);
    let side = Side::Named(PlayerNames::new(&args.player));
    let own = read(source, &GameOptions { side, wins: args.wins }, &interrupt)?;
    let everyone = GameOptions { side: Side::Both, wins: false };
    let sources = if args.all.is_empty() { std::slice::from_ref(source) } else { &args.all[..] };
    let mut all = Vec::new();
    for file in sources {
        all.extend(read(file, &everyone, &interrupt)?.games);
    }
    let progress = Bar::counter("reading moves and fitting", (own.games.len() + all.len()) as u64);
    let player = args.player[0].as_str();
    let request = PersonaRequest { player, games: &own.games, all: &all, cut: args.cut };
    let fitted = pool.install(|| persona::fit(&request, &interrupt, &progress)).map_err(failure)?;
    drop(progress);
    let file = beside(out);
    fitted.organism.save(out).map_err(Failure::runtime)?;
    fitted.persona.save(&file).map_err(failure)?;
    Ok(Outcome::new(summary(&fitted, out, &file), report(&fitted, &own, out, &file)))
}

fn percent(share: f64) -> String {
    format!("{:.2} %", 100.0 * share)
}

fn line(label: &str, compared: &Compared, scale: f64, unit: &str) -> String {
    let Compared { own, common, difference } = compared;
    let error = difference.error.map_or_else(|| "?".to_owned(), |error| format!("{:.4}", scale * error));
    format!(
        "{label}: {:.4}{unit}, all players {:.4}{unit}, difference {:+.4} ± {error}\n",
        scale * own,
        scale * common,
        scale * difference.value
    )
}

fn differences(heading: &str, all: &[Difference], decimals: usize) -> String {
    let row = |Difference { name, common, own, effect }: &Difference| {
        format!("  {name}: {own:.decimals$}, all players {common:.decimals$} (effect {effect:+.3})\n")
    };
    format!("{heading}\n{}", all.iter().map(row).collect::<String>())
}

fn summary(fitted: &Fitted, organism: &Path, file: &Path) -> String {
    let Fitted { persona, held_out, likelihood, agreement, values, style, telling, .. } = fitted;
    let mut text = format!(
        "{}: fitted to {} positions of {} games, tested on {} of {}; strength of the prior {}\n",
        persona.player, persona.positions, persona.games, held_out[1], held_out[0], persona.strength
    );
    text.push_str(&line("log-likelihood of held-out moves, nats", likelihood, 1.0, ""));
    text.push_str(&line("agreement of the organism, held out", agreement, 100.0, " %"));
    text.push_str(&differences("values that differ most, centipawns:", values, 0));
    text.push_str(&differences("features of moves that differ most, nats:", style, 2));
    text.push_str("held-out moves that show it most:\n");
    for position in telling {
        text.push_str(&format!(
            "  {}  {} ({}, all players {})\n",
            position.fen,
            position.played,
            percent(position.own),
            percent(position.common)
        ));
    }
    text.push_str(&format!(
        "organism written to {}, persona to {}",
        text::name(&organism.display().to_string()),
        text::name(&file.display().to_string())
    ));
    text
}

fn compared(compared: &Compared) -> Value {
    let Compared { own, common, difference } = compared;
    json!({ "own": own, "common": common, "difference": difference.value, "error": difference.error })
}

fn report(fitted: &Fitted, games: &PlayedGames, organism: &Path, file: &Path) -> Value {
    let difference = |found: &Difference| json!({ "name": found.name, "common": found.common, "own": found.own, "effect": found.effect });
    let position = |found: &persona::Telling| json!({ "fen": found.fen, "played": found.played, "own": found.own, "common": found.common });
    json!({
        "player": fitted.persona.player,
        "games": fitted.persona.games,
        "positions": fitted.persona.positions,
        "games_held_out": fitted.held_out[0],
        "positions_held_out": fitted.held_out[1],
        "games_read": games.read,
        "skipped": games.skipped,
        "cut": fitted.persona.cut,
        "strength": fitted.persona.strength,
        "likelihood": compared(&fitted.likelihood),
        "agreement": compared(&fitted.agreement),
        "values": fitted.values.iter().map(difference).collect::<Vec<_>>(),
        "style": fitted.style.iter().map(difference).collect::<Vec<_>>(),
        "telling": fitted.telling.iter().map(position).collect::<Vec<_>>(),
        "organism": organism,
        "persona": file,
    })
}
