//! `eyas perft`: counts the leaf nodes of the legal move tree, to check the engine's move generator.

use std::time::Instant;

use clap::Args;
use eyas::engine::board::Board;
use eyas::engine::board::perft::{MAX_DEPTH, divide};
use eyas::positions::epd;
use serde_json::json;
use shakmaty::Chess;

use super::{Failure, Globals, Outcome, interrupt};

/// Arguments of `eyas perft`.
#[derive(Debug, Args)]
pub(crate) struct PerftArgs {
    /// Depth in plies
    #[arg(value_name = "DEPTH", value_parser = clap::value_parser!(u32).range(1..=i64::from(MAX_DEPTH)))]
    depth: u32,
    /// Position [default: the initial position]
    #[arg(long, value_name = "FEN")]
    fen: Option<String>,
}

/// Runs `eyas perft`.
pub(crate) fn run(args: &PerftArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let position = args.fen.as_deref().map_or_else(|| Ok(Chess::default()), position)?;
    let board = Board::new(&position);
    let interrupt = interrupt::on_signals()?;
    let pool = globals.pool()?;
    let start = Instant::now();
    let counts = pool.install(|| divide(&board, args.depth, &interrupt));
    let seconds = start.elapsed().as_secs_f64();
    let counts = counts.ok_or_else(|| {
        Failure::Interrupted("interrupted before all nodes were counted; no result".to_owned())
    })?;
    let mut counts: Vec<(String, u64)> =
        counts.into_iter().map(|(m, leaves)| (m.uci(&position), leaves)).collect();
    counts.sort_unstable();
    let nodes: u64 = counts.iter().map(|(_, leaves)| leaves).sum();
    // The clock may be too coarse for a small tree.
    let nps = (nodes as f64 / seconds.max(1e-9)) as u64;
    let mut text: String = counts.iter().map(|(m, leaves)| format!("{m}: {leaves}\n")).collect();
    text.push_str(&format!("\n{nodes} nodes {nps} nps"));
    let moves: serde_json::Map<_, _> = counts.into_iter().map(|(m, leaves)| (m, leaves.into())).collect();
    Ok(Outcome::new(text, json!({ "nodes": nodes, "nps": nps, "depth": args.depth, "moves": moves })))
}

/// Parses a FEN. Its two counters are optional.
fn position(fen: &str) -> Result<Chess, Failure> {
    let records = epd::read("--fen", fen.as_bytes()).map_err(Failure::input)?;
    match records.as_slice() {
        [(_, record)] => Ok(record.position.clone()),
        records => Err(Failure::Input(format!(
            "--fen contains {} positions; give exactly one, such as \
             --fen \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"",
            records.len()
        ))),
    }
}
