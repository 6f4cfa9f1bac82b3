//! Sorting and searching of the lists of the current screen.

use super::{App, screen_mut};
use crate::tui::popups::search::SearchLine;
use crate::tui::prelude::*;

/// The number of columns from which on only those on the screen are sorted by, one after the other.
const MANY: usize = 16;

/// Calls `use_table` with the focused list of the current screen, if it has one that is visible and no moves are played
/// on a board.
fn with_focused<T>(app: &App, use_table: impl FnOnce(&Table<'_>) -> T) -> Option<T> {
    let shown = app.shown();
    if super::board(app).is_some_and(|board| board.is_playing()) {
        return None;
    }
    let tables = shown.tables(&app.model);
    let focused = tables.iter().find(|table| table.is_focused)?;
    if app.model.hits.hides(app.model.screen, focused.list) || shown.status(&app.model).card.is_some() {
        return None;
    }
    Some(use_table(focused))
}

/// Returns whether the focused list can be sorted.
pub(super) fn can_sort(app: &App) -> bool {
    with_focused(app, |table| table.sortable().next().is_some()).unwrap_or(false)
}

/// Returns whether the focused list can be searched.
pub(super) fn can_search(app: &App) -> bool {
    with_focused(app, |table| table.is_searchable()).unwrap_or(false)
}

/// Returns whether the focused list shows only what was searched.
pub(super) fn is_searched(app: &App) -> bool {
    let list = with_focused(app, |table| table.list);
    list.is_some_and(|list| !app.model.tables.arrangement(list).search.is_empty())
}

/// Returns the focused list as a figure, if it lists anything. It belongs to the open run where the screen shows that,
/// and otherwise to the folder of all sessions.
pub(super) fn figure(app: &App) -> Option<ExportFigures> {
    let model = &app.model;
    let figure = with_focused(app, |table| {
        let order = model.tables.order(table.list, table.len);
        (order.len() > 0 && table.sortable().next().is_some()).then(|| table.figure(order))
    });
    let run = model.evolution.as_ref().filter(|_| app.shown().about().shows_run);
    let folder = run.map_or(&model.sessions.root, |open| &open.folder).clone();
    Some(ExportFigures { folder, wanted: vec![Wanted::Shown(Box::new(figure??))] })
}

/// Sorts the focused list by its next column. After the last column comes the natural order.
pub(super) fn sort_next(app: &mut App) {
    let of_focused = with_focused(app, |table| {
        let mut columns: Vec<Option<usize>> = table.sortable().map(|column| Some(column.id)).collect();
        if columns.len() > MANY {
            let drawn = app.model.hits.columns(table.list);
            columns.retain(|column| drawn.contains(column));
        }
        (table.list, columns)
    });
    let Some((list, columns)) = of_focused else { return };
    let sorted = app.model.tables.arrangement(list).column;
    let at = columns.iter().position(|column| *column == sorted).map_or(0, |at| at + 1);
    let next = match sorted {
        None => columns.first(),
        Some(_) => columns.get(at),
    };
    sort_by(app, list, next.copied().flatten());
}

/// Sorts a list by a column, or reverses it if it is sorted by this column. Describes the new order in a message.
pub(super) fn sort_by(app: &mut App, list: List, column: Option<usize>) {
    let tables = app.shown().tables(&app.model);
    let found = tables.iter().find(|table| table.list == list);
    let largest_first =
        column.and_then(|column| found?.column(column)).is_some_and(|column| column.is_largest_first());
    drop(tables);
    app.model.tables.sort(list, column, largest_first);
    describe(app, list);
}

/// Reverses the focused list.
pub(super) fn reverse(app: &mut App) {
    if let Some(list) = with_focused(app, |table| table.list) {
        let arrangement = app.model.tables.arrangement_mut(list);
        arrangement.descending = !arrangement.descending;
        describe(app, list);
    }
}

/// Shows a message with the order of a list.
fn describe(app: &mut App, list: List) {
    let arrangement = app.model.tables.arrangement(list).clone();
    let tables = app.shown().tables(&app.model);
    let found = tables.iter().find(|table| table.list == list);
    let column = arrangement.column.and_then(|column| found?.column(column));
    let text = match (column, arrangement.descending) {
        (None, false) => "in the natural order".to_owned(),
        (None, true) => "in the natural order, the last row first".to_owned(),
        (Some(column), false) => format!("sorted by {} ▲", column.name),
        (Some(column), true) => format!("sorted by {} ▼", column.name),
    };
    drop(tables);
    app.model.tell(text);
}

/// Opens the line in which the search of the focused list is typed.
pub(super) fn search(app: &mut App) {
    if let Some(list) = with_focused(app, |table| table.list) {
        app.model.open(Some(SearchLine::new(list)));
    }
}

/// Closes the search line and keeps the search.
pub(super) fn finish_typing(app: &mut App) {
    if app.model.popup::<SearchLine>().is_some() {
        app.model.popup = None;
    }
}

/// Lists all rows of the searched list again. Returns whether there was a search.
pub(super) fn clear_search(app: &mut App) -> bool {
    let typed = app.model.popup::<SearchLine>().map(|line| line.list);
    let searched = || with_focused(app, |table| table.list).filter(|_| app.model.popup.is_none());
    let Some(list) = typed.or_else(searched) else { return false };
    let arrangement = app.model.tables.arrangement_mut(list);
    let was_searched = !std::mem::take(&mut arrangement.search).is_empty();
    finish_typing(app);
    was_searched || typed.is_some()
}

/// Selects a row of a list.
pub(super) fn select(app: &mut App, list: List, row: usize) -> Vec<Effect> {
    let App { model, screens } = app;
    screen_mut(screens, model.screen).handle(model, Input::Select(list, row)).unwrap_or_default()
}

/// Updates the order of all lists of the current screen. If a search hides the selected row of a list, the first row
/// that it shows is selected.
pub(super) fn arrange(app: &mut App) -> Vec<Effect> {
    let line = app.model.popup::<SearchLine>();
    let (typing, text) = (line.map(SearchLine::typing), line.map(|line| line.text().to_owned()));
    if let (Some(typing), Some(text)) = (typing, text) {
        app.model.tables.arrangement_mut(typing.list).search = text;
    }
    app.model.tables.typing = typing;
    let mut orders = Vec::new();
    for table in app.shown().tables(&app.model).iter().filter(|table| !table.own_order) {
        let rows = table.arranged(app.model.tables.arrangement(table.list));
        let is_hidden = rows.as_ref().is_some_and(|rows| !rows.contains(&table.selected));
        let first = rows.as_ref().and_then(|rows| rows.first().copied()).filter(|_| is_hidden);
        orders.push((table.list, table.len, rows, first));
    }
    let mut effects = Vec::new();
    for (list, len, rows, first) in orders {
        app.model.tables.set_order(list, len, rows);
        if let Some(row) = first {
            effects.extend(select(app, list, row));
            let App { model, screens } = &mut *app;
            let shown = screen_mut(screens, model.screen);
            effects.extend(shown.handle(model, Input::Changed).unwrap_or_default());
        }
    }
    effects
}
