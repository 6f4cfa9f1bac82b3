use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use shakmaty::{Chess, Position};

use super::*;
use crate::TEST_TIMEOUT;
use crate::engine::features::FeatureSet;
use crate::engine::search::{Bound, Line, Value};

fn request(plies: usize) -> AnalysisRequest {
    let mut game = Game::new(Chess::default());
    for _ in 0..plies {
        let m = game.position().legal_moves()[0];
        game.play(m);
    }
    AnalysisRequest {
        weights: Weights::textbook(FeatureSet::Paper),
        parameters: SearchParameters::default(),
        game,
        lines: 3,
    }
}

fn report(game: &Game, index: usize, nodes: u64) -> Report {
    let line = Line {
        value: Value::Centipawns(nodes as i32),
        bound: Bound::Exact,
        moves: vec![game.position().legal_moves()[index - 1]],
    };
    Report {
        depth: 1,
        selective_depth: 1,
        complete: true,
        index,
        line,
        nodes,
        tablebase_hits: 0,
        hash_full: 0,
        elapsed: Duration::ZERO,
    }
}

/// Sends reports until it is stopped.
struct Endless;

impl Searcher for Endless {
    fn search(
        &mut self,
        request: &AnalysisRequest,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) {
        for nodes in 1.. {
            if signal.is_stopped() || listen(&report(&request.game, 1 + nodes as usize % 3, nodes)).is_break()
            {
                return;
            }
        }
    }
}

/// Panics on every game that is not at its beginning.
struct Fragile;

impl Searcher for Fragile {
    fn search(
        &mut self,
        request: &AnalysisRequest,
        _: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) {
        assert!(request.game.moves().is_empty(), "simulated failure");
        let _ = listen(&report(&request.game, 1, 7));
    }
}

fn waking() -> (impl Fn() + Send + Sync + 'static, Receiver<()>) {
    let (sender, woken) = channel();
    let wake = move || {
        let _ = sender.send(());
    };
    (wake, woken)
}

/// Returns the first result that satisfies `condition`.
fn until(
    analysis: &Analysis,
    woken: &Receiver<()>,
    condition: impl Fn(&AnalysisResult) -> bool,
) -> AnalysisResult {
    loop {
        woken.recv_timeout(TEST_TIMEOUT).expect("the analysis reports");
        if let Some(result) = analysis.take().filter(&condition) {
            return result;
        }
    }
}

#[test]
fn the_engine_analyses_the_requested_position() {
    let (wake, woken) = waking();
    let analysis = Analysis::start(wake);
    let result = {
        analysis.think(Some(request(2)));
        until(&analysis, &woken, |result| !result.lines.is_empty())
    };
    assert_eq!(*result.request, request(2));
    let first = result.lines[0].line.moves[0];
    assert!(request(2).game.position().is_legal(first));
}

#[test]
fn no_move_is_listed_twice_among_the_best_lines() {
    let request = Arc::new(request(0));
    let mut result = AnalysisResult::new(Arc::clone(&request));
    let ranked =
        |index: usize, place: usize, nodes| Report { index: place, ..report(&request.game, index, nodes) };
    for place in 1..=3 {
        result.update(&ranked(place, place, place as u64));
    }
    // The next iteration ranks the third move of the previous one first.
    result.update(&ranked(3, 1, 4));
    let nodes: Vec<u64> = result.lines.iter().map(|line| line.nodes).collect();
    assert_eq!(nodes, [4, 1, 2]);
    result.update(&ranked(4, 2, 5));
    let nodes: Vec<u64> = result.lines.iter().map(|line| line.nodes).collect();
    assert_eq!(nodes, [4, 5, 1], "no more lines than requested");
    assert_eq!(result.newest().map(|line| line.nodes), Some(5));
}

#[test]
fn a_new_request_ends_the_older_search() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Endless);
    for plies in [0, 1, 2, 3, 2, 1] {
        analysis.think(Some(request(plies + 1)));
        analysis.think(Some(request(plies)));
        let result = until(&analysis, &woken, |result| result.lines.len() == 3);
        assert_eq!(*result.request, request(plies), "only the newest request is reported");
        assert_eq!(result.state, AnalysisState::Thinking);
    }
}

#[test]
fn without_a_request_there_is_no_result() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Endless);
    analysis.think(Some(request(0)));
    let _ = until(&analysis, &woken, |result| !result.lines.is_empty());
    analysis.think(None);
    assert_eq!(analysis.take(), None);
}

/// Counts its live instances.
struct Counted(Arc<AtomicUsize>);

impl Drop for Counted {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Searcher for Counted {
    fn search(
        &mut self,
        request: &AnalysisRequest,
        _: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) {
        let _ = listen(&report(&request.game, 1, 7));
    }
}

#[test]
fn the_engine_is_kept_between_requests_and_freed_without_one() {
    let alive = Arc::new(AtomicUsize::new(0));
    let (wake, woken) = waking();
    let counter = Arc::clone(&alive);
    let analysis = Analysis::with(wake, move |_| {
        counter.fetch_add(1, Ordering::SeqCst);
        Counted(Arc::clone(&counter))
    });
    assert_eq!(alive.load(Ordering::SeqCst), 0);
    analysis.think(Some(request(0)));
    let _ = until(&analysis, &woken, |result| result.state == AnalysisState::Ended);
    assert_eq!(alive.load(Ordering::SeqCst), 1, "the next request uses the same engine");
    analysis.think(None);
    analysis.think(Some(request(1)));
    let _ = until(&analysis, &woken, |result| result.state == AnalysisState::Ended);
    let shared = Arc::downgrade(&analysis.shared);
    drop(analysis);
    assert_eq!(alive.load(Ordering::SeqCst), 0);
    assert!(shared.upgrade().is_none(), "the thread holds the data no more");
}

#[test]
fn dropping_ends_a_search_that_would_never_end() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Endless);
    analysis.think(Some(request(0)));
    let _ = until(&analysis, &woken, |result| !result.lines.is_empty());
    drop(analysis);
}

#[test]
fn a_failure_is_reported_and_the_next_request_is_handled() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Fragile);
    analysis.think(Some(request(1)));
    let result = until(&analysis, &woken, |_| true);
    assert!(matches!(result.state, AnalysisState::Failed(_)));
    analysis.think(Some(request(0)));
    let result = until(&analysis, &woken, |result| result.state == AnalysisState::Ended);
    assert_eq!(result.lines.len(), 1);
}
