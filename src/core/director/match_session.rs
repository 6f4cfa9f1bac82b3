//! A match in its directory: its state, the finished games, and the playing of the missing ones.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::Error;
use super::match_config::{Header, Ready, count, same_openings};
use super::players;
use crate::arena::control::Control;
use crate::arena::game::Record;
use crate::arena::latency::{Latencies, Latency};
use crate::arena::matches::{Finish, GameObserver, Match, MatchEvent};
use crate::arena::node_counts::NodeCounts;
use crate::arena::opening::{Opening, Openings};
use crate::arena::pgn::{self, Tags};
use crate::arena::plan::{Fixture, Fixtures};
use crate::arena::repeats::Repeats;
use crate::arena::settings::MatchSettings;
use crate::arena::standing::{Standings, Test};
use crate::arena::steering::Steering;
use crate::arena::time_losses::TimeLosses;
use crate::arena::wake;
use crate::arena::{PlayerError, PlayerFactory, descriptors};
use crate::engine::search::Engine;
use crate::session::MatchFolder;
use crate::threads::Interrupt;
use crate::trust::{self, EngineUse};

/// An open match directory, locked against other processes. The moves of the finished games are on the disk only.
#[derive(Debug)]
pub struct MatchSession {
    path: PathBuf,
    folder: MatchFolder,
    header: Header,
    openings: Arc<Openings>,
    plan: Fixtures,
    finished: BTreeSet<u64>,
    standings: Standings,
    time_losses: TimeLosses,
    test: Option<Test>,
    /// The number of losses on time after which the match ends early.
    max_time_losses: Option<u64>,
    warnings: Vec<String>,
}

