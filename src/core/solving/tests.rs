use std::sync::Mutex;

use rstest::rstest;
use shakmaty::uci::UciMove;
use shakmaty::{Chess, Move};

use super::attempt::AnswerTracker;
use super::*;
use crate::engine::search::{Bound, Line, Report, SearchMode, SearchResult, Value};
use crate::organism::Organism;
use crate::positions::{embedded_records, epd};

fn suite(text: &str) -> Result<Suite, SuiteError> {
    Suite::from_records("suite.epd", &epd::read("suite.epd", text.as_bytes()).unwrap())
}

fn parse_move(text: &str) -> Move {
    text.parse::<UciMove>().unwrap().to_move(&Chess::default()).unwrap()
}

/// The start position, with e2e4 as its right move.
fn problem() -> Problem {
    let position = Chess::default();
    Problem { id: None, position, best: vec![parse_move("e2e4")], avoid: Vec::new() }
}

fn report(depth: u32, complete: bool, m: &str, nodes: u64) -> Report {
    let line = Line { value: Value::Centipawns(0), bound: Bound::Exact, moves: vec![parse_move(m)] };
    Report {
        depth,
        selective_depth: depth,
        complete,
        index: 1,
        line,
        nodes,
        tablebase_hits: 0,
        hash_full: 0,
        elapsed: Duration::ZERO,
    }
}

/// Runs a search with reports of (depth, complete, move, nodes). The last move is the answer, after 900 nodes.
fn track(reports: &[(u32, bool, &str, u64)], limit: Option<u64>) -> Attempt {
    let problem = problem();
    let mut tracker = AnswerTracker::new(&problem);
    reports
        .iter()
        .for_each(|(depth, complete, m, nodes)| tracker.handle(&report(*depth, *complete, m, *nodes)));
    let best = reports.last().map(|(_, _, m, _)| parse_move(m));
    tracker.attempt(
        4,
        &SearchResult { best, ponder: None, report: None, nodes: 900, tablebase_hits: 0 },
        limit,
        Duration::ZERO,
    )
}

const WRONG: &str = "d2d4";
const RIGHT: &str = "e2e4";

#[rstest]
#[case::at_once(&[(1, true, RIGHT, 20), (2, true, RIGHT, 90)], (true, 20, 20, 2))]
#[case::on_the_way(&[(1, true, WRONG, 20), (2, false, RIGHT, 60), (2, true, RIGHT, 90)], (true, 60, 90, 2))]
#[case::never_finished(&[(1, true, WRONG, 20), (2, false, RIGHT, 60)], (true, 60, 1000, 1))]
#[case::lost_and_found(&[(1, true, RIGHT, 20), (2, true, WRONG, 90), (3, true, RIGHT, 300)], (true, 300, 20, 3))]
#[case::lost(&[(1, true, RIGHT, 20), (2, false, WRONG, 60)], (false, 1000, 20, 1))]
#[case::never(&[(1, true, WRONG, 20), (2, true, WRONG, 60)], (false, 1000, 1000, 2))]
#[case::no_move(&[], (false, 1000, 1000, 0))]
fn nodes_count_until_the_answer_is_right(
    #[case] reports: &[(u32, bool, &str, u64)],
    #[case] (solved, nodes, nodes_first, depth): (bool, u64, u64, u32),
) {
    let attempt = track(reports, Some(1000));
    assert_eq!(
        (attempt.solved, attempt.nodes, attempt.nodes_first, attempt.depth),
        (solved, nodes, nodes_first, depth)
    );
    assert_eq!((attempt.index, attempt.searched), (4, 900));
    // Without a node limit, the searched nodes take its place.
    let searched = |nodes: u64| if nodes == 1000 { 900 } else { nodes };
    let attempt = track(reports, None);
    assert_eq!((attempt.nodes, attempt.nodes_first), (searched(nodes), searched(nodes_first)));
}

#[test]
fn upper_bounds_and_other_lines_do_not_change_the_answer() {
    let problem = problem();
    let mut tracker = AnswerTracker::new(&problem);
    tracker.handle(&report(1, true, RIGHT, 20));
    let mut low = report(2, false, WRONG, 30);
    low.line.bound = Bound::Upper;
    tracker.handle(&low);
    let mut second = report(2, true, WRONG, 40);
    second.index = 2;
    tracker.handle(&second);
    let outcome = SearchResult {
        best: Some(parse_move(RIGHT)),
        ponder: None,
        report: None,
        nodes: 50,
        tablebase_hits: 0,
    };
    let attempt = tracker.attempt(0, &outcome, None, Duration::ZERO);
    assert_eq!((attempt.nodes, attempt.nodes_first, attempt.depth), (20, 20, 1));
}

const KINGS: &str = "4k3/8/8/8/8/8/8/4K3 w - -";

