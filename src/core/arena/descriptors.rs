//! The limit of open files. Every running engine needs several.

use crate::platform::open_file_limit;

/// The files of a running engine: its three pipes and that of its guard. While it starts it has two more.
const OF_ENGINE: u64 = 6;

/// The files of the rest of the process.
const RESERVE: u64 = 64;

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

/// Checks that this number of engines can run at the same time.
///
/// # Errors
/// Returns an error if the limit of open files is too low.
pub(crate) fn check(engines: usize) -> Result<(), TooFewFiles> {
    let limit = open_file_limit().unwrap_or(u64::MAX);
    let needed = (engines as u64).saturating_mul(OF_ENGINE).saturating_add(RESERVE);
    if engines == 0 || needed <= limit { Ok(()) } else { Err(TooFewFiles { engines, needed, limit }) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_of_engines_is_limited_by_open_files() {
        assert_eq!(check(0), Ok(()));
        if let Some(limit) = open_file_limit() {
            let engines = usize::try_from(limit / OF_ENGINE).unwrap();
            let text = check(engines + 1).unwrap_err().to_string();
            assert!(
                text.contains("--concurrency") && text.contains(&format!("the limit is {limit}")),
                "{text}"
            );
        }
    }
}
