//! Matches with the hostile engine: each misbehaviour loses the game with the correct verdict, the engine is restarted,
//! the match continues to its end, and no process is left.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use eyas::arena::control::Control;
use eyas::arena::game::{Adjudication, Ending, FaultKind, Record, Rules, play};
use eyas::arena::matches::{Match, MatchEvent, NoObserver};
use eyas::arena::opening::Opening;
use eyas::arena::plan::{Fixture, Fixtures, Pairing};
use eyas::arena::steering::Steering;
use eyas::arena::{Fault, Patience, Player, PlayerError, PlayerFactory, Setup, xboard};
use eyas::engine::search::{Game, Limits, Report, SearchResult, Signal};
use eyas::organism::Organism;
use eyas::threads::Interrupt;
use rstest::rstest;
use shakmaty::Color;

use crate::support::engines::{SHORT_WAIT, TestEngine, Unanswered, patience, patience_without};
use crate::support::waiting::AT_LAST;

/// A node limit, which both protocols support.
const NODES: Control = Control::Nodes(50);

/// A time limit. On a busy machine players may exceed it slightly.
const TIME: Control = Control::MoveTime(100);

pub(super) fn clock(text: &str) -> Control {
    Control::Clock(text.parse().unwrap())
}

/// The hostile engine as a player.
pub(super) fn factory(engine: &TestEngine, protocol: &str, patience: Patience) -> PlayerFactory {
    let command = engine.command.clone();
    if protocol == "uci" {
        return PlayerFactory::Uci(Setup { patience, ..Setup::new(command) });
    }
    let nodes = Some(xboard::Template::try_from("sn {}".to_owned()).unwrap());
    let quirks = xboard::Quirks { nodes, ..xboard::Quirks::default() };
    PlayerFactory::Xboard(Setup { patience, quirks, ..Setup::new(command) })
}

/// A player without misbehaviours: the organism `reference`.
pub(super) fn honest_player() -> PlayerFactory {
    let reference = Organism::named_or_path("reference").unwrap();
    let (parameters, _) = reference.search_parameters(None);
    PlayerFactory::Organism { weights: reference.weights(), parameters, hash: 1, strength: None }
}

/// The margin of timed games. On a busy machine players exceed their time, but less. A late engine exceeds it by more.
pub(super) const MARGIN: Duration = Duration::from_secs(3);

pub(super) fn rules(control: Control) -> Rules {
    Rules {
        control,
        own: [None; 2],
        margin: MARGIN,
        adjudication: Adjudication::default(),
        tablebases: None,
        detail: false,
    }
}

/// The games and faults of a match.
#[derive(Default)]
struct Outcomes {
    games: Vec<(Fixture, Record)>,
    faults: Vec<(u64, Color)>,
}

fn matches(
    factories: &[PlayerFactory],
    control: Control,
    games: u64,
    threads: usize,
) -> (Outcomes, Option<PlayerError>) {
    let plan = Fixtures::new(Pairing::RoundRobin, factories.len(), games);
    let opening = |_| Opening { game: Game::default(), name: None };
    let matches = Match { factories, plan: &plan, rules: &rules(control), limits: &[], opening: &opening };
    let numbers: Vec<u64> = (0..plan.games()).collect();
    let mut outcomes = Outcomes::default();
    let (steering, interrupt) = (Steering::new(threads), Interrupt::default());
    let finish = matches.play(&numbers, &steering, &interrupt, &NoObserver, &mut |event| {
        match event {
            MatchEvent::Over(fixture, record) => outcomes.games.push((fixture, *record)),
            MatchEvent::Fault(fixture, side, ..) => outcomes.faults.push((fixture.game, side)),
        }
        ControlFlow::Continue(())
    });
    outcomes.games.sort_unstable_by_key(|(fixture, _)| fixture.game);
    (outcomes, finish.err())
}

/// The colour of the first player, which is the hostile engine.
fn hostile_side(fixture: &Fixture) -> Color {
    Color::from_white(fixture.players[0] == 0)
}

