//! The effects of the commands.

use super::help::Help;
use super::palette::{Palette, RunFound};
use super::{App, board, commands, lists, screen_mut};
use crate::tui::place::Running;
use crate::tui::playing;
use crate::tui::popups::confirm::Confirm;
use crate::tui::popups::search::SearchLine;
use crate::tui::prelude::*;
use crate::tui::screens::{HOME, RUN, VIEWS};
use crate::tui::subject::Draft;

/// Performs the action of an enabled command.
pub(crate) fn perform(app: &mut App, action: Action) -> Vec<Effect> {
    if drops_edits(action) && !app.model.may_drop_edits() {
        return Vec::new();
    }
    let model = &mut app.model;
    match action {
        Action::Show(screen) => return show(app, screen),
        Action::Own(act) => {
            let place = screen_mut(&mut app.screens, app.model.screen);
            return Running::of(act).map_or_else(Vec::new, |run| run.run(place, &mut app.model));
        }
        Action::ExportFigure => return export_figure(app),
        Action::Sort => lists::sort_next(app),
        Action::Reverse => lists::reverse(app),
        Action::Find => lists::search(app),
        Action::Palette => model.open(Some(Palette::default())),
        Action::Help => model.open(Some(Help::default())),
        Action::Back => back(app),
        Action::Quit => return quit(model),
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Accept
        | Action::Complete
        | Action::NextField
        | Action::PreviousField
        | Action::NextChoice
        | Action::PreviousChoice => return perform_in_popup(model, action),
        Action::Up
        | Action::Down
        | Action::Left
        | Action::Right
        | Action::PageUp
        | Action::PageDown
        | Action::First
        | Action::Last => {
            // While a search is typed, the arrow keys move in its list.
            if model.popup.is_some() && model.popup::<SearchLine>().is_none() {
                return perform_in_popup(model, action);
            }
            let shown = screen_mut(&mut app.screens, model.screen);
            if let Some(chart) = shown.chart(model)
                && model.chart.navigate(&chart, action)
            {
                return Vec::new();
            }
            if !shown.board_mut().is_some_and(|board| playing::navigate(board, model, action)) {
                return shown.handle(model, Input::Move(action)).unwrap_or_default();
            }
        }
    }
    Vec::new()
}

/// Returns whether a command drops the edits of the subject: it selects another subject or session.
fn drops_edits(action: Action) -> bool {
    match action {
        Action::Own(act) => Running::of(act).is_some_and(|run| run.drops_edits()),
        _ => false,
    }
}

/// Performs a command of the open popup.
fn perform_in_popup(model: &mut Model, action: Action) -> Vec<Effect> {
    match model.popup.take() {
        Some(popup) => popup.handle(model, PopupInput::Command(action)),
        None => Vec::new(),
    }
}

/// Returns the figures of the open popup, if it has any.
pub(super) fn popup_figures(model: &Model) -> Option<ExportFigures> {
    model.popup.as_ref()?.figures(model)
}

/// Exports the figures of the popup or of the focused pane. A pane without figures exports its list.
fn export_figure(app: &mut App) -> Vec<Effect> {
    let found = match &app.model.popup {
        Some(popup) => popup.figures(&app.model),
        None => app.shown().figures(&app.model).or_else(|| lists::figure(app)),
    };
    let Some(figures) = found else {
        let panes = app.shown().about().figure_panes;
        let text = if panes.is_empty() {
            "there is nothing to export here: no chart, and no list with rows".to_owned()
        } else {
            format!("there is no figure here yet; panes with figures: {panes}")
        };
        app.model.warn(text);
        return Vec::new();
    };
    // A session whose figures were exported is not discarded.
    if let Some(open) = app.model.evolution.as_mut().filter(|open| open.folder == figures.folder) {
        open.worth_keeping = true;
    }
    vec![Effect::background(figures)]
}

