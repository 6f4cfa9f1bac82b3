//! `eyas match`: two players play games until it is known who is stronger.

mod flags;
mod players;
mod result;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Duration;

use eyas::arena::contest::{Contest, Finish, News};
use eyas::arena::entrant;
use eyas::arena::game::Rules;
use eyas::arena::opening::{Openings, Order};
use eyas::arena::pgn::{self, Tags};
use eyas::arena::plan::{Event, Plan};
use eyas::arena::settings::{ContestPlayer, ContestSettings, OpeningSource};
use eyas::arena::spec::{PlayerSpec, SpecError};
use eyas::arena::standing::{Standings, Test};
use eyas::arena::statistics::sprt::Verdict;
use eyas::arena::tournament::{self, Tournament};
use eyas::evolution::fitness::Interrupt;
use eyas::files;
use eyas::job::report::Progress;
use eyas::session::{self, ContestFolder, Games, Occupancy};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

pub(crate) use flags::MatchArgs;
use flags::Wishes;
use result::Finished;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, interrupt};

/// Where sessions lie unless a folder is named.
const SESSIONS: &str = "sessions";

/// The seed unless a flag says otherwise.
const SEED: u64 = 1;

/// What `match.ron` says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Header {
    /// The version of Eyas that began it.
    eyas: String,
    /// The day it began, for PGN; UTC.
    date: String,
    settings: ContestSettings,
}

/// A contest ready to be played or gone on with.
struct Work {
    folder: PathBuf,
    durable: ContestFolder,
    header: Header,
    openings: Openings,
    games: Games,
}

/// Runs `eyas match`.
pub(crate) fn run(args: &MatchArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let interrupt = interrupt::on_signals()?;
    let wishes = args.wishes(globals);
    let work = match &globals.session {
        Some(folder) => Work::in_folder(folder, args, globals, &wishes)?,
        None if globals.resume => {
            return Err(Failure::Input("--resume: name the match's folder with --session DIR".to_owned()));
        }
        None => {
            let begun = Begun::of(args, &wishes)?;
            let folder = session::new_contest_folder(Path::new(SESSIONS)).map_err(failure)?;
            Work::create(&folder, begun)?
        }
    };
    work.play(args, globals, &interrupt)
}

/// A contest of which nothing is written yet.
struct Begun {
    header: Header,
    openings: Openings,
}

impl Begun {
    /// What the flags, or a tournament's file, ask for.
    fn of(args: &MatchArgs, wishes: &Wishes) -> Result<Begun, Failure> {
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
        let blake3 = blake3::Hash::from_bytes(openings.fingerprint()).to_hex().to_string();
        let file = file.map(|path| path.display().to_string());
        let settings = settings(players, OpeningSource { file, blake3 });
        let header = Header { eyas: env!("CARGO_PKG_VERSION").to_owned(), date: today(), settings };
        Ok(Begun { header, openings })
    }
}

impl Work {
    fn create(folder: &Path, Begun { header, openings }: Begun) -> Result<Work, Failure> {
        let durable = ContestFolder::create(folder, &header).map_err(failure)?;
        Ok(Work { folder: folder.to_owned(), durable, header, openings, games: Games::new() })
    }

    fn in_folder(
        folder: &Path,
        args: &MatchArgs,
        globals: &Globals,
        wishes: &Wishes,
    ) -> Result<Work, Failure> {
        let shown = folder.display();
        if !ContestFolder::is_one(folder) {
            return match session::occupancy(folder).map_err(failure)? {
                Occupancy::Vacant => Work::create(folder, Begun::of(args, wishes)?),
                Occupancy::Session | Occupancy::Other => Err(Failure::Input(format!(
                    "{shown}: the folder holds other files and no match. Name an empty or a new folder with --session"
                ))),
            };
        }
        if !globals.resume {
            return Err(Failure::Input(format!(
                "{shown}: the folder holds a match already. Add --resume to go on with it, or name another folder \
                 with --session to begin a new one"
            )));
        }
        let (durable, header, games) = ContestFolder::open::<Header>(folder).map_err(failure)?;
        let mut contradicting = wishes.contradictions(&header.settings);
        if args.tournament.is_some() && Begun::of(args, wishes)?.header.settings != header.settings {
            contradicting.push("the tournament's file");
        }
        let source = &header.settings.openings;
        if args.openings.as_ref().is_some_and(|path| Some(path.display().to_string()) != source.file) {
            contradicting.push("--openings");
        }
        if !contradicting.is_empty() {
            return Err(Failure::Input(format!(
                "{shown}: the match was begun with other settings than {}. Leave these flags away to go on with it, \
                 or name another folder with --session to begin a new one",
                contradicting.join(", ")
            )));
        }
        let openings = read(source.file.as_deref().map(Path::new))?;
        if blake3::Hash::from_bytes(openings.fingerprint()).to_hex().as_str() != source.blake3 {
            return Err(Failure::Input(format!(
                "{}: the openings are not those the match was begun with; bring the file back as it was, or begin a \
                 new match",
                source.file.as_deref().unwrap_or("the embedded openings")
            )));
        }
        Ok(Work { folder: folder.to_owned(), durable, header, openings, games })
    }

