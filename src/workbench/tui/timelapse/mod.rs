//! A finished run as a recording of ten seconds: the curve, the values of the organisms, and the board of a position that
//! the champions learn. The same session gives the same bytes.

mod svg;

use std::fmt::Write as _;

use ratatui::buffer::Buffer;
use ratatui::style::{Color, Modifier};

use super::app::App;
use super::background::generation::Generation;
use super::hit_map::HitMap;
use super::model::{Choices, PLAYBACK};
use super::panes::curves;
use super::theme::{Colours, Shade, Theme};
use crate::disagreement::{
    AgreementFilter, Explanation, Filter, Finding, Findings, Learned, Learning, Order,
};
use crate::explain::champions::Prepared;
use crate::job::report::{Fact, Reports, State};
use crate::session::{Recorded, Session};
use crate::threads::{Interrupt, ThreadPool};
use crate::tui::prelude::*;

/// The size of a frame, in cells.
const SIZE: (u16, u16) = (120, 40);
/// The time between two frames, in seconds.
const INTERVAL: f64 = 0.1;
/// The time for which the last frame stays, in seconds.
const LAST: f64 = 2.0;
/// The width of the curve and the values, and the height of the curve.
const LEFT: u16 = 62;
const CURVE: u16 = 15;

/// Frames of a terminal.
#[derive(Debug, Clone, Default)]
pub struct Recording {
    /// The frames, each with the time at which it appears, in seconds.
    frames: Vec<(f64, Buffer)>,
    /// The length, in seconds.
    length: f64,
}

impl Recording {
    /// Adds a frame that stays for a time in seconds. An equal frame only stays longer.
    pub fn push(&mut self, frame: Buffer, seconds: f64) {
        if self.frames.last().is_none_or(|(_, last)| *last != frame) {
            self.frames.push((self.length, frame));
        }
        self.length += seconds;
    }

    /// Returns the number of frames.
    #[must_use]
    pub fn frames(&self) -> usize {
        self.frames.len()
    }

    /// Returns the length in seconds.
    #[must_use]
    pub fn seconds(&self) -> f64 {
        self.length
    }

    /// Returns the width and the height in cells.
    #[must_use]
    pub fn size(&self) -> (u16, u16) {
        self.frames.first().map_or((0, 0), |(_, frame)| (frame.area.width, frame.area.height))
    }

    /// Returns the recording as an animated SVG.
    #[must_use]
    pub fn svg(&self, title: &str) -> String {
        svg::picture(&self.frames, self.length, title)
    }

    /// Returns what a terminal receives, each part with its time in seconds: the cells that change.
    #[must_use]
    pub fn output(&self) -> Vec<(f64, String)> {
        let mut out = Vec::with_capacity(self.frames.len());
        let mut before: Option<&Buffer> = None;
        for (time, frame) in &self.frames {
            let blank = Buffer::empty(frame.area);
            let mut text = if before.is_none() { "\x1b[?25l\x1b[2J".to_owned() } else { String::new() };
            for (x, y, cell) in before.unwrap_or(&blank).diff(frame) {
                let bold = if cell.modifier.contains(Modifier::BOLD) { ";1" } else { "" };
                let reversed = if cell.modifier.contains(Modifier::REVERSED) { ";7" } else { "" };
                let (fore, back) = (colour(cell.fg, 38), colour(cell.bg, 48));
                let symbol = cell.symbol();
                let _ = write!(text, "\x1b[{};{}H\x1b[0{bold}{reversed}{fore}{back}m{symbol}", y + 1, x + 1);
            }
            out.push((*time, text));
            before = Some(frame);
        }
        out
    }
}

/// Returns the parameters of the escape sequence of a colour.
fn colour(colour: Color, layer: u8) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!(";{layer};2;{red};{green};{blue}"),
        Color::Indexed(index) => format!(";{layer};5;{index}"),
        _ => String::new(),
    }
}

/// Why a run cannot be recorded.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The session cannot be read.
    #[error(transparent)]
    Session(#[from] crate::session::Error),
    /// The champions cannot be compared.
    #[error(transparent)]
    Explain(#[from] crate::explain::Error),
    /// The run has a single generation.
    #[error("run {0} has fewer than two generations; `eyas run SESSION` runs more")]
    TooShort(u32),
}

impl Error {
    /// Returns whether the request is wrong, not its execution.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Session(error) => error.is_input(),
            Error::Explain(error) => error.is_input(),
            Error::TooShort(_) => true,
        }
    }
}

