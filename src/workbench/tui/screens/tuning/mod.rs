//! The view of Run for tuned searches: the nodes that the searches of a tuning session need for each position.
//!
//! ```text
//! ╭ Σ nodes over generations ────────────╮╭ Generation 3 ──────╮
//! │                                      ││ best, mean, solved │
//! ├ Positions × organisms ───────────────┤├ Parameters ────────┤
//! │ 1 ▒░█✗░░▒…                           ││ beside the paper’s │
//! ├ Gained and lost ─────────────────────┤│                    │
//! ╰──────────────────────────────────────╯╰────────────────────╯
//! ```
//!
//! `view` selects the data to show, and most other files draw a pane. With a position on the board, the board and its side
//! panes replace the curves and the parameters.

mod changes;
mod commands;
mod layout;
mod map;
mod report;
pub(crate) mod tasks;
mod view;

pub(crate) use commands::COMMANDS;

use crate::objectives::suite::SuiteSettings;
use crate::solving;
use crate::tui::board_commands::side_pane;
use crate::tui::panes::{curves, suspect, values};
use crate::tui::playing::side_panes::SidePane;
use crate::tui::playing::{BoardIn, BoardState, Root, problem};
use crate::tui::prelude::*;
use tasks::{Positions, ReadPositions};
use view::View;

pub(crate) const ID: ScreenId = ScreenId("tuning");

static ABOUT: About = About {
    objective: Some("suite"),
    shows_run: true,
    figure_panes: "the curve, Positions × organisms, Parameters, the result at the end",
    has_panes: true,
    ..About::new(ID, "Searches")
};

/// A pane that can be focused while no moves are played.
const IDLE: Pane<State> = Pane { is_shown: |state, _| !state.is_playing(), ..Pane::EMPTY };

panes! {
    static PANES: State, board_state.panes, layout::places;
    /// The map of positions × organisms.
    pub(crate) MAP = Pane { draw: map::draw, navigate: map::navigate, ..IDLE };
    /// The positions gained and lost.
    pub(crate) CHANGES = Pane {
        draw: changes::draw,
        table: changes::table,
        select: changes::select,
        open: opens!(commands::open),
        ..IDLE
    };
    /// The board with the selected position, and the panes beside it.
    pub(crate) BOARD = Pane { draw: draw_board, navigate: step_position, is_shown: |state, _| state.board, ..Pane::EMPTY };
    ANALYSIS = side_pane(SidePane::Analysis);
    pub(crate) EVALUATION = side_pane(SidePane::Evaluation);
    /// The parameters of the subject’s search beside those of other organisms.
    pub(crate) PARAMETERS = Pane {
        draw: draw_parameters,
        table: |_, model| values::sortable(model, session(model).ok()?),
        select: |_, model, row| model.values.at = row,
        ..IDLE
    };
    /// The results of the shown generation, and the progress of the running one.
    REPORT = Pane { draw: report::draw, ..IDLE };
    /// The curves of Σ nodes over the generations.
    CURVE = Pane { draw: draw_curve, ..IDLE };
}

/// The positions of a session.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SuiteSelection {
    /// The settings, which determine the positions of the suite.
    pub(crate) settings: SuiteSettings,
    /// The session's folder, which has the quiet positions.
    pub(crate) folder: PathBuf,
    /// Whether a generation is recorded. The quiet positions are chosen before the first.
    pub(crate) measured: bool,
}

/// The positions that were read, or the error message.
pub(crate) type Problems = Result<Arc<Vec<solving::Problem>>, String>;

/// The results with which organisms are compared, chosen by the user.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Baseline {
    /// The folder of the session.
    folder: PathBuf,
    /// The name on the screen.
    name: String,
    /// The nodes for each position; 0 if the best move was not found.
    nodes: Arc<Vec<u32>>,
}