/// Shows a screen. Run shows the view that was shown last; the key of what is shown already goes on: to the next view of
/// Run, or back from an overlay.
pub(super) fn show(app: &mut App, screen: ScreenId) -> Vec<Effect> {
    let model = &app.model;
    let to = match screen {
        RUN if app.tab() != RUN || app.shown().about().is_overlay => model.home,
        RUN => app.next_view().map_or(model.home, |next| next.about().id),
        _ if screen == model.screen && app.shown().about().is_overlay => model.below,
        _ => screen,
    };
    let is_overlay = app.place(to).about().is_overlay;
    let was_overlay = app.shown().about().is_overlay;
    let model = &mut app.model;
    model.chart.cursor = None;
    if is_overlay && !was_overlay {
        model.below = model.screen;
    } else if VIEWS.contains(&to) {
        model.home = to;
    }
    model.screen = to;
    screen_mut(&mut app.screens, to).handle(model, Input::Opened).unwrap_or_default()
}

/// Returns the view of Run for an objective's sessions.
pub(super) fn screen_of(app: &App, objective: &str) -> ScreenId {
    let found = app.screens.all().into_iter().find(|place| place.about().objective == Some(objective));
    found.map_or(HOME, |place| place.about().id)
}

/// Quits. Asks first if unsaved edits would be lost; a second `quit` skips the question.
fn quit(model: &mut Model) -> Vec<Effect> {
    let was_asked = model.popup::<Confirm>().is_some();
    if was_asked || !model.selection.draft.as_ref().is_some_and(Draft::unsaved) {
        return vec![Effect::Quit];
    }
    let question =
        "The subject has edits that are neither planted nor exported. Quit and lose them?".to_owned();
    model.open(Some(Confirm { question, yes: "quit", effects: vec![Effect::Quit] }));
    Vec::new()
}

/// Goes one step back: closes the popup, goes back in the screen, shows the home screen, or selects the champion.
fn back(app: &mut App) {
    if lists::clear_search(app) {
        return;
    }
    let App { model, screens } = app;
    if let Some(popup) = model.popup.take() {
        model.popup = popup.back();
        return;
    }
    if model.chart.cursor.take().is_some() {
        return;
    }
    let shown = screen_mut(screens, model.screen);
    if shown.board_mut().is_some_and(|board| playing::back(board, model))
        || shown.handle(model, Input::Back).is_some()
    {
        return;
    }
    if shown.about().is_overlay {
        model.screen = model.below;
    } else if model.screen != model.home {
        model.screen = model.home;
    } else if model.selection.draft.is_none() && model.selection.pinned.take().is_some() {
        model.tell("the champion is the subject again; O chooses another organism");
    }
}

/// Closes the palette and runs the selected command. First shows the screen to which the command belongs.
pub(super) fn run_found(app: &mut App, found: &RunFound) -> Vec<Effect> {
    let Some(command) = commands::search(app, &found.query).get(found.row).copied() else {
        return Vec::new();
    };
    app.model.popup = None;
    let screen = match command.scope {
        Scope::On(screen) => Some(screen).filter(|screen| *screen != app.model.screen),
        Scope::Boards if board(app).is_none() => {
            let with_board = app.screens.all().into_iter().find(|screen| screen.board().is_some());
            with_board.map(|place| place.about().id)
        }
        _ => None,
    };
    // A view of Run that has nothing to show only explains itself.
    let status = screen.map(|screen| app.place(screen).status(&app.model)).unwrap_or_default();
    let screen = screen.filter(|_| !status.is_hidden || status.card.is_some());
    let mut effects = screen.map_or_else(Vec::new, |screen| show(app, screen));
    if let (Scope::On(screen), Action::Own(act)) = (command.scope, command.action) {
        screen_mut(&mut app.screens, screen).handle(&mut app.model, Input::Command(act));
    }
    if command.enabled(app) {
        effects.extend(perform(app, command.action));
    } else {
        let why = command.why_not(app).unwrap_or("not available now");
        app.model.warn(format!("{}: {why}", command.name));
    }
    effects
}
