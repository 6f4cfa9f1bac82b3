//! Runs work on lanes with the instructions of a SIMD path, and with the number of weights that a set of features needs.

#[cfg(target_arch = "x86_64")]
use super::lanes::{Avx2, Avx512};
use super::lanes::{Lanes, Portable, SimdPath};
use super::node::{MOST_PAIRS, pair_count};
use crate::engine::features::FeatureSet;

/// The number of weight pairs per block for the papers' features. Such numbers are powers of two, so that masking an
/// index keeps it in bounds.
const PAPER: usize = pair_count(FeatureSet::Paper).next_power_of_two();
/// The number of weight pairs per block for the extended features.
const EXTENDED: usize = MOST_PAIRS;

/// Work of organisms in lanes. Its functions are `#[inline(always)]`, so that they are compiled for the instructions.
pub(super) trait LaneWork {
    /// Does the work.
    fn run<L: Lanes, const TABLE: usize>(self);
}

/// Does the work with the instructions of `path`, if this processor supports them.
pub(super) fn dispatch(work: impl LaneWork, set: FeatureSet, path: SimdPath) {
    match path {
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor supports the instructions.
        SimdPath::Avx512 if path.is_available() => unsafe { with_avx512(work, set) },
        #[cfg(target_arch = "x86_64")]
        // SAFETY: the processor supports the instructions.
        SimdPath::Avx2 if path.is_available() => unsafe { with_avx2(work, set) },
        _ => sized::<Portable>(work, set),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn with_avx2(work: impl LaneWork, set: FeatureSet) {
    sized::<Avx2>(work, set);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw")]
fn with_avx512(work: impl LaneWork, set: FeatureSet) {
    sized::<Avx512>(work, set);
}

#[inline(always)]
fn sized<L: Lanes>(work: impl LaneWork, set: FeatureSet) {
    match set {
        FeatureSet::Paper => work.run::<L, PAPER>(),
        FeatureSet::Extended => work.run::<L, EXTENDED>(),
    }
}
