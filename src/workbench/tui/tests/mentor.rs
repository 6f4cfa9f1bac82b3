//! Tests of the screens in a session of the mentor stage.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use rand::RngExt;

use super::fixture::Bench;
use super::positions::rows;
use super::views::pane;
use crate::disagreement::{Order, PositionScan};
use crate::engine::evaluation::Weights;
use crate::engine::one_ply::PlyScore;
use crate::engine::schema::Schema;
use crate::evolution::record::{GenerationRecord, Individual, Spread};
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::job::report::{Fact, RunResult, State};
use crate::objectives::details::{Detail, Details};
use crate::objectives::scores::Combination;
use crate::objectives::scores::ScoresSettings;
use crate::objectives::scores::ScoringMode;
use crate::objectives::scores::{
    self, Answer, AnswerBook, BestFit, Errors, LeftOut, MentorErrors, MentorReport, Reason, SetErrors,
    fit::Method,
};
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSource;
use crate::positions::{PositionSet, embedded_records, epd};
use crate::randomness::Randomness;
use crate::threads::ThreadPool;

fn settings(mentors: &[&str]) -> Experiment {
    let mentors = mentors.iter().map(|name| scores::named(name).unwrap()).collect();
    let mut settings = presets::mentor("paper-2008", mentors).unwrap();
    let stage = settings.objective.scores_mut().unwrap();
    stage.combination = Combination::Agreement;
    stage.mode = ScoringMode::Depth(2);
    settings
}

/// An invented generation. With the generations the errors decrease from hundreds of centipawns to tens.
fn record(generation: u32) -> Arc<GenerationRecord> {
    let schema = Schema::built_in("paper-2008").unwrap();
    let mut rng = Randomness::new(7, "mimics", 0).stream(generation, "made up");
    let level = 12.0 + 170.0 * (-f64::from(generation) / 20.0).exp();
    let mut population: Vec<Individual> = (0..40u32)
        .map(|place| {
            let error = level * (1.0 + rng.random::<f64>().powi(2) * 3.0);
            Individual {
                chromosome: Chromosome::random(schema.bits(), &mut rng),
                score: ScoresSettings::LARGEST_MEASURE - (error * 1000.0) as u64,
                born: generation,
                parents: if generation == 0 { vec![] } else { vec![place / 3, (place * 7) % 40] },
            }
        })
        .collect();
    population.sort_by_key(|organism| std::cmp::Reverse(organism.score));
    let at = |place: usize| population[place].score as f64;
    let spread = Spread {
        best: population[0].score,
        mean: population.iter().map(|organism| organism.score as f64).sum::<f64>() / 40.0,
        q90: at(3),
        q75: at(9),
        median: at(19),
        q25: at(29),
        q10: at(35),
        worst: population[39].score,
    };
    Arc::new(GenerationRecord {
        run: 0,
        generation,
        evaluations: u64::from(generation + 1) * 40,
        spread,
        bit_diversity: vec![0.3; schema.bits()],
        parameter_diversity: vec![0.2; schema.len()],
        champion_values: population[0].chromosome.decode(&schema),
        population,
        crosstable: None,
        nodes: Vec::new(),
        games: Vec::new(),
        faults: Vec::new(),
    })
}

fn result(mentors: &[&str]) -> RunResult {
    let errors = |mean: f64| Errors { mean, median: mean * 0.6, q90: mean * 2.1 };
    let set = |mean, positions| SetErrors {
        positions,
        left_out: vec![
            LeftOut { reason: Reason::NotWhite, count: 75, first: vec![16] },
            LeftOut { reason: Reason::Crashed, count: 2, first: vec![118] },
        ],
        champion: errors(mean),
        population: mean * 1.3,
    };
    let of = |name: &&str| MentorErrors { name: (*name).to_owned(), weight: 0.5, train: 110.6, test: 113.5 };
    let fit = |method, mean, bound| BestFit { method, train: errors(mean), test: errors(mean + 4.0), bound };
    RunResult {
        run: 0,
        mean_score_first: ScoresSettings::LARGEST_MEASURE as f64 - 500_000.0,
        best_score: ScoresSettings::LARGEST_MEASURE - 103_000,
        train_total: ScoresSettings::LARGEST_MEASURE,
        test_score: ScoresSettings::LARGEST_MEASURE - 106_300,
        test_total: ScoresSettings::LARGEST_MEASURE,
        evaluations: 2440,
        details: Details::from_iter([Detail::Mentors(MentorReport {
            train: set(103.0, 4909),
            test: set(106.3, 4899),
            mentors: mentors.iter().map(of).collect(),
            fits: vec![fit(Method::LeastSquares, 97.3, None), fit(Method::LeastAbsolute, 87.0, Some(86.999))],
        })]),
        champion: PathBuf::from("sessions/mentor-0001/champion.ron"),
    }
}

fn open_session(bench: &mut Bench, folder: &Path, settings: Experiment, generations: u32) {
    let folder = folder.to_owned();
    let total = ScoresSettings::LARGEST_MEASURE;
    bench.send(crate::tui::message::Message::Started { folder: folder.clone(), settings: None, named: true });
    bench.facts([
        Fact::State(State::Preparing),
        Fact::Opened {
            folder,
            settings: Box::new(settings),
            train_total: total,
            test_total: total,
            history: (0..generations).map(record).collect(),
            results: vec![],
            plants: vec![],
            interventions: vec![],
        },
        Fact::State(State::Paused),
    ]);
}

