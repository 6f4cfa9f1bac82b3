//! The contest that the flags or a tournament's file propose.

use std::path::{Path, PathBuf};

use eyas::arena::entrant;
use eyas::arena::opening::Order;
use eyas::arena::plan::Event;
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::arena::tournament::{self, Tournament};
use eyas::director::{Candidate, Error, Proposal, Ready, Who};
use eyas::threads::Interrupt;

use super::super::Failure;
use super::flags::{MatchArgs, Wishes};

/// The seed unless a flag says otherwise.
const SEED: u64 = 1;

/// What is asked for, checked.
pub(super) fn ready(args: &MatchArgs, wishes: &Wishes, interrupt: &Interrupt) -> Result<Ready, Failure> {
    let (proposal, labels) = match &args.tournament {
        Some(file) => tournament(file, wishes)?,
        None => {
            let opponents = wishes.opponents.iter().map(|_| "--b".to_owned());
            (of_flags(args, wishes)?, std::iter::once("--a".to_owned()).chain(opponents).collect())
        }
    };
    proposal.check(interrupt).map_err(|error| match &error {
        Error::Unfit { number, .. } => {
            let label = labels.get(*number).or(labels.first()).map_or("", String::as_str);
            Failure::Input(format!("{label} {error}"))
        }
        _ => super::failure(error),
    })
}

/// The proposal of a file, and what its players' errors begin with.
fn tournament(file: &Path, wishes: &Wishes) -> Result<(Proposal, Vec<String>), Failure> {
    if let Some(flag) = wishes.of_a_match() {
        return Err(Failure::Input(format!(
            "{flag}: a tournament's file says this; change it in {}",
            file.display()
        )));
    }
    let tournament = Tournament::read(file).map_err(|error| Failure::Input(error.to_string()))?;
    let mut players = Vec::new();
    for player in &tournament.players {
        let invalid = |error: SpecError| Failure::Input(format!("{}: {error}", file.display()));
        let spec: PlayerSpec = player.spec.parse().map_err(invalid)?;
        let wishes = entrant::Wishes {
            search: player.search,
            hash: tournament.hash,
            options: player.options.clone().into_iter().collect(),
        };
        players.push(Candidate { who: Who::Named(spec), name: player.name.clone(), wishes });
    }
    let proposal = Proposal {
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
        seed: wishes.seed.unwrap_or(SEED),
        sprt: None,
        pgn_detail: tournament.pgn_detail,
    };
    Ok((proposal, vec![format!("{}:", file.display())]))
}

/// A match of two players, or a gauntlet.
fn of_flags(args: &MatchArgs, wishes: &Wishes) -> Result<Proposal, Failure> {
    let missing = |flag: &str| Failure::Input(format!("{flag} is missing; see eyas match --help"));
    let a = wishes.first.as_ref().ok_or_else(|| missing("--a SPEC"))?;
    if wishes.opponents.is_empty() {
        return Err(missing("--b SPEC"));
    }
    if wishes.opponents.len() > 1 && !wishes.gauntlet {
        return Err(Failure::Input(
            "--b: there are several opponents; add --gauntlet for a match of a against each of them"
                .to_owned(),
        ));
    }
    let control = wishes
        .control
        .ok_or_else(|| missing("a limit of the moves (--tc, --nodes, --movetime or --depth)"))?;
    let hash = wishes.hash.unwrap_or(tournament::HASH);
    let player = |(side, spec): (usize, &PlayerSpec)| {
        let (search, options) = (wishes.searches[side], wishes.options[side].clone());
        let wishes = entrant::Wishes { search, hash, options };
        Candidate { who: Who::Named(spec.clone()), name: None, wishes }
    };
    let opponents = wishes.opponents.iter().map(|spec| (1, spec));
    Ok(Proposal {
        players: std::iter::once((0, a)).chain(opponents).map(player).collect(),
        event: if wishes.gauntlet { Event::Gauntlet } else { Event::RoundRobin },
        games: wishes.games.unwrap_or(tournament::GAMES),
        control,
        margin: wishes.margin.unwrap_or(tournament::MARGIN),
        adjudication: wishes.adjudication,
        tablebases: wishes.tablebases.clone(),
        variant: wishes.variant.unwrap_or_default(),
        openings: args.openings.clone(),
        order: wishes.order.unwrap_or(Order::Random),
        seed: wishes.seed.unwrap_or(SEED),
        sprt: wishes.sprt,
        pgn_detail: wishes.pgn_detail,
    })
}
