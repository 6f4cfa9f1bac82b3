//! Every parameter has its documented effect, for all values.

use proptest::prelude::*;
use rstest::rstest;

use super::*;
use crate::engine::schema::Schema;
use crate::engine::testing::random_weights;
use crate::organism::chromosome::Chromosome;
use crate::positions::PositionSet;
use crate::randomness::Randomness;

/// Positions, the fastest to search first.
const POSITIONS: [&str; 5] = [
    "8/pp3k2/2p5/3p1r2/3P4/2P2R2/PP3K2/8 w - - 0 1",
    "4k3/p1P3p1/2q1np1p/3N4/8/1Q3PP1/6KP/8 w - - 0 1",
    "6k1/p1qb1p1p/1p3np1/2b2p2/2B5/2P3N1/PP2QPPP/4N1K1 b - - 0 1",
    "r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9",
    "2q1r1k1/1ppb4/r2p1Pp1/p4n1p/2P1n3/5NPP/PP3Q1K/2BRRB2 w - - 0 1",
];

type Behaviour = (u64, Option<shakmaty::Move>, Option<super::super::Line>);

/// Returns move, nodes and line of the search in each position, to compare two searches.
fn behaviour(parameters: SearchParameters) -> impl Iterator<Item = Behaviour> {
    POSITIONS.into_iter().map(move |position| {
        let outcome = outcome_of(parameters, &fen(position), &Limits::depth(7));
        (outcome.nodes, outcome.best, outcome.report.map(|report| report.line))
    })
}

fn set(mut parameters: SearchParameters, name: &str, value: i32) -> SearchParameters {
    *parameters.get_mut(name).unwrap() = value;
    parameters
}

/// Parameters without effect while another is 0.
#[rstest]
#[case("NULL_MOVE_USE", &[("NULL_MOVE_REDUCTION", 7), ("NULL_MOVE_USE_ADAPTIVITY", 0), ("NULL_MOVE_ADAPTIVITY_DEPTH", 1), ("MATE_THREAT_EXTENSION", 4)])]
#[case("NULL_MOVE_USE_ADAPTIVITY", &[("NULL_MOVE_ADAPTIVITY_DEPTH", 0), ("NULL_MOVE_ADAPTIVITY_DEPTH", 7)])]
#[case("FUTILITY_DEPTH", &[("FUTILITY_THRESHOLD_DEPTH_1", 0), ("FUTILITY_THRESHOLD_DEPTH_2", 5), ("FUTILITY_THRESHOLD_DEPTH_3", 9)])]
#[case("MULTI_CUT_USE", &[("MULTI_CUT_REDUCTION", 1), ("MULTI_CUT_DEPTH", 2), ("MULTI_CUT_MOVE_NUM", 30), ("MULTI_CUT_CUT_NUM", 1)])]
#[case("MULTI_CUT_CUT_NUM", &[("MULTI_CUT_USE", 1), ("MULTI_CUT_DEPTH", 2)])]
#[case("REVERSE_FUTILITY_DEPTH", &[("REVERSE_FUTILITY_MARGIN", 1)])]
#[case("RAZORING_DEPTH", &[("RAZORING_MARGIN", 1)])]
#[case("LATE_MOVE_REDUCTION_DEPTH", &[("LATE_MOVE_REDUCTION_MOVE_NUM", 1), ("LATE_MOVE_REDUCTION_HISTORY", 100), ("LATE_MOVE_REDUCTION_CUT", 4), ("LATE_MOVE_REDUCTION_WORSENING", 4), ("LATE_MOVE_REDUCTION_CAPTURE", 4)])]
#[case("LATE_MOVE_PRUNING_DEPTH", &[("LATE_MOVE_PRUNING_BASE", 1), ("LATE_MOVE_PRUNING_SLOPE", 1)])]
#[case("LATE_FUTILITY_DEPTH", &[("LATE_FUTILITY_BASE", 0), ("LATE_FUTILITY_SLOPE", 1)])]
#[case("EXCHANGE_PRUNING_DEPTH", &[("EXCHANGE_PRUNING_QUIET", 1), ("EXCHANGE_PRUNING_CAPTURE", 1)])]
#[case("HISTORY_PRUNING_DEPTH", &[("HISTORY_PRUNING_THRESHOLD", 1)])]
#[case("SINGULAR_EXTENSION", &[("SINGULAR_DEPTH", 4), ("SINGULAR_MARGIN", 1), ("SINGULAR_DOUBLE_MARGIN", 1), ("SINGULAR_REDUCTION", 4)])]
#[case("PROBCUT_DEPTH", &[("PROBCUT_MARGIN", 0)])]
fn what_is_switched_off_is_not_there(#[case] switch: &str, #[case] idle: &[(&str, i32)]) {
    for parameters in [reference().1, reference().2] {
        let off = set(parameters, switch, 0);
        let expected: Vec<Behaviour> = behaviour(off).collect();
        for (name, value) in idle {
            let found: Vec<Behaviour> = behaviour(set(off, name, *value)).collect();
            assert_eq!(found, expected, "{name} {value}");
        }
    }
}

