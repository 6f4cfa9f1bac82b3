//! The panes of a place: which is focused, where they are, and what keys and the mouse do in them.

use super::{AnyPlace, Run, Running};
use crate::tui::prelude::*;

/// A pane of a place with the state `S`.
pub(crate) struct Pane<S> {
    pub(crate) draw: fn(&mut Draw<'_>, &S, &Model, Frame),
    /// Returns the pane's list, if it has one. Then keys and the mouse move the cursor of this list.
    pub(crate) table: for<'a> fn(&'a S, &'a Model) -> Option<Table<'a>>,
    /// Moves the cursor of the list to a row, or of another pane to a part of it.
    pub(crate) select: fn(&mut S, &mut Model, usize),
    /// Returns the selected part of a pane without a list.
    pub(crate) selected: fn(&S) -> Option<usize>,
    /// Opens what is selected, because of a click on it.
    pub(crate) open: fn(&mut S, &mut Model) -> Vec<Effect>,
    /// Moves the cursor of a pane without a list, or to the left and to the right in one with a list.
    pub(crate) navigate: fn(&mut S, &mut Model, Action),
    /// Whether the mouse wheel moves the cursor.
    pub(crate) has_wheel: bool,
    /// Whether the pane can be focused now.
    pub(crate) is_shown: fn(&S, &Model) -> bool,
}

impl<S> Pane<S> {
    /// An empty pane.
    pub(crate) const EMPTY: Pane<S> = Pane {
        draw: |_, _, _, _| (),
        table: |_, _| None,
        select: |_, _, _| (),
        selected: |_| None,
        open: |_, _| Vec::new(),
        navigate: |_, _, _| (),
        has_wheel: true,
        is_shown: |_, _| true,
    };
}

/// The panes of a place, in the order of Tab.
pub(crate) struct Panes<S: 'static> {
    pub(crate) all: &'static [Pane<S>],
    pub(crate) focus: fn(&S) -> &PaneFocus,
    pub(crate) focus_mut: fn(&mut S) -> &mut PaneFocus,
    /// Divides an area among panes. The focused pane always has a part.
    pub(crate) places: fn(&S, &Model, Rect) -> Vec<(usize, Rect)>,
}

