//! Statistics of a measured generation: the distribution of the measures, and the diversity.

use super::record::Spread;
use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;

/// Returns the distribution of measures that are sorted in descending order.
///
/// The quantile of order q interpolates linearly between the two nearest of the n measures, at index q·(n − 1) counted
/// from the smallest (definition 7 of Hyndman and Fan 1996, the default of R and NumPy).
///
/// # Panics
/// Panics if there is no measure.
#[must_use]
pub fn spread(measures: &[u64]) -> Spread {
    let n = measures.len();
    let quantile = |order: f64| {
        let place = order * (n - 1) as f64;
        let (below, share) = (place.floor() as usize, place.fract());
        let measure = |from_smallest: usize| measures[n - 1 - from_smallest.min(n - 1)] as f64;
        measure(below) + share * (measure(below + 1) - measure(below))
    };
    Spread {
        best: measures[0],
        mean: measures.iter().sum::<u64>() as f64 / n as f64,
        q90: quantile(0.9),
        q75: quantile(0.75),
        median: quantile(0.5),
        q25: quantile(0.25),
        q10: quantile(0.1),
        worst: measures[n - 1],
    }
}

/// Returns, for each bit, the share of pairs of different organisms that differ in it: 2·k·(n − k) / (n·(n − 1)) if k
/// of n organisms have a 1. The share is 0 if all organisms agree and about ½ for random bits.
///
/// # Panics
/// Panics if a chromosome is longer than `bits`.
#[must_use]
pub fn bit_diversity<'a>(
    chromosomes: impl ExactSizeIterator<Item = &'a Chromosome>,
    bits: usize,
) -> Vec<f32> {
    let n = chromosomes.len() as f64;
    let mut ones = vec![0u32; bits];
    for chromosome in chromosomes {
        chromosome.ones().for_each(|at| ones[at] += 1);
    }
    let pairs = (n * (n - 1.0) / 2.0).max(1.0);
    ones.into_iter().map(|k| (f64::from(k) * (n - f64::from(k)) / pairs) as f32).collect()
}

/// Returns, for each parameter, the standard deviation of its values (of the population, not a sample estimate) divided
/// by the width of its range: 0 if all agree, ½ if half of the values are at each end. 0 for a fixed parameter.
///
/// # Panics
/// Panics if an organism has fewer values than the schema has parameters.
#[must_use]
pub fn parameter_diversity(values: &[Vec<i32>], schema: &Schema) -> Vec<f32> {
    let n = values.len().max(1) as f64;
    let deviation = |index: usize, width: f64| {
        let mean = values.iter().map(|organism| f64::from(organism[index])).sum::<f64>() / n;
        let variance =
            values.iter().map(|organism| (f64::from(organism[index]) - mean).powi(2)).sum::<f64>() / n;
        if width > 0.0 { variance.sqrt() / width } else { 0.0 }
    };
    schema
        .parameters
        .iter()
        .enumerate()
        .map(|(index, p)| deviation(index, f64::from(p.range.1.abs_diff(p.range.0))) as f32)
        .collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::SeedableRng;
    use rand_chacha::ChaCha8Rng;

    use super::*;

    #[test]
    fn quantiles_agree_with_r_and_numpy() {
        let spread = spread(&[50, 40, 35, 20, 15]);
        assert_eq!((spread.best, spread.worst), (50, 15));
        assert_eq!((spread.mean, spread.median), (32.0, 35.0));
        assert_eq!((spread.q25, spread.q75), (20.0, 40.0));
        assert!((spread.q10 - 17.0).abs() < 1e-12 && (spread.q90 - 46.0).abs() < 1e-12, "{spread:?}");
    }

    #[test]
    fn the_quantiles_of_one_organism_are_equal() {
        let spread = spread(&[7]);
        assert_eq!((spread.q10, spread.median, spread.q90, spread.mean), (7.0, 7.0, 7.0, 7.0));
    }

    #[test]
    fn fixed_parameters_have_no_diversity_and_extremes_have_half() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let low: Vec<i32> = schema.parameters.iter().map(|p| p.range.0).collect();
        let high: Vec<i32> = schema.parameters.iter().map(|p| p.range.1).collect();
        for (parameter, diversity) in schema.parameters.iter().zip(parameter_diversity(&[low, high], &schema))
        {
            let expected = if parameter.bits == 0 { 0.0 } else { 0.5 };
            assert!((diversity - expected).abs() < 1e-6, "{}: {diversity}", parameter.name);
        }
    }

    proptest! {
        #[test]
        fn bit_diversity_counts_differing_pairs(seed in any::<u64>(), n in 1usize..12) {
            let mut rng = ChaCha8Rng::seed_from_u64(seed);
            let population: Vec<_> = (0..n).map(|_| Chromosome::random(70, &mut rng)).collect();
            let diversity = bit_diversity(population.iter(), 70);
            for (at, &found) in diversity.iter().enumerate() {
                let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
                let (mut all, mut differing) = (0, 0);
                for (i, j) in pairs {
                    all += 1;
                    differing += u32::from(population[i].bit(at) != population[j].bit(at));
                }
                let expected = f64::from(differing) / f64::from(all.max(1));
                prop_assert!((f64::from(found) - expected).abs() < 1e-6);
            }
        }

        #[test]
        fn quantiles_are_in_order(mut measures in proptest::collection::vec(0u64..5000, 1..50)) {
            measures.sort_by(|a, b| b.cmp(a));
            let s = spread(&measures);
            let order = [s.worst as f64, s.q10, s.q25, s.median, s.q75, s.q90, s.best as f64];
            prop_assert!(order.is_sorted(), "{:?}", s);
        }
    }
}