#[test]
fn everything_switched_off_is_the_plain_search() {
    let mut off = reference().2;
    for name in SearchParameters::NAMES {
        *off.get_mut(name).unwrap() = 0;
    }
    assert_eq!(off, SearchParameters::default());
}

const LATE_MOVES: &[(&str, i32)] = &[
    ("LATE_MOVE_REDUCTION_DEPTH", 2),
    ("LATE_MOVE_REDUCTION_MOVE_NUM", 2),
    ("LATE_MOVE_REDUCTION_SLOPE", 50),
];
const SINGULAR: &[(&str, i32)] = &[("SINGULAR_EXTENSION", 4), ("SINGULAR_DEPTH", 4), ("SINGULAR_MARGIN", 8)];

/// A method that is switched on changes the search.
#[rstest]
#[case("NULL_MOVE_USE", 1, &[("NULL_MOVE_REDUCTION", 2)])]
#[case("FUTILITY_DEPTH", 3, &[("FUTILITY_THRESHOLD_DEPTH_1", 100)])]
#[case("MULTI_CUT_USE", 1, &[("MULTI_CUT_REDUCTION", 2), ("MULTI_CUT_DEPTH", 4), ("MULTI_CUT_MOVE_NUM", 8), ("MULTI_CUT_CUT_NUM", 2)])]
#[case("CHECK_EXTENSION", 4, &[])]
#[case("ONE_REPLY_EXTENSION", 4, &[])]
#[case("RECAPTURE_EXTENSION", 4, &[])]
#[case("PASSED_PAWN_EXTENSION", 4, &[])]
#[case("MATE_THREAT_EXTENSION", 4, &[("NULL_MOVE_USE", 1), ("NULL_MOVE_REDUCTION", 2)])]
#[case("ASPIRATION_WINDOW", 25, &[])]
#[case("INTERNAL_ITERATIVE_REDUCTION_DEPTH", 3, &[])]
#[case("REVERSE_FUTILITY_DEPTH", 6, &[("REVERSE_FUTILITY_MARGIN", 80)])]
#[case("RAZORING_DEPTH", 3, &[("RAZORING_MARGIN", 150)])]
#[case("LATE_MOVE_REDUCTION_DEPTH", 2, &[("LATE_MOVE_REDUCTION_MOVE_NUM", 2), ("LATE_MOVE_REDUCTION_SLOPE", 50)])]
#[case("LATE_MOVE_PRUNING_DEPTH", 5, &[("LATE_MOVE_PRUNING_BASE", 3), ("LATE_MOVE_PRUNING_SLOPE", 8)])]
#[case("LATE_FUTILITY_DEPTH", 6, &[("LATE_FUTILITY_BASE", 50), ("LATE_FUTILITY_SLOPE", 80)])]
#[case("EXCHANGE_PRUNING_DEPTH", 6, &[("EXCHANGE_PRUNING_QUIET", 40), ("EXCHANGE_PRUNING_CAPTURE", 90)])]
#[case("HISTORY_PRUNING_DEPTH", 5, &[("HISTORY_PRUNING_THRESHOLD", 1)])]
#[case("SINGULAR_EXTENSION", 4, &[("SINGULAR_DEPTH", 4), ("SINGULAR_MARGIN", 8)])]
#[case("PROBCUT_DEPTH", 5, &[("PROBCUT_MARGIN", 100)])]
#[case("DELTA_MARGIN", 100, &[])]
#[case("QUIESCENCE_CHECKS", 1, &[])]
#[case("CORRECTION_PAWNS", 50, &[("REVERSE_FUTILITY_DEPTH", 6)])]
#[case("CORRECTION_PIECES", 50, &[("REVERSE_FUTILITY_DEPTH", 6)])]
#[case("CORRECTION_MOVES", 127, &[("NULL_MOVE_USE", 1), ("NULL_MOVE_REDUCTION", 2)])]
#[case("LATE_MOVE_REDUCTION_CUT", 4, LATE_MOVES)]
#[case("LATE_MOVE_REDUCTION_WORSENING", 4, LATE_MOVES)]
#[case("LATE_MOVE_REDUCTION_CAPTURE", 4, LATE_MOVES)]
#[case("SINGULAR_DOUBLE_MARGIN", 1, SINGULAR)]
#[case("SINGULAR_REDUCTION", 4, SINGULAR)]
#[case("QUIESCENCE_TABLE_SCORE", 1, &[])]
fn each_method_changes_the_search(#[case] switch: &str, #[case] on: i32, #[case] with: &[(&str, i32)]) {
    let base = with.iter().fold(SearchParameters::default(), |p, (name, value)| set(p, name, *value));
    // The first difference in any position is sufficient.
    assert!(behaviour(set(base, switch, on)).ne(behaviour(set(base, switch, 0))));
}

