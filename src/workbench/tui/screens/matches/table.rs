//! The crosstable of a tournament.

use super::role;
use super::state::MatchData;
use crate::arena::crosstable::Row;
use crate::tui::format::{estimated, points};
use crate::tui::prelude::*;

/// The least and the largest width of the players' names.
const NAME: (usize, usize) = (8, 28);
/// The width of a place with the space after it.
const PLACE: usize = 3;
/// The mark of columns that do not fit, with the space before it.
const MORE: &str = " …";

/// Draws the table, best player first. Columns and rows that do not fit are left out, which a mark shows.
pub(super) fn draw(draw: &mut Draw<'_>, data: &MatchData, area: Rect) {
    if area.height == 0 {
        return;
    }
    let columns = columns(data);
    let widths: Vec<usize> = columns.iter().map(|cells| widest(cells) + 1).collect();
    let width = usize::from(area.width).saturating_sub(PLACE);
    let longest = data.table.iter().map(|row| data.name(row.player).cells()).max().unwrap_or(0);
    let (least, most) = NAME;
    let name = longest.clamp(least, width.saturating_sub(widths.iter().sum()).clamp(least, most));
    let fitting = fitting(&widths, width.saturating_sub(name));
    let line = |row: usize| {
        let cells = columns[..fitting].iter().zip(&widths).map(|(cells, width)| right(&cells[row], *width));
        cells.chain((fitting < columns.len()).then(|| MORE.to_owned())).collect::<String>()
    };
    let heading = format!("{}{}", " ".repeat(PLACE + name), line(0));
    draw.text(area.x, area.y, area.width, &heading, Role::Dim);
    let rows = usize::from(area.height - 1);
    let shown = if data.table.len() > rows { rows.saturating_sub(1) } else { rows };
    for (place, row) in data.table.iter().enumerate().take(shown) {
        let number = format!("{} ", right(&(place + 1).to_string(), PLACE - 1));
        let player = left(data.name(row.player), name);
        let spans = [(&*number, Role::Dim), (&player, role(row.player)), (&line(place + 1), Role::Text)];
        draw.spans(area.x, area.y + 1 + place as u16, area.width, &spans);
    }
    if data.table.len() > rows && rows > 0 {
        let more = format!(" … and {} more players", data.table.len() - shown);
        draw.text(area.x, area.bottom() - 1, area.width, &more, Role::Dim);
    }
}

/// Returns the columns after the names: each has its heading, then a cell for each row.
fn columns(data: &MatchData) -> Vec<Vec<String>> {
    let column = |heading: &str, cell: &dyn Fn(usize, &Row) -> String| {
        let cells = data.table.iter().enumerate().map(|(place, row)| cell(place, row));
        [heading.to_owned()].into_iter().chain(cells).collect::<Vec<String>>()
    };
    let score = |(score, games): (f64, u64)| format!("{}/{games}", points(score));
    let mut columns = vec![
        column("points", &|_, row| score(row.score)),
        column("Elo", &|_, row| estimated(row.rating)),
        column("✗", &|_, row| data.standings.faults().get(row.player).copied().unwrap_or(0).to_string()),
    ];
    columns.extend((0..data.table.len()).map(|other| {
        column(&(other + 1).to_string(), &|place, row| match row.against.get(other).copied().flatten() {
            _ if other == place => "·".to_owned(),
            None | Some((_, 0)) => "–".to_owned(),
            Some(against) => score(against),
        })
    }));
    columns
}

fn widest(cells: &[String]) -> usize {
    cells.iter().map(|cell| cell.cells()).max().unwrap_or(0)
}

/// Returns the number of columns that fit, with the mark of the others if there are any.
fn fitting(widths: &[usize], room: usize) -> usize {
    let fit = |room: usize| {
        let ends = widths.iter().scan(0, |end, width| {
            *end += width;
            Some(*end)
        });
        ends.take_while(|end| *end <= room).count()
    };
    if fit(room) == widths.len() { widths.len() } else { fit(room.saturating_sub(MORE.cells())) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_that_do_not_fit_leave_room_for_a_mark() {
        assert_eq!(fitting(&[5, 5, 5], 15), 3);
        assert_eq!(fitting(&[5, 5, 5], 14), 2);
        assert_eq!(fitting(&[5, 5, 5], 11), 1);
        assert_eq!(fitting(&[5, 5, 5], 0), 0);
    }
}
