//! Tests of the standing of a race.

use super::plan::RacedOptimizer;
use super::standing::ScoredSet;
use super::*;
use crate::experiment::presets;

/// Returns the standing of a race with these final scores: one row for each seed, one column for each optimizer.
fn finished(scores: &[[u64; 2]]) -> Standing {
    let base = presets::named("quick").unwrap();
    let optimizers = ["ga", "de"].map(|name| RacedOptimizer::parse(name, &base).unwrap());
    let seeds = (1..=scores.len() as u64).collect();
    let plan = RacePlan { eyas: String::new(), base, optimizers: optimizers.into(), seeds, evaluations: 200 };
    let mut standing = Standing::new(plan);
    for (seed, row) in scores.iter().enumerate() {
        for (optimizer, &train) in row.iter().enumerate() {
            let run = RunId { optimizer, seed };
            let points =
                [(100, 10), (200, 5)].map(|(evaluations, less)| Point { evaluations, score: train - less });
            standing.update(&Update::Opened { run, points: points.into(), largest: [5_000, 4_000] });
            standing.update(&Update::Finished(run, Score { train, test: 100 }));
        }
    }
    standing
}

#[test]
fn bands_count_evaluations_and_not_generations() {
    let standing = finished(&[[20, 30], [40, 50], [60, 80]]);
    assert_eq!(standing.band(0, 99), None);
    let band = standing.band(0, 199).unwrap();
    assert_eq!((band.runs, band.q25, band.median, band.q75), (3, 20.0, 30.0, 40.0));
    assert_eq!(standing.band(0, 200).unwrap().median, 35.0);
    assert_eq!(standing.bands(1, 4).len(), 3);
}

#[test]
fn a_run_counts_only_as_far_as_it_has_come() {
    let mut standing = finished(&[[20, 30], [40, 50]]);
    let run = RunId { optimizer: 0, seed: 1 };
    let points = vec![Point { evaluations: 100, score: 7 }];
    standing.update(&Update::Opened { run, points, largest: [5_000, 4_000] });
    assert_eq!(standing.band(0, 100).unwrap().runs, 2);
    assert_eq!(standing.band(0, 101).unwrap().runs, 1);
    // A later generation with a lower score does not lower the best score.
    standing.update(&Update::Measured(run, Point { evaluations: 200, score: 3 }));
    assert_eq!(standing.run(run).score_at(200), Some(7));
    assert_eq!(standing.evaluations(), (800, 800));
    assert_eq!((standing.complete(0), standing.complete(1)), (1, 2));
    // Only the first seed is complete for both.
    assert_eq!(standing.comparison(ScoredSet::Train).unwrap().seeds, 1);
}

#[test]
fn ranks_and_wins_are_those_of_each_seed() {
    let standing = finished(&[[20, 30], [40, 50], [60, 55], [70, 70]]);
    let found = standing.comparison(ScoredSet::Train).unwrap();
    assert_eq!(found.summaries[0].mean_rank, (2.0 + 2.0 + 1.0 + 1.5) / 4.0);
    assert_eq!(found.summaries[1].spread.median, 52.5);
    assert_eq!(found.pairs[0].wins, [1, 2]);
    assert_eq!(found.pairs[0].p, found.pairs[0].corrected);
    // All test scores are equal.
    let test = standing.comparison(ScoredSet::Test).unwrap();
    assert_eq!((test.friedman, test.pairs[0].p), (None, 1.0));
}
