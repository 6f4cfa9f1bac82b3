//! What the screen remembers: the match that is open, what is watched of it, and the saved ones.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::Pane;
use super::players::{Chosen, Engine};
use super::terms::Terms;
use crate::arena::crosstable::{Row, crosstable};
use crate::arena::game::Record;
use crate::arena::matches::Finish;
use crate::arena::plan::Plan;
use crate::arena::repeats::Repeats;
use crate::arena::settings::MatchSettings;
use crate::arena::standing::{Standings, Test};
use crate::arena::time_losses::TimeLosses;
use crate::director::{Board, Report};
use crate::tui::boards::Replay;
use crate::tui::cursor::Cursor;
use crate::tui::log::Severity;

/// What the screen remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The match that is open.
    pub(crate) open: Option<Hosted>,
    /// The saved ones.
    pub(crate) saved: SavedList,
    /// Whether the saved ones are listed in place of the open one.
    pub(crate) listing: bool,
    /// The pane that has the keys.
    pub(crate) pane: Pane,
    /// Whether it is shown alone.
    pub(crate) zoomed: bool,
    /// Whether Black stands below.
    pub(crate) flipped: bool,
    /// The engines that have profiles, as far as that is known.
    pub(crate) engines: Vec<Engine>,
    /// Who was chosen for the last match.
    pub(crate) chosen: Vec<Chosen>,
    /// How it was to be played.
    pub(crate) terms: Terms,
    /// Whether something happened since the screen was last looked at.
    pub(crate) news: bool,
}

/// The saved matches.
#[derive(Debug, Default)]
pub(crate) struct SavedList {
    /// They, newest first; `None` until they are read.
    pub(crate) rows: Option<Result<Vec<SavedRow>, String>>,
    /// Whether they are being read.
    pub(crate) asked: bool,
    /// The row the keys are on.
    pub(crate) cursor: Cursor,
}

impl SavedList {
    /// The rows there are.
    pub(crate) fn rows(&self) -> &[SavedRow] {
        self.rows.as_ref().and_then(|rows| rows.as_ref().ok()).map_or(&[], Vec::as_slice)
    }
}

/// A saved match as the list shows it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SavedRow {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// Who plays, and how; or why it cannot be read.
    pub(crate) about: Result<String, String>,
    /// Games over, and all.
    pub(crate) games: Option<(u64, u64)>,
    /// How long ago it changed, when it was listed.
    pub(crate) age: Option<Duration>,
}

impl SavedRow {
    /// Its name: its folder's.
    pub(crate) fn name(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// Where a match stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Its players are looked at.
    Checking,
    /// Games are played.
    Playing,
    /// NoObserver moves.
    Paused,
    /// It is about to stop.
    Stopping,
    /// It was stopped and can go on.
    Stopped,
    /// All games are over, or its test is decided.
    Complete,
    /// It cannot go on: why.
    Failed(String),
}

impl Stage {
    /// Its mark and its word.
    pub(crate) fn word(&self) -> &'static str {
        match self {
            Stage::Checking => "○ starting the players",
            Stage::Playing => "● playing",
            Stage::Paused => "‖ paused",
            Stage::Stopping => "■ stopping",
            Stage::Stopped => "■ stopped",
            Stage::Complete => "✓ complete",
            Stage::Failed(_) => "✗ failed",
        }
    }

    /// Whether somebody is at work on it.
    pub(crate) fn busy(&self) -> bool {
        matches!(self, Stage::Checking | Stage::Playing | Stage::Paused | Stage::Stopping)
    }
}

/// A match that is open.
#[derive(Debug)]
pub(crate) struct Hosted {
    /// Where it stands.
    pub(crate) stage: Stage,
    /// What it is, once that is told.
    pub(crate) event: Option<Event>,
    /// What stands on the boards.
    pub(crate) boards: Vec<Board>,
    /// The board in the large, where no game is replayed.
    pub(crate) board: usize,
    /// A game that is over and looked at again.
    pub(crate) replay: Option<Replay>,
    /// The game under the cursor of the list, newest first.
    pub(crate) cursor: Cursor,
    /// The fault under the cursor, newest first.
    pub(crate) fault: Cursor,
    /// How many games are played at a time.
    pub(crate) threads: usize,
    /// When games began to be played this time, and how many were over then.
    began: Option<(Duration, usize)>,
    /// For how long nobody moved since, and since when.
    rested: (Duration, Option<Duration>),
}

