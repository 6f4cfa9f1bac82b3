//! Values that flags of several verbs take.

use eyas::engine::search::Engine;
use eyas::threads::MAX_THREADS;

/// The size of a transposition table, MiB.
pub(super) fn hash(text: &str) -> Result<usize, String> {
    let (low, high) = Engine::HASH_RANGE;
    let size = text.parse().ok().filter(|size| (low..=high).contains(size));
    let size = size.ok_or_else(|| format!("a table has {low} to {high} MiB"))?;
    if Engine::has_memory_for(size) {
        return Ok(size);
    }
    Err("so much memory cannot be had: ask for a smaller table, or raise the limit on memory (ulimit -v)"
        .to_owned())
}

/// Worker threads; 0 for one each core.
pub(super) fn threads(text: &str) -> Result<usize, String> {
    let threads = text.parse().ok().filter(|threads| *threads <= MAX_THREADS);
    threads.ok_or_else(|| format!("0 (one for each core) to {MAX_THREADS} threads can be used"))
}

/// Games at a time.
pub(super) fn concurrency(text: &str) -> Result<usize, String> {
    let games = text.parse().ok().filter(|games| (1..=MAX_THREADS).contains(games));
    games.ok_or_else(|| format!("1 to {MAX_THREADS} games can be played at a time"))
}

/// An option of an engine.
pub(super) fn option(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    option.filter(|(name, _)| !name.is_empty()).ok_or_else(|| "write NAME=VALUE".to_owned())
}