/// Sends the workbench one of several events of a mentor session, selected by `number`.
pub(super) fn random_event(bench: &mut Bench, number: u32) {
    let mentors: &[&str] =
        if number.is_multiple_of(2) { &["reference"] } else { &["reference", "uci:toga2"] };
    match number % 5 {
        0 | 1 => {
            open_session(bench, Path::new("sessions/mentor-0001"), settings(mentors), number % 7);
        }
        2 => bench.fact(Fact::RunFinished(result(mentors))),
        _ => bench.fact(Fact::Generation(record(number % 60))),
    }
}

#[test]
fn panes_of_a_mentor_session_equal_their_snapshots() {
    let mut bench = Bench::new(120, 40);
    open_session(&mut bench, Path::new("sessions/mentor-0001"), settings(&["reference"]), 50);
    pane("population-of-a-mentor", "Organisms", &mut bench);
    pane(
        "population-of-a-mentor-curve",
        "Centipawns from the mentor, on average; fewer are better",
        &mut bench,
    );
    assert!(bench.draw().contains("╭ Mentor reference ─"));
}

#[test]
fn panes_of_a_complete_mentor_session_equal_their_snapshots() {
    let mentors = ["uci:toga2", "organism:reference"];
    let mut bench = Bench::new(120, 40);
    open_session(&mut bench, Path::new("sessions/mentor-0001"), settings(&mentors), 50);
    bench.fact(Fact::RunFinished(result(&mentors)));
    bench.fact(Fact::State(State::Done));
    bench.keys("Tab Tab");
    pane("population-of-mentors-done", "Mentors, agreement", &mut bench);
    assert!(bench.draw().contains("│ ✓ test set    106.3      cp      │"), "{}", bench.draw());
}

#[test]
fn the_values_of_a_mentor_that_is_an_organism_are_shown() {
    let mut bench = Bench::new(120, 40);
    open_session(&mut bench, Path::new("sessions/mentor-0001"), settings(&["reference"]), 3);
    bench.keys("v");
    let screen = bench.draw();
    assert!(screen.contains("mentor: reference"), "{screen}");
    let reference =
        settings(&["reference"]).objective.scores().unwrap().mentors[0].evaluation.clone().unwrap();
    let knight = reference.values[1].to_string();
    let row = screen.lines().find(|line| line.contains("knight value")).unwrap();
    assert!(row.contains(&knight), "{row}");
}

#[test]
fn positions_are_ordered_by_the_distance_from_the_mentor() {
    let folder = tempfile::tempdir().unwrap();
    let train = folder.path().join("train.epd");
    let records: Vec<_> = embedded_records("gm2600-train").unwrap().into_iter().take(30).collect();
    let records: Vec<_> = records.into_iter().map(|(_, record)| record).collect();
    epd::write_file(&train, &records).unwrap();
    let mut settings = settings(&["reference"]);
    settings.objective.scores_mut().unwrap().train = PositionSource::File(train);
    let stage = settings.objective.scores().cloned().unwrap();
    let reference = stage.mentors[0].evaluation.clone().unwrap();
    let weights = Weights::new(&reference.schema, &reference.values).unwrap();
    let mut answers = AnswerBook::resumed(&scores::scores_path(folder.path()), scores::context(&stage));
    for place in scores::prepare_positions(&PositionSet::load(&stage.train).unwrap().examples, true) {
        if let Ok(position) = &place.position {
            let score = scores::score(position, &weights, PlyScore::Static);
            answers.keep(0, place.key, Answer::Score(score));
        }
    }
    answers.complete().unwrap();
    let mut bench = Bench::new(160, 40);
    bench.scan = Some(PositionScan::new(ThreadPool::new(2).unwrap()));
    open_session(&mut bench, folder.path(), settings, 3);
    bench.keys("3");
    let screen = bench.draw();
    assert!(screen.contains("30 positions") && screen.contains("by distance ▼"), "{screen}");
    assert!(screen.contains("cp apart") && screen.contains("Evaluation"), "{screen}");
    let state = &bench.screens.positions;
    let apart: Vec<_> =
        rows(&bench).into_iter().filter_map(|row| state.scan.distance(row)).map(|d| d.apart()).collect();
    assert!(apart.len() > 20 && apart.is_sorted_by(|one, next| one >= next), "{apart:?}");
    // The list can be sorted by other columns and back.
    bench.keys("i");
    assert!(!bench.draw().contains("by distance ▼"), "{}", bench.draw());
    while !bench.draw().contains("by distance ▼") {
        bench.keys("i");
    }
    bench.keys("I");
    assert!(bench.draw().contains("nearest first"), "{}", bench.draw());
    // A session without a mentor does not have this order.
    bench.scan = None;
    bench.start_session(1);
    bench.keys("3");
    assert_ne!(bench.screens.positions.order, Order::Mentor);
}
