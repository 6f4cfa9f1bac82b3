use std::collections::VecDeque;
use std::thread;

use proptest::prelude::*;
use rstest::rstest;
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::{CastlingMode, Chess};

use super::*;
use crate::arena::{Fault, Timing};
use crate::engine::search::{Bound, Limits, Line, SearchResult, Value};
use crate::engine::tablebases::Wdl;
use crate::positions::Variant;

/// A player that makes given moves and reports a given score. It gives no move when they are used up.
#[derive(Default)]
struct Scripted {
    moves: VecDeque<String>,
    score: Option<Value>,
    delay: Duration,
    fault: Option<Fault>,
    claim: Option<Claim>,
    /// The recorded times of its moves. Without them, the game measures the time.
    used: VecDeque<Duration>,
    timing: Option<Timing>,
}

impl Scripted {
    fn moves(moves: &str) -> Scripted {
        Scripted { moves: moves.split_whitespace().map(str::to_owned).collect(), ..Scripted::default() }
    }

    fn thinking(self, score: Value) -> Scripted {
        Scripted { score: Some(score), ..self }
    }
}

impl Player for Scripted {
    fn forget(&mut self, _: &Signal) -> Result<(), PlayerError> {
        Ok(())
    }

    fn search(
        &mut self,
        game: &Game,
        _: &Limits,
        _: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        thread::sleep(self.delay);
        self.timing = self.used.pop_front().map(|used| Timing { used, ready: None });
        if let Some(fault) = self.fault.take() {
            return Err(self.charge(fault));
        }
        let Some(text) = self.moves.pop_front() else { return Ok(SearchResult::default()) };
        let best = text.parse::<UciMove>().unwrap().to_move(game.position()).unwrap();
        let report = self.score.map(|value| Report {
            depth: 7,
            selective_depth: 9,
            complete: true,
            index: 1,
            line: Line { value, bound: Bound::Exact, moves: vec![best] },
            nodes: 123,
            tablebase_hits: 0,
            hash_full: 0,
            elapsed: Duration::ZERO,
        });
        if let Some(report) = &report {
            let _ = listen(report);
        }
        Ok(SearchResult { best: Some(best), report, nodes: 123, ..SearchResult::default() })
    }

    fn claim(&mut self) -> Option<Claim> {
        self.claim
    }

    fn timing(&self) -> Option<Timing> {
        self.timing
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        PlayerError { engine: "scripted".to_owned(), fault, last: Vec::new() }
    }
}

fn position(fen: &str) -> Chess {
    fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap()
}

fn rules(control: Control) -> Rules {
    Rules {
        control,
        own: [None; 2],
        margin: Duration::from_millis(5),
        adjudication: Adjudication::default(),
        tablebases: None,
        detail: false,
    }
}

fn played(white: Scripted, black: Scripted, opening: &Game, rules: &Rules) -> Played {
    let (mut white, mut black) = (white, black);
    play([&mut white, &mut black], opening, rules, &Signal::default(), &mut |_| {}).unwrap()
}

/// Plays a game from this position in which both sides make these moves.
fn game(fen: &str, white: &str, black: &str) -> Record {
    let opening = Game::new(position(fen));
    let played = played(Scripted::moves(white), Scripted::moves(black), &opening, &rules(Control::Nodes(1)));
    assert_eq!(played.fault.is_some(), matches!(played.record.ending, Ending::Forfeit { .. }));
    played.record
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[rstest]
#[case::fools_mate(START, "f2f3 g2g4", "e7e5 d8h4", Ending::Checkmate, Some(Color::Black))]
#[case::stalemate("7k/8/5KQ1/8/8/8/8/8 w - - 0 1", "g6f7", "", Ending::Stalemate, None)]
#[case::repetition(START, "g1f3 f3g1 g1f3 f3g1", "g8f6 f6g8 g8f6 f6g8", Ending::Repetition, None)]
#[case::bare_kings("8/8/4k3/8/8/3pK3/8/8 w - - 0 1", "e3d3", "", Ending::InsufficientMaterial, None)]
#[case::fifty_moves("4k3/8/8/8/8/8/8/R3K3 w - - 99 80", "a1a2", "", Ending::FiftyMoves, None)]
#[case::mate_by_the_last_move(
    "k7/8/1K6/8/8/8/8/7R w - - 99 80",
    "h1h8",
    "",
    Ending::Checkmate,
    Some(Color::White)
)]
fn the_rules_end_games(
    #[case] fen: &str,
    #[case] white: &str,
    #[case] black: &str,
    #[case] ending: Ending,
    #[case] winner: Option<Color>,
) {
    let record = game(fen, white, black);
    assert_eq!((record.ending, record.winner), (ending, winner));
    assert_eq!(record.moves.len(), white.split_whitespace().count() + black.split_whitespace().count());
}

