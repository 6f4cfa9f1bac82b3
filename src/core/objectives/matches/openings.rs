//! The openings of matches: which event uses which.

use std::path::PathBuf;

use super::MatchesSettings;
use crate::arena::opening::{OpeningError, Openings};
use crate::positions::PositionSource;

/// Why matches have no openings.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The openings cannot be read.
    #[error("--openings: {0}")]
    Openings(#[from] OpeningError),
    /// More than one opening set is given.
    #[error("--openings: matches use one file of openings; merge the files into one")]
    Several,
    /// A Polyglot book does not define how many openings it has.
    #[error(
        "--openings: {file} is a Polyglot book, which has no fixed number of openings; use games (PGN) or positions (EPD)", file = .0.display()
    )]
    Book(PathBuf),
    /// There are too few openings.
    #[error(
        "--openings: {found} openings are too few; {wanted} are required: {pairs} for a generation (--pairs), and \
         {selecting} others for the confirmation (--confirmation-pairs), the final match (--match-games) and its proof (--proof-games)"
    )]
    TooFew {
        /// The number of openings found.
        found: u64,
        /// The number required.
        wanted: u64,
        /// The number that a generation needs.
        pairs: u64,
        /// The number that confirmation, final match and proof need.
        selecting: u64,
    },
}

/// Reads the openings of matches. There must be enough that no event uses one twice.
///
/// # Errors
/// Returns an error if the openings cannot be read, or if there are too few.
pub(super) fn read(settings: &MatchesSettings) -> Result<Openings, Error> {
    let (openings, file) = match &settings.openings {
        PositionSource::Embedded(name) => (Openings::embedded()?, PathBuf::from(name)),
        PositionSource::File(path) => (Openings::read(path)?, path.clone()),
        PositionSource::Multiple(_) => return Err(Error::Several),
    };
    let found = openings.count().ok_or(Error::Book(file))? as u64;
    let (pairs, selecting) = (u64::from(settings.pairs), selecting(settings));
    let wanted = pairs + selecting;
    if found < wanted {
        return Err(Error::TooFew { found, wanted, pairs, selecting });
    }
    Ok(openings)
}

/// Returns the number of openings of the confirmation, the final match and its proof.
fn selecting(settings: &MatchesSettings) -> u64 {
    u64::from(settings.confirmation_pairs) + settings.match_pairs() + settings.proof_pairs()
}

/// Which openings of one permutation each event uses. The first ones belong to the confirmation, the final match and its
/// proof, and no generation plays them. Generations use the others in turn, from the first again after the last.
#[derive(Debug, Clone, Copy)]
pub struct OpeningBlocks {
    confirmation: u64,
    final_match: u64,
    selecting: u64,
    pairs: u64,
    /// The number of generations of a run.
    generations: u64,
    /// The number of openings for generations.
    usable: u64,
}

impl OpeningBlocks {
    /// Divides `count` openings. `generations` is the number of generations after generation 0.
    #[must_use]
    pub fn new(settings: &MatchesSettings, generations: u32, count: u64) -> OpeningBlocks {
        let selecting = selecting(settings);
        OpeningBlocks {
            confirmation: settings.confirmation_pairs.into(),
            final_match: settings.match_pairs(),
            selecting,
            pairs: settings.pairs.into(),
            generations: u64::from(generations) + 1,
            usable: count.saturating_sub(selecting).max(1),
        }
    }

    /// Returns the index of the opening of a pair in a generation in which each organism plays `pairs` pairs. If they are
    /// more than those of the settings, generations are as far apart as they require.
    #[must_use]
    pub fn generation(&self, run: u32, generation: u32, pairs: u32, pair: u64) -> u64 {
        let before = u64::from(run) * self.generations + u64::from(generation);
        let spacing = self.pairs.max(pairs.into());
        self.selecting + before.wrapping_mul(spacing).wrapping_add(pair) % self.usable
    }

    /// Returns the index of the opening of a pair in the confirmation.
    #[must_use]
    pub fn confirmation(&self, pair: u64) -> u64 {
        pair
    }

    /// Returns the index of the opening of a pair in the final match.
    #[must_use]
    pub fn final_match(&self, pair: u64) -> u64 {
        self.confirmation + pair
    }

    /// Returns the index of the opening of a pair in the proof.
    #[must_use]
    pub fn proof(&self, pair: u64) -> u64 {
        self.confirmation + self.final_match + pair
    }
}
