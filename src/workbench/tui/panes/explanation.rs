//! Explanations of an organism in a popup: its ancestry, and how much each of its values matters.

use ratatui::layout::Margin;

use crate::evolution::record::Individual;
use crate::explain::family::family;
use crate::explain::importance::Probe;
use crate::explain::summary::Row;
use crate::explain::{summary, tables};
use crate::figures::{self, Content, Figure};
use crate::threads::{Interrupt, ThreadPool};
use crate::tui::panes::chart::{self, Options};
use crate::tui::prelude::*;

/// The least height of a popup with a chart below the table.
const WITH_CHART: u16 = 26;

/// What is explained.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Question {
    Ancestry,
    Importance,
}

/// A task that explains an organism.
#[derive(Debug, Clone, PartialEq)]
struct Explain {
    question: Question,
    folder: PathBuf,
    experiment: Box<Experiment>,
    /// The largest possible score.
    largest: u64,
    subject: ShownOrganism,
    name: String,
    /// The run, the generation, and the place of the subject if it is in the generation.
    run: u32,
    generation: u32,
    place: Option<usize>,
    /// The values of the generation's organisms.
    population: Vec<Vec<i32>>,
}

/// A table of an explanation, whose amounts are in the unit of the score, with a chart for each row if there are any.
#[derive(Debug, Clone)]
pub(super) struct Page {
    name: &'static str,
    table: figures::Table,
    charts: Vec<Chart>,
}

/// The explanation of an organism.
#[derive(Debug, Clone)]
pub(crate) struct Explanation {
    title: String,
    folder: PathBuf,
    summary: Vec<Row>,
    pages: Vec<Page>,
    /// The page shown.
    page: usize,
    cursor: Cursor,
}

/// Asks for the ancestry of the subject.
pub(crate) fn ancestry(model: &mut Model) -> Vec<Effect> {
    ask(model, Question::Ancestry)
}

/// Asks how much each value of the subject matters.
pub(crate) fn importance(model: &mut Model) -> Vec<Effect> {
    ask(model, Question::Importance)
}

/// Returns whether the ancestry of the subject is recorded.
pub(crate) fn has_ancestry(model: &Model) -> Available {
    let subject = model.subject().ok_or("no organism is selected")?;
    let open = model.evolution.as_ref().ok_or("no session is open")?;
    subject
        .place_in(&open.folder)
        .map(drop)
        .ok_or("the subject is no organism of the open session: c selects its champion")
}

/// Returns whether the values of the subject can be measured one by one.
pub(crate) fn has_importance(model: &Model) -> Available {
    let subject = model.subject().ok_or("no organism is selected")?;
    let open = model.evolution.as_ref().ok_or("no session is open")?;
    let fits = open.schema.as_ref() == Some(&subject.schema) && open.record().is_some();
    if fits { Ok(()) } else { Err("the subject has other parameters than the open session") }
}

fn ask(model: &mut Model, question: Question) -> Vec<Effect> {
    let task = (|| {
        let (open, subject) = (model.evolution.as_ref()?, model.subject()?);
        let (record, schema) = (open.record()?, open.schema.as_ref()?);
        let place = subject.place_in(&open.folder);
        let (run, generation, _) = place.unwrap_or((record.run, record.generation, 0));
        let decoded = |organism: &Individual| organism.chromosome.decode(schema);
        Some(Explain {
            question,
            folder: open.folder.clone(),
            experiment: Box::new(open.settings.clone()?),
            largest: open.train_total,
            name: model.name_of(&subject),
            run,
            generation,
            place: place.map(|(.., place)| place),
            population: record.population.iter().map(decoded).collect(),
            subject,
        })
    })();
    let Some(task) = task else { return Vec::new() };
    let text = match question {
        Question::Ancestry => "the ancestry is being read from the journal",
        Question::Importance => "the values are being measured",
    };
    model.notice = Some((Severity::Info, text.to_owned()));
    vec![Effect::BackgroundTask(BackgroundTask::new(task))]
}

impl TaskWork for Explain {
    fn run(&self) -> TaskResult {
        let explained = match self.question {
            Question::Ancestry => self.ancestry(),
            Question::Importance => self.importance(),
        };
        TaskResult::of(explained)
    }
}

impl Explain {
    fn ancestry(&self) -> Result<Explanation, String> {
        let wanted = (self.generation, self.place.unwrap_or(0));
        let family = family(&self.folder, &self.experiment, self.run, Some(wanted));
        let family = family.map_err(|error| error.to_string())?;
        let (schema, measure) = (self.experiment.schema(), self.experiment.measure(self.largest));
        let pages = vec![
            Page::of("Origins", tables::origins(&family, schema)),
            Page::of("Descent", tables::line(&family, schema, &measure)),
        ];
        Ok(self.explanation("Ancestry", summary::family(&family, schema, &measure), pages))
    }

    fn importance(&self) -> Result<Explanation, String> {
        let pool = ThreadPool::new(0).map_err(|error| error.to_string())?;
        let never = Interrupt::default();
        let (schema, measure) = (self.experiment.schema(), self.experiment.measure(self.largest));
        let ranking = Probe::new(&self.experiment, None, &pool, &|_, _| {}, &never).and_then(|probe| {
            probe.rank_in(&self.experiment, &self.subject.values, &self.population, &|_, _| {}, &never)
        });
        let ranking = ranking.map_err(|error| error.to_string())?;
        let slices = ranking.parameters.iter().map(|one| tables::slice(one, &ranking, schema, &measure));
        let charts = slices.collect();
        let pages = vec![
            Page { charts, ..Page::of("Values", tables::importance(&ranking, schema, &measure)) },
            Page::of("Groups", tables::groups(&ranking, &measure)),
            Page::of("Pairs", tables::pairs(&ranking, schema, &measure)),
        ];
        Ok(self.explanation("Importance", summary::importance(&ranking, schema, &measure), pages))
    }

