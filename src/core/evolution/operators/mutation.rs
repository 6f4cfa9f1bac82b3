//! Mutation: each bit flips independently with the same small probability.

use rand::Rng;

use crate::organism::chromosome::Chromosome;

/// Flips each bit with probability `rate` and returns the number of flips.
pub fn mutate(chromosome: &mut Chromosome, rate: f64, rng: &mut impl Rng) -> usize {
    let flips = flips(chromosome.len(), rate, rng);
    chromosome.flip_all(&flips);
    flips.ones().count()
}

/// Returns the flips of a mutation: each bit is 1 with probability `rate`, which is accurate to within 2⁻⁶⁴.
///
/// Drawing the gaps between flips would need a logarithm for each flip, and its last bit may differ between machines.
/// So each bit is decided separately, 64 at a time (see `bernoulli`).
pub fn flips(bits: usize, rate: f64, rng: &mut impl Rng) -> Chromosome {
    Chromosome::from_words(bits, || bernoulli(rate, rng))
}

/// Returns 64 independent bits, each 1 with probability `rate`.
///
/// Each of the 64 lanes compares a random binary fraction with the rate, digit by digit from the first. A lane is
/// decided at the first digit in which the two differ: 1 if its own digit is smaller. Half of the undecided lanes are
/// decided at each digit, so about eight random words suffice for all.
fn bernoulli(rate: f64, rng: &mut impl Rng) -> u64 {
    if rate >= 1.0 {
        return u64::MAX;
    }
    // Exact: the factor is a power of two. Negative rates and NaN become 0.
    let fraction = (rate * 18_446_744_073_709_551_616.0) as u64;
    let (mut ones, mut undecided) = (0, u64::MAX);
    for digit in (0..64).rev() {
        // If only zeros follow, no undecided lane can be smaller.
        if undecided == 0 || fraction << (63 - digit) == 0 {
            break;
        }
        let own = rng.next_u64();
        if fraction >> digit & 1 == 1 {
            ones |= undecided & !own;
            undecided &= own;
        } else {
            undecided &= !own;
        }
    }
    ones
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;
    use rstest::rstest;

    use super::*;
    use crate::evolution::testing::{assert_binomial, assert_uniform};

    #[rstest]
    #[case(0.002)]
    #[case(0.005)]
    #[case(0.05)]
    #[case(0.5)]
    fn bits_flip_at_the_rate(#[case] rate: f64) {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        let original = Chromosome::random(224, &mut rng);
        let (mut flips, mut distance) = (0, 0);
        for _ in 0..2000 {
            let mut bits = original.clone();
            flips += mutate(&mut bits, rate, &mut rng);
            distance += bits.hamming_distance(&original) as usize;
        }
        assert_eq!(flips, distance);
        assert_binomial(flips as u64, 2000 * 224, rate);
    }

    #[test]
    fn all_bits_flip_equally_often() {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let mut counts = vec![0; 100];
        for _ in 0..20_000 {
            let mut bits = Chromosome::zeros(100);
            mutate(&mut bits, 0.01, &mut rng);
            (0..100).filter(|&at| bits.bit(at)).for_each(|at| counts[at] += 1);
        }
        assert_uniform(&counts);
    }

    #[test]
    fn rates_0_and_1_are_exact() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut bits = Chromosome::zeros(10_000);
        assert_eq!(mutate(&mut bits, 0.0, &mut rng), 0);
        assert_eq!(mutate(&mut bits, 1.0, &mut rng), 10_000);
    }

    #[test]
    fn adjacent_bits_flip_independently() {
        let mut rng = ChaCha8Rng::seed_from_u64(4);
        let both = (0..20_000).filter(|_| bernoulli(0.3, &mut rng) & 3 == 3).count();
        assert_binomial(both as u64, 20_000, 0.09);
    }
}
