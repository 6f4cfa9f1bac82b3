//! The protocol of xboard, as far as Eyas speaks it.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::engine::{Engine, Moment};

const FEATURES: &str =
    "feature ping=1 setboard=1 usermove=1 memory=1 reuse=1 sigint=0 sigterm=0 myname=\"Hostile\" done=1";

pub(crate) fn obey(engine: &mut Engine, line: &str) {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    match command {
        "protover" => engine.say(FEATURES),
        "new" => {
            engine.position = Chess::default();
            engine.moves = 0;
            engine.answers = true;
        }
        "force" => engine.answers = false,
        "setboard" => {
            let fen = rest.parse::<Fen>().ok();
            let position = fen.and_then(|fen| fen.into_position(CastlingMode::Standard).ok());
            engine.position = position.unwrap_or_else(Chess::default);
        }
        "time" => {
            engine.time = rest.parse().ok().map(|centiseconds: u64| Duration::from_millis(centiseconds * 10))
        }
        "usermove" => {
            engine.play(rest);
            if engine.answers {
                answer(engine);
            }
        }
        "go" => {
            engine.answers = true;
            answer(engine);
        }
        "ping" => {
            engine.reach(Moment::Ready);
            engine.say(&format!("pong {rest}"));
        }
        "?" => {
            if let Some(best) = engine.kept.take() {
                engine.say(&format!("move {}", Engine::write(best)));
                engine.position.play_unchecked(best);
            }
        }
        "quit" => {
            engine.reach(Moment::Quit);
            std::process::exit(0);
        }
        // What a program of this protocol says to anything it does not know.
        "uci" | "isready" | "position" => engine.say(&format!("Error (unknown command): {line}")),
        _ => {}
    }
}

/// Thinks and moves.
fn answer(engine: &mut Engine) {
    if let Some(best) = engine.think(engine.time) {
        let text = Engine::write(best);
        engine.say(&format!("1 0 0 1 {text}"));
        engine.say(&format!("move {text}"));
        engine.position.play_unchecked(best);
    }
}
