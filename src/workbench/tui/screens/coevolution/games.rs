//! The pane with the games of the round robin shown.

use super::{Frame, State, event_name, table};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;
use crate::tui::theme::Role;
use crate::tui::widgets::lines::paragraph;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, open: &Evolution, frame: Frame) {
    let event = state.round.as_ref().map(|round| event_name(open, round.event));
    let title = format!("Games · {}", event.unwrap_or_default());
    let listed = state.listed_games();
    let note = match state.pair {
        Some(_) => format!("{} of a pair, Esc: all", thousands(listed.len() as u64)),
        None => thousands(listed.len() as u64),
    };
    let inner = frame.open(draw, title.trim_end_matches([' ', '·']), &note);
    if inner.height < 2 {
        return;
    }
    let text = match state.all_games() {
        _ if state.round.is_none() => Some(("no generation is finished yet", Role::Dim)),
        None => Some(("reading the games …", Role::Dim)),
        Some(Err(why)) => Some((why, Role::Error)),
        Some(Ok([])) => Some(("games.jsonl contains no games of this round robin", Role::Warning)),
        Some(Ok(_)) if listed.is_empty() => Some(("these two did not meet", Role::Dim)),
        Some(Ok(_)) => None,
    };
    if let Some((text, role)) = text {
        paragraph(draw, inner, text, role);
        return;
    }
    let mut table = table::games(state, inner.width);
    table.hides_cursor = !frame.focused;
    table.draw(draw, inner, frame.focused);
}
