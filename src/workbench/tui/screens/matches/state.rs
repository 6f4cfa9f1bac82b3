//! The state of the screen: the open match with its selections.

use std::collections::BTreeMap;

use super::form::Terms;
use super::players::Engine;
use crate::arena::crosstable::{Row, crosstable};
use crate::arena::game::Record;
use crate::arena::matches::Finish;
use crate::arena::node_counts::NodeCounts;
use crate::arena::plan::{Fixture, Fixtures};
use crate::arena::repeats::Repeats;
use crate::arena::settings::MatchSettings;
use crate::arena::standing::{Standings, Test};
use crate::arena::time_losses::TimeLosses;
use crate::director::Report;
use crate::progress::{Timing, WorkTimer};
use crate::tui::boards::{Boards, Replay, Shown};
use crate::tui::popups::players::Player;
use crate::tui::prelude::*;

#[derive(Debug, Default)]
pub(crate) struct State {
    pub(crate) open: Option<OpenMatch>,
    pub(crate) panes: PaneFocus,
    /// Whether Black is at the bottom.
    pub(crate) flipped: bool,
    /// The engines with profiles; empty until they are loaded.
    pub(crate) engines: Vec<Engine>,
    /// The players of the last match.
    pub(crate) players: Vec<Player>,
    /// The settings of the last match.
    pub(crate) terms: Terms,
    /// Whether something happened since the screen was last displayed.
    pub(crate) news: bool,
}

impl State {
    /// Returns the open match with its data, once the director has opened it.
    pub(crate) fn opened(&self) -> Option<(&OpenMatch, &MatchData)> {
        let open = self.open.as_ref()?;
        Some((open, open.data.as_ref()?))
    }

    /// Returns whether games are being played, or players started.
    pub(crate) fn is_playing(&self) -> bool {
        self.open.as_ref().is_some_and(|open| matches!(open.stage, Stage::Checking | Stage::Playing))
    }

    /// Returns the game on the large board.
    pub(crate) fn shown(&self) -> Option<Shown<'_>> {
        self.open.as_ref()?.boards.shown()
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) enum Stage {
    /// The players are started and checked.
    #[default]
    Checking,
    Playing,
    Paused,
    /// The match was stopped and can be resumed.
    Stopped,
    /// All games are finished, or the test is decided.
    Complete,
    /// The match cannot continue. The text contains the reason and a remedy.
    Failed(String),
}

impl Stage {
    /// Returns a mark and a word for the stage.
    pub(crate) fn label(&self) -> &'static str {
        match self {
            Stage::Checking => "◆ starting the players",
            Stage::Playing => "▶ playing",
            Stage::Paused => "‖ paused",
            Stage::Stopped => "■ stopped",
            Stage::Complete => "✓ complete",
            Stage::Failed(_) => "✗ failed",
        }
    }

    /// Returns the text in place of a game.
    pub(crate) fn hint(&self) -> &str {
        match self {
            Stage::Paused => "paused: Space plays the remaining games",
            Stage::Complete | Stage::Stopped => "Tab selects the list of games, Enter replays a game",
            Stage::Failed(why) => why,
            _ => "no game has started yet",
        }
    }

    /// Returns whether the director is running.
    pub(crate) fn is_busy(&self) -> bool {
        matches!(self, Stage::Checking | Stage::Playing | Stage::Paused)
    }
}

#[derive(Debug, Default)]
pub(crate) struct OpenMatch {
    pub(crate) stage: Stage,
    /// The data of the match; `None` until the director has opened it.
    pub(crate) data: Option<MatchData>,
    pub(crate) boards: Boards,
    /// The selected row of the finished games, newest first.
    pub(crate) cursor: Cursor,
    /// The selected row of the faults, newest first.
    pub(crate) fault: Cursor,
    /// The number of concurrent games.
    pub(crate) threads: usize,
    /// Counts the finished games, while games are played.
    timer: WorkTimer,
}

