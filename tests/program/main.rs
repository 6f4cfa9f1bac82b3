//! Tests of the program from outside: its commands, their sessions, and the workbench in a pseudo-terminal.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

#[path = "../support/mod.rs"]
mod support;

mod check_engine;
mod chess960;
mod coevolve;
mod common_flags;
mod completions;
mod compress;
mod configuration;
mod damage;
mod earlier_version;
mod evolve;
mod example_session;
mod experiment;
mod explain;
mod export;
mod game;
mod games;
mod golden;
mod hangup;
mod import;
mod import_results;
mod interrupt;
mod label;
mod limits;
mod man;
mod match_options;
mod match_paths;
mod matches;
mod measure;
mod mentor;
mod newcomer;
mod openings;
mod options;
mod options_objectives;
mod perft;
mod pipeline;
mod player_limits;
mod players;
mod race;
mod recording;
mod report;
mod resume;
mod schema;
mod score;
mod solve;
mod syzygy;
mod timelapse;
mod trust;
mod tune;
mod tune_engine;
mod workbench;
mod workbench_stages;
mod workspace;
