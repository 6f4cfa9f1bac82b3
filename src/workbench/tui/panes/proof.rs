//! The final match of a tune and its proof with a longer limit, as two rows, each with the bar of its sequential test.

use crate::objectives::details::{Details, Transfer};
use crate::session::Evidence;
use crate::tui::format::estimated;
use crate::tui::prelude::*;

/// The rows: the verdict and two matches.
pub(crate) const HEIGHT: u16 = 3;

/// Width of the limits, the Elo and the ratio, and that of a row with all of them.
const LIMIT: usize = 22;
const ELO: usize = 14;
const RATIO: usize = 11;
const WIDE: u16 = 70;

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
    let test = Evidence::test();
    for (row, (limit, played)) in (1..rows.height).zip(names.into_iter().zip([short, &proof.played])) {
        let Rect { x, width, .. } = rows;
        let y = rows.y + row;
        let role = if played.is_gain() { Role::Good } else { Role::Text };
        let text = format!(
            "{}{} ",
            left(&cut(&limit, limit_width - 1), limit_width),
            right(&estimated(played.elo()), ELO)
        );
        let mut spans = vec![(cut(&text, width.into()), role)];
        if let Some(test) = &test {
            let ratio = test.ratio(&played.trials());
            let role = bars::verdict_role(test.verdict(&played.trials()));
            if is_wide {
                let text = format!("LLR {ratio:.2} ").replace('-', "−");
                spans.push((right(&text, RATIO), role));
            }
            let used = width.min(spans.iter().map(|(text, _)| text.cells() as u16).sum());
            bars::sprt(draw, Rect { x: x + used, y, width: width - used, height: 1 }, test, ratio, role);
        }
        let spans: Vec<_> = spans.iter().map(|(text, role)| (text.as_str(), *role)).collect();
        draw.spans(x, y, width, &spans);
    }
    rest
}
