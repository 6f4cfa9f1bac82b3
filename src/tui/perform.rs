//! What each command does.

use super::commands::{Action, Place};
use super::message::Effect;
use super::model::{Cursor, List, Model, Popup, Weight};
use super::popups::form::{Form, Outcome};
use super::popups::search::Search;
use super::screens::Screen;
use super::screens::population::Pane;
use super::theme::Shade;
use crate::job::report::{Command, State};

/// Does what a command says; the caller has seen that it is enabled.
pub(crate) fn perform(model: &mut Model, action: Action) -> Vec<Effect> {
    match action {
        Action::Toggle => return toggle(model),
        Action::Step => return order(model, Command::Step(1)),
        Action::StepTen => return order(model, Command::Step(10)),
        Action::NewRun => {
            let now = model.evolution.as_ref().and_then(|open| open.settings.clone());
            let form = Form::new_run(&model.choices.presets, now.as_ref());
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::NextSeed => {
            let settings = model.evolution.as_ref().and_then(|open| open.settings.clone());
            if let Some(mut settings) = settings {
                settings.seed = settings.seed.wrapping_add(1);
                return vec![Effect::Begin { settings: Box::new(settings), folder: None }];
            }
        }
        Action::EditRates => {
            let algorithm = model.evolution.as_ref().and_then(|open| open.algorithm());
            let form = algorithm.map(Form::rates);
            model.popup = form.map(|form| Popup::Form(Box::new(form)));
        }
        Action::Show(screen) => return show(model, screen),
        Action::Subject => {
            let place = model.organisms.at;
            if let Some(open) = &mut model.evolution {
                open.pinned = if place == 0 { None } else { open.specimen(place) };
            }
        }
        Action::Rival => {
            let place = model.organisms.at;
            if let Some(open) = &mut model.evolution {
                open.rival = if open.is_rival(place) { None } else { open.specimen(place) };
            }
        }
        Action::Champion => {
            if let Some(open) = &mut model.evolution {
                open.pinned = None;
            }
        }
        Action::Values => model.popup = Some(Popup::Values { cursor: Cursor::default() }),
        Action::PreviousRun => turn(model, false),
        Action::NextRun => turn(model, true),
        Action::NextPane => next_pane(model, true),
        Action::PreviousPane => next_pane(model, false),
        Action::Zoom => model.zoomed = !model.zoomed,
        Action::Open => {
            let row = model.sessions.rows.get(model.sessions.cursor.at);
            let open =
                model.evolution.as_ref().filter(|open| !matches!(open.state, State::Failed | State::Stopped));
            match row {
                Some(row) if open.is_some_and(|open| open.folder == row.folder) => {
                    model.screen = Screen::Population;
                }
                Some(row) if row.readable => return vec![Effect::Resume(row.folder.clone())],
                Some(row) => model.notice = Some((Weight::Error, row.about.clone())),
                None => {}
            }
        }
        Action::Refresh => return vec![Effect::List],
        Action::Shade => {
            model.theme.shade = match model.theme.shade {
                Shade::Dark => Shade::Light,
                Shade::Light => Shade::Dark,
            };
        }
        Action::Palette => model.popup = Some(Popup::Palette(Search::default())),
        Action::Help => model.popup = Some(Popup::Help(Search::default())),
        Action::Back => back(model),
        Action::Quit => return vec![Effect::Quit],
        Action::Suspend => return vec![Effect::Suspend],
        Action::Redraw => return vec![Effect::Redraw],
        Action::Accept => return accept(model),
        Action::NextField | Action::PreviousField | Action::NextChoice | Action::PreviousChoice => {
            if let Some(Popup::Form(form)) = &mut model.popup {
                form.perform(action);
            }
        }
        Action::Up
        | Action::Down
        | Action::Left
        | Action::Right
        | Action::PageUp
        | Action::PageDown
        | Action::First
        | Action::Last => walk(model, action),
    }
    Vec::new()
}

fn toggle(model: &mut Model) -> Vec<Effect> {
    let Some(open) = &mut model.evolution else { return Vec::new() };
    let run = !open.wanted_running();
    if open.is_unborn() {
        open.run_when_ready = run;
    }
    // Pausing before generation 0 still measures it: there is nothing to look at otherwise.
    let pause = if open.is_unborn() { Command::Step(1) } else { Command::Pause };
    order(model, if run { Command::Run } else { pause })
}

/// Tells the job what the person wants; from now on the session is theirs.
fn order(model: &mut Model, command: Command) -> Vec<Effect> {
    if let Some(open) = &mut model.evolution {
        open.touched = true;
        open.run_when_ready &= !matches!(command, Command::Step(_));
    }
    vec![Effect::Send(command)]
}

fn show(model: &mut Model, screen: Screen) -> Vec<Effect> {
    model.screen = screen;
    match screen {
        Screen::Sessions => vec![Effect::List],
        Screen::Log => {
            model.log.news = false;
            model.log.cursor = Cursor::default();
            Vec::new()
        }
        Screen::Population => Vec::new(),
    }
}

fn turn(model: &mut Model, on: bool) {
    let Some(open) = &mut model.evolution else { return };
    let to = if on { open.shown + 1 } else { open.shown.saturating_sub(1) };
    open.turn(to);
    let len = open.latest().map_or(0, |record| record.population.len());
    model.organisms.moved(Action::Redraw, 0, len);
}

fn next_pane(model: &mut Model, on: bool) {
    let panes = Pane::of(model);
    let at = panes.iter().position(|pane| *pane == model.pane).unwrap_or(0);
    let step = if on { 1 } else { panes.len().saturating_sub(1) };
    if let Some(pane) = panes.get((at + step) % panes.len().max(1)) {
        model.pane = *pane;
    }
}

/// One step back: out of the popup, the zoom, the screen, back to the champion.
fn back(model: &mut Model) {
    if model.popup.take().is_some() {
        return;
    }
    if model.screen != Screen::Population {
        model.screen = Screen::Population;
    } else if model.zoomed {
        model.zoomed = false;
    } else if let Some(open) = &mut model.evolution {
        open.pinned = None;
    }
}

/// Accepts what a popup shows.
pub(crate) fn accept(model: &mut Model) -> Vec<Effect> {
    match model.popup.take() {
        Some(Popup::Help(search)) => run_found(model, search, true),
        Some(Popup::Palette(search)) => run_found(model, search, false),
        Some(Popup::Form(mut form)) => match form.accept() {
            Ok(Outcome::Begin(settings)) => vec![Effect::Begin { settings, folder: None }],
            Ok(Outcome::Settings(settings)) => {
                model.notice = Some((Weight::Plain, "in effect from the next generation on".to_owned()));
                order(model, Command::Settings(settings))
            }
            Err(()) => {
                model.popup = Some(Popup::Form(form));
                Vec::new()
            }
        },
        other => {
            model.popup = other;
            Vec::new()
        }
    }
}

/// Runs the command found, going where it applies first.
fn run_found(model: &mut Model, search: Search, help: bool) -> Vec<Effect> {
    let found = search.found(help);
    let Some(command) = found.get(search.cursor.at) else {
        model.popup = Some(if help { Popup::Help(search) } else { Popup::Palette(search) });
        return Vec::new();
    };
    match command.place {
        Place::On(screen) if model.screen != screen => drop(show(model, screen)),
        Place::In(pane) => {
            model.screen = Screen::Population;
            model.pane = pane;
        }
        _ => {}
    }
    if command.enabled(model) {
        perform(model, command.action)
    } else {
        model.notice = Some((Weight::Warning, format!("{}: not possible now", command.name)));
        Vec::new()
    }
}

/// Moves whatever has the keys.
fn walk(model: &mut Model, action: Action) {
    let page = |list| model.seen.page(list);
    match &mut model.popup {
        Some(Popup::Help(search)) => {
            return search.cursor.moved(action, page(List::Popup), search.found(true).len());
        }
        Some(Popup::Palette(search)) => {
            return search.cursor.moved(action, page(List::Popup), search.found(false).len());
        }
        Some(Popup::Values { cursor }) => {
            let rows = model.evolution.as_ref().map_or(0, super::screens::population::values::rows);
            return cursor.moved(action, page(List::Values), rows);
        }
        Some(Popup::Form(_)) => return,
        None => {}
    }
    match model.screen {
        Screen::Sessions => {
            model.sessions.cursor.moved(action, page(List::Sessions), model.sessions.rows.len())
        }
        Screen::Log => model.log.cursor.moved(action, page(List::Log), model.log.entries.len()),
        Screen::Population => walk_population(model, action),
    }
}

fn walk_population(model: &mut Model, action: Action) {
    let Some(open) = &mut model.evolution else { return };
    let parameters = open.schema.as_ref().map_or(0, |schema| schema.len());
    match (model.pane, action) {
        (Pane::Organisms, Action::Left) => model.first_parameter = model.first_parameter.saturating_sub(1),
        (Pane::Organisms, Action::Right) => {
            model.first_parameter = (model.first_parameter + 1).min(parameters.saturating_sub(1));
        }
        (Pane::Organisms, _) => {
            let len = open.latest().map_or(0, |record| record.population.len());
            model.organisms.moved(action, model.seen.page(List::Organisms), len);
        }
        (Pane::Values, _) => {
            let rows = super::screens::population::values::rows(open);
            model.values.moved(action, model.seen.page(List::Values), rows);
        }
        (Pane::Curves, Action::Left) => turn(model, false),
        (Pane::Curves, Action::Right) => turn(model, true),
        (Pane::Runs, _) => {
            let mut cursor = Cursor { at: open.shown };
            cursor.moved(action, model.seen.page(List::Runs), open.runs.len());
            open.turn(cursor.at);
        }
        _ => {}
    }
}
