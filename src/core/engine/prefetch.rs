//! Memory prefetching.
//!
//! The tables of a search are larger than the CPU caches: an access to one costs as much as evaluating a position. With
//! prefetching, the memory arrives while other work is done. `eyas bench` shows the effect. The quiescence trees of a
//! position set are as large; `benches/ratios.rs` measures them.

/// Asks the CPU to load `value` into its caches. This affects speed only.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch has no effect visible to the program, and the address is that of a live value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
