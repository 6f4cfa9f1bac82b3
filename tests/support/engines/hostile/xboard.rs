//! The part of the xboard protocol that Eyas uses.

use std::time::Duration;

use shakmaty::fen::Fen;
use shakmaty::{CastlingMode, Chess, Position};

use super::engine::{Engine, Moment};

const FEATURES: &str =
    "feature ping=1 setboard=1 usermove=1 memory=1 reuse=1 sigint=0 sigterm=0 myname=\"Hostile\" done=1";

pub(crate) fn handle(engine: &mut Engine, line: &str) {
    let (command, rest) = line.split_once(' ').unwrap_or((line, ""));
    match command {
        "protover" => engine.write_line(FEATURES),
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
            engine.write_line(&format!("pong {rest}"));
        }
        "?" => {
            if let Some(best) = engine.withheld.take() {
                engine.write_line(&format!("move {}", Engine::notation(best)));
                engine.position.play_unchecked(best);
            }
        }
        "quit" => {
            engine.reach(Moment::Quit);
            std::process::exit(0);
        }
        // The answer of the protocol to unknown commands.
        "uci" | "isready" | "position" => engine.write_line(&format!("Error (unknown command): {line}")),
        _ => {}
    }
}

/// Chooses a move, sends it and plays it.
fn answer(engine: &mut Engine) {
    if let Some(best) = engine.choose_move(engine.time) {
        let text = Engine::notation(best);
        engine.write_line(&format!("1 0 0 1 {text}"));
        engine.write_line(&format!("move {text}"));
        engine.position.play_unchecked(best);
    }
}
