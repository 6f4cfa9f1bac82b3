//! The misbehaviours of the hostile engine. The documentation of the program describes each.

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

/// The time by which a late move exceeds its limit: more than a busy machine delays other players.
const LATENESS: Duration = Duration::from_secs(4);

/// The time by which a slow engine is slower with each move.
const SLOWNESS: Duration = Duration::from_millis(60);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Misbehaviour {
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
    Emigrant,
    WrongProtocol,
    IllegalMove,
    NoMove,
    GarbageMove,
    Late,
    Slow,
    Idle,
    SecondMove,
    ClaimWin,
    ClaimDraw,
    Resign,
}

impl Misbehaviour {
    pub(crate) fn parse(name: &str) -> Option<Misbehaviour> {
        Some(match name {
            "silent" => Misbehaviour::Silent,
            "deaf" => Misbehaviour::Deaf,
            "freeze" => Misbehaviour::Freeze,
            "spam" => Misbehaviour::Spam,
            "babble" => Misbehaviour::Babble,
            "endless-line" => Misbehaviour::EndlessLine,
            "exit" => Misbehaviour::Exit,
            "crash" => Misbehaviour::Crash,
            "mute" => Misbehaviour::Mute,
            "garbage" => Misbehaviour::Garbage,
            "flood" => Misbehaviour::Flood,
            "heir" => Misbehaviour::Heir,
            "emigrant" => Misbehaviour::Emigrant,
            "wrong-protocol" => Misbehaviour::WrongProtocol,
            "illegal-move" => Misbehaviour::IllegalMove,
            "no-move" => Misbehaviour::NoMove,
            "garbage-move" => Misbehaviour::GarbageMove,
            "late" => Misbehaviour::Late,
            "slow" => Misbehaviour::Slow,
            "idle" => Misbehaviour::Idle,
            "second-move" => Misbehaviour::SecondMove,
            "claim-win" => Misbehaviour::ClaimWin,
            "claim-draw" => Misbehaviour::ClaimDraw,
            "resign" => Misbehaviour::Resign,
            _ => return None,
        })
    }

    /// Performs a misbehaviour that does not concern a move. Returns if the engine can continue.
    pub(crate) fn perform(self, engine: &mut Engine) {
        match self {
            Misbehaviour::Silent => {
                ignore_signals();
                while engine.read_line().is_some() {}
                sleep_forever();
            }
            Misbehaviour::Deaf => {
                ignore_signals();
                sleep_forever();
            }
            Misbehaviour::Freeze => raise(Signal::STOP),
            Misbehaviour::Spam => {
                ignore_signals();
                let line = format!("{} {}\n", search_info(engine), "spam".repeat(200));
                loop {
                    engine.write_bytes(line.as_bytes());
                }
            }
            Misbehaviour::Babble => {
                ignore_signals();
                let line = format!("{}\n", search_info(engine));
                loop {
                    engine.write_bytes(line.as_bytes());
                    thread::sleep(Duration::from_millis(5));
                }
            }
            Misbehaviour::EndlessLine => loop {
                engine.write_bytes(&[b'x'; 1024]);
            },
            Misbehaviour::Exit => std::process::exit(7),
            Misbehaviour::Crash => {
                let mut errors = io::stderr();
                drop(writeln!(errors, "out of luck"));
                // Suppress the core file, if possible.
                let none = Rlimit { current: Some(0), maximum: Some(0) };
                let _ = rustix::process::setrlimit(Resource::Core, none);
                // The first signal only removes the handler that Rust's runtime has installed.
                loop {
                    raise(Signal::SEGV);
                }
            }
            Misbehaviour::Mute => {
                if let Ok(null) = File::options().write(true).open("/dev/null") {
                    let _ = rustix::stdio::dup2_stdout(null);
                }
                ignore_signals();
                sleep_forever();
            }
            Misbehaviour::Garbage => engine.garbage = true,
            Misbehaviour::Flood => drop(thread::spawn(|| {
                let complaints = "a complaint\n".repeat(1_000);
                while io::stderr().write_all(complaints.as_bytes()).is_ok() {}
            })),
            Misbehaviour::Heir => drop(Command::new("sleep").arg("1000").spawn()),
            Misbehaviour::Emigrant => {
                // The shell ends at once, so the process has lost its parent.
                let script = "setsid sleep 1000 < /dev/null > /dev/null 2>&1 & echo $! >> \"$0/emigrants\"";
                drop(Command::new("sh").args(["-c", script]).arg(&engine.notes).status());
            }
            Misbehaviour::WrongProtocol => {
                engine.protocol = match engine.protocol {
                    Protocol::Uci => Protocol::Xboard,
                    Protocol::Xboard => Protocol::Uci,
                };
            }
            Misbehaviour::IllegalMove
            | Misbehaviour::NoMove
            | Misbehaviour::GarbageMove
            | Misbehaviour::Late
            | Misbehaviour::Slow
            | Misbehaviour::Idle
            | Misbehaviour::SecondMove
            | Misbehaviour::ClaimWin
            | Misbehaviour::ClaimDraw
            | Misbehaviour::Resign => {}
        }
    }

