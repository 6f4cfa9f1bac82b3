//! The Positions screen: where the subject disagrees with the grandmasters, why, and what would change it.
//!
//! `state` updates the list with the results of the position scan; `commands` contains what keys and clicks do; most other
//! files draw a pane each.

mod board;
mod commands;
mod counterfactuals;
mod forms;
mod groups;
mod layout;
mod list;
mod state;
mod text;
mod time;
mod totals;
mod why;

pub(crate) use commands::{COMMANDS, FIRST};
#[cfg(test)]
pub(crate) use groups::Row;
#[cfg(test)]
pub(crate) use list::LIST as POSITIONS;
pub(crate) use state::State;

use crate::tui::board_commands::side_pane;
use crate::tui::boards::Written;
use crate::tui::notes::ShowPositions;
use crate::tui::playing::side_panes::SidePane;
use crate::tui::playing::{BoardState, Root};
use crate::tui::prelude::*;
use forms::{FilterChosen, SourceChosen};

pub(crate) const ID: ScreenId = ScreenId("positions");

static ABOUT: About = About { shows_run: true, has_panes: true, ..About::new(ID, "Positions") };

/// A pane that is not shown while moves are played on the board.
const IDLE: Pane<State> = Pane { is_shown: |state, _| !state.is_playing(), ..Pane::EMPTY };

panes! {
    static PANES: State, board_state.panes, layout::places;
    pub(crate) LIST = Pane {
        draw: list::draw,
        table: |state, model| Some(list::table(state, model, 0)),
        select: State::select_row,
        open: opens!(commands::open),
        navigate: State::fold,
        ..IDLE
    };
    /// The board has the number that its state begins with, and those beside it follow.
    BOARD = Pane {
        draw: board::draw,
        table: |state, model| Some(board::table(state, model)),
        select: |state, _, row| (state.candidates.at, state.steps) = (row, 0),
        navigate: commands::step_line,
        ..Pane::EMPTY
    };
    pub(crate) ANALYSIS = side_pane(SidePane::Analysis);
    WHY = Pane {
        draw: why::draw,
        table: |state, model| (!state.shows_evaluation()).then(|| why::table(state, model, 0)),
        select: |state, model, row| commands::hold(state, model, WHY, row),
        open: opens!(commands::open),
        ..Pane::EMPTY
    };
    pub(crate) COUNTERFACTUALS = Pane {
        draw: counterfactuals::draw,
        table: |state, model| Some(counterfactuals::table(state, model, 0)),
        select: |state, model, row| commands::hold(state, model, COUNTERFACTUALS, row),
        open: opens!(commands::open),
        ..IDLE
    };
    TOTALS = Pane {
        draw: totals::draw,
        table: |state, model| Some(totals::table(state, model)),
        select: |state, _, row| state.totals.at = row,
        ..IDLE
    };
    pub(crate) TIME = Pane {
        draw: time::draw,
        table: |state, model| Some(time::table(state, model)),
        select: |state, _, row| state.wanted = time::generation_of(state, row),
        open: opens!(commands::open),
        navigate: |state, model, action| {
            let open = model.evolution.as_ref();
            state.wanted = open.and_then(|open| open.generation_beside(action == Action::Right));
        },
        ..IDLE
    };
}

impl Place for State {
    parts!(about draw tables board);

    fn status(&self, model: &Model) -> Status {
        let settings = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
        let has_engine = settings.is_some_and(|settings| settings.target.engine().is_some());
        let card = (has_engine && model.selection.chosen().is_none()).then(|| Card {
            title: "Positions",
            about: "The open session tunes the options of an engine. This screen explains the moves of an organism's \
                    evaluation and compares them with those of grandmasters."
                .to_owned(),
            choices: vec![(action("choose subject"), "choose an organism as the subject")],
        });
        Status { card, ..Status::default() }
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => return Some(state::refresh(self, model)),
            Input::Back => return commands::back(self).then(Vec::new),
            Input::Generation(generation) => return Some(model.look_at(generation)),
            // A click on the selected move keeps the steps along its line.
            Input::Row(board::LIST, row) if self.focus() == Focus::Board && self.candidates.at == row => {
                commands::open(self, model);
            }
            // The first click on a class filters by it.
            Input::Row(totals::LIST, row) => {
                (self.board_state.panes.at, self.totals.at) = (TOTALS, row);
                commands::open(self, model);
            }
            Input::Message(Message::Findings(findings)) => {
                self.scan.add(std::mem::take(findings), model.now);
            }
            Input::Note(note) => return self.receive(model, note),
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

impl State {
    /// Draws the board above the time.
    pub(crate) fn draw_board(&self, pen: &mut Draw<'_>, model: &Model, area: Rect) {
        let [upper, lower] = split_top(area, area.height.saturating_sub(time::HEIGHT));
        let frame = |area| Frame { area, highlighted: false, focused: false, bare: false };
        board::draw(pen, self, model, frame(upper));
        time::draw(pen, self, model, frame(lower));
    }

    fn receive(&mut self, model: &mut Model, note: &Note) -> Option<Vec<Effect>> {
        if let Some(FilterChosen { filter, only_marked, turned }) = note.get() {
            (self.filter, self.only_marked, self.turned) = (filter.clone(), *only_marked, *turned);
        } else if let Some(SourceChosen(source)) = note.get() {
            model.pending_form = None;
            // The file that was checked has not replaced the form yet.
            self.load(source.clone());
        } else if let Some(ShowPositions(filter)) = note.get() {
            self.set_filter(filter.clone());
            return Some(vec![Effect::Show(ID)]);
        } else {
            let Written { path, index } = note.get()?;
            self.show_game(model, path.clone(), *index);
            return Some(vec![Effect::Show(ID)]);
        }
        Some(Vec::new())
    }
}

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        Some(&self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        Some(&mut self.board_state)
    }

    /// Returns the selected position, with the moves stepped along a line.
    fn root(&self, _model: &Model) -> Option<Root> {
        let entry = self.entry()?;
        Some(Root {
            index: self.entry?,
            position: entry.numbered_position(),
            line: self.line(),
            right: entry.moves.clone(),
            right_name: text::right_name(entry),
        })
    }

    fn focus(&self) -> Focus {
        match self.board_state.focus() {
            Focus::Evaluation if !self.shows_evaluation() => Focus::Other,
            focus => focus,
        }
    }

    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        state::studied(self, model)
    }

    fn edit_parameter(&mut self, model: &mut Model, _parameter: usize) {
        commands::set(self, model);
    }
}
