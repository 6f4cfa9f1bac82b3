//! The terminal workbench of Eyas. The package `eyas` offers it as `eyas::tui`.

use eyas_core::{
    analysis, arena, config, demo, director, disagreement, engine, engine_options, evolution, experiment,
    explain, figures, files, job, numbers, objectives, organism, pipeline, platform, players, positions,
    progress, race, randomness, report, session, solving, statistics, strength, text, threads, trust,
};

pub mod tui;

/// The time after which a test stops waiting for an event and fails. Even the slowest machine needs far less.
#[cfg(test)]
const TEST_TIMEOUT: std::time::Duration = std::time::Duration::from_secs(600);
