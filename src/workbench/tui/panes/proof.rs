//! The final match of a tune and its proof with a longer limit, as two rows with intervals.

use crate::objectives::details::{Details, Transfer};
use crate::tui::format::estimated;
use crate::tui::prelude::*;

/// The rows: the verdict and two matches.
pub(crate) const HEIGHT: u16 = 3;

/// Width of the limits and of the Elo, and that of a row with all of them.
const LIMIT: usize = 22;
const ELO: usize = 14;
const WIDE: u16 = 60;

/// Draws the rows if a proof was played. Returns the rest of the area.
pub(crate) fn draw(draw: &mut Draw<'_>, details: &Details, tuning: Option<String>, area: Rect) -> Rect {
    let Some((short, proof)) = details.final_match().zip(details.proof()) else { return area };
    let [rows, rest] = split_top(area, HEIGHT);
    let rows = Rect { x: rows.x + 1, width: rows.width.saturating_sub(1), ..rows };
    let is_wide = rows.width >= WIDE;
    let transfer = Transfer::of(short, proof);
    let role = match transfer {
        Transfer::Transfers => Role::Good,
        Transfer::OnlyShort => Role::Warning,
        Transfer::NotShown => Role::Bad,
    };
    let games = thousands(short.games() + proof.played.games());
    let against = if is_wide { format!(", {games} games against the start") } else { String::new() };
    let title = format!("verdict: {}{against}", transfer.name());
    draw.text(rows.x, rows.y, rows.width, &cut(&title, rows.width.into()), role);
    let names = match is_wide {
        true => [tuning.unwrap_or_else(|| "final match".to_owned()), proof.control.to_string()],
        false => ["final", "proof"].map(str::to_owned),
    };
    let limit_width = if is_wide { LIMIT } else { 6 };
    let matches: Vec<_> = names.into_iter().zip([short, &proof.played]).collect();
    let ends = matches.iter().filter_map(|(_, played)| played.elo()).flat_map(|elo| elo.ends());
    let bound = bars::elo_bound(ends.map(f64::abs).fold(0.0, f64::max));
    for (row, (limit, played)) in (1..rows.height).zip(matches) {
        let y = rows.y + row;
        let (elo, role) = (played.elo(), if played.is_gain() { Role::Good } else { Role::Text });
        let text =
            format!("{}{} ", left(&cut(&limit, limit_width - 1), limit_width), right(&estimated(elo), ELO));
        draw.text(rows.x, y, rows.width, &cut(&text, rows.width.into()), role);
        let used = rows.width.min(text.cells() as u16);
        let bar = Rect { x: rows.x + used, y, width: rows.width - used, height: 1 };
        if let Some(elo) = elo.filter(|elo| elo.error.is_some() && bar.width > 6) {
            bars::elo_interval(draw, bar, elo, bound, role);
        }
    }
    rest
}