#[test]
fn opening_positions_count_for_repetitions() {
    let mut opening = Game::default();
    for text in ["g1f3", "g8f6", "f3g1", "f6g8"] {
        let m = text.parse::<UciMove>().unwrap().to_move(opening.position()).unwrap();
        opening.play(m);
    }
    let (white, black) = (Scripted::moves("g1f3 f3g1"), Scripted::moves("g8f6 f6g8"));
    let record = played(white, black, &opening, &rules(Control::Nodes(1))).record;
    assert_eq!((record.ending, record.moves.len()), (Ending::Repetition, 4));
}

#[test]
fn a_game_over_at_once_has_no_move() {
    let record = game("k7/8/8/8/8/8/8/K7 w - - 0 1", "", "");
    assert_eq!((record.ending, record.moves.len()), (Ending::InsufficientMaterial, 0));
}

#[test]
fn a_player_without_a_move_loses() {
    let record = game(START, "e2e4", "");
    assert_eq!(record.winner, Some(Color::White));
    assert!(matches!(record.ending, Ending::Forfeit { verdict: FaultKind::IllegalMove, .. }), "{record:?}");
}

#[rstest]
#[case(Claim::Resigns, None)]
#[case(Claim::Draw, Some(FaultKind::BadClaim))]
fn a_player_that_resigns_or_claims_a_wrong_draw_loses(
    #[case] claim: Claim,
    #[case] fault: Option<FaultKind>,
) {
    let black = Scripted { claim: Some(claim), ..Scripted::default() };
    let record = played(Scripted::moves("e2e4"), black, &Game::default(), &rules(Control::Nodes(1))).record;
    assert_eq!(record.winner, Some(Color::White));
    let found = match record.ending {
        Ending::Forfeit { verdict, .. } => Some(verdict),
        ending => {
            assert_eq!(ending, Ending::Resignation);
            None
        }
    };
    assert_eq!(found, fault);
}

#[rstest]
#[case(Fault::Mute, FaultKind::Stall)]
#[case(Fault::Deaf, FaultKind::Stall)]
#[case(Fault::IllegalMove { text: "e2e5".to_owned(), fen: START.to_owned() }, FaultKind::IllegalMove)]
#[case(Fault::Late { after: Duration::from_secs(3), allowed: Duration::from_secs(1) }, FaultKind::TimeForfeit)]
fn a_player_with_a_fault_loses_and_is_reported(#[case] fault: Fault, #[case] expected: FaultKind) {
    let black = Scripted { fault: Some(fault.clone()), ..Scripted::default() };
    let played = played(Scripted::moves("e2e4"), black, &Game::default(), &rules(Control::Nodes(1)));
    assert_eq!(played.record.winner, Some(Color::White));
    let (side, error) = played.fault.unwrap();
    assert_eq!((side, &error.fault), (Color::Black, &fault));
    assert_eq!(played.record.ending, Ending::Forfeit { verdict: expected, reason: fault.to_string() });
}

#[test]
fn exceeding_the_time_loses() {
    // White has two seconds too and needs far less, even on a busy machine.
    let slow = Scripted { delay: Duration::from_millis(2_100), ..Scripted::moves("e7e5") };
    let rules = rules(Control::Clock("2".parse().unwrap()));
    let played = played(Scripted::moves("e2e4"), slow, &Game::default(), &rules);
    assert_eq!((played.record.winner, played.record.moves.len()), (Some(Color::White), 1));
    assert!(matches!(played.record.ending, Ending::Forfeit { verdict: FaultKind::TimeForfeit, .. }));
    let Some((Color::Black, PlayerError { fault: Fault::Late { after, allowed }, .. })) = played.fault else {
        panic!("{:?}", played.fault)
    };
    assert!(allowed == Duration::from_secs(2) && after >= Duration::from_millis(2_100));
}

