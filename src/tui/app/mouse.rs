//! What the mouse does: a click acts on what is under it, the wheel moves it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::perform::perform;
use super::{App, commands, screen_mut};
use crate::tui::action::Action;
use crate::tui::erased::Value;
use crate::tui::hit_map::Target;
use crate::tui::message::Effect;

/// How many rows a notch of the wheel moves.
const WHEEL: usize = 3;

pub(super) fn happened(app: &mut App, event: MouseEvent) -> Vec<Effect> {
    let targets: Vec<Target> = app.model.hits.at(event.column, event.row).cloned().collect();
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            app.model.notice = None;
            click(app, &targets)
        }
        MouseEventKind::ScrollUp => wheel(app, &targets, Action::Up),
        MouseEventKind::ScrollDown => wheel(app, &targets, Action::Down),
        _ => Vec::new(),
    }
}

/// What of the screen shown is under the mouse, topmost.
fn spot<'a>(app: &App, targets: &'a [Target]) -> Option<&'a Value> {
    let shown = app.shown();
    targets.iter().find_map(|target| match target {
        Target::Own(spot) if shown.owns_spot(spot) => Some(spot),
        _ => None,
    })
}

fn click(app: &mut App, targets: &[Target]) -> Vec<Effect> {
    let Some(top) = targets.first() else { return Vec::new() };
    let ground = spot(app, targets);
    let App { model, screens } = app;
    let shown = screen_mut(screens, model.screen);
    if let (None, Some(ground)) = (&model.popup, ground) {
        shown.focus_at(ground);
    }
    match top {
        Target::Act(action) => {
            let able = commands::all().any(|command| command.action == *action && command.enabled(app));
            if able { perform(app, *action) } else { Vec::new() }
        }
        Target::Outside => perform(app, Action::Back),
        Target::Row(list, row) => match model.popup.take() {
            Some(popup) => popup.clicked(model, *list, *row),
            None => shown.row_clicked(model, *list, *row),
        },
        Target::Generation(generation) => shown.look_at(model, *generation),
        Target::Own(spot) => shown.clicked(model, spot),
        Target::Popup => Vec::new(),
    }
}

/// The wheel moves what is under the mouse, whatever has the keys.
fn wheel(app: &mut App, targets: &[Target], action: Action) -> Vec<Effect> {
    let spot = spot(app, targets).filter(|_| app.model.popup.is_none());
    let mut effects = Vec::new();
    for _ in 0..WHEEL {
        effects.extend(match spot {
            Some(spot) => {
                screen_mut(&mut app.screens, app.model.screen).scrolled(&mut app.model, spot, action)
            }
            None => perform(app, action),
        });
    }
    effects
}
