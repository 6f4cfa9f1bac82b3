//! The options that a coordinator may set of the engines on this machine.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use super::error::Error;
use crate::arena::settable_options::{LookupError, SettableOptions};
use crate::engine::search::Signal;
use crate::threads::lock;

/// The options that others may set, by the profile of the engine. Each engine is started once to learn what it announces,
/// and again when its profile changes.
#[derive(Debug, Default)]
pub(super) struct SettableByProfile(Mutex<HashMap<String, Arc<SettableOptions>>>);

impl SettableByProfile {
    /// Returns the options of the engine with this profile.
    ///
    /// # Errors
    /// Returns an error if there is no such profile on this machine, or if the engine does not start.
    pub(super) fn of(&self, profile: &str) -> Result<Arc<SettableOptions>, LookupError> {
        // Held while the engine starts, so that no other thread starts it, too.
        let mut known = lock(&self.0);
        if let Some(settable) = known.get(profile).filter(|settable| settable.is_current()) {
            return Ok(Arc::clone(settable));
        }
        let settable = Arc::new(SettableOptions::of(profile, &Signal::default())?);
        known.insert(profile.to_owned(), Arc::clone(&settable));
        Ok(settable)
    }

    /// Checks that a coordinator may set these options of the engine with this profile.
    ///
    /// # Errors
    /// Returns [`Error::Unable`] if it may not, or if this machine does not have the engine.
    pub(super) fn check(&self, profile: &str, options: &[(String, String)]) -> Result<(), Error> {
        if options.is_empty() {
            return Ok(());
        }
        let unable = |why: String| Error::Unable(why);
        let settable = self.of(profile).map_err(|error| unable(error.to_string()))?;
        settable.check(options).map_err(|error| unable(error.to_string()))
    }
}
