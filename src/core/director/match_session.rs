//! A match in its directory: its state, the finished games, and the playing of the missing ones.

use std::cmp::Reverse;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::error::Error;
use super::match_config::{Header, Ready, count, same_openings};
use super::players;
use crate::arena::control::Control;
use crate::arena::game::Record;
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
use crate::session::{Games, MatchFolder};
use crate::threads::Interrupt;
use crate::trust::{self, EngineUse};

/// An open match directory, locked against other processes.
#[derive(Debug)]
pub struct MatchSession {
    path: PathBuf,
    folder: MatchFolder,
    header: Header,
    openings: Arc<Openings>,
    plan: Fixtures,
    games: Games,
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
        Ok(MatchSession::new(path, folder, header, openings, Games::new()))
    }

    /// Opens a match to resume it.
    ///
    /// # Errors
    /// Returns an error if there is no match, another process uses it, it is damaged or of a later version, or its
    /// openings have changed.
    pub fn open(path: &Path) -> Result<MatchSession, Error> {
        let (folder, mut header, games) = MatchFolder::open::<Header>(path)?;
        let openings = same_openings(&header.settings)?;
        header.settings.openings.count = count(&openings);
        Ok(MatchSession::new(path, folder, header, openings, games))
    }

    fn new(
        path: &Path,
        folder: MatchFolder,
        header: Header,
        openings: Openings,
        games: Games,
    ) -> MatchSession {
        let plan = header.settings.plan();
        let test = test_of(&header, &plan, &games);
        MatchSession {
            path: path.to_owned(),
            folder,
            header,
            openings: Arc::new(openings),
            plan,
            games,
            test,
            max_time_losses: None,
            warnings: Vec::new(),
        }
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

    /// Returns the finished games, by number.
    #[must_use]
    pub fn games(&self) -> &Games {
        &self.games
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

    /// Returns the losses on time among the games that count.
    #[must_use]
    pub fn time_losses(&self) -> TimeLosses {
        TimeLosses::from_records(self.counted().map(|(_, record)| record))
    }

    /// Returns why the result is suspect and what to change; `None` if nothing is known against it.
    #[must_use]
    pub fn suspect(&self) -> Option<String> {
        let settings = self.settings();
        settings.suspect(self.time_losses(), &NodeCounts::of_games(settings, self.counted()))
    }

    /// Returns an error if there are too many losses on time.
    fn check_time_losses(&self) -> Result<(), Error> {
        let TimeLosses { games, lost } = TimeLosses::from_records(self.games.values());
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
        self.is_decided() || self.games.len() as u64 >= self.plan.games()
    }

    fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(Test::is_decided)
    }

    /// Returns the games that count: all, or those up to the pair that decided the test.
    pub fn counted(&self) -> impl Iterator<Item = (&u64, &Record)> {
        counted(&self.games, self.test.as_ref())
    }

    /// Returns how many of the games that count are identical to an earlier one and thus give no evidence.
    #[must_use]
    pub fn repeated_games(&self) -> u64 {
        Repeats::among(self.counted().map(|(_, record)| record))
    }

    /// Returns whether the test is undecided because its openings are used up.
    #[must_use]
    pub fn is_exhausted(&self) -> bool {
        self.test.is_some()
            && !self.is_decided()
            && self.is_complete()
            && self.settings().demand().is_capped()
    }

    /// Returns the standings of the games that count.
    #[must_use]
    pub fn standings(&self) -> Standings {
        Standings::from_games(&self.plan, self.settings().players.len(), self.counted())
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
        let missing: Vec<u64> =
            (0..self.plan.games()).filter(|game| !self.games.contains_key(game)).collect();
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
        let mut time_losses = TimeLosses::from_records(self.games.values());
        let MatchSession { folder, openings, plan, games, test, max_time_losses, .. } = self;
        let opening = |pair| opening(openings, &settings, plan, pair);
        let limits: Vec<Option<Control>> = settings.players.iter().map(|player| player.control).collect();
        let matches =
            Match { factories: &factories, plan, rules: &rules, limits: &limits, opening: &opening };
        let mut write_error = None;
        let played = matches.play(&missing, steering, interrupt, observer, &mut |event| match event {
            MatchEvent::Over(fixture, record) => {
                if let Err(error) = folder.append(fixture.game, &record) {
                    write_error = Some(error);
                    return ControlFlow::Break(());
                }
                listen(Fact::Over(fixture, &record));
                if let Some(test) = test {
                    test.add(fixture, &record);
                }
                time_losses.add(&record);
                games.insert(fixture.game, *record);
                let decided = test.as_ref().is_some_and(Test::is_decided);
                let too_late = max_time_losses.is_some_and(|limit| time_losses.lost > limit);
                if decided || too_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            }
            MatchEvent::Fault(fixture, side, verdict, error) => {
                let player = &settings.players[fixture.player(side)].name;
                folder.log_fault(fixture.game, player, verdict, &error);
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

    /// Returns the PGN of the games that count, in the order of their numbers.
    #[must_use]
    pub fn pgn(&self) -> String {
        write_games(&self.header, &self.openings, self.counted())
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
            let (header, games) = MatchFolder::read::<Header>(&path)?;
            let test = test_of(&header, &header.settings.plan(), &games);
            let text = write_games(&header, &openings, counted(&games, test.as_ref()));
            MatchFolder::write_pgn(&path, &text)?;
            Ok((text, games.len() as u64))
        }
    }

    /// Replaces the directory's `games.pgn` by this text from [`MatchSession::pgn`], and returns its path.
    ///
    /// # Errors
    /// Returns an error if the disk is full or the directory cannot be written. The old file then remains.
    pub fn write_pgn(&self, text: &str) -> Result<PathBuf, Error> {
        Ok(MatchFolder::write_pgn(&self.path, text)?)
    }
}

/// Returns the sequential test of a match with these games, if it has one.
fn test_of(header: &Header, plan: &Fixtures, games: &Games) -> Option<Test> {
    let mut test = header.settings.sprt.map(Test::new)?;
    for (number, record) in games {
        if let Some(fixture) = plan.fixture(*number) {
            test.add(fixture, record);
        }
    }
    Some(test)
}

/// Returns the games that count: all, or those up to the pair that decided the test.
fn counted<'a>(games: &'a Games, test: Option<&Test>) -> impl Iterator<Item = (&'a u64, &'a Record)> {
    games.range(..test.and_then(Test::games).unwrap_or(u64::MAX))
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
    Ok(write_games(&header, &openings, games))
}

fn write_games<'a>(
    header: &Header,
    openings: &Openings,
    games: impl Iterator<Item = (&'a u64, &'a Record)>,
) -> String {
    let Header { date, settings, .. } = header;
    let plan = settings.plan();
    let game = |(game, record): (&u64, &Record)| {
        let fixture = plan.fixture(*game)?;
        let opening = opening(openings, settings, &plan, fixture.pair);
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
    };
    games.filter_map(game).collect()
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
