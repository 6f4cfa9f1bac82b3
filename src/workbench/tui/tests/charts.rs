//! Charts: what is drawn is all there, and the cursor shows the data.

use proptest::prelude::*;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::fixture::{Bench, record};
use crate::figures::Chart;
use crate::figures::chart::{Axis, Layer, LayerRole as Meaning, Shape, Stroke};
use crate::tui::background::figures::{ExportFigures, Wanted};
use crate::tui::chart_view::View;
use crate::tui::draw::Draw;
use crate::tui::hit_map::HitMap;
use crate::tui::panes::chart::{self, Options, Placed};
use crate::tui::screens::population::{ALGORITHM, CURVES, ORGANISMS};
use crate::tui::table::Tables;
use crate::tui::theme::{Colours, Shade, Theme};

/// Draws a chart into a buffer of its own.
fn drawn(chart: &Chart, (width, height): (u16, u16), colours: Colours) -> (Buffer, Option<Placed>) {
    let area = Rect::new(0, 0, width, height);
    let (mut buffer, mut hits) = (Buffer::empty(area), HitMap::default());
    let theme = Theme::new(Shade::Dark, colours);
    let tables = Tables::default();
    let mut draw = Draw {
        buffer: &mut buffer,
        theme,
        hits: &mut hits,
        images: None,
        cursor: None,
        tables: &tables,
        pane: None,
        found: Vec::new(),
    };
    let options =
        Options { view: View::default(), focused: true, ascii: false, entries: &[], selected: None };
    let placed = chart::draw(&mut draw, chart, &options, area);
    (buffer, placed)
}

fn band_chart(ends: &[(f64, f64)], with_line: bool) -> Chart {
    let ends: Vec<(f64, [f64; 2])> =
        ends.iter().enumerate().map(|(x, (low, width))| (x as f64, [*low, low + width])).collect();
    let middle = ends.iter().map(|(x, [low, high])| [*x, f64::midpoint(*low, *high)]).collect();
    let mut layers = vec![Layer::new("95 %", Meaning::Best, Shape::Band(ends))];
    if with_line {
        layers.push(Layer::new("leader", Meaning::Best, Shape::Line(Stroke::Thick, middle)));
    }
    Chart::new(Axis::new("generation", ""), Axis::new("Elo", "Elo"), layers)
}

proptest! {
    /// Both ends of a band are on the chart, where the axis says, with and without colours.
    #[test]
    fn the_whole_band_is_visible(
        ends in prop::collection::vec((-900.0..900.0f64, 0.0..700.0f64), 2..30),
        with_line in any::<bool>(),
        (width, height) in (20..120u16, 8..40u16),
    ) {
        let chart = band_chart(&ends, with_line);
        for colours in [Colours::TrueColour, Colours::None] {
            let (buffer, placed) = drawn(&chart, (width, height), colours);
            let plot = placed.unwrap().plots[0];
            let scale = chart.panels[0].scale(Default::default(), usize::from((plot.height / 3).clamp(2, 8)));
            let low = ends.iter().map(|(low, _)| *low).fold(f64::INFINITY, f64::min);
            let high = ends.iter().map(|(low, width)| low + width).fold(f64::NEG_INFINITY, f64::max);
            for value in [low, high] {
                let dots = f64::from(plot.height * 4 - 1);
                let row = plot.y + (((1.0 - scale.share(value)) * dots).round() as u16) / 4;
                let is_drawn = |x: u16| {
                    let cell = &buffer[(x, row)];
                    cell.symbol() != " " || cell.bg != ratatui::style::Color::Reset
                };
                prop_assert!((plot.x..plot.right()).any(is_drawn), "{value} in row {row}\n{buffer:?}");
            }
        }
    }
}

#[test]
fn lines_that_cross_keep_their_dots_and_differ_without_colours() {
    let line = |stroke, ends: [f64; 2]| Shape::Line(stroke, vec![[0.0, ends[0]], [40.0, ends[1]]]);
    let layers = vec![
        Layer::new("mean", Meaning::Mean, line(Stroke::Thin, [0.0, 0.0])),
        Layer::new("best", Meaning::Best, line(Stroke::Thick, [10.0, 10.0])),
    ];
    let chart = Chart::new(Axis::new("x", ""), Axis::new("y", "").whole(0.0, 10.0), layers);
    let (buffer, placed) = drawn(&chart, (60, 12), Colours::None);
    let plot = placed.unwrap().plots[0];
    let dots = |x: u16| -> u32 {
        (plot.y..plot.bottom())
            .filter_map(|y| buffer[(x, y)].symbol().chars().next())
            .filter(|sign| ('\u{2800}'..='\u{28ff}').contains(sign))
            .map(|sign| (sign as u32 - 0x2800).count_ones())
            .sum()
    };
    // Two dots of the thin line and four of the thick one in each column of cells.
    assert_eq!(dots(plot.x + 20), 6, "{buffer:?}");
}

/// Focuses the curves of the Population screen.
fn curves(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    bench.screens.population.panes.at = CURVES;
    bench.draw();
    bench
}

