//! `eyas bench`: searches fixed positions to measure the engine's speed and its signature.

use clap::Args;
use eyas::engine::bench::{self, BenchLimit};
use eyas::engine::search::{SearchMode, Signal};
use eyas::solving::interruptible;
use eyas::uci::Player;
use serde_json::json;

use super::{Failure, Globals, Outcome, interrupt};

/// Arguments of `eyas bench`.
#[derive(Debug, Args)]
pub(crate) struct BenchArgs {
    /// Organism that searches: a file, or the name of an embedded organism
    #[arg(long, default_value = "reference")]
    organism: String,
    /// Search of the organism [default: the most advanced one it has]
    #[arg(long, value_name = "plain|paper|extended")]
    search: Option<SearchMode>,
    /// Nodes per position, instead of a fixed depth
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Plies per position [default: 6 for plain, 8 for paper, 13 for extended]
    #[arg(long, value_name = "D", conflicts_with = "nodes", value_parser = clap::value_parser!(u32).range(1..))]
    depth: Option<u32>,
}

/// Runs `eyas bench`.
pub(crate) fn run(args: &BenchArgs, globals: &Globals) -> Result<Outcome, Failure> {
    let interrupt = interrupt::on_signals()?;
    let player = Player::named(&args.organism, args.search).map_err(Failure::input)?;
    let limit = match (args.nodes, args.depth) {
        (Some(nodes), _) => BenchLimit::Nodes(nodes),
        (None, Some(depth)) => BenchLimit::Depth(depth),
        (None, None) => BenchLimit::usual(player.origin.mode()),
    };
    let (threads, signal) = (globals.search_threads(), Signal::default());
    let searched = interruptible(&interrupt, &signal, || {
        bench::run(&player.weights, player.parameters, limit, threads, &signal, &mut |_| {})
    });
    let Some(result) = searched else {
        return Err(Failure::Interrupted(
            "interrupted before all positions were searched; no result".to_owned(),
        ));
    };
    Ok(Outcome::new(
        format!("built for {}\n{result}", bench::BUILT_FOR),
        json!({
            "organism": player.organism.name,
            "search": player.origin.mode().to_string(),
            "threads": threads,
            "positions": result.positions,
            "nodes": result.nodes,
            "nps": result.nodes_per_second(),
            "seconds": result.elapsed.as_secs_f64(),
            "built_for": bench::BUILT_FOR,
        }),
    ))
}
