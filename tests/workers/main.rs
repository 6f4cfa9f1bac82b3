//! Tests of workers on other machines, with a real NATS server on the loopback interface.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

mod accounts;
mod cluster;
mod engines;
mod equal;
mod faults;
mod inputs;
mod leaving;
mod messages;
mod strangers;
mod streams;
#[path = "../support/mod.rs"]
mod support;
mod workbench;
