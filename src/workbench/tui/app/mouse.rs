//! Mouse input: a click acts on the target under the mouse, the wheel scrolls it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::perform::perform;
use super::{App, commands, lists, screen_mut};
use crate::tui::playing;
use crate::tui::prelude::*;

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

/// Returns the input that focuses the pane under the mouse.
fn focus<'a>(targets: &'a [Target]) -> Option<Input<'a>> {
    targets.iter().find_map(|target| match target {
        Target::Pane(pane) | Target::Part(pane, _) => Some(Input::Pane(*pane)),
        _ => None,
    })
}

fn click(app: &mut App, targets: &[Target]) -> Vec<Effect> {
    lists::finish_typing(app);
    let Some(top) = targets.first() else { return Vec::new() };
    // A click on a row or a part of a pane, or on a board, focuses the pane itself: what it does depends on the focus
    // before.
    let is_part = matches!(top, Target::Row(..) | Target::Part(..) | Target::Board(_));
    let focus = focus(targets).filter(|focus| !(is_part && matches!(focus, Input::Pane(_))));
    let App { model, screens } = app;
    let shown = screen_mut(screens, model.screen);
    if let (None, Some(focus)) = (&model.popup, focus) {
        shown.handle(model, focus);
    }
    let handled = match top {
        Target::Act(action) => {
            let enabled = commands::all().any(|command| command.action == *action && command.enabled(app));
            return if enabled { perform(app, *action) } else { Vec::new() };
        }
        Target::Outside => return perform(app, Action::Back),
        Target::Row(list, row) => match model.popup.take() {
            Some(popup) => return popup.handle(model, PopupInput::Row(*list, *row)),
            None => shown.handle(model, Input::Row(*list, *row)),
        },
        Target::Column(list, column) => {
            lists::sort_by(app, *list, *column);
            None
        }
        Target::Scroll(list, row) => shown.handle(model, Input::Select(*list, *row)),
        Target::Generation(generation) => shown.handle(model, Input::Generation(*generation)),
        Target::Part(pane, part) => shown.handle(model, Input::Part(*pane, *part)),
        Target::Board(part) => {
            if let Some(board) = shown.board_mut() {
                playing::clicked(board, model, *part);
            }
            None
        }
        Target::Pane(_) | Target::Popup => None,
    };
    handled.unwrap_or_default()
}

/// Scrolls the target under the mouse, even if it is not focused.
fn wheel(app: &mut App, targets: &[Target], action: Action) -> Vec<Effect> {
    let focus = focus(targets).filter(|_| app.model.popup.is_none());
    let mut effects = Vec::new();
    for _ in 0..WHEEL {
        let App { model, screens } = app;
        let shown = screen_mut(screens, model.screen);
        effects.extend(match focus {
            Some(Input::Pane(pane)) => shown.handle(model, Input::Wheel(pane, action)).unwrap_or_default(),
            _ => perform(app, action),
        });
    }
    effects
}