#[derive(Debug, Default)]
pub(crate) struct State {
    /// The place of the selected organism in the population.
    pub(crate) place: usize,
    /// The index of the selected position.
    pub(crate) at: usize,
    /// Whether each position has a column of its own even if not all columns fit.
    pub(crate) magnified: bool,
    /// The chosen baseline; `None` for the best organism of generation 0.
    baseline: Option<Baseline>,
    /// Whether positions found sooner or later are listed too.
    lists_all: bool,
    /// The selected row of the gained and lost positions.
    pub(crate) changes: Cursor,
    /// The positions that were read, or the error message.
    problems: Option<Problems>,
    /// The positions that were requested last.
    requested: Option<SuiteSelection>,
    /// Whether the selected position is shown on the board.
    pub(crate) board: bool,
    pub(crate) board_state: BoardIn<BOARD>,
}

/// Returns the open session if it tunes searches.
fn session(model: &Model) -> Result<&Evolution, &'static str> {
    let tunes = |open: &&Evolution| {
        open.settings.as_ref().is_some_and(|settings| settings.objective.suite().is_some())
    };
    model.evolution.as_ref().filter(tunes).ok_or("the open session tunes no searches")
}

fn draw_board(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let results = View::new(state, model).map_or_else(|_| Vec::new(), |view| view.results());
    problem::draw(draw, state, model, frame, (state.problem(), state.at), Vec::new(), &results);
}

fn draw_parameters(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Ok(open) = session(model) else { return };
    let inner = frame.open(draw, "Parameters · paper’s Table II", "v larger");
    values::table(draw, model, open, inner, frame.focused.then_some(model.values.at));
}

fn draw_curve(draw: &mut Draw<'_>, _state: &State, model: &Model, frame: Frame) {
    let Ok(open) = session(model) else { return };
    curves::draw(draw, model, open, frame.area, (frame.highlighted, frame.focused));
}

/// Goes to another position on the board.
fn step_position(state: &mut State, model: &mut Model, action: Action) {
    let mut at = Cursor { at: state.at };
    at.move_in_list(action, 10, View::new(state, model).map_or(0, |view| view.positions()));
    state.at = at.at;
}

/// Goes to an earlier or a later generation.
fn step_generation(model: &mut Model, action: Action) -> Vec<Effect> {
    let viewed = model.evolution.as_ref().and_then(|open| open.viewed_generation());
    let Some(at) = viewed else { return Vec::new() };
    model.look_at(match action {
        Action::Left | Action::Up => at.saturating_sub(1),
        Action::Right | Action::Down => at.saturating_add(1),
        Action::PageUp => at.saturating_sub(10),
        Action::PageDown => at.saturating_add(10),
        Action::First => 0,
        _ => u32::MAX,
    })
}

impl Place for State {
    parts!(about board);

    fn status(&self, model: &Model) -> Status {
        let looks_back = model.evolution.as_ref().is_some_and(|open| open.looking_back());
        let can_go_back = self.board || self.board_state.panes.is_zoomed || self.magnified || looks_back;
        Status { is_hidden: session(model).is_err(), can_go_back, ..Status::default() }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let session = session(model).map(|open| (open, open.failure.as_ref()));
        let (text, role) = match session {
            Ok((open, None)) => {
                let area = suspect::draw(draw, open, area);
                return PANES.draw(draw, self, model, area);
            }
            Ok((_, Some(message))) => {
                (format!("✗ {message}\n\no opens a saved session, including this one"), Role::Error)
            }
            Err(_) => ("The session is being opened.".to_owned(), Role::Text),
        };
        let inner = pane::draw(draw, area, "Tuning", "", true);
        paragraph(draw, inner, &text, role);
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        let map = View::new(self, model).map(map::table);
        let map = map.map(|table| table.focused(self.board_state.panes.at == MAP));
        map.into_iter().chain(PANES.tables(self, model)).collect()
    }

