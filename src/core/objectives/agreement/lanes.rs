//! SIMD lanes, one for each organism.

use std::fmt;
use std::str::FromStr;

/// The instruction set of the evaluation. All give the same results.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SimdPath {
    /// Plain Rust, for any processor.
    Portable,
    /// AVX2, with eight lanes per vector.
    Avx2,
    /// AVX-512, with sixteen lanes per vector.
    Avx512,
}

impl SimdPath {
    /// Every path, slowest first.
    pub const ALL: [SimdPath; 3] = [SimdPath::Portable, SimdPath::Avx2, SimdPath::Avx512];

    /// Returns whether this processor supports the instructions.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            SimdPath::Portable => true,
            #[cfg(target_arch = "x86_64")]
            SimdPath::Avx2 => is_x86_feature_detected!("avx2"),
            #[cfg(target_arch = "x86_64")]
            SimdPath::Avx512 => is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw"),
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Returns the fastest path that this processor supports.
    #[must_use]
    pub fn best() -> SimdPath {
        SimdPath::ALL.into_iter().rev().find(|path| path.is_available()).unwrap_or(SimdPath::Portable)
    }
}

impl fmt::Display for SimdPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            SimdPath::Portable => "portable",
            SimdPath::Avx2 => "avx2",
            SimdPath::Avx512 => "avx512",
        })
    }
}

impl FromStr for SimdPath {
    type Err = String;

    fn from_str(text: &str) -> Result<SimdPath, String> {
        SimdPath::ALL
            .into_iter()
            .find(|path| path.to_string() == text)
            .ok_or_else(|| format!("“{text}” is unknown; use portable, avx2 or avx512"))
    }
}

/// The number of lanes per block. It is the same for all paths, so that masks fit a word.
pub(super) const WIDTH: usize = 32;

/// A block of [`WIDTH`] 32-bit integers, one lane per organism. Masks have one bit per lane.
pub(super) trait Lanes: Copy {
    /// The number of blocks whose sums fit the registers.
    const TOGETHER: usize;

    /// Creates a block from one number for each lane.
    fn new(lanes: &[i32; WIDTH]) -> Self;

    /// Returns the numbers in all lanes.
    fn lanes(&self) -> &[i32; WIDTH];

    /// Creates a block with the same number in each lane.
    fn splat(value: i32) -> Self;

    /// Computes `self + low(weights) × low(pair) + high(weights) × high(pair)` in each lane. `weights` holds one pair
    /// of 16-bit numbers per lane.
    fn multiply_add(self, weights: &Self, pair: i32) -> Self;

    /// Subtracts lane by lane.
    fn sub(self, other: Self) -> Self;

    /// Returns the minimum of each lane.
    fn min(self, other: Self) -> Self;

    /// Returns the maximum of each lane.
    fn max(self, other: Self) -> Self;

    /// Returns the lanes in which `self > other`.
    fn above(self, other: &Self) -> u32;
}

/// A block in plain Rust.
#[derive(Clone, Copy)]
pub(super) struct Portable([i32; WIDTH]);

impl Portable {
    fn zip(mut self, other: &Portable, combine: impl Fn(i32, i32) -> i32) -> Portable {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = combine(*mine, *theirs);
        }
        self
    }
}

impl Lanes for Portable {
    const TOGETHER: usize = 1;

    fn new(lanes: &[i32; WIDTH]) -> Portable {
        Portable(*lanes)
    }

    fn lanes(&self) -> &[i32; WIDTH] {
        &self.0
    }

    fn splat(value: i32) -> Portable {
        Portable([value; WIDTH])
    }

    fn multiply_add(self, weights: &Portable, pair: i32) -> Portable {
        let halves = |both: i32| (i32::from(both as i16), both >> 16);
        let (low, high) = halves(pair);
        self.zip(weights, |sum, weight| {
            let (weight_low, weight_high) = halves(weight);
            sum + weight_low * low + weight_high * high
        })
    }

    fn sub(self, other: Portable) -> Portable {
        self.zip(&other, |a, b| a - b)
    }

    fn min(self, other: Portable) -> Portable {
        self.zip(&other, i32::min)
    }

    fn max(self, other: Portable) -> Portable {
        self.zip(&other, i32::max)
    }

    fn above(self, other: &Portable) -> u32 {
        let bits = self.0.iter().zip(&other.0).enumerate();
        bits.fold(0, |mask, (lane, (a, b))| mask | u32::from(a > b) << lane)
    }
}

