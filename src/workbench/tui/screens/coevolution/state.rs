//! The state of the screen, and how it follows the open session.

use std::path::PathBuf;
use std::sync::Arc;

use super::round::{self, Round};
use super::tasks::ReadGames;
use super::{BOARD, BOARDS, CONFIRMATION, GAMES, ID, STANDINGS, drift};
use crate::figures::drift::Move;
use crate::job::LiveRound;
use crate::objectives::matches;
use crate::objectives::self_play::confirmation::Confirmation;
use crate::objectives::self_play::{Event, SessionGame};
use crate::tui::boards::{Boards, Replay};
use crate::tui::evolution::Evolution;
use crate::tui::prelude::*;
use crate::tui::subject::ShownOrganism;

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
    pub(super) panes: PaneFocus,
    /// Whether Black is at the bottom.
    pub(super) flipped: bool,
    /// Whether the last generation is shown although the champion is confirmed.
    pub(super) show_generations: bool,
    /// The round robin shown.
    pub(super) round: Option<Round>,
    /// The run of the round robin shown.
    run: u32,
    /// The movement of the parameters from generation 0 to the generation shown.
    pub(super) moves: Vec<Move>,
    /// The selected row of the standings and the crosstable.
    pub(super) row: Cursor,
    /// The selected column of the crosstable.
    pub(super) column: Cursor,
    /// The selected parameter.
    pub(super) parameter: usize,
    /// The games of a round robin, once they are read.
    games: Option<(RoundId, GamesResult)>,
    /// The round robin that is being read.
    loading: Option<RoundId>,
    /// Restricts the list of games to those of two players, by number.
    pub(super) pair: Option<[usize; 2]>,
    /// The selected game of the list.
    pub(super) game: usize,
    pub(super) boards: Boards,
    /// The event of the game that is replayed, and the names of its players by number.
    pub(super) replayed: Option<(Event, Vec<String>)>,
    /// The current or last round robin, without its boards.
    pub(super) playing: LiveRound,
    /// The names of the players of `playing`, by number.
    pub(super) players: Vec<String>,
    /// The event of `players`, and the newest generation when the names were determined.
    players_event: Option<(Event, Option<u32>)>,
    /// Whether a generation or the confirmation ended since the screen was last shown.
    pub(super) news: bool,
}

/// Returns whether the organisms of a session play each other.
pub(super) fn is_self_play(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(|settings| settings.objective.self_play().is_some())
}

/// Returns whether games are played: between the organisms, or against opponents.
fn plays_games(open: &Evolution) -> bool {
    is_self_play(open)
        || open.settings.as_ref().is_some_and(|settings| settings.objective.matches().is_some())
}

/// Returns the open session if it plays games.
pub(super) fn session(model: &Model) -> Option<&Evolution> {
    model.evolution.as_ref().filter(|open| plays_games(open))
}

/// Returns the confirmation of the run shown.
pub(super) fn confirmation(open: &Evolution) -> Option<&Confirmation> {
    open.run()?.result.as_ref()?.confirmation.as_ref()
}

impl State {
    /// Returns the event whose round robin the user selected.
    pub(super) fn selected_event(&self, open: &Evolution) -> Option<Event> {
        if confirmation(open).is_some() && !open.looking_back() && !self.show_generations {
            return Some(Event::Confirmation);
        }
        open.record().map(|record| Event::Generation(record.generation))
    }

