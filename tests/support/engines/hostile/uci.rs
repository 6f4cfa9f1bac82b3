//! UCI, as far as Eyas speaks it.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::engine::{Engine, Moment};

pub(crate) fn obey(engine: &mut Engine, line: &str) {
    let words: Vec<&str> = line.split_whitespace().collect();
    match words.as_slice() {
        ["uci"] => {
            engine.say("id name Hostile");
            engine.say("id author nobody");
            engine.say("option name Hash type spin default 1 min 1 max 1024");
            engine.say("uciok");
        }
        ["isready"] => {
            engine.reach(Moment::Ready);
            engine.say("readyok");
        }
        ["ucinewgame"] => engine.moves = 0,
        ["position", rest @ ..] => set_up(engine, rest),
        ["go", limits @ ..] => {
            let time = time(engine, limits);
            if let Some(best) = engine.think(time) {
                let best = Engine::write(best);
                engine.say(&format!("info depth 1 score cp 0 nodes 1 pv {best}"));
                engine.say(&format!("bestmove {best}"));
            }
        }
        ["stop"] => {
            if let Some(best) = engine.kept.take() {
                engine.say(&format!("bestmove {}", Engine::write(best)));
            }
        }
        ["quit"] => {
            engine.reach(Moment::Quit);
            std::process::exit(0);
        }
        _ => {}
    }
}

/// `startpos` or `fen` with its six fields, and then `moves`.
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

/// The time for the move: `movetime`, or what the clock of the side to move shows.
fn time(engine: &Engine, limits: &[&str]) -> Option<Duration> {
    let clock = if engine.position.turn().is_white() { "wtime" } else { "btime" };
    let mut pairs = limits.windows(2);
    let [_, time] = pairs.find(|pair| pair[0] == "movetime" || pair[0] == clock)? else { return None };
    time.parse().ok().map(Duration::from_millis)
}