/// Records a run of a session (0 first). `cache` is the folder of quiescence trees, `None` for the default one. `progress`
/// receives the work done and the total work.
///
/// # Errors
/// Returns an error if the session cannot be read, if its organisms choose no moves, or if the interrupt was raised.
pub fn record(
    session: &Path,
    run: u32,
    cache: Option<&Path>,
    pool: &ThreadPool,
    progress: &(dyn Fn(u64, u64) + Sync),
    interrupt: &Interrupt,
) -> Result<Recording, Error> {
    let recorded = Session::open_read_only(session)?;
    let generations: Vec<_> = recorded.history.iter().filter(|record| record.run == run).cloned().collect();
    let newest = generations.last().map_or(0, |record| record.generation);
    if newest == 0 {
        return Err(Error::TooShort(run + 1));
    }
    let prepared = Prepared::new(&recorded.header.settings, cache, pool, progress, interrupt)?;
    let learning = prepared.learning(&generations, pool, &|_, _| {}, interrupt)?;
    let position = instructive(&learning, newest);
    let turns = prepared.turns(&learning, position)?;
    let mut app = opened(session, run, &recorded);
    let book = Arc::new(prepared.book);
    let positions = recorded.header.settings.objective.settings().shown_positions();
    let state = &mut app.screens.positions;
    state.order = Order::File;
    state.filter = Filter { outcome: AgreementFilter::All, ..Filter::default() };
    state.awaited = Some(position);
    app.model.screen = super::screens::POSITIONS;
    app.update(Message::Resized);
    let mut first = vec![
        Finding::PositionBook { positions, book: Ok(Arc::clone(&book)) },
        Finding::Learning(Arc::new(learning)),
        Finding::Turns { entry: position, turns: Arc::new(turns) },
    ];
    let mut recording = Recording::default();
    let frames = (PLAYBACK.as_secs_f64() / INTERVAL) as u32;
    for frame in 0..=frames {
        if interrupt.raised() {
            return Err(crate::explain::Error::Interrupted.into());
        }
        let generation = newest * frame / frames;
        app.model.look_at(generation);
        let record = generations.iter().find(|record| record.generation == generation);
        let read =
            record.map(|record| Generation { folder: session.to_owned(), record: Ok(Arc::clone(record)) });
        read.into_iter().for_each(|read| drop(app.update(Message::TaskResult(TaskResult::found(read)))));
        explain(&mut app, &book, position, std::mem::take(&mut first));
        recording.push(draw(&app), if frame == frames { LAST } else { INTERVAL });
    }
    Ok(recording)
}

/// Returns the position that the champions learned nearest to the middle of the run; the first one if they learned none.
fn instructive(learning: &Learning, newest: u32) -> usize {
    let distance = |position: &usize| match learning.state(*position) {
        Learned::Since(generation) => Some(generation.abs_diff(newest / 2)),
        _ => None,
    };
    let learned = (0..learning.positions()).filter(|position| distance(position).is_some());
    learned.min_by_key(distance).unwrap_or(0)
}

/// Returns the workbench with the session open.
fn opened(session: &Path, run: u32, recorded: &Recorded) -> App {
    let choices = Choices { presets: Vec::new(), papers: Vec::new() };
    let theme = Theme::new(Shade::Dark, Colours::TrueColour);
    let mut app = App::new(theme, false, session.to_owned(), choices);
    app.update(Message::Started { folder: session.to_owned(), settings: None, named: true });
    let largest = recorded.header.largest_score();
    let facts = vec![
        Fact::Opened {
            folder: session.to_owned(),
            settings: Box::new(recorded.header.settings.clone()),
            train_total: largest,
            test_total: 0,
            history: recorded.history.clone(),
            results: Vec::new(),
            plants: recorded.plants.clone(),
            interventions: Vec::new(),
        },
        Fact::State(State::Done),
    ];
    app.update(Message::Reports(Reports { facts, progress: None, closed: false }));
    if let Some(open) = &mut app.model.evolution {
        open.show_run(run as usize);
    }
    app
}

/// Gives the workbench the reasons for the move of the subject, after some other findings.
fn explain(app: &mut App, book: &crate::disagreement::PositionBook, position: usize, findings: Vec<Finding>) {
    app.update(Message::Findings(Findings { findings, progress: None }));
    let subject = app.screens.positions.scan.subject().cloned();
    let entry = book.entries.get(position);
    let Some((player, entry)) = subject.zip(entry) else { return };
    let explained =
        Explanation::of(entry.position(), &entry.moves, &player.schema, &player.values, player.ply_score);
    if let Ok(explanation) = explained {
        let found = Finding::Explained { entry: position, player, explanation: explanation.map(Arc::new) };
        app.update(Message::Findings(Findings { findings: vec![found], progress: None }));
    }
}

/// Draws a frame: the curve above the values of the organisms, and the board beside them.
fn draw(app: &App) -> Buffer {
    let area = Rect::new(0, 0, SIZE.0, SIZE.1);
    let mut buffer = Buffer::empty(area);
    let mut hits = HitMap::continuing(&app.model.hits);
    let mut draw = Draw::new(&mut buffer, app.model.theme, &mut hits, &app.model.tables);
    draw.clear(area);
    let [title, rest] = split_top(area, 1);
    let [left, right] = split_left(rest, LEFT);
    let [curve, values] = split_top(left, CURVE);
    if let Some(open) = &app.model.evolution {
        let generation = open.viewed_generation().unwrap_or(0);
        let name = open.name();
        let text = format!(" eyas · {name} · generation {generation}");
        draw.text(title.x, title.y, title.width, &text, Role::Title);
        curves::draw(&mut draw, &app.model, open, curve, (false, false));
    }
    app.screens.genome.draw(&mut draw, &app.model, values);
    app.screens.positions.draw_board(&mut draw, &app.model, right);
    buffer
}
