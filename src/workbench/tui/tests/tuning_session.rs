//! An invented session of the tuning stage.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use rand::RngExt;

use super::fixture::Bench;
use crate::engine::schema::Schema;
use crate::evolution::fitness::TaskProgress;
use crate::evolution::record::{GenerationRecord, Individual, Spread};
use crate::experiment::Experiment;
use crate::experiment::presets;
use crate::job::report::{Fact, Progress, Reports, RunResult, Searches, State};
use crate::objectives::details::{Detail, Details, Examination, Tally};
use crate::organism::FixedEvaluation;
use crate::organism::Organism;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;
use crate::tui::message::Message;

pub(super) const POSITIONS: usize = 120;
pub(super) const LIMIT: u32 = 5000;
pub(super) const FOLDER: &str = "sessions/tuning-0001";

pub(super) fn settings() -> Experiment {
    let evaluation = FixedEvaluation::of(&Organism::named_or_path("reference").unwrap());
    presets::tuning("quick", evaluation).unwrap()
}

/// An invented generation. Later generations solve more positions. Two of its ten organisms are identical, and every
/// second generation has the same champion as the one before.
pub(super) fn record(generation: u32) -> Arc<GenerationRecord> {
    let schema = Schema::built_in("search-paper").unwrap();
    let mut rng = Randomness::new(7, "tuned searches", 0).stream(generation, "made up");
    let mut best = Randomness::new(7, "tuned searches", 0).stream(generation / 2, "best");
    let mut population: Vec<(Individual, Vec<u32>)> = (0..10u32)
        .map(|place| {
            let chromosome = Chromosome::random(schema.bits(), if place == 0 { &mut best } else { &mut rng });
            let hardness = 0.35 + 0.05 * f64::from(place) - 0.05 * f64::from(generation / 2);
            let nodes: Vec<u32> = (0..POSITIONS)
                .map(|position| {
                    let of = Randomness::new(9, "position", position as u32);
                    let skill: f64 = of.stream(place.min(8) + 100 * (generation / 2), "skill").random();
                    let level = 0.6 * of.stream(0, "level").random::<f64>() + 0.4 * skill + hardness - 0.3;
                    if level > 0.8 { 0 } else { (20.0 * (level.max(0.0) * 6.5).exp()) as u32 + 1 }
                })
                .map(|nodes| if nodes < LIMIT { nodes } else { 0 })
                .collect();
            let saved =
                nodes.iter().map(|nodes| if *nodes == 0 { 0 } else { u64::from(LIMIT - nodes) }).sum();
            let parents = if generation == 0 { vec![] } else { vec![place / 3, (place * 7) % 10] };
            (Individual { chromosome, score: saved, born: generation, parents }, nodes)
        })
        .collect();
    let twin = population[8].clone();
    population[9] = twin;
    population.sort_by_key(|(organism, _)| std::cmp::Reverse(organism.score));
    let (population, nodes): (Vec<Individual>, Vec<Vec<u32>>) = population.into_iter().unzip();
    let at = |place: usize| population[place].score as f64;
    let spread = Spread {
        best: population[0].score,
        mean: population.iter().map(|organism| organism.score as f64).sum::<f64>() / 10.0,
        q90: at(0),
        q75: at(2),
        median: at(4),
        q25: at(7),
        q10: at(8),
        worst: population[9].score,
    };
    Arc::new(GenerationRecord {
        run: 0,
        generation,
        evaluations: u64::from(generation + 1) * 10,
        spread,
        bit_diversity: vec![0.4; schema.bits()],
        parameter_diversity: vec![0.3; schema.len()],
        champion_values: population[0].chromosome.decode(&schema),
        population,
        nodes,
        games: Vec::new(),
        faults: Vec::new(),
        crosstable: None,
    })
}

/// The result of the run.
pub(super) fn result() -> RunResult {
    let record = record(5);
    let champion = Tally::of(&record.nodes[0], LIMIT);
    let examination = |suite: &str, trained, positions: u64| Examination {
        quiet: false,
        suite: suite.to_owned(),
        positions,
        trained,
        champion: Tally { nodes: champion.nodes * positions / 120, found: champion.found * positions / 120 },
        untuned: Tally { nodes: champion.nodes * positions / 110, found: champion.found * positions / 130 },
        untuned_nodes: if trained { record.nodes[2].clone() } else { Vec::new() },
    };
    let examinations = vec![examination("ecm879", true, 120), examination("suites/wac300.epd", false, 300)];
    RunResult {
        run: 0,
        mean_score_first: 200_000.0,
        best_score: record.spread.best,
        train_total: u64::from(LIMIT) * POSITIONS as u64,
        test_score: 0,
        test_total: u64::from(LIMIT) * 300,
        evaluations: 60,
        champion: PathBuf::from(FOLDER).join("champion.ron"),
        details: Details::from_iter([Detail::Examinations(examinations)]),
    }
}

/// Starts and opens the session.
pub(super) fn start_session(bench: &mut Bench) {
    bench.send(Message::Started {
        folder: PathBuf::from(FOLDER),
        settings: Some(Box::new(settings())),
        named: false,
    });
    report_opened(bench);
}

/// Reports that the session is open.
pub(super) fn report_opened(bench: &mut Bench) {
    let total = |positions: u64| u64::from(LIMIT) * positions;
    bench.facts([
        Fact::State(State::Preparing),
        Fact::Opened {
            folder: PathBuf::from(FOLDER),
            settings: Box::new(settings()),
            train_total: total(POSITIONS as u64),
            test_total: total(300),
            history: vec![],
            results: vec![],
            plants: vec![],
            interventions: vec![],
        },
    ]);
}

/// Sends the workbench one of several events of the session, selected by `number`.
pub(super) fn random_event(bench: &mut Bench, number: u32) {
    match number % 4 {
        0 => start_session(bench),
        1 => progress(bench, u64::from(number)),
        2 if number % 8 == 2 => bench.fact(Fact::RunFinished(result())),
        _ => bench.fact(Fact::Generation(record(number % 6))),
    }
}

/// Reports that `done` of 1080 searches of the current generation have ended.
pub(super) fn progress(bench: &mut Bench, done: u64) {
    let progress = Progress {
        activity: "searching positions",
        done,
        total: 1080,
        organisms_per_second: 0.0,
        time_left: Some(Duration::from_secs(222)),
        searches: Some(Searches {
            generation: Some(6),
            task_progress: TaskProgress { done, total: 1080, nodes: done * 3217 },
            nodes_per_second: 812_345.6,
        }),
    };
    bench.send(Message::Reports(Reports { facts: vec![], progress: Some(progress), closed: false }));
}
