//! Matches with the hostile engine: each thing it does wrong costs it the game by the right verdict, it is started
//! again, the match goes on to its end, and nothing is left behind.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use eyas::arena::control::Control;
use eyas::arena::game::{Adjudication, Ending, Record, Rules, Verdict, play};
use eyas::arena::matches::{Match, MatchEvent, NoObserver};
use eyas::arena::opening::Opening;
use eyas::arena::plan::{Event, Fixture, Plan};
use eyas::arena::steering::Steering;
use eyas::arena::{Fault, Patience, Player, PlayerError, PlayerFactory, uci, xboard};
use eyas::engine::search::{Game, Limits, Outcome, Report, Signal};
use eyas::organism::Organism;
use eyas::threads::Interrupt;
use rstest::rstest;
use shakmaty::Color;

use crate::support::engines::{IN_VAIN, TestEngine, Unanswered, patience, patience_without};
use crate::support::waiting::AT_LAST;

/// A limit that is the same for all protocols.
const NODES: Control = Control::Nodes(50);

/// A limit of time. On a busy machine nobody keeps it to the letter.
const TIME: Control = Control::MoveTime(100);

/// The hostile engine as a player.
fn factory(engine: &TestEngine, protocol: &str, patience: Patience) -> PlayerFactory {
    let command = engine.command.clone();
    if protocol == "uci" {
        return PlayerFactory::Uci(uci::Setup { patience, ..uci::Setup::new(command) });
    }
    let nodes = Some(xboard::Template::try_from("sn {}".to_owned()).unwrap());
    let quirks = xboard::Quirks { nodes, ..xboard::Quirks::default() };
    PlayerFactory::Xboard(xboard::Setup { patience, quirks, ..xboard::Setup::new(command) })
}

/// Somebody who never does anything wrong.
fn harmless() -> PlayerFactory {
    let reference = Organism::named_or_path("reference").unwrap();
    let (parameters, _) = reference.search_parameters(None);
    PlayerFactory::Organism { weights: reference.weights(), parameters, hash: 1 }
}

/// NoObserver is late by the arena's clock.
fn rules(control: Control) -> Rules {
    Rules { control, margin: AT_LAST, adjudication: Adjudication::default(), tablebases: None, detail: false }
}

/// What a match told.
#[derive(Default)]
struct TaskResult {
    games: Vec<(Fixture, Record)>,
    faults: Vec<(u64, Color)>,
}

fn matches(
    factories: &[PlayerFactory],
    control: Control,
    games: u64,
    threads: usize,
) -> (TaskResult, Option<PlayerError>) {
    match_by(&rules(control), factories, games, threads)
}

fn match_by(
    rules: &Rules,
    factories: &[PlayerFactory],
    games: u64,
    threads: usize,
) -> (TaskResult, Option<PlayerError>) {
    let plan = Plan::new(Event::RoundRobin, factories.len(), games);
    let opening = |_| Opening { game: Game::default(), name: None };
    let matches = Match { factories, plan: &plan, rules, opening: &opening };
    let numbers: Vec<u64> = (0..plan.games()).collect();
    let mut told = TaskResult::default();
    let (steering, interrupt) = (Steering::new(threads), Interrupt::default());
    let finish = matches.play(&numbers, &steering, &interrupt, &NoObserver, &mut |news| {
        match news {
            MatchEvent::Over(fixture, record) => told.games.push((fixture, *record)),
            MatchEvent::Fault(fixture, side, _) => told.faults.push((fixture.game, side)),
        }
        ControlFlow::Continue(())
    });
    told.games.sort_unstable_by_key(|(fixture, _)| fixture.game);
    (told, finish.err())
}

/// The colour of the first player, who is the hostile one.
fn hostile_side(fixture: &Fixture) -> Color {
    Color::from_white(fixture.players[0] == 0)
}

