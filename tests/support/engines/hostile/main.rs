//! A hostile engine: it speaks UCI or the protocol of xboard as it should, up to the moment when it does something
//! wrong. `hostile-engine PROTOCOL NOTES [DEED@MOMENT]…`, for instance `hostile-engine uci /tmp/notes illegal-move@4`.
//!
//! PROTOCOL is `uci` or `xboard`. NOTES is a folder: each process adds its number, which is that of its process group
//! where Eyas starts it, as a line to `groups` there. As long as it does no wrong it plays the first legal move.
//!
//! | DEED | what it does |
//! | --- | --- |
//! | `silent` | reads on, answers nothing more, and leaves neither when asked nor by SIGTERM |
//! | `deaf` | the same without reading |
//! | `freeze` | stops itself with SIGSTOP |
//! | `spam` | a long line of its search again and again, as fast as it is taken, whatever it is told |
//! | `babble` | the same with a short line every five milliseconds |
//! | `endless-line` | a line that never ends |
//! | `exit` | ends with status 7 |
//! | `crash` | complains on standard error and ends by a segmentation fault, without leaving a core |
//! | `mute` | closes its output and runs on |
//! | `garbage` | from now on, bytes that are no text, zeros, and absurd numbers between its lines |
//! | `flood` | from now on, complaints on standard error without end |
//! | `heir` | starts a process that holds its pipes open and never ends |
//! | `wrong-protocol` | speaks the other protocol from now on |
//! | `illegal-move` | moves its king across the board |
//! | `no-move` | says that it has no move |
//! | `garbage-move` | moves by bytes that are no text |
//! | `late` | moves four seconds after its time is up, and hears nothing until then |
//! | `idle` | moves when it is told to, and not before |
//! | `second-move` | says another legal move after its move |
//! | `claim-win`, `claim-draw`, `resign` | says that it has won, that it is a draw, that it gives up; xboard only |
//!
//! MOMENT is a number `N`: its Nth move of a game; `black`: each time it is to move as Black; `ready`: each time it
//! is asked whether it is ready; `quit`: when it is to leave; `start`: when it starts; or `startN`: when it starts
//! for the Nth time, and ever after. Moves and claims are wrong at moves only.

mod deed;
mod engine;
mod uci;
mod xboard;

use std::process::ExitCode;

use engine::{Engine, Moment, Protocol};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let mut engine = match Engine::of(&arguments) {
        Ok(engine) => engine,
        Err(problem) => {
            use std::io::Write as _;
            let mut errors = std::io::stderr();
            // Whoever does not listen need not know.
            drop(writeln!(errors, "hostile-engine PROTOCOL NOTES [DEED@MOMENT]…: {problem}"));
            return ExitCode::from(2);
        }
    };
    engine.reach(Moment::Start);
    while let Some(line) = engine.hear() {
        match engine.protocol {
            Protocol::Uci => uci::obey(&mut engine, &line),
            Protocol::Xboard => xboard::obey(&mut engine, &line),
        }
    }
    ExitCode::SUCCESS
}