/// The settings and the results of a match.
#[derive(Debug)]
pub(crate) struct MatchData {
    pub(crate) folder: PathBuf,
    pub(crate) settings: MatchSettings,
    /// The schedule of all games.
    pub(crate) plan: Fixtures,
    /// The finished games, by number.
    pub(crate) games: BTreeMap<u64, Arc<Record>>,
    /// The numbers of the finished games, in the order in which they ended.
    pub(crate) order: Vec<u64>,
    /// The results of the games that count.
    pub(crate) standings: Standings,
    /// The crosstable of the players.
    pub(crate) table: Vec<Row>,
    /// The sequential test.
    pub(crate) test: Option<Test>,
    /// The numbers of the games lost by a fault, in the order in which they ended.
    pub(crate) faults: Vec<u64>,
    /// The number of games lost on time.
    pub(crate) time_losses: TimeLosses,
    /// The nodes that the engines report, with their limit.
    nodes: NodeCounts,
    /// Why the result is suspect.
    pub(crate) suspect: Option<String>,
    /// The warning before the first game.
    pub(crate) warning: Option<String>,
    /// The number of games that count but are identical to an earlier one.
    pub(crate) repeated: u64,
    /// Whether the match has ended or was stopped, so that the file of games is written.
    pub(crate) is_ended: bool,
    repeats: Repeats,
}

impl MatchData {
    fn new(folder: PathBuf, settings: MatchSettings) -> MatchData {
        let (plan, players) = (settings.plan(), settings.players.len());
        let standings = Standings::new(&plan, players);
        MatchData {
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
            nodes: NodeCounts::default(),
            suspect: None,
            warning: None,
            repeated: 0,
            is_ended: false,
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
        self.nodes.add_game(&self.settings, fixture, &record);
        if !self.games.contains_key(&number) {
            self.repeats.add(&record);
        }
        if self.games.insert(number, Arc::new(record)).is_none() {
            self.order.push(number);
        }
    }

    /// Updates the standings and the table.
    fn update_table(&mut self) {
        self.repeated = self.repeats.count();
        self.suspect = self.settings.suspect(self.time_losses, &self.nodes);
        // Games beyond the pair that decided a test do not count.
        if let Some(end) = self.test.as_ref().and_then(Test::games) {
            let counted = self.games.range(..end).map(|(number, record)| (number, record.as_ref()));
            self.standings = Standings::from_games(&self.plan, self.settings.players.len(), counted.clone());
            self.repeated = Repeats::among(counted.map(|(_, record)| record));
        }
        self.table = crosstable(&self.plan, self.settings.players.len(), &self.standings);
    }

    pub(crate) fn name(&self, player: usize) -> &str {
        self.settings.players.get(player).map_or("", |player| player.name.as_str())
    }

    /// Returns a finished game, and its players.
    pub(crate) fn game(&self, number: u64) -> Option<(&Arc<Record>, Fixture)> {
        self.games.get(&number).zip(self.plan.fixture(number))
    }

    /// Returns the numbers of the finished games, newest first.
    pub(crate) fn newest(&self) -> impl ExactSizeIterator<Item = u64> {
        self.order.iter().rev().copied()
    }

    /// Returns whether the test is undecided because its openings are used up.
    pub(crate) fn is_exhausted(&self) -> bool {
        let complete = self.games.len() as u64 >= self.plan.games();
        self.test.is_some() && !self.is_decided() && complete && self.settings.demand().is_capped()
    }

    /// Returns the reason not to trust the result or the machine, if there is one.
    pub(crate) fn doubt(&self) -> Option<String> {
        self.suspect.clone().or_else(|| self.warning.clone())
    }

    pub(crate) fn is_decided(&self) -> bool {
        self.test.as_ref().is_some_and(Test::is_decided)
    }
}

impl OpenMatch {
    pub(crate) fn new() -> OpenMatch {
        OpenMatch { threads: 1, ..OpenMatch::default() }
    }

    /// Returns the number of small boards that there is or will be.
    pub(crate) fn places(&self) -> usize {
        self.threads.max(self.boards.live.len())
    }