    fn play(
        mut self,
        args: &MatchArgs,
        globals: &Globals,
        interrupt: &Interrupt,
    ) -> Result<Outcome, Failure> {
        let settings = self.header.settings.clone();
        let plan = settings.plan();
        let mut test = settings.sprt.map(Test::new);
        for (number, record) in &self.games {
            if let (Some(test), Some(fixture)) = (&mut test, plan.fixture(*number)) {
                test.add(fixture, record);
            }
        }
        let decided = |test: &Option<Test>| test.as_ref().is_some_and(|test| test.verdict() != Verdict::Open);
        let missing: Vec<u64> = (0..plan.games()).filter(|game| !self.games.contains_key(game)).collect();
        let mut played = Ok(Finish::Complete);
        if !decided(&test) && !missing.is_empty() {
            let contenders = players::contenders(&settings)?;
            let rules = Rules {
                control: settings.control,
                margin: Duration::from_millis(settings.margin),
                adjudication: settings.adjudication,
            };
            let openings = &self.openings;
            let opening = |pair| openings.nth(settings.order, settings.seed, pair).game;
            let contest = Contest { contenders: &contenders, plan: &plan, rules: &rules, opening: &opening };
            let threads = threads(args, globals, &settings);
            let bar = Bar::counted();
            let mut trouble = None;
            show(&bar, &self.games, &plan);
            played = contest.play(&missing, threads, interrupt, &mut |news| match news {
                News::Over(fixture, record) => {
                    if let Err(error) = self.durable.append(fixture.game, &record) {
                        trouble = Some(error);
                        return ControlFlow::Break(());
                    }
                    if let Some(test) = &mut test {
                        test.add(fixture, &record);
                    }
                    self.games.insert(fixture.game, *record);
                    show(&bar, &self.games, &plan);
                    if decided(&test) { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                }
                News::Fault(fixture, _, error) => {
                    bar.say(&format!("game {}: {error}", fixture.game + 1));
                    ControlFlow::Continue(())
                }
                News::Began(..) | News::Moved(..) => ControlFlow::Continue(()),
            });
            if let Some(error) = trouble {
                return Err(failure(error));
            }
        }
        self.durable.sync().map_err(failure)?;
        self.finish(args, &plan, test.as_ref(), played.map_err(|error| Failure::Runtime(error.to_string()))?)
    }

    /// Writes the games down and says how the match stands.
    fn finish(
        mut self,
        args: &MatchArgs,
        plan: &Plan,
        test: Option<&Test>,
        finish: Finish,
    ) -> Result<Outcome, Failure> {
        let counted = test.and_then(Test::games).unwrap_or(u64::MAX);
        self.games.retain(|game, _| *game < counted);
        let settings = &self.header.settings;
        let text: String = self
            .games
            .iter()
            .filter_map(|(game, record)| {
                let fixture = plan.fixture(*game)?;
                let tags = Tags {
                    event: if settings.players.len() == 2 { "Match" } else { "Tournament" },
                    date: &self.header.date,
                    round: format!("{}.{}", fixture.pair + 1, fixture.game % 2 + 1),
                    players: fixture.players.map(|player| settings.players[player].name.as_str()),
                    control: &settings.control.to_string(),
                    timed: settings.control.is_timed(),
                };
                pgn::write(record, &tags)
            })
            .collect();
        let mut pgn = self.durable.write_pgn(&text).map_err(failure)?;
        if let Some(path) = &args.pgn {
            files::replace(path, text.as_bytes()).map_err(|error| {
                Failure::Runtime(format!("{}: cannot be written: {error}", path.display()))
            })?;
            pgn.clone_from(path);
        }
        let is_over = test.is_some_and(|test| test.verdict() != Verdict::Open);
        if finish == Finish::Stopped && !is_over {
            return Err(Failure::Interrupted(format!(
                "interrupted after {} of {} games; go on with --session {} --resume",
                self.games.len(),
                plan.games(),
                self.folder.display()
            )));
        }
        let standings = Standings::of(plan, settings.players.len(), &self.games);
        let (games, folder) = (&self.games, self.folder.clone());
        let finished = Finished { settings, games, plan, standings: &standings, test, folder, pgn };
        Ok(if settings.players.len() == 2 { finished.outcome() } else { finished.table() })
    }
}

/// How many games are played at a time.
fn threads(args: &MatchArgs, globals: &Globals, settings: &ContestSettings) -> usize {
    let all = || std::thread::available_parallelism().map_or(1, usize::from);
    let usual = || if settings.control.is_timed() { 1 } else { all() };
    args.concurrency.map(usize::from).or(globals.threads.filter(|threads| *threads > 0)).unwrap_or_else(usual)
}

fn show(bar: &Bar, games: &Games, plan: &Plan) {
    bar.show(&Progress {
        activity: "playing",
        done: games.len() as u64,
        total: plan.games(),
        organisms_per_second: 0.0,
        time_left: None,
    });
}

fn read(file: Option<&Path>) -> Result<Openings, Failure> {
    file.map_or_else(Openings::embedded, Openings::read).map_err(|error| Failure::Input(error.to_string()))
}

/// Today, as PGN writes it.
fn today() -> String {
    let date = OffsetDateTime::now_utc().date();
    format!("{:04}.{:02}.{:02}", date.year(), u8::from(date.month()), date.day())
}

fn failure(error: session::Error) -> Failure {
    if error.is_input() { Failure::Input(error.to_string()) } else { Failure::Runtime(error.to_string()) }
}
