//! Programs of other people that some tests need: engines, and python-chess.

#![allow(dead_code, reason = "each of its users needs another part")]

use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Whether an engine is on this machine. If not, the test is skipped, or fails where programs are required.
pub(crate) fn has_engine(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([Path::new("/usr/games").to_owned()]);
    is_available(name, folders.any(|folder| folder.join(name).is_file()))
}

/// Whether python-chess is on this machine. If not, the test is skipped, or fails where programs are required.
pub(crate) fn has_python_chess() -> bool {
    let found = Command::new("python3").args(["-c", "import chess.engine, chess.pgn"]).output();
    is_available("python3 with the module chess", found.is_ok_and(|output| output.status.success()))
}

fn is_available(what: &str, is_there: bool) -> bool {
    let required = std::env::var_os("EYAS_REQUIRE_CLIENTS").is_some_and(|value| value == "1");
    assert!(is_there || !required, "EYAS_REQUIRE_CLIENTS is set, but there is no {what}");
    if !is_there {
        let test = std::thread::current().name().unwrap_or("a test").to_owned();
        // Written around the capture of output, so that a test that passes shows it.
        let _ = writeln!(
            std::io::stderr(),
            "SKIPPED {test}: there is no {what}; EYAS_REQUIRE_CLIENTS=1 makes this a failure"
        );
    }
    is_there
}