    /// Returns the id of the round robin shown.
    fn round_id(&self) -> Option<RoundId> {
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

    /// Returns the organism of the selected row of the standings or the confirmation.
    pub(super) fn organism(&self) -> Option<&ShownOrganism> {
        let is_listed = |round: &&Round| self.panes.at != CONFIRMATION || round.decision.is_some();
        self.round.as_ref().filter(is_listed)?.entries.get(self.row.at)?.organism.as_ref()
    }

    /// Returns the players of the selected cell of the crosstable, by number, if they met.
    pub(super) fn selected_pair(&self) -> Option<[usize; 2]> {
        let (round, row, column) = (self.round.as_ref()?, self.row.at, self.column.at);
        let games: u32 = round.results.get(row)?.get(column)?.iter().sum();
        (games > 0).then(|| [round.number(row), round.number(column)])
    }

    /// Lists the games of a pair, or all games.
    pub(super) fn list_games(&mut self, pair: Option<[usize; 2]>) {
        (self.pair, self.game) = (pair, 0);
    }

    /// Starts the replay of a game of the list. Returns false if its record cannot be replayed.
    pub(super) fn start_replay(&mut self, game: &SessionGame) -> bool {
        let players = game.id.players.map(|player| player as usize);
        self.boards.replay = Replay::of(game.id.game, players, &Arc::new(game.record.clone()));
        self.replayed = self.round.as_ref().map(|round| (round.event, round.names.clone()));
        self.boards.replay.is_some()
    }

    /// Returns the event of the game on the large board, and the names of its players by number.
    pub(super) fn on_board(&self) -> Option<(Event, &[String])> {
        match self.replayed.as_ref().filter(|_| self.boards.replay.is_some()) {
            Some((event, names)) => Some((*event, names)),
            None => Some((self.playing.event?, &self.players)),
        }
    }

    /// Takes the newest state of the boards.
    pub(super) fn set_playing(&mut self, mut playing: LiveRound) {
        self.boards.update(std::mem::take(&mut playing.boards));
        self.playing = playing;
    }

    pub(super) fn set_games(&mut self, round: RoundId, games: GamesResult) {
        self.loading.take_if(|loading| *loading == round);
        self.games = Some((round, games));
        self.game = self.game.min(self.listed_games().len().saturating_sub(1));
    }

    /// Updates the round robin shown after a change of the session or of the selection. Returns a task that reads its
    /// games, if they are not read yet.
    pub(super) fn refresh(&mut self, model: &Model) -> Option<Effect> {
        let Some(open) = session(model) else {
            *self = State::default();
            return None;
        };
        if self.folder != open.folder {
            let at = if is_self_play(open) { STANDINGS } else { BOARDS };
            let panes = PaneFocus { at, is_zoomed: false };
            *self = State { folder: open.folder.clone(), panes, ..State::default() };
        }
        if model.screen != ID {
            return None;
        }
        self.news = false;
        if let Some(matches) = open.settings.as_ref().and_then(|settings| settings.objective.matches()) {
            let players = self.boards.live.iter().flat_map(|board| board.fixture.players).max();
            // Names of organisms follow those of opponents.
            self.players = matches::player_names(matches, players.map_or(0, |last| last + 1));
            return None;
        }
        let selected = self.selected_event(open);
        let run = open.record().map_or(0, |record| record.run);
        if self.round.as_ref().map(|round| round.event) != selected || self.run != run {
            self.round = selected.and_then(|event| Round::of_event(open, event));
            self.run = run;
            self.moves = open.record().map(|record| drift::moves(open, record)).unwrap_or_default();
            let players = self.round.as_ref().map_or(0, |round| round.entries.len());
            self.row.move_in_list(Action::Redraw, 0, players);
            self.column.move_in_list(Action::Redraw, 0, self.round.as_ref().map_or(0, Round::columns));
            self.list_games(None);
        }
        let event = self.playing.event.map(|event| (event, open.latest().map(|last| last.generation)));
        if self.players_event != event {
            self.players_event = event;
            self.players = event
                .map(|(event, _)| round::player_names(open, event, &self.playing.hall))
                .unwrap_or_default();
        }
        let shown = self.round_id()?;
        let is_read = self.games.as_ref().is_some_and(|(round, _)| *round == shown);
        // One round robin is read at a time. A later call reads another one.
        if is_read || self.loading.is_some() {
            return None;
        }
        self.loading = Some(shown.clone());
        Some(Effect::BackgroundTask(BackgroundTask::new(ReadGames(shown))))
    }

    /// Shows the round robin of a generation, even if the confirmation is newer.
    pub(super) fn look_at(&mut self, model: &mut Model, generation: u32) -> Vec<Effect> {
        self.show_generations = session(model).is_some_and(|open| confirmation(open).is_some());
        model.look_at(generation)
    }

    /// Goes one step back within the screen. Returns false if there is no step.
    pub(super) fn back(&mut self, model: &mut Model) -> bool {
        let is_closed = self.boards.replay.take().is_some();
        if is_closed && self.panes.at == BOARD {
            self.panes.at = GAMES;
        }
        if is_closed || std::mem::take(&mut self.panes.is_zoomed) {
            return true;
        }
        if self.pair.is_some() {
            self.list_games(None);
            return true;
        }
        let Some(open) = model.evolution.as_mut().filter(|open| plays_games(open)) else { return false };
        let looked_back = open.looking_back();
        open.view_newest();
        std::mem::take(&mut self.show_generations) || looked_back
    }
}
