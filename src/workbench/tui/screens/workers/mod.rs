//! The Workers screen: who works for this workbench on other machines.

mod commands;
pub(crate) mod lists;
mod screen;
mod table;

use ratatui::layout::Rect;

pub(crate) use commands::{Act, COMMANDS, SHOW};

use crate::job::WorkerStatus;
use crate::tui::action::ScreenId;
use crate::tui::cursor::Cursor;
use crate::tui::draw::{Draw, Heading};
use crate::tui::format::wrap;
use crate::tui::hit_map::Target;
use crate::tui::model::Model;
use crate::tui::theme::Role;
use crate::tui::widgets::areas::below;
use crate::tui::widgets::pane;
use crate::tui::workers::Workers;

pub(crate) const ID: ScreenId = ScreenId("workers");

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The selected row.
    cursor: Cursor,
    /// The identity of the selected worker, on which the cursor stays.
    selected: String,
}

impl State {
    /// Returns the selected worker.
    fn worker<'a>(&self, model: &'a Model) -> Option<&'a WorkerStatus> {
        model.workers.as_ref()?.rows.get(self.cursor.at)
    }

    /// Keeps the cursor on its worker while others come and leave.
    fn follow(&mut self, workers: &Workers) {
        let found = workers.rows.iter().position(|worker| worker.id == self.selected);
        self.cursor.at = found.unwrap_or(self.cursor.at.min(workers.rows.len().saturating_sub(1)));
        self.remember(workers);
    }

    /// Remembers on which worker the cursor is.
    fn remember(&mut self, workers: &Workers) {
        self.selected = workers.rows.get(self.cursor.at).map(|worker| worker.id.clone()).unwrap_or_default();
    }
}

/// Returns the command that starts a worker of this server.
fn command(workers: &Workers) -> String {
    format!("eyas worker {}", workers.address)
}

/// Returns the totals in one line.
fn totals(workers: &Workers) -> String {
    let (count, _) = workers.summary();
    let threads: u32 = workers.present().map(|worker| worker.threads).fold(0, u32::saturating_add);
    let rate = workers.rows.iter().fold(0.0, |sum, worker| sum + worker.tasks_per_second);
    let here = if workers.works_here { "this machine works, too" } else { "this machine only coordinates" };
    let cores = if threads == 1 { "1 core".to_owned() } else { format!("{threads} cores") };
    format!("{count} · {cores} · {} tasks/s · {here}", table::rate(rate))
}

/// The least height of the pane for details of the selected worker, and the largest number of their lines.
const TALL: u16 = 8;
const DETAILS: usize = 4;

/// Returns what the list does not show of a worker: why it is not accepted, or how fast it is.
fn details(worker: &WorkerStatus) -> String {
    if let Some(why) = worker.acceptance.reason() {
        return why.to_owned();
    }
    let speed = worker.nodes_per_second as f64 / 1e6;
    let clocks = worker.time_scale.map(|scale| format!("; clocks × {scale:.2}")).unwrap_or_default();
    format!("{}: {speed:.2} million nodes a second on one core{clocks}", worker.name)
}

fn draw(draw: &mut Draw<'_>, state: &State, model: &Model, area: Rect) {
    let Some(workers) = &model.workers else { return };
    let inner = pane::draw(draw, area, "Workers", &workers.address, true);
    if inner.height < 3 {
        return;
    }
    let (x, width) = (inner.x + 1, inner.width.saturating_sub(1));
    draw.text(x, inner.y, width, &totals(workers), Role::Text);
    if workers.rows.is_empty() {
        let text =
            format!("No worker has announced itself yet. Start one on each machine: {}", command(workers));
        for (line, text) in wrap(&text, usize::from(width)).iter().enumerate() {
            draw.text(x, inner.y + 2 + line as u16, width, text, Role::Dim);
        }
        return;
    }
    let columns = table::columns(usize::from(width));
    let mut headings = vec![Heading::gap(1)];
    for (column, width) in &columns {
        headings.extend([column.heading_of(*width), Heading::gap(1)]);
    }
    draw.headings(Rect { height: 1, ..below(inner, 1) }, lists::WORKERS, &headings);
    let text = state.worker(model).filter(|_| inner.height >= TALL).map(details).unwrap_or_default();
    let lines = wrap(&text, usize::from(width));
    let foot = lines.len().min(DETAILS) as u16;
    let body = below(inner, 2);
    let body = Rect { height: body.height.saturating_sub(foot), ..body };
    for (index, worker, line) in draw.visible(body, lists::WORKERS, state.cursor.at, &workers.rows) {
        let here = index == state.cursor.at;
        draw.row(line, Target::Row(lists::WORKERS, index), here);
        draw.over(line.x, line.y, 1, if here { "▸" } else { " " }, Role::Key, here);
        let mut x = line.x + 1;
        for (column, width) in &columns {
            let (text, role) = column.cell(worker, *width);
            draw.over(x, line.y, line.right().saturating_sub(x), &text, role, here);
            x = x.saturating_add(*width as u16 + 1);
        }
    }
    for (line, text) in lines.iter().take(DETAILS).enumerate() {
        draw.text(x, body.bottom() + line as u16, width, text, Role::Dim);
    }
}
