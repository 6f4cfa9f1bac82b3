//! Mutation: each bit flips with the same small probability, independently of the others.

use rand::Rng;

use crate::evolution::chromosome::Chromosome;

/// Flips each bit with probability `rate`, and says how many were flipped.
///
/// One 32-bit number is drawn for each bit and compared with `rate`·2³², so the rate is met to within
/// 1.2 · 10⁻¹⁰. Drawing the gaps between flips instead would need a logarithm for each flip, whose last
/// bit is not the same on every machine; a hundred chromosomes of 224 bits cost some 50 µs this way.
pub fn mutate(chromosome: &mut Chromosome, rate: f64, rng: &mut impl Rng) -> usize {
    let threshold = (rate.clamp(0.0, 1.0) * 4_294_967_296.0).round() as u64;
    let mut flipped = 0;
    for at in 0..chromosome.len() {
        if u64::from(rng.next_u32()) < threshold {
            chromosome.flip(at);
            flipped += 1;
        }
    }
    flipped
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
    fn every_place_flips_equally_often() {
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
    fn the_ends_of_the_scale_are_exact() {
        let mut rng = ChaCha8Rng::seed_from_u64(3);
        let mut bits = Chromosome::zeros(10_000);
        assert_eq!(mutate(&mut bits, 0.0, &mut rng), 0);
        assert_eq!(mutate(&mut bits, 1.0, &mut rng), 10_000);
    }
}
