//! Keyed randomness: every random decision has its own stream, keyed by its purpose.
//!
//! A stream depends only on (seed, stage, run, generation, purpose); some generations may have another seed. The same seed therefore gives the same bits for
//! any number of threads and after any interruption, and no generator state needs to be saved.
//!
//! No stream depends on a thread, and a changed rate leaves the other decisions of a generation unchanged.

use std::ops::Range;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Creates the random streams of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Randomness {
    seed: u64,
    stage: String,
    run: u32,
    /// Generations with another seed; the last entry that has a generation counts.
    fresh: Vec<(Range<u32>, u64)>,
}

impl Randomness {
    /// Creates the streams of run `run` of stage `stage` with `seed`.
    #[must_use]
    pub fn new(seed: u64, stage: &str, run: u32) -> Randomness {
        Randomness { seed, stage: stage.to_owned(), run, fresh: Vec::new() }
    }

    /// Returns the run, 0 first.
    #[must_use]
    pub fn run(&self) -> u32 {
        self.run
    }

    /// Gives these generations another seed.
    pub fn reseed(&mut self, generations: Range<u32>, seed: u64) {
        self.fresh.push((generations, seed));
    }

    /// Returns the stream for one purpose in one generation.
    #[must_use]
    pub fn stream(&self, generation: u32, purpose: &str) -> ChaCha8Rng {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 keyed randomness");
        let fresh = self.fresh.iter().rfind(|(generations, _)| generations.contains(&generation));
        let seed = fresh.map_or(self.seed, |(_, seed)| *seed);
        hasher.update(&seed.to_le_bytes());
        hasher.update(&self.run.to_le_bytes());
        hasher.update(&generation.to_le_bytes());
        hasher.update(&(self.stage.len() as u64).to_le_bytes());
        hasher.update(self.stage.as_bytes());
        hasher.update(purpose.as_bytes());
        ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use rand::Rng;

    use super::*;

    fn first(randomness: &Randomness, generation: u32, purpose: &str) -> u64 {
        randomness.stream(generation, purpose).next_u64()
    }

    #[test]
    fn the_same_name_gives_the_same_stream() {
        let mut one = Randomness::new(7, "grandmaster", 2).stream(3, "mutation");
        let mut two = Randomness::new(7, "grandmaster", 2).stream(3, "mutation");
        assert!((0..100).all(|_| one.next_u64() == two.next_u64()));
    }

    #[test]
    fn every_part_of_the_name_matters() {
        let names = [
            (1, "grandmaster", 0, 0, "mutation"),
            (2, "grandmaster", 0, 0, "mutation"),
            (1, "mentor", 0, 0, "mutation"),
            (1, "grandmaster", 1, 0, "mutation"),
            (1, "grandmaster", 0, 1, "mutation"),
            (1, "grandmaster", 0, 0, "selection"),
            (1, "grandmasterm", 0, 0, "utation"),
        ];
        let values: BTreeSet<u64> = names
            .iter()
            .map(|&(seed, stage, run, generation, purpose)| {
                first(&Randomness::new(seed, stage, run), generation, purpose)
            })
            .collect();
        assert_eq!(values.len(), names.len());
    }

    #[test]
    fn generations_can_have_another_seed() {
        let [own, other] = [7, 8].map(|seed| Randomness::new(seed, "grandmaster", 2));
        let mut mixed = own.clone();
        mixed.reseed(3..u32::MAX, 8);
        mixed.reseed(5..6, 7);
        for (generation, expected) in [(2, &own), (3, &other), (4, &other), (5, &own), (6, &other)] {
            assert_eq!(
                first(&mixed, generation, "mutation"),
                first(expected, generation, "mutation"),
                "{generation}"
            );
        }
    }

    #[test]
    fn streams_are_uncorrelated() {
        // 200 adjacent streams, 64 bits each: the number of ones is binomial(12,800, ½), standard deviation 56.6.
        let randomness = Randomness::new(1, "grandmaster", 0);
        let words: Vec<u64> = (0..200).map(|generation| first(&randomness, generation, "p")).collect();
        let ones: u32 = words.iter().map(|word| word.count_ones()).sum();
        assert!(ones.abs_diff(6400) < 5 * 57, "{ones} ones of 12,800");
        let differing: u32 = words.windows(2).map(|pair| (pair[0] ^ pair[1]).count_ones()).sum();
        assert!(differing.abs_diff(6368) < 5 * 57, "{differing} differing bits of 12,736");
    }

    #[test]
    fn the_streams_never_change() {
        // A session started by one version must resume identically in the next.
        assert_eq!(first(&Randomness::new(1, "grandmaster", 0), 0, "population"), 2_957_519_527_588_861_359);
    }
}
