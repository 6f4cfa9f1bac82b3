//! Tests of the Match screen, with reproducible games of two organisms.

mod forms;
mod screen;

use std::path::PathBuf;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use shakmaty::{Color, Position};

use super::fixture::Bench;
use crate::arena::control::Control;
use crate::arena::game::{self, Adjudication, Ending, FaultKind, MoveLimit, Record, Rules};
use crate::arena::matches::Finish;
use crate::arena::opening::{Openings, Order};
use crate::arena::plan::Pairing;
use crate::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use crate::arena::settings::{MatchPlayer, MatchSettings, OpeningSource};
use crate::arena::{Player, PlayerFactory};
use crate::director::{Board, Report, Thought};
use crate::engine::search::{self, Bound, Game, Line, Signal, Value};
use crate::positions::Variant;
use crate::session::Games;
use crate::tui::background::TaskResult;
use crate::tui::message::{Effect, MatchRequest, Message};
use crate::tui::notes::ShowMatch;
use crate::tui::screens::matches::Stage;
use crate::tui::screens::matches::players::{Engine, Engines};

/// The number of games.
const GAMES: u64 = 6;

fn openings() -> Openings {
    Openings::embedded().unwrap()
}

/// Games of two organisms with 20 nodes per move. All moves have the same recorded time, and game 3 is lost on time.
fn games() -> &'static [Record] {
    static PLAYED: OnceLock<Vec<Record>> = OnceLock::new();
    PLAYED.get_or_init(|| {
        let options = PlayerOptions { search: None, hash: 1, options: Vec::new() };
        let factory = |name: &str| -> PlayerFactory {
            ResolvedPlayer::of(&name.parse().unwrap(), &options).unwrap().factory
        };
        let rules = Rules {
            control: Control::Nodes(20),
            own: [None; 2],
            margin: Duration::ZERO,
            adjudication: Adjudication { moves: Some(MoveLimit(30)), ..Adjudication::default() },
            tablebases: None,
            detail: false,
        };
        let openings = openings();
        let play = |number: u64| {
            let mut first = factory("reference").player(&Signal::default()).unwrap();
            let mut second = factory("paper-2014-figure-3").player(&Signal::default()).unwrap();
            let (first, second): (&mut dyn Player, &mut dyn Player) = (first.as_mut(), second.as_mut());
            let players = if number.is_multiple_of(2) { [first, second] } else { [second, first] };
            let opening = openings.nth(Order::Random, 1, number / 2).game;
            let played = game::play(players, &opening, &rules, &Signal::default(), &mut |_| {}).unwrap();
            let mut record = played.record;
            record.moves.iter_mut().for_each(|recorded| recorded.microseconds = 12_345);
            if number == 3 {
                let reason = "it overran its time by 31 ms".to_owned();
                record.ending = Ending::Forfeit { verdict: FaultKind::TimeForfeit, reason };
                record.winner = Some(Color::White);
            }
            record
        };
        (0..GAMES).map(play).collect()
    })
}

fn settings(players: &[&str], control: Control, sprt: bool) -> MatchSettings {
    let player = |name: &&str| MatchPlayer {
        name: (*name).to_owned(),
        spec: (*name).to_owned(),
        hash: 16,
        control: None,
        search: None,
        options: Vec::new(),
        blake3: None,
    };
    MatchSettings {
        players: players.iter().map(player).collect(),
        event: Pairing::RoundRobin,
        games: 40,
        control,
        margin: 20,
        adjudication: Adjudication::default(),
        tablebases: None,
        variant: Variant::Standard,
        openings: OpeningSource { file: None, blake3: String::new(), count: None },
        order: Order::Random,
        seed: 1,
        sprt: sprt.then(|| "0,20".parse().unwrap()),
        pgn_detail: false,
        hash: None,
    }
}

