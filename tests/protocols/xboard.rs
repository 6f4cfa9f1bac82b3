//! Tests of the xboard protocol with unusual and hostile engines.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use eyas::arena::Setup;
use eyas::arena::xboard::{Client, Quirks, Template};
use eyas::arena::{Claim, Fault, Folder, Patience, Player, PlayerError};
use eyas::engine::search::{Bound, Game, Limits, Remaining, Report, SearchResult, Signal, Time, Value};
use rstest::rstest;
use shakmaty::{CastlingMode, fen::Fen, uci::UciMove};
use tempfile::TempDir;

use crate::support::engines::{SHORT_WAIT, TestEngine, Unanswered, patience, patience_without};

/// The start of every script. `hear` reads lines up to one that starts with a word, answers pings meanwhile, and
/// appends every line to the file `received`.
const PREAMBLE: &str = r#"
hear() { while read -r l; do printf '%s\n' "$l" >> "$log"; case $l in $1*) return;; ping*) say "pong ${l#ping }";; quit) exit 0;; esac; done; exit 0; }
shake() { hear protover; say "feature $* done=1"; }
log=$1/received
echo started >> "$log"
"#;

/// The features of a usual engine.
pub(super) const USUAL: &str = "ping=1 setboard=1 usermove=1 myname=\"Usual\"";

/// An engine that runs a shell script.
pub(super) struct Scripted {
    folder: TempDir,
    setup: Setup,
}

impl Scripted {
    pub(super) fn new(script: &str) -> Scripted {
        let TestEngine { folder, command } = TestEngine::scripted(&format!("{PREAMBLE}{script}"));
        let setup = Setup { patience: patience(), ..Setup::new(command) };
        Scripted { folder, setup }
    }

    /// An engine that sends the usual features and then runs a script.
    pub(super) fn usual(script: &str) -> Scripted {
        Scripted::new(&format!("shake '{USUAL}'; {script}"))
    }

    /// Replaces the patience.
    pub(super) fn with_patience(mut self, patience: Patience) -> Scripted {
        self.setup.patience = patience;
        self
    }

    pub(super) fn client(&self) -> Client {
        Client::start(&self.setup, &Signal::default()).unwrap()
    }

    pub(super) fn search(&self, limits: &Limits) -> Result<SearchResult, PlayerError> {
        search(&mut Client::start(&self.setup, &Signal::default())?, &Game::default(), limits)
    }

    /// The lines that the engine has received, without those that every engine receives.
    fn received(&self) -> Vec<String> {
        let text = fs::read_to_string(self.folder.path().join("received")).unwrap();
        let is_common = |line: &str| {
            let common = ["xboard", "protover 2", "easy", "post", "quit"];
            common.contains(&line) || ["accepted ", "ping "].iter().any(|word| line.starts_with(word))
        };
        text.lines().filter(|line| !is_common(line)).map(str::to_owned).collect()
    }
}

pub(super) fn search(
    player: &mut dyn Player,
    game: &Game,
    limits: &Limits,
) -> Result<SearchResult, PlayerError> {
    player.search(game, limits, &Signal::default(), &mut |_| ControlFlow::Continue(()))
}

pub(super) fn game(moves: &str) -> Game {
    let mut game = Game::default();
    for text in moves.split_whitespace() {
        let m = text.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
        game.play(m);
    }
    game
}

pub(super) fn best(outcome: &SearchResult) -> String {
    UciMove::from_standard(outcome.best.unwrap()).to_string()
}

pub(super) fn timed(milliseconds: u64) -> Limits {
    Limits { time: Time::Move(Duration::from_millis(milliseconds)), ..Limits::default() }
}

pub(super) fn with_clocks(left: u64, other: u64) -> Limits {
    let increment = Duration::from_secs(1);
    let opponent = Some(Remaining { left: Duration::from_millis(other), increment });
    let left = Duration::from_millis(left);
    Limits { time: Time::Clock { left, increment, opponent, moves_to_go: None }, ..Limits::default() }
}

fn fault(script: &str, limits: &Limits) -> Fault {
    Scripted::usual(script).search(limits).unwrap_err().fault
}