/// What a match is and how it stands.
#[derive(Debug)]
pub(crate) struct Event {
    /// Its folder.
    pub(crate) folder: PathBuf,
    /// All that decides its games.
    pub(crate) settings: MatchSettings,
    /// Its games.
    pub(crate) plan: Plan,
    /// Those that are over.
    pub(crate) games: BTreeMap<u64, Arc<Record>>,
    /// Their numbers in the order in which they ended.
    pub(crate) order: Vec<u64>,
    /// How they stand.
    pub(crate) standings: Standings,
    /// The table of the players.
    pub(crate) table: Vec<Row>,
    /// Its test.
    pub(crate) test: Option<Test>,
    /// The games lost by a fault, in the order in which they ended.
    pub(crate) faults: Vec<u64>,
    /// How many were lost on time.
    pub(crate) time_losses: TimeLosses,
    /// What a person was warned of before the first game.
    pub(crate) warning: Option<String>,
    /// How many of the games that count are identical to an earlier one.
    pub(crate) repeated: u64,
    repeats: Repeats,
}

impl Event {
    fn new(folder: PathBuf, settings: MatchSettings) -> Event {
        let (plan, players) = (settings.plan(), settings.players.len());
        let standings = Standings::new(&plan, players);
        Event {
            folder,
            test: settings.sprt.map(Test::new),
            table: crosstable(&plan, players, &standings),
            standings,
            plan,
            settings,
            games: BTreeMap::new(),
            order: Vec::new(),
            faults: Vec::new(),
            time_losses: TimeLosses::default(),
            warning: None,
            repeated: 0,
            repeats: Repeats::default(),
        }
    }

    fn add(&mut self, number: u64, record: Record) {
        let Some(fixture) = self.plan.fixture(number) else { return };
        self.standings.add(fixture, &record);
        if let Some(test) = &mut self.test {
            test.add(fixture, &record);
        }
        if record.forfeit().is_some() {
            self.faults.push(number);
        }
        self.time_losses.add(&record);
        if !self.games.contains_key(&number) {
            self.repeats.add(&record);
        }
        if self.games.insert(number, Arc::new(record)).is_none() {
            self.order.push(number);
        }
    }

    /// Brings the table in step with the results.
    fn count(&mut self) {
        self.repeated = self.repeats.count();
        // Games beyond the pair that decided a test do not count.
        if let Some(end) = self.test.as_ref().and_then(Test::games) {
            let counted = self.games.range(..end).map(|(number, record)| (number, record.as_ref()));
            self.standings = Standings::of(&self.plan, self.settings.players.len(), counted.clone());
            self.repeated = Repeats::among(counted.map(|(_, record)| record));
        }
        self.table = crosstable(&self.plan, self.settings.players.len(), &self.standings);
    }

    /// A player's name.
    pub(crate) fn name(&self, player: usize) -> &str {
        self.settings.players.get(player).map_or("", |player| player.name.as_str())
    }

    /// The games in the order of the list: the one that ended last first.
    pub(crate) fn newest(&self) -> impl ExactSizeIterator<Item = u64> {
        self.order.iter().rev().copied()
    }

    /// Whether its test is undecided because it has used up its openings.
    pub(crate) fn exhausted(&self) -> bool {
        let complete = self.games.len() as u64 >= self.plan.games();
        self.test.is_some() && !self.decided() && complete && self.settings.demand().is_capped()
    }

    /// Why the result, or the machine it is played on, should not be trusted.
    pub(crate) fn doubt(&self) -> Option<String> {
        self.time_losses.suspect(self.settings.margin).or_else(|| self.warning.clone())
    }

    /// Whether its test is decided.
    pub(crate) fn decided(&self) -> bool {
        self.test.as_ref().is_some_and(Test::is_decided)
    }
}