/// An event of a match, reported after it was stored.
#[derive(Debug)]
pub enum Fact<'a> {
    /// A game is over.
    Over(Fixture, &'a Record),
    /// The player of this name caused a fault and is restarted.
    Fault(Fixture, &'a str, &'a PlayerError),
    /// A warning before the first game.
    Warning(&'a str),
}

impl MatchSession {
    /// Starts a match in a missing or empty directory.
    ///
    /// # Errors
    /// Returns an error if the directory is not empty, is in use by another process, or cannot be written.
    pub fn begin(path: &Path, ready: Ready) -> Result<MatchSession, Error> {
        let Ready { header, openings, files } = ready;
        // Its engines ran when the request was checked.
        trust::record_started(&EngineUse::of_match(&header.settings));
        let folder = MatchFolder::create(path, &header, &files)?;
        Ok(MatchSession::new(path, folder, header, openings))
    }

    /// Opens a match to resume it.
    ///
    /// # Errors
    /// Returns an error if there is no match, another process uses it, it is damaged or of a later version, or its
    /// openings have changed.
    pub fn open(path: &Path) -> Result<MatchSession, Error> {
        let mut games = Vec::new();
        let (folder, mut header) = MatchFolder::open(path, &mut |_: &Header, number, mut record| {
            record.opening.clear();
            record.moves = Vec::new();
            games.push((number, record));
        })?;
        let openings = same_openings(&header.settings)?;
        header.settings.openings.count = count(&openings);
        let mut match_session = MatchSession::new(path, folder, header, openings);
        for (number, result) in &games {
            // A game that the plan does not have is ignored.
            if let Some(fixture) = match_session.plan.fixture(*number) {
                match_session.add(fixture, result);
            }
        }
        Ok(match_session)
    }

    fn new(path: &Path, folder: MatchFolder, header: Header, openings: Openings) -> MatchSession {
        let plan = header.settings.plan();
        MatchSession {
            path: path.to_owned(),
            folder,
            finished: BTreeSet::new(),
            standings: Standings::new(&plan, header.settings.players.len()),
            time_losses: TimeLosses::default(),
            test: header.settings.sprt.map(Test::new),
            header,
            openings: Arc::new(openings),
            plan,
            max_time_losses: None,
            warnings: Vec::new(),
        }
    }

    /// Adds the result of a finished game.
    fn add(&mut self, fixture: Fixture, result: &Record) {
        self.finished.insert(fixture.game);
        self.standings.add(fixture, result);
        self.time_losses.add(result);
        self.test.iter_mut().for_each(|test| test.add(fixture, result));
    }

    /// Returns the directory.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.path
    }

    /// Returns the settings.
    #[must_use]
    pub fn settings(&self) -> &MatchSettings {
        &self.header.settings
    }

    /// Returns the schedule of all games.
    #[must_use]
    pub fn plan(&self) -> &Fixtures {
        &self.plan
    }

    /// Returns the number of finished games.
    #[must_use]
    pub fn finished(&self) -> u64 {
        self.finished.len() as u64
    }

    /// Returns the standings of all finished games, also of those that do not count: see [`Review`].
    #[must_use]
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Returns the sequential test, if there is one.
    #[must_use]
    pub fn test(&self) -> Option<&Test> {
        self.test.as_ref()
    }

    /// Sets the number of losses on time after which the match ends early; `None` for no limit.
    pub fn limit_time_losses(&mut self, limit: Option<u64>) {
        self.max_time_losses = limit;
    }

    /// Returns the warnings since the match was opened.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Returns an error if there are too many losses on time.
    fn check_time_losses(&self) -> Result<(), Error> {
        let TimeLosses { games, lost } = self.time_losses;
        match self.max_time_losses {
            Some(limit) if lost > limit => {
                Err(Error::TimeLosses { lost, games, limit, folder: self.path.clone() })
            }
            _ => Ok(()),
        }
    }

    /// Returns whether the match is over: all games are finished or the test is decided.
    #[must_use]
    pub fn is_complete(&self) -> bool {
        self.is_decided() || self.finished() >= self.plan.games()
    }

    fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(Test::is_decided)
    }

    /// Returns whether the test is undecided because its openings are used up.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.test.is_some()
            && !self.is_decided()
            && self.is_complete()
            && self.settings().demand().is_capped()
    }

    /// Plays the missing games. Every reported game is stored before it is reported, even if an error ends the match. A
    /// match that was complete before has no error.
    ///
    /// # Errors
    /// Returns an error if an organism has changed, a player can no longer be started, the directory cannot be written,
    /// or too many games were lost on time.
    pub fn play(
        &mut self,
        steering: &Steering,
        interrupt: &Interrupt,
        observer: &dyn GameObserver,
        listen: &mut dyn FnMut(Fact<'_>),
    ) -> Result<Finish, Error> {
        if self.is_complete() {
            return Ok(Finish::Complete);
        }
        trust::check(&self.path, &EngineUse::of_match(&self.header.settings))?;
        self.check_time_losses()?;
        let missing: Vec<u64> = (0..self.plan.games()).filter(|game| !self.finished.contains(game)).collect();
        let settings = self.header.settings.clone();
        let factories = players::factories(&settings, &self.path)?;
        let boards = steering.threads().min(missing.len());
        check_tables(&factories, boards)?;
        let engines = factories.iter().filter(|factory| factory.is_engine()).count();
        descriptors::check(engines.min(2) * boards)?;
        let rules = settings.rules()?;
        if settings.timing().is_timed() {
            let lateness = wake::worst_lateness(boards, steering.is_pinned());
            if let Some(warning) = wake::warning(lateness, settings.margin) {
                listen(Fact::Warning(&warning));
                self.warnings.push(warning);
            }
        }
        let (openings, plan) = (Arc::clone(&self.openings), self.plan.clone());
        let opening = |pair| opening(&openings, &settings, &plan, pair);
        let limits: Vec<Option<Control>> = settings.players.iter().map(|player| player.control).collect();
        let matches =
            Match { factories: &factories, plan: &plan, rules: &rules, limits: &limits, opening: &opening };
        let mut write_error = None;
        let played = matches.play(&missing, steering, interrupt, observer, &mut |event| match event {
            MatchEvent::Over(fixture, record) => {
                if let Err(error) = self.folder.append(fixture.game, &record) {
                    write_error = Some(error);
                    return ControlFlow::Break(());
                }
                listen(Fact::Over(fixture, &record));
                self.add(fixture, &record);
                let too_late = self.max_time_losses.is_some_and(|limit| self.time_losses.lost > limit);
                if self.is_decided() || too_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            MatchEvent::Fault(fixture, side, verdict, error) => {
                let player = &settings.players[fixture.player(side)].name;
                self.folder.log_fault(fixture.game, player, verdict, &error);
                listen(Fact::Fault(fixture, player, &error));
                ControlFlow::Continue(())
            }
        });
        if let Some(error) = write_error {
            return Err(error.into());
        }
        self.folder.sync()?;
        let finish = played?;
        self.check_time_losses()?;
        Ok(if self.is_complete() { Finish::Complete } else { finish })
    }

    /// Reads the games that count again.
    ///
    /// # Errors
    /// The directory cannot be read, or was damaged since it was opened.
    pub fn review(&self) -> Result<Review, Error> {
        Review::of(&self.path, &self.openings)
    }

    /// Returns whether the directory's `games.pgn` has this content.
    #[must_use]
    pub fn has_pgn(&self, text: &str) -> bool {
        self.folder.has_pgn(text)
    }

    /// Returns a function that can save the games while the match is played: it replaces the directory's `games.pgn` by
    /// the recorded games that count, and returns its text and the number of recorded games.
    pub fn saver(&self) -> impl FnOnce() -> Result<(String, u64), Error> + Send + use<> {
        let (path, openings) = (self.path.clone(), Arc::clone(&self.openings));
        move || {
            let Review { pgn, finished, .. } = Review::of(&path, &openings)?;
            MatchFolder::write_pgn(&path, &pgn)?;
            Ok((pgn, finished))
        }
    }

    /// Replaces the directory's `games.pgn` by this text of a [`Review`], and returns its path.
    ///
    /// # Errors
    /// Returns an error if the disk is full or the directory cannot be written. The old file then remains.
    pub fn write_pgn(&self, text: &str) -> Result<PathBuf, Error> {
        Ok(MatchFolder::write_pgn(&self.path, text)?)
    }
}

/// What the games that count show: all games of a match, or those up to the pair that decided the test.
#[derive(Debug)]
pub struct Review {
    /// The number of finished games, also of those that do not count.
    pub finished: u64,
    /// The number of games that count.
    pub games: u64,
    /// Their standings.
    pub standings: Standings,
    /// How many of them are identical to an earlier one and thus give no evidence.
    pub repeated: u64,
    /// How many of them were lost on time.
    pub time_losses: u64,
    /// Why the result is suspect and what to change; `None` if nothing is known against it.
    pub suspect: Option<String>,
    /// The latency of each player.
    pub latencies: Vec<Latency>,
    /// The games as PGN, in the order of their numbers.
    pub pgn: String,
}

impl Review {
    /// Reads the games of a match with these openings.
    fn of(folder: &Path, openings: &Openings) -> Result<Review, Error> {
        let mut found: Option<Reviewed> = None;
        let header = MatchFolder::each(folder, &mut |header: &Header, number, record| {
            found.get_or_insert_with(|| Reviewed::new(header)).add(header, openings, number, &record);
        })?;
        let settings = &header.settings;
        let found = found.unwrap_or_else(|| Reviewed::new(&header));
        let Reviewed { finished, standings, repeats, time_losses, nodes, latencies, pgn, .. } = found;
        Ok(Review {
            finished,
            games: time_losses.games,
            standings,
            repeated: repeats.count(),
            time_losses: time_losses.lost,
            suspect: settings.suspect(time_losses, &nodes),
            latencies: latencies.finish(),
            pgn,
        })
    }
}

/// A review of the first games of a match.
struct Reviewed {
    plan: Fixtures,
    test: Option<Test>,
    finished: u64,
    standings: Standings,
    repeats: Repeats,
    time_losses: TimeLosses,
    nodes: NodeCounts,
    latencies: Latencies,
    pgn: String,
}

impl Reviewed {
    fn new(header: &Header) -> Reviewed {
        let settings = &header.settings;
        let (plan, players) = (settings.plan(), settings.players.len());
        Reviewed {
            standings: Standings::new(&plan, players),
            plan,
            test: settings.sprt.map(Test::new),
            finished: 0,
            repeats: Repeats::default(),
            time_losses: TimeLosses::default(),
            nodes: NodeCounts::default(),
            latencies: Latencies::new((0..players).map(|player| settings.control_of(player)).collect()),
            pgn: String::new(),
        }
    }

    /// Adds the next game.
    fn add(&mut self, header: &Header, openings: &Openings, number: u64, record: &Record) {
        let Some(fixture) = self.plan.fixture(number) else { return };
        self.finished += 1;
        // Games after the pair that decided the test do not count.
        if self.test.as_ref().is_some_and(Test::is_decided) {
            return;
        }
        self.test.iter_mut().for_each(|test| test.add(fixture, record));
        self.standings.add(fixture, record);
        self.repeats.add(record);
        self.time_losses.add(record);
        self.nodes.add_game(&header.settings, fixture, record);
        self.latencies.add(fixture, record);
        self.pgn.extend(game_pgn(header, openings, &self.plan, fixture, record));
    }
}

/// Returns the PGN of games of the match in `folder`, in their order. The match may be in progress.
///
/// # Errors
/// Returns an error if the settings of the match cannot be read, or if its openings have changed.
pub fn games_pgn<'a>(
    folder: &Path,
    games: impl Iterator<Item = (&'a u64, &'a Record)>,
) -> Result<String, Error> {
    let (header, _) = MatchFolder::read_header::<Header>(folder)?;
    let openings = same_openings(&header.settings)?;
    let plan = header.settings.plan();
    let game = |(number, record): (&u64, &Record)| {
        game_pgn(&header, &openings, &plan, plan.fixture(*number)?, record)
    };
    Ok(games.filter_map(game).collect())
}

