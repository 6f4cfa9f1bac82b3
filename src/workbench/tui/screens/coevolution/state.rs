//! The state of the screen, and how it follows the open session.

use super::round::{self, Round};
use super::screening::{Effects, Recorded, Screening, is_screening};
use super::{BOARD, BOARDS, CONFIRMATION, CROSSTABLE, EFFECTS, GAMES, ID, STANDINGS, drift};
use crate::figures::drift::Move;
use crate::job::LiveRound;
use crate::objectives::event::RoundPurpose;
use crate::objectives::game_store::SessionGame;
use crate::tui::boards::{Boards, Replay};
use crate::tui::prelude::*;

/// Identifies a round robin.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RoundId {
    /// The session's folder.
    pub(crate) folder: PathBuf,
    pub(crate) run: u32,
    pub(crate) event: RoundPurpose,
}

/// A task that reads the games of a round robin.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ReadGames(pub(crate) RoundId);

/// The result of [`ReadGames`]: the games, or the error message.
#[derive(Debug, Clone)]
pub(crate) struct Games {
    pub(crate) round: RoundId,
    pub(crate) games: Result<Arc<Vec<SessionGame>>, String>,
}

impl TaskWork for ReadGames {
    fn run(&self) -> TaskResult {
        let round = self.0.clone();
        let games = crate::session::games(&round.folder, round.run, round.event.generation());
        TaskResult::found(Games { round, games: games.map(Arc::new).map_err(|error| error.to_string()) })
    }
}

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
    /// The effects of the parameters, in a screening.
    pub(super) screening: Screening,
    /// The games of a round robin, once they are read.
    games: Option<Games>,
    /// The round robin that is being read.
    loading: Option<RoundId>,
    /// Restricts the list of games to those of two players, by number.
    pub(super) pair: Option<[usize; 2]>,
    /// The selected game of the list.
    pub(super) game: usize,
    pub(super) boards: Boards,
    /// The event of the game that is replayed, and the names of its players by number.
    pub(super) replayed: Option<(RoundPurpose, Vec<String>)>,
    /// The current or last round robin, without its boards.
    pub(super) playing: LiveRound,
    /// The names of the players of `playing`, by number.
    pub(super) players: Vec<String>,
    /// The event of `players`, and the newest generation when the names were determined.
    players_event: Option<(RoundPurpose, Option<u32>)>,
    /// Whether a generation or the confirmation ended since the screen was last shown.
    pub(super) news: bool,
}

/// Returns whether the organisms of a session play each other.
pub(super) fn is_self_play(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(|settings| settings.objective.properties().plays_itself())
}

/// Returns whether games are played: between the organisms, or against opponents.
fn plays_games(open: &Evolution) -> bool {
    is_self_play(open)
        || open.settings.as_ref().is_some_and(|settings| settings.objective.properties().plays_opponents())
}

/// Returns the open session if it plays games.
pub(super) fn session(model: &Model) -> Option<&Evolution> {
    model.evolution.as_ref().filter(|open| plays_games(open))
}

impl State {
    /// Returns the event whose round robin the user selected.
    pub(super) fn selected_event(&self, open: &Evolution) -> Option<RoundPurpose> {
        if open.confirmation().is_some() && !open.looking_back() && !self.show_generations {
            return Some(RoundPurpose::Confirmation);
        }
        open.record().map(|record| RoundPurpose::Generation(record.generation))
    }

    /// Returns the id of the round robin shown.
    fn round_id(&self) -> Option<RoundId> {
        let event = self.round.as_ref()?.event;
        Some(RoundId { folder: self.folder.clone(), run: self.run, event })
    }

