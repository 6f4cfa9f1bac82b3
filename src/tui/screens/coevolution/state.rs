//! What the screen remembers, and what it works out of the records whenever another round robin is shown.

use std::path::PathBuf;
use std::sync::Arc;

use super::Pane;
use super::drift::{self, Move};
use super::round::{self, Round};
use super::tasks::ReadGames;
use crate::objectives::self_play::Event;
use crate::objectives::self_play::confirmation::Confirmation;

use crate::job::LiveRound;
use crate::objectives::self_play::SessionGame;
use crate::tui::background::BackgroundTask;
use crate::tui::boards::Replay;
use crate::tui::cursor::Cursor;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;

/// The games of a round robin: a session's folder, a run, and which.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Which {
    pub(crate) folder: PathBuf,
    pub(crate) run: u32,
    pub(crate) event: Event,
}

/// The games of a round robin, or why they cannot be read.
pub(crate) type Read = Result<Arc<Vec<SessionGame>>, String>;

/// What the screen remembers.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The session that all this is of.
    folder: PathBuf,
    /// The pane that has the keys.
    pub(super) pane: Pane,
    /// Whether it is shown alone.
    pub(super) zoomed: bool,
    /// Whether Black stands below.
    pub(super) flipped: bool,
    /// Whether the last generation is shown although the champion is confirmed.
    pub(super) generations: bool,
    /// The round robin shown.
    pub(super) round: Option<Round>,
    /// Of which run it is, with the names of its players by number.
    run: u32,
    names: Vec<String>,
    /// How the parameters moved until then.
    pub(super) moves: Vec<Move>,
    /// The row of the table under the cursor, and the column of the crosstable.
    pub(super) row: Cursor,
    pub(super) column: Cursor,
    /// The parameter under the cursor.
    pub(super) drift: Cursor,
    /// The games of a round robin, once they are read.
    pub(super) games: Option<(Which, Read)>,
    /// That games are being read.
    asked: Option<Which>,
    /// The two, by number, whose games alone are listed.
    pub(super) pair: Option<[usize; 2]>,
    /// The game under the cursor.
    pub(super) game: Cursor,
    /// A game that is looked at again, and of which round robin it is.
    pub(super) replay: Option<(Which, Replay)>,
    /// The names of the players of the game that is looked at again.
    replayed: Vec<String>,
    /// What is played now, or was played last, and the names of those who play.
    pub(super) playing: LiveRound,
    players: Vec<String>,
    /// For which event, after how many generations, those names are.
    named: Option<(Event, Option<u32>)>,
    /// The board in the large, where no game is looked at again.
    pub(super) board: usize,
    /// Whether a generation or the confirmation came since the screen was last looked at.
    pub(crate) news: bool,
}

/// Whether a session's organisms play each other.
pub(super) fn plays(open: &Evolution) -> bool {
    open.settings.as_ref().is_some_and(|settings| settings.objective.self_play().is_some())
}

/// How the champion of the run shown was confirmed.
pub(super) fn confirmation(open: &Evolution) -> Option<&Confirmation> {
    open.run()?.result.as_ref()?.confirmation.as_ref()
}

/// The round robin that a person options to see.
pub(super) fn wished(state: &State, open: &Evolution) -> Option<Event> {
    let confirmed = confirmation(open).is_some() && !open.looking_back() && !state.generations;
    if confirmed { Some(Event::Confirmation) } else { Some(Event::Generation(open.record()?.generation)) }
}

impl State {
    /// Which round robin is shown.
    pub(super) fn which(&self) -> Option<Which> {
        let event = self.round.as_ref()?.event;
        Some(Which { folder: self.folder.clone(), run: self.run, event })
    }

    /// The games of the round robin shown, or why they cannot be read; `None` while they are not.
    pub(super) fn all(&self) -> Option<Result<&[SessionGame], &str>> {
        let shown = self.which()?;
        let (_, games) = self.games.as_ref().filter(|(of, _)| *of == shown)?;
        Some(games.as_ref().map(|games| games.as_slice()).map_err(String::as_str))
    }

