//! Memory that will be wanted soon.
//!
//! The tables of a search are larger than the processor's caches: a look at one costs as much as evaluating a
//! position. Asked for early, the memory arrives while other work is done; `eyas bench` shows how much that is.

/// Asks the processor to have this at hand soon. It changes nothing but the time that takes.
#[inline]
pub(super) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        // SAFETY: a prefetch reads nothing that the program could see, and the address is that of a value.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast()) }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