    /// Returns the games of the round robin shown, or the error message; `None` until they are read.
    pub(super) fn all_games(&self) -> Option<Result<&[SessionGame], &str>> {
        let shown = self.round_id()?;
        let read = self.games.as_ref().filter(|read| read.round == shown)?;
        Some(read.games.as_ref().map(|games| games.as_slice()).map_err(String::as_str))
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

    /// Returns the organism of the selected row, if the focused pane lists organisms.
    pub(super) fn organism(&self) -> Option<&ShownOrganism> {
        let is_listed = |round: &&Round| match self.panes.at {
            CONFIRMATION => round.decision.is_some(),
            pane => matches!(pane, STANDINGS | CROSSTABLE),
        };
        self.round.as_ref().filter(is_listed)?.organisms.get(self.row.at)?.as_ref()
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

    /// Replays the selected game of the list. Returns an error if its record is damaged.
    pub(super) fn start_replay(&mut self) -> Result<(), String> {
        let Some(SessionGame { id, record }) = self.listed_games().get(self.game).map(|game| (*game).clone())
        else {
            return Ok(());
        };
        self.boards.replay = Replay::of(id.game, id.players.map(|player| player as usize), &Arc::new(record));
        self.replayed = self.round.as_ref().map(|round| (round.event, round.names.clone()));
        if self.boards.replay.is_none() {
            return Err(format!("game {} cannot be replayed: its record is damaged", id.game + 1));
        }
        self.panes.at = BOARD;
        Ok(())
    }

    /// Returns the event of the game on the large board, and the names of its players by number.
    pub(super) fn on_board(&self) -> (Option<RoundPurpose>, &[String]) {
        match self.replayed.as_ref().filter(|_| self.boards.replay.is_some()) {
            Some((event, names)) => (Some(*event), names),
            None => (self.playing.event, &self.players),
        }
    }

    /// Takes the newest state of the boards.
    pub(super) fn set_playing(&mut self, mut playing: LiveRound) {
        self.boards.update(std::mem::take(&mut playing.boards));
        self.playing = playing;
    }

    pub(super) fn set_games(&mut self, read: Games) {
        self.loading.take_if(|loading| *loading == read.round);
        self.games = Some(read);
        self.game = self.game.min(self.listed_games().len().saturating_sub(1));
    }

    /// Takes the result of a task.
    pub(super) fn take(&mut self, model: &mut Model, note: &Note) -> Option<Vec<Effect>> {
        if let Some(effects) = note.get::<Effects>() {
            self.screening.set(effects);
        } else if let Some(recorded) = note.get::<Recorded>() {
            if let Some(why) = recorded.error() {
                model.show_notice(Severity::Error, why.to_owned());
            }
            return Some(self.screening.written(session(model)?, recorded).into_iter().collect());
        } else {
            self.set_games(note.get::<Games>()?.clone());
        }
        Some(Vec::new())
    }

    /// Updates what is shown after a change of the session or of the selection. Returns tasks that read what is missing: the
    /// games of the round robin, the effects of a screening.
    pub(super) fn refresh(&mut self, model: &Model) -> Vec<Effect> {
        let games = self.refresh_round(model);
        let open = session(model).filter(|_| model.screen == ID);
        games.into_iter().chain(open.and_then(|open| self.screening.refresh(open))).collect()
    }

    /// Updates the round robin shown. Returns a task that reads its games, if they are not read yet.
    fn refresh_round(&mut self, model: &Model) -> Option<Effect> {
        let Some(open) = session(model) else {
            *self = State::default();
            return None;
        };
        if self.folder != open.folder {
            let at = match open {
                _ if is_screening(open) => EFFECTS,
                _ if is_self_play(open) => STANDINGS,
                _ => BOARDS,
            };
            let panes = PaneFocus { at, is_zoomed: false };
            *self = State { folder: open.folder.clone(), panes, ..State::default() };
        }
        if model.screen != ID {
            return None;
        }
        self.news = false;
        let opposed = open.settings.as_ref().map(|settings| &settings.objective);
        if let Some(objective) = opposed.filter(|objective| objective.properties().plays_opponents()) {
            let players = self.boards.live.iter().flat_map(|board| board.fixture.players).max();
            // Names of organisms follow those of opponents.
            self.players = objective.settings().player_names(players.map_or(0, |last| last + 1));
            return None;
        }
        let selected = self.selected_event(open);
        let run = open.record().map_or(0, |record| record.run);
        if self.round.as_ref().map(|round| round.event) != selected || self.run != run {
            self.round = selected.and_then(|event| Round::of_event(open, event));
            self.run = run;
            self.moves = drift::moves(open).unwrap_or_default();
            let size = self.round.as_ref().map_or((0, 0), |round| (round.entries.len(), round.columns()));
            self.row.move_in_list(Action::Redraw, 0, size.0);
            self.column.move_in_list(Action::Redraw, 0, size.1);
            self.list_games(None);
        }
        let event = self.playing.event.map(|event| (event, open.latest().map(|last| last.generation)));
        if self.players_event != event {
            self.players_event = event;
            let names = |(event, _)| round::player_names(open, event, &self.playing.hall);
            self.players = event.map(names).unwrap_or_default();
        }
        let shown = self.round_id()?;
        let is_read = self.games.as_ref().is_some_and(|read| read.round == shown);
        // One round robin is read at a time. A later call reads another one.
        if is_read || self.loading.is_some() {
            return None;
        }
        self.loading = Some(shown.clone());
        Some(Effect::background(ReadGames(shown)))
    }

    /// Shows the round robin of a generation, even if the confirmation is newer.
    pub(super) fn look_at(&mut self, model: &mut Model, generation: u32) -> Vec<Effect> {
        self.show_generations = session(model).and_then(Evolution::confirmation).is_some();
        model.look_at(generation)
    }

    /// Goes one step back within the screen. Returns false if there is no step.
    pub(super) fn can_go_back(&self, model: &Model) -> bool {
        let looks_back = session(model).is_some_and(Evolution::looking_back);
        self.boards.replay.is_some()
            || self.panes.is_zoomed
            || self.pair.is_some()
            || self.show_generations
            || looks_back
    }

    /// Goes one step back within the view. Returns false if there is no step.
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
