//! Tests of figures: what the files contain, and that nothing that is drawn misleads.

use std::path::Path;

use proptest::prelude::*;

use super::chart::{Axis, Chart, Layer, LayerRole, Panel, Reading, Shape, Stroke, Zoom};
use super::check::{check, records};
use super::table::{Cell, Column};
use super::{Content, Error, Figure, Format, Request, Source, Table, csv, export, svg};
use crate::session::{Intervention, InterventionKind};

/// A session of the repository: the preset `quick`.
const EXAMPLE: &str = "sessions/example";

#[test]
fn every_figure_of_a_session_can_be_written() {
    let source = Source::open(Path::new(EXAMPLE)).unwrap();
    let names: Vec<&str> = source.list().iter().map(|listed| listed.name).collect();
    assert_eq!(
        names,
        [
            "fitness",
            "runs",
            "values",
            "distribution",
            "organisms",
            "genome",
            "bits",
            "parameters",
            "diversity",
            "settings"
        ]
    );
    for name in names {
        let figure = source.figure(&Request::new(name)).unwrap();
        assert!(figure.title.contains("example"), "{}", figure.title);
        check(&figure);
    }
}

/// The values are those of `sessions/README.md` and of the journal.
#[test]
fn the_numbers_are_those_of_the_journal() {
    let source = Source::open(Path::new(EXAMPLE)).unwrap();
    let recorded = crate::session::Session::open_read_only(Path::new(EXAMPLE)).unwrap();
    let figure = source.figure(&Request::new("fitness")).unwrap();
    let records = records(&csv::write(&figure));
    assert_eq!(
        records[0][..5],
        ["generation", "10_90_percent_low_moves", "10_90_percent_high_moves", "mean_moves", "best_moves"]
    );
    assert_eq!(records.len(), recorded.history.len() + 1);
    for (record, generation) in records[1..].iter().zip(&recorded.history) {
        let numbers: Vec<f64> = record[..5].iter().map(|field| field.parse().unwrap()).collect();
        let spread = &generation.spread;
        let wanted =
            [f64::from(generation.generation), spread.q10, spread.q90, spread.mean, spread.best as f64];
        // Without the noise of binary fractions: 1504.6, not 1504.6000000000001.
        let is_near = |(found, wanted): (&f64, &f64)| (found - wanted).abs() < 1e-9;
        assert!(numbers.iter().zip(&wanted).all(is_near), "{numbers:?}, not {wanted:?}");
    }
    assert_eq!(records[21][4], "1549", "the champion of sessions/README.md");
    let organisms = source.figure(&Request { generation: Some(0), ..Request::new("organisms") }).unwrap();
    assert_eq!(organisms.name, "organisms-generation-0");
    let Content::Table(table) = &organisms.content else { panic!("a table") };
    assert_eq!(table.rows.len(), recorded.history[0].population.len());
}

#[test]
fn errors_say_what_there_is() {
    let source = Source::open(Path::new(EXAMPLE)).unwrap();
    let text = |request: &Request| source.figure(request).unwrap_err().to_string();
    let unknown = text(&Request::new("elo"));
    assert!(unknown.contains("“elo”") && unknown.contains("fitness, runs, values"), "{unknown}");
    let generation = text(&Request { generation: Some(21), ..Request::new("genome") });
    assert!(generation.contains("generation 21") && generation.contains("0 to 20"), "{generation}");
    let run = text(&Request { run: Some(1), ..Request::new("fitness") });
    assert!(run.contains("run 2"), "{run}");
    assert!(matches!(Source::open(Path::new("src")), Err(Error::NoSource(_))));
    assert!(matches!(Format::of(Path::new("figure.png")), Err(Error::Format(_))));
    assert_eq!(Format::of(Path::new("a.b/FIGURE.SVG")).unwrap(), Format::Svg);
}

#[test]
fn a_session_without_a_generation_says_so() {
    let folder = tempfile::tempdir().unwrap();
    let header = crate::session::Session::header_of(Path::new(EXAMPLE)).unwrap();
    let path = folder.path().join("new");
    drop(crate::session::Session::create(&path, &header).unwrap());
    let source = Source::open(&path).unwrap();
    assert!(source.list().is_empty());
    let error = source.figure(&Request::new("fitness")).unwrap_err();
    assert!(matches!(error, Error::Empty { .. }), "{error}");
    assert!(error.to_string().contains("no generation is measured yet"), "{error}");
}

#[test]
fn texts_from_outside_are_escaped() {
    let hostile = "a<b>&\"c\",\n\u{1b}[31m\u{0}";
    let table = Table {
        columns: vec![Column::new(hostile, "")],
        rows: vec![vec![Cell::text(hostile)], vec![Cell::number(Some(f64::NAN), 1)]],
    };
    check(&Figure::new("hostile", hostile, Content::Table(table)));
}

