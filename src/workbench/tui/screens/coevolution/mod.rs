//! The view of Run for games: organisms that play each other, generation by generation, and the championship at the end.
//!
//! ```text
//! ╭ Standings · generation 7 of 20 ──────╮╭ Boards ────────────────────────╮
//! │ # organism       seat points  % Elo  ││ the games in progress          │
//! ├ Crosstable ──────────────────────────┤├ Parameter drift, Confirmation ─┤
//! │ the points of each pair              ││                                │
//! ├ Scores ──────────────────────────────┤├ Games ─────────────────────────┤
//! │ the best score of each generation    ││ of the selected generation     │
//! ╰──────────────────────────────────────╯╰────────────────────────────────╯
//! ```
//!
//! If the organisms of a session play opponents instead (objective *matches*), only the boards are shown.
//!
//! The screen shows one *round robin*: that of a generation, or the confirmation, which follows the last generation.
//! `state` computes the round robin from the records and loads its games; the files named like panes draw them.

mod commands;
mod confirmation;
mod crosstable;
mod drift;
mod games;
mod layout;
mod round;
mod scores;
mod screening;
mod standings;
pub(crate) mod state;
mod status;

pub(crate) use commands::COMMANDS;
pub(crate) use state::State;

use crate::job::report::{Fact, State as Work};
use crate::tui::boards::{self, Boards, BoardsHost};
use crate::tui::message::Live;
use crate::tui::panes::suspect;
use crate::tui::prelude::*;
use state::{is_self_play, session};

pub(crate) const ID: ScreenId = ScreenId("coevolution");

static ABOUT: About = About {
    objective: Some("self-play"),
    shows_run: true,
    live: Live::Session,
    figure_panes: "Standings, Crosstable, the curve, Parameter drift, Games",
    has_panes: true,
    ..About::new(ID, "Games")
};

panes! {
    static PANES: State, panes, |state, model, area| {
        let open = session(model).filter(|open| is_self_play(open));
        layout::places(area, state.panes, open.map(|open| layout::Sizes::new(state, open)))
    };
    /// The players of the round robin shown, best first.
    STANDINGS = Pane {
        draw: standings::draw,
        table: |state, model| Some(standings::table(state, model)),
        select: |state, _, row| state.row.at = row,
        open: opens!(commands::open),
        ..OF_ROUNDS
    };
    pub(crate) CROSSTABLE = Pane {
        draw: crosstable::draw,
        navigate: crosstable::navigate,
        selected: crosstable::selected,
        select: crosstable::select,
        open: opens!(commands::open),
        ..OF_ROUNDS
    };
    /// The scores of all generations.
    SCORES = Pane { draw: scores::draw, ..OF_ROUNDS };
    /// How the champion is selected.
    CONFIRMATION = Pane {
        draw: confirmation::draw,
        table: |state, model| Some(confirmation::table(state, model)),
        select: |state, _, row| state.row.at = row,
        open: opens!(commands::open),
        ..OF_EVOLUTIONS
    };
    /// The movement of the parameters.
    DRIFT = Pane {
        draw: drift::draw,
        table: |state, model| Some(drift::table(state, model.evolution.as_ref()?.schema.as_ref()?, 0)),
        select: |state, _, row| state.parameter = row,
        ..OF_EVOLUTIONS
    };
    /// The effects of the parameters in a screening, instead of confirmation and drift.
    EFFECTS = Pane {
        draw: screening::draw,
        table: |state, model| Some(screening::table(state, model)),
        select: |state, _, row| state.screening.row = row,
        is_shown: |_, model| session(model).is_some_and(screening::is_screening),
        ..Pane::EMPTY
    };
    /// Small boards of the games in progress.
    pub(crate) BOARDS = boards::small_pane(games::draw_boards);
    /// One large board.
    BOARD = boards::large_pane(games::draw_board);
    /// The games of the round robin shown.
    GAMES = Pane {
        draw: games::draw_list,
        table: |state, _| Some(games::table(state, 0)),
        select: |state, _, row| state.game = row,
        open: opens!(commands::open),
        ..OF_ROUNDS
    };
}

/// A pane of an evolution that ends with a confirmation.
const OF_EVOLUTIONS: Pane<State> = Pane {
    is_shown: |_, model| {
        session(model).is_some_and(|open| is_self_play(open) && !screening::is_screening(open))
    },
    ..Pane::EMPTY
};

/// A pane of sessions whose organisms play each other.
const OF_ROUNDS: Pane<State> =
    Pane { is_shown: |_, model| session(model).is_some_and(is_self_play), ..Pane::EMPTY };

impl BoardsHost for State {
    fn boards_mut(&mut self) -> Option<&mut Boards> {
        Some(&mut self.boards)
    }
}

impl Place for State {
    parts!(about tables);

    fn status(&self, model: &Model) -> Status {
        let open = session(model);
        let control = open.filter(|open| open.state == Work::Running).and_then(status::control);
        let has_clock = control.is_some_and(|control| control.is_timed()) && !self.boards.live.is_empty();
        Status {
            is_hidden: open.is_none(),
            has_news: self.news,
            can_go_back: self.can_go_back(model),
            redraw_interval: has_clock.then_some(Duration::from_millis(100)),
            ..Status::default()
        }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let Some(open) = session(model) else {
            let inner = pane::draw(draw, area, "Coevolution", "", true);
            paragraph(draw, inner, "The session is being opened.", Role::Text);
            return;
        };
        let area = suspect::draw(draw, open, area);
        PANES.draw(draw, self, model, area);
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        scores::chart(session(model).filter(|_| self.panes.at == SCORES)?)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = session(model)?;
        let record = open.record()?;
        // A round without a generation is the confirmation.
        let of_round = |name| Some((name, self.round.as_ref()?.event.generation()));
        let (name, generation) = match self.panes.at {
            STANDINGS => of_round("standings")?,
            CROSSTABLE => of_round("crosstable")?,
            GAMES => of_round("games")?,
            SCORES => (scores::figure(open), None),
            DRIFT => ("drift", Some(record.generation)),
            _ => return None,
        };
        let wanted = vec![Wanted::of_generation(name, record.run, generation)];
        Some(ExportFigures { folder: open.folder.clone(), wanted })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => return Some(self.refresh(model)).filter(|effects| !effects.is_empty()),
            Input::Back => return self.back(model).then(Vec::new),
            Input::Generation(generation) => return Some(self.look_at(model, generation)),
            Input::NextGeneration(true) => return Some(commands::later(self, model)),
            Input::NextGeneration(false) => return Some(commands::earlier(self, model)),
            Input::Message(Message::LiveRound(playing)) => self.set_playing(std::mem::take(playing)),
            Input::Note(note) => return self.take(model, note),
            Input::Fact(Fact::Generation(_) | Fact::RunFinished(_)) => {
                self.news |= model.screen != ID && model.evolution.as_ref().is_some_and(is_self_play);
            }
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}
