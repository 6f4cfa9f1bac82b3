//! A contest that is begun: what the flags or a tournament's file ask for, checked before the first game.

use std::path::Path;

use eyas::arena::entrant;
use eyas::arena::opening::{Openings, Order};
use eyas::arena::plan::Event;
use eyas::arena::settings::{ContestPlayer, ContestSettings, OpeningSource};
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::arena::tournament::{self, Tournament};
use time::OffsetDateTime;

use super::super::Failure;
use super::flags::{MatchArgs, Wishes};
use super::{Header, fingerprint, players, read, rules};

/// The seed unless a flag says otherwise.
const SEED: u64 = 1;

/// A contest of which nothing is written yet.
pub(super) struct Begun {
    pub(super) header: Header,
    pub(super) openings: Openings,
}

impl Begun {
    /// What the flags, or a tournament's file, ask for.
    pub(super) fn of(args: &MatchArgs, wishes: &Wishes) -> Result<Begun, Failure> {
        match &args.tournament {
            Some(file) => Begun::tournament(file, wishes),
            None => Begun::of_two(args, wishes),
        }
    }

    fn tournament(file: &Path, wishes: &Wishes) -> Result<Begun, Failure> {
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
            let at = format!("{}:", file.display());
            let mut found = players::player(&at, &spec, wishes, tournament.control)?;
            if let Some(name) = &player.name {
                found.name.clone_from(name);
            }
            players.push(found);
        }
        Begun::new(players, tournament.openings.as_deref(), |players, openings| ContestSettings {
            players,
            event: tournament.event,
            games: tournament.games,
            control: tournament.control,
            margin: tournament.margin,
            adjudication: tournament.adjudication,
            tablebases: tournament.tablebases,
            openings,
            order: tournament.order,
            seed: wishes.seed.unwrap_or(SEED),
            sprt: None,
        })
    }

    fn of_two(args: &MatchArgs, wishes: &Wishes) -> Result<Begun, Failure> {
        let missing = |flag: &str| Failure::Input(format!("{flag} is missing; see eyas match --help"));
        let [Some(a), Some(b)] = &wishes.players else {
            return Err(missing(if wishes.players[0].is_none() { "--a SPEC" } else { "--b SPEC" }));
        };
        let control = wishes
            .control
            .ok_or_else(|| missing("a limit of the moves (--tc, --nodes, --movetime or --depth)"))?;
        let hash = wishes.hash.unwrap_or(tournament::HASH);
        let mut players = Vec::new();
        for (index, spec) in [a, b].into_iter().enumerate() {
            let flag = if index == 0 { "--a" } else { "--b" };
            let (search, options) = (wishes.searches[index], wishes.options[index].clone());
            players.push(players::player(flag, spec, entrant::Wishes { search, hash, options }, control)?);
        }
        Begun::new(players, args.openings.as_deref(), |players, openings| ContestSettings {
            players,
            event: Event::RoundRobin,
            games: wishes.games.unwrap_or(tournament::GAMES),
            control,
            margin: wishes.margin.unwrap_or(tournament::MARGIN),
            adjudication: wishes.adjudication,
            tablebases: wishes.tablebases.clone(),
            openings,
            order: wishes.order.unwrap_or(Order::Random),
            seed: wishes.seed.unwrap_or(SEED),
            sprt: wishes.sprt,
        })
    }

    fn new(
        mut players: Vec<ContestPlayer>,
        file: Option<&Path>,
        settings: impl FnOnce(Vec<ContestPlayer>, OpeningSource) -> ContestSettings,
    ) -> Result<Begun, Failure> {
        players::tell_apart(&mut players);
        let openings = read(file)?;
        let blake3 = fingerprint(&openings);
        let file = file.map(|path| path.display().to_string());
        let settings = settings(players, OpeningSource { file, blake3 });
        rules(&settings)?;
        let header = Header { eyas: env!("CARGO_PKG_VERSION").to_owned(), date: today(), settings };
        Ok(Begun { header, openings })
    }
}

/// Today, as PGN writes it.
fn today() -> String {
    let date = OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}
