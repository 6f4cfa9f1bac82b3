//! The place Genome: heatmaps of the parameters that show which have settled and which still drift, and editing of
//! the subject's values.
//!
//! ```text
//! ╭ Parameters × organisms · run 1 · generation 57 · chromosome order, by group ─╮
//! │ Organisms  Generations  Bits            order: chromosome   by group: yes    │
//! │  parameter            ●     ○  2014  2008  ▼12 of 100, fittest first   div   │
//! │  pawns                                                                       │
//! │▸  passed pawn mult   41    30    27    30  ▒░█▓▒ ◆ ░▒…                 12 %  │
//! ├──────────────────────────────────────────────────────────────────────────────┤
//! │ description of the cell under the cursor       its values over the population│
//! ╰ low ░▒▓█ high ───────────────────────────────────────────────────────────────╯
//! ```

mod commands;
mod detail;
mod figure;
mod map;
mod sheet;
mod table;
pub(crate) mod tasks;

use std::rc::Rc;

pub(crate) use commands::COMMANDS;

use crate::disagreement::Moments;
use crate::engine::features::FeatureSet;
use crate::explain::family::{Cause, Origin};
use crate::tui::prelude::*;
use crate::tui::table::Arrangement;
use crate::tui::theme::heat::Ramp;
use crate::tui::widgets::heatmap;
use sheet::Sheet;
use tasks::{FindOrigins, FindSpread, Origins, Spread};

pub(crate) const ID: ScreenId = ScreenId("genome");

static ABOUT: About = About {
    shows_run: true,
    figure_panes: "the three heatmaps, once a generation is measured",
    ..About::new(ID, "Genome")
};

/// What can be clicked: the names of the heatmaps, the subject's values by row, and the cells by row and column.
const MAPS: usize = 0;
const VALUES: usize = 1;
const CELLS: usize = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Map {
    /// Parameters × the organisms of the displayed generation.
    Organisms,
    /// Parameters × generations: the values of each generation's fittest organism.
    Generations,
    /// Bits × the organisms of the displayed generation.
    Bits,
    /// Parameters × the organisms of the displayed generation: where each value came from.
    Origins,
}

impl Map {
    /// All heatmaps, in the order of the key that switches between them.
    const ALL: [Map; 4] = [Map::Organisms, Map::Generations, Map::Bits, Map::Origins];

    /// Returns the title, and the name in the line of options.
    fn names(self) -> (&'static str, &'static str) {
        match self {
            Map::Organisms => ("Parameters × organisms", "Organisms"),
            Map::Generations => ("Parameters × generations", "Generations"),
            Map::Bits => ("Bits × organisms", "Bits"),
            Map::Origins => ("Values by origin × organisms", "Origins"),
        }
    }
}

/// The position of a row: a parameter, or one bit of its gene.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Locus {
    /// The parameter's index in the displayed schema.
    pub(crate) parameter: usize,
    /// The bit of the gene; 0 is the highest.
    bit: Option<usize>,
}

impl Locus {
    /// Returns the whole parameter.
    fn whole(self) -> Locus {
        Locus { bit: None, ..self }
    }
}

#[derive(Debug)]
pub(crate) struct State {
    pub(crate) map: Map,
    /// Whether rows are grouped under headings.
    pub(crate) grouped: bool,
    pub(crate) locus: Locus,
    /// The cursor's column in a heatmap of organisms; 0 is the fittest organism.
    place: usize,
    /// The cursor's generation in the heatmap of generations; `None` follows the newest.
    pub(crate) generation: Option<u32>,
    /// The spread of the training set's features; `None` inside while it is computed.
    moments: Option<(FindSpread, Option<Arc<Moments>>)>,
    /// The origins of the values of a generation's organisms, or why there are none; `None` inside while they are read.
    origins: Option<(FindOrigins, Option<KnownOrigins>)>,
}

/// The origins of the values of organisms, by their place, or why there are none.
type KnownOrigins = Result<Arc<Vec<Vec<Origin>>>, String>;

impl Default for State {
    fn default() -> State {
        State {
            map: Map::Organisms,
            grouped: true,
            // The first parameter that evolves under both papers' schemas.
            locus: Locus { parameter: 1, bit: None },
            place: 0,
            generation: None,
            moments: None,
            origins: None,
        }
    }
}

impl Place for State {
    parts!(about);

    fn status(&self, model: &Model) -> Status {
        let card = (model.evolution.is_none() && model.subject().is_none()).then(|| Card {
            title: "Genome",
            about: "No session is open and no subject is selected. This screen shows the parameters of all organisms as \
                    heatmaps: by organism, by generation, and bit by bit.".to_owned(),
            choices: vec![
                (action("new run"), "start a run from random organisms"),
                (action("choose subject"), "look at an organism of a file, a session or a paper"),
            ],
        });
        Status { card, ..Status::default() }
    }

    fn draw(&self, draw: &mut Draw<'_>, model: &Model, area: Rect) {
        match Sheet::new(self, model) {
            Some(sheet) => draw_sheet(draw, &sheet, area),
            None => {
                let inner = pane::draw(draw, area, "Genome", "", false);
                let failure = model.evolution.as_ref().and_then(|open| open.failure.as_deref());
                paragraph(draw, inner, failure.unwrap_or("The session is opening."), Role::Text);
            }
        }
    }

