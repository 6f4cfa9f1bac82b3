//! Racing: organisms that have no chance to become the leader stop playing, so that most games compare the best.
//!
//! After each block of pairs every organism is compared with the leader, pair by pair: both played the same opponents in
//! the same openings, so the difference of their points has little variance (Birattari, Stützle, Paquete and
//! Varrentrapp, “A racing algorithm for configuring metaheuristics”, GECCO 2002; Maron and Moore, “Hoeffding races”,
//! NIPS 1994). An organism is hopeless if the upper end of a one-sided confidence interval of its mean difference is
//! below 0. The leader is the best of several and is compared several times, so the level is that of a single
//! comparison, not of the whole race.

/// The least variance of the difference of a pair, in half points squared. After few pairs the measured variance may be
/// 0 by chance.
const MIN_VARIANCE: f64 = 1.0;

/// Returns whether each organism is hopeless, given the half points of each of its pairs. All have played the same
/// pairs. `level` is the probability of a one-sided error in a comparison of equal organisms.
#[must_use]
pub fn hopeless(organisms: &[Vec<u8>], level: f64) -> Vec<bool> {
    let total = |pairs: &Vec<u8>| pairs.iter().map(|points| u64::from(*points)).sum::<u64>();
    let leader = organisms.iter().reduce(|best, next| if total(next) > total(best) { next } else { best });
    let Some(leader) = leader else { return Vec::new() };
    organisms.iter().map(|pairs| is_behind(pairs, leader, level)).collect()
}

/// Returns whether an organism is behind the leader with confidence.
fn is_behind(pairs: &[u8], leader: &[u8], level: f64) -> bool {
    let differences = || pairs.iter().zip(leader).map(|(own, best)| f64::from(*own) - f64::from(*best));
    let count = pairs.len().min(leader.len());
    if count < 2 {
        return false;
    }
    let number = count as f64;
    let mean = differences().sum::<f64>() / number;
    let squares = differences().map(|difference| (difference - mean) * (difference - mean)).sum::<f64>();
    let variance = (squares / (number - 1.0)).max(MIN_VARIANCE);
    mean + student_quantile(level, number - 1.0) * (variance / number).sqrt() < 0.0
}

/// Returns the upper quantile of Student's distribution by the expansion of Cornish and Fisher, which is exact enough
/// from three degrees of freedom on (Abramowitz and Stegun, 26.7.5).
fn student_quantile(level: f64, freedom: f64) -> f64 {
    let z = normal_quantile(level);
    let (z3, z5) = (z * z * z, z * z * z * z * z);
    z + (z3 + z) / (4.0 * freedom) + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * freedom * freedom)
}

/// Returns the upper quantile of the standard normal distribution for a level of at most ½ (Abramowitz and Stegun,
/// 26.2.23; the error is below 0.00045).
fn normal_quantile(level: f64) -> f64 {
    let t = (-2.0 * libm::log(level)).sqrt();
    let numerator = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let denominator = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    t - numerator / denominator
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_tables() {
        let is_near = |found: f64, expected: f64, error: f64| {
            assert!((found - expected).abs() < error, "{found} instead of {expected}");
        };
        is_near(normal_quantile(0.01), 2.3263, 0.001);
        is_near(normal_quantile(0.05), 1.6449, 0.001);
        is_near(student_quantile(0.01, 10.0), 2.764, 0.02);
        is_near(student_quantile(0.01, 4.0), 3.747, 0.2);
        is_near(student_quantile(0.05, 30.0), 1.697, 0.005);
    }

    #[test]
    fn only_those_clearly_behind_are_hopeless() {
        let leader = vec![3, 4, 2, 3, 4, 3, 2, 3];
        let close = vec![3, 2, 3, 3, 2, 3, 3, 3];
        let hopeless_one = vec![0, 1, 0, 0, 0, 1, 0, 0];
        let all = [close.clone(), leader.clone(), hopeless_one];
        assert_eq!(hopeless(&all, 0.01), [false, false, true]);
        assert_eq!(hopeless(&[close.clone(), close], 0.01), [false, false]);
        assert_eq!(hopeless(&[vec![0], vec![4]], 0.01), [false, false], "one pair decides nothing");
        assert!(hopeless(&[], 0.01).is_empty());
    }
}
