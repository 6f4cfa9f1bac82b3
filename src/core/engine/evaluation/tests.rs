use proptest::prelude::*;
use rstest::rstest;
use shakmaty::{Board, Position};

use super::*;
use crate::engine::features::paper;
use crate::engine::quiescence::MATE;
use crate::engine::testing::{random_position, random_weights, weights};
use crate::organism::Organism;

#[rstest]
#[case(0, 0)]
#[case(7, 0)]
#[case(8, 1)]
#[case(16, 1)]
#[case(23, 1)]
#[case(24, 2)]
#[case(-7, 0)]
#[case(-8, -1)]
#[case(-23, -1)]
#[case(-24, -2)]
#[case(MATE, MATE / 16)]
fn centipawns_round_to_nearest(#[case] score: Score, #[case] expected: i32) {
    assert_eq!(centipawns(score), expected);
}

const TWO: &str = r#"(name: "two", description: "", parameters: [
    (name: "KING_PRESSURE_MULT", bits: 6, range: (0, 63), group: King, unit: "", description: ""),
    (name: "PAWN_VALUE", bits: 15, range: (0, 32767), group: Material, unit: "", description: ""),
])"#;

#[test]
fn weights_go_by_name_and_what_is_not_named_weighs_nothing() {
    let weights = Weights::new(&Schema::parse("two", TWO).unwrap(), &[7, 90]).unwrap();
    let mut expected = [0; paper::COUNT];
    (expected[0], expected[paper::COUNT - 1]) = (90, 7);
    assert_eq!(weights.values(), &expected);
}

#[rstest]
#[case::no_feature(&TWO.replace("PAWN_VALUE", "PAWN_VALU"), 90, "PAWN_VALU:", "no feature of that name")]
#[case::too_great(&TWO.replace("bits: 15, range: (0, 32767)", "bits: 16, range: (0, 32768)"), 32768, "PAWN_VALUE:", "16 bits")]
fn weights_are_refused(#[case] schema: &str, #[case] value: i32, #[case] name: &str, #[case] reason: &str) {
    let schema = Schema::parse("two", schema).unwrap();
    let message = Weights::new(&schema, &[7, value]).unwrap_err().to_string();
    assert!(message.starts_with("schema two: parameter "), "{message}");
    assert!(message.contains(name) && message.contains(reason), "{message}");
}

#[test]
fn a_pawn_is_worth_its_value() {
    let mut values = [0; paper::COUNT];
    values[0] = 100;
    let board: Board = "4k3/p7/8/8/8/8/PP6/4K3".parse().unwrap();
    assert_eq!(centipawns(weights(&values).evaluate(&board)), 100);
}

#[test]
fn the_papers_organisms_find_the_start_position_even() {
    for name in ["paper-2014-figure-3", "paper-2008-figure-3", "reference"] {
        let organism = Organism::named_or_path(name).unwrap();
        let weights = Weights::new(&organism.evaluation.schema, &organism.evaluation.values).unwrap();
        assert_eq!(weights.evaluate(&Board::new()), 0, "{name}");
        // Without Black's queen, White leads by about a queen.
        let board: Board = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR".parse().unwrap();
        let queen = organism.evaluation.values[4];
        assert!((centipawns(weights.evaluate(&board)) - queen).abs() < queen / 4, "{name}");
    }
}

proptest! {
    #[test]
    fn the_evaluation_is_linear(
        position in random_position(),
        a in prop::collection::vec(-1000..1000, paper::COUNT),
        b in prop::collection::vec(-1000..1000, paper::COUNT),
    ) {
        let score = |values: &[i32]| weights(values).evaluate(position.board());
        let sum: Vec<i32> = a.iter().zip(&b).map(|(a, b)| 2 * a - b).collect();
        prop_assert_eq!(score(&sum), 2 * score(&a) - score(&b));
    }

    #[test]
    fn the_evaluation_is_the_sum_of_parameters_times_features(
        position in random_position(),
        weights in random_weights(),
    ) {
        let features = FeatureVector::of(weights.set(), &position);
        let sum = weights
            .set()
            .names()
            .iter()
            .zip(weights.values())
            .map(|(name, &weight)| i32::from(weight) * i32::from(features.get(name).unwrap()))
            .sum::<i32>();
        prop_assert_eq!(weights.evaluate(&position), sum);
        prop_assert_eq!(weights.score(&features), sum);
    }

    #[test]
    fn no_evaluation_of_a_paper_schema_reaches_mate(position in random_position()) {
        let mut values = [63; paper::COUNT];
        values[..5].fill(2047);
        prop_assert!(weights(&values).evaluate(position.board()).abs() < MATE);
    }
}
