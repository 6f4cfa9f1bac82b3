//! The contest that the flags or a tournament's file propose.

use std::path::{Path, PathBuf};

use eyas::arena::entrant;
use eyas::arena::opening::Order;
use eyas::arena::plan::Event;
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::arena::tournament::{self, Tournament};
use eyas::director::{Candidate, Error, Proposal, Ready, Who};

use super::super::Failure;
use super::flags::{MatchArgs, Wishes};

/// The seed unless a flag says otherwise.
const SEED: u64 = 1;

/// What is asked for, checked.
pub(super) fn ready(args: &MatchArgs, wishes: &Wishes) -> Result<Ready, Failure> {
    let (proposal, labels) = match &args.tournament {
        Some(file) => tournament(file, wishes)?,
        None => (match_of_two(args, wishes)?, vec!["--a".to_owned(), "--b".to_owned()]),
    };
    proposal.check().map_err(|error| match &error {
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
        openings: tournament.openings.as_ref().map(PathBuf::from),
        order: tournament.order,
        seed: wishes.seed.unwrap_or(SEED),
        sprt: None,
    };
    Ok((proposal, vec![format!("{}:", file.display())]))
}

fn match_of_two(args: &MatchArgs, wishes: &Wishes) -> Result<Proposal, Failure> {
    let missing = |flag: &str| Failure::Input(format!("{flag} is missing; see eyas match --help"));
    let [Some(a), Some(b)] = &wishes.players else {
        return Err(missing(if wishes.players[0].is_none() { "--a SPEC" } else { "--b SPEC" }));
    };
    let control = wishes
        .control
        .ok_or_else(|| missing("a limit of the moves (--tc, --nodes, --movetime or --depth)"))?;
    let hash = wishes.hash.unwrap_or(tournament::HASH);
    let player = |(index, spec): (usize, &PlayerSpec)| {
        let (search, options) = (wishes.searches[index], wishes.options[index].clone());
        let wishes = entrant::Wishes { search, hash, options };
        Candidate { who: Who::Named(spec.clone()), name: None, wishes }
    };
    Ok(Proposal {
        players: [a, b].into_iter().enumerate().map(player).collect(),
        event: Event::RoundRobin,
        games: wishes.games.unwrap_or(tournament::GAMES),
        control,
        margin: wishes.margin.unwrap_or(tournament::MARGIN),
        adjudication: wishes.adjudication,
        tablebases: wishes.tablebases.clone(),
        openings: args.openings.clone(),
        order: wishes.order.unwrap_or(Order::Random),
        seed: wishes.seed.unwrap_or(SEED),
        sprt: wishes.sprt,
    })
}