#[test]
fn a_game_is_sent_move_by_move_and_limits_once() {
    let engine = Scripted::usual(
        "hear go; say move e7e5; hear usermove; say move b8c6; hear go; say move g8f6; hear quit",
    );
    let mut client = engine.client();
    assert_eq!(client.name(), Some("Usual"));
    client.forget(&Signal::default()).unwrap();
    let mut play = |moves: &str, limits: &Limits| best(&search(&mut client, &game(moves), limits).unwrap());
    assert_eq!(play("e2e4", &with_clocks(60_000, 50_000)), "e7e5");
    assert_eq!(play("e2e4 e7e5 g1f3", &with_clocks(59_000, 49_000)), "b8c6");
    // The game does not continue with the engine's move, so the position is sent again.
    assert_eq!(play("e2e4 e7e6 d2d4", &with_clocks(58_000, 48_000)), "g8f6");
    drop(client);
    let start = "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let expected = [
        "started",
        "new",
        "force",
        "level 0 1 1",
        "time 6000",
        "otim 5000",
        "usermove e2e4",
        "go", // the engine starts to play
        "time 5900",
        "otim 4900",
        "usermove g1f3", // the engine answers without `go`
        "force",
        start,
        "usermove e2e4",
        "usermove e7e6",
        "time 5800",
        "otim 4800",
        "usermove d2d4",
        "go",
    ];
    assert_eq!(engine.received(), expected);
}

