//! The state of the screen, and how it follows the open session.

use std::path::PathBuf;
use std::sync::Arc;

use super::Pane;
use super::drift;
use super::round::{self, Round};
use super::tasks::ReadGames;
use crate::objectives::matches;
use crate::objectives::self_play::Event;
use crate::objectives::self_play::confirmation::Confirmation;

use crate::figures::drift::Move;
use crate::figures::names;
use crate::job::LiveRound;
use crate::objectives::self_play::SessionGame;
use crate::tui::background::BackgroundTask;
use crate::tui::boards::Replay;
use crate::tui::cursor::Cursor;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;

/// Identifies a round robin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RoundId {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    pub(crate) run: u32,
    pub(crate) event: Event,
}

/// The games of a round robin, or the error message.
pub(crate) type GamesResult = Result<Arc<Vec<SessionGame>>, String>;

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The folder of the session shown.
    folder: PathBuf,
    /// The focused pane.
    pub(super) pane: Pane,
    /// Whether only the focused pane is shown.
    pub(super) zoomed: bool,
    /// Whether Black is at the bottom.
    pub(super) flipped: bool,
    /// Whether the last generation is shown although the champion is confirmed.
    pub(super) show_generations: bool,
    /// The round robin shown.
    pub(super) round: Option<Round>,
    /// The run of the round robin shown.
    run: u32,
    /// The names of the players of the round robin shown, by number.
    names: Vec<String>,
    /// The movement of the parameters from generation 0 to the generation shown.
    pub(super) moves: Vec<Move>,
    /// The selected row of the standings and the crosstable.
    pub(super) row: Cursor,
    /// The selected column of the crosstable.
    pub(super) column: Cursor,
    /// The selected parameter.
    pub(super) drift: Cursor,
    /// The games of a round robin, once they are read.
    pub(super) games: Option<(RoundId, GamesResult)>,
    /// The round robin that is being read.
    loading: Option<RoundId>,
    /// Restricts the list of games to those of two players, by number.
    pub(super) pair: Option<[usize; 2]>,
    /// The selected game of the list.
    pub(super) game: Cursor,
    /// The game that is replayed, and its round robin.
    pub(super) replay: Option<(RoundId, Replay)>,
    /// The names of the players of the round robin of the game that is replayed, by number.
    replay_names: Vec<String>,
    /// The current or last round robin with its boards.
    pub(super) playing: LiveRound,
    /// The names of the players of `playing`, by number.
    players: Vec<String>,
    /// The event of `players`, and the newest generation when the names were determined.
    players_event: Option<(Event, Option<u32>)>,
    /// The selected board, which the large board shows unless a game is replayed.
    pub(super) board: usize,
    /// Whether a generation or the confirmation ended since the screen was last shown.
    pub(crate) news: bool,
}

pub(super) fn is_self_play(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(|settings| settings.objective.self_play().is_some())
}

/// Returns whether games are played: between the organisms, or against opponents.
pub(super) fn plays_games(open: &Evolution) -> bool {
    is_self_play(open)
        || open.settings.as_ref().is_some_and(|settings| settings.objective.matches().is_some())
}

/// Returns the confirmation of the run shown.
pub(super) fn confirmation(open: &Evolution) -> Option<&Confirmation> {
    open.run()?.result.as_ref()?.confirmation.as_ref()
}

/// Returns the event whose round robin the user selected.
pub(super) fn selected_event(state: &State, open: &Evolution) -> Option<Event> {
    let confirmed = confirmation(open).is_some() && !open.looking_back() && !state.show_generations;
    if confirmed {
        Some(Event::Confirmation)
    } else {
        open.record().map(|record| Event::Generation(record.generation))
    }
}

impl State {
    /// Returns the id of the round robin shown.
    pub(super) fn round_id(&self) -> Option<RoundId> {
        let event = self.round.as_ref()?.event;
        Some(RoundId { folder: self.folder.clone(), run: self.run, event })
    }

    /// Returns the games of the round robin shown, or the error message; `None` until they are read.
    pub(super) fn all_games(&self) -> Option<Result<&[SessionGame], &str>> {
        let shown = self.round_id()?;
        let (_, games) = self.games.as_ref().filter(|(round, _)| *round == shown)?;
        Some(games.as_ref().map(|games| games.as_slice()).map_err(String::as_str))
    }