    fn tables<'a>(&'a self, model: &'a Model) -> Vec<Table<'a>> {
        let sheet = Sheet::new(self, model);
        sheet.iter().map(|sheet| table::table(sheet).focused(true)).collect()
    }

    fn figures(&self, model: &Model) -> Option<ExportFigures> {
        let folder = model.evolution.as_ref()?.folder.clone();
        Some(ExportFigures { folder, wanted: vec![Wanted::Shown(Box::new(figure::of(self, model)?))] })
    }

    fn handle(&mut self, model: &mut Model, input: Input<'_>) -> Option<Vec<Effect>> {
        match input {
            Input::Changed => {
                let effects = [self.find_spread(model), self.find_origins(model)];
                return Some(effects.into_iter().flatten().collect());
            }
            Input::Generation(generation) => return Some(model.look_at(generation)),
            Input::Move(action) | Input::Wheel(_, action) => commands::navigate(self, model, action),
            Input::Row(_, row) | Input::Select(_, row) => drop(self.select(model, row)),
            Input::Part(MAPS, map) => self.map = *Map::ALL.get(map)?,
            Input::Part(VALUES, row) => {
                if self.select(model, row) && commands::has_subject(self, model).is_ok() {
                    commands::set_value(self, model);
                }
            }
            Input::Part(_, cell) => self.cell_clicked(model, cell),
            Input::Note(note) => {
                if let Some(Origins { request, origins }) = note.get() {
                    self.origins = Some((request.clone(), Some(origins.clone())));
                } else {
                    let Spread { request, moments } = note.get()?;
                    self.moments = Some((request.clone(), Some(Arc::clone(moments))));
                }
            }
            _ => return None,
        }
        Some(Vec::new())
    }
}

impl State {
    /// Selects a row that is not a heading. Returns whether it was selected before.
    fn select(&mut self, model: &Model, row: usize) -> bool {
        let rows = Sheet::new(self, model).map(|sheet| table::rows(&sheet));
        let row = rows.iter().flatten().nth(row).filter(|row| row.heading.is_none());
        let locus = row.map_or(self.locus, |row| row.locus);
        std::mem::replace(&mut self.locus, locus) == locus
    }

    /// Moves the cursor to a column.
    fn point_at(&mut self, index: usize, generation: Option<u32>) {
        match self.map {
            Map::Generations => self.generation = generation,
            Map::Organisms | Map::Bits | Map::Origins => self.place = index,
        }
    }

    /// Selects a cell by its number. A click on the selected cell selects the subject.
    fn cell_clicked(&mut self, model: &mut Model, cell: usize) {
        let Some(sheet) = Sheet::new(self, model) else { return };
        let len = sheet.len().max(1);
        let (row, index) = (cell / len, cell % len);
        let (at, generation) = (sheet.at(), sheet.generation(index));
        self.point_at(index, generation);
        if self.select(model, row) && at == Some(index) && model.may_drop_edits() {
            commands::select_subject(self, model);
        }
    }

    /// Starts the computation of the positional spread when the screen is first shown.
    fn find_spread(&mut self, model: &Model) -> Option<Effect> {
        let settings = model.evolution.as_ref()?.settings.as_ref()?;
        let positions = settings.objective.settings().shown_positions();
        let needed = FindSpread(positions, FeatureSet::of(settings.schema()));
        let requested = self.moments.as_ref().is_some_and(|(known, _)| *known == needed);
        if requested || model.screen != ID {
            return None;
        }
        self.moments = Some((needed.clone(), None));
        Some(Effect::background(needed))
    }
}

impl State {
    /// Starts to read the origins of the values of the generation shown, unless others are being read.
    fn find_origins(&mut self, model: &Model) -> Option<Effect> {
        if model.screen != ID || self.map != Map::Origins {
            return None;
        }
        let open = model.evolution.as_ref()?;
        let (record, settings) = (open.record()?, open.settings.as_ref()?);
        let needed = FindOrigins {
            folder: open.folder.clone(),
            run: record.run,
            generation: record.generation,
            experiment: Box::new(settings.clone()),
        };
        let is_known = |(request, found): &(FindOrigins, Option<KnownOrigins>)| {
            found.is_none() || request.is_of(&needed)
        };
        if self.origins.as_ref().is_some_and(is_known) {
            return None;
        }
        self.origins = Some((needed.clone(), None));
        Some(Effect::BackgroundTask(BackgroundTask::new(needed)))
    }
}