/// Plays four games at the same time, and asserts that the engine loses each at the move of its last misbehaviour, by
/// this verdict and for this reason.
fn assert_loses(
    protocol: &str,
    misbehaviours: &str,
    control: Control,
    patience: Patience,
    verdict: FaultKind,
    why: &str,
) {
    let fatal: usize = misbehaviours.rsplit('@').next().unwrap().parse().unwrap();
    let engine = TestEngine::hostile(protocol, misbehaviours);
    let factories = [factory(&engine, protocol, patience), honest_player()];
    let (outcomes, error) = matches(&factories, control, 4, 4);
    assert!(error.is_none() && outcomes.games.len() == 4, "{error:?}");
    for (fixture, record) in &outcomes.games {
        let hostile = hostile_side(fixture);
        assert_eq!(record.winner, Some(hostile.other()));
        assert_eq!(
            record.moves.len(),
            2 * (fatal - 1) + usize::from(hostile.is_black()),
            "{:?}",
            record.ending
        );
        match &record.ending {
            Ending::Forfeit { verdict: found, reason } => {
                assert!(*found == verdict && reason.contains(why), "{found}: {reason}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(engine.starts(), 4, "the engine is started for each game");
    engine.assert_gone();
}

#[rstest]
#[case::exits("exit@3", FaultKind::Crash, "exited unexpectedly, exit status: 7")]
#[case::crashes("crash@3", FaultKind::Crash, "exited unexpectedly, signal: 11")]
#[case::exits_with_a_child("heir@2 exit@3", FaultKind::Crash, "exited unexpectedly, exit status: 7")]
#[case::makes_an_illegal_move("illegal-move@3", FaultKind::IllegalMove, "is illegal in")]
#[case::has_no_move("no-move@3", FaultKind::IllegalMove, " in ")]
#[case::sends_garbage("garbage@1 garbage-move@3", FaultKind::IllegalMove, "is illegal in")]
#[case::never_ends_a_line("endless-line@3", FaultKind::Stall, "a line of more than 65536 bytes")]
// Where it is waited for in vain, no move is before that: it might take longer on a busy machine.
#[case::says_nothing("silent@1", FaultKind::Stall, "it does not answer: no “")]
#[case::reads_nothing("deaf@1", FaultKind::Stall, "it does not answer: no “")]
#[case::stops_itself("freeze@1", FaultKind::Stall, "it does not answer: no “")]
#[case::repeats_itself("babble@1", FaultKind::Stall, "it does not answer: no “")]
#[case::closes_its_output("mute@3", FaultKind::Stall, "closed its output without exiting")]
fn misbehaviour_loses_the_game(
    #[values("uci", "xboard")] protocol: &str,
    #[values(NODES, Control::Depth(2), clock("4+0.1"))] control: Control,
    #[case] misbehaviours: &str,
    #[case] verdict: FaultKind,
    #[case] why: &str,
) {
    let hangs = why.starts_with("it does not answer");
    let patience = if hangs { patience_without(Unanswered::Search) } else { patience() };
    let control = if hangs && control.is_timed() { clock("0.3+0.1") } else { control };
    assert_loses(protocol, misbehaviours, control, patience, verdict, why);
}

#[rstest]
fn spam_loses_the_game(
    #[values("uci", "xboard")] protocol: &str,
    #[values(NODES, clock("60+1"))] control: Control,
) {
    assert_loses(
        protocol,
        "spam@1",
        control,
        patience(),
        FaultKind::Stall,
        "it wrote more than 67108864 bytes",
    );
}

#[rstest]
#[case::moves_late("late@1", "100", FaultKind::TimeForfeit, "100 ms were allowed")]
// With a clock: xboard knows whole seconds only, so at the end of other times for a move the engine is stopped.
#[case::waits_for_stop("idle@1", "0.3+0.1", FaultKind::TimeForfeit, " ms were allowed")]
#[case::says_nothing("silent@1", "100", FaultKind::Stall, "it does not answer: no “")]
#[case::chatters_after_stop("babble@1", "0.3+0.1", FaultKind::Stall, "it does not answer: no “")]
fn misbehaviour_with_a_clock_loses_the_game(
    #[values("uci", "xboard")] protocol: &str,
    #[case] misbehaviours: &str,
    #[case] time: &str,
    #[case] verdict: FaultKind,
    #[case] why: &str,
) {
    let control = time.parse().map_or_else(|_| clock(time), Control::MoveTime);
    let patience = match verdict {
        FaultKind::Stall => patience_without(Unanswered::Search),
        // The engine is stopped, and moves after that.
        _ => Patience { margin: SHORT_WAIT, ..patience() },
    };
    assert_loses(protocol, misbehaviours, control, patience, verdict, why);
}

#[rstest]
fn a_late_move_without_a_stop_loses_the_game(#[values("uci", "xboard")] protocol: &str) {
    let engine = TestEngine::hostile(protocol, "late@2");
    // The engine moves four seconds late, before it is stopped.
    let factories = [factory(&engine, protocol, patience()), honest_player()];
    let (outcomes, error) = matches(&factories, TIME, 2, 2);
    assert!(error.is_none() && outcomes.faults.len() == 2, "{error:?}");
    for (fixture, record) in &outcomes.games {
        assert_eq!(record.winner, Some(hostile_side(fixture).other()));
        let Ending::Forfeit { verdict: FaultKind::TimeForfeit, reason } = &record.ending else {
            panic!("{record:?}")
        };
        assert!(reason.starts_with("it exceeded its time by "), "{reason}");
    }
    assert_eq!((outcomes.games.len(), engine.starts()), (2, 2));
    engine.assert_gone();
}

#[rstest]
#[case::a_win("claim-win@3")]
#[case::a_draw("claim-draw@3")]
fn a_false_claim_loses_the_game(#[case] misbehaviour: &str) {
    let engine = TestEngine::hostile("xboard", misbehaviour);
    // After a claim the arena waits for a move during the margin.
    let patience = Patience { margin: SHORT_WAIT, ..patience() };
    let (outcomes, error) = matches(&[factory(&engine, "xboard", patience), honest_player()], NODES, 4, 1);
    assert!(error.is_none() && outcomes.games.len() == 4, "{error:?}");
    for (fixture, record) in &outcomes.games {
        assert_eq!(record.winner, Some(hostile_side(fixture).other()));
        match &record.ending {
            Ending::Forfeit { verdict: FaultKind::BadClaim, reason } => {
                assert!(reason.starts_with("it claimed “"))
            }
            other => panic!("{other:?}"),
        }
    }
    engine.assert_gone();
    // UCI has no claims, so the engine never answers.
    let (misbehaviour, patience) = (misbehaviour.replace("@3", "@1"), patience_without(Unanswered::Search));
    assert_loses(
        "uci",
        &misbehaviour,
        NODES,
        patience,
        FaultKind::Stall,
        "it does not answer: no “bestmove”",
    );
}

#[test]
fn a_resignation_loses_the_game_and_is_not_a_fault() {
    let engine = TestEngine::hostile("xboard", "resign@3");
    let patience = Patience { margin: SHORT_WAIT, ..patience() };
    let (outcomes, error) = matches(&[factory(&engine, "xboard", patience), honest_player()], NODES, 4, 1);
    assert!(error.is_none() && outcomes.games.len() == 4 && outcomes.faults.is_empty(), "{error:?}");
    for (fixture, record) in &outcomes.games {
        assert_eq!(record.ending, Ending::Resignation);
        assert_eq!(record.winner, Some(hostile_side(fixture).other()));
    }
    assert_eq!(engine.starts(), 1);
    engine.assert_gone();
}

#[rstest]
#[case::nothing("")]
#[case::garbage_between_its_lines("garbage@start")]
#[case::endless_standard_error("flood@start")]
#[case::a_child("heir@start")]
#[case::a_second_move("second-move@1 second-move@3 second-move@4")]
#[case::a_crash_at_quit("crash@quit")]
#[case::a_refusal_to_quit("silent@quit")]
#[case::spam_at_quit("spam@quit")]
fn harmless_misbehaviour_does_not_change_the_games(
    #[values("uci", "xboard")] protocol: &str,
    #[case] misbehaviours: &str,
) {
    let honest = TestEngine::hostile(protocol, "");
    let games = |engine: &TestEngine| {
        let (outcomes, error) =
            matches(&[factory(engine, protocol, patience()), honest_player()], NODES, 2, 1);
        assert!(error.is_none() && outcomes.faults.is_empty(), "{error:?}");
        assert_eq!(engine.starts(), 1);
        engine.assert_gone();
        let moves = |record: &Record| record.moves.iter().map(|made| made.uci.clone()).collect::<Vec<_>>();
        outcomes.games.iter().map(|(_, record)| (moves(record), record.ending.clone())).collect::<Vec<_>>()
    };
    let played = games(&TestEngine::hostile(protocol, misbehaviours));
    assert_eq!(played, games(&honest));
    assert!(played.iter().all(|(_, ending)| !matches!(ending, Ending::Forfeit { .. })), "{played:?}");
}

#[rstest]
fn an_engine_that_fails_only_as_black_plays_its_games_as_white(#[values("uci", "xboard")] protocol: &str) {
    let engine = TestEngine::hostile(protocol, "exit@black");
    let (outcomes, error) = matches(&[factory(&engine, protocol, patience()), honest_player()], NODES, 6, 1);
    assert!(error.is_none() && outcomes.games.len() == 6, "{error:?}");
    assert_eq!(outcomes.faults, [(1, Color::Black), (3, Color::Black), (5, Color::Black)]);
    for (fixture, record) in &outcomes.games {
        let is_forfeit = matches!(&record.ending, Ending::Forfeit { verdict: FaultKind::Crash, .. });
        assert_eq!(is_forfeit, hostile_side(fixture).is_black(), "{:?}", record.ending);
        assert!(!is_forfeit || record.winner == Some(Color::White));
    }
    assert_eq!(engine.starts(), 3, "the engine is restarted after each fault but the last");
    engine.assert_gone();
}

#[test]
fn a_hostile_engine_affects_only_its_own_games() {
    let (hostile, honest) = (TestEngine::hostile("uci", "crash@2"), TestEngine::hostile("xboard", ""));
    let factories =
        [factory(&hostile, "uci", patience()), factory(&honest, "xboard", patience()), honest_player()];
    let (outcomes, error) = matches(&factories, NODES, 4, 3);
    assert!(error.is_none() && outcomes.games.len() == 12, "{error:?}");
    for (fixture, record) in &outcomes.games {
        let is_forfeit = matches!(record.ending, Ending::Forfeit { .. });
        assert_eq!(is_forfeit, fixture.players.contains(&0), "{fixture:?}: {:?}", record.ending);
        assert!(!is_forfeit || record.winner == Some(hostile_side(fixture).other()));
    }
    assert_eq!(hostile.starts(), 8);
    hostile.assert_gone();
    honest.assert_gone();
}

#[rstest]
#[case::exits("exit@start", "exit status: 7", &["uci", "xboard"])]
#[case::crashes("crash@start", "signal: 11", &["uci", "xboard"])]
#[case::closes_its_output("mute@start", "closed its output", &["uci", "xboard"])]
#[case::never_ends_a_line("endless-line@start", "a line of more than", &["uci", "xboard"])]
#[case::hangs_when_ready("silent@ready", "it does not answer: no “", &["uci", "xboard"])]
// Version 1 of the xboard protocol has no handshake, so a silent engine may support it.
#[case::says_nothing("silent@start", "it does not support UCI", &["uci"])]
#[case::reads_nothing("deaf@start", "it does not support UCI", &["uci"])]
#[case::stops_itself("freeze@start", "it does not support UCI", &["uci"])]
#[case::uses_another_protocol("wrong-protocol@start", "it does not support UCI", &["uci"])]
#[case::chatters("babble@start", "it does not support UCI", &["uci"])]
fn an_engine_that_cannot_start_ends_the_match_and_is_named(
    #[case] misbehaviours: &str,
    #[case] why: &str,
    #[case] protocols: &[&str],
) {
    let patience = match why {
        "it does not answer: no “" => patience_without(Unanswered::Ready),
        "it does not support UCI" => patience_without(Unanswered::Start),
        _ => patience(),
    };
    for protocol in protocols {
        let engine = TestEngine::hostile(protocol, misbehaviours);
        let (outcomes, error) =
            matches(&[factory(&engine, protocol, patience), honest_player()], NODES, 2, 1);
        assert!(outcomes.games.is_empty());
        let text = error.unwrap().to_string();
        assert!(text.contains(&engine.command.join(" ")) && text.contains(why), "{text}");
        engine.assert_gone();
    }
}

#[rstest]
#[case::says_nothing("silent@start")]
#[case::uses_another_protocol("wrong-protocol@start")]
fn an_engine_that_does_not_answer_in_xboard_ends_the_match(#[case] misbehaviours: &str) {
    let engine = TestEngine::hostile("xboard", misbehaviours);
    let patience = patience_without(Unanswered::Start);
    let (outcomes, error) = matches(&[factory(&engine, "xboard", patience), honest_player()], NODES, 6, 2);
    assert!(outcomes.games.is_empty(), "every game would end like this");
    let text = error.unwrap().to_string();
    assert!(text.contains("it does not support the xboard protocol"), "{text}");
    engine.assert_gone();
}

#[rstest]
fn an_engine_that_cannot_restart_ends_the_match_after_its_first_game(
    #[values("uci", "xboard")] protocol: &str,
) {
    let engine = TestEngine::hostile(protocol, "crash@3 exit@start2");
    let (outcomes, error) = matches(&[factory(&engine, protocol, patience()), honest_player()], NODES, 6, 1);
    assert_eq!((outcomes.games.len(), outcomes.faults.len()), (1, 1));
    let text = error.unwrap().to_string();
    assert!(text.contains("hostile-engine") && text.contains("exit status: 7"), "{text}");
    engine.assert_gone();
}

/// A player that measures the time of its last search.
struct Timed {
    player: Box<dyn Player>,
    last: Duration,
}

impl Player for Timed {
    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        self.player.forget(signal)
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        let start = Instant::now();
        let outcome = self.player.search(game, limits, signal, listen);
        self.last = start.elapsed();
        outcome
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.player.charge(fault)
    }
}

/// The verdict on a misbehaviour, the time that the engine took until then, and the time until its process is gone.
fn latency(protocol: &str, misbehaviours: &str, control: Control) -> (String, Duration, Duration) {
    let engine = TestEngine::hostile(protocol, misbehaviours);
    let patience = Patience {
        start: Duration::from_millis(500),
        ready: Duration::from_millis(500),
        silence: Duration::from_millis(500),
        margin: Duration::from_millis(100),
        // A late engine does move.
        stop: if misbehaviours.starts_with("late") { AT_LAST } else { Duration::from_millis(500) },
    };
    let start = Instant::now();
    let Ok(player) = factory(&engine, protocol, patience).player(&Signal::default()) else {
        // The process is gone when the error is returned.
        return ("no start".to_owned(), start.elapsed(), Duration::ZERO);
    };
    let (mut hostile, mut honest) =
        (Timed { player, last: Duration::ZERO }, honest_player().player(&Signal::default()).unwrap());
    let mut verdict = "–".to_owned();
    if !misbehaviours.ends_with("quit") {
        let players: [&mut dyn Player; 2] = [&mut hostile, honest.as_mut()];
        let played = play(players, &Game::default(), &rules(control), &Signal::default(), &mut |_| {});
        let played = played.unwrap();
        if let Ending::Forfeit { verdict: found, .. } = played.record.ending {
            // A fault that would end every game ends the match.
            let is_lasting = played.fault.is_some_and(|(_, error)| error.fault.is_lasting());
            verdict = if is_lasting { "no start".to_owned() } else { found.to_string() };
        }
    }
    let (waited, end) = (hostile.last, Instant::now());
    drop(hostile);
    (verdict, waited, end.elapsed())
}

/// Prints the table of the documentation:
/// `cargo test --release --test protocols latencies -- --ignored --nocapture`.
#[test]
#[ignore = "prints measurements and asserts nothing"]
#[allow(clippy::print_stdout, reason = "the table is the result")]
fn latencies_of_verdicts() {
    const ROUNDS: usize = 9;
    let cases = [
        ("exit@start", NODES, "its end"),
        ("endless-line@start", NODES, "64 KiB"),
        ("silent@start", NODES, "500 ms"),
        ("wrong-protocol@start", NODES, "500 ms"),
        ("exit@3", NODES, "its end"),
        ("crash@3", NODES, "its end"),
        ("heir@1 exit@3", NODES, "its end"),
        ("illegal-move@3", NODES, "its move"),
        ("no-move@3", NODES, "its move"),
        ("garbage-move@3", NODES, "its move"),
        ("endless-line@3", NODES, "64 KiB"),
        ("spam@3", NODES, "500 ms, or 64 MiB"),
        ("mute@3", NODES, "500 ms"),
        ("silent@3", NODES, "500 ms"),
        ("deaf@3", NODES, "500 ms"),
        ("freeze@3", NODES, "500 ms"),
        ("babble@3", NODES, "500 ms"),
        ("silent@3", TIME, "100 + 100 + 500 ms"),
        ("babble@3", TIME, "100 + 100 + 500 ms"),
        ("late@3", TIME, "its move, after 4,100 ms"),
        ("idle@3", TIME, "100 + 100 ms"),
        ("claim-win@3", NODES, "100 ms"),
        ("crash@quit", NODES, ""),
        ("silent@quit", NODES, ""),
        ("spam@quit", NODES, ""),
    ];
    println!(
        "| misbehaviour | limit of a move | known by | UCI: verdict | after, ms | gone, ms | xboard: verdict | after, ms | gone, ms |"
    );
    println!("| --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: |");
    for (misbehaviours, control, due) in cases {
        let limit = control.to_string().replace(" per move", "");
        let mut row = format!("| `{misbehaviours}` | {limit} | {due}");
        for protocol in ["uci", "xboard"] {
            let all: Vec<_> = (0..ROUNDS).map(|_| latency(protocol, misbehaviours, control)).collect();
            let median = |value: &dyn Fn(&(String, Duration, Duration)) -> Duration| {
                let mut sorted: Vec<Duration> = all.iter().map(value).collect();
                sorted.sort_unstable();
                sorted[ROUNDS / 2].as_secs_f64() * 1e3
            };
            row += &format!(" | {} | {:.1} | {:.1}", all[0].0, median(&|one| one.1), median(&|one| one.2));
        }
        println!("{row} |");
    }
}