    fn chart(&self, model: &Model) -> Option<Chart> {
        curves::chart(session(model).ok().filter(|_| self.board_state.panes.at == CURVE)?)
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let open = session(model).ok()?;
        let record = open.record()?;
        let wanted = match self.board_state.panes.at {
            CURVE => Wanted::of_generation("fitness", record.run, None),
            MAP => Wanted::of_generation("positions", record.run, Some(record.generation)),
            REPORT if !open.training_examinations().is_empty() => Wanted::recorded("examinations"),
            PARAMETERS => values::figure(model, open)?,
            _ => return None,
        };
        Some(ExportFigures { folder: open.folder.clone(), wanted: vec![wanted] })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => return Some(self.refresh(model).into_effects()),
            Input::Back => return self.back(model).then(Vec::new),
            Input::Generation(generation) => return Some(model.look_at(generation)),
            Input::Part(MAP, cell) => self.cell_clicked(model, cell),
            Input::Move(action) if self.board_state.panes.at == CURVE => {
                return Some(step_generation(model, action));
            }
            Input::Wheel(CURVE, action) => return Some(step_generation(model, action)),
            Input::Select(map::ROWS, place) => self.place = place,
            Input::Note(note) => {
                let Positions { selection, problems } = note.get()?;
                if self.requested.as_ref() == Some(selection) {
                    self.problems = Some(problems.clone());
                }
            }
            input => return PANES.handle(self, model, &input),
        }
        Some(Vec::new())
    }
}

impl State {
    /// Returns the positions, if they were read.
    fn problems(&self) -> Option<&Arc<Vec<solving::Problem>>> {
        self.problems.as_ref()?.as_ref().ok()
    }

    /// Returns the selected position.
    pub(crate) fn problem(&self) -> Option<&solving::Problem> {
        self.problems()?.get(self.at)
    }

    /// Selects a cell of the map by its number. A click on the selected one opens it.
    fn cell_clicked(&mut self, model: &mut Model, cell: usize) {
        let Some(columns) = map::columns(self, model) else { return };
        let (place, column) = (cell / columns.count.max(1), cell % columns.count.max(1));
        let is_focused = std::mem::replace(&mut self.board_state.panes.at, MAP) == MAP;
        if is_focused && (self.place, columns.column_of(self.at)) == (place, column) {
            commands::open(self, model);
            return;
        }
        (self.place, self.at) = (place, columns.first(column));
    }

    /// Reads the positions when the screen is first shown, and closes the board if there is no position for it.
    fn refresh(&mut self, model: &Model) -> Option<Effect> {
        if model.screen != ID {
            return None;
        }
        let selection = session(model).ok().and_then(|open| {
            let settings = open.settings.as_ref()?.objective.suite()?.clone();
            let measured = settings.quiet > 0 && open.latest().is_some();
            Some(SuiteSelection { settings, folder: open.folder.clone(), measured })
        });
        self.board &= selection.is_some() && self.problem().is_some();
        PANES.keep_focus(self, model, if self.board { BOARD } else { MAP });
        let selection = selection.filter(|selection| self.requested.as_ref() != Some(selection))?;
        if self.requested.as_ref().is_none_or(|requested| requested.folder != selection.folder) {
            self.at = 0;
        }
        (self.requested, self.problems) = (Some(selection.clone()), None);
        Some(Effect::background(ReadPositions(selection)))
    }

    /// Goes one step back within the screen. Returns false if there is no step.
    fn back(&mut self, model: &mut Model) -> bool {
        if self.board {
            if !std::mem::take(&mut self.board_state.evaluation) {
                self.set_focus(Focus::Other);
                self.board = false;
                let focus = &mut self.board_state.panes.at;
                *focus = if *focus == CHANGES { CHANGES } else { MAP };
            }
            return true;
        }
        if std::mem::take(&mut self.board_state.panes.is_zoomed) || std::mem::take(&mut self.magnified) {
            return true;
        }
        let earlier = model.evolution.as_mut().filter(|open| open.looking_back());
        earlier.map(|open| open.view_newest()).is_some()
    }
}

impl BoardHost for State {
    fn board_state(&self) -> Option<&BoardState> {
        self.board.then_some(&self.board_state)
    }

    fn board_state_mut(&mut self) -> Option<&mut BoardState> {
        self.board.then_some(&mut self.board_state)
    }

    fn root(&self, model: &Model) -> Option<Root> {
        session(model).ok().filter(|_| self.board)?;
        self.problem().map(|problem| problem::root(problem, self.at))
    }

    /// Returns the chosen subject, otherwise the organism at the cursor.
    fn organism(&self, model: &Model) -> Option<ShownOrganism> {
        let here = || View::new(self, model).ok().and_then(|view| view.open.organism(view.place()));
        model.selection.chosen().cloned().or_else(here).or_else(|| model.subject())
    }
}
