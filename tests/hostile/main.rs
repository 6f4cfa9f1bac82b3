//! Engines that violate their protocol: each violation is reported as its own fault, and no process is left.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

mod commands;
#[path = "../support/mod.rs"]
mod support;

use std::fs;
use std::ops::ControlFlow;
use std::os::unix::process::ExitStatusExt;
use std::time::Duration;

use eyas::arena::uci::Client;
use eyas::arena::xboard;

use eyas::arena::{Fault, Patience, Player, PlayerError, Setup};
use eyas::engine::search::{Game, Limits, Remaining, Report, SearchResult, Signal, Time};
use rstest::rstest;

use crate::support::engines::{SHORT_WAIT, TestEngine, Unanswered, patience, patience_without};

/// The start of every script. `shake` answers the handshake, `until_go` answers commands up to `go`.
const PREAMBLE: &str = r#"
shake() { while read -r l; do case $l in uci) say id name Hostile; say option name Hash type spin default 1 min 1 max 9; say uciok; return;; esac; done; }
until_go() { while read -r l; do case $l in isready) say readyok;; go*) return;; quit) exit 0;; esac; done; exit 0; }
"#;

/// A hostile engine and the setup to start it.
struct Hostile {
    engine: TestEngine,
    setup: Setup,
    protocol: &'static str,
}

impl Hostile {
    /// An engine that runs a shell script.
    fn new(script: &str) -> Hostile {
        Hostile::of("uci", TestEngine::scripted(&format!("{PREAMBLE}{script}")))
    }

    /// The hostile engine with these misbehaviours.
    fn misbehaving(protocol: &'static str, misbehaviours: &str) -> Hostile {
        Hostile::of(protocol, TestEngine::hostile(protocol, misbehaviours))
    }

    fn of(protocol: &'static str, engine: TestEngine) -> Hostile {
        let mut setup = Setup { patience: patience(), ..Setup::new(engine.command.clone()) };
        setup.quirks.nodes = xboard::Template::try_from("sn {}".to_owned()).ok();
        Hostile { engine, setup, protocol }
    }

    fn start(&self) -> Result<Box<dyn Player>, PlayerError> {
        Ok(match self.protocol {
            "uci" => Box::new(Client::start(&self.setup, &Signal::default())?),
            _ => Box::new(xboard::Client::start(&self.setup, &Signal::default())?),
        })
    }

    fn search(&self, limits: &Limits) -> Result<SearchResult, PlayerError> {
        let mut player = self.start()?;
        player.forget(&Signal::default())?;
        player.search(&Game::default(), limits, &Signal::default(), &mut |_| ControlFlow::Continue(()))
    }

    /// Replaces the patience.
    fn with_patience(mut self, patience: Patience) -> Hostile {
        self.setup.patience = patience;
        self
    }

    fn assert_gone(&self) {
        self.engine.assert_gone();
    }
}

/// The peak memory of this process so far, in bytes.
#[cfg(target_os = "linux")]
fn peak_memory() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
}

fn fault(engine: &Hostile, limits: &Limits) -> Fault {
    let error = engine.search(limits).unwrap_err();
    engine.assert_gone();
    let command = engine.setup.command.join(" ");
    assert!(error.to_string().starts_with(&format!("the engine “{command}”: ")), "{error}");
    error.fault
}

fn timed() -> Limits {
    Limits { time: Time::Move(Duration::from_millis(100)), ..Limits::default() }
}

fn on_the_clock() -> Limits {
    let (left, increment) = (Duration::from_millis(300), Duration::from_millis(100));
    let opponent = Some(Remaining { left, increment });
    Limits { time: Time::Clock { left, increment, opponent, moves_to_go: None }, ..Limits::default() }
}

/// Limits of every kind.
fn all_limits() -> [Limits; 4] {
    [Limits::nodes(10), Limits::depth(3), timed(), on_the_clock()]
}

#[rstest]
#[case::silent("silent@start", "uciok")]
#[case::other_protocol("wrong-protocol@start", "uciok")]
#[case::chatters_forever("babble@start", "uciok")]
#[case::hangs_when_ready("silent@ready", "readyok")]
#[case::chatters_when_ready("babble@ready", "readyok")]
#[case::hangs_in_search("silent@1", "bestmove")]
#[case::repeats_itself("babble@1", "bestmove")]
#[case::stops_itself("freeze@1", "bestmove")]
fn an_engine_that_hangs_is_reported_and_killed(
    #[values("uci", "xboard")] protocol: &'static str,
    #[case] misbehaviour: &str,
    #[case] expected: &str,
) {
    let patience = match expected {
        // After the handshake a search is tried in the xboard protocol.
        "uciok" => Patience { margin: SHORT_WAIT, ..patience_without(Unanswered::Start) },
        "readyok" => patience_without(Unanswered::Ready),
        _ => patience_without(Unanswered::Search),
    };
    let expected = match (protocol, expected) {
        ("uci", expected) => expected,
        (_, "readyok") => "pong",
        // Version 1 of the xboard protocol has no handshake.
        (_, _) => "move",
    };
    for limits in all_limits() {
        let engine = Hostile::misbehaving(protocol, misbehaviour).with_patience(patience);
        assert_hung(fault(&engine, &limits), expected);
    }
}

