//! The pane with the games of the round robin shown.

use ratatui::layout::Rect;

use super::{Frame, Spot, State, event_name, lists, scene};
use crate::tui::boards::list;
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::thousands;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::lines::paragraph;

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
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
    let scene = scene(state, model, open, state.names(), None);
    list::headings(draw, Rect { height: 1, ..inner }, lists::GAMES);
    let body = below(inner, 1);
    for (row, game, place) in draw.visible(body, lists::GAMES, state.game.at, &listed) {
        let here = frame.focused && row == state.game.at;
        draw.row(place, Target::own(Spot::Game(row)), here);
        let players = game.id.players.map(|player| player as usize);
        list::row(draw, &scene, place, (game.id.game, players, &game.record), here);
    }
}
