//! Linear and logarithmic scales with round ticks.

/// The smallest value of a logarithmic axis. Smaller values are shown at its place.
const LEAST: f64 = 0.1;

/// The smallest length of an axis, relative to the values on it. Shorter ones would show the noise of rounding.
const SMALLEST: f64 = 1e-3;

/// The ends and the ticks of an axis.
#[derive(Debug, Clone, PartialEq)]
pub struct Scale {
    /// The value at the low end.
    pub low: f64,
    /// The value at the high end.
    pub high: f64,
    /// The values with a label.
    pub ticks: Vec<f64>,
    logarithmic: bool,
}

impl Scale {
    /// Creates an axis from `low` to `high` with a tick at each multiple of `step`.
    #[must_use]
    pub fn linear(low: f64, high: f64, step: f64) -> Scale {
        let first = (low / step).ceil() as i64;
        let last = (high / step).floor() as i64;
        let ticks = (first..=last).map(|tick| tick as f64 * step).collect();
        Scale { low, high, ticks, logarithmic: false }
    }

    /// Creates an axis that is a little longer than `low..=high`, with about `ticks` round numbers, whose distance is at
    /// least `least`.
    #[must_use]
    pub fn round(low: f64, high: f64, ticks: usize, least: f64) -> Scale {
        let (low, high, step) = round_bounds(low, high, ticks, least);
        Scale::linear(low, high, step)
    }

    /// Creates an axis whose ends and ticks are 1, 2 or 5 times a power of ten. If these are more than `ticks`, the
    /// ticks are the powers of ten.
    #[must_use]
    pub fn logarithmic(low: f64, high: f64, ticks: usize) -> Scale {
        let low = low.max(LEAST);
        let high = high.max(2.0 * low);
        let powers = (low.log10().floor() as i32)..=(high.log10().ceil() as i32);
        let round: Vec<f64> =
            powers.flat_map(|power| [1.0, 2.0, 5.0].map(|digit| digit * 10f64.powi(power))).collect();
        // The tolerance allows for rounding errors of the powers.
        let below = round.iter().rposition(|tick| *tick <= low * 1.000_001).unwrap_or(0);
        let above = round.iter().position(|tick| *tick >= high * 0.999_999).unwrap_or(round.len() - 1);
        let all = &round[below..=above];
        let few = |tick: &&f64| all.len() <= ticks || is_power_of_ten(**tick);
        let ticks = all.iter().filter(few).copied().collect();
        Scale { low: round[below], high: round[above], ticks, logarithmic: true }
    }

    /// Returns the place of a value on the axis: 0 at the low end, 1 at the high end.
    #[must_use]
    pub fn share(&self, value: f64) -> f64 {
        let at = |value: f64| if self.logarithmic { value.max(LEAST).log10() } else { value };
        (at(value) - at(self.low)) / (at(self.high) - at(self.low)).max(f64::EPSILON)
    }
}

fn is_power_of_ten(value: f64) -> bool {
    let power = value.log10();
    (power - power.round()).abs() < 1e-9
}

/// Returns the smallest round number not below `rough`: 1, 2 or 5 times a power of ten.
#[must_use]
pub fn round_step(rough: f64) -> f64 {
    if !rough.is_finite() || rough <= 1.0 {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= rough)
        .unwrap_or(rough)
}

/// Returns the smallest round number not below `rough`, which may be a fraction.
#[must_use]
pub fn fine_step(rough: f64) -> f64 {
    if !rough.is_finite() || rough <= 0.0 {
        return 1.0;
    }
    let power = 10f64.powf(rough.log10().floor());
    let round = [1.0, 2.0, 5.0, 10.0].into_iter().map(|factor| factor * power);
    // The tolerance allows for the rounding errors of the power.
    round.into_iter().find(|step| *step >= rough * 0.999_999).unwrap_or(rough)
}

/// Returns bounds a little outside `low..=high` and a round step for about `ticks` ticks.
fn round_bounds(low: f64, high: f64, ticks: usize, least: f64) -> (f64, f64, f64) {
    let size = low.abs().max(high.abs());
    let step = fine_step((high - low).max(size * SMALLEST) / ticks.max(1) as f64).max(least);
    let fine = step / 5.0;
    let bottom = (low / fine - 0.5).floor() * fine;
    // Numbers that are never negative have no room below zero.
    let bottom = if low >= 0.0 { bottom.max(0.0) } else { bottom };
    (bottom, ((high / fine + 0.5).ceil() * fine).max(bottom + step), step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0.3, 1.5, 3.0, 7.0, 12.0, 230.0].map(round_step), [1.0, 2.0, 5.0, 10.0, 20.0, 500.0]);
    }

    #[test]
    fn bounds_contain_the_values() {
        let (low, high, step) = round_bounds(803.0, 1620.0, 5, 1.0);
        assert_eq!((low, high, step), (760.0, 1640.0, 200.0));
        let (low, high, _) = round_bounds(1000.0, 1000.0, 4, 1.0);
        assert!(low <= 1000.0 && high > low);
        assert_eq!(Scale::round(803.0, 1620.0, 5, 1.0).ticks, [800.0, 1000.0, 1200.0, 1400.0, 1600.0]);
    }

    #[test]
    fn negative_ends_are_on_the_axis() {
        let scale = Scale::round(-312.0, 4.0, 4, 0.0);
        assert!(scale.low <= -312.0 && scale.high >= 4.0, "{scale:?}");
        assert_eq!(scale.ticks, [-300.0, -200.0, -100.0, 0.0]);
        let small = Scale::round(0.6911, 0.6958, 4, 0.0);
        assert!(small.high - small.low < 0.01 && small.ticks.len() > 2, "{small:?}");
    }

    #[test]
    fn equal_ratios_have_equal_distances() {
        let axis = Scale::logarithmic(8.2, 504.0, 8);
        assert_eq!(axis.ticks, [5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0]);
        assert_eq!((axis.share(5.0), axis.share(1000.0)), (0.0, 1.0));
        assert!((axis.share(10.0) + axis.share(500.0) - 1.0).abs() < 1e-9);
        assert_eq!(Scale::logarithmic(8.2, 504.0, 5).ticks, [10.0, 100.0, 1000.0]);
        let empty = Scale::logarithmic(0.0, 0.0, 4);
        assert!(empty.share(0.0).is_finite() && empty.share(0.0) < empty.share(1.0));
    }
}
