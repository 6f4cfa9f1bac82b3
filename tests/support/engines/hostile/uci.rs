//! The part of UCI that Eyas uses.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::engine::{Engine, Moment};

pub(crate) fn handle(engine: &mut Engine, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["uci"] => {
            engine.write_line("id name Hostile");
            engine.write_line("id author nobody");
            engine.write_line("option name Hash type spin default 1 min 1 max 1024");
            engine.write_line("uciok");
        }
        ["isready"] => {
            engine.reach(Moment::Ready);
            engine.write_line("readyok");
        }
        ["ucinewgame"] => engine.moves = 0,
        ["position", rest @ ..] => set_up(engine, rest),
        ["go", limits @ ..] => {
            let time = time(engine, limits);
            if let Some(best) = engine.choose_move(time) {
                let best = Engine::notation(best);
                engine.write_line(&format!("info depth 1 score cp 0 nodes 1 pv {best}"));
                engine.write_line(&format!("bestmove {best}"));
            }
        }
        ["stop"] => {
            if let Some(best) = engine.withheld.take() {
                engine.write_line(&format!("bestmove {}", Engine::notation(best)));
            }
        }
        ["quit"] => {
            engine.reach(Moment::Quit);
            std::process::exit(0);
        }
        _ => {}
    }
}

/// Sets up the position of a `position` command: `startpos` or `fen` with six fields, and optional `moves`.
fn set_up(engine: &mut Engine, words: &[&str]) {
    let (start, moves) = match words.iter().position(|word| *word == "moves") {
        Some(index) => (&words[..index], &words[index + 1..]),
        None => (words, [].as_slice()),
    };
    let fen = start.strip_prefix(&["fen"]).and_then(|fields| fields.join(" ").parse::<Fen>().ok());
    let position = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
    engine.position = position.unwrap_or_else(Chess::default);
    for text in moves {
        engine.play(text);
    }
}

/// The time for the move: `movetime`, or the remaining time of the side to move.
fn time(engine: &Engine, limits: &[&str]) -> Option<Duration> {
    let clock = if engine.position.turn().is_white() { "wtime" } else { "btime" };
    let mut pairs = limits.windows(2);
    let [_, time] = pairs.find(|pair| pair[0] == "movetime" || pair[0] == clock)? else { return None };
    time.parse().ok().map(Duration::from_millis)
}
