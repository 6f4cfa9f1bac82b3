//! Tests of weighted sums.

use crate::evolution::fitness::measure;
use crate::experiment::{Experiment, presets};
use crate::objectives::Objective;
use crate::objectives::results::ResultsSettings;
use crate::objectives::source::{BuildContext, SetRole};
use crate::positions::PositionSet;
use crate::threads::{Interrupt, ThreadPool};

fn experiment(formula: &str) -> Experiment {
    let mut experiment = presets::named("quick").unwrap();
    experiment.objective.set_formula(formula).unwrap();
    experiment
}

fn scores(experiment: &Experiment, organisms: &[Vec<i32>]) -> Vec<u64> {
    let (pool, interrupt) = (ThreadPool::new(2).unwrap(), Interrupt::default());
    let mut source = experiment.objective.settings().source();
    let outline = experiment.outline();
    source.load(&outline).unwrap();
    let built = source.build(SetRole::Train, &BuildContext::new(outline, &pool, &interrupt)).unwrap();
    measure(&*built.fitness, &pool, organisms, &interrupt).unwrap()
}

#[test]
fn a_formula_names_parts_and_weights() {
    let sum = experiment("moves+results:0.3");
    assert_eq!(sum.objective.formula(), "moves+results:0.3");
    assert_eq!(sum.objective.names(), ["sum", "moves", "results"]);
    assert_eq!(sum.stage(), "grandmaster");
    sum.validate().unwrap();
    assert_eq!(experiment("results").objective, Objective::Results(ResultsSettings::default()));
}

#[test]
fn a_part_keeps_its_settings() {
    let mut sum = experiment("moves+results:0.3");
    sum.objective.results_mut().unwrap().draw_weight = 0.5;
    sum.objective.set_formula("results").unwrap();
    assert_eq!(sum.objective.results().unwrap().draw_weight, 0.5);
    sum.objective.set_formula("results+moves:2").unwrap();
    assert_eq!(sum.objective.results().unwrap().draw_weight, 0.5);
}

#[test]
fn invalid_sums_are_refused_with_the_reason() {
    let formula = |text: &str| presets::named("quick").unwrap().objective.set_formula(text).unwrap_err();
    assert_eq!(
        formula("moves+elo"),
        "elo: unknown objective; use one of: moves, scores, self-play, suite, likelihood, matches, results"
    );
    assert_eq!(formula("moves+results:x"), "results:x: the weight “x” is not a number");
    assert_eq!(formula("moves:2"), "moves:2: a single objective has no weight");
    let error = |text: &str| experiment(text).validate().unwrap_err().to_string();
    assert!(error("moves+moves").ends_with("moves occurs more than once; name each objective once"));
    assert!(error("moves+suite").ends_with("suite cannot be part of a sum; use moves and results"));
    assert!(error("moves+results:-1").contains("the weight of results is -1"));
    assert!(error("moves+results:NaN").contains("the weight of results is NaN"));
}

#[test]
fn the_score_is_the_share_of_agreement_less_the_weighted_loss() {
    let sum = experiment("moves+results:0.3");
    let values: Vec<Vec<i32>> = ["reference", "paper-2014-figure-3"]
        .map(|name| crate::organism::Organism::named_or_path(name).unwrap().evaluation.values)
        .to_vec();
    let [of_sum, of_moves, of_results] =
        ["moves+results:0.3", "moves", "results"].map(|formula| scores(&experiment(formula), &values));
    let largest = sum.largest_score(0);
    for organism in 0..values.len() {
        let agreement = of_moves[organism] as f64 / 5_000.0;
        let loss = ResultsSettings::loss(of_results[organism] as f64);
        let shown = sum.measure(largest).value(of_sum[organism] as f64);
        assert!((shown - (agreement - 0.3 * loss)).abs() < 1e-6, "{shown}: {agreement} and {loss}");
    }
}

#[test]
fn moves_can_be_shown_for_objectives_whose_positions_have_none() {
    for formula in ["results", "results+moves", "moves+results:0.3", "matches"] {
        let shown = experiment(formula).objective.settings().shown_positions();
        assert_eq!(PositionSet::load(&shown).unwrap().examples.len(), 5_000, "{formula}");
    }
}
