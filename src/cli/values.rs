//! Values of flags that several commands have.

use eyas::engine::search::Engine;
use eyas::threads::MAX_THREADS;

/// Parses the size of a transposition table, in MiB.
pub(super) fn hash(text: &str) -> Result<usize, String> {
    Engine::check_hash(text.parse().unwrap_or(0))
}

/// Parses the number of worker threads; 0 for one per core.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| *threads <= MAX_THREADS);
    threads.ok_or_else(|| format!("the number of threads must be 0 (one per core) to {MAX_THREADS}"))
}

/// Parses the number of concurrent games.
pub(super) fn concurrency(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|games| (1..=MAX_THREADS).contains(games));
    games.ok_or_else(|| format!("the number of concurrent games must be 1 to {MAX_THREADS}"))
}

/// Parses the name and the value of an engine option.
pub(super) fn option(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    option
        .filter(|(name, _)| !name.is_empty())
        .ok_or_else(|| "the option must have the form NAME=VALUE".to_owned())
}