/// Declares the panes of a place with a state, in the order of Tab: where the state holds the focus, what divides an area
/// among the panes, and of each pane its number and its parts (see [`Pane`]).
///
/// ```ignore
/// panes! { pub(crate) static PANES: State, board_state.panes, places;
///     pub(crate) GRID = Pane { draw: grid::draw, navigate: grid::navigate, ..Pane::EMPTY };
/// }
/// ```
macro_rules! panes {
    (
        $visible:vis static $panes:ident: $state:ty, $($focus:ident).+, $places:expr;
        $($(#[$about:meta])* $seen:vis $pane:ident = $parts:expr;)+
    ) => {
        #[allow(non_camel_case_types, clippy::upper_case_acronyms, reason = "they are the names of constants")]
        enum Number { $($pane),+ }
        $($(#[$about])* #[allow(dead_code, reason = "a pane may be found by others")] $seen const $pane: usize = Number::$pane as usize;)+
        $visible static $panes: $crate::tui::place::Panes<$state> = $crate::tui::place::Panes {
            all: &[$($parts),+],
            focus: |state| &state.$($focus).+,
            focus_mut: |state| &mut state.$($focus).+,
            places: $places,
        };
    };
}
pub(crate) use panes;

/// What opens the selected part of a pane, from a function with any effects.
macro_rules! opens {
    ($open:path) => {
        |state, model| $crate::tui::place::IntoEffects::into_effects($open(state, model))
    };
}
pub(crate) use opens;

impl<S> Panes<S> {
    /// Draws the panes.
    pub(crate) fn draw(&self, draw: &mut Draw<'_>, state: &S, model: &Model, area: Rect) {
        let places = (self.places)(state, model, area);
        // A pane may depend on which others are shown.
        for (number, area) in &places {
            draw.hits.note(*area, Target::Pane(*number));
        }
        for (number, frame) in pane::frames(area, places, (self.focus)(state).at) {
            if let Some(pane) = self.all.get(number) {
                (pane.draw)(draw, state, model, frame);
            }
        }
    }

    /// Returns the lists of the panes. That of the focused pane is marked.
    pub(crate) fn tables<'a>(&self, state: &'a S, model: &'a Model) -> Vec<Table<'a>> {
        let focused = (self.focus)(state).at;
        let table = |(number, pane): (usize, &Pane<S>)| {
            (pane.table)(state, model).map(|table| table.focused(number == focused))
        };
        self.all.iter().enumerate().filter_map(table).collect()
    }

    /// Focuses the next or the previous pane that can be focused.
    pub(crate) fn next(&self, state: &mut S, model: &Model, forward: bool) {
        (self.focus_mut)(state).at = self.after(state, model, forward);
    }

    /// Returns the pane after the focused one, or before it.
    pub(crate) fn after(&self, state: &S, model: &Model, forward: bool) -> usize {
        let is_shown = |number: &usize| (self.all[*number].is_shown)(state, model);
        let shown: Vec<usize> = (0..self.all.len()).filter(is_shown).collect();
        next_of(&shown, (self.focus)(state).at, forward)
    }

    /// Returns whether the last frame showed some of the panes, but not all.
    pub(crate) fn are_partly_hidden(&self, state: &S, model: &Model) -> bool {
        let shown = self.all.iter().enumerate().filter(|(_, pane)| (pane.is_shown)(state, model));
        let mut drawn = shown.map(|(number, _)| model.hits.has_pane(number));
        let first = drawn.next();
        drawn.any(|other| Some(other) != first)
    }

    /// Shows the focused pane alone, or all panes again.
    pub(crate) fn zoom(&self, state: &mut S) {
        let focus = (self.focus_mut)(state);
        focus.is_zoomed = !focus.is_zoomed;
    }

    /// Moves cursors and the focus. Returns `None` for an input that does not concern panes.
    pub(crate) fn handle(&self, state: &mut S, model: &mut Model, input: &Input<'_>) -> Option<Vec<Effect>> {
        match *input {
            Input::Move(action) => self.navigate(state, model, (self.focus)(state).at, action),
            Input::Wheel(number, action) => {
                if self.all.get(number)?.has_wheel {
                    self.navigate(state, model, number, action);
                }
            }
            Input::Pane(number) => (self.focus_mut)(state).at = number,
            Input::Part(number, part) => {
                let selected = (self.all.get(number)?.selected)(state);
                return Some(self.clicked(state, model, number, part, selected));
            }
            Input::Row(list, row) => {
                let (number, selected) = self.find(state, model, list)?;
                return Some(self.clicked(state, model, number, row, Some(selected)));
            }
            Input::Select(list, row) => {
                let (number, _) = self.find(state, model, list)?;
                (self.all[number].select)(state, model, row);
            }
            Input::NextPane(forward) => self.next(state, model, forward),
            Input::Zoom => self.zoom(state),
            _ => return None,
        }
        Some(Vec::new())
    }

    /// Moves the focus to another pane if the focused one is no longer shown.
    pub(crate) fn keep_focus(&self, state: &mut S, model: &Model, other: usize) {
        let focused = self.all.get((self.focus)(state).at);
        if !focused.is_some_and(|pane| (pane.is_shown)(state, model)) {
            (self.focus_mut)(state).at = other;
        }
    }

    /// Returns the pane with a list, and the list's selected row.
    fn find(&self, state: &S, model: &Model, list: List) -> Option<(usize, usize)> {
        let of_pane = |(number, pane): (usize, &Pane<S>)| {
            let table = (pane.table)(state, model)?;
            (table.list == list).then_some((number, table.selected))
        };
        self.all.iter().enumerate().find_map(of_pane)
    }

    /// Moves the cursor of a pane.
    fn navigate(&self, state: &mut S, model: &mut Model, number: usize, action: Action) {
        let Some(pane) = self.all.get(number) else { return };
        let is_vertical = !matches!(action, Action::Left | Action::Right);
        let table = (pane.table)(state, model).filter(|_| is_vertical);
        match table.map(|table| next_row(&table, model, action)) {
            Some(row) => (pane.select)(state, model, row),
            None => (pane.navigate)(state, model, action),
        }
    }

    /// Focuses a pane and selects a part of it. A click on what is selected and focused opens it.
    fn clicked(
        &self,
        state: &mut S,
        model: &mut Model,
        number: usize,
        part: usize,
        selected: Option<usize>,
    ) -> Vec<Effect> {
        let focus = (self.focus_mut)(state);
        let is_again = focus.at == number && selected == Some(part);
        focus.at = number;
        (self.all[number].select)(state, model, part);
        if is_again { (self.all[number].open)(state, model) } else { Vec::new() }
    }
}

/// A command that moves the focus between the panes of a place.
pub(crate) enum PaneCommand {
    Next,
    Previous,
    Zoom,
}

/// Focuses the next pane.
pub(crate) static NEXT_PANE: Running = Running(&PaneCommand::Next);

impl Run for PaneCommand {
    fn available(&self, place: &AnyPlace, _model: &Model) -> Available {
        if place.about().has_panes { Ok(()) } else { Err("there is one pane here") }
    }

    fn run(&self, place: &mut AnyPlace, model: &mut Model) -> Vec<Effect> {
        let input = match self {
            PaneCommand::Next => Input::NextPane(true),
            PaneCommand::Previous => Input::NextPane(false),
            PaneCommand::Zoom => Input::Zoom,
        };
        place.handle(model, input).unwrap_or_default()
    }
}

/// Returns the row that a key moves the cursor of a list to.
pub(crate) fn next_row(table: &Table<'_>, model: &Model, action: Action) -> usize {
    let mut cursor = Cursor { at: table.selected };
    model.step(table.list, &mut cursor, action, table.len);
    cursor.at
}
