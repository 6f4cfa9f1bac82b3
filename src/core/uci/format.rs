//! Formats the output of a search in the UCI protocol.

use std::fmt::Write as _;

use shakmaty::{Chess, Position as _};

use super::wdl::Wdl;
use crate::engine::search::{Bound, Report, SearchResult, Value};
use crate::positions::moves::uci;

/// Returns an `info` line for a search of this position, with the probabilities of the results if wanted.
pub(super) fn info(position: &Chess, report: &Report, shows_wdl: bool) -> String {
    let Report { depth, selective_depth, index, line, nodes, tablebase_hits, hash_full, elapsed, .. } =
        report;
    let score = score(line.value);
    let wdl =
        if shows_wdl { format!(" wdl {}", Wdl::of(line.value, position.board())) } else { String::new() };
    let bound = match line.bound {
        Bound::Exact => "",
        Bound::Lower => " lowerbound",
        Bound::Upper => " upperbound",
    };
    let mut text = format!(
        "info depth {depth} seldepth {selective_depth} multipv {index} score {score}{wdl}{bound} nodes {nodes} \
         nps {} hashfull {hash_full} tbhits {tablebase_hits} time {} pv",
        report.nodes_per_second(),
        elapsed.as_millis(),
    );
    for m in &line.moves {
        // Writing to a string cannot fail.
        let _ = write!(text, " {}", uci(position, *m));
    }
    text
}

fn score(value: Value) -> String {
    match value {
        Value::Centipawns(centipawns) => format!("cp {centipawns}"),
        Value::Mate(moves) => format!("mate {moves}"),
    }
}

/// The `bestmove` line without a move. Clients would treat `0000` as a null move and play it.
pub(super) const NO_MOVE: &str = "bestmove (none)";

/// Returns the `bestmove` line. Without a legal move it is [`NO_MOVE`], after an `info` line with the score.
pub(super) fn best_move(position: &Chess, outcome: &SearchResult) -> String {
    match (outcome.best, outcome.ponder) {
        (Some(best), Some(ponder)) => {
            format!("bestmove {} ponder {}", uci(position, best), uci(position, ponder))
        }
        (Some(best), None) => format!("bestmove {}", uci(position, best)),
        (None, _) => {
            let value = if position.is_check() { Value::Mate(0) } else { Value::Centipawns(0) };
            format!("info depth 0 score {}\n{NO_MOVE}", score(value))
        }
    }
}
