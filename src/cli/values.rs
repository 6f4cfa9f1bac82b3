//! Values that flags of several verbs take.

use eyas::engine::search::Engine;

/// The size of a transposition table, MiB.
pub(super) fn hash(text: &str) -> Result<usize, String> {
    let (low, high) = Engine::HASH_RANGE;
    let size = text.parse().ok().filter(|size| (low..=high).contains(size));
    size.ok_or_else(|| format!("a table has {low} to {high} MiB"))
}

/// An option of an engine.
pub(super) fn option(text: &str) -> Result<(String, String), String> {
    let option = text.split_once('=').map(|(name, value)| (name.trim().to_owned(), value.to_owned()));
    option.filter(|(name, _)| !name.is_empty()).ok_or_else(|| "write NAME=VALUE".to_owned())
}
