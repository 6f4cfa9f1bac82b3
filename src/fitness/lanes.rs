//! Organisms side by side in SIMD lanes.

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::*;

/// A vector of 32-bit integers, one lane an organism. Masks have one bit a lane.
///
/// # Safety
/// The methods of an implementation may only be called on a processor that has its instructions.
pub(super) trait Lanes: Copy {
    /// Number of lanes, at most 32.
    const WIDTH: usize;

    /// The same number in each lane.
    unsafe fn splat(value: i32) -> Self;

    /// Loads [`Lanes::WIDTH`] integers.
    ///
    /// # Safety
    /// `from` must be valid for reading them.
    unsafe fn load(from: *const i32) -> Self;

    /// `self + low(weights) × low(pair) + high(weights) × high(pair)` in each lane, where `weights` are
    /// pairs of 16-bit numbers, one pair a lane.
    unsafe fn multiply_add(self, weights: Self, pair: i32) -> Self;

    /// Lane by lane.
    unsafe fn add(self, other: Self) -> Self;

    /// Lane by lane.
    unsafe fn sub(self, other: Self) -> Self;

    /// The smaller of each lane.
    unsafe fn min(self, other: Self) -> Self;

    /// The larger of each lane.
    unsafe fn max(self, other: Self) -> Self;

    /// The lanes in which `self > other`.
    unsafe fn above(self, other: Self) -> u32;
}

/// Plain Rust, for any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([i32; 8]);

impl Portable {
    #[inline(always)]
    fn zip(self, other: Portable, f: impl Fn(i32, i32) -> i32) -> Portable {
        Portable(std::array::from_fn(|lane| f(self.0[lane], other.0[lane])))
    }
}

impl Lanes for Portable {
    const WIDTH: usize = 8;

    #[inline(always)]
    unsafe fn splat(value: i32) -> Portable {
        Portable([value; 8])
    }

    #[inline(always)]
    unsafe fn load(from: *const i32) -> Portable {
        // SAFETY: the caller vouches for eight readable integers.
        Portable(unsafe { from.cast::<[i32; 8]>().read_unaligned() })
    }

    #[inline(always)]
    unsafe fn multiply_add(self, weights: Portable, pair: i32) -> Portable {
        let halves = |both: i32| (i32::from(both as i16), both >> 16);
        let (low, high) = halves(pair);
        self.zip(weights, |sum, weight| {
            let (weight_low, weight_high) = halves(weight);
            sum + weight_low * low + weight_high * high
        })
    }

    #[inline(always)]
    unsafe fn add(self, other: Portable) -> Portable {
        self.zip(other, |a, b| a + b)
    }

    #[inline(always)]
    unsafe fn sub(self, other: Portable) -> Portable {
        self.zip(other, |a, b| a - b)
    }

    #[inline(always)]
    unsafe fn min(self, other: Portable) -> Portable {
        self.zip(other, i32::min)
    }

    #[inline(always)]
    unsafe fn max(self, other: Portable) -> Portable {
        self.zip(other, i32::max)
    }

    #[inline(always)]
    unsafe fn above(self, other: Portable) -> u32 {
        (0..8).map(|lane| u32::from(self.0[lane] > other.0[lane]) << lane).sum()
    }
}

/// AVX2: eight lanes.
#[cfg(target_arch = "x86_64")]
#[derive(Clone, Copy)]
pub(super) struct Avx2(__m256i);

#[cfg(target_arch = "x86_64")]
impl Lanes for Avx2 {
    const WIDTH: usize = 8;

    #[inline(always)]
    unsafe fn splat(value: i32) -> Avx2 {
        Avx2(unsafe { _mm256_set1_epi32(value) })
    }

    #[inline(always)]
    unsafe fn load(from: *const i32) -> Avx2 {
        Avx2(unsafe { _mm256_loadu_si256(from.cast()) })
    }

    #[inline(always)]
    unsafe fn multiply_add(self, weights: Avx2, pair: i32) -> Avx2 {
        unsafe { Avx2(_mm256_add_epi32(self.0, _mm256_madd_epi16(weights.0, _mm256_set1_epi32(pair)))) }
    }

    #[inline(always)]
    unsafe fn add(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_add_epi32(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_sub_epi32(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_min_epi32(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Avx2) -> Avx2 {
        Avx2(unsafe { _mm256_max_epi32(self.0, other.0) })
    }

    #[inline(always)]
    unsafe fn above(self, other: Avx2) -> u32 {
        unsafe { _mm256_movemask_ps(_mm256_castsi256_ps(_mm256_cmpgt_epi32(self.0, other.0))) as u32 }
    }
}

/// Several vectors side by side: the walk over a tree is paid once for all of them.
#[derive(Clone, Copy)]
pub(super) struct Wide<L, const N: usize>([L; N]);

impl<L: Lanes, const N: usize> Wide<L, N> {
    #[inline(always)]
    fn zip(self, other: Self, f: impl Fn(L, L) -> L) -> Self {
        let mut result = self;
        for (mine, theirs) in result.0.iter_mut().zip(other.0) {
            *mine = f(*mine, theirs);
        }
        result
    }
}

impl<L: Lanes, const N: usize> Lanes for Wide<L, N> {
    const WIDTH: usize = L::WIDTH * N;

    #[inline(always)]
    unsafe fn splat(value: i32) -> Self {
        Wide([unsafe { L::splat(value) }; N])
    }

    #[inline(always)]
    unsafe fn load(from: *const i32) -> Self {
        let mut result = unsafe { Self::splat(0) };
        for (index, part) in result.0.iter_mut().enumerate() {
            *part = unsafe { L::load(from.add(index * L::WIDTH)) };
        }
        result
    }

    #[inline(always)]
    unsafe fn multiply_add(self, weights: Self, pair: i32) -> Self {
        self.zip(weights, |sum, weights| unsafe { sum.multiply_add(weights, pair) })
    }

    #[inline(always)]
    unsafe fn add(self, other: Self) -> Self {
        self.zip(other, |a, b| unsafe { a.add(b) })
    }

    #[inline(always)]
    unsafe fn sub(self, other: Self) -> Self {
        self.zip(other, |a, b| unsafe { a.sub(b) })
    }

    #[inline(always)]
    unsafe fn min(self, other: Self) -> Self {
        self.zip(other, |a, b| unsafe { a.min(b) })
    }

    #[inline(always)]
    unsafe fn max(self, other: Self) -> Self {
        self.zip(other, |a, b| unsafe { a.max(b) })
    }

    #[inline(always)]
    unsafe fn above(self, other: Self) -> u32 {
        let mut mask = 0;
        for index in 0..N {
            mask |= unsafe { self.0[index].above(other.0[index]) } << (index * L::WIDTH);
        }
        mask
    }
}