#[rstest]
#[case::unknown_words("while say 'string'; do sleep 0.01; done")]
#[case::empty_information("while say 'info string'; do sleep 0.01; done")]
fn chatter_is_no_progress(#[case] script: &str) {
    for limits in [Limits::nodes(10), timed()] {
        let engine = Hostile::new(&format!("shake; until_go; {script}"));
        let engine = engine.with_patience(patience_without(Unanswered::Search));
        assert_hung(fault(&engine, &limits), "bestmove");
    }
}

fn assert_hung(fault: Fault, expected: &str) {
    match fault {
        Fault::WrongProtocol { .. } if matches!(expected, "uciok" | "move") => {}
        Fault::Hung { awaited, .. } => assert_eq!(awaited, expected),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_that_reports_progress_is_waited_for() {
    // Each pause is short, but the sum of all pauses exceeds the limit of silence.
    let script = "shake; until_go; for n in 1 2 3 4 5 6 7 8 9 10 11; do say info depth $n nodes 1; sleep 0.5; done; \
                  say bestmove e2e4; until_go";
    // On a busy machine too, no pause comes near to this limit.
    let silence = Duration::from_secs(5);
    let engine = Hostile::new(script).with_patience(Patience { silence, ..patience() });
    assert!(engine.search(&Limits::nodes(10)).unwrap().best.is_some());
    engine.assert_gone();
}

#[rstest]
#[case::at_once("exit@start")]
#[case::when_it_shall_be_ready("exit@ready")]
#[case::in_search("exit@1")]
#[case::with_a_child_that_keeps_its_output_open("heir@1 exit@1")]
fn an_engine_that_exits_is_reported_with_its_status(
    #[values("uci", "xboard")] protocol: &'static str,
    #[case] misbehaviours: &str,
) {
    for limits in all_limits() {
        match fault(&Hostile::misbehaving(protocol, misbehaviours), &limits) {
            Fault::Exited(status) => assert_eq!(status.code(), Some(7)),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_exit_in_the_handshake_is_reported_with_its_status() {
    match fault(&Hostile::new("read -r l; say 'id name x'; exit 4"), &Limits::nodes(10)) {
        Fault::Exited(status) => assert_eq!(status.code(), Some(4)),
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case("uci", " go nodes 10")]
#[case("xboard", " go")]
fn a_crash_is_reported_with_its_signal_and_last_lines(#[case] protocol: &'static str, #[case] go: &str) {
    let engine = Hostile::misbehaving(protocol, "crash@1");
    let error = engine.search(&Limits::nodes(10)).unwrap_err();
    engine.assert_gone();
    assert!(matches!(&error.fault, Fault::Exited(status) if status.signal() == Some(11)), "{error}");
    let contains = |direction: char, text: &str| {
        error.to_string().lines().any(|line| line.trim_start().starts_with(direction) && line.ends_with(text))
    };
    assert!(contains('<', go) && contains('!', " out of luck"), "{error}");
}

#[rstest]
#[case::impossible("bestmove e2e5", "e2e5")]
#[case::of_the_other_side("bestmove e7e5", "e7e5")]
#[case::garbage("bestmove \\033[31m†", "\\033[31m†")]
#[case::very_long(
    "bestmove xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
)]
fn an_illegal_move_is_reported_with_its_position(#[case] best: &str, #[case] expected: &str) {
    match fault(&Hostile::new(&format!("shake; until_go; say '{best}'; hang")), &Limits::nodes(10)) {
        Fault::IllegalMove { text, fen } => {
            assert_eq!(text, expected);
            assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
        }
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case("bestmove (none)")]
#[case("bestmove 0000")]
#[case("bestmove")]
fn no_move_is_a_fault_if_there_are_legal_moves(#[case] best: &str) {
    let engine = Hostile::new(&format!("shake; until_go; say '{best}'; hang"));
    let fault = fault(&engine, &Limits::nodes(10));
    assert!(matches!(fault, Fault::NoMove { .. }), "{fault:?}");
}

#[rstest]
#[case::at_the_start(Hostile::misbehaving("uci", "endless-line@start"))]
#[case::in_search(Hostile::misbehaving("uci", "endless-line@1"))]
#[case::at_the_start_of_xboard(Hostile::misbehaving("xboard", "endless-line@start"))]
#[case::in_search_of_xboard(Hostile::misbehaving("xboard", "endless-line@1"))]
#[case::of_zeros(Hostile::new("shake; exec cat /dev/zero"))]
fn an_endless_line_is_cut_off(#[case] engine: Hostile) {
    let fault = fault(&engine, &Limits::nodes(10));
    assert!(matches!(fault, Fault::EndlessLine(_)), "{fault:?}");
}

#[rstest]
#[case::at_the_start("spam@start")]
#[case::in_search("spam@1")]
fn endless_output_is_spam_and_needs_no_memory(
    #[values("uci", "xboard")] protocol: &'static str,
    #[case] misbehaviour: &str,
) {
    #[cfg(target_os = "linux")]
    let before = peak_memory();
    let engine = Hostile::misbehaving(protocol, misbehaviour);
    let fault = engine.search(&Limits::nodes(10)).unwrap_err().fault;
    engine.assert_gone();
    assert!(matches!(fault, Fault::Spam(_)), "{fault:?}");
    #[cfg(target_os = "linux")]
    {
        // The system counts pages in batches, so the number may decrease slightly.
        let grown = peak_memory().saturating_sub(before);
        assert!(grown < 32 << 20, "{grown} bytes");
    }
}

#[rstest]
fn endless_output_to_standard_error_does_not_block(#[values("uci", "xboard")] protocol: &'static str) {
    let engine = Hostile::misbehaving(protocol, "flood@start");
    assert!(engine.search(&Limits::nodes(10)).unwrap().best.is_some());
    engine.assert_gone();
}

#[test]
fn an_engine_that_does_not_read_its_input_does_not_block() {
    // After the handshake the engine reads nothing, and its pipe fills.
    let engine = Hostile::new("shake; say readyok; hang");
    let mut client = Client::start(&engine.setup, &Signal::default()).unwrap();
    let error = (0..1_000_000).find_map(|_| client.set_option("Hash", "1").err()).unwrap();
    assert_eq!(error.fault, Fault::Deaf);
    drop(client);
    engine.assert_gone();
    // A full pipe is also noticed while Eyas waits for an answer. The engine answers the first `isready` only, so the
    // second one ends after the patience for it.
    let ready = Duration::from_secs(5);
    let engine = Hostile::new("shake; say readyok; hang").with_patience(Patience { ready, ..patience() });
    let mut client = Client::start(&engine.setup, &Signal::default()).unwrap();
    for _ in 0..5_000 {
        client.set_option("Hash", "1").unwrap();
    }
    assert_eq!(client.forget(&Signal::default()).unwrap_err().fault, Fault::Deaf);
    drop(client);
    engine.assert_gone();
}

#[rstest]
#[case::alone(Hostile::misbehaving("uci", "mute@1"))]
#[case::over_xboard(Hostile::misbehaving("xboard", "mute@1"))]
#[case::with_everything_else(Hostile::new("shake; until_go; exec >&- 2>&- <&-; hang"))]
fn an_engine_that_closes_its_output_is_a_fault(
    #[case] engine: Hostile,
    #[values(Limits::nodes(10), on_the_clock())] limits: Limits,
) {
    assert_eq!(fault(&engine, &limits), Fault::Mute);
}

#[test]
fn a_timed_move_that_comes_only_after_stop_is_late() {
    let engine =
        Hostile::misbehaving("uci", "idle@1").with_patience(Patience { margin: SHORT_WAIT, ..patience() });
    match fault(&engine, &timed()) {
        Fault::Late { after, allowed } => {
            assert_eq!(allowed, Duration::from_millis(100));
            assert!(after >= allowed + SHORT_WAIT, "{after:?}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_that_ignores_its_node_limit_is_stopped() {
    let first = "info depth 1 score cp 1 nodes 5 pv e2e4";
    let second = "info depth 2 score cp 1 nodes 50 pv e2e4 e7e5 e2e4";
    let script = format!(
        "shake; until_go; say '{first}'; say '{second}'; while read -r l; do case $l in stop) say bestmove e2e4 ponder e2e4;; quit) exit;; esac; done"
    );
    let engine = Hostile::new(&script);
    let outcome = engine.search(&Limits::nodes(20)).unwrap();
    let report = outcome.report.unwrap();
    assert_eq!((outcome.nodes, outcome.ponder, report.depth, report.line.moves.len()), (50, None, 2, 2));
    engine.assert_gone();
}

/// Reports a line, waits for `stop`, and then moves.
const PATIENT: &str = "shake; until_go; say 'info depth 1 score cp 1 nodes 5 pv e2e4'; \
                       while read -r l; do case $l in stop) say bestmove e2e4;; quit) exit;; esac; done";

#[test]
fn an_observer_or_a_signal_ends_a_search() {
    let engine = Hostile::new(PATIENT);
    let mut client = Client::start(&engine.setup, &Signal::default()).unwrap();
    let mut reports: Vec<Report> = Vec::new();
    let outcome = client.search(&Game::default(), &Limits::default(), &Signal::default(), &mut |report| {
        reports.push(report.clone());
        ControlFlow::Break(())
    });
    assert_eq!((outcome.unwrap().nodes, reports.len(), reports[0].nodes), (5, 1, 5));
    drop(client);

    let mut client = Client::start(&engine.setup, &Signal::default()).unwrap();
    let signal = Signal::default();
    let outcome = client.search(&Game::default(), &Limits::default(), &signal, &mut |_| {
        signal.stop();
        ControlFlow::Continue(())
    });
    assert!(outcome.unwrap().best.is_some());
    drop(client);
    engine.assert_gone();
}

#[test]
fn garbage_between_lines_is_ignored() {
    let script = "printf '\\377\\376\\000\\n\\n  uciok no\\n'; shake; until_go; \
                  printf 'info depth 3 \\377 score cp 20 nodes 7 pv e2e4 \\200\\n'; \
                  say 'info depth pv score mate x nodes -3'; say 'bestmoves d2d4'; \
                  say 'info depth 9 score cp 1 nodes 99999999999999999999 multipv 7 pv d2d4'; \
                  printf 'bestmove E2E4 \\377\\r\\n'; until_go";
    let engine = Hostile::new(script);
    let outcome = engine.search(&Limits::nodes(10)).unwrap();
    assert_eq!((outcome.best.unwrap().to_string().as_str(), outcome.nodes), ("e2-e4", 7));
    assert_eq!(outcome.report.unwrap().depth, 3);
    engine.assert_gone();
}

#[test]
fn a_second_move_is_not_used_for_the_next_position() {
    let script =
        "shake; until_go; say bestmove e2e4; say bestmove d2d4; until_go; say bestmove c2c4; until_go";
    let engine = Hostile::new(script);
    let mut client = Client::start(&engine.setup, &Signal::default()).unwrap();
    let mut best = || {
        let listen = &mut |_: &Report| ControlFlow::Continue(());
        let outcome = client.search(&Game::default(), &Limits::nodes(10), &Signal::default(), listen);
        outcome.unwrap().best.unwrap().to_string()
    };
    assert_eq!((best(), best()), ("e2-e4".to_owned(), "c2-c4".to_owned()));
    drop(client);
    engine.assert_gone();
}

#[rstest]
#[case::quits("")]
#[case::crashes("crash@quit")]
#[case::stays("silent@quit")]
#[case::stops_itself("freeze@quit")]
#[case::chatters("spam@quit")]
#[case::never_ends_its_last_line("endless-line@quit")]
#[case::leaves_children("heir@start heir@quit")]
#[case::leaves_children_in_other_sessions("emigrant@start emigrant@ready emigrant@quit")]
#[case::reads_nothing("deaf@quit")]
#[case::closes_its_output("mute@quit")]
fn no_process_is_left_however_an_engine_quits(
    #[values("uci", "xboard")] protocol: &'static str,
    #[case] misbehaviours: &str,
) {
    let engine = Hostile::misbehaving(protocol, misbehaviours);
    drop(engine.start().unwrap());
    engine.assert_gone();
}

#[test]
fn an_unknown_option_is_reported_with_the_nearest_name() {
    let engine = Hostile::new("shake; until_go");
    let with = |name: &str, value: &str| Setup {
        options: vec![(name.to_owned(), value.to_owned())],
        ..engine.setup.clone()
    };
    let fault = |setup: Setup| Client::start(&setup, &Signal::default()).err().unwrap().fault;
    let nearest = Some("Hash".to_owned());
    assert_eq!(fault(with("Hsah", "5")), Fault::NoOption { name: "Hsah".to_owned(), nearest });
    assert!(matches!(fault(with("hash", "10")), Fault::OptionValue { .. }));
    let client = Client::start(&with("hash", "9"), &Signal::default()).unwrap();
    assert_eq!((client.name(), client.options().len()), (Some("Hostile"), 1));
    drop(client);
    engine.assert_gone();
}
