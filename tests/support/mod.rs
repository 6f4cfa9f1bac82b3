//! Helpers that the integration tests share.

#![allow(dead_code, reason = "each test binary uses a part of it")]

pub(crate) mod clients;
pub(crate) mod command;
pub(crate) mod engines;
pub(crate) mod programs;
pub(crate) mod pty;
pub(crate) mod results;
pub(crate) mod sessions;
pub(crate) mod waiting;

/// Returns the EPD text of an embedded set.
pub(crate) fn shipped_positions(name: &str) -> &'static str {
    // The tests of a program need few of them, until its end.
    eyas::positions::embedded_text(name).unwrap().into_owned().leak()
}