/// A board that shows the first half of a game.
fn board(settings: &MatchSettings, number: u64) -> Board {
    let record = &games()[number as usize];
    let (opening, moves) = record.replay().unwrap();
    let half = moves.len() / 2;
    let mut game = Game::new(opening.start().clone());
    opening.moves().iter().chain(&moves[..half]).for_each(|m| game.play(*m));
    let thought = |ply: usize, value: i32| {
        let mut before = Game::new(opening.start().clone());
        game.moves()[..ply].iter().for_each(|m| before.play(*m));
        let line = before.position().legal_moves().into_iter().take(1).collect();
        let report = search::Report {
            depth: 11,
            selective_depth: 20,
            complete: true,
            index: 1,
            line: Line { value: Value::Centipawns(value), bound: Bound::Exact, moves: line },
            nodes: 123_456,
            tablebase_hits: 0,
            hash_full: 12,
            elapsed: Duration::from_millis(800),
        };
        Some(Thought { ply, report })
    };
    let made = game.moves().len();
    let timed = settings.control.is_timed();
    Board {
        fixture: settings.plan().fixture(number).unwrap(),
        opening: Some("B33 Sicilian Defence".to_owned()),
        moves: record.moves[..half].to_vec(),
        left: [83_000, 7_250].map(|left| timed.then(|| Duration::from_millis(left))),
        thoughts: [thought(made, 31), thought(made - 1, -12)],
        since: Instant::now(),
        end: None,
        game,
    }
}

/// Opens a paused match of which the first `over` games have ended.
pub(super) fn open_match(bench: &mut Bench, settings: &MatchSettings, over: u64) {
    let folder = PathBuf::from("sessions/match-0003");
    let show = ShowMatch { folder: folder.clone(), paused: over < 40 };
    bench.send(Message::TaskResult(TaskResult::found(show)));
    let games: Games = (0..over).map(|game| (game, games()[game as usize].clone())).collect();
    let settings = Box::new(settings.clone());
    send_reports(bench, [Report::Opened { folder, settings, games, threads: 2 }]);
    bench.draw();
}

fn send_reports(bench: &mut Bench, reports: impl IntoIterator<Item = Report>) {
    bench.send(Message::Match(reports.into_iter().collect()));
}

fn end_game(bench: &mut Bench, settings: &MatchSettings, number: u64) {
    let fixture = settings.plan().fixture(number).unwrap();
    send_reports(bench, [Report::Over(fixture, Box::new(games()[number as usize].clone()))]);
}

const TWO: [&str; 2] = ["reference", "paper-2014-figure-3"];

pub(super) fn nodes() -> MatchSettings {
    settings(&TWO, Control::Nodes(10), true)
}

/// A workbench with a match of which four games have ended and two are being played.
fn playing(width: u16, height: u16, settings: &MatchSettings) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    open_match(&mut bench, settings, 4);
    bench.send(Message::MatchBoards(vec![board(settings, 4), board(settings, 5)]));
    bench
}

fn match_requests(bench: &mut Bench) -> Vec<MatchRequest> {
    let effects = std::mem::take(&mut bench.effects);
    let requests = effects.into_iter().filter_map(|effect| match effect {
        Effect::Match(request) => Some(request),
        _ => None,
    });
    requests.collect()
}

fn stage(bench: &Bench) -> Stage {
    bench.screens.matches.open.as_ref().unwrap().stage.clone()
}

/// Sends the workbench one of several events of a match, selected by `number`.
pub(super) fn random_event(bench: &mut Bench, number: u32) {
    let names =
        if number.is_multiple_of(2) { &TWO[..] } else { &["one", "an engine of a long name", "three"] };
    let settings = settings(names, Control::Nodes(10), number.is_multiple_of(3));
    let fixture = settings.plan().fixture(u64::from(number) % GAMES).unwrap();
    let record = games()[fixture.game as usize].clone();
    let folder = PathBuf::from("sessions/match-0003");
    let reports = match number % 7 {
        0 | 1 => {
            let games = if number.is_multiple_of(5) { Games::new() } else { [(fixture.game, record)].into() };
            vec![Report::Opened { folder, settings: Box::new(settings), games, threads: 2 }]
        }
        2 | 3 => vec![Report::Over(fixture, Box::new(record))],
        4 => vec![Report::Ended(Finish::Stopped, folder.join("games.pgn"))],
        5 => vec![Report::Failed("an engine cannot be started".to_owned())],
        _ => {
            let boards = (0..u64::from(number) % 5).map(|board| self::board(&settings, board)).collect();
            return bench.send(Message::MatchBoards(boards));
        }
    };
    send_reports(bench, reports);
}

/// A workbench that shows the form with the list of players.
fn players(width: u16, height: u16) -> Bench {
    let mut bench = Bench::paused(width, height, 1, 57);
    bench.keys("4 n");
    let engine = |name: &str, problem: Option<&str>| Engine {
        name: name.to_owned(),
        kind: "engine, UCI",
        problem: problem.map(str::to_owned),
    };
    let absent = engine("crafty", Some("its program is not in PATH"));
    bench.send(Message::TaskResult(TaskResult::found(Engines(vec![absent, engine("toga2", None)]))));
    bench
}
