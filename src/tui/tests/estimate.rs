//! The pane *Estimate*: what the optimizer knows about the options of an engine.

use std::convert::Infallible;
use std::path::PathBuf;
use std::sync::Arc;

use rstest::rstest;

use super::fixture::Bench;
use crate::engine_options::{ParameterFile, TunedEngine};
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::GenerationRecord;
use crate::evolution::run::Measured;
use crate::experiment::{Experiment, presets};
use crate::job::report::{Fact, State};
use crate::tui::message::Message;

const FOLDER: &str = "sessions/matches-0001";

const OPTIONS: &str = r#"(options: [
    (name: "King Safety", start: 20, min: 0, max: 200, c_end: 10),
    (name: "Futility Pruning", kind: Check, start: 0, min: 0, max: 1),
    (name: "Reduction Base", kind: Float, start: 0.75, min: 0.5, max: 1.5),
])"#;

fn settings(optimizer: &str) -> Experiment {
    let options = ParameterFile::parse("file", OPTIONS).unwrap().options().to_vec();
    let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), options).unwrap();
    let mut settings = presets::options("spsa", engine).unwrap();
    if optimizer != "spsa" {
        settings.optimizer = OptimizerSettings::named(optimizer).unwrap();
        settings.optimizer.set_population(6);
    }
    settings.generations = 40;
    settings
}

/// Opens a session of invented games: the nearer the options are to the upper ends of their ranges, the better.
fn opened(bench: &mut Bench, settings: &Experiment, generations: u32) {
    bench.send(Message::Started {
        folder: PathBuf::from(FOLDER),
        settings: Some(Box::new(settings.clone())),
        named: false,
    });
    bench.facts([
        Fact::State(State::Preparing),
        Fact::Opened {
            folder: PathBuf::from(FOLDER),
            settings: Box::new(settings.clone()),
            train_total: 1_000_000,
            test_total: 1_000_000,
            history: vec![],
            results: vec![],
            plants: vec![],
        },
        Fact::State(State::Running),
    ]);
    let mut run = settings.run(0).unwrap();
    for _ in 0..generations {
        let record = run.proposal_by(|field| {
            let score = |values: &Vec<i32>| {
                let shares = values.iter().zip(&settings.schema().parameters).map(|(value, known)| {
                    f64::from(value - known.range.0) / f64::from(known.range.1 - known.range.0)
                });
                (300_000.0 + 200_000.0 * shares.sum::<f64>()) as u64
            };
            Ok::<_, Infallible>(Some(Measured::Independent(field.organisms.iter().map(score).collect())))
        });
        let record = record.unwrap().unwrap();
        let wins = record.generation.min(12) as usize;
        let games: Vec<u8> = [vec![2; wins], vec![0; 16 - wins]].concat();
        let games = vec![games; record.population.len()];
        let faults = if record.generation == 3 { vec![vec![14, 15]] } else { Vec::new() };
        let record = Arc::new(GenerationRecord { games, faults, ..record });
        run.accept(&record);
        let reports = vec![run.report().unwrap()];
        bench.facts([Fact::Generation(record), Fact::Optimizer { run: 0, reports }]);
    }
}

#[rstest]
#[case("spsa", 80, 24)]
#[case("spsa", 120, 40)]
#[case("spsa", 200, 60)]
#[case("cma-es", 120, 40)]
fn the_pane_shows_what_the_optimizer_knows(#[case] optimizer: &str, #[case] width: u16, #[case] height: u16) {
    let mut bench = Bench::new(width, height);
    opened(&mut bench, &settings(optimizer), 30);
    bench.keys("Tab");
    let pane = bench.pane("Estimate");
    assert!(pane.contains("King Saf") && pane.contains("start") && pane.contains("now"), "{pane}");
    if height >= 40 {
        assert!(pane.contains("+182 ± ") && pane.contains("2 games ended by a fault"), "{pane}");
        assert_eq!(pane.contains("axes: deviation, main parameters"), optimizer == "cma-es", "{pane}");
    }
}

#[rstest]
#[case("spsa", 80, 24)]
#[case("spsa", 200, 60)]
#[case("cma-es", 120, 40)]
fn a_zoomed_pane_adds_the_course_and_the_elo(
    #[case] optimizer: &str,
    #[case] width: u16,
    #[case] height: u16,
) {
    let mut bench = Bench::new(width, height);
    opened(&mut bench, &settings(optimizer), 30);
    bench.keys("Tab z");
    let pane = bench.pane("Estimate");
    let column = if optimizer == "spsa" { "slope" } else { "±" };
    assert!(pane.contains("King Safety") && pane.contains(column), "{pane}");
    if width >= 120 {
        assert!(pane.contains("course in the range") && pane.contains("Elo in the latest"), "{pane}");
    }
}

#[test]
fn optimizers_without_a_report_have_no_pane() {
    let mut bench = Bench::new(120, 40);
    bench.facts([Fact::State(State::Preparing)]);
    opened(&mut bench, &settings("spsa"), 1);
    assert!(bench.draw().contains("Estimate"));
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings("spsa"), 0);
    assert!(!bench.draw().contains("Estimate"));
}

#[test]
fn options_of_an_engine_are_exported_in_a_choice_of_formats() {
    let mut bench = Bench::new(120, 40);
    opened(&mut bench, &settings("spsa"), 2);
    bench.keys("E");
    let form = bench.draw();
    assert!(form.contains("format") && form.contains("parameter file of Eyas"), "{form}");
}
