//! The view of Run for the workers on other machines. Beside the other views, they are a line.

use crate::job::WorkerStatus;
use crate::tui::prelude::*;
use crate::tui::workers::{Activity, Workers};

pub(crate) const ID: ScreenId = ScreenId("workers");

static ABOUT: About = About::new(ID, "Workers");

/// The workers.
const LIST: List = List("workers");

commands! {
    /// The commands of this screen.
    pub(crate) static COMMANDS: State, Scope::On(ID);
    "copy worker command" ["y"] "copy command" "copy the command that starts a worker to the clipboard"
        => [copy, if |_, model| workers(model)]
}

/// The state of the screen.
#[derive(Debug, Default)]
pub(crate) struct State {
    /// The selected row.
    cursor: Cursor,
    /// The identity of the selected worker, on which the cursor stays.
    selected: String,
}

impl State {
    /// Keeps the cursor on its worker while others come and leave.
    fn follow(&mut self, workers: &Workers) {
        let found = workers.rows.iter().position(|worker| worker.id == self.selected);
        self.select(workers, found.unwrap_or(self.cursor.at.min(workers.rows.len().saturating_sub(1))));
    }

    fn select(&mut self, workers: &Workers, row: usize) {
        self.cursor.at = row;
        self.selected = workers.rows.get(row).map(|worker| worker.id.clone()).unwrap_or_default();
    }

    fn table<'a>(&self, workers: &'a Workers) -> Table<'a> {
        let rows: Vec<&WorkerStatus> = workers.rows.iter().collect();
        let state = |worker: &&WorkerStatus| {
            let (mark, word, role) = Activity::of(worker).sign();
            (format!("{mark} {word}"), role)
        };
        let speed = |worker: &&WorkerStatus| format!("{:.2}", worker.nodes_per_second as f64 / 1e6);
        let faults = |worker: &&WorkerStatus| match worker.faults {
            0 => ("0".to_owned(), Role::Dim),
            faults => (thousands(faults), Role::Error),
        };
        Rows::new(LIST, rows, self.cursor.at)
            .left("worker", 12, |worker| (worker.name.clone(), Role::Text))
            .gap(0)
            .up_to(40)
            .spare(1)
            .sorted(|worker| Some(Key::text(&worker.name)))
            .left("state", 11, state)
            .sorted(|worker| Some(Key::text(Activity::of(worker).sign().1)))
            .right("cores", 5, |worker| (worker.threads.to_string(), Role::Text))
            .priority(3)
            .largest_first(|worker| Some(Key::count(worker.threads)))
            .right("Mnodes/s", 8, move |worker| (speed(worker), Role::Dim))
            .priority(5)
            .largest_first(|worker| Some(Key::count(worker.nodes_per_second)))
            .right("tasks", 9, |worker| (thousands(worker.tasks), Role::Text))
            .priority(4)
            .largest_first(|worker| Some(Key::count(worker.tasks)))
            .right("tasks/s", 9, |worker| (rate(worker.tasks_per_second), Role::Text))
            .largest_first(|worker| Some(Key::Number(worker.tasks_per_second)))
            .right("faults", 6, faults)
            .priority(2)
            .largest_first(|worker| Some(Key::count(worker.faults)))
            .right("last seen", 9, |worker| (seen(worker.last_seen), Role::Dim))
            .priority(1)
            .sorted(|worker| Some(Key::Number(worker.last_seen)))
            .searched_by_cells()
            .table()
            .focused(true)
    }
}

/// Returns the workers, if the workbench has a server for them.
fn workers(model: &Model) -> Result<&Workers, &'static str> {
    model.workers.as_ref().ok_or("the workbench was started without --workers")
}

/// Returns the command that starts a worker of this server.
fn command(workers: &Workers) -> String {
    format!("eyas worker {}", workers.address)
}

fn copy(_state: &mut State, model: &mut Model) -> Option<Effect> {
    let text = workers(model).ok().map(command)?;
    model.tell(format!("copied to the clipboard: {text}"));
    Some(Effect::Copy(text))
}

