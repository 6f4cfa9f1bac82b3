//! The place Suite: solves a suite, with a cell for each position and a board for the selected position.
//!
//! `state` holds the runs of the subject and the rival, and `run` what starts and pauses them. The other files draw.

mod board;
mod commands;
mod forms;
mod grid;
mod histogram;
mod list;
mod run;
mod state;
pub(crate) mod tasks;

pub(crate) use commands::COMMANDS;
pub(crate) use state::{Limit, LoadedSuite, State, SuiteSettings};

use crate::tui::board_commands::side_pane;
use crate::tui::playing::board::BELOW;
use crate::tui::playing::side_panes::{Activity, SidePane};
use crate::tui::playing::{BoardState, Root, problem};
use crate::tui::prelude::*;
use crate::tui::widgets::pane::FRAMED_HEIGHT;
use crate::tui::work::LongWork;
use state::Filter;
use tasks::{ReadSuite, SuiteRead};

pub(crate) const ID: ScreenId = ScreenId("suite");

static ABOUT: About = About { has_panes: true, ..About::new(ID, "Suite") };

/// A pane that is not shown while moves are played on the board.
const IDLE: Pane<State> = Pane { is_shown: |state, _| !state.is_playing(), ..Pane::EMPTY };

panes! {
    pub(crate) static PANES: State, board_state.panes, places;
    /// A cell for each position.
    pub(crate) GRID = Pane {
        draw: grid::draw,
        navigate: grid::navigate,
        select: State::select,
        selected: |state| Some(state.at),
        open: opens!(commands::open),
        ..IDLE
    };
    LIST = Pane {
        draw: list::draw,
        table: |state, _| Some(list::table(state)),
        select: list::select,
        open: opens!(commands::open),
        ..IDLE
    };
    /// The board has the number that its state begins with, and those beside it follow.
    BOARD = Pane { draw: board::draw, navigate: list::step, has_wheel: false, ..Pane::EMPTY };
    ANALYSIS = side_pane(SidePane::Analysis);
    EVALUATION = side_pane(SidePane::Evaluation);
}

/// The least widths for three columns and for two columns of panes.
const THREE_COLUMNS: u16 = 116;
const TWO_COLUMNS: u16 = 76;
/// The least width of grid and list beside the board.
const OTHERS: u16 = 66;

/// Divides an area among the panes: grid, list and board side by side where there is room.
fn places(state: &State, model: &Model, area: Rect) -> Vec<(usize, Rect)> {
    let PaneFocus { at: focus, is_zoomed } = state.board_state.panes;
    if is_zoomed || area.width < TWO_COLUMNS || area.height < FRAMED_HEIGHT {
        return vec![(focus, area)];
    }
    let activity = Activity::new(state, model);
    let beside = |area: Rect| {
        let panes = activity.places(state.board_state.focus(), area).into_iter();
        panes.map(|(pane, area)| (ANALYSIS + pane as usize, area))
    };
    let of_board = focus > BOARD || activity.playing;
    let first = if focus == LIST { LIST } else { GRID };
    if area.width < THREE_COLUMNS {
        let [left, right] = split_left(area, area.width / 2);
        return match of_board {
            true => [(BOARD, left)].into_iter().chain(beside(right)).collect(),
            false => vec![(first, left), (BOARD, right)],
        };
    }
    let board = Size::pane_width(area, OTHERS, BELOW);
    let [left, others] = split_left(area, (area.width - board) / 2);
    if of_board || activity.analysing || activity.evaluating {
        let [middle, right] = split_left(others, board);
        return [(first, left), (BOARD, middle)].into_iter().chain(beside(right)).collect();
    }
    let [middle, right] = split_left(others, others.width - board);
    vec![(GRID, left), (LIST, middle), (BOARD, right)]
}

/// Returns the organism for the next run: the subject or the rival.
fn player(state: &State, model: &Model) -> Option<ShownOrganism> {
    match state.role() {
        OrganismRole::Subject => model.subject(),
        OrganismRole::Rival => model.rival().cloned(),
    }
}

/// Returns the positions that the shown run failed to solve.
fn unsolved(state: &State) -> impl Iterator<Item = usize> {
    let cells = state.run().map_or(&[][..], |run| &run.cells);
    cells.iter().enumerate().filter(|(_, cell)| cell.solved() == Some(false)).map(|(index, _)| index)
}

impl Place for State {
    parts!(about draw board);

    fn status(&self, _model: &Model) -> Status {
        let is_running = self.runs.iter().flatten().any(|run| run.running);
        Status { work: is_running.then_some(LongWork::Suite), ..Status::default() }
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        // The cells of the grid are the rows of the list.
        let is_focused = self.board_state.panes.at < BOARD;
        PANES.tables(self, model).into_iter().map(|table| table.focused(is_focused)).collect()
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => return Some(self.refresh(model)),
            Input::Back => return self.back().then(Vec::new),
            Input::Message(Message::SuiteSteps(steps)) => {
                return Some(run::apply_steps(self, model, std::mem::take(steps)));
            }
            Input::Note(note) => {
                if let Some(SuiteRead { source, loaded }) = note.get() {
                    if *source == self.settings.source {
                        self.suite = Some((source.clone(), loaded.clone()));
                        self.update_rows();
                    }
                } else {
                    let settings = note.get::<SuiteSettings>()?.clone();
                    model.pending_form = None;
                    return Some(run::apply_settings(self, settings));
                }
            }
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

impl State {
    /// Reads the suite when the screen is first shown.
    fn refresh(&mut self, model: &Model) -> Vec<Effect> {
        PANES.keep_focus(self, model, BOARD);
        if self.role == Some(OrganismRole::Rival) && model.selection.rival.is_none() && self.run().is_none() {
            self.role = None;
        }
        let source = &self.settings.source;
        let is_known = self.suite.as_ref().is_some_and(|(opened, _)| opened == source);
        if model.screen != ID || is_known || self.requested.as_ref() == Some(source) {
            return Vec::new();
        }
        let source = source.clone();
        self.requested = Some(source.clone());
        self.suite = None;
        vec![Effect::background(ReadSuite(source))]
    }

    /// Goes one step back within the screen. Returns false if there is no step.
    fn back(&mut self) -> bool {
        if self.board_state.evaluation {
            self.board_state.evaluation = false;
        } else if self.board_state.panes.is_zoomed {
            self.board_state.panes.is_zoomed = false;
        } else if self.filter != Filter::All {
            self.filter = Filter::All;
            self.update_rows();
        } else {
            return false;
        }
        true
    }
}

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        Some(&self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        Some(&mut self.board_state)
    }

    fn root(&self, _model: &Model) -> Option<Root> {
        self.problem().map(|problem| problem::root(problem, self.at))
    }

    /// Returns the selected organism, otherwise the one that solved the suite.
    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        let solver = || self.runs[OrganismRole::Subject as usize].as_ref().map(|run| run.organism.clone());
        model.selection.chosen().cloned().or_else(solver).or_else(|| model.subject())
    }
}
