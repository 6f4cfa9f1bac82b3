//! The lists that scroll here.

use crate::tui::seen::List;

/// The saved sessions.
pub(crate) const SESSIONS: List = List("sessions: sessions");