    /// Updates the match with reports of the director. Returns lines for the log.
    pub(crate) fn handle_reports(&mut self, reports: Vec<Report>, now: Duration) -> Vec<(Severity, String)> {
        let mut lines = Vec::new();
        let mut has_new_games = false;
        for report in reports {
            has_new_games |= matches!(report, Report::Opened { .. } | Report::Over(..));
            match report {
                Report::Opened { folder, settings, games, threads } => {
                    lines.push((Severity::Info, format!("match: {}", folder.display())));
                    let warning = settings.demand().warning();
                    lines.extend(warning.map(|warning| (Severity::Warning, warning)));
                    let mut data = MatchData::new(folder, *settings);
                    games.into_iter().for_each(|(number, record)| data.add(number, record));
                    self.threads = threads;
                    self.data = Some(data);
                    if matches!(self.stage, Stage::Checking | Stage::Failed(_)) {
                        self.stage = Stage::Playing;
                    }
                    self.update_timer(now);
                }
                Report::Over(fixture, record) => {
                    if let Some(data) = &mut self.data {
                        let faults = data.faults.len();
                        data.add(fixture.game, *record);
                        // The selected game and the selected fault stay selected.
                        self.cursor.at += usize::from(self.cursor.at > 0);
                        self.fault.at += usize::from(self.fault.at > 0 && data.faults.len() > faults);
                    }
                }
                Report::Fault(fixture, text) => {
                    lines.push((Severity::Warning, format!("game {}: {text}", fixture.game + 1)));
                }
                Report::Warning(text) => {
                    lines.push((Severity::Warning, text.clone()));
                    if let Some(data) = &mut self.data {
                        data.warning = Some(text);
                    }
                }
                Report::Ended(finish, pgn) => {
                    self.stage = if finish == Finish::Complete { Stage::Complete } else { Stage::Stopped };
                    self.update_timer(now);
                    // A match that had ended before it was opened took no time here.
                    let worked = Some(self.timer.elapsed(now)).filter(|worked| worked.as_secs() > 0);
                    let after =
                        worked.map_or_else(String::new, |worked| format!(" after {}", duration(worked)));
                    let text = format!("match {}{after}: games in {}", self.stage.label(), pgn.display());
                    lines.push((Severity::Info, text));
                    let newest = self.data.as_mut().and_then(|data| {
                        data.is_ended = true;
                        data.newest().next()
                    });
                    // A match that had ended before it was opened has no boards: its newest game is replayed.
                    if let Some(number) =
                        newest.filter(|_| self.boards.live.is_empty() && self.boards.replay.is_none())
                    {
                        self.open_replay(number);
                    }
                }
                Report::Failed(why) => {
                    lines.push((Severity::Error, why.clone()));
                    self.stage = Stage::Failed(why);
                    self.update_timer(now);
                }
            }
        }
        if let Some(data) = self.data.as_mut().filter(|_| has_new_games) {
            data.update_table();
        }
        self.update_timer(now);
        lines
    }

    /// Pauses or resumes.
    pub(crate) fn pause(&mut self, paused: bool, now: Duration) {
        self.stage = if paused { Stage::Paused } else { Stage::Playing };
        self.update_timer(now);
    }

    /// Records the finished games, and starts or stops the timer.
    fn update_timer(&mut self, now: Duration) {
        let Some(data) = &self.data else { return };
        self.timer.record(now, data.games.len() as f64);
        if self.stage == Stage::Playing { self.timer.start(now) } else { self.timer.stop(now) }
    }

    /// Returns the games played per hour, while games are played; `None` if unknown.
    pub(crate) fn games_per_hour(&self) -> Option<f64> {
        self.timer.rate().map(|rate| 3600.0 * rate).filter(|_| self.stage == Stage::Playing)
    }

    /// Returns the time for which games were played since the match was opened, and the time left while they are played.
    pub(crate) fn timing(&self, now: Duration) -> Timing {
        let data = self.data.as_ref();
        let timing = self.timer.timing(now, data.map_or(0.0, |data| data.plan.games() as f64));
        let goes_on = timing.runs && data.is_some_and(|data| !data.is_decided());
        Timing { left: timing.left.filter(|_| goes_on), ..timing }
    }

    /// Opens the replay of a finished game. Returns false if its record contains no valid game.
    pub(crate) fn open_replay(&mut self, number: u64) -> bool {
        let found = self.data.as_ref().and_then(|data| data.game(number));
        self.boards.replay = found.and_then(|(record, fixture)| Replay::of(number, fixture.players, record));
        self.boards.replay.is_some()
    }
}
