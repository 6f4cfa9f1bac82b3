//! The match that the flags or a tournament file request.

use std::path::Path;

use eyas::arena::plan::Pairing;
use eyas::arena::resolved_player::ResolvedPlayer;
use eyas::director::{Error, LIMITS, MatchConfig, PlayerSource, Ready};
use eyas::job::Workforce;
use eyas::threads::Interrupt;

use super::super::{Failure, Globals};
use super::flags::MatchArgs;

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
    if config.players.iter().any(|player| player.control.is_some()) {
        return Err(Failure::Input(
            "--workers: workers cannot play games of players with limits of their own; remove --limit-a and --limit-b, or \
             the limits in the tournament file"
                .to_owned(),
        ));
    }
    let service = workers.0.games();
    for player in &config.players {
        let PlayerSource::Named(spec) = &player.source else { continue };
        // The match reports a player that does not exist.
        let Ok(resolved) = ResolvedPlayer::of(spec, &player.options(config.hash)) else { continue };
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
    let config = MatchConfig::read(file).map_err(Failure::input)?;
    Ok((MatchConfig { seed, ..config }, vec![format!("{}:", file.display())]))
}

/// Returns a match of two players, or a gauntlet.
fn of_flags(args: &MatchArgs, seed: u64) -> Result<MatchConfig, Failure> {
    let missing = |flag: &str| Failure::Input(format!("{flag} is missing; see “eyas match --help”"));
    let a = args.a.as_ref().ok_or_else(|| missing("--a SPEC"))?;
    if args.b.is_empty() {
        return Err(missing("--b SPEC"));
    }
    let mut config = MatchConfig { seed, ..MatchConfig::default() };
    args.games.apply(&mut config)?;
    if args.b.len() > 1 && config.event != Pairing::Gauntlet {
        return Err(Failure::Input(
            "--b: a match has one opponent; add --gauntlet to play a against several".to_owned(),
        ));
    }
    if !args.games.has(&LIMITS) && args.limits().iter().any(Option::is_none) {
        return Err(missing("a move limit (--tc, --nodes, --movetime or --depth)"));
    }
    let opponents = args.b.iter().map(|spec| args.candidate(1, spec));
    config.players = std::iter::once(args.candidate(0, a)).chain(opponents).collect();
    if let (false, Some(limit)) = (args.games.has(&LIMITS), args.limits()[0]) {
        config.control = limit;
    }
    Ok(config)
}
