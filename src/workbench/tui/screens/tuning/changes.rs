//! Draws the positions that the selected organism gained and lost against the baseline.

use ratatui::layout::Rect;

use super::view::{Change, PositionChange, View};
use super::{Act, Spot, State, lists, table};
use crate::tui::action::Action;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::{cut, left, right, thousands};
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::playing::problem::first_move;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::pane::Frame;

/// The widths of the nodes and of the move, in columns.
const NODES: usize = 9;
const MOVE: usize = 9;

fn sign(change: Change) -> (&'static str, &'static str, Role) {
    match change {
        Change::Gained => ("▲", "gained", Role::Good),
        Change::Lost => ("▼", "lost", Role::Bad),
        Change::Sooner => ("›", "sooner", Role::Good),
        Change::Later => ("‹", "later", Role::Bad),
    }
}

pub(super) fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, frame: Frame) {
    let Some((view, (name, _))) =
        View::new(state, model).and_then(|view| view.baseline().map(|baseline| (view, baseline)))
    else {
        let inner = frame.open(draw, "Gained and lost", "");
        let text = "nothing to compare before the first generation is complete";
        draw.text(inner.x + 1, inner.y, inner.width.saturating_sub(1), text, Role::Dim);
        return;
    };
    let room = usize::from(frame.area.width).saturating_sub(40);
    let against = cut(&name, room.clamp(12, 40));
    let title = format!("Organism {} against {against}", view.place() + 1);
    let note = if state.lists_all { "all changes" } else { "gained and lost" };
    let inner = frame.open(draw, &title, note);
    let top = Rect { height: frame.area.height.min(1), ..frame.area };
    draw.hits.note(top, Target::Act(Action::own(&Act::ListAll)));
    if inner.height < 2 {
        return;
    }
    let counts = view.counts().unwrap_or_default();
    let kinds = [Change::Gained, Change::Lost, Change::Sooner, Change::Later];
    let mut x = inner.x + 1;
    for (kind, count) in kinds.into_iter().zip(counts) {
        let (mark, name, role) = sign(kind);
        let text = format!("{mark} {} {name}   ", thousands(count as u64));
        x = draw.spans(x, inner.y, inner.right().saturating_sub(x), &[(&text, role)]);
    }
    let body = below(inner, 1);
    let changes = view.changes();
    if changes.is_empty() {
        let text = if state.lists_all || counts.iter().all(|count| *count == 0) {
            "no position changed"
        } else {
            "no position was gained or lost; F lists those found sooner or later"
        };
        draw.text(body.x + 1, body.y, body.width.saturating_sub(1), text, Role::Dim);
        return;
    }
    let headings = [
        Heading::gap(2),
        Heading::right("before", NODES).by(table::BEFORE),
        Heading::right("now", NODES).by(table::NOW),
        Heading::gap(2),
        Heading::left("best", MOVE).by(table::BEST),
        Heading::left("id", 12).by(table::NAME),
    ];
    draw.headings(Rect { height: 1, ..body }, lists::CHANGES, &headings);
    let body = below(body, 1);
    let at = state.changes.at.min(changes.len() - 1);
    for (row, changed, area) in draw.visible(body, lists::CHANGES, at, &changes) {
        let here = row == at && (frame.focused || changed.position == view.at());
        draw.row(area, Target::own(Spot::Row(row)), here);
        entry(draw, state, area, changed, here);
    }
}

fn entry(draw: &mut Draw<'_>, state: &State, row: Rect, changed: &PositionChange, here: bool) {
    let nodes = |nodes: u32| if nodes == 0 { "✗".to_owned() } else { thousands(nodes.into()) };
    let (mark, _, role) = sign(changed.change);
    let problem = state.problems().and_then(|problems| problems.get(changed.position));
    let best = problem.map(first_move).unwrap_or_default();
    let id = table::name(state, changed.position);
    let mut x = row.x;
    let mut put = |text: &str, width: usize, role: Role| {
        draw.over(x, row.y, row.right().saturating_sub(x).min(width as u16), text, role, here);
        x = x.saturating_add(width as u16);
    };
    put(if here { "▸" } else { " " }, 1, Role::Key);
    put(mark, 1, role);
    put(&right(&nodes(changed.before), NODES), NODES, Role::Dim);
    put(&right(&nodes(changed.now), NODES), NODES + 2, Role::Text);
    put(&left(&best, MOVE - 1), MOVE, Role::Grandmaster);
    put(&id, usize::from(row.width), Role::Dim);
}
