//! The cursor in a list or on a grid.

use super::action::Action;

/// The selected row of a list, or the selected cell of a grid.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Cursor {
    /// The index of the selected row or cell.
    pub(crate) at: usize,
}

/// Returns the element after `from` (or before it, if `on` is false), wrapping around. An unknown `from` counts as the
/// first element.
pub(crate) fn next_of<T: Copy + PartialEq>(all: &[T], from: T, on: bool) -> T {
    let at = all.iter().position(|one| *one == from).unwrap_or(0);
    let step = if on { 1 } else { all.len().saturating_sub(1) };
    all.get((at + step) % all.len().max(1)).copied().unwrap_or(from)
}

impl Cursor {
    /// Moves the cursor in a list of `len` rows, of which `page` are visible.
    pub(crate) fn move_in_list(&mut self, action: Action, page: usize, len: usize) {
        let page = page.max(2) - 1;
        self.at = match action {
            Action::Up => self.at.saturating_sub(1),
            Action::Down => self.at.saturating_add(1),
            Action::PageUp => self.at.saturating_sub(page),
            Action::PageDown => self.at.saturating_add(page),
            Action::First => 0,
            Action::Last => usize::MAX,
            _ => self.at,
        }
        .min(len.saturating_sub(1));
    }

    /// Moves the cursor on a grid of `len` cells in rows of `columns`.
    pub(crate) fn move_on_grid(&mut self, action: Action, columns: usize, len: usize) {
        let at = self.at;
        self.at = match action {
            Action::Left => at.saturating_sub(1),
            Action::Right => at + 1,
            Action::Up => at.checked_sub(columns).unwrap_or(at),
            Action::Down if at + columns < len => at + columns,
            Action::First => 0,
            Action::Last => len,
            _ => at,
        }
        .min(len.saturating_sub(1));
    }
}

/// The focused pane of a place.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct PaneFocus {
    /// The number of the pane.
    pub(crate) at: usize,
    /// Whether the pane is shown alone.
    pub(crate) is_zoomed: bool,
}
