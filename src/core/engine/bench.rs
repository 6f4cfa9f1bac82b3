//! Benchmark: fixed searches whose node count is the engine's signature and whose speed can be compared.
//!
//! With one thread, the node count is the same on every machine and in every run. Every change to the search or the
//! evaluation changes it. The 30 positions come from the set `gm2600-test`: ten openings, ten middlegames and ten
//! endgames.

use std::fmt;
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess};

use super::evaluation::Weights;
use super::search::{Engine, Game, Limits, SearchMode, SearchParameters, Signal};

/// One FEN per line.
const POSITIONS: &str = include_str!("../data/assets/bench.fen");

/// Size of the transposition table in MiB.
const HASH: usize = 16;

/// The processors for which this program was built: the level of x86-64 whose instructions the compiler was allowed to
/// use, or the name of another architecture. Higher levels make the same searches faster.
pub const BUILT_FOR: &str = if cfg!(not(target_arch = "x86_64")) {
    std::env::consts::ARCH
} else if cfg!(all(target_feature = "avx512f", target_feature = "avx512bw", target_feature = "avx512vl")) {
    "x86-64-v4"
} else if cfg!(all(target_feature = "avx2", target_feature = "bmi2", target_feature = "fma")) {
    "x86-64-v3"
} else if cfg!(all(target_feature = "popcnt", target_feature = "sse4.2")) {
    "x86-64-v2"
} else {
    "x86-64"
};

/// The limit of each search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BenchLimit {
    /// Depth in plies.
    Depth(u32),
    /// Number of nodes.
    Nodes(u64),
}

impl BenchLimit {
    /// Returns the limit used for the signature. It takes seconds, so the depth depends on how selective the search is.
    #[must_use]
    pub fn usual(mode: SearchMode) -> BenchLimit {
        BenchLimit::Depth(match mode {
            SearchMode::Plain => 6,
            SearchMode::Paper => 8,
            SearchMode::Extended => 13,
        })
    }
}

/// The result of a benchmark.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct BenchResult {
    /// Number of positions searched.
    pub positions: usize,
    /// Nodes of all searches.
    pub nodes: u64,
    /// Time of all searches.
    pub elapsed: Duration,
}

impl BenchResult {
    /// Returns the nodes per second.
    #[must_use]
    pub fn nodes_per_second(&self) -> u64 {
        (self.nodes as f64 / self.elapsed.as_secs_f64().max(1e-6)) as u64
    }
}

impl fmt::Display for BenchResult {
    /// Writes the line that other programs parse as a benchmark result.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes, self.nodes_per_second())
    }
}

/// Returns the positions of the benchmark.
#[must_use]
pub fn positions() -> Vec<Chess> {
    let position = |line: &str| line.parse::<Fen>().ok()?.into_position(CastlingMode::Standard).ok();
    POSITIONS.lines().filter_map(position).collect()
}

/// Searches all positions, each with an empty table and with this number of threads, and passes the result so far to
/// `on_report` after each. Returns `None` if `signal` stopped it.
pub fn run(
    weights: &Weights,
    parameters: SearchParameters,
    limit: BenchLimit,
    threads: usize,
    signal: &Signal,
    on_report: &mut dyn FnMut(&BenchResult),
) -> Option<BenchResult> {
    let limits = match limit {
        BenchLimit::Depth(depth) => Limits::depth(depth),
        BenchLimit::Nodes(nodes) => Limits::nodes(nodes),
    };
    let mut engine = Engine::new(weights, parameters, HASH);
    engine.set_threads(threads);
    let mut result = BenchResult::default();
    for position in positions() {
        engine.clear();
        let started = Instant::now();
        let outcome =
            engine.search(&Game::new(position), &limits, signal, &mut |_| ControlFlow::Continue(()));
        if signal.is_stopped() {
            return None;
        }
        result.positions += 1;
        result.nodes += outcome.nodes;
        result.elapsed += started.elapsed();
        on_report(&result);
    }
    Some(result)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::features::FeatureSet;

    #[test]
    fn there_are_thirty_positions_and_each_is_searched() {
        assert_eq!(positions().len(), 30);
        assert_eq!(POSITIONS.lines().count(), 30);
        let mut reports = 0;
        let run = |on_report: &mut dyn FnMut(&BenchResult)| {
            let parameters = SearchParameters::default();
            run(
                &Weights::textbook(FeatureSet::Paper),
                parameters,
                BenchLimit::Depth(2),
                1,
                &Signal::default(),
                on_report,
            )
            .unwrap()
        };
        let first = run(&mut |_| reports += 1);
        assert_eq!((first.positions, reports), (30, 30));
        assert!(first.nodes > 30);
        assert_eq!(run(&mut |_| {}).nodes, first.nodes, "a signature");
    }

    #[test]
    fn a_stop_ends_it() {
        let signal = Signal::default();
        signal.stop();
        let limit = BenchLimit::usual(SearchMode::Extended);
        assert_eq!(
            run(
                &Weights::textbook(FeatureSet::Paper),
                SearchParameters::default(),
                limit,
                1,
                &signal,
                &mut |_| {}
            ),
            None
        );
    }
}
