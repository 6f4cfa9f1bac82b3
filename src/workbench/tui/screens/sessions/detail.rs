//! The pane with the details of the selected session.

use super::items::{Item, selected};
use super::list::progress;
use super::{State, status};
use crate::session::SessionState;
use crate::tui::background::compare::setting_rows;
use crate::tui::measure;
use crate::tui::prelude::*;
use crate::tui::saved::{Kind, SavedFolder};

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(item) = selected(state, model) else {
        pane::draw(draw, area, "Session", "", false);
        return;
    };
    let title = match item.given_name() {
        Some(name) => format!("{name} · {}", files::name(item.folder())),
        None => item.title(),
    };
    let inner = pane::draw(draw, area, &title, "", false);
    let (mark, status, role) = status(model, item);
    let (unit, lines) = match item {
        Item::Session(row) => ("generations", session_lines(state, row, status == "open here")),
        Item::Folder(row) => (row.kind.names().1, folder_lines(row)),
    };
    let progress = item.progress().map_or_else(String::new, |_| format!(" · {} {unit}", progress(item)));
    let first = (format!("{mark} {status}{progress}"), role);
    let last = (item.folder().display().to_string(), Role::Dim);
    paragraphs(draw, inner, [first].into_iter().chain(lines).chain([last]));
}

fn folder_lines(row: &SavedFolder) -> Vec<(String, Role)> {
    let about = match &row.about {
        Ok(about) => (about.clone(), Role::Text),
        Err(why) => (why.clone(), Role::Error),
    };
    let hint = match row.kind {
        Kind::Match | Kind::Tournament => "Enter opens it in Match; Space continues an unfinished one there.",
        Kind::Pipeline => {
            "Enter shows its stages in Run, where Space runs them one after the other. ← → fold."
        }
        Kind::Race => "Enter shows its curves and rank tests in Run, where Space runs it. ← → fold.",
    };
    vec![about, (hint.to_owned(), Role::Dim)]
}

fn session_lines(state: &State, row: &SessionRow, is_open: bool) -> Vec<(String, Role)> {
    let mut lines = Vec::new();
    let hint = match &row.state {
        SessionState::Damaged(_) => "Its files were not changed. Press D to delete the session.",
        SessionState::Later(_) => "Open it with the version of eyas that wrote it.",
        SessionState::InUse if !is_open => {
            "Another process uses this session. You can read, fork and compare it."
        }
        SessionState::Unfinished => "Press Enter to open it paused, then Space to continue.",
        _ => "",
    };
    if !row.readable {
        lines.push((row.about.clone(), Role::Text));
    }
    if !hint.is_empty() {
        lines.push((hint.to_owned(), Role::Dim));
    }
    if let Some(best) = row.best.filter(|_| row.train_total > 0) {
        let summary = |(score, largest)| {
            let measure = measure::of_test(row.settings.as_deref(), largest);
            let on = measure::name_of_test(row.settings.as_deref());
            format!(" · {on} {}", measure.summary(score))
        };
        let test = row.test.filter(|(_, largest)| *largest > 0).map_or_else(String::new, summary);
        lines.push((format!("champion: {}{test}", row.measure().summary(best)), Role::Organism));
        let name = super::list::measure_name(row).unwrap_or_default();
        let curve = state.curve(row).map_or_else(String::new, |best| bars::sparkline(best, 40));
        if !curve.is_empty() {
            lines.push((format!("{curve}  {name}"), Role::Organism));
        }
    }
    if let Some(from) = &row.forked_from {
        lines.push((format!("forked from {from}"), Role::Text));
    }
    if let Some(settings) = &row.settings {
        let settings: Vec<String> =
            setting_rows(settings).into_iter().map(|(name, value)| format!("{name} {value}")).collect();
        lines.push((settings.join(" · "), Role::Text));
    }
    lines
}
