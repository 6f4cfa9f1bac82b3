//! The crosstable of a tournament.

use ratatui::layout::Rect;

use super::role;
use super::state::MatchData;
use crate::tui::draw::Draw;
use crate::tui::format::{cut, estimate, left, points, right};
use crate::tui::theme::Role;

/// The widths of the columns: the score, Elo, and the score against one opponent.
const SCORE: usize = 10;
const ELO: usize = 13;
const AGAINST: usize = 8;

/// Draws the table, best player first. Rows and columns that do not fit are left out.
pub(super) fn draw(draw: &mut Draw<'_>, data: &MatchData, area: Rect) {
    let players = data.table.len();
    let width = usize::from(area.width);
    let fixed = 4 + SCORE + ELO + 4;
    let longest = (0..players).map(|player| data.name(player).chars().count()).max().unwrap_or(0);
    let name = longest.clamp(6, width.saturating_sub(fixed + AGAINST * players).clamp(8, 28));
    let columns = width.saturating_sub(fixed + name) / AGAINST;
    if area.height == 0 {
        return;
    }
    let mut heading = format!(
        "{} {} {}{}{}",
        right("", 2),
        left("", name),
        right("points", SCORE),
        right("Elo", ELO),
        right("✗", 4)
    );
    for place in 0..players.min(columns) {
        heading += &right(&(place + 1).to_string(), AGAINST);
    }
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    for (place, row) in data.table.iter().enumerate().take(usize::from(area.height - 1)) {
        let y = area.y + 1 + place as u16;
        let rating = row.rating;
        let elo = rating.map_or_else(|| "–".to_owned(), |found| estimate(Some(found.value), found.error));
        let score = format!("{}/{}", points(row.score.0), row.score.1);
        let faults = data.standings.faults().get(row.player).copied().unwrap_or(0);
        let mut numbers =
            format!(" {}{}{}", right(&score, SCORE), right(&elo, ELO), right(&faults.to_string(), 4));
        for (other, against) in row.against.iter().enumerate().take(columns) {
            let text = match against {
                _ if other == place => "·".to_owned(),
                None | Some((_, 0)) => "–".to_owned(),
                Some((score, games)) => format!("{}/{games}", points(*score)),
            };
            numbers += &right(&text, AGAINST);
        }
        let number = format!("{} ", right(&(place + 1).to_string(), 2));
        let player = left(&cut(data.name(row.player), name), name);
        draw.spans(
            area.x,
            y,
            area.width,
            &[(&number, Role::Dim), (&player, role(row.player)), (&numbers, Role::Text)],
        );
    }
}
