//! The recipe for the process of an external engine.

use super::xboard::Quirks;
use super::{Folder, Patience};

/// The recipe for an engine process.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setup {
    /// The program and its arguments. The program is always present. A bare name is searched in PATH and in Debian's
    /// directories for games.
    pub command: Vec<String>,
    /// Options to set, by name. A UCI engine must have them. To an xboard engine, a name that is not one of its options is
    /// sent as a command: `book` and `off` as `book off`.
    pub options: Vec<(String, String)>,
    /// The size of the transposition table, in MiB. It is ignored if the engine has no such setting, and clamped to the
    /// range of a UCI engine.
    pub hash: Option<usize>,
    /// The working directory.
    pub folder: Folder,
    /// The deviations from the xboard protocol. UCI engines have none.
    pub quirks: Quirks,
    /// The timeouts.
    pub patience: Patience,
    /// The name of the engine's profile, and the options besides those of the profile; `None` for a command.
    pub profile: Option<(String, Vec<(String, String)>)>,
}

impl Setup {
    /// Creates a recipe with this command and defaults for the rest.
    #[must_use]
    pub fn new(command: Vec<String>) -> Setup {
        Setup {
            command,
            options: Vec::new(),
            hash: None,
            folder: Folder::default(),
            quirks: Quirks::default(),
            patience: Patience::default(),
            profile: None,
        }
    }
}