#[test]
fn exported_files_replace_older_ones() {
    let folder = tempfile::tempdir().unwrap();
    let figure = |cell: i64| {
        let table = Table { columns: vec![Column::new("n", "")], rows: vec![vec![Cell::Integer(cell)]] };
        Figure::new("table", "Table", Content::Table(table))
    };
    export(&figure(1), folder.path()).unwrap();
    let [picture, numbers] = export(&figure(-2), folder.path()).unwrap();
    assert_eq!(std::fs::read_to_string(numbers).unwrap(), "n\n-2\n");
    assert!(std::fs::read_to_string(picture).unwrap().contains("−2"));
    assert_eq!(std::fs::read_dir(folder.path().join("figures")).unwrap().count(), 2);
}

#[test]
fn bands_are_below_lines() {
    let line = Layer::new("line", LayerRole::Best, Shape::Line(Stroke::Thick, vec![[0.0, 1.0], [1.0, 2.0]]));
    let band = Layer::new("band", LayerRole::Mean, Shape::Band(vec![(0.0, [0.0, 3.0]), (1.0, [0.0, 3.0])]));
    let chart = Chart::new(Axis::new("x", ""), Axis::new("y", "Elo"), vec![line, band]);
    let picture = svg::write(&Figure::new("order", "Order", Content::Chart(chart)));
    // The first two are samples in the legend.
    let place = |class: &str| picture.rfind(class).unwrap();
    assert!(place("mean band") < place("best line thick"), "{picture}");
}

#[test]
fn the_lines_of_several_runs_share_an_entry_of_the_legend() {
    let line =
        |name: &str, role| Layer::new(name, role, Shape::Line(Stroke::Thin, vec![[0.0, 1.0], [1.0, 2.0]]));
    let legend_of = |layers: Vec<Layer>| {
        let chart = Chart::new(Axis::new("x", ""), Axis::new("y", ""), layers);
        let picture = svg::write(&Figure::new("runs", "Runs", Content::Chart(chart)));
        let document = roxmltree::Document::parse(&picture).unwrap();
        let texts =
            document.descendants().filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text")));
        texts.filter_map(|node| node.text()).filter(|text| text.contains("best")).map(str::to_owned).collect()
    };
    let runs =
        |count: u32| (1..=count).map(|run| line(&format!("run {run} best"), LayerRole::Other)).collect();
    let with = |mut layers: Vec<Layer>, further: Layer| {
        layers.push(further);
        layers
    };
    let entries: Vec<String> = legend_of(with(runs(9), line("best", LayerRole::Best)));
    assert_eq!(entries, ["run 1…9 best", "best"]);
    let entries: Vec<String> = legend_of(runs(2));
    assert_eq!(entries, ["run 1 best", "run 2 best"]);
    // Names that differ in words have entries of their own.
    let entries: Vec<String> =
        legend_of(["a best", "b best", "c best"].map(|name| line(name, LayerRole::Other)).to_vec());
    assert_eq!(entries, ["a best", "b best", "c best"]);
}

/// Returns the texts of a picture with their places, anchors and classes.
fn texts(document: &roxmltree::Document<'_>) -> Vec<(String, [f64; 2], bool, String)> {
    let texts = document.descendants().filter(|node| node.tag_name().name() == "text");
    texts
        .map(|node| {
            let at = ["x", "y"].map(|name| node.attribute(name).unwrap().parse().unwrap());
            let is_end = node.attribute("text-anchor") == Some("end");
            let class = node.attribute("class").unwrap_or_default().to_owned();
            (node.text().unwrap_or_default().to_owned(), at, is_end, class)
        })
        .collect()
}

#[test]
fn a_distant_point_does_not_lengthen_the_axis_and_a_near_one_does() {
    let line = Shape::Line(Stroke::Thick, vec![[0.0, 1_400.0], [9.0, 1_600.0]]);
    let panel = |at: f64| Panel {
        y: Axis::new("moves", ""),
        layers: vec![
            Layer::new("best", LayerRole::Best, line.clone()),
            Layer::new("paper", LayerRole::Paper, Shape::Points(vec![[0.0, at]])),
        ],
    };
    let share = |at: f64, zoom: Zoom| panel(at).scale(zoom, 4).share(at);
    assert!(share(800.0, Zoom::Data) < 0.0);
    assert!((0.0..=1.0).contains(&share(1_620.0, Zoom::Data)));
    // A picture for a publication, and an axis from zero, have room for it.
    assert!((0.0..=1.0).contains(&share(800.0, Zoom::Points)));
    assert!((0.0..=1.0).contains(&share(800.0, Zoom::Whole)));
}