    /// Returns the games of the list: those of the selected pair, or all.
    pub(super) fn listed_games(&self) -> Vec<&SessionGame> {
        let games = self.all_games().and_then(Result::ok).unwrap_or_default();
        let is_listed = |game: &&SessionGame| {
            let players = game.id.players.map(|player| player as usize);
            self.pair.is_none_or(|pair| players == pair || players == [pair[1], pair[0]])
        };
        games.iter().filter(is_listed).collect()
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    pub(super) fn players(&self) -> &[String] {
        &self.players
    }

    pub(super) fn replay_names(&self) -> &[String] {
        &self.replay_names
    }

    /// Starts the replay of a game; returns false if its record cannot be replayed.
    pub(super) fn start_replay(&mut self, game: &SessionGame, round: RoundId) -> bool {
        let players = game.id.players.map(|player| player as usize);
        let replay = Replay::of(game.id.game, players, &Arc::new(game.record.clone()));
        self.replay = replay.map(|replay| (round, replay));
        self.replay_names.clone_from(&self.names);
        self.replay.is_some()
    }

    pub(super) fn set_games(&mut self, round: RoundId, games: GamesResult) {
        if self.loading.as_ref() == Some(&round) {
            self.loading = None;
        }
        self.games = Some((round, games));
        let len = self.listed_games().len();
        self.game.at = self.game.at.min(len.saturating_sub(1));
    }
}

/// Updates the round robin shown after a change of the session or of the selection. Returns a task that reads its
/// games, if they are not read yet.
pub(super) fn update(state: &mut State, model: &mut Model, visible: bool) -> Option<BackgroundTask> {
    let open = model.evolution.as_ref().filter(|open| plays_games(open));
    let Some(open) = open else {
        if state.round.is_some() || !state.folder.as_os_str().is_empty() {
            *state = State::default();
        }
        return None;
    };
    if state.folder != open.folder {
        let pane = if is_self_play(open) { Pane::default() } else { Pane::Boards };
        *state = State { folder: open.folder.clone(), pane, ..State::default() };
    }
    if !visible {
        return None;
    }
    if let Some(matches) = open.settings.as_ref().and_then(|settings| settings.objective.matches()) {
        let players = state.playing.boards.iter().flat_map(|board| board.fixture.players).max();
        // Names of organisms follow those of opponents.
        state.players = matches::player_names(matches, players.map_or(0, |last| last + 1));
        return None;
    }
    let selected = selected_event(state, open);
    let run = open.record().map_or(0, |record| record.run);
    if state.round.as_ref().map(|round| round.event) != selected || state.run != run {
        let round = match selected {
            Some(Event::Confirmation) => open
                .latest()
                .zip(confirmation(open))
                .and_then(|(last, confirmation)| Round::from_confirmation(open, last, confirmation)),
            Some(Event::Generation(_)) => {
                open.record().and_then(|record| Round::from_generation(open, record))
            }
            Some(Event::Milestones | Event::FinalMatch) | None => None,
        };
        state.names = round.as_ref().map(|round| round.names.clone()).unwrap_or_default();
        state.moves = open.record().map(|record| drift::moves(open, record)).unwrap_or_default();
        let players = round.as_ref().map_or(0, |round| round.entries.len());
        let columns = round.as_ref().map_or(0, Round::columns);
        state.row.at = state.row.at.min(players.saturating_sub(1));
        state.column.at = state.column.at.min(columns.saturating_sub(1));
        (state.round, state.run, state.pair, state.game) = (round, run, None, Cursor::default());
    }
    let event = state.playing.event.map(|event| (event, open.latest().map(|last| last.generation)));
    if state.players_event != event {
        state.players_event = event;
        state.players = player_names(state, open);
    }
    let shown = state.round_id()?;
    let is_read = state.games.as_ref().is_some_and(|(round, _)| *round == shown);
    // One round robin is read at a time. A later call reads another one.
    if is_read || state.loading.is_some() {
        return None;
    }
    state.loading = Some(shown.clone());
    Some(BackgroundTask::new(ReadGames(shown)))
}

/// Returns the names of the players of the current or last event, by number.
fn player_names(state: &State, open: &Evolution) -> Vec<String> {
    let Some(event) = state.playing.event else { return Vec::new() };
    let last = open.latest().filter(|last| event == Event::Generation(last.generation));
    match last.and_then(|last| Round::from_generation(open, last)) {
        Some(round) => round.names,
        None => {
            let mut names = round::player_names(open, event);
            let name = if event == Event::Milestones { names::leader } else { names::hall_member };
            names.extend(state.playing.hall.iter().map(|generation| name(*generation)));
            names
        }
    }
}
