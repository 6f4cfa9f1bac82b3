//! `eyas recognise`: whose moves these are; and a study of how often that is right.

use std::path::{Path, PathBuf};

use clap::Args;
use eyas::players::games::{GameOptions, Side};
use eyas::players::persona::Persona;
use eyas::players::recognise::{Accuracy, Verdict, recognise};
use eyas::players::study::{Player, Recognition, Study, StudyRequest, study};
use eyas::positions::PlayerNames;
use eyas::race::rank_tests::holm;
use eyas::text;
use eyas::threads::Interrupt;
use serde_json::{Map, Value, json};
use shakmaty::Color;

use super::headings::OUTPUT;
use super::persona::{CUT, failure, read};
use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt, output, personas};

/// The sizes of the sets of games that a study tries.
const SIZES: [usize; 5] = [1, 5, 20, 50, 100];

/// Arguments of `eyas recognise`.
#[derive(Debug, Args)]
#[command(next_help_heading = "Games")]
pub(crate) struct RecogniseArgs {
    /// PGN file of games; with --study one file for each player, named by the player's surname
    #[arg(value_name = "GAMES.pgn", required = true)]
    games: Vec<PathBuf>,
    /// Whose side is read: a surname, or a whole name with a comma; repeat it for other spellings. It never reaches the decision
    #[arg(long, value_name = "NAME", conflicts_with_all = ["white", "black", "study"])]
    player: Vec<String>,
    /// Read White's moves
    #[arg(long, conflicts_with_all = ["black", "study"])]
    white: bool,
    /// Read Black's moves
    #[arg(long, conflicts_with = "study")]
    black: bool,
    /// Personas among which the player is; may be repeated
    #[arg(long, value_name = "PERSONA", num_args = 1.., required_unless_present = "study", conflicts_with = "study")]
    among: Vec<PathBuf>,
    /// Make personas of all players from three quarters of their games, and recognise the others
    #[arg(long)]
    study: bool,
    /// With --study: another spelling of a player's name, as SURNAME=SPELLING; may be repeated
    #[arg(long, value_name = "NAME=NAME", requires = "study")]
    alias: Vec<String>,
    /// With --study: players that are also studied alone, separated by commas
    #[arg(long, value_name = "NAMES", requires = "study", value_delimiter = ',')]
    part: Vec<String>,
    /// With --study: plies at the start of the games to leave out
    #[arg(long, value_name = "N", default_value_t = CUT, requires = "study")]
    cut: usize,
    /// With --study: folder for the personas
    #[arg(long, value_name = "DIR", requires = "study", help_heading = OUTPUT)]
    out: Option<PathBuf>,
}

/// Runs `eyas recognise`.
pub(crate) fn run(args: &RecogniseArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let interrupt = interrupt::on_signals()?;
    if args.study {
        return run_study(args, globals, &interrupt);
    }
    let side = match (args.white, args.black, args.player.is_empty()) {
        (true, ..) => Side::Colour(Color::White),
        (_, true, _) => Side::Colour(Color::Black),
        (_, _, false) => Side::Named(PlayerNames::new(&args.player)),
        _ => return Err(Failure::Input("whose moves? Add --player NAME, --white or --black".to_owned())),
    };
    let personas = personas::load(&args.among)?;
    let options = GameOptions { side, wins: false };
    let mut games = Vec::new();
    for file in &args.games {
        games.extend(read(file, &options, &interrupt)?.games);
    }
    let pool = globals.pool()?;
    let verdict = pool.install(|| recognise(&games, &personas, &interrupt)).map_err(failure)?;
    Ok(verdict_outcome(&verdict, &personas))
}

fn verdict_outcome(verdict: &Verdict, personas: &[Persona]) -> Outcome {
    let mut order: Vec<usize> = (0..personas.len()).collect();
    order.sort_by(|one, other| verdict.posterior[*other].total_cmp(&verdict.posterior[*one]));
    let row = |index: &usize| {
        format!("{:>7.2} %  {}\n", 100.0 * verdict.posterior[*index], text::name(&personas[*index].player))
    };
    let posterior: Map<String, Value> = personas
        .iter()
        .zip(&verdict.posterior)
        .map(|(persona, chance)| (persona.player.clone(), json!(chance)))
        .collect();
    let text = format!(
        "{} moves of {} games\n{}",
        verdict.positions,
        verdict.games,
        order.iter().map(row).collect::<String>()
    );
    Outcome::new(
        text,
        json!({
            "games": verdict.games,
            "positions": verdict.positions,
            "best": order.first().map(|best| personas[*best].player.as_str()),
            "posterior": posterior,
        }),
    )
}

/// Returns the names of the player whose games a file has.
fn names(file: &Path, aliases: &[String]) -> (String, PlayerNames) {
    let name = file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let others = aliases.iter().filter_map(|alias| alias.split_once('=')).filter(|(known, _)| *known == name);
    let all: Vec<String> =
        [name.clone()].into_iter().chain(others.map(|(_, other)| other.to_owned())).collect();
    (name, PlayerNames::new(all))
}

