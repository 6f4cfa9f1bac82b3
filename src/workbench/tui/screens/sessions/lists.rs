//! The scrolling list of the screen.

use crate::tui::hit_map::List;

/// The saved sessions.
pub(crate) const SESSIONS: List = List("sessions: sessions");
