//! The crosstable of the round robin shown: the points of each organism against each other.

use ratatui::layout::Rect;

use super::round::Round;
use super::{Frame, Spot, State, lists, mark, standings};
use crate::tui::draw::Draw;
use crate::tui::evolution::Evolution;
use crate::tui::format::unicode::Width as _;
use crate::tui::format::{cut, left, points, right};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::theme::heat::Ramp;

/// Width of the place, in cells.
const PLACE: usize = 4;
/// Smallest and largest width of a name, in cells.
const NAMES: (usize, usize) = (9, 24);

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, open: &Evolution, frame: Frame) {
    let round = state.round.as_ref();
    let title = format!("Crosstable · {}", standings::title(open, round));
    let inner = frame.open(draw, title.trim_end_matches([' ', '·']), "points of the row");
    let Some(round) = round else {
        let width = inner.width.saturating_sub(1);
        draw.text(inner.x + 1, inner.y, width, "no round robin is finished yet", Role::Dim);
        return;
    };
    if inner.height < 3 || inner.width < 20 {
        return;
    }
    let (players, all) = (round.entries.len(), round.columns());
    let most = round.results.iter().flatten().map(|games| games.iter().sum::<u32>()).max().unwrap_or(0);
    let hall_label = if all > players { format!("h{}", all - players).cells() } else { 0 };
    let label = players.to_string().cells().max(hall_label);
    let cell = (format!("{most}").cells() + 2).max(label) + 1;
    // A line below the table describes the selected cell, if it fits.
    let foot = u16::from(usize::from(inner.height) >= players.min(8) + 2);
    let body = Rect { y: inner.y + 1, height: inner.height - 1 - foot, ..inner };
    let width = usize::from(inner.width) - 2;
    let name = width.saturating_sub(PLACE + 2 + cell * all).clamp(NAMES.0, NAMES.1);
    let columns = (width.saturating_sub(PLACE + 1 + name) / cell).max(1);
    let (row_at, column_at) = (state.row.at, state.column.at);
    let first_column = draw.hits.scroll(lists::COLUMNS, column_at, columns, all);
    let shown = first_column..(first_column + columns).min(all);
    let x = inner.x + (1 + PLACE + name) as u16;
    for (at, place) in shown.clone().enumerate() {
        let role = if frame.focused && place == column_at { Role::Key } else { Role::Dim };
        // The columns of the hall of fame are numbered h1, h2, ...
        let number =
            place.checked_sub(players).map_or((place + 1).to_string(), |hall| format!("h{}", hall + 1));
        let text = right(&number, cell);
        draw.text(x + (at * cell) as u16, inner.y, cell as u16, &text, role);
    }
    if shown.len() < all {
        let text = format!("{}–{} of {all}", shown.start + 1, shown.end);
        draw.text(inner.x + 1, inner.y, (PLACE + name) as u16, &text, Role::Dim);
    }
    let ramp = draw.theme.heat(model.ascii);
    let (subject, rival) = (model.subject(), model.rival());
    for (place, entry, row) in draw.visible(body, lists::CROSSTABLE, row_at, &round.entries) {
        let y = row.y;
        let here = frame.focused && place == row_at;
        let (sign, role) = mark(subject.as_ref(), rival, entry.organism.as_ref());
        draw.text(inner.x, y, 1, if here { "▸" } else { sign }, if here { Role::Key } else { role });
        let organism =
            if entry.player.name.cells() < name { &entry.player.name } else { &entry.player.brief };
        let text = format!("{} {}", right(&(place + 1).to_string(), PLACE - 1), cut(organism, name - 1));
        draw.text(inner.x + 1, y, (PLACE + name) as u16, &left(&text, PLACE + name), role);
        for (at, against) in shown.clone().enumerate() {
            let area = Rect { x: x + (at * cell) as u16, y, width: cell as u16, height: 1 };
            draw.hits.note(area, Target::own(Spot::Cell(place, against)));
            let [lost, drawn, won] = round.results[place][against];
            let games = lost + drawn + won;
            let selected = here && against == column_at;
            if games == 0 {
                let text = right("·", cell);
                let style = draw.theme.style(Role::Border);
                let style = if selected { draw.theme.pointer(style, true) } else { style };
                draw.styled(area.x, y, area.width, &text, style);
                continue;
            }
            let scored = f64::from(won) + f64::from(drawn) / 2.0;
            let style = ramp.text_style(scored / f64::from(games));
            let style = if selected { draw.theme.pointer(style, true) } else { style };
            let text = right(&points(scored), cell - 1);
            draw.styled(area.x + 1, y, area.width - 1, &text, style);
        }
    }
    if foot > 0 {
        let line = Rect { x: inner.x + 1, y: inner.bottom() - 1, width: inner.width - 2, height: 1 };
        if frame.focused {
            draw.text(
                line.x,
                line.y,
                line.width,
                &cut(&describe_cell(round, row_at, column_at), width),
                Role::Text,
            );
        } else {
            legend(draw, &ramp, line);
        }
    }
}

/// Draws the meaning of the colors.
fn legend(draw: &mut Draw<'_>, ramp: &Ramp, line: Rect) {
    const CELLS: u16 = 9;
    let x = draw.spans(line.x, line.y, line.width, &[("the row lost all ", Role::Dim)]);
    for at in 0..CELLS {
        let (glyph, style) = ramp.cell(f64::from(at) / f64::from(CELLS - 1));
        draw.styled(x + at, line.y, line.right().saturating_sub(x + at).min(1), glyph, style);
    }
    let x = x + CELLS;
    draw.text(x, line.y, line.right().saturating_sub(x), " won all", Role::Dim);
}

/// Describes a cell in a sentence.
fn describe_cell(round: &Round, row: usize, column: usize) -> String {
    let found = round.results.get(row).and_then(|results| results.get(column));
    let Some([lost, drawn, won]) = found else { return String::new() };
    if lost + drawn + won == 0 {
        return "arrows select a cell, Enter lists its games".to_owned();
    }
    let (row, column) = (round.column_name(row), round.column_name(column));
    format!("{row} against {column}: {won} won, {drawn} drawn, {lost} lost")
}
