//! Tests with real engines, started by their profiles, over both protocols.

use std::fs;
use std::ops::ControlFlow;
use std::process::Command;
use std::time::Duration;

use crate::support::programs::has_engine;
use crate::support::waiting::AT_LAST;
use eyas::arena::resolved_player::{PlayerOptions, ResolvedPlayer};
use eyas::arena::{Patience, Player, PlayerError, PlayerFactory};
use eyas::engine::search::{Game, Limits, Remaining, SearchResult, Signal, Time};
use eyas::positions::PositionSource;
use eyas::solving::{Solver, Suite, Until};
use eyas::threads::{Interrupt, ThreadPool};
use rstest::rstest;
use shakmaty::{CastlingMode, Chess, Position, fen::Fen, san::San};

fn search(player: &mut dyn Player, game: &Game, limits: &Limits) -> Result<SearchResult, PlayerError> {
    player.search(game, limits, &Signal::default(), &mut |_| ControlFlow::Continue(()))
}

fn timed(milliseconds: u64) -> Limits {
    Limits { time: Time::Move(Duration::from_millis(milliseconds)), ..Limits::default() }
}

fn without_increment(left: u64) -> Limits {
    let remaining = Remaining { left: Duration::from_millis(left), increment: Duration::ZERO };
    let Remaining { left, increment } = remaining;
    let time = Time::Clock { left, increment, opponent: Some(remaining), moves_to_go: None };
    Limits { time, ..Limits::default() }
}

fn resolved(spec: &str) -> PlayerFactory {
    let options = PlayerOptions { search: None, hash: 8, options: Vec::new() };
    let mut factory = ResolvedPlayer::of(&spec.parse().unwrap(), &options).unwrap().factory;
    // On a busy machine no engine is late.
    let patient =
        Patience { start: AT_LAST, ready: AT_LAST, silence: AT_LAST, margin: AT_LAST, stop: AT_LAST };
    match &mut factory {
        PlayerFactory::Uci(setup) | PlayerFactory::Xboard(setup) => setup.patience = patient,
        _ => {}
    }
    factory
}

/// The number of plies of a game with a real engine.
const PLIES: usize = 20;

/// Continues the game up to a number of plies, its end, or a claim. Returns the played moves as text.
fn continue_game(
    game: &mut Game,
    plies: usize,
    players: &mut [Box<dyn Player>; 2],
    limits: &Limits,
) -> String {
    let mut text = String::new();
    while game.moves().len() < plies && !game.position().legal_moves().is_empty() {
        let player = &mut players[game.moves().len() % 2];
        let outcome = search(player.as_mut(), game, limits).unwrap_or_else(|error| panic!("{text}: {error}"));
        let Some(best) = outcome.best else {
            text += &format!("{:?}", player.claim().unwrap());
            break;
        };
        text += &format!("{} ", San::from_move(game.position(), best));
        game.play(best);
    }
    text
}

#[rstest]
fn real_engines_play_games_without_faults(
    #[values("phalanx", "sjeng", "hoichess", "gnuchess", "glaurung", "stockfish", "toga2")] engine: &str,
    #[values(timed(50), without_increment(3_000), Limits::depth(3))] limits: Limits,
) {
    if !has_engine(engine) {
        return;
    }
    let mut players = [
        resolved(engine).player(&Signal::default()).unwrap(),
        resolved("reference").player(&Signal::default()).unwrap(),
    ];
    for _ in 0..2 {
        for player in &mut players {
            player.forget(&Signal::default()).unwrap();
        }
        let mut game = Game::default();
        let text = continue_game(&mut game, PLIES, &mut players, &limits);
        assert_eq!(game.moves().len(), PLIES, "{text}");
        players.swap(0, 1);
    }
}

#[rstest]
fn real_engines_find_a_mate_from_a_given_position(
    #[values("phalanx", "sjeng", "hoichess", "gnuchess", "glaurung")] engine: &str,
) {
    if !has_engine(engine) {
        return;
    }
    let mut player = resolved(engine).player(&Signal::default()).unwrap();
    for fen in ["6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "r5k1/8/8/8/8/8/5PPP/6K1 b - - 0 1"] {
        let start: Chess = fen.parse::<Fen>().unwrap().into_position(CastlingMode::Standard).unwrap();
        player.forget(&Signal::default()).unwrap();
        let outcome = search(player.as_mut(), &Game::new(start.clone()), &Limits::depth(4)).unwrap();
        let mated = start.play(outcome.best.unwrap()).unwrap();
        assert!(mated.is_checkmate(), "{fen}: {outcome:?}");
        assert!(outcome.report.is_some_and(|report| report.depth > 0), "{fen}");
    }
}

/// A suite of mates in one.
const MATES: &str = "6k1/5ppp/8/8/8/8/8/R3K3 w - - bm Ra8#; id \"back rank\";\n\
                     7k/8/6K1/8/8/8/8/1Q6 w - - bm Qb8#; id \"queen\";\n\
                     r1bqkb1r/pppp1ppp/2n2n2/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id \"scholar\";\n";

#[rstest]
fn real_engines_solve_mates_with_a_time_limit(
    #[values("stockfish", "toga2", "phalanx", "sjeng", "hoichess")] engine: &str,
) {
    if !has_engine(engine) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mates.epd");
    fs::write(&path, MATES).unwrap();
    let suite = Suite::load(&PositionSource::File(path)).unwrap();
    let solver = Solver { factory: resolved(engine), limits: timed(200), until: Until::Limit };
    let pool = ThreadPool::new(1).unwrap();
    let attempts = solver.suite(&suite.problems, &pool, &Interrupt::default(), &mut |_| ()).unwrap();
    assert_eq!(attempts.len(), 3);
    assert!(attempts.iter().all(|attempt| attempt.solved && attempt.fault.is_none()), "{attempts:?}");
}

#[rstest]
fn real_engines_solve_mates_with_node_and_depth_limits(
    #[values("stockfish", "toga2", "phalanx", "sjeng", "hoichess")] engine: &str,
    #[values("--nodes=2000", "--depth=4")] limit: &str,
) {
    if !has_engine(engine) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("mates.epd"), MATES).unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_eyas"))
        .current_dir(folder.path())
        .args(["solve", "--suite", "mates.epd", "--json", "--player", engine, limit])
        .output()
        .unwrap();
    let message = String::from_utf8_lossy(&output.stderr).into_owned();
    let is_uci = matches!(resolved(engine), PlayerFactory::Uci(_));
    if limit.starts_with("--nodes") && !is_uci {
        assert!(output.status.code() == Some(2) && message.contains("no limit of nodes"), "{message}");
        return;
    }
    assert!(output.status.success() && message.is_empty(), "{message}");
    let result: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!((&result["solved"], &result["total"]), (&3.into(), &3.into()), "{result}");
    assert_eq!((&result["faults"], &result["search"]), (&serde_json::json!([]), &serde_json::Value::Null));
    assert!(result["nodes"].as_u64().unwrap() > 0, "{result}");
    // For a mate in one the nodes per second of some xboard engines are unknown.
    assert!(!is_uci || result["nps"].as_u64().unwrap() > 0, "{result}");
}