fn run_study(args: &RecogniseArgs, globals: &Globals, interrupt: &Interrupt) -> Result<Outcome, Failure> {
    let mut players = Vec::new();
    for file in &args.games {
        let (name, names) = names(file, &args.alias);
        let games = read(file, &GameOptions { side: Side::Named(names), wins: false }, interrupt)?.games;
        players.push(Player { name, games });
    }
    let place = |name: &String| {
        players.iter().position(|player| player.name == *name).ok_or_else(|| {
            let known: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
            Failure::Input(format!("--part: no player “{name}”; use names of files: {}", known.join(", ")))
        })
    };
    let part: Vec<usize> = args.part.iter().map(place).collect::<Result<_, _>>()?;
    let total = players.iter().map(|player| player.games.len() as u64).sum();
    let progress = Bar::counter("reading moves", total);
    let request = StudyRequest {
        players: &players,
        cut: args.cut,
        part: &part,
        sizes: &SIZES,
        seed: globals.seed.unwrap_or(1),
    };
    let pool = globals.pool()?;
    let result = pool.install(|| study(&request, interrupt, &progress)).map_err(failure)?;
    drop(progress);
    let mut files = Vec::new();
    if let Some(folder) = &args.out {
        output::create_folder(folder)?;
        for persona in &result.personas {
            let file = folder.join(format!("{}.persona", persona.player));
            persona.save(&file).map_err(failure)?;
            files.push(file);
        }
    }
    Ok(study_outcome(&result, &part, &files))
}

fn share(accuracy: &Accuracy) -> String {
    let [low, high] = accuracy.interval.map(|end| 100.0 * end);
    format!("{:.1} % [{low:.0}, {high:.0}]", 100.0 * accuracy.share)
}

fn rows(
    title: &str,
    chance: usize,
    recognition: &[Recognition],
    of: impl Fn(&Recognition) -> &[Accuracy],
) -> String {
    let mut text = format!("{title}, chance {:.1} %\n", 100.0 / chance.max(1) as f64);
    for method in recognition {
        let cells: Vec<String> =
            of(method).iter().map(|accuracy| format!("{}: {}", accuracy.games, share(accuracy))).collect();
        text.push_str(&format!("  {:<15} {}\n", method.method, cells.join("  ")));
    }
    text
}

/// Returns the table of the personas' confusions at the largest size below all.
fn confusion(study: &Study, recognition: &Recognition) -> String {
    let Some(accuracy) = recognition.all.iter().rfind(|accuracy| accuracy.games <= 50) else {
        return String::new();
    };
    let mut text = format!("taken for whom, % of sets of {} games\n", accuracy.games);
    for (persona, taken) in study.personas.iter().zip(&accuracy.confusion) {
        let mut order: Vec<usize> = (0..taken.len()).filter(|index| taken[*index] >= 0.05).collect();
        order.sort_by(|one, other| taken[*other].total_cmp(&taken[*one]));
        let cell = |index: &usize| {
            format!("{} {:.0}", text::name(&study.personas[*index].player), 100.0 * taken[*index])
        };
        let cells: Vec<String> = order.iter().map(cell).collect();
        text.push_str(&format!("  {:<12} {}\n", text::name(&persona.player), cells.join(", ")));
    }
    text
}

fn study_outcome(study: &Study, part: &[usize], files: &[PathBuf]) -> Outcome {
    let [training, held, positions, held_positions] = study.counts;
    let corrected = holm(&study.likelihood.iter().map(|(_, p)| *p).collect::<Vec<_>>());
    let is_better = |index: usize| study.likelihood[index].0.difference.value > 0.0;
    let better = (0..study.personas.len()).filter(|index| is_better(*index)).count();
    let shown =
        (0..study.personas.len()).filter(|index| is_better(*index) && corrected[*index] < 0.05).count();
    let mut text = format!(
        "{} players, {positions} moves of {training} games to learn from, {held_positions} of {held} held out\n",
        study.personas.len()
    );
    text.push_str(&rows("all players", study.personas.len(), &study.recognition, |found| &found.all));
    if !part.is_empty() {
        text.push_str(&rows("part", part.len(), &study.recognition, |found| &found.part));
    }
    if let Some(personas) = study.recognition.first() {
        text.push_str(&confusion(study, personas));
    }
    text.push_str(&format!(
        "held-out moves more likely by the player's own model: {better} of {} players, {shown} by a sign test with Holm's \
         correction\n",
        study.personas.len()
    ));
    let accuracies = |all: &[Accuracy]| -> Vec<Value> {
        let of = |accuracy: &Accuracy| {
            json!({
                "games": accuracy.games, "share": accuracy.share, "interval": accuracy.interval,
                "sets": accuracy.sets, "confusion": accuracy.confusion,
            })
        };
        all.iter().map(of).collect()
    };
    let methods: Vec<Value> = study
        .recognition
        .iter()
        .map(|found| json!({ "method": found.method, "all": accuracies(&found.all), "part": accuracies(&found.part) }))
        .collect();
    let players: Vec<Value> = study
        .personas
        .iter()
        .zip(&study.likelihood)
        .zip(&corrected)
        .map(|((persona, (compared, p)), corrected)| {
            json!({
                "player": persona.player, "games": persona.games, "positions": persona.positions,
                "likelihood": compared.own, "common": compared.common, "difference": compared.difference.value,
                "error": compared.difference.error, "p": p, "p_holm": corrected,
            })
        })
        .collect();
    Outcome::new(
        text,
        json!({
            "games": training, "games_held_out": held, "positions": positions, "positions_held_out": held_positions,
            "factor": study.factor, "recognition": methods, "players": players, "files": files,
        }),
    )
}