/// Plays four games at a time of which the engine loses each at the move of its last deed, by this verdict and for this
/// reason.
fn loses(protocol: &str, deeds: &str, control: Control, patience: Patience, verdict: Verdict, why: &str) {
    let fatal: usize = deeds.rsplit('@').next().unwrap().parse().unwrap();
    let engine = TestEngine::hostile(protocol, deeds);
    let factories = [factory(&engine, protocol, patience), harmless()];
    let (told, error) = matches(&factories, control, 4, 4);
    assert!(error.is_none() && told.games.len() == 4, "{error:?}");
    for (fixture, record) in &told.games {
        let hostile = hostile_side(fixture);
        assert_eq!(record.winner, Some(hostile.other()));
        assert_eq!(
            record.moves.len(),
            2 * (fatal - 1) + usize::from(hostile.is_black()),
            "{:?}",
            record.ending
        );
        match &record.ending {
            Ending::Forfeit { verdict: told, reason } => {
                assert!(*told == verdict && reason.contains(why), "{told}: {reason}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(engine.starts(), 4, "it is started for each game, as it was of no further use after one");
    engine.is_gone();
}

#[rstest]
#[case::ends("exit@3", Verdict::Crash, "exited unexpectedly, exit status: 7")]
#[case::crashes("crash@3", Verdict::Crash, "exited unexpectedly, signal: 11")]
#[case::ends_with_an_heir("heir@2 exit@3", Verdict::Crash, "exited unexpectedly, exit status: 7")]
#[case::makes_an_illegal_move("illegal-move@3", Verdict::IllegalMove, "is illegal in")]
#[case::has_no_move("no-move@3", Verdict::IllegalMove, " in ")]
#[case::moves_by_garbage("garbage@1 garbage-move@3", Verdict::IllegalMove, "is illegal in")]
#[case::never_ends_a_line("endless-line@3", Verdict::Stall, "a line of more than 65536 bytes")]
// Where it is waited for in vain, no move is before that: it might take longer on a busy machine.
#[case::says_nothing("silent@1", Verdict::Stall, "it does not answer: no “")]
#[case::hears_nothing("deaf@1", Verdict::Stall, "it does not answer: no “")]
#[case::stops_itself("freeze@1", Verdict::Stall, "it does not answer: no “")]
#[case::repeats_itself("babble@1", Verdict::Stall, "it does not answer: no “")]
#[case::closes_its_output("mute@3", Verdict::Stall, "closed its output without exiting")]
fn what_is_wrong_without_a_clock_loses_the_game(
    #[values("uci", "xboard")] protocol: &str,
    #[case] deeds: &str,
    #[case] verdict: Verdict,
    #[case] why: &str,
) {
    let hangs = why.starts_with("it does not answer");
    let patience = if hangs { patience_without(Unanswered::Search) } else { patience() };
    loses(protocol, deeds, NODES, patience, verdict, why);
}

#[rstest]
fn spam_loses_the_game(#[values("uci", "xboard")] protocol: &str) {
    loses(protocol, "spam@3", NODES, patience(), Verdict::Stall, "it wrote more than 67108864 bytes");
}

#[rstest]
#[case::moves_late("late@1", "100", Verdict::TimeForfeit, "100 ms were allowed")]
// On a clock: at the end of a time for the move that is no whole second, xboard has engines told to move.
#[case::waits_to_be_told("idle@1", "0.3+0.1", Verdict::TimeForfeit, " ms were allowed")]
#[case::says_nothing("silent@1", "100", Verdict::Stall, "it does not answer: no “")]
#[case::chatters_when_told_to_stop("babble@1", "0.3+0.1", Verdict::Stall, "it does not answer: no “")]
fn what_is_wrong_on_the_clock_loses_the_game(
    #[values("uci", "xboard")] protocol: &str,
    #[case] deeds: &str,
    #[case] time: &str,
    #[case] verdict: Verdict,
    #[case] why: &str,
) {
    let control = time.parse().map_or_else(|_| Control::Clock(time.parse().unwrap()), Control::MoveTime);
    let patience = match verdict {
        Verdict::Stall => patience_without(Unanswered::Search),
        // It is told to stop, and moves after that.
        _ => Patience { margin: IN_VAIN, ..patience() },
    };
    loses(protocol, deeds, control, patience, verdict, why);
}

#[rstest]
fn a_move_that_comes_late_by_itself_loses_the_game(#[values("uci", "xboard")] protocol: &str) {
    let engine = TestEngine::hostile(protocol, "late@2");
    // It moves before it is told to stop, four seconds late. Others may be late on a busy machine, but not so much.
    let rules = Rules { margin: Duration::from_secs(3), ..rules(TIME) };
    let factories = [factory(&engine, protocol, patience()), harmless()];
    let (told, error) = match_by(&rules, &factories, 2, 2);
    assert!(error.is_none() && told.faults.len() == 2, "{error:?}");
    for (fixture, record) in &told.games {
        assert_eq!(record.winner, Some(hostile_side(fixture).other()));
        let Ending::Forfeit { verdict: Verdict::TimeForfeit, reason } = &record.ending else {
            panic!("{record:?}")
        };
        assert!(reason.starts_with("it exceeded its time by "), "{reason}");
    }
    assert_eq!((told.games.len(), engine.starts()), (2, 2));
    engine.is_gone();
}

#[rstest]
#[case::a_win("claim-win@3")]
#[case::a_draw("claim-draw@3")]
fn a_false_claim_loses_the_game(#[case] deed: &str) {
    let engine = TestEngine::hostile("xboard", deed);
    // After a claim a move is waited for as long as beyond the end of its time.
    let patience = Patience { margin: IN_VAIN, ..patience() };
    let (told, error) = matches(&[factory(&engine, "xboard", patience), harmless()], NODES, 4, 1);
    assert!(error.is_none() && told.games.len() == 4, "{error:?}");
    for (fixture, record) in &told.games {
        assert_eq!(record.winner, Some(hostile_side(fixture).other()));
        match &record.ending {
            Ending::Forfeit { verdict: Verdict::BadClaim, reason } => {
                assert!(reason.starts_with("it claimed “"))
            }
            other => panic!("{other:?}"),
        }
    }
    engine.is_gone();
    // UCI has no such words, and so no move is ever said.
    let (deed, patience) = (deed.replace("@3", "@1"), patience_without(Unanswered::Search));
    loses("uci", &deed, NODES, patience, Verdict::Stall, "it does not answer: no “bestmove”");
}

#[test]
fn giving_up_loses_the_game_and_is_no_fault() {
    let engine = TestEngine::hostile("xboard", "resign@3");
    let patience = Patience { margin: IN_VAIN, ..patience() };
    let (told, error) = matches(&[factory(&engine, "xboard", patience), harmless()], NODES, 4, 1);
    assert!(error.is_none() && told.games.len() == 4 && told.faults.is_empty(), "{error:?}");
    for (fixture, record) in &told.games {
        assert_eq!(record.ending, Ending::Resignation);
        assert_eq!(record.winner, Some(hostile_side(fixture).other()));
    }
    assert_eq!(engine.starts(), 1);
    engine.is_gone();
}

#[rstest]
#[case::nothing("")]
#[case::garbage_between_its_lines("garbage@start")]
#[case::complaints_without_end("flood@start")]
#[case::an_heir("heir@start")]
#[case::a_second_move("second-move@1 second-move@3 second-move@4")]
#[case::a_crash_when_it_leaves("crash@quit")]
#[case::a_refusal_to_leave("silent@quit")]
#[case::spam_when_it_leaves("spam@quit")]
fn what_does_no_harm_costs_nothing(#[values("uci", "xboard")] protocol: &str, #[case] deeds: &str) {
    let honest = TestEngine::hostile(protocol, "");
    let games = |engine: &TestEngine| {
        let (told, error) = matches(&[factory(engine, protocol, patience()), harmless()], NODES, 2, 1);
        assert!(error.is_none() && told.faults.is_empty(), "{error:?}");
        assert_eq!(engine.starts(), 1);
        engine.is_gone();
        let moves = |record: &Record| record.moves.iter().map(|made| made.uci.clone()).collect::<Vec<_>>();
        told.games.iter().map(|(_, record)| (moves(record), record.ending.clone())).collect::<Vec<_>>()
    };
    let played = games(&TestEngine::hostile(protocol, deeds));
    assert_eq!(played, games(&honest));
    assert!(played.iter().all(|(_, ending)| !matches!(ending, Ending::Forfeit { .. })), "{played:?}");
}

#[rstest]
fn an_engine_that_errs_in_some_positions_only_plays_the_others(#[values("uci", "xboard")] protocol: &str) {
    let engine = TestEngine::hostile(protocol, "exit@black");
    let (told, error) = matches(&[factory(&engine, protocol, patience()), harmless()], NODES, 6, 1);
    assert!(error.is_none() && told.games.len() == 6, "{error:?}");
    assert_eq!(told.faults, [(1, Color::Black), (3, Color::Black), (5, Color::Black)]);
    for (fixture, record) in &told.games {
        let is_forfeit = matches!(&record.ending, Ending::Forfeit { verdict: Verdict::Crash, .. });
        assert_eq!(is_forfeit, hostile_side(fixture).is_black(), "{:?}", record.ending);
        assert!(!is_forfeit || record.winner == Some(Color::White));
    }
    assert_eq!(engine.starts(), 3, "it is started again after each fault but the last");
    engine.is_gone();
}

#[test]
fn nobody_else_pays_for_a_hostile_engine() {
    let (hostile, honest) = (TestEngine::hostile("uci", "crash@2"), TestEngine::hostile("xboard", ""));
    let factories =
        [factory(&hostile, "uci", patience()), factory(&honest, "xboard", patience()), harmless()];
    let (told, error) = matches(&factories, NODES, 4, 3);
    assert!(error.is_none() && told.games.len() == 12, "{error:?}");
    for (fixture, record) in &told.games {
        let is_forfeit = matches!(record.ending, Ending::Forfeit { .. });
        assert_eq!(is_forfeit, fixture.players.contains(&0), "{fixture:?}: {:?}", record.ending);
        assert!(!is_forfeit || record.winner == Some(hostile_side(fixture).other()));
    }
    assert_eq!(hostile.starts(), 8);
    hostile.is_gone();
    honest.is_gone();
}

#[rstest]
#[case::ends("exit@start", "exit status: 7", &["uci", "xboard"])]
#[case::crashes("crash@start", "signal: 11", &["uci", "xboard"])]
#[case::closes_its_output("mute@start", "closed its output", &["uci", "xboard"])]
#[case::never_ends_a_line("endless-line@start", "a line of more than", &["uci", "xboard"])]
#[case::hangs_when_ready("silent@ready", "it does not answer: no “", &["uci", "xboard"])]
// The first version of the protocol of xboard has no handshake: who says nothing may speak that.
#[case::says_nothing("silent@start", "it does not support UCI", &["uci"])]
#[case::hears_nothing("deaf@start", "it does not support UCI", &["uci"])]
#[case::stops_itself("freeze@start", "it does not support UCI", &["uci"])]
#[case::speaks_another_protocol("wrong-protocol@start", "it does not support UCI", &["uci"])]
#[case::chatters("babble@start", "it does not support UCI", &["uci"])]
fn who_cannot_start_ends_the_match_and_is_named(
    #[case] deeds: &str,
    #[case] why: &str,
    #[case] protocols: &[&str],
) {
    let patience = match why {
        "it does not answer: no “" => patience_without(Unanswered::Ready),
        "it does not support UCI" => patience_without(Unanswered::Start),
        _ => patience(),
    };
    for protocol in protocols {
        let engine = TestEngine::hostile(protocol, deeds);
        let (told, error) = matches(&[factory(&engine, protocol, patience), harmless()], NODES, 2, 1);
        assert!(told.games.is_empty());
        let text = error.unwrap().to_string();
        assert!(text.contains(&engine.command.join(" ")) && text.contains(why), "{text}");
        engine.is_gone();
    }
}

#[rstest]
#[case::says_nothing("silent@start")]
#[case::speaks_another_protocol("wrong-protocol@start")]
fn who_never_says_a_word_of_xboard_ends_the_match_with_an_explanation(#[case] deeds: &str) {
    let engine = TestEngine::hostile("xboard", deeds);
    let patience = patience_without(Unanswered::Start);
    let (told, error) = matches(&[factory(&engine, "xboard", patience), harmless()], NODES, 6, 2);
    assert!(told.games.is_empty(), "every game would end so");
    let text = error.unwrap().to_string();
    assert!(text.contains("it does not support the xboard protocol"), "{text}");
    engine.is_gone();
}

#[rstest]
fn who_cannot_start_again_ends_the_match_after_the_games_before(#[values("uci", "xboard")] protocol: &str) {
    let engine = TestEngine::hostile(protocol, "crash@3 exit@start2");
    let (told, error) = matches(&[factory(&engine, protocol, patience()), harmless()], NODES, 6, 1);
    assert_eq!((told.games.len(), told.faults.len()), (1, 1));
    let text = error.unwrap().to_string();
    assert!(text.contains("hostile-engine") && text.contains("exit status: 7"), "{text}");
    engine.is_gone();
}

/// Notes how long the last answer of a player took.
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
    ) -> Result<Outcome, PlayerError> {
        let begun = Instant::now();
        let found = self.player.search(game, limits, signal, listen);
        self.last = begun.elapsed();
        found
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.player.charge(fault)
    }
}

/// What a deed came to: the verdict, how long the engine was waited for until then, and how long it took afterwards
/// until nothing was left of it.
fn latency(protocol: &str, deeds: &str, control: Control) -> (String, Duration, Duration) {
    let engine = TestEngine::hostile(protocol, deeds);
    let patience = Patience {
        start: Duration::from_millis(500),
        ready: Duration::from_millis(500),
        silence: Duration::from_millis(500),
        margin: Duration::from_millis(100),
        // What is late moves at last.
        stop: if deeds.starts_with("late") { AT_LAST } else { Duration::from_millis(500) },
    };
    let begun = Instant::now();
    let Ok(player) = factory(&engine, protocol, patience).player(&Signal::default()) else {
        // It is gone by the time that this is told.
        return ("no start".to_owned(), begun.elapsed(), Duration::ZERO);
    };
    let (mut hostile, mut harmless) =
        (Timed { player, last: Duration::ZERO }, harmless().player(&Signal::default()).unwrap());
    let mut verdict = "–".to_owned();
    if !deeds.ends_with("quit") {
        let players: [&mut dyn Player; 2] = [&mut hostile, harmless.as_mut()];
        let played = play(players, &Game::default(), &rules(control), &Signal::default(), &mut |_| {});
        let played = played.unwrap();
        if let Ending::Forfeit { verdict: told, .. } = played.record.ending {
            // What would end every game ends the match.
            let lasts = played.fault.is_some_and(|(_, error)| error.fault.is_lasting());
            verdict = if lasts { "no start".to_owned() } else { told.to_string() };
        }
    }
    let (waited, left) = (hostile.last, Instant::now());
    drop(hostile);
    (verdict, waited, left.elapsed())
}

/// The table of the documentation: `cargo test --release --test verdicts latencies -- --ignored --nocapture`.
#[test]
#[ignore = "prints what it measures, and asserts nothing of it"]
#[allow(clippy::print_stdout, reason = "the table is the result")]
fn latencies() {
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
        "| deed | limit of a move | known by | UCI: verdict | after, ms | gone, ms | xboard: verdict | after, ms | gone, ms |"
    );
    println!("| --- | --- | --- | --- | ---: | ---: | --- | ---: | ---: |");
    for (deeds, control, due) in cases {
        let limit = control.to_string().replace(" per move", "");
        let mut row = format!("| `{deeds}` | {limit} | {due}");
        for protocol in ["uci", "xboard"] {
            let all: Vec<_> = (0..ROUNDS).map(|_| latency(protocol, deeds, control)).collect();
            let median = |of: &dyn Fn(&(String, Duration, Duration)) -> Duration| {
                let mut sorted: Vec<Duration> = all.iter().map(of).collect();
                sorted.sort_unstable();
                sorted[ROUNDS / 2].as_secs_f64() * 1e3
            };
            row += &format!(" | {} | {:.1} | {:.1}", all[0].0, median(&|one| one.1), median(&|one| one.2));
        }
        println!("{row} |");
    }
}
