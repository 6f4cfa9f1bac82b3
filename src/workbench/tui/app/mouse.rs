//! Mouse input: a click acts on the target under the mouse, the wheel scrolls it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::perform::perform;
use super::{App, commands, lists, screen_mut};
use crate::tui::action::Action;
use crate::tui::erased::Value;
use crate::tui::hit_map::Target;
use crate::tui::message::Effect;

/// Rows that a step of the wheel scrolls.
const WHEEL: usize = 3;

pub(super) fn handle(app: &mut App, event: MouseEvent) -> Vec<Effect> {
    let targets: Vec<Target> = app.model.hits.at(event.column, event.row).cloned().collect();
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            app.model.dismiss_notice();
            app.model.welcome = false;
            click(app, &targets)
        }
        MouseEventKind::Drag(MouseButton::Left) => match targets.first() {
            Some(Target::Scroll(list, row)) => lists::select(app, *list, *row),
            _ => Vec::new(),
        },
        MouseEventKind::ScrollUp => wheel(app, &targets, Action::Up),
        MouseEventKind::ScrollDown => wheel(app, &targets, Action::Down),
        _ => Vec::new(),
    }
}

/// Returns the topmost target that belongs to the current screen.
fn spot<'a>(app: &App, targets: &'a [Target]) -> Option<&'a Value> {
    let shown = app.shown();
    targets.iter().find_map(|target| match target {
        Target::Own(spot) if shown.owns_spot(spot) => Some(spot),
        _ => None,
    })
}

fn click(app: &mut App, targets: &[Target]) -> Vec<Effect> {
    lists::finish_typing(app);
    let Some(top) = targets.first() else { return Vec::new() };
    let pane = spot(app, targets);
    let App { model, screens } = app;
    let shown = screen_mut(screens, model.screen);
    if let (None, Some(pane)) = (&model.popup, pane) {
        shown.focus_at(pane);
    }
    match top {
        Target::Act(action) => {
            let enabled = commands::all().any(|command| command.action == *action && command.enabled(app));
            if enabled { perform(app, *action) } else { Vec::new() }
        }
        Target::Outside => perform(app, Action::Back),
        Target::Row(list, row) => match model.popup.take() {
            Some(popup) => popup.clicked(model, *list, *row),
            None => shown.row_clicked(model, *list, *row),
        },
        Target::Column(list, column) => {
            lists::sort_by(app, *list, *column);
            Vec::new()
        }
        Target::Scroll(list, row) => shown.select_row(model, *list, *row),
        Target::Generation(generation) => shown.look_at(model, *generation),
        Target::Own(spot) => shown.clicked(model, spot),
        Target::Popup => Vec::new(),
    }
}

/// Scrolls the target under the mouse, even if it is not focused.
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
