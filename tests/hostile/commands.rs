//! Hostile engines in suites and in the commands of the program.

use std::process::{Command, Stdio};
use std::thread;

use eyas::arena::{Patience, PlayerFactory, Setup};
use eyas::engine::search::Limits;
use eyas::positions::embedded_records;
use eyas::solving::{Solver, SolvingError, Suite, Until};
use eyas::threads::{Interrupt, ThreadPool};
use rstest::rstest;
use rustix::process::{Pid, Signal as ProcessSignal, kill_process};

use crate::support::engines::{SHORT_WAIT, TestEngine, patience};
use crate::support::waiting::wait_until;
use crate::{Hostile, PREAMBLE};

fn solver(setup: &Setup) -> Solver {
    let factory = PlayerFactory::Uci(setup.clone());
    Solver { factory, limits: Limits::nodes(10), until: Until::Limit }
}

/// Positions in which e2e4 is sometimes legal.
fn suite() -> Suite {
    Suite::from_records("ecm879", &embedded_records("ecm879").unwrap()[..6]).unwrap()
}

#[test]
fn a_suite_continues_after_a_fault_and_ends_after_repeated_faults() {
    // Every second process of the engine crashes at its first position.
    let script = "shake; n=$(wc -l < \"$1/groups\"); until_go; [ $((n % 2)) = 0 ] || exit 1; \
                  while :; do say 'bestmove (none)'; until_go; done";
    let engine = Hostile::new(script);
    let (suite, pool) = (suite(), ThreadPool::new(1).unwrap());
    let mut attempts = 0;
    let result = solver(&engine.setup).suite(&suite.problems, &pool, &Interrupt::default(), &mut |attempt| {
        attempts += 1;
        assert!(!attempt.solved && attempt.nodes == 10 && attempt.fault.is_some());
    });
    assert_eq!(attempts, 2, "the third fault in a row ends the suite");
    assert!(matches!(result, Err(SolvingError::Player(_))), "{result:?}");
    engine.assert_gone();
}

#[test]
fn an_interrupt_ends_a_suite_whose_engine_hangs() {
    let engine = Hostile::new("shake; until_go; : > \"$1/searches\"; hang");
    let engine = engine.with_patience(Patience { stop: SHORT_WAIT, ..patience() });
    let searches = engine.engine.folder.path().join("searches");
    let interrupt = Interrupt::default();
    let (suite, pool) = (suite(), ThreadPool::new(2).unwrap());
    let result = thread::scope(|scope| {
        scope.spawn(|| {
            wait_until("the engine searches", || searches.exists());
            interrupt.raise();
        });
        solver(&engine.setup).suite(&suite.problems, &pool, &interrupt, &mut |_| ())
    });
    assert_eq!(result, Err(SolvingError::Interrupted));
    engine.assert_gone();
}

/// Answers an xboard engine's handshake and its pings up to the first search.
const XBOARD: &str = "while read -r l; do case $l in protover*) say feature ping=1 setboard=1 usermove=1 done=1;; \
                      ping*) say pong ${l#ping };; go) break;; esac; done;";

/// Each of these commands waits for an engine before its first search. Without a signal it would end with code 2, or
/// never.
#[rstest]
fn a_signal_ends_the_wait_for_an_engine_that_is_not_ready(
    #[values(
        "solve --suite ecm879 --depth 9 --player",
        "match --a reference --depth 9 --session s --b",
        "check-engine"
    )]
    verb: &str,
    #[values("uci", "xboard")] protocol: &'static str,
    #[values("silent@start", "silent@ready")] misbehaviour: &str,
) {
    let engine = Hostile::misbehaving(protocol, misbehaviour);
    let mut eyas = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(engine.engine.folder.path())
        .args(verb.split(' '))
        .arg(engine.engine.spec(protocol))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    wait_until("the engine is started", || engine.engine.folder.path().join("groups").exists());
    kill_process(Pid::from_child(&eyas), ProcessSignal::TERM).unwrap();
    assert_eq!(eyas.wait().unwrap().code(), Some(130));
    engine.assert_gone();
}

#[rstest]
#[case::alone("")]
#[case::with_a_child_in_another_session("(setsid sleep 1000 & echo $! >> \"$1/emigrants\");")]
fn an_engine_ends_when_eyas_is_killed(
    #[values("uci", "xboard")] protocol: &'static str,
    #[case] child: &str,
) {
    let script = match protocol {
        "uci" => "shake; until_go; : > \"$1/searches\"; hang".to_owned(),
        _ => format!("{XBOARD} : > \"$1/searches\"; hang"),
    };
    let script = format!("{child} trap '' TERM HUP INT; {script}");
    let engine = Hostile::of(protocol, TestEngine::scripted(&format!("{PREAMBLE}{script}")));
    let mut eyas = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .args(["solve", "--suite", "ecm879", "--depth", "9", "--threads", "1"])
        .args(["--player", &engine.engine.spec(protocol)])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // An engine that still reads its input would end with the input.
    let searches = engine.engine.folder.path().join("searches");
    wait_until("the engine searches", || {
        assert!(eyas.try_wait().unwrap().is_none());
        searches.exists()
    });
    eyas.kill().unwrap();
    eyas.wait().unwrap();
    engine.assert_gone();
}
