//! The plain search is equivalent to minimax: alpha-beta, hash table and principal variations change its cost, not its
//! result.

use proptest::prelude::*;
use shakmaty::{Color, Position};

use super::*;
use crate::engine::board::Board;
use crate::engine::evaluation;
use crate::engine::quiescence::{self, after};
use crate::engine::search::clock::Clock;
use crate::engine::search::searcher::Searcher;
use crate::engine::search::table::Table;
use crate::engine::search::team::{Memory, Team};
use crate::engine::search::value::{self, MATE, mated_at};
use crate::engine::search::{Bound, Value};
use crate::engine::testing::{mirrored, random_position, random_weights};
use crate::organism::Organism;

/// Runs `work` on a searcher with these weights and no transposition table.
fn with_searcher<T>(
    weights: &Weights,
    parameters: SearchParameters,
    board: &Board,
    work: impl FnOnce(&mut Searcher<'_>) -> T,
) -> T {
    let (table, mut memory, team) = (Table::new(0), Memory::new(weights), Team::new(u64::MAX, 1));
    let signal = Signal::default();
    let clock = Clock::start(&Limits::default(), &signal);
    work(&mut Searcher::new(&table, &mut memory, &parameters, clock, &team, vec![board.key()]))
}

/// Returns the minimax score of a position, with quiescence at the horizon.
fn minimax(position: &Chess, weights: &Weights, depth: u32, ply: usize) -> i32 {
    if ply > 0 && position.is_insufficient_material() {
        return 0;
    }
    if depth == 0 {
        return plain_quiescence(position, weights, quiescence::DEPTH, ply);
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { mated_at(ply) } else { 0 };
    }
    moves.into_iter().map(|m| -minimax(&after(position, m), weights, depth - 1, ply + 1)).max().unwrap()
}

/// [`quiescence::search`] with the engine's scores: whole centipawns, mates by distance, draws by rule.
fn plain_quiescence(position: &Chess, weights: &Weights, left: u32, ply: usize) -> i32 {
    use quiescence::Node;
    let drawn = position.is_insufficient_material() || position.is_stalemate();
    if drawn || position.halfmoves() >= 100 && !position.is_checkmate() {
        return 0;
    }
    let evaluate = || {
        let board = position.board();
        let white = value::of_evaluation(board, weights.evaluate(board));
        position.turn().fold_wb(white, -white)
    };
    let (best, moves) = match quiescence::node(position, left) {
        Node::Mated => return mated_at(ply),
        Node::Leaf => return evaluate(),
        Node::Evasions(moves) => (mated_at(ply), moves),
        Node::StandPat(moves) => (evaluate(), moves),
    };
    let replies =
        moves.into_iter().map(|m| -plain_quiescence(&after(position, m), weights, left - 1, ply + 1));
    replies.fold(best, i32::max)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn quiescence_is_that_of_the_one_ply_organism(position in random_position(), weights in random_weights()) {
        let board = Board::new(&position);
        let plain = SearchParameters::default();
        let score = with_searcher(&weights, plain, &board, |searcher| {
            searcher.quiescence::<true>(&board, -MATE, MATE, 0, quiescence::DEPTH)
        });
        prop_assert_eq!(score, plain_quiescence(&position, &weights, quiescence::DEPTH, 0));
        // If no mate and no endgame without pawns of a side is near (each ply removes at most one pawn), this is
        // exactly the score of the organism's move.
        let organism = quiescence::search(&position, &weights, quiescence::DEPTH, -quiescence::MATE, quiescence::MATE);
        let pawns = |color| (position.board().by_color(color) & position.board().pawns()).count();
        let has_pawns = |color| pawns(color) > quiescence::DEPTH as usize;
        let free = !position.is_stalemate() && position.halfmoves() < 90;
        if free && Color::ALL.into_iter().all(has_pawns) && organism.abs() < quiescence::MATE {
            prop_assert_eq!(score, evaluation::centipawns(organism));
        }
    }

    #[test]
    fn a_window_says_on_which_side_the_score_lies(
        position in random_position(), weights in random_weights(), alpha in -300..300_i32,
    ) {
        let board = Board::new(&position);
        let exact = plain_quiescence(&position, &weights, quiescence::DEPTH, 0);
        let score = with_searcher(&weights, SearchParameters::default(), &board, |searcher| {
            searcher.quiescence::<false>(&board, alpha, alpha + 1, 0, quiescence::DEPTH)
        });
        prop_assert_eq!(score > alpha, exact > alpha);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(30))]

    #[test]
    fn the_plain_search_is_minimax(
        (seed, plies) in (any::<u64>(), 0..160_u32), weights in random_weights(), depth in 1..=2_u32,
    ) {
        let position = testing::playout(seed, plies);
        let moves = position.legal_moves().len();
        prop_assume!(moves > 0 && position.halfmoves() < 90);
        // The cost of minimax grows with the square of the number of moves.
        let depth = if moves > 30 { 1 } else { depth };
        let expected = minimax(&position, &weights, depth, 0);
        for position in [position.clone(), mirrored(&position)] {
            let mut engine = Engine::new(&weights, SearchParameters::default(), 0);
            let (outcome, _) = think(&mut engine, &position, &Limits::depth(depth));
            let report = outcome.report.unwrap();
            prop_assert_eq!(report.line.value, value::reported(expected));
            prop_assert_eq!(report.line.bound, Bound::Exact);
        }
    }
}

#[test]
fn the_plain_search_is_minimax_three_plies_deep() {
    let weights = reference().0;
    for position in [
        "r3k2r/2p5/8/3pP3/3Pp3/8/2P5/R3K2R w KQkq - 0 1",
        "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
        "8/8/8/8/8/1k6/7p/K7 b - - 0 1",
    ] {
        let position = fen(position);
        let mut engine = Engine::new(&weights, SearchParameters::default(), 0);
        let (outcome, _) = think(&mut engine, &position, &Limits::depth(3));
        let expected = minimax(&position, &weights, 3, 0);
        assert_eq!(outcome.report.unwrap().line.value, value::reported(expected));
    }
}

#[test]
fn the_evaluation_after_a_null_move_has_the_tempo_of_the_side_to_move() {
    let weights = Organism::named_or_path("eyas").unwrap().weights();
    let board = Board::new(&fen("r1bq1rk1/pp2bppp/2n1pn2/3p4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 9"));
    let evaluation = |board: &Board| {
        let white = value::of_evaluation(board, weights.evaluate(board));
        board.turn().fold_wb(white, -white)
    };
    let (before, after) = (evaluation(&board), evaluation(&board.after_null()));
    assert_ne!(after, -before, "the right to move has a value");
    let found = with_searcher(&weights, SearchParameters::default(), &board, |searcher| {
        searcher.store_evaluation(before, 0);
        let next = searcher.make_null(&board, 0);
        searcher.quiescence::<false>(&next, -MATE, MATE, 1, 0)
    });
    assert_eq!(found, after);
}

#[test]
fn mate_values_are_reported_in_moves() {
    assert_eq!(value::reported(MATE - 1), Value::Mate(1));
    assert_eq!(value::reported(MATE - 3), Value::Mate(2));
    assert_eq!(value::reported(-MATE), Value::Mate(0));
    assert_eq!(value::reported(2 - MATE), Value::Mate(-1));
    assert_eq!(value::reported(-35), Value::Centipawns(-35));
}