const ADVANCES: [&str; 2] = [
    "a2a3 b2b3 c2c3 d2d3 e2e3 f2f3 g2g3 h2h3 a3a4 b3b4 c3c4 d3d4",
    "a7a6 b7b6 c7c6 d7d6 e7e6 f7f6 g7g6 h7h6 a6a5 b6b5 c6c5 d6d5",
];

/// Plays a game in which White needs these milliseconds for its moves, and Black none, with a margin of 5 ms. Returns the
/// milliseconds left after each move of White, and the excess and the allowed time of the one that is late.
fn judged(control: Control, used: &[u64]) -> (Vec<u64>, Option<[u64; 2]>) {
    let times = |used: &mut dyn Iterator<Item = u64>| used.map(Duration::from_millis).collect();
    let mut white = Scripted { used: times(&mut used.iter().copied()), ..Scripted::moves(ADVANCES[0]) };
    white.moves.truncate(used.len());
    let mut black = Scripted { used: times(&mut used.iter().map(|_| 0)), ..Scripted::moves(ADVANCES[1]) };
    let mut left = Vec::new();
    let mut listen = |event: &GameEvent<'_>| {
        if let GameEvent::Moved(Color::White, _, made, clock) = event {
            assert_eq!(made.microseconds, 1_000 * used[left.len()]);
            left.push(clock.map_or(0, |clock| clock.as_millis() as u64));
        }
    };
    let opening = Game::default();
    let game = play([&mut white, &mut black], &opening, &rules(control), &Signal::default(), &mut listen);
    let late = match game.unwrap().fault {
        Some((Color::White, PlayerError { fault: Fault::Late { after, allowed }, .. })) => {
            Some([after - allowed, allowed].map(|time| time.as_millis() as u64))
        }
        // It has no more moves.
        Some((Color::White, PlayerError { fault: Fault::NoMove { .. }, .. })) => None,
        other => panic!("{other:?}"),
    };
    (left, late)
}

#[rstest]
#[case::exactly("1", &[1_000], &[0], None)]
#[case::a_millisecond_before_the_margin_ends("1", &[1_004], &[0], None)]
#[case::with_the_margin("1", &[1_005], &[0], None)]
#[case::a_millisecond_after_the_margin("1", &[1_006], &[], Some([6, 1_000]))]
#[case::a_millisecond_left("1", &[999, 1, 5], &[1, 0, 0], None)]
#[case::late_with_nothing_left("1", &[999, 1, 6], &[1, 0], Some([6, 0]))]
#[case::the_margin_is_no_debt("1+0.1", &[1_005, 105, 105], &[100, 100, 100], None)]
#[case::the_increment_is_gained_after_the_move("1+0.1", &[1_006], &[], Some([6, 1_000]))]
#[case::late_after_an_increment("1+0.1", &[1_005, 106], &[100], Some([6, 100]))]
#[case::a_period("2/1", &[600, 405, 1_005], &[400, 1_000, 0], None)]
#[case::late_in_the_first_period("2/1", &[600, 406], &[400], Some([6, 400]))]
#[case::late_in_the_second_period("2/1+0.1", &[600, 505, 1_105, 106], &[500, 1_100, 100], Some([6, 100]))]
#[case::of_a_move("100", &[105, 104, 100, 106], &[0, 0, 0], Some([6, 100]))]
fn losses_on_time_are_judged_to_the_millisecond(
    #[case] time: &str,
    #[case] used: &[u64],
    #[case] left: &[u64],
    #[case] late: Option<[u64; 2]>,
) {
    let control = if time == "100" { Control::MoveTime(100) } else { Control::Clock(time.parse().unwrap()) };
    assert_eq!(judged(control, used), (left.to_vec(), late));
}