#[test]
fn what_a_person_did_is_marked_on_the_curve_of_its_run() {
    let recorded = crate::session::Session::open_read_only(Path::new(EXAMPLE)).unwrap();
    let points: Vec<_> = recorded.history.iter().map(|one| (one.generation, &one.spread)).collect();
    let made = |run, generation, kind| Intervention { run, generation, kind };
    let curves = super::evolution::Curves {
        measure: recorded.header.settings.measure(recorded.header.largest_score()),
        generations: 20,
        runs: (0..2).map(|run| super::evolution::RunCurve { run, points: points.clone() }).collect(),
        shown: 1,
        paper: None,
        untuned: None,
        interventions: vec![
            made(0, 3, InterventionKind::Planted),
            made(1, 5, InterventionKind::Settings),
            made(1, 5, InterventionKind::Settings),
            made(1, 7, InterventionKind::Forked),
            made(1, 900, InterventionKind::Planted),
        ],
    };
    let chart = super::evolution::fitness(&curves);
    let events = chart.panels[0].layers.iter().filter(|layer| layer.role == LayerRole::Event);
    let marks: Vec<_> = events.map(|layer| (layer.name.as_str(), &layer.shape)).collect();
    let best = |generation: usize| [generation as f64, points[generation].1.best as f64];
    assert_eq!(
        marks,
        [("forked", &Shape::Points(vec![best(7)])), ("new settings", &Shape::Points(vec![best(5)]))]
    );
}

/// The points of a paper lie on curves, near each other, and at both ends of the chart.
#[test]
fn labels_of_points_cover_neither_curves_nor_each_other() {
    let wave = |shift: f64| -> Vec<[f64; 2]> {
        (0..=20).map(|x| [f64::from(x), 50.0 + shift + 20.0 * (f64::from(x) / 3.0).sin()]).collect()
    };
    let mut layers: Vec<Layer> = (0..3)
        .map(|run| {
            let line = Shape::Line(Stroke::Thin, wave(f64::from(run)));
            Layer::new(&format!("run {} best", run + 1), LayerRole::Number(run as usize), line)
        })
        .collect();
    let points = [0, 7, 8, 20].map(|at| wave(1.0)[at]);
    for (number, point) in points.into_iter().enumerate() {
        layers.push(Layer::new(
            &format!("paper’s value {number}"),
            LayerRole::Paper,
            Shape::Points(vec![point]),
        ));
    }
    let chart = Chart::new(Axis::new("generation", ""), Axis::new("moves", ""), layers);
    let picture = svg::write(&Figure::new("points", "Points", Content::Chart(chart)));
    let document = roxmltree::Document::parse(&picture).unwrap();
    let paths = document.descendants().filter(|node| node.tag_name().name() == "path");
    let curves: Vec<Vec<[f64; 2]>> = paths
        .map(|path| {
            let numbers =
                path.attribute("d").unwrap().split(['M', 'L', ' ']).filter_map(|text| text.parse().ok());
            numbers.collect::<Vec<f64>>().chunks(2).map(|pair| [pair[0], pair[1]]).collect()
        })
        .filter(|curve: &Vec<[f64; 2]>| curve.len() > 2)
        .collect();
    assert_eq!(curves.len(), 3);
    let mut areas: Vec<[f64; 4]> = Vec::new();
    for (text, [x, y], is_end, class) in texts(&document) {
        if !class.contains("halo") {
            continue;
        }
        let width = 6.0 * text.chars().count() as f64;
        let left = if is_end { x - width } else { x };
        let area = [left, y - 9.0, left + width, y + 2.0];
        for pair in curves.iter().flat_map(|curve| curve.windows(2)) {
            // Many points of each part of a curve.
            for step in 0..=50 {
                let share = f64::from(step) / 50.0;
                let [x, y] = [0, 1].map(|axis| pair[0][axis] + share * (pair[1][axis] - pair[0][axis]));
                let is_covered = (area[0]..=area[2]).contains(&x) && (area[1]..=area[3]).contains(&y);
                assert!(!is_covered, "{text} at {area:?} covers a curve at {x}, {y}");
            }
        }
        for other in &areas {
            let apart =
                area[0] >= other[2] || other[0] >= area[2] || area[1] >= other[3] || other[1] >= area[3];
            assert!(apart, "{text} at {area:?} covers a label at {other:?}");
        }
        areas.push(area);
    }
    assert_eq!(areas.len(), 4);
}