#[test]
fn records_determine_the_right_moves() {
    let text = format!("{KINGS} bm Kd1 Kd2; am Kd2; sm Kf1; id \"a\";\n{KINGS} am Kf1;\n{KINGS} sm Kf1;");
    let suite = suite(&text).unwrap();
    let right = |problem: &Problem| {
        let mut moves: Vec<String> = shakmaty::Position::legal_moves(&problem.position)
            .into_iter()
            .filter(|m| problem.is_right(*m))
            .map(|m| UciMove::from_standard(m).to_string())
            .collect();
        moves.sort_unstable();
        moves.join(" ")
    };
    let found: Vec<String> = suite.problems.iter().map(right).collect();
    assert_eq!(found, ["e1d1", "e1d1 e1d2 e1e2 e1f2", "e1f1"]);
    assert_eq!(suite.problems[0].id.as_deref(), Some("a"));
}

#[test]
fn a_record_without_moves_is_refused() {
    let message = suite(&format!("{KINGS} am Kf1;\n{KINGS} id \"x\";")).unwrap_err().to_string();
    assert!(message.starts_with("suite.epd, line 2, column 1: ") && message.contains("bm"), "{message}");
    let message = suite("# nothing\n").unwrap_err().to_string();
    assert!(message.contains("contains no position"), "{message}");
}

fn solver(limits: Limits, until: Until) -> Solver {
    let reference = Organism::named_or_path("reference").unwrap();
    let (parameters, _) = reference.search_parameters(Some(SearchMode::Paper));
    let factory =
        PlayerFactory::Organism { weights: reference.weights(), parameters, hash: 1, strength: None };
    Solver { factory, limits, until }
}

fn ecm(count: usize) -> Vec<Problem> {
    let records = embedded_records("ecm879").unwrap();
    Suite::from_records("ecm879", &records[..count]).unwrap().problems
}

/// Returns the attempts without the parts that depend on the clock.
fn timeless(attempts: &[Attempt]) -> Vec<Attempt> {
    attempts.iter().map(|attempt| Attempt { elapsed: Duration::ZERO, ..attempt.clone() }).collect()
}

#[rstest]
#[case(Until::Limit)]
#[case(Until::Found)]
fn attempts_do_not_depend_on_threads_or_order(#[case] until: Until) {
    let (problems, solver) = (ecm(12), solver(Limits::nodes(2_000), until));
    let run = |threads: usize| {
        let reported = Mutex::new(Vec::new());
        let pool = ThreadPool::new(threads).unwrap();
        let listen = &mut |attempt: &Attempt| reported.lock().unwrap().push(attempt.clone());
        let attempts = solver.suite(&problems, &pool, &Interrupt::default(), listen).unwrap();
        let mut reported = reported.into_inner().unwrap();
        reported.sort_by_key(|attempt| attempt.index);
        assert_eq!(reported, attempts, "each attempt is reported once");
        timeless(&attempts)
    };
    let attempts = run(1);
    assert_eq!(attempts, run(3));
    assert!(attempts.iter().map(|attempt| attempt.index).eq(0..12));
    // In reverse order, on one engine.
    let mut player = solver.factory.player(&Signal::default()).unwrap();
    for (index, problem) in problems.iter().enumerate().rev() {
        let attempt = solver.attempt(player.as_mut(), index, problem, &Signal::default());
        assert_eq!(timeless(&[attempt])[0], attempts[index]);
    }
    for attempt in &attempts {
        assert!(attempt.nodes <= 2_000 && attempt.nodes_first <= 2_000 && attempt.searched <= 2_000);
        assert_eq!(attempt.solved, attempt.best.is_some_and(|m| problems[attempt.index].is_right(m)));
    }
}

#[test]
fn a_search_until_the_move_is_found_counts_as_one_to_the_limit() {
    let problems = ecm(12);
    let pool = ThreadPool::new(0).unwrap();
    let [whole, found] = [Until::Limit, Until::Found].map(|until| {
        let solver = solver(Limits::nodes(5_000), until);
        solver.suite(&problems, &pool, &Interrupt::default(), &mut |_| ()).unwrap()
    });
    for (whole, found) in whole.iter().zip(&found) {
        assert_eq!(whole.nodes_first, found.nodes_first);
        assert!(found.searched <= whole.searched);
        assert!(found.nodes_first == 5_000 || found.solved);
    }
}

#[test]
fn an_interrupt_ends_running_searches() {
    let pool = ThreadPool::new(2).unwrap();
    let interrupt = Interrupt::default();
    interrupt.raise();
    let problems = ecm(4);
    assert_eq!(
        solver(Limits::default(), Until::Limit).suite(&problems, &pool, &interrupt, &mut |_| ()),
        Err(SolvingError::Interrupted)
    );
    // During searches without any limit.
    let interrupt = Interrupt::default();
    let attempts = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(50));
            interrupt.raise();
        });
        solver(Limits::default(), Until::Limit).suite(&problems, &pool, &interrupt, &mut |_| ())
    });
    assert_eq!(attempts, Err(SolvingError::Interrupted));
    // The listener raises the interrupt, so the remaining positions are not searched.
    let interrupt = Interrupt::default();
    let mut reported = 0;
    let attempts = solver(Limits::nodes(100), Until::Limit).suite(&ecm(60), &pool, &interrupt, &mut |_| {
        reported += 1;
        interrupt.raise();
    });
    assert_eq!(attempts, Err(SolvingError::Interrupted));
    assert!((1..=2).contains(&reported), "{reported}");
}