#[test]
fn the_cursor_shows_the_values_of_its_generation() {
    let mut bench = curves(120, 40);
    bench.keys("→ ← ←");
    let spread = &record(0, 55).spread;
    let screen = bench.draw();
    let legend =
        screen.lines().find(|line| line.contains("generation 55")).unwrap_or_else(|| panic!("{screen}"));
    let number = |value: f64| crate::numbers::thousands(value.round() as u64);
    for part in [
        format!("best {}", number(spread.best as f64)),
        format!("mean {}", number(spread.mean)),
        format!("10–90 % {}–{}", number(spread.q10), number(spread.q90)),
    ] {
        assert!(legend.contains(&part), "{part} in {legend}");
    }
    bench.keys("Home");
    assert_eq!(bench.model.chart.cursor, Some(0.0));
    bench.keys("Esc");
    assert!(bench.model.chart.cursor.is_none());
    assert_eq!(bench.screens.population.panes.at, CURVES, "the first Esc removes the cursor only");
}

#[test]
fn whoever_leaves_the_chart_leaves_its_cursor() {
    let mut bench = curves(120, 40);
    for leave in ["Tab", "2", "4"] {
        bench.screens.population.panes.at = CURVES;
        bench.keys("1 →");
        assert!(bench.model.chart.cursor.is_some());
        bench.keys(leave);
        assert!(bench.model.chart.cursor.is_none(), "{leave}");
    }
}

#[test]
fn the_axis_begins_at_the_data_or_at_zero() {
    let mut bench = curves(120, 40);
    let zero = |bench: &mut Bench| bench.draw().lines().any(|line| line.starts_with("│     0 ┤"));
    assert!(!zero(&mut bench));
    bench.keys("Z");
    assert!(zero(&mut bench), "{}", bench.draw());
    bench.keys("Z");
    assert!(!zero(&mut bench));
}

#[test]
fn charts_with_a_cursor_can_be_drawn_at_every_size() {
    let mut bench = curves(120, 40);
    bench.keys("→");
    for (width, height) in [(1, 1), (12, 4), (40, 12), (60, 14), (80, 24), (200, 60), (500, 200)] {
        bench.resize(width, height);
        bench.draw();
    }
}

/// Returns the figures that the keys request.
fn exported(bench: &mut Bench, keys: &str) -> Option<ExportFigures> {
    bench.effects.clear();
    bench.keys(keys);
    bench.effects.iter().find_map(|effect| effect.task::<ExportFigures>().cloned())
}

#[test]
fn the_key_exports_the_focused_pane() {
    let mut bench = curves(120, 40);
    let curves = exported(&mut bench, "X").unwrap();
    assert_eq!(curves.folder, bench.model.evolution.as_ref().unwrap().folder);
    assert_eq!(curves.wanted, [Wanted::of_generation("fitness", 0, None)]);
    assert!(bench.model.evolution.as_ref().unwrap().worth_keeping, "the folder has a file of the user");
    bench.screens.population.panes.at = ORGANISMS;
    let organisms = exported(&mut bench, "X").unwrap();
    assert_eq!(organisms.wanted, [Wanted::of_generation("organisms", 0, Some(57))]);
    bench.screens.population.panes.at = ALGORITHM;
    assert_eq!(exported(&mut bench, "X"), None);
    assert!(bench.draw().contains("panes with figures: the curves, Organisms"), "{}", bench.draw());
    let heatmap = exported(&mut bench, "2 X").unwrap();
    let [Wanted::Shown(figure)] = &heatmap.wanted[..] else { panic!("{heatmap:?}") };
    assert_eq!(figure.name, "genome-generation-57");
    super::check::check(figure);
    let bits = exported(&mut bench, "Tab Tab X").unwrap();
    let [Wanted::Shown(figure)] = &bits.wanted[..] else { panic!("{bits:?}") };
    assert_eq!(figure.name, "bits-generation-57");
    // The log has no entry yet.
    bench.model.log.entries.clear();
    assert_eq!(exported(&mut bench, "L X"), None);
    assert!(bench.draw().contains("there is nothing to export here"), "{}", bench.draw());
}

#[test]
fn the_task_writes_both_files_and_says_where() {
    use crate::tui::background::{TaskResult, TaskWork as _};
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("s");
    std::fs::create_dir(&session).unwrap();
    for name in ["session.ron", "journal.jsonl", "checkpoint.ron"] {
        std::fs::copy(format!("sessions/example/{name}"), session.join(name)).unwrap();
    }
    let wanted = vec![Wanted::recorded("fitness"), Wanted::of_generation("genome", 0, Some(3))];
    let task = ExportFigures { folder: session.clone(), wanted };
    let TaskResult::Done(text) = task.run() else { panic!("{:?}", task.run()) };
    assert!(text.contains("figures/fitness, genome-generation-3"), "{text}");
    for file in ["fitness.svg", "fitness.csv", "genome-generation-3.svg", "genome-generation-3.csv"] {
        assert!(session.join("figures").join(file).is_file(), "{file}");
    }
    // Deleting the session deletes its figures.
    assert_eq!(crate::session::delete(&session).unwrap(), Vec::<std::path::PathBuf>::new());
    assert!(!session.exists());
}