proptest! {
    /// The clock is kept here in whole milliseconds, by the rules of chess clocks.
    #[test]
    fn recorded_games_are_lost_at_the_move_that_is_late(
        period in proptest::option::of(1..5_u32),
        base in 50..500_u64,
        increment in 0..100_u64,
        // How long each move takes: a part of the time left, in percent, or so many milliseconds before and after the end.
        moves in proptest::collection::vec(proptest::option::weighted(0.3, -2..9_i64), 1..12),
        shares in proptest::collection::vec(0..60_u64, 12),
    ) {
        let period_text = period.map_or_else(String::new, |moves| format!("{moves}/"));
        let text = format!("{period_text}{}+{}", base as f64 / 1_000.0, increment as f64 / 1_000.0);
        let control = Control::Clock(text.parse().unwrap());
        let (mut left, mut used, mut expected, mut late) = (base, Vec::new(), Vec::new(), None);
        for (number, (from_end, share)) in (1..).zip(moves.iter().zip(&shares)) {
            let taken = from_end.map_or(left * share / 100, |from_end| left.saturating_add_signed(from_end));
            used.push(taken);
            if taken > left + 5 {
                late = Some([taken - left, left]);
                break;
            }
            left = left.saturating_sub(taken) + increment;
            left += if period.is_some_and(|period| number % period == 0) { base } else { 0 };
            expected.push(left);
        }
        prop_assert_eq!(judged(control, &used), (expected, late));
    }
}

#[test]
fn a_signal_ends_a_game_without_a_record() {
    let signal = Signal::default();
    signal.stop();
    let (mut white, mut black) = (Scripted::moves("e2e4"), Scripted::moves("e7e5"));
    let rules = rules(Control::Nodes(1));
    assert!(play([&mut white, &mut black], &Game::default(), &rules, &signal, &mut |_| {}).is_none());
}

const SHUFFLE: &str = "g1f3 f3g1 b1c3 c3b1 g1h3 h3g1 b1a3 a3b1";
const REPLIES: &str = "g8f6 b8c6 f6g8 c6b8 g8h6 b8a6 h6g8 a6b8";

fn adjudicated(adjudication: Adjudication, white: Value, black: Value) -> Record {
    let rules = Rules { adjudication, ..rules(Control::Nodes(1)) };
    let (white, black) = (Scripted::moves(SHUFFLE).thinking(white), Scripted::moves(REPLIES).thinking(black));
    played(white, black, &Game::default(), &rules).record
}

#[rstest]
#[case::both_agree(Value::Centipawns(700), Value::Centipawns(-650), Some((6, Color::White)))]
#[case::mates_count(Value::Mate(-3), Value::Mate(4), Some((6, Color::Black)))]
#[case::only_one_says_so(Value::Centipawns(700), Value::Centipawns(-599), None)]
#[case::both_think_they_win(Value::Centipawns(700), Value::Centipawns(700), None)]
fn a_side_resigns_when_both_agree(
    #[case] white: Value,
    #[case] black: Value,
    #[case] expected: Option<(usize, Color)>,
) {
    let resign = Some(ResignRule(Agreement { moves: 3, score: 600 }));
    let record = adjudicated(Adjudication { resign, ..Adjudication::default() }, white, black);
    let resigned = record.ending == Ending::Resignation;
    let found = resigned.then(|| (record.moves.len(), record.winner.unwrap()));
    assert_eq!(found, expected);
}

#[test]
fn a_mate_counts_more_than_the_largest_score_of_the_resign_rule() {
    let resign = Some(ResignRule(Agreement { moves: 3, score: 100_000 }));
    let adjudication = Adjudication { resign, ..Adjudication::default() };
    let record = adjudicated(adjudication, Value::Mate(-3), Value::Mate(4));
    assert_eq!((record.ending, record.winner), (Ending::Resignation, Some(Color::Black)));
    assert!(Score::Mate(900).centipawns() > Score::Cp(1_000_000).centipawns());
    assert!(Score::Mate(-900).centipawns() < Score::Cp(-1_000_000).centipawns());
    let better = [-1, -2, -30, 30, 2, 1].map(|moves| Score::Mate(moves).centipawns());
    assert!(better.is_sorted_by(|less, more| less < more), "{better:?}");
}

#[test]
fn a_draw_is_agreed_after_its_moves() {
    let draw = Some(DrawRule { after: 5, agreement: Agreement { moves: 2, score: 10 } });
    let adjudication = Adjudication { draw, ..Adjudication::default() };
    let record = adjudicated(adjudication, Value::Centipawns(10), Value::Centipawns(-3));
    assert_eq!((&record.ending, record.moves.len(), record.winner), (&Ending::DrawAgreed, 10, None));
    let record = adjudicated(adjudication, Value::Centipawns(11), Value::Centipawns(0));
    assert_ne!(record.ending, Ending::DrawAgreed);
}