/// Returns the totals in one line.
fn totals(workers: &Workers) -> String {
    let (count, _) = workers.summary();
    let threads: u32 = workers.present().map(|worker| worker.threads).fold(0, u32::saturating_add);
    let tasks = workers.rows.iter().fold(0.0, |sum, worker| sum + worker.tasks_per_second);
    let here = if workers.works_here { "this machine works, too" } else { "this machine only coordinates" };
    let cores = if threads == 1 { "1 core".to_owned() } else { format!("{threads} cores") };
    format!("{count} · {cores} · {} tasks/s · {here}", rate(tasks))
}

/// Returns a number of tasks per second.
fn rate(tasks: f64) -> String {
    if tasks >= 100.0 { thousands(tasks.round() as u64) } else { format!("{tasks:.1}") }
}

/// Returns how long ago a message came, in a few letters.
fn seen(seconds: f64) -> String {
    match seconds as u64 {
        0..=2 => "now".to_owned(),
        seconds @ 3..=119 => format!("{seconds} s ago"),
        seconds => format!("{} min ago", seconds / 60),
    }
}

/// Returns what the list does not show of a worker: why it is not accepted, or how fast it is.
fn details(worker: &WorkerStatus) -> String {
    if let Some(why) = worker.acceptance.reason() {
        return why.to_owned();
    }
    let speed = worker.nodes_per_second as f64 / 1e6;
    let clocks = worker.time_scale.map(|scale| format!("; clocks × {scale:.2}")).unwrap_or_default();
    format!("{}: {speed:.2} million nodes a second on one core{clocks}", worker.name)
}

/// The least height of the pane for details of the selected worker, and the largest number of their lines.
const TALL: u16 = 8;
/// The least height of another view beside which the workers are a line.
const LEAST_STRIP: u16 = 26;
const DETAILS: usize = 4;

impl Place for State {
    parts!(about);

    fn status(&self, model: &Model) -> Status {
        let card = model.workers.is_none().then(|| Card {
            title: "Workers on other machines",
            about: "Games and searches can be spread over several machines. Start a NATS server (nats-server -js), \
                    start the workbench with its address (eyas --workers nats://HOST), and start eyas worker \
                    nats://HOST on each machine. Then this screen shows who works."
                .to_owned(),
            choices: Vec::new(),
        });
        Status { card, is_hidden: model.workers.is_none(), ..Status::default() }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let Some(workers) = &model.workers else { return };
        let inner = pane::draw(draw, area, "Workers", &workers.address, true);
        if inner.height < 3 {
            return;
        }
        let (x, width) = (inner.x + 1, inner.width.saturating_sub(1));
        draw.text(x, inner.y, width, &totals(workers), Role::Text);
        let list = below(inner, 1);
        if workers.rows.is_empty() {
            let command = command(workers);
            let text = format!("No worker has announced itself yet. Start one on each machine: {command}");
            paragraph(draw, below(list, 1), &text, Role::Dim);
            return;
        }
        let selected = workers.rows.get(self.cursor.at).filter(|_| inner.height >= TALL);
        let lines = wrap(&selected.map(details).unwrap_or_default(), usize::from(width));
        let [list, foot] = split_top(list, list.height - lines.len().min(DETAILS) as u16);
        self.table(workers).draw(draw, list, true);
        for (text, line) in lines.iter().zip(foot.rows()) {
            draw.text(x, line.y, width, text, Role::Dim);
        }
    }

    fn draw_strip(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) -> Rect {
        let Some(workers) = model.workers.as_ref().filter(|_| area.height >= LEAST_STRIP) else {
            return area;
        };
        let [rest, line] = split_top(area, area.height - 1);
        let text = cut(&format!("workers: {}", totals(workers)), usize::from(line.width.saturating_sub(2)));
        draw.text(line.x + 1, line.y, line.width.saturating_sub(1), &text, Role::Dim);
        draw.hits.note(line, Target::Act(Action::Show(ID)));
        rest
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        model.workers.iter().map(|workers| self.table(workers)).collect()
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        let workers = model.workers.as_ref()?;
        match input {
            Input::Move(action) => self.select(workers, next_row(&self.table(workers), model, action)),
            Input::Row(_, row) | Input::Select(_, row) => self.select(workers, row),
            Input::Changed => self.follow(workers),
            _ => return None,
        }
        Some(Vec::new())
    }
}
