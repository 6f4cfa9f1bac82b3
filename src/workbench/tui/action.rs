//! The actions that commands perform.

use super::erased::{Constant, Erased};

/// The identifier of a screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ScreenId(pub(crate) &'static str);

/// What a command does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Action {
    /// Shows a screen.
    Show(ScreenId),
    /// Writes the figure of the focused pane, or of the popup, as SVG and CSV.
    ExportFigure,
    /// Sorts the focused list by its next column.
    Sort,
    /// Reverses the order of the focused list.
    Reverse,
    /// Opens the line in which the search of the focused list is typed.
    Find,
    /// Opens the command palette.
    Palette,
    /// Lists all keys.
    Help,
    /// Goes one step back.
    Back,
    /// Quits the workbench.
    Quit,
    /// Returns to the shell until the workbench is resumed.
    Suspend,
    /// Redraws the whole screen.
    Redraw,
    Up,
    Down,
    Left,
    Right,
    PageUp,
    PageDown,
    /// Moves the cursor to the first row.
    First,
    /// Moves the cursor to the last row.
    Last,
    /// Accepts what a popup shows.
    Accept,
    /// Completes the path in a field of a form, or moves to the next field.
    Complete,
    /// Moves to the next field of a form.
    NextField,
    /// Moves to the previous field of a form.
    PreviousField,
    /// Selects the previous choice of a field.
    PreviousChoice,
    /// Selects the next choice of a field.
    NextChoice,
    /// An action of a place, a board or a popup, in the owner's own type.
    Own(Constant),
}

impl Action {
    /// Returns an action of a screen, a board or a popup.
    pub(crate) const fn own<T: Erased>(act: &'static T) -> Action {
        Action::Own(Constant::new(act))
    }
}