#[test]
fn a_game_at_the_move_limit_is_drawn() {
    let adjudication = Adjudication { moves: Some(MoveLimit(4)), ..Adjudication::default() };
    let record = adjudicated(adjudication, Value::Centipawns(900), Value::Centipawns(-900));
    assert_eq!((record.ending, record.moves.len(), record.winner), (Ending::MoveLimit, 8, None));
}

#[rstest]
#[case::won("8/8/8/4k3/8/8/8/R3K3 w - - 0 1", "", Some((0, Some(Color::White))))]
#[case::drawn("8/8/8/4k3/8/4K3/4P3/8 w - - 0 1", "", Some((0, None)))]
#[case::after_a_capture("8/8/8/8/8/4k3/p7/R3K3 w - - 9 40", "a1a2", Some((1, Some(Color::White))))]
#[case::while_fifty_moves_are_counted("8/8/8/4k3/8/8/8/R3K3 w - - 1 1", "", None)]
#[case::castling("8/8/8/4k3/8/8/8/R3K3 w Q - 0 1", "", None)]
#[case::no_such_table("8/8/8/4k3/8/8/8/N2QK3 w - - 0 1", "", None)]
fn tablebases_adjudicate_games(
    #[case] fen: &str,
    #[case] white: &str,
    #[case] expected: Option<(usize, Option<Color>)>,
) {
    let tables = Tablebases::open_all(concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/syzygy")).unwrap();
    let rules = Rules { tablebases: Some(Arc::new(tables)), ..rules(Control::Nodes(1)) };
    let opening = Game::new(position(fen));
    let record = played(Scripted::moves(white), Scripted::default(), &opening, &rules).record;
    let found = (record.ending == Ending::Tablebases).then_some((record.moves.len(), record.winner));
    assert_eq!(found, expected);
}

#[test]
fn a_win_prevented_by_the_fifty_move_rule_is_a_draw() {
    let winner = |wdl| arbiter::winner(wdl, Color::Black);
    assert_eq!([Wdl::CursedWin, Wdl::Draw, Wdl::BlessedLoss].map(winner), [None; 3]);
    assert_eq!([Wdl::Win, Wdl::Loss].map(winner), [Some(Color::Black), Some(Color::White)]);
}

/// The position alone does not identify the variant.
#[test]
fn a_record_of_chess960_is_replayed_as_chess960() {
    let mut opening = Game::new(Variant::Chess960.apply(Chess::default()));
    for text in ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"] {
        opening.play(text.parse::<UciMove>().unwrap().to_move(opening.position()).unwrap());
    }
    let adjudication = Adjudication { moves: Some(MoveLimit(1)), ..Adjudication::default() };
    let rules = Rules { adjudication, ..rules(Control::Nodes(1)) };
    let record = played(Scripted::moves("e1h1"), Scripted::moves("g8f6"), &opening, &rules).record;
    assert_eq!((record.variant, record.moves[0].uci.as_str()), (Variant::Chess960, "e1h1"));
    let text = serde_json::to_string(&record).unwrap();
    let read: Record = serde_json::from_str(&text).unwrap();
    let (replayed, moves) = read.replay().unwrap();
    assert_eq!(Variant::of(replayed.start()), Variant::Chess960);
    assert!(moves[0].is_castle());
    // Records of standard chess omit the variant.
    let standard = adjudicated(Adjudication::default(), Value::Centipawns(31), Value::Mate(-2));
    assert!(!serde_json::to_string(&standard).unwrap().contains("variant"));
}

#[test]
fn a_record_contains_the_search_and_is_read_back() {
    let record = adjudicated(Adjudication::default(), Value::Centipawns(31), Value::Mate(-2));
    let [first, second] = record.moves.first_chunk().unwrap();
    assert_eq!(
        (first.uci.as_str(), first.score, first.depth, first.nodes),
        ("g1f3", Some(Score::Cp(31)), Some(7), 123)
    );
    assert_eq!(second.score, Some(Score::Mate(-2)));
    let text = serde_json::to_string(&record).unwrap();
    assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), record);
    let (opening, moves) = record.replay().unwrap();
    assert_eq!((opening.start(), moves.len()), (&Chess::default(), record.moves.len()));
    let broken = Record { opening: vec!["e2e5".to_owned()], ..record };
    assert!(broken.replay().is_none());
}
