//! The seeds that forms suggest for new work.

use rand::RngExt;

use crate::randomness::Randomness;

/// The largest seed that is suggested: one that is read and typed without effort.
const LARGEST: u64 = 999_999;

/// Draws seeds. The same key gives the same seeds; the system's randomness gives the key of a workbench.
#[derive(Debug, Clone, Default)]
pub(crate) struct Seeds {
    key: u64,
    drawn: u32,
}

impl Seeds {
    pub(crate) fn new(key: u64) -> Seeds {
        Seeds { key, drawn: 0 }
    }

    /// Returns the next seed, from 1 to [`LARGEST`].
    pub(crate) fn draw(&mut self) -> u64 {
        self.drawn = self.drawn.wrapping_add(1);
        Randomness::new(self.key, "workbench", 0).stream(self.drawn, "seed").random_range(1..=LARGEST)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn seeds_differ_and_follow_from_the_key() {
        let draw = |key: u64| {
            let mut seeds = Seeds::new(key);
            std::iter::repeat_with(move || seeds.draw()).take(20).collect::<Vec<u64>>()
        };
        assert_eq!(draw(7), draw(7));
        let all: BTreeSet<u64> = [draw(7), draw(8)].concat().into_iter().collect();
        assert_eq!(all.len(), 40);
        assert!(all.iter().all(|seed| (1..=LARGEST).contains(seed)));
    }
}
