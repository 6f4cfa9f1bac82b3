//! The order of the openings in a match.

use std::fmt;
use std::sync::{Arc, Mutex};

use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};

use crate::randomness::Randomness;
use crate::threads::lock;

/// The order in which the openings of a list are played.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// The order of the file, repeated.
    Sequential,
    /// A random permutation determined by the seed, repeated.
    #[default]
    Random,
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Order::Sequential => "sequential",
            Order::Random => "random",
        })
    }
}

/// The permutation of the random order. It caches the last permutation, because shuffling millions of openings for each
/// call would take too long. The result depends only on the arguments.
#[derive(Debug, Default)]
pub(super) struct Shuffle {
    last: Mutex<Option<(u64, Arc<[u32]>)>>,
}

impl Shuffle {
    /// Returns the list index, below `count`, for the match index `index` under `seed`. `count` must be the same in
    /// every call, and not 0.
    pub(super) fn place(&self, count: usize, seed: u64, index: u64) -> usize {
        let places = {
            let mut last = lock(&self.last);
            match &*last {
                Some((of, places)) if *of == seed => Arc::clone(places),
                _ => {
                    let places = shuffled(count, seed);
                    *last = Some((seed, Arc::clone(&places)));
                    places
                }
            }
        };
        places[(index % count as u64) as usize] as usize
    }
}

/// Returns a random permutation of the numbers below `count`, all equally likely (Fisher-Yates shuffle).
fn shuffled(count: usize, seed: u64) -> Arc<[u32]> {
    let mut random = stream(seed, 0, "order");
    // No accepted file contains as many as 2³² openings.
    let mut places: Vec<u32> = (0..count as u32).collect();
    for last in (1..places.len()).rev() {
        places.swap(last, random.random_range(0..=last as u32) as usize);
    }
    places.into()
}

/// Returns the random stream of a number and a purpose.
pub(super) fn stream(seed: u64, number: u64, purpose: &str) -> ChaCha8Rng {
    Randomness::new(seed, "openings", (number >> 32) as u32).stream(number as u32, purpose)
}
