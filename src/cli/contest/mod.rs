//! `eyas match`: two players play games until it is known who is stronger.

mod begun;
mod flags;
mod players;
mod result;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use eyas::arena::contest::{Contest, Finish, News};
use eyas::arena::game::Rules;
use eyas::arena::opening::Openings;
use eyas::arena::pgn::{self, Tags};
use eyas::arena::plan::Plan;
use eyas::arena::settings::ContestSettings;
use eyas::arena::standing::{Standings, Test};
use eyas::arena::statistics::sprt::Verdict;
use eyas::evolution::fitness::Interrupt;
use eyas::files;
use eyas::job::report::Progress;
use eyas::session::{self, ContestFolder, Games, Occupancy};
use serde::{Deserialize, Serialize};

use begun::Begun;
pub(crate) use flags::MatchArgs;
use flags::Wishes;
use result::Finished;

use super::progress::Bar;
use super::{Failure, Globals, Outcome, SESSIONS, interrupt};

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
            let folder = session::new_contest_folder(Path::new(SESSIONS)).map_err(Failure::of_session)?;
            Work::create(&folder, begun)?
        }
    };
    work.play(args, globals, &interrupt)
}

impl Work {
    fn create(folder: &Path, Begun { header, openings }: Begun) -> Result<Work, Failure> {
        let durable = ContestFolder::create(folder, &header).map_err(Failure::of_session)?;
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
            return match session::occupancy(folder).map_err(Failure::of_session)? {
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
        let (durable, header, games) = ContestFolder::open::<Header>(folder).map_err(Failure::of_session)?;
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
        if fingerprint(&openings) != source.blake3 {
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
            let rules = rules(&settings)?;
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
                News::Fault(fixture, side, error) => {
                    let player = &settings.players[fixture.players[usize::from(side.is_black())]].name;
                    self.durable.log_fault(fixture.game, player, &error);
                    bar.say(&format!("game {}: {player}: {}", fixture.game + 1, error.fault));
                    ControlFlow::Continue(())
                }
                News::Began(..) | News::Moved(..) => ControlFlow::Continue(()),
            });
            if let Some(error) = trouble {
                return Err(Failure::of_session(error));
            }
        }
        self.durable.sync().map_err(Failure::of_session)?;
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
        let mut pgn = self.durable.write_pgn(&text).map_err(Failure::of_session)?;
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

/// How the games are played.
fn rules(settings: &ContestSettings) -> Result<Rules, Failure> {
    settings.rules().map_err(|error| Failure::Input(error.to_string()))
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

/// What openings are, in hexadecimal.
fn fingerprint(openings: &Openings) -> String {
    blake3::Hash::from_bytes(openings.fingerprint()).to_hex().to_string()
}

fn read(file: Option<&Path>) -> Result<Openings, Failure> {
    file.map_or_else(Openings::embedded, Openings::read).map_err(|error| Failure::Input(error.to_string()))
}