#[test]
fn an_engine_can_extend_its_handshake() {
    let slow = "hear protover; say 'feature done=0'; sleep 2.2; say 'feature san=1 ping=1 egt=x done=1'; \
                hear go; say 'move Nf3'; hear quit";
    let engine = Scripted::new(slow);
    let outcome = search(&mut engine.client(), &game("e2e4 e7e5"), &Limits::depth(3)).unwrap();
    assert_eq!(best(&outcome), "g1f3");
    let received = engine.received();
    assert!(received.contains(&"rejected egt".to_owned()), "{received:?}");
    let position = received.iter().position(|line| line == "st 10000").unwrap();
    assert_eq!(
        received[position - 1..],
        ["e4", "st 10000", "sd 3", "time 1000000", "otim 1000000", "e5", "go"]
    );

    let never = Scripted::new("hear protover; say 'feature done=0'; hang");
    let never = never.with_patience(Patience { start: Duration::from_secs(5), ..patience() });
    match Client::start(&never.setup, &Signal::default()).err().unwrap().fault {
        Fault::WrongProtocol { awaited, .. } => assert_eq!(awaited, "feature done=1"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_engine_of_protocol_version_1_plays_without_a_handshake() {
    let engine = Scripted::new(
        "say 'A banner 1.0'; hear go; say '1. ... e7e5'; hear g1f3; say 'My move is: Nc6'; \
         hear new; hear go; say 'move c2c4'; hear quit",
    );
    let mut client = engine.client();
    assert_eq!(client.name(), None);
    let mut play = |moves: &str| best(&search(&mut client, &game(moves), &timed(200)).unwrap());
    assert_eq!((play("e2e4"), play("e2e4 e7e5 g1f3")), ("e7e5".to_owned(), "b8c6".to_owned()));
    // The engine cannot receive a position, but it can receive a game from the initial position.
    assert_eq!(play("d2d4 d7d5"), "c2c4");
    let fen: Fen = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1".parse().unwrap();
    let start = Game::new(fen.into_position(CastlingMode::Standard).unwrap());
    let error = search(&mut client, &start, &timed(200)).unwrap_err();
    assert_eq!(error.fault, Fault::NoSetup);
}

#[test]
fn an_engine_that_plays_only_one_game_is_restarted_for_each() {
    let engine = Scripted::usual("say 'feature reuse=0'; hear go; say move e2e4; hear new; exit 3");
    let mut client = engine.client();
    for _ in 0..3 {
        client.forget(&Signal::default()).unwrap();
        assert_eq!(best(&search(&mut client, &Game::default(), &timed(200)).unwrap()), "e2e4");
    }
    drop(client);
    assert_eq!(engine.received().iter().filter(|line| *line == "started").count(), 3);
}

#[test]
fn search_information_is_reported_as_it_arrives() {
    let script = "hear go; say '1 20 0 5 1. ... e5'; say '2 -100004 1 50 1. ... e5 2. Nf3 Nonsense'; \
                  say '3 10 1 60 e5?'; say '4 5 1 70 Qh4'; say '# 5 1 1 1 e5'; say 'move e5'; hear quit";
    let (engine, mut reports) = (Scripted::usual(script), Vec::<Report>::new());
    let mut client = engine.client();
    let listen = &mut |report: &Report| {
        reports.push(report.clone());
        ControlFlow::Continue(())
    };
    let outcome = client.search(&game("e2e4"), &Limits::default(), &Signal::default(), listen).unwrap();
    assert_eq!((outcome.nodes, outcome.report.as_ref()), (70, reports.last()));
    let values: Vec<_> = reports.iter().map(|report| (report.line.value, report.line.moves.len())).collect();
    assert_eq!(values, [(Value::Centipawns(20), 1), (Value::Mate(-4), 2), (Value::Centipawns(10), 1)]);
    assert_eq!((reports[2].line.bound, reports[2].complete), (Bound::Upper, false));

    let mut engine = Scripted::usual(script);
    engine.setup.quirks.white_scores = true;
    let outcome = search(&mut engine.client(), &game("e2e4"), &Limits::default()).unwrap();
    assert_eq!(
        outcome.report.unwrap().line.bound,
        Bound::Lower,
        "an upper bound for Black is a lower bound for White"
    );
}

#[test]
fn an_engine_that_ignores_its_limit_is_asked_to_move() {
    let script = "hear go; say '1 20 0 5 e4'; say '2 20 0 50 e4'; say '3 20 0 500 e4'; hear '[?]'; say move e2e4; hear quit";
    let outcome = Scripted::usual(script).search(&Limits::depth(2)).unwrap();
    assert_eq!((best(&outcome).as_str(), outcome.nodes), ("e2e4", 500));
    // The protocol knows whole seconds only: after a shorter time the engine is asked to move, and is not late.
    let script = "hear go; hear '[?]'; say move e2e4; hear quit";
    let engine = Scripted::usual(script);
    assert_eq!(best(&engine.search(&timed(200)).unwrap()), "e2e4");
    assert!(engine.received().contains(&"st 1".to_owned()));
    // Some engines react to SIGINT only. The script waits in the shell itself: if the signal ended a program that the
    // shell runs, the shell could miss it.
    let mut engine = Scripted::usual("trap 'say move e2e4' INT; hear go; hear quit");
    engine.setup.quirks.interrupts = true;
    // A process that ignores the signal, as background processes of a script do, passes this on to the engine.
    signal_hook::flag::register(signal_hook::consts::SIGINT, Arc::default()).unwrap();
    assert_eq!(best(&engine.search(&timed(200)).unwrap()), "e2e4");
    assert!(!engine.received().contains(&"?".to_owned()));
    // A signal of Eyas also ends the search.
    let signal = Signal::default();
    signal.stop();
    let mut client = Scripted::usual(script).client();
    let outcome =
        client.search(&Game::default(), &Limits::default(), &signal, &mut |_| ControlFlow::Continue(()));
    assert_eq!(best(&outcome.unwrap()), "e2e4");
}

#[test]
fn a_restart_removes_a_depth_limit_and_clocks_may_be_swapped() {
    let script = "hear go; say move e2e4; hear quit";
    let mut engine = Scripted::usual(script);
    engine.setup.quirks = Quirks { clocks_cross: true, ..Quirks::default() };
    let mut client = engine.client();
    search(&mut client, &Game::default(), &Limits::depth(2)).unwrap();
    search(&mut client, &Game::default(), &with_clocks(2_000, 9_000)).unwrap();
    drop(client);
    let received = engine.received();
    assert_eq!(
        received[received.len() - 7..],
        ["started", "new", "force", "level 0 0:02 1", "time 900", "otim 200", "go"]
    );
}

#[test]
fn options_are_sent_in_the_form_that_the_engine_supports() {
    let mut engine = Scripted::new(
        "shake 'ping=1 memory=1 smp=1 option=\"Style -combo a /// b\"'; hear go; say move e2e4; hear quit",
    );
    let options = [("style", "b"), ("book", "off")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    engine.setup = Setup { options: options.to_vec(), hash: Some(100), ..engine.setup.clone() };
    engine.search(&timed(200)).unwrap();
    let received = engine.received();
    assert_eq!(received[1..5], ["memory 100", "cores 1", "option Style=b", "book off"]);
    engine.setup.quirks.hash = Some(Template::try_from("hash {}M".to_owned()).unwrap());
    engine.search(&timed(200)).unwrap();
    assert!(engine.received().contains(&"hash 100M".to_owned()));
    for (name, value) in [("book", "off\nquit"), ("style", "c")] {
        engine.setup.options = vec![(name.to_owned(), value.to_owned())];
        let fault = Client::start(&engine.setup, &Signal::default()).err().unwrap().fault;
        assert!(matches!(fault, Fault::OptionValue { .. }), "{fault:?}");
    }
}

#[test]
fn an_engines_own_folder_is_deleted_with_the_engine() {
    let mut engine = Scripted::usual("pwd > \"$1/pwd\"; : > log.001; hear quit");
    engine.setup.folder = Folder::Own;
    let client = engine.client();
    let place = fs::read_to_string(engine.folder.path().join("pwd")).unwrap();
    let place = Path::new(place.trim_end());
    assert!(place.is_dir() && place != std::env::current_dir().unwrap());
    drop(client);
    assert!(!place.exists());

    engine.setup.folder = Folder::At(engine.folder.path().to_owned());
    drop(engine.client());
    assert!(engine.folder.path().join("log.001").is_file());
    engine.setup.folder = Folder::At(engine.folder.path().join("missing"));
    let error = Client::start(&engine.setup, &Signal::default()).err().unwrap().to_string();
    assert!(error.contains("does not exist") && error.contains("missing"), "{error}");
}

#[rstest]
#[case::silent("hang", "pong")]
#[case::silent_in_search("hear go; hang", "move")]
#[case::chatters_in_search("hear go; while say 'thinking hard'; do sleep 0.01; done", "move")]
fn an_engine_that_hangs_is_reported(#[case] script: &str, #[case] expected: &str) {
    let answer = if expected == "pong" { Unanswered::Ready } else { Unanswered::Search };
    for limits in [Limits::depth(3), timed(200)] {
        let engine = Scripted::usual(script).with_patience(patience_without(answer));
        match engine.search(&limits).unwrap_err().fault {
            Fault::Hung { awaited, .. } => assert_eq!(awaited, expected),
            other => panic!("{other:?}"),
        }
    }
}

#[test]
fn an_engine_that_never_follows_the_protocol_is_reported() {
    let engine = Scripted::new("while read -r l; do say \"Unknown command: $l\"; done");
    let engine = engine.with_patience(patience_without(Unanswered::Search));
    match engine.search(&timed(200)).unwrap_err().fault {
        Fault::WrongProtocol { protocol, awaited, .. } => {
            assert_eq!((protocol, awaited), ("the xboard protocol", "move"));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_timed_move_that_comes_only_on_request_is_late() {
    // The engine reads the request to move only when it is late.
    let script = "hear go; sleep 4; hear '[?]'; say move e2e4; hear quit";
    for limits in [timed(200), with_clocks(200, 200)] {
        let engine = Scripted::usual(script).with_patience(Patience { margin: SHORT_WAIT, ..patience() });
        match engine.search(&limits).unwrap_err().fault {
            Fault::Late { after, allowed } => {
                assert_eq!(allowed, Duration::from_millis(200));
                assert!(after >= allowed + SHORT_WAIT, "{after:?}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[rstest]
#[case("move e2e5", "e2e5")]
#[case("move Nf6", "Nf6")]
#[case("My move is: \\033[31m", "\\033[31m")]
fn an_illegal_move_is_reported_with_its_position(#[case] line: &str, #[case] expected: &str) {
    match fault(&format!("hear go; say '{line}'; hang"), &timed(200)) {
        Fault::IllegalMove { text, fen } => {
            assert_eq!(text, expected);
            assert!(fen.starts_with("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
        }
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::of_a_move("hear usermove; say 'Illegal move: e2e4'", Some("Illegal move: e2e4"))]
#[case::with_a_reason(
    "hear usermove; say 'Error (no such move): usermove e2e4'",
    Some("Error (no such move): usermove e2e4")
)]
#[case::of_a_move_that_was_not_sent("hear go; say 'Illegal move: e7e5'; say move e7e5", None)]
#[case::of_a_command(
    "hear sd; say 'Illegal move: sd 1'; hear go; say 'Error (unknown command): otim 500'; say move e7e5",
    None
)]
fn a_refusal_counts_only_for_the_move_that_was_sent(#[case] script: &str, #[case] expected: Option<&str>) {
    let engine = Scripted::usual(&format!("{script}; hear quit"));
    let result = search(&mut engine.client(), &game("e2e4"), &Limits::depth(1));
    match (result, expected) {
        (Ok(outcome), None) => assert_eq!(best(&outcome), "e7e5"),
        (Err(PlayerError { fault: Fault::Refused { text }, .. }), Some(expected)) => {
            assert_eq!(text, expected)
        }
        (result, _) => panic!("{result:?}"),
    }
}

#[test]
fn a_refused_position_is_reported() {
    let engine = Scripted::usual("hear setboard; say 'tellusererror Illegal position'; hear quit");
    let fen: Fen = "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1".parse().unwrap();
    let start = Game::new(fen.into_position(CastlingMode::Standard).unwrap());
    let error = search(&mut engine.client(), &start, &timed(200)).unwrap_err();
    assert!(matches!(error.fault, Fault::Refused { .. }), "{error}");
}

#[rstest]
#[case("resign", Claim::Resigns)]
#[case("tellics resign", Claim::Resigns)]
#[case("0-1 {White resigns}", Claim::Resigns)]
#[case("result 1/2-1/2 {Draw by repetition}", Claim::Draw)]
#[case("resign; exit 0", Claim::Resigns)]
fn an_engine_may_resign_or_claim_a_draw(#[case] words: &str, #[case] expected: Claim) {
    let (words, then) = words.split_once("; ").unwrap_or((words, "hear new"));
    let script =
        format!("hear go; say 'offer draw'; say '{words}'; {then}; hear go; say move e2e4; hear quit");
    // After a claim Eyas waits for a move during the margin.
    let engine = Scripted::usual(&script).with_patience(Patience { margin: SHORT_WAIT, ..patience() });
    let mut client = engine.client();
    let outcome = search(&mut client, &Game::default(), &Limits::depth(3)).unwrap();
    assert_eq!((outcome.best, client.claim(), client.claim()), (None, Some(expected), None));
    if then == "hear new" {
        client.forget(&Signal::default()).unwrap();
        assert_eq!(best(&search(&mut client, &Game::default(), &Limits::depth(3)).unwrap()), "e2e4");
        assert_eq!(client.claim(), None);
    }
}

#[test]
fn a_move_after_a_claim_counts_and_a_false_claim_is_a_fault() {
    let script = "hear go; say '1/2-1/2 {Drawn}'; say 'move e2e4'; hear quit";
    assert_eq!(best(&Scripted::usual(script).search(&timed(200)).unwrap()), "e2e4");
    let engine = Scripted::usual("hear go; say '1-0 {White mates}'; hear quit");
    let engine = engine.with_patience(Patience { margin: SHORT_WAIT, ..patience() });
    match engine.search(&Limits::depth(3)).unwrap_err().fault {
        Fault::BadClaim { text, fen } => {
            assert_eq!(text, "1-0 {White mates}");
            assert!(fen.starts_with("rnbqkbnr/"));
        }
        other => panic!("{other:?}"),
    }
}

#[rstest]
#[case::in_the_handshake(Scripted::new("hear protover; exit 4"), 4)]
#[case::in_search(Scripted::usual("hear go; say '1 20 0 5 e4'; exit 5"), 5)]
fn an_engine_that_exits_is_reported_with_its_status(#[case] engine: Scripted, #[case] code: i32) {
    match engine.search(&timed(200)).unwrap_err().fault {
        Fault::Exited(status) => assert_eq!(status.code(), Some(code)),
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_second_move_is_not_used_for_the_next_position() {
    let engine =
        Scripted::usual("hear go; say move e7e5; say move d7d5; hear usermove; say move b8c6; hear quit");
    let mut client = engine.client();
    let mut play = |moves: &str| best(&search(&mut client, &game(moves), &timed(200)).unwrap());
    assert_eq!((play("e2e4"), play("e2e4 e7e5 g1f3")), ("e7e5".to_owned(), "b8c6".to_owned()));
}
