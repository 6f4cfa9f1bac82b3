use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use shakmaty::{Chess, Position};

use super::*;
use crate::TEST_TIMEOUT;
use crate::engine::search::{Bound, Line, Value};

fn request(plies: usize) -> AnalysisRequest {
    let mut game = Game::new(Chess::default());
    for _ in 0..plies {
        let m = game.position().legal_moves()[0];
        game.play(m);
    }
    AnalysisRequest { weights: Weights::textbook(), parameters: SearchParameters::default(), game, lines: 3 }
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
        assert!(request.game.moves().is_empty(), "made to fail");
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

/// Returns the first result that satisfies `so`.
fn until(analysis: &Analysis, woken: &Receiver<()>, so: impl Fn(&AnalysisResult) -> bool) -> AnalysisResult {
    loop {
        woken.recv_timeout(TEST_TIMEOUT).expect("something is told");
        if let Some(thought) = analysis.take().filter(&so) {
            return thought;
        }
    }
}

#[test]
fn the_engine_thinks_about_the_position_wished_for() {
    let (wake, woken) = waking();
    let analysis = Analysis::start(wake);
    let thought = {
        analysis.think(Some(request(2)));
        until(&analysis, &woken, |thought| !thought.lines.is_empty())
    };
    assert_eq!(*thought.request, request(2));
    let first = thought.lines[0].line.moves[0];
    assert!(request(2).game.position().is_legal(first));
}

#[test]
fn no_move_stands_twice_among_the_best_lines() {
    let request = Arc::new(request(0));
    let mut thought = AnalysisResult::of(Arc::clone(&request));
    let told =
        |index: usize, place: usize, nodes| Report { index: place, ..report(&request.game, index, nodes) };
    for place in 1..=3 {
        thought.update(&told(place, place, place as u64));
    }
    // The next iteration ranks the third move of the previous one first.
    thought.update(&told(3, 1, 4));
    let nodes: Vec<u64> = thought.lines.iter().map(|line| line.nodes).collect();
    assert_eq!(nodes, [4, 1, 2]);
    thought.update(&told(4, 2, 5));
    let nodes: Vec<u64> = thought.lines.iter().map(|line| line.nodes).collect();
    assert_eq!(nodes, [4, 5, 1], "no more than were wished for");
    assert_eq!(thought.newest().map(|line| line.nodes), Some(5));
}

#[test]
fn the_newest_wish_wins_and_the_older_search_ends() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Endless);
    for plies in [0, 1, 2, 3, 2, 1] {
        analysis.think(Some(request(plies + 1)));
        analysis.think(Some(request(plies)));
        let thought = until(&analysis, &woken, |thought| thought.lines.len() == 3);
        assert_eq!(*thought.request, request(plies), "nothing is told of a request that is not the newest");
        assert_eq!(thought.state, AnalysisState::Thinking);
    }
}

#[test]
fn nothing_is_told_once_nothing_is_wished_for() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Endless);
    analysis.think(Some(request(0)));
    let _ = until(&analysis, &woken, |thought| !thought.lines.is_empty());
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
fn memory_is_held_only_while_somebody_looks_and_no_thread_remains() {
    let alive = Arc::new(AtomicUsize::new(0));
    let (wake, woken) = waking();
    let theirs = Arc::clone(&alive);
    let analysis = Analysis::with(wake, move |_| {
        theirs.fetch_add(1, Ordering::SeqCst);
        Counted(Arc::clone(&theirs))
    });
    assert_eq!(alive.load(Ordering::SeqCst), 0);
    analysis.think(Some(request(0)));
    let _ = until(&analysis, &woken, |thought| thought.state == AnalysisState::Ended);
    assert_eq!(alive.load(Ordering::SeqCst), 1, "the next position finds what is remembered");
    analysis.think(None);
    analysis.think(Some(request(1)));
    let _ = until(&analysis, &woken, |thought| thought.state == AnalysisState::Ended);
    let shared = Arc::downgrade(&analysis.shared);
    drop(analysis);
    assert_eq!(alive.load(Ordering::SeqCst), 0);
    assert!(shared.upgrade().is_none(), "the thread holds it no more");
}

#[test]
fn dropping_ends_a_search_that_would_never_end() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Endless);
    analysis.think(Some(request(0)));
    let _ = until(&analysis, &woken, |thought| !thought.lines.is_empty());
    drop(analysis);
}

#[test]
fn a_failure_is_told_and_the_next_wish_is_taken_up() {
    let (wake, woken) = waking();
    let analysis = Analysis::with(wake, |_| Fragile);
    analysis.think(Some(request(1)));
    let thought = until(&analysis, &woken, |_| true);
    assert!(matches!(thought.state, AnalysisState::Failed(_)));
    analysis.think(Some(request(0)));
    let thought = until(&analysis, &woken, |thought| thought.state == AnalysisState::Ended);
    assert_eq!(thought.lines.len(), 1);
}