    /// Performs a misbehaviour that concerns a move. Returns whether the correct move `best` shall still be sent.
    pub(crate) fn perform_at_move(self, engine: &mut Engine, best: Move, time: Option<Duration>) -> bool {
        let is_white = engine.position.turn().is_white();
        let best_move = match engine.protocol {
            Protocol::Uci => "bestmove",
            Protocol::Xboard => "move",
        };
        match self {
            Misbehaviour::IllegalMove => {
                engine.write_line(&format!("{best_move} {}", illegal_move(&engine.position)));
            }
            Misbehaviour::NoMove => engine.write_line(&format!("{best_move} (none)")),
            Misbehaviour::GarbageMove => {
                engine.write_bytes(format!("{best_move} ").as_bytes());
                engine.write_bytes(b"\xff\xfe\0\x1b[31m\n");
            }
            Misbehaviour::Late => {
                thread::sleep(time.unwrap_or_default() + LATENESS);
                return true;
            }
            Misbehaviour::Slow => {
                thread::sleep(SLOWNESS * engine.moves);
                return true;
            }
            Misbehaviour::Idle => engine.withheld = Some(best),
            Misbehaviour::SecondMove => {
                let other = engine.position.legal_moves().last().copied().unwrap_or(best);
                let lines = [best, other].map(|m| format!("{best_move} {}\n", Engine::notation(m)));
                engine.write_bytes(lines.concat().as_bytes());
                engine.position.play_unchecked(best);
            }
            Misbehaviour::ClaimWin if is_white => engine.write_line("1-0 {White mates}"),
            Misbehaviour::ClaimWin => engine.write_line("0-1 {Black mates}"),
            Misbehaviour::ClaimDraw => engine.write_line("1/2-1/2 {Draw by repetition}"),
            Misbehaviour::Resign => engine.write_line("resign"),
            _ => return true,
        }
        false
    }
}

/// An illegal move of the king up or down the board by at least three squares.
fn illegal_move(position: &Chess) -> String {
    let king = position.board().king_of(position.turn()).unwrap_or(Square::E1);
    let rank = if king.rank() < Rank::Fifth { Rank::Eighth } else { Rank::First };
    format!("{king}{}", Square::from_coords(king.file(), rank))
}

/// The search information of an iteration that makes no progress, without the end of the line.
fn search_info(engine: &Engine) -> String {
    let best = engine.position.legal_moves().first().map_or_else(String::new, |m| Engine::notation(*m));
    match engine.protocol {
        Protocol::Uci => format!("info depth 1 score cp 1 nodes 1 pv {best}"),
        Protocol::Xboard => format!("1 1 0 1 {best}"),
    }
}

/// Ignores the signals that ask a program to terminate.
fn ignore_signals() {
    for signal in [signal_hook::consts::SIGTERM, signal_hook::consts::SIGINT, signal_hook::consts::SIGHUP] {
        drop(signal_hook::flag::register(signal, Arc::new(AtomicBool::new(false))));
    }
}

fn raise(signal: Signal) {
    // A process may always send signals to itself.
    let _ = rustix::process::kill_process(rustix::process::getpid(), signal);
}

fn sleep_forever() {
    loop {
        thread::sleep(Duration::from_secs(1_000));
    }
}
