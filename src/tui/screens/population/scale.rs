//! Axes: which numbers stand at which ticks.

/// A round number near `rough` from above: 1, 2 or 5 times a power of ten.
pub(super) fn round_step(rough: f64) -> f64 {
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

/// Bounds a little outside `low..=high`, and the round step between ticks, for about `ticks` of them.
pub(super) fn round_bounds(low: f64, high: f64, ticks: u16) -> (f64, f64, f64) {
    let step = round_step((high - low).max(1.0) / f64::from(ticks.max(1)));
    let fine = step / 5.0;
    let bottom = (low / fine - 0.5).floor() * fine;
    (bottom.max(0.0), ((high / fine + 0.5).ceil() * fine).max(bottom + step), step)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_are_round() {
        assert_eq!([0.3, 1.5, 3.0, 7.0, 12.0, 230.0].map(round_step), [1.0, 2.0, 5.0, 10.0, 20.0, 500.0]);
    }

    #[test]
    fn bounds_hold_what_they_must() {
        let (low, high, step) = round_bounds(803.0, 1620.0, 5);
        assert_eq!((low, high, step), (760.0, 1640.0, 200.0));
        let (low, high, _) = round_bounds(1000.0, 1000.0, 4);
        assert!(low <= 1000.0 && high > low);
    }
}
