//! Tests of the probabilities, and of the fit of their model.

use std::collections::BTreeMap;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position as _};

use super::*;
use crate::engine::evaluation::centipawns;
use crate::objectives::result_set::{Part, Points, ResultSet};
use crate::organism::Organism;

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

/// Numbers of losses, draws and wins of White by White's score and the share of the pieces in 24ths.
type Counts = BTreeMap<(i32, u32), [u32; 3]>;

/// Returns the negative logarithm of the likelihood of the results.
fn surprise(counts: &Counts, model: &Model) -> f64 {
    let of_class = |((score, pieces), counts): (&(i32, u32), &[u32; 3])| {
        let win = |score: i32| model.win(f64::from(score), f64::from(*pieces) / 24.0);
        let (won, lost) = (win(*score), win(-score));
        let parts = [lost, 1.0 - won - lost, won].map(|part| part.max(1e-12).ln());
        -parts.iter().zip(counts).map(|(part, count)| part * f64::from(*count)).sum::<f64>()
    };
    counts.iter().map(of_class).sum()
}

#[test]
fn the_model_fits_the_results_of_grandmasters() {
    let weights = Organism::named_or_path("eyas").unwrap().weights();
    let set = ResultSet::embedded("gm2600-results").unwrap();
    let mut counts = Counts::new();
    for one in set.part(Part::Train) {
        let board = one.position.board();
        let score = centipawns(weights.evaluate(board));
        let place = Points::RESULTS.iter().position(|result| *result == one.points).unwrap();
        counts.entry((score, crate::engine::pieces::pieces_left(board))).or_default()[place] += 1;
    }
    let found = surprise(&counts, &MODEL);
    // The function is smooth, so a point that no single change improves is a minimum.
    for change in [-2.0, 2.0] {
        for end in 0..2 {
            let (mut even, mut scale) = (MODEL, MODEL);
            even.even[end] += change;
            scale.scale[end] += change;
            assert!(found < surprise(&counts, &even), "even {end} {change}");
            assert!(found < surprise(&counts, &scale), "scale {end} {change}");
        }
    }
}

#[test]
fn probabilities_add_up_and_grow_with_the_score() {
    for position in [Chess::default(), position("4k3/4p3/8/8/8/8/4P3/4K3 w - - 0 1")] {
        let of = |score| Wdl::of(Value::Centipawns(score), position.board());
        let all: Vec<Wdl> = (-32_000..=32_000).map(of).collect();
        assert!(all.iter().all(|wdl| wdl.win + wdl.draw + wdl.loss == 1000));
        assert!(all.is_sorted_by_key(|wdl| wdl.win) && all.is_sorted_by_key(|wdl| 1000 - wdl.loss));
        assert!(all.iter().rev().zip(&all).all(|(one, other)| one.win == other.loss));
        assert_eq!((all[0].loss, all[64_000].win), (1000, 1000));
    }
}

#[test]
fn a_pawn_is_worth_more_in_an_endgame() {
    let wins = |position: &Chess| Wdl::of(Value::Centipawns(150), position.board()).win;
    assert!(wins(&position("4k3/4p3/8/8/8/8/4PP2/4K3 w - - 0 1")) > wins(&Chess::default()) + 100);
}

#[test]
fn mates_are_certain() {
    let text = |moves| Wdl::of(Value::Mate(moves), Chess::default().board()).to_string();
    assert_eq!([3, -3, 0].map(text), ["1000 0 0", "0 0 1000", "0 0 1000"]);
}
