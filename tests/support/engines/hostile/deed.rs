//! What is done wrong. The program's own documentation has the list.

use std::fs::File;
use std::io::{self, Write};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::thread;
use std::time::Duration;

use rustix::process::{Resource, Rlimit, Signal};
use shakmaty::{Chess, Move, Position, Rank, Square};

use super::engine::{Engine, Protocol};

/// By how much it overruns its time when it is late: more than a busy machine delays others.
const LATENESS: Duration = Duration::from_secs(4);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Deed {
    Silent,
    Deaf,
    Freeze,
    Spam,
    Babble,
    EndlessLine,
    Exit,
    Crash,
    Mute,
    Garbage,
    Flood,
    Heir,
    WrongProtocol,
    IllegalMove,
    NoMove,
    GarbageMove,
    Late,
    Idle,
    SecondMove,
    ClaimWin,
    ClaimDraw,
    Resign,
}

impl Deed {
    pub(crate) fn parse(name: &str) -> Option<Deed> {
        Some(match name {
            "silent" => Deed::Silent,
            "deaf" => Deed::Deaf,
            "freeze" => Deed::Freeze,
            "spam" => Deed::Spam,
            "babble" => Deed::Babble,
            "endless-line" => Deed::EndlessLine,
            "exit" => Deed::Exit,
            "crash" => Deed::Crash,
            "mute" => Deed::Mute,
            "garbage" => Deed::Garbage,
            "flood" => Deed::Flood,
            "heir" => Deed::Heir,
            "wrong-protocol" => Deed::WrongProtocol,
            "illegal-move" => Deed::IllegalMove,
            "no-move" => Deed::NoMove,
            "garbage-move" => Deed::GarbageMove,
            "late" => Deed::Late,
            "idle" => Deed::Idle,
            "second-move" => Deed::SecondMove,
            "claim-win" => Deed::ClaimWin,
            "claim-draw" => Deed::ClaimDraw,
            "resign" => Deed::Resign,
            _ => return None,
        })
    }

    /// Does what has nothing to do with a move, and comes back if it can.
    pub(crate) fn begin(self, engine: &mut Engine) {
        match self {
            Deed::Silent => {
                ignore_signals();
                while engine.hear().is_some() {}
                sleep_for_ever();
            }
            Deed::Deaf => {
                ignore_signals();
                sleep_for_ever();
            }
            Deed::Freeze => raise(Signal::STOP),
            Deed::Spam => {
                ignore_signals();
                let line = format!("{} {}\n", progress(engine), "spam".repeat(200));
                loop {
                    engine.say_bytes(line.as_bytes());
                }
            }
            Deed::Babble => {
                ignore_signals();
                let line = format!("{}\n", progress(engine));
                loop {
                    engine.say_bytes(line.as_bytes());
                    thread::sleep(Duration::from_millis(5));
                }
            }
            Deed::EndlessLine => loop {
                engine.say_bytes(&[b'x'; 1024]);
            },
            Deed::Exit => std::process::exit(7),
            Deed::Crash => {
                let mut errors = io::stderr();
                drop(writeln!(errors, "out of luck"));
                // No core is left behind; where that cannot be had there may be one.
                let none = Rlimit { current: Some(0), maximum: Some(0) };
                let _ = rustix::process::setrlimit(Resource::Core, none);
                // The first of them only has the handler of Rust's own step aside.
                loop {
                    raise(Signal::SEGV);
                }
            }
            Deed::Mute => {
                if let Ok(nowhere) = File::options().write(true).open("/dev/null") {
                    let _ = rustix::stdio::dup2_stdout(nowhere);
                }
                ignore_signals();
                sleep_for_ever();
            }
            Deed::Garbage => engine.garbage = true,
            Deed::Flood => drop(thread::spawn(|| {
                let complaints = "a complaint\n".repeat(1_000);
                while io::stderr().write_all(complaints.as_bytes()).is_ok() {}
            })),
            Deed::Heir => drop(Command::new("sleep").arg("1000").spawn()),
            Deed::WrongProtocol => {
                engine.protocol = match engine.protocol {
                    Protocol::Uci => Protocol::Xboard,
                    Protocol::Xboard => Protocol::Uci,
                };
            }
            Deed::IllegalMove
            | Deed::NoMove
            | Deed::GarbageMove
            | Deed::Late
            | Deed::Idle
            | Deed::SecondMove
            | Deed::ClaimWin
            | Deed::ClaimDraw
            | Deed::Resign => {}
        }
    }

    /// Does what has to do with a move, `best` being the right one: whether that is still to be said.
    pub(crate) fn moves(self, engine: &mut Engine, best: Move, time: Option<Duration>) -> bool {
        let is_white = engine.position.turn().is_white();
        let best_move = match engine.protocol {
            Protocol::Uci => "bestmove",
            Protocol::Xboard => "move",
        };
        match self {
            Deed::IllegalMove => {
                engine.say(&format!("{best_move} {}", across(&engine.position)));
            }
            Deed::NoMove => engine.say(&format!("{best_move} (none)")),
            Deed::GarbageMove => {
                engine.say_bytes(format!("{best_move} ").as_bytes());
                engine.say_bytes(b"\xff\xfe\0\x1b[31m\n");
            }
            Deed::Late => {
                thread::sleep(time.unwrap_or_default() + LATENESS);
                return true;
            }
            Deed::Idle => engine.kept = Some(best),
            Deed::SecondMove => {
                let other = engine.position.legal_moves().last().copied().unwrap_or(best);
                let lines = [best, other].map(|m| format!("{best_move} {}\n", Engine::write(m)));
                engine.say_bytes(lines.concat().as_bytes());
                engine.position.play_unchecked(best);
            }
            Deed::ClaimWin if is_white => engine.say("1-0 {White mates}"),
            Deed::ClaimWin => engine.say("0-1 {Black mates}"),
            Deed::ClaimDraw => engine.say("1/2-1/2 {Draw by repetition}"),
            Deed::Resign => engine.say("resign"),
            _ => return true,
        }
        false
    }
}

/// The king's move up or down the board, by three squares at least.
fn across(position: &Chess) -> String {
    let king = position.board().king_of(position.turn()).unwrap_or(Square::E1);
    let rank = if king.rank() < Rank::Fifth { Rank::Eighth } else { Rank::First };
    format!("{king}{}", Square::from_coords(king.file(), rank))
}

/// A line of a search that makes no progress, without its end.
fn progress(engine: &Engine) -> String {
    let best = engine.position.legal_moves().first().map_or_else(String::new, |m| Engine::write(*m));
    match engine.protocol {
        Protocol::Uci => format!("info depth 1 score cp 1 nodes 1 pv {best}"),
        Protocol::Xboard => format!("1 1 0 1 {best}"),
    }
}

/// The signals that ask a program to leave do nothing from now on.
fn ignore_signals() {
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
        drop(signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false))));
    }
}

fn raise(signal: Signal) {
    // A signal of one's own to oneself is always allowed.
    let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
}

fn sleep_for_ever() {
    loop {
        thread::sleep(Duration::from_secs(1_000));
    }
}
