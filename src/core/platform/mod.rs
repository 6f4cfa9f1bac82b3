//! Everything that depends on the operating system: processes of engines, signals, the terminal, limits, files.
//!
//! No other module names a system or uses its interfaces (`tests/architecture.rs` checks it), so a port changes this
//! folder only. `unix.rs` has what all Unix systems share, `linux.rs` what only Linux has. On other Unix systems
//! `other.rs` takes its place: what they do not have does nothing. Only Linux on x86-64 was tried.

#[cfg(not(unix))]
compile_error!("Eyas needs a Unix system; a port to another one changes src/core/platform only");

pub(crate) mod clock;
#[cfg_attr(target_os = "linux", path = "linux.rs")]
#[cfg_attr(not(target_os = "linux"), path = "other.rs")]
mod system;
mod unix;

pub use clock::{age, wall_clock};
pub(crate) use system::{REPORTS_CLOSED_FILES, pin_to_core, prefer_large_pages};
pub use unix::*;
