//! Unix systems other than Linux: what they do not have does nothing.

use memmap2::MmapRaw;

/// Whether the system reports that a written file was closed: not known.
pub(crate) const REPORTS_CLOSED_FILES: bool = false;

/// Does nothing: the scheduler moves threads as it likes.
pub(crate) fn pin_to_core(_: usize) {}

/// Does nothing: pages are as large as the system makes them.
pub(crate) fn prefer_large_pages(_: &MmapRaw) {}

/// Does nothing: processes that left the group of their engine survive.
pub(super) fn kill_marked(_: &[u8]) {}

/// Returns `false`: processes are not found by their mark.
pub(super) fn is_marked(_: &[u8]) -> bool {
    false
}

/// Returns nothing: the system does not report it.
pub(super) fn ignores_hangup() -> Option<bool> {
    None
}
