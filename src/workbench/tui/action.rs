//! The actions that commands perform.

use std::any::Any;
use std::fmt::{self, Debug};

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
    /// An action of places.
    Own(Own),
}

/// An action of places, in their own type. Two are equal if they are the same declaration.
#[derive(Clone, Copy)]
pub(crate) struct Own(pub(crate) &'static (dyn Any + Sync));

impl PartialEq for Own {
    fn eq(&self, other: &Own) -> bool {
        std::ptr::addr_eq(self.0, other.0)
    }
}

impl Eq for Own {}

impl Debug for Own {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "action at {:p}", self.0)
    }
}