/// Draws the options, the heatmap and the description of the cell under the cursor.
fn draw_sheet(draw: &mut Draw<'_>, sheet: &Rc<Sheet<'_>>, area: Rect) {
    let small = area.width < 60 || area.height < 15;
    let rows = table::rows(sheet);
    let loci: Vec<Option<Locus>> =
        rows.iter().map(|row| Some(row.locus).filter(|_| row.heading.is_none())).collect();
    let table = table::columns(sheet, rows, if small { area.width } else { area.width - 2 }, small);
    let order = order(sheet.model.tables.arrangement(table.list), &table);
    let inner =
        if small { area } else { pane::draw(draw, area, &title(sheet, &order, area.width), "", false) };
    let details = detail::height(inner.height, small);
    let options = u16::from(!small);
    if inner.height < details + options + 4 {
        return;
    }
    if !small {
        draw_options(draw, sheet, &order, Rect { height: 1, ..inner });
    }
    let [upper, lower] = split_top(below(inner, options), inner.height - options - details - 1);
    let ramp = draw.theme.heat(sheet.model.ascii);
    map::draw(draw, sheet, &ramp, upper, (&table, &loci));
    let [rule, lower] = split_top(lower, 1);
    draw.text(rule.x, rule.y, rule.width, &"─".repeat(usize::from(rule.width)), Role::Border);
    if !small {
        draw.text(area.x, rule.y, 1, "├", Role::Border);
        draw.text(rule.right(), rule.y, 1, "┤", Role::Border);
    }
    legend(draw, &ramp, sheet.state.map, rule);
    if let Some(locus) = loci.get(table.selected).copied().flatten() {
        detail::draw(draw, sheet, locus, lower, small);
    }
}

/// Returns the name of the order, with a mark if it is not the natural one.
fn order(arrangement: &Arrangement, table: &Table<'_>) -> String {
    let column = arrangement.column.and_then(|column| table.column(column));
    let name = column.map_or("chromosome", |column| &column.name);
    format!("{name} {}", arrangement.mark(arrangement.column)).trim_end().to_owned()
}

/// Returns the title: heatmap, order, run and generation. In a narrow pane run and generation come last, because the
/// status line shows them too.
fn title(sheet: &Sheet<'_>, order: &str, width: u16) -> String {
    let state = sheet.state;
    let grouped = if state.grouped { ", by group" } else { "" };
    let order = format!("{order} order{grouped}");
    let run = sheet.open.filter(|open| open.runs.len() > 1 || width >= 100);
    let run = run.map(|open| format!("run {}", open.shown + 1));
    let unit = if width >= 100 { "generation" } else { "gen" };
    let record = sheet.record.filter(|_| state.map != Map::Generations);
    let generation = record.map(|record| format!("{unit} {}", thousands(record.generation.into())));
    let map = Some(state.map.names().0.to_owned());
    let parts =
        if width >= 80 { [map, run, generation, Some(order)] } else { [map, Some(order), run, generation] };
    parts.into_iter().flatten().collect::<Vec<String>>().join(" · ")
}

/// Draws the clickable options: heatmap, order and grouping.
fn draw_options(draw: &mut Draw<'_>, sheet: &Sheet<'_>, order: &str, area: Rect) {
    let mut option = |x: u16, width: u16, text: &str, role, target| {
        draw.text(x, area.y, width, text, role);
        draw.hits.note(Rect { x, width, ..area }, target);
    };
    let mut x = area.x + 1;
    for (number, map) in Map::ALL.into_iter().enumerate() {
        let (mark, role) = if map == sheet.state.map { ("▸", Role::Tab) } else { (" ", Role::Dim) };
        let label = format!("{mark}{}", map.names().1);
        let width = label.cells() as u16;
        if x + width > area.right() {
            return;
        }
        option(x, width, &label, role, Target::Part(MAPS, number));
        x += width + 2;
    }
    let grouped = if sheet.state.grouped { "yes" } else { "no" };
    let mut right = area.right().saturating_sub(1);
    for (text, target) in [
        (format!("by group: {grouped}"), Target::command(COMMANDS, "group rows")),
        (format!("order: {order}"), Target::Act(Action::Sort)),
    ] {
        let width = text.cells() as u16;
        if right < x + width {
            return;
        }
        option(right - width, width, &text, Role::Text, target);
        right = right.saturating_sub(width + 3);
    }
}

/// Draws the color ramp between the meanings of its ends.
fn legend(draw: &mut Draw<'_>, ramp: &Ramp, map: Map, line: Rect) {
    if map == Map::Origins {
        let words = Cause::ALL.map(|cause| format!("{} {}", map::origin_cell(cause).0, cause.name()));
        let text = format!(" {} ", words.join("  "));
        let x = line.right().saturating_sub(text.cells() as u16 + 1).max(line.x);
        return draw.text(x, line.y, line.right() - x, &text, Role::Text);
    }
    let (low, high, steps) = match map {
        Map::Bits if line.width >= 60 => (" gene: lowest value ", " highest · bit: 0 or 1 ", 15),
        _ if line.width >= 60 => (" lowest of the range ", " highest ", 15),
        _ => (" low ", " high ", 5),
    };
    let width = low.cells() as u16 + steps + high.cells() as u16;
    if width + 4 > line.width {
        return;
    }
    let line = Rect { x: line.right() - width - 1, width, ..line };
    let shares = (0..steps).map(|step| f64::from(step) / f64::from(steps - 1));
    heatmap::legend(draw, line, ramp, (low, high), shares);
}
