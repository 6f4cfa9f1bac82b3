//! External programs that some tests need: engines, modules of Python and a browser.

#![allow(dead_code, reason = "each test binary uses a part of it")]

use std::io::Write;
use std::path::Path;
use std::process::Command;

/// Returns whether an engine is installed. If not, reports that the test is skipped, or fails if `EYAS_REQUIRE_CLIENTS`
/// is 1.
pub(crate) fn has_engine(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([Path::new("/usr/games").to_owned()]);
    is_available(name, folders.any(|folder| folder.join(name).is_file()))
}

/// Returns whether a program that `.ci/run` does not install is in the path. If not, reports that the test is skipped.
pub(crate) fn has_program(name: &str) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let is_installed = std::env::split_paths(&path).any(|folder| folder.join(name).is_file());
    if !is_installed {
        report_skipped(&format!("{name} is not installed"));
    }
    is_installed
}

/// Reports that the test is skipped. Written to stderr directly: the test harness does not capture it, so that a passing
/// test shows it.
fn report_skipped(reason: &str) {
    let test = std::thread::current().name().unwrap_or("a test").to_owned();
    let _ = writeln!(std::io::stderr(), "SKIPPED {test}: {reason}");
}

/// Returns whether the browser is installed. If not, reports that the test is skipped, or fails if
/// `EYAS_REQUIRE_CLIENTS` is 1.
pub(crate) fn has_browser() -> bool {
    has_engine("chromium")
}

/// Returns whether python-chess is installed. If not, reports that the test is skipped, or fails if
/// `EYAS_REQUIRE_CLIENTS` is 1.
pub(crate) fn has_python_chess() -> bool {
    is_available("python3 with the module chess", imports("chess.engine, chess.pgn"))
}

/// Returns whether Optuna is installed. If not, reports that the test is skipped, or fails if `EYAS_REQUIRE_CLIENTS` is 1.
pub(crate) fn has_optuna() -> bool {
    is_available("python3 with the module optuna", imports("optuna"))
}

/// Returns whether Python can import some modules.
fn imports(modules: &str) -> bool {
    let found = Command::new("python3").args(["-c", &format!("import {modules}")]).output();
    found.is_ok_and(|output| output.status.success())
}

fn is_available(program: &str, is_installed: bool) -> bool {
    let required = std::env::var_os("EYAS_REQUIRE_CLIENTS").is_some_and(|value| value == "1");
    assert!(is_installed || !required, "EYAS_REQUIRE_CLIENTS is 1, but {program} is not installed");
    if !is_installed {
        report_skipped(&format!("{program} is not installed; EYAS_REQUIRE_CLIENTS=1 makes this a failure"));
    }
    is_installed
}

/// Returns whether OpenSSL is installed, which makes certificates. If not, reports that the test is skipped, or fails if
/// `EYAS_REQUIRE_CLIENTS` is 1.
pub(crate) fn has_openssl() -> bool {
    has_engine("openssl")
}

/// Returns whether the NATS server is installed. If not, reports that the test is skipped, or fails if
/// `EYAS_REQUIRE_CLIENTS` is 1.
pub(crate) fn has_server() -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let mut folders = std::env::split_paths(&path).chain([Path::new("/usr/sbin").to_owned()]);
    is_available("nats-server", folders.any(|folder| folder.join("nats-server").is_file()))
}
