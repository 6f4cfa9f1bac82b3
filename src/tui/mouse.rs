//! What the mouse does: a click acts on what stands under it, the wheel moves it.

use crossterm::event::{MouseButton, MouseEvent, MouseEventKind};

use super::commands::{self, Action};
use super::message::Effect;
use super::model::{List, Model, Popup, Target};
use super::perform::{accept, perform};
use super::playing;
use super::screens::population::Pane;
use super::screens::{Screen, coevolution, genome, matches, pipeline, positions, sessions, suite, tuning};

/// How many rows a notch of the wheel moves.
const WHEEL: usize = 3;

pub(super) fn happened(model: &mut Model, event: MouseEvent) -> Vec<Effect> {
    let targets: Vec<Target> = model.seen.at(event.column, event.row).collect();
    match event.kind {
        MouseEventKind::Down(MouseButton::Left) => {
            model.notice = None;
            click(model, &targets)
        }
        MouseEventKind::ScrollUp => wheel(model, &targets, Action::Up),
        MouseEventKind::ScrollDown => wheel(model, &targets, Action::Down),
        _ => Vec::new(),
    }
}

fn click(model: &mut Model, targets: &[Target]) -> Vec<Effect> {
    let Some(top) = targets.first() else { return Vec::new() };
    if model.popup.is_none()
        && let Some(Target::Pane(pane)) = targets.iter().find(|target| matches!(target, Target::Pane(_)))
    {
        model.pane = *pane;
    }
    match *top {
        Target::Act(action) => {
            let able = commands::all().any(|command| command.action == action && command.enabled(model));
            if able { perform(model, action) } else { Vec::new() }
        }
        Target::Outside => perform(model, Action::Back),
        Target::Row(List::Popup, row) => match &mut model.popup {
            Some(Popup::Help(search) | Popup::Palette(search)) => {
                search.cursor.at = row;
                accept(model)
            }
            Some(Popup::Form(form)) => {
                form.clicked(row);
                Vec::new()
            }
            Some(Popup::Players(players)) => {
                players.cursor.at = row;
                accept(model)
            }
            Some(Popup::Promotion { cursor, .. }) => {
                cursor.at = row;
                accept(model)
            }
            _ => Vec::new(),
        },
        Target::Row(List::Organisms, row) => {
            let again = model.organisms.at == row;
            model.organisms.at = row;
            if again { perform(model, Action::Subject) } else { Vec::new() }
        }
        Target::Row(List::Sessions, row) => {
            let again = model.sessions.cursor.at == row;
            model.sessions.cursor.at = row;
            let open = Action::Sessions(sessions::Act::Open);
            if again { perform(model, open) } else { Vec::new() }
        }
        Target::Row(List::Runs, row) => {
            if let Some(open) = &mut model.evolution {
                open.turn(row);
            }
            Vec::new()
        }
        Target::Row(List::Values, row) => {
            match &mut model.popup {
                Some(Popup::Values { cursor }) => cursor.at = row,
                _ => model.values.at = row,
            }
            if model.screen == Screen::Tuning && model.popup.is_none() {
                return tuning::clicked(model, tuning::Spot::Pane(tuning::Pane::Parameters));
            }
            Vec::new()
        }
        Target::Row(List::Log, row) => {
            model.log.cursor.at = row;
            Vec::new()
        }
        Target::Moment(generation) => super::perform::look_at(model, generation),
        Target::Genome(spot) => genome::clicked(model, spot),
        Target::Positions(spot) => positions::clicked(model, spot),
        Target::Suite(spot) => suite::clicked(model, spot),
        Target::Coevolution(spot) => coevolution::clicked(model, spot),
        Target::Tuning(spot) => tuning::clicked(model, spot),
        Target::Match(spot) => matches::clicked(model, spot),
        Target::Pipeline(spot) => pipeline::clicked(model, spot),
        Target::Board(spot) => playing::clicked(model, spot),
        Target::Row(List::Picked, index) => {
            if let Some(Popup::Players(players)) = &mut model.popup {
                players.drop_out(index);
            }
            Vec::new()
        }
        Target::Pane(_) | Target::Popup | Target::Row(..) => Vec::new(),
    }
}

/// The wheel moves what is under the mouse, whoever has the keys.
fn wheel(model: &mut Model, targets: &[Target], action: Action) -> Vec<Effect> {
    let under = targets.iter().find_map(|target| match target {
        Target::Pane(pane) => Some(*pane),
        _ => None,
    });
    let focus: Pane = model.pane;
    if model.popup.is_none()
        && let Some(pane) = under
    {
        model.pane = pane;
    }
    let known = |target: &&Target| {
        matches!(
            target,
            Target::Genome(_)
                | Target::Positions(_)
                | Target::Suite(_)
                | Target::Coevolution(_)
                | Target::Tuning(_)
                | Target::Match(_)
                | Target::Pipeline(_)
        )
    };
    let spot = targets.iter().find(known);
    let mut effects = Vec::new();
    for _ in 0..WHEEL {
        match spot.filter(|_| model.popup.is_none()) {
            Some(Target::Genome(spot)) => genome::rolled(model, *spot, action),
            Some(Target::Positions(spot)) => positions::rolled(model, *spot, action),
            Some(Target::Suite(spot)) => suite::rolled(model, *spot, action),
            Some(Target::Coevolution(spot)) => coevolution::rolled(model, *spot, action),
            Some(Target::Tuning(spot)) => effects.extend(tuning::rolled(model, *spot, action)),
            Some(Target::Match(spot)) => matches::rolled(model, *spot, action),
            Some(Target::Pipeline(spot)) => pipeline::rolled(model, *spot, action),
            _ => effects.extend(perform(model, action)),
        }
    }
    model.pane = focus;
    effects
}
