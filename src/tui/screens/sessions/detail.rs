//! What is known of the session under the cursor.

use ratatui::layout::Rect;

use super::{State, chosen, standing};
use crate::session::Ending;
use crate::tui::background::compare::setting_rows;
use crate::tui::draw::Draw;
use crate::tui::format::{thousands, wrap};
use crate::tui::measure::{self};
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;
use crate::tui::theme::Role;
use crate::tui::widgets::pane;

/// Draws it.
pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(row) = chosen(state, model) else {
        pane::draw(draw, area, "Session", "", false);
        return;
    };
    let inner = pane::draw(draw, area, &row.name(), "", false);
    let width = inner.width.saturating_sub(2);
    let mut y = inner.y;
    for (text, role) in lines(model, row) {
        for line in wrap(&text, usize::from(width)) {
            if y < inner.bottom() {
                draw.text(inner.x + 1, y, width, &line, role);
            }
            y = y.saturating_add(1);
        }
    }
}

fn lines(model: &Model, row: &SessionRow) -> Vec<(String, Role)> {
    let (mark, state, role) = standing(model, row);
    let done = row.progress.map_or_else(String::new, |(done, asked)| {
        format!(" · {} of {} generations", thousands(done), thousands(asked))
    });
    let mut lines = vec![(format!("{mark} {state}{done}"), role)];
    let what = match &row.ending {
        Ending::Damaged(_) => "What is whole in it was not touched. D deletes it.",
        Ending::Later(_) => "Open it with the version of eyas that wrote it.",
        Ending::InUse if state != "open here" => {
            "Another process works on it: it can be read, forked and compared."
        }
        Ending::Unfinished => "Enter opens it paused; Space then runs on.",
        _ => "",
    };
    if !row.readable {
        lines.push((row.about.clone(), Role::Text));
    }
    if !what.is_empty() {
        lines.push((what.to_owned(), Role::Dim));
    }
    if let Some(best) = row.best.filter(|_| row.train_total > 0) {
        let told = |(score, largest)| {
            let measure = measure::of_test(row.settings.as_deref(), largest);
            format!(" · on the test set {}", measure.summary(score))
        };
        let test = row.test.filter(|(_, largest)| *largest > 0).map_or_else(String::new, told);
        lines.push((format!("champion: {}{test}", row.measure().summary(best)), Role::Organism));
    }
    if let Some(from) = &row.forked_from {
        lines.push((format!("forked from {from}"), Role::Text));
    }
    if let Some(settings) = &row.settings {
        let words: Vec<String> =
            setting_rows(settings).into_iter().map(|(what, value)| format!("{what} {value}")).collect();
        lines.push((words.join(" · "), Role::Text));
    }
    lines.push((row.folder.display().to_string(), Role::Dim));
    lines
}
