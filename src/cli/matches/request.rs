//! The match that the flags or a tournament file request.

use std::path::{Path, PathBuf};

use eyas::arena::opening::Order;
use eyas::arena::plan::Event;
use eyas::arena::resolved_player::{self, ResolvedPlayer};
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::arena::tournament::{self, Tournament};
use eyas::director::{Candidate, Error, MatchConfig, PlayerSource, Ready};
use eyas::job::Workforce;
use eyas::threads::Interrupt;

use super::super::{Failure, Globals};
use super::flags::MatchArgs;

/// The default seed.
pub(super) const SEED: u64 = 1;

/// Returns the requested match after checking it. Without `--seed` it has this seed.
pub(super) fn ready(
    args: &MatchArgs,
    globals: &Globals,
    seed: u64,
    interrupt: &Interrupt,
) -> Result<Ready, Failure> {
    let seed = globals.seed.unwrap_or(seed);
    let (config, labels) = match &args.tournament {
        Some(file) => tournament(file, args, seed)?,
        None => {
            let opponents = args.b.iter().map(|_| "--b".to_owned());
            (of_flags(args, seed)?, std::iter::once("--a".to_owned()).chain(opponents).collect())
        }
    };
    globals.workers.as_ref().map_or(Ok(()), |workers| check_workers(&config, workers))?;
    config.check(interrupt).map_err(|error| match &error {
        Error::InvalidPlayer { number, .. } => {
            let label = labels.get(*number).or(labels.first()).map_or("", String::as_str);
            Failure::Input(format!("{label} {error}"))
        }
        _ => super::failure(error),
    })
}

/// Checks that workers can play with the players of a match. No engine starts here with options that workers may not set.
fn check_workers(config: &MatchConfig, workers: &Workforce) -> Result<(), Failure> {
    let service = workers.0.games();
    for Candidate { source, options, .. } in &config.players {
        let PlayerSource::Named(spec) = source else { continue };
        // The match reports a player that does not exist.
        let Ok(resolved) = ResolvedPlayer::of(spec, options) else { continue };
        service.check(&resolved.factory).map_err(Failure::Runtime)?;
    }
    Ok(())
}

/// Returns the configuration in a file, and the prefix of the error messages about its players.
fn tournament(file: &Path, args: &MatchArgs, seed: u64) -> Result<(MatchConfig, Vec<String>), Failure> {
    if let Some(flag) = args.excluded_by_tournament() {
        return Err(Failure::Input(format!(
            "{flag}: not allowed with a tournament file; change the value in {}",
            file.display()
        )));
    }
    let tournament = Tournament::read(file).map_err(Failure::input)?;
    let mut players = Vec::new();
    for player in &tournament.players {
        let invalid = |error: SpecError| Failure::Input(format!("{}: {error}", file.display()));
        let spec: PlayerSpec = player.spec.parse().map_err(invalid)?;
        let options = resolved_player::PlayerOptions {
            search: player.search,
            hash: tournament.hash,
            options: player.options.clone().into_iter().collect(),
        };
        players.push(Candidate { source: PlayerSource::Named(spec), name: player.name.clone(), options });
    }
    let config = MatchConfig {
        players,
        event: tournament.event,
        games: tournament.games,
        control: tournament.control,
        margin: tournament.margin,
        adjudication: tournament.adjudication,
        tablebases: tournament.tablebases,
        variant: tournament.variant,
        openings: tournament.openings.as_ref().map(PathBuf::from),
        order: tournament.order,
        seed,
        sprt: None,
        pgn_detail: tournament.pgn_detail,
    };
    Ok((config, vec![format!("{}:", file.display())]))
}

/// Returns a match of two players, or a gauntlet.
fn of_flags(args: &MatchArgs, seed: u64) -> Result<MatchConfig, Failure> {
    let missing = |flag: &str| Failure::Input(format!("{flag} is missing; see “eyas match --help”"));
    let a = args.a.as_ref().ok_or_else(|| missing("--a SPEC"))?;
    if args.b.is_empty() {
        return Err(missing("--b SPEC"));
    }
    if args.b.len() > 1 && !args.gauntlet {
        return Err(Failure::Input(
            "--b: a match has one opponent; add --gauntlet to play a against several".to_owned(),
        ));
    }
    let control =
        args.control().ok_or_else(|| missing("a move limit (--tc, --nodes, --movetime or --depth)"))?;
    let hash = args.hash.unwrap_or(tournament::HASH);
    let player = |(side, spec): (usize, &PlayerSpec)| {
        let (search, options) = (args.searches()[side], args.options()[side].clone());
        let options = resolved_player::PlayerOptions { search, hash, options };
        Candidate { source: PlayerSource::Named(spec.clone()), name: None, options }
    };
    let opponents = args.b.iter().map(|spec| (1, spec));
    Ok(MatchConfig {
        players: std::iter::once((0, a)).chain(opponents).map(player).collect(),
        event: if args.gauntlet { Event::Gauntlet } else { Event::RoundRobin },
        games: args.games.unwrap_or(tournament::GAMES),
        control,
        margin: args.margin.unwrap_or(tournament::MARGIN),
        adjudication: args.adjudication(),
        tablebases: args.tablebases.clone(),
        variant: args.variant.unwrap_or_default(),
        openings: args.openings.clone(),
        order: args.order.unwrap_or(Order::Random),
        seed,
        sprt: args.sprt(),
        pgn_detail: args.pgn_detail,
    })
}