    fn explanation(&self, what: &str, summary: Vec<Row>, pages: Vec<Page>) -> Explanation {
        Explanation::new(format!("{what} · {}", self.name), &self.folder, summary, pages)
    }
}

/// The columns that a narrow popup leaves out, the first one first.
const SPARE: [&str; 7] =
    ["best value", "gain with it", "paper", "zero", "median", "loss with zero", "loss with paper"];

impl Page {
    /// Returns a page without charts.
    pub(super) fn of(name: &'static str, table: figures::Table) -> Page {
        Page { name, table, charts: Vec::new() }
    }

    /// Returns the lines of the table, without units. A table that is too wide lacks some columns.
    fn lines(&self, width: usize) -> Vec<String> {
        let mut table = self.table.clone();
        table.columns.iter_mut().for_each(|column| column.unit.clear());
        let mut spare = SPARE.into_iter();
        loop {
            let lines = table.lines();
            let widest = lines.iter().map(|line| line.cells()).max().unwrap_or(0);
            let Some(name) = (widest > width).then(|| spare.next()).flatten() else { return lines };
            if let Some(at) = table.columns.iter().position(|column| column.title == name) {
                table.columns.remove(at);
                table.rows.iter_mut().for_each(|row| drop(row.remove(at)));
            }
        }
    }
}

impl Explanation {
    /// Returns an explanation of something in the session in `folder`.
    pub(super) fn new(title: String, folder: &Path, summary: Vec<Row>, pages: Vec<Page>) -> Explanation {
        Explanation { title, folder: folder.to_owned(), summary, pages, page: 0, cursor: Cursor::default() }
    }

    fn shown(&self) -> Option<&Page> {
        self.pages.get(self.page)
    }
}

impl Popup for Explanation {
    fn scope(&self) -> Scope {
        Scope::Reading
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        let Some(page) = self.shown() else { return };
        let names: Vec<String> = self
            .pages
            .iter()
            .enumerate()
            .map(|(at, page)| format!("{}{}", if at == self.page { "▸" } else { " " }, page.name))
            .collect();
        let inner =
            frame(draw, area, 116, area.height, &self.title, &names.join(" ")).inner(Margin::new(1, 0));
        let summary = self.summary.iter().map(|(name, text)| format!("{name}: {text}"));
        let lines: Vec<String> = summary.flat_map(|line| wrap(&line, usize::from(inner.width))).collect();
        let head = (lines.len() as u16 + 1).min(inner.height / 3);
        let [upper, rest] = split_top(inner, head);
        for (line, row) in lines.iter().zip(upper.rows()) {
            draw.text(row.x, row.y, row.width, line, Role::Text);
        }
        let chart = page.charts.get(self.cursor.at).filter(|_| inner.height >= WITH_CHART);
        let [list, below] =
            split_top(rest, if chart.is_some() { rest.height - rest.height / 3 } else { rest.height });
        let lines = page.lines(usize::from(list.width));
        if let Some((headings, rows)) = lines.split_first() {
            let [top, body] = split_top(list, 1);
            draw.text(top.x, top.y, top.width, headings, Role::Title);
            let first = draw.hits.scroll(List::POPUP, self.cursor.at, usize::from(body.height), rows.len());
            for ((index, line), row) in rows.iter().enumerate().skip(first).zip(body.rows()) {
                let role = if index == self.cursor.at { Role::Cursor } else { Role::Text };
                draw.text(row.x, row.y, row.width, line, role);
                draw.hits.note(row, Target::Row(List::POPUP, index));
            }
        }
        if let Some(chart) = chart {
            let options = Options {
                view: model.chart,
                focused: false,
                ascii: model.ascii,
                entries: &[],
                selected: None,
            };
            chart::draw(draw, chart, &options, below);
        }
    }

    fn handle(mut self: Box<Self>, model: &mut Model, input: PopupInput) -> Vec<Effect> {
        let rows = self.shown().map_or(0, |page| page.table.rows.len());
        match input {
            PopupInput::Command(Action::Accept) => {
                self.page = (self.page + 1) % self.pages.len().max(1);
                self.cursor = Cursor::default();
            }
            PopupInput::Command(action) => {
                self.cursor.move_in_list(action, model.hits.page(List::POPUP), rows)
            }
            PopupInput::Row(List::POPUP, row) => self.cursor.at = row,
            PopupInput::Row(..) => {}
        }
        model.keep(self)
    }

    fn figures(&self, _model: &Model) -> Option<ExportFigures> {
        let figure = |page: &Page| {
            let title = format!("{} · {}", self.title, page.name);
            Wanted::Shown(Box::new(Figure::new(
                &page.name.to_lowercase(),
                &title,
                Content::Table(page.table.clone()),
            )))
        };
        let wanted = self.pages.iter().map(figure).collect();
        Some(ExportFigures { folder: self.folder.clone(), wanted })
    }

    fn bar_label(&self) -> Option<&'static str> {
        Some("next table")
    }
}
