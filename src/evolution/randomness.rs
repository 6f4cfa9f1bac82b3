//! Keyed randomness: every random decision has a stream of its own, named by what it decides.
//!
//! A stream depends on (seed, stage, run, generation, purpose) and on nothing else, so the same seed
//! gives the same bits for any number of threads and after any interruption; nothing of a generator's
//! state needs to be saved.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

/// Names the streams of one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Randomness {
    seed: u64,
    stage: String,
    run: u32,
}

impl Randomness {
    /// The streams of run `run` of stage `stage` under `seed`.
    #[must_use]
    pub fn new(seed: u64, stage: &str, run: u32) -> Randomness {
        Randomness { seed, stage: stage.to_owned(), run }
    }

    /// The stream for one purpose in one generation.
    #[must_use]
    pub fn stream(&self, generation: u32, purpose: &str) -> ChaCha8Rng {
        let mut hasher = blake3::Hasher::new_derive_key("eyas 2026 keyed randomness");
        hasher.update(&self.seed.to_le_bytes());
        hasher.update(&self.run.to_le_bytes());
        hasher.update(&generation.to_le_bytes());
        hasher.update(&(self.stage.len() as u64).to_le_bytes());
        hasher.update(self.stage.as_bytes());
        hasher.update(purpose.as_bytes());
        ChaCha8Rng::from_seed(*hasher.finalize().as_bytes())
    }
}