/// Runs that end at the same place have names that can be read, within the height of the chart.
#[test]
fn runs_of_an_ensemble_differ_in_colour_and_dashes_and_have_their_names() {
    let recorded = crate::session::Session::open_read_only(Path::new(EXAMPLE)).unwrap();
    let points: Vec<_> = recorded.history.iter().map(|one| (one.generation, &one.spread)).collect();
    let runs = (0..12).map(|run| super::evolution::RunCurve { run, points: points.clone() }).collect();
    let measure = recorded.header.settings.measure(recorded.header.largest_score());
    let curves = super::evolution::Curves {
        measure,
        generations: 20,
        runs,
        shown: 3,
        paper: None,
        untuned: None,
        interventions: Vec::new(),
    };
    let chart = super::evolution::fitness_of_runs(&curves);
    let picture = svg::write(&Figure::new("runs", "Runs", Content::Chart(chart)));
    let document = roxmltree::Document::parse(&picture).unwrap();
    let mut looks: Vec<(String, String)> = Vec::new();
    for path in document.descendants().filter(|node| node.tag_name().name() == "path") {
        let class = path.attribute("class").unwrap().split(' ').next().unwrap().to_owned();
        let look = (class, path.attribute("stroke-dasharray").unwrap_or_default().to_owned());
        if !looks.contains(&look) {
            looks.push(look);
        }
    }
    assert_eq!(looks.len(), 12, "{looks:?}");
    let ends: Vec<f64> = texts(&document)
        .into_iter()
        .filter(|(text, _, _, class)| text.ends_with(" best") && class.starts_with('n'))
        .map(|(_, [_, y], ..)| y)
        .collect();
    assert_eq!(ends.len(), 12);
    assert!(ends.windows(2).all(|pair| pair[1] - pair[0] >= 12.9), "{ends:?}");
}

#[test]
fn a_picture_for_papers_has_one_theme_and_one_size() {
    let source = Source::open(Path::new(EXAMPLE)).unwrap();
    let figure = source.figure(&Request::new("fitness")).unwrap();
    let picture = svg::write(&figure);
    assert!(!picture.contains("@media"), "{picture}");
    let document = roxmltree::Document::parse(&picture).unwrap();
    let [width, height] = ["width", "height"].map(|name| document.root_element().attribute(name).unwrap());
    assert_eq!(document.root_element().attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
    assert!(svg::page_css().contains("@media (prefers-color-scheme: dark)"), "a page follows its reader");
}

#[test]
fn names_of_columns_are_plain_and_different() {
    let titles = [
        ("10–90 % low", "moves"),
        ("paper’s mean ≈ 1,500", ""),
        ("Σ log₂ nodes", ""),
        ("a b", ""),
        ("a-b", ""),
        ("ü", ""),
        ("PAWN_VALUE", ""),
    ];
    let table = Table {
        columns: super::table::columns(&titles),
        rows: vec![vec![Cell::Number(98.333_300_000_000_01, 1)]],
    };
    let text = csv::write(&Figure::new("table", "Table", Content::Table(table)));
    let expected = "10_90_percent_low_moves,papers_mean_about_1_500,sum_log_nodes,a_b,a_b_2,column,PAWN_VALUE\n98.3333\n";
    assert_eq!(text, expected);
}

#[test]
fn values_of_different_units_have_panels_of_their_own() {
    let recorded = crate::session::Session::open_read_only(Path::new(EXAMPLE)).unwrap();
    let points: Vec<_> = recorded.history.iter().map(|one| (one.generation, &one.spread, 3)).collect();
    let chart = super::evolution::scores(&points, 1000, 20, true);
    let units: Vec<&str> = chart.panels.iter().map(|panel| panel.y.unit.as_str()).collect();
    assert_eq!(units, ["%", "organisms"]);
}

proptest! {
    #[test]
    fn every_value_is_on_the_axis(
        ends in prop::collection::vec((-1e6..1e6f64, 0.0..1e6f64), 1..40),
        whole in any::<bool>(),
        logarithmic in any::<bool>(),
    ) {
        let band: Vec<(f64, [f64; 2])> = ends
            .iter()
            .enumerate()
            .map(|(x, (low, width))| {
                let low = if logarithmic { low.abs() + 0.2 } else { *low };
                (x as f64, [low, low + width])
            })
            .collect();
        let y = Axis { logarithmic, ..Axis::new("Elo", "") };
        let panel = Panel { y, layers: vec![Layer::new("band", LayerRole::Best, Shape::Band(band.clone()))] };
        let scale = panel.scale(if whole { Zoom::Whole } else { Zoom::Data }, 5);
        for (x, ends) in &band {
            prop_assert_eq!(panel.layers[0].at(*x), Some(Reading::Ends(*ends)));
            for end in ends {
                let share = scale.share(*end);
                prop_assert!((-1e-9..=1.0 + 1e-9).contains(&share), "{} on {:?}", end, scale);
            }
        }
        prop_assert!(!scale.ticks.is_empty() && scale.ticks.len() < 30, "{:?}", scale);
    }
}
