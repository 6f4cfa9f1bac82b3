//! The limit of open files. Every running engine needs several.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// The files of a running engine: its three pipes and that of its guard. While it starts it has two more.
const OF_ENGINE: u64 = 6;

/// The files of the rest of the process.
const RESERVE: u64 = 64;

/// The limit that [`raise_limit`] sets at most. Engines inherit it, and some programs close all files up to their limit
/// one by one.
const ENOUGH: u64 = 1 << 16;

/// There are too few files for the engines.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{engines} engines at the same time need {needed} open files, but the limit is {limit}; use fewer concurrent games \
     (--concurrency), or raise the limit (ulimit -n)"
)]
pub struct TooFewFiles {
    engines: usize,
    needed: u64,
    limit: u64,
}

/// Raises the limit of open files of this process as far as the system allows and engines can need.
pub fn raise_limit() {
    let limits = getrlimit(Resource::Nofile);
    let wanted = limits.maximum.map_or(ENOUGH, |maximum| maximum.min(ENOUGH));
    if limits.current.is_some_and(|current| current < wanted) {
        // Without more files, fewer engines can run, and their start says so.
        let _ = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), ..limits });
    }
}

/// Checks that this number of engines can run at the same time.
///
/// # Errors
/// Returns an error if the limit of open files is too low.
pub(crate) fn check(engines: usize) -> Result<(), TooFewFiles> {
    let limit = getrlimit(Resource::Nofile).current.unwrap_or(u64::MAX);
    let needed = (engines as u64).saturating_mul(OF_ENGINE).saturating_add(RESERVE);
    if engines == 0 || needed <= limit { Ok(()) } else { Err(TooFewFiles { engines, needed, limit }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_engines_is_limited_by_open_files() {
        assert_eq!(check(0), Ok(()));
        if let Some(limit) = getrlimit(Resource::Nofile).current {
            let engines = usize::try_from(limit / OF_ENGINE).unwrap();
            let text = check(engines + 1).unwrap_err().to_string();
            assert!(
                text.contains("--concurrency") && text.contains(&format!("the limit is {limit}")),
                "{text}"
            );
        }
    }
}
