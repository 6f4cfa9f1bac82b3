//! A hostile engine: it follows UCI or the xboard protocol until the moment of a misbehaviour. Its usage is
//! `hostile-engine PROTOCOL NOTES [MISBEHAVIOUR@MOMENT]…`, for instance `hostile-engine uci /tmp/notes illegal-move@4`.
//!
//! PROTOCOL is `uci` or `xboard`. NOTES is a folder: each process appends its process id to the file `groups` there, and
//! those of its emigrants to the file `emigrants`. The microseconds from each command to move to its move are in `thought`.
//! Eyas starts engines as leaders of their process groups, so it is also the id of the group. Without a misbehaviour
//! the engine plays the first legal move.
//!
//! | MISBEHAVIOUR | effect |
//! | --- | --- |
//! | `silent` | reads its input but never answers again, and ignores `quit` and SIGTERM |
//! | `deaf` | the same, but does not read its input |
//! | `freeze` | stops itself with SIGSTOP |
//! | `spam` | writes a long line of search information repeatedly, as fast as possible, and ignores its input |
//! | `babble` | the same with a short line every five milliseconds |
//! | `endless-line` | writes a line that never ends |
//! | `exit` | ends with status 7 |
//! | `crash` | writes to standard error and ends by a segmentation fault, without a core file |
//! | `mute` | closes its output and keeps running |
//! | `garbage` | from now on, writes invalid UTF-8, zeros and absurd numbers between its lines |
//! | `flood` | from now on, writes to standard error without end |
//! | `heir` | starts a process that holds its pipes open and never ends |
//! | `emigrant` | starts a process in a session of its own that never ends, whose parent ends at once |
//! | `wrong-protocol` | uses the other protocol from now on |
//! | `illegal-move` | moves its king across the board |
//! | `no-move` | answers that it has no move |
//! | `garbage-move` | answers with bytes that are not text |
//! | `late` | moves four seconds after its time is up, and reads no input until then |
//! | `slow` | moves after 60 ms for each of its moves so far, and for the next one |
//! | `idle` | moves only after a request to stop |
//! | `second-move` | sends another legal move after its move |
//! | `claim-win`, `claim-draw`, `resign` | claims a win, claims a draw, resigns; xboard only |
//!
//! MOMENT is a number `N`: its Nth move of a game; `black`: each of its moves as Black; `ready`: each `isready` or
//! `ping`; `quit`: the request to quit; `start`: the start of the program; or `startN`: its Nth start and all later
//! ones. Misbehaviours that concern moves and claims have an effect at moves only.

mod engine;
mod misbehaviour;
mod uci;
mod xboard;

use std::process::ExitCode;

use engine::{Engine, Moment, Protocol};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut engine = match Engine::from_arguments(&arguments) {
        Ok(engine) => engine,
        Err(problem) => {
            use std::io::Write as _;
            let mut errors = std::io::stderr();
            drop(writeln!(errors, "hostile-engine PROTOCOL NOTES [MISBEHAVIOUR@MOMENT]…: {problem}"));
            return ExitCode::from(2);
        }
    };
    engine.reach(Moment::Start);
    while let Some(line) = engine.read_line() {
        match engine.protocol {
            Protocol::Uci => uci::handle(&mut engine, &line),
            Protocol::Xboard => xboard::handle(&mut engine, &line),
        }
    }
    ExitCode::SUCCESS
}