/// Returns the PGN of a game.
fn game_pgn(
    header: &Header,
    openings: &Openings,
    plan: &Fixtures,
    fixture: Fixture,
    record: &Record,
) -> Option<String> {
    let Header { date, settings, .. } = header;
    let opening = opening(openings, settings, plan, fixture.pair);
    let (control, more) = limit_tags(settings, fixture.players);
    let tags = Tags {
        event: if settings.players.len() == 2 { "Match" } else { "Tournament" },
        date,
        round: format!("{}.{}", fixture.pair + 1, fixture.game % 2 + 1),
        players: fixture.players.map(|player| settings.players[player].name.as_str()),
        opening: opening.name.as_deref(),
        control: &control,
        adjudication: settings.adjudication,
        timed: settings.timing().is_timed(),
        is_unfinished: false,
        more: &more,
    };
    pgn::write(record, &tags)
}

/// Returns the value of the tag `TimeControl`, and further tags if the limits or the tables of White and Black differ.
fn limit_tags(settings: &MatchSettings, players: [usize; 2]) -> (String, Vec<(&'static str, String)>) {
    let controls = players.map(|player| settings.control_of(player).to_string());
    let tables = players.map(|player| settings.players[player].hash);
    let mut more = Vec::new();
    if controls[0] != controls[1] {
        more.extend(["WhiteTimeControl", "BlackTimeControl"].into_iter().zip(controls.clone()));
    }
    if tables[0] != tables[1] {
        more.extend(["WhiteHash", "BlackHash"].into_iter().zip(tables.map(|table| table.to_string())));
    }
    let [white, black] = controls;
    // A question mark is an unknown value, as there is not one for both.
    (if white == black { white } else { "?".to_owned() }, more)
}

fn opening(openings: &Openings, settings: &MatchSettings, plan: &Fixtures, pair: u64) -> Opening {
    openings.nth(settings.order, settings.seed, plan.opening(pair, openings.count()))
}

/// Checks that the organisms' tables fit into memory for this number of concurrent games. Smaller tables would change
/// the games.
fn check_tables(factories: &[PlayerFactory], games: usize) -> Result<(), Error> {
    let mut sizes: Vec<usize> = factories.iter().map(PlayerFactory::table).collect();
    sizes.sort_unstable_by_key(|size| Reverse(*size));
    let mebibytes = sizes.iter().take(2).sum::<usize>().saturating_mul(games);
    if Engine::has_memory_for(mebibytes) { Ok(()) } else { Err(Error::Tables { games, mebibytes }) }
}