/// Blocks in the SIMD registers of x86-64.
///
/// The intrinsics require `unsafe`. `benches/fitness.rs` shows that they are several times faster than the compiler's
/// code for [`Portable`]. Invariant: `Avx2` and `Avx512` are used only in functions compiled for these instructions,
/// which the kernel calls only if [`SimdPath::is_available`] returns true.
#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Lanes, WIDTH};

    macro_rules! block_of_vectors {
        ($name:ident, $vector:ty, $count:literal, $splat:ident, $load:ident, $multiply:ident, $add:ident, $sub:ident, $min:ident, $max:ident, $above:expr) => {
            #[derive(Clone, Copy)]
            pub(in crate::objectives::agreement) struct $name([$vector; $count]);

            impl $name {
                #[inline(always)]
                fn zip(mut self, other: &$name, combine: impl Fn($vector, $vector) -> $vector) -> $name {
                    for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
                        *mine = combine(*mine, *theirs);
                    }
                    self
                }
            }

            impl Lanes for $name {
                const TOGETHER: usize = 8 / $count;

                #[inline(always)]
                fn new(lanes: &[i32; WIDTH]) -> $name {
                    let mut block = $name::splat(0);
                    for (vector, lanes) in block.0.iter_mut().zip(lanes.chunks_exact(WIDTH / $count)) {
                        // SAFETY: the processor supports the instructions (module invariant); the chunk has as many
                        // lanes as the vector.
                        *vector = unsafe { $load(lanes.as_ptr().cast()) };
                    }
                    block
                }

                #[inline(always)]
                fn lanes(&self) -> &[i32; WIDTH] {
                    bytemuck::cast_ref(&self.0)
                }

                #[inline(always)]
                fn splat(value: i32) -> $name {
                    // SAFETY: the processor supports the instructions (module invariant).
                    $name([unsafe { $splat(value) }; $count])
                }

                #[inline(always)]
                fn multiply_add(self, weights: &$name, pair: i32) -> $name {
                    // SAFETY: the processor supports the instructions (module invariant).
                    let pair = unsafe { $splat(pair) };
                    // SAFETY: likewise.
                    self.zip(weights, |sum, weights| unsafe { $add(sum, $multiply(weights, pair)) })
                }

                #[inline(always)]
                fn sub(self, other: $name) -> $name {
                    // SAFETY: the processor supports the instructions (module invariant).
                    self.zip(&other, |a, b| unsafe { $sub(a, b) })
                }

                #[inline(always)]
                fn min(self, other: $name) -> $name {
                    // SAFETY: the processor supports the instructions (module invariant).
                    self.zip(&other, |a, b| unsafe { $min(a, b) })
                }

                #[inline(always)]
                fn max(self, other: $name) -> $name {
                    // SAFETY: the processor supports the instructions (module invariant).
                    self.zip(&other, |a, b| unsafe { $max(a, b) })
                }

                #[inline(always)]
                fn above(self, other: &$name) -> u32 {
                    let mut mask = 0;
                    for (index, (a, b)) in self.0.iter().zip(&other.0).enumerate() {
                        // SAFETY: the processor supports the instructions (module invariant).
                        let above: u32 = unsafe { $above(*a, *b) };
                        mask |= above << (index * WIDTH / $count);
                    }
                    mask
                }
            }
        };
    }

    #[inline(always)]
    unsafe fn above_avx2(a: __m256i, b: __m256i) -> u32 {
        // SAFETY: the caller ensures AVX2.
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(a, b))) as u32 }
    }

    #[inline(always)]
    unsafe fn above_avx512(a: __m512i, b: __m512i) -> u32 {
        // SAFETY: the caller ensures AVX-512.
        unsafe { u32::from(_mm512_cmpgt_epi32_mask(a, b)) }
    }

    #[inline(always)]
    unsafe fn load_avx2(from: *const i32) -> __m256i {
        // SAFETY: the caller ensures AVX2 and eight readable integers.
        unsafe { _mm256_loadu_si256(from.cast()) }
    }

    #[inline(always)]
    unsafe fn load_avx512(from: *const i32) -> __m512i {
        // SAFETY: the caller ensures AVX-512 and sixteen readable integers.
        unsafe { _mm512_loadu_si512(from.cast()) }
    }

    block_of_vectors!(
        Avx2,
        __m256i,
        4,
        _mm256_set1_epi32,
        load_avx2,
        _mm256_madd_epi16,
        _mm256_add_epi32,
        _mm256_sub_epi32,
        _mm256_min_epi32,
        _mm256_max_epi32,
        above_avx2
    );
    block_of_vectors!(
        Avx512,
        __m512i,
        2,
        _mm512_set1_epi32,
        load_avx512,
        _mm512_madd_epi16,
        _mm512_add_epi32,
        _mm512_sub_epi32,
        _mm512_min_epi32,
        _mm512_max_epi32,
        above_avx512
    );
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Avx2, Avx512};
