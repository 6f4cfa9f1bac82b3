//! Crossover: two parents produce two offspring; no bit is created or lost.
//!
//! The operators only draw a mask of the bits to exchange; [`Chromosome::crossed`] exchanges them. The algorithm
//! decides whether a pair is crossed at all (the crossover rate).

use rand::{Rng, RngExt};
use serde::{Deserialize, Serialize};

use crate::organism::chromosome::Chromosome;

/// The crossover operator.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Crossover {
    /// Each bit comes from either parent with equal probability.
    Uniform,
    /// Bits after one random point are exchanged.
    OnePoint,
    /// Bits between two random points are exchanged.
    TwoPoint,
}

/// Returns two offspring of two parents of equal length.
///
/// * Uniform: each bit is exchanged with probability ½.
/// * One point: one of the `len − 1` cut points between two bits is drawn; the bits after it are exchanged.
/// * Two points: two different cut points are drawn; the bits between them are exchanged. A chromosome of two bits has
///   only one cut point and is cut there.
///
/// # Panics
/// Panics if the parents differ in length.
pub fn cross(
    kind: Crossover,
    a: &Chromosome,
    b: &Chromosome,
    rng: &mut impl Rng,
) -> (Chromosome, Chromosome) {
    a.crossed(b, &mask(kind, a.len(), rng))
}

fn mask(kind: Crossover, len: usize, rng: &mut impl Rng) -> Chromosome {
    if kind == Crossover::Uniform {
        return Chromosome::random(len, rng);
    }
    if len < 2 {
        return Chromosome::zeros(len);
    }
    let start = rng.random_range(1..len);
    let exchanged = if kind == Crossover::OnePoint || len == 2 {
        start..len
    } else {
        // The second cut point is drawn among the others.
        let other = rng.random_range(1..len - 1);
        let other = if other >= start { other + 1 } else { other };
        start.min(other)..start.max(other)
    };
    let mut mask = Chromosome::zeros(len);
    exchanged.for_each(|index| mask.set(index, true));
    mask
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use rstest::rstest;

    use super::*;
    use crate::evolution::testing::{assert_binomial, assert_uniform};

    /// Returns the cut points: the positions at which the mask changes between adjacent bits. 1 is between the first
    /// and the second bit.
    fn cuts(mask: &Chromosome) -> Vec<usize> {
        (1..mask.len()).filter(|&at| mask.bit(at - 1) != mask.bit(at)).collect()
    }

    #[test]
    fn uniform_exchanges_each_bit_half_of_the_time() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let masks: Vec<_> = (0..4000).map(|_| mask(Crossover::Uniform, 70, &mut rng)).collect();
        for at in 0..70 {
            let exchanged = masks.iter().filter(|mask| mask.bit(at)).count();
            assert_binomial(exchanged as u64, 4000, 0.5);
        }
    }

    #[test]
    fn uniform_treats_neighbours_independently() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let changes: usize = (0..1000).map(|_| cuts(&mask(Crossover::Uniform, 101, &mut rng)).len()).sum();
        assert_binomial(changes as u64, 100_000, 0.5);
    }

    #[test]
    fn one_point_draws_all_cuts_equally_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut counts = vec![0; 20];
        for _ in 0..20_000 {
            let mask = mask(Crossover::OnePoint, 21, &mut rng);
            assert!(!mask.bit(0));
            let [cut] = cuts(&mask)[..] else { panic!("{mask} does not have one cut") };
            counts[cut - 1] += 1;
        }
        assert_uniform(&counts);
    }

    #[test]
    fn two_points_draw_all_pairs_of_cuts_equally_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let mut counts = vec![0; 9 * 9];
        for _ in 0..36_000 {
            let mask = mask(Crossover::TwoPoint, 10, &mut rng);
            let [first, second] = cuts(&mask)[..] else { panic!("{mask} does not have two cuts") };
            counts[(first - 1) * 9 + second - 1] += 1;
        }
        counts.retain(|&count| count > 0);
        assert_eq!(counts.len(), 36, "all pairs are drawn");
        assert_uniform(&counts);
    }

    #[rstest]
    fn short_chromosomes_are_crossed(
        #[values(Crossover::Uniform, Crossover::OnePoint, Crossover::TwoPoint)] kind: Crossover,
        #[values(0, 1, 2, 3)] len: usize,
    ) {
        let mut rng = ChaCha8Rng::seed_from_u64(5);
        for _ in 0..50 {
            let (a, b) = (Chromosome::random(len, &mut rng), Chromosome::random(len, &mut rng));
            let (c, d) = cross(kind, &a, &b, &mut rng);
            assert_eq!(a.hamming_distance(&b), c.hamming_distance(&d));
        }
    }
}