#[test]
fn adaptivity_takes_a_ply_off_at_the_depth_and_below() {
    let mut parameters = SearchParameters { null_move_use: 1, null_move_reduction: 3, ..Default::default() };
    assert_eq!([2, 6, 9].map(|depth| parameters.null_reduction(4 * depth, 0)), [12, 12, 12]);
    parameters.null_move_use_adaptivity = 1;
    parameters.null_move_adaptivity_depth = 6;
    assert_eq!([2, 6, 7].map(|depth| parameters.null_reduction(4 * depth, 0)), [8, 8, 12]);
    parameters.null_move_reduction = 0;
    assert_eq!(parameters.null_reduction(4 * 3, 0), 0);
}

/// Searches random chromosomes of a schema in positions of the suite, 2,000 nodes each.
fn throw_at_the_search(schema: &str, cases: u64) {
    let schema = Schema::built_in(schema).unwrap();
    let suite = PositionSet::embedded("ecm879").unwrap();
    let weights = reference().0;
    for case in 0..cases {
        let mut rng = Randomness::new(case, "test", 0).stream(0, "chromosomes");
        let values = Chromosome::random(schema.bits(), &mut rng).decode(&schema);
        let parameters = SearchParameters::of(&schema, &values).unwrap();
        let position = &suite.examples[case as usize * 7 % suite.examples.len()].position;
        let mut engine = Engine::new(&weights, parameters, 0);
        let (outcome, _) = think(&mut engine, position, &Limits::nodes(2000));
        assert_eq!(outcome.nodes, 2000, "{parameters:?}");
        assert!(outcome.best.is_some());
    }
}

#[test]
fn no_chromosome_of_the_paper_is_illegal() {
    throw_at_the_search("search-paper", 500);
}

#[test]
fn no_chromosome_of_the_extended_schema_is_illegal() {
    throw_at_the_search("search-extended", 500);
}

#[test]
fn no_chromosome_of_the_full_schema_is_illegal() {
    throw_at_the_search("search-full", 500);
}

/// `cargo test --release ten_thousand -- --ignored`
#[test]
#[ignore = "half a minute in a release build"]
fn ten_thousand_chromosomes_are_legal() {
    throw_at_the_search("search-paper", 10_000);
    throw_at_the_search("search-extended", 10_000);
    throw_at_the_search("search-full", 10_000);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn no_evaluation_is_illegal(weights in random_weights(), seed in any::<u64>(), plies in 0..200_u32) {
        let position = testing::playout(seed, plies);
        let mut engine = Engine::new(&weights, reference().2, HASH);
        let (outcome, _) = think(&mut engine, &position, &Limits::nodes(3000));
        prop_assert!(outcome.nodes <= 3000);
        prop_assert_eq!(outcome.best.is_some(), !shakmaty::Position::legal_moves(&position).is_empty());
    }
}