impl Hosted {
    /// A match of which nothing is known yet.
    pub(crate) fn new() -> Hosted {
        Hosted {
            stage: Stage::Checking,
            event: None,
            boards: Vec::new(),
            board: 0,
            replay: None,
            cursor: Cursor::default(),
            fault: Cursor::default(),
            threads: 1,
            began: None,
            rested: (Duration::ZERO, None),
        }
    }

    /// Takes in what the director told, the pauses as the person wanted them; what is worth a line of the log.
    pub(crate) fn learn(&mut self, reports: Vec<Report>, now: Duration) -> Vec<(Severity, String)> {
        let mut lines = Vec::new();
        let mut counts = false;
        for report in reports {
            counts |= matches!(report, Report::Opened { .. } | Report::Over(..));
            match report {
                Report::Opened { folder, settings, games, threads } => {
                    lines.push((Severity::Plain, format!("match: {}", folder.display())));
                    let warning = settings.demand().warning();
                    lines.extend(warning.map(|warning| (Severity::Warning, warning)));
                    let mut event = Event::new(folder, *settings);
                    games.into_iter().for_each(|(number, record)| event.add(number, record));
                    self.began = Some((now, event.games.len()));
                    self.threads = threads;
                    self.event = Some(event);
                    if self.stage == Stage::Checking {
                        self.stage = Stage::Playing;
                    }
                }
                Report::Over(fixture, record) => {
                    if let Some(event) = &mut self.event {
                        event.add(fixture.game, *record);
                        // The cursor stays on its game.
                        self.cursor.at += usize::from(self.cursor.at > 0);
                    }
                }
                Report::Fault(fixture, text) => {
                    lines.push((Severity::Warning, format!("game {}: {text}", fixture.game + 1)));
                }
                Report::Warning(text) => {
                    lines.push((Severity::Warning, text.clone()));
                    if let Some(event) = &mut self.event {
                        event.warning = Some(text);
                    }
                }
                Report::Ended(finish, pgn) => {
                    self.stage = if finish == Finish::Complete { Stage::Complete } else { Stage::Stopped };
                    lines.push((
                        Severity::Plain,
                        format!("match {}: games in {}", self.stage.word(), pgn.display()),
                    ));
                }
                Report::Failed(why) => {
                    lines.push((Severity::Error, why.clone()));
                    self.stage = Stage::Failed(why);
                }
            }
        }
        if let Some(event) = self.event.as_mut().filter(|_| counts) {
            event.count();
        }
        lines
    }

    /// Pauses or goes on.
    pub(crate) fn pause(&mut self, paused: bool, now: Duration) {
        self.stage = if paused { Stage::Paused } else { Stage::Playing };
        match (paused, self.rested.1) {
            (true, None) => self.rested.1 = Some(now),
            (false, Some(since)) => self.rested = (self.rested.0 + now.saturating_sub(since), None),
            _ => {}
        }
    }

    /// Games an hour since they began to be played, where that tells anything yet.
    pub(crate) fn pace(&self, now: Duration) -> Option<f64> {
        let (began, before) = self.began?;
        let resting = self.rested.1.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        let spent = now.saturating_sub(began).saturating_sub(self.rested.0).saturating_sub(resting);
        let played = self.event.as_ref()?.games.len().checked_sub(before).filter(|played| *played > 0)?;
        (spent >= Duration::from_secs(1)).then(|| 3600.0 * played as f64 / spent.as_secs_f64())
    }

    /// The board in the large, where no game is replayed.
    pub(crate) fn watched(&self) -> Option<&Board> {
        self.boards.get(self.board).or(self.boards.last())
    }

    /// Looks at a game that is over; false where it cannot be.
    pub(crate) fn look(&mut self, number: u64) -> bool {
        let found = self.event.as_ref().and_then(|event| {
            event
                .games
                .get(&number)
                .zip(event.plan.fixture(number))
                .map(|(record, fixture)| (record, fixture.players))
        });
        self.replay = found.and_then(|(record, players)| Replay::of(number, players, record));
        self.replay.is_some()
    }
}