    /// The games listed.
    pub(super) fn listed(&self) -> Vec<&SessionGame> {
        let games = self.all().and_then(Result::ok).unwrap_or_default();
        let met = |game: &&SessionGame| {
            let players = game.id.players.map(|player| player as usize);
            self.pair.is_none_or(|pair| players == pair || players == [pair[1], pair[0]])
        };
        games.iter().filter(met).collect()
    }

    /// The names of the players of the round robin shown, by number.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// The names of those who play now.
    pub(super) fn players(&self) -> &[String] {
        &self.players
    }

    /// The names of the players of the game that is looked at again.
    pub(super) fn replayed(&self) -> &[String] {
        &self.replayed
    }

    /// Looks at a game again; false where it cannot be.
    pub(super) fn look(&mut self, game: &SessionGame, which: Which) -> bool {
        let players = game.id.players.map(|player| player as usize);
        let replay = Replay::of(game.id.game, players, &Arc::new(game.record.clone()));
        self.replay = replay.map(|replay| (which, replay));
        self.replayed.clone_from(&self.names);
        self.replay.is_some()
    }

    /// Games were read.
    pub(super) fn read(&mut self, which: Which, games: Read) {
        if self.asked.as_ref() == Some(&which) {
            self.asked = None;
        }
        self.games = Some((which, games));
        let len = self.listed().len();
        self.game.at = self.game.at.min(len.saturating_sub(1));
    }
}

/// Brings what is shown in step with the session and with the wish of the person; games to be read, if any.
pub(super) fn follow(state: &mut State, model: &mut Model, looks: bool) -> Option<BackgroundTask> {
    let open = model.evolution.as_ref().filter(|open| plays(open));
    let Some(open) = open else {
        if state.round.is_some() || !state.folder.as_os_str().is_empty() {
            *state = State::default();
        }
        return None;
    };
    if state.folder != open.folder {
        *state = State { folder: open.folder.clone(), ..State::default() };
    }
    if !looks {
        return None;
    }
    let wished = wished(state, open);
    let run = open.record().map_or(0, |record| record.run);
    if state.round.as_ref().map(|round| round.event) != wished || state.run != run {
        let round = match wished {
            Some(Event::Confirmation) => open
                .latest()
                .zip(confirmation(open))
                .map(|(last, confirmation)| Round::of_confirmation(open, last, confirmation)),
            Some(Event::Generation(_)) => open.record().and_then(|record| Round::of_generation(open, record)),
            Some(Event::Milestones | Event::FinalMatch) | None => None,
        };
        state.names = round.as_ref().map(Round::names).unwrap_or_default();
        state.moves = open.record().map(|record| drift::moves(open, record)).unwrap_or_default();
        let players = round.as_ref().map_or(0, |round| round.entries.len());
        let columns = round.as_ref().map_or(0, Round::columns);
        state.row.at = state.row.at.min(players.saturating_sub(1));
        state.column.at = state.column.at.min(columns.saturating_sub(1));
        (state.round, state.run, state.pair, state.game) = (round, run, None, Cursor::default());
    }
    let named = state.playing.event.map(|event| (event, open.latest().map(|last| last.generation)));
    if state.named != named {
        state.named = named;
        state.players = players(state, open);
    }
    let wanted = state.which()?;
    let known = state.games.as_ref().is_some_and(|(of, _)| *of == wanted);
    // One at a time: what is wished for meanwhile is read afterwards.
    if known || state.asked.is_some() {
        return None;
    }
    state.asked = Some(wanted.clone());
    Some(BackgroundTask::new(ReadGames(wanted)))
}

/// The names of those who play, or played last.
fn players(state: &State, open: &Evolution) -> Vec<String> {
    let Some(event) = state.playing.event else { return Vec::new() };
    let last = open.latest().filter(|last| event == Event::Generation(last.generation));
    match last.and_then(|last| Round::of_generation(open, last)) {
        Some(round) => round.names(),
        None => {
            let mut names = round::names(open, event);
            let called = if event == Event::Milestones { round::leader } else { round::veteran };
            names.extend(state.playing.hall.iter().map(|generation| called(*generation)));
            names
        }
    }
}
