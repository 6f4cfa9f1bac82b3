use proptest::prelude::*;

use super::*;

/// Half the square of the distance from a point, stretched along the axes and mixed between neighbours.
fn quadratic(at: &[f64], minimum: &[f64], mixing: f64) -> Derivatives {
    let count = at.len();
    let mut derivatives = Derivatives::zero(count);
    for i in 0..count {
        for j in 0..count {
            let scale = 10_f64.powi(i as i32);
            let element = if i == j {
                scale
            } else if i.abs_diff(j) == 1 {
                mixing
            } else {
                0.0
            };
            derivatives.hessian[i * count + j] = element;
            derivatives.gradient[i] += element * (at[j] - minimum[j]);
            derivatives.loss += element * (at[i] - minimum[i]) * (at[j] - minimum[j]) / 2.0;
        }
    }
    derivatives
}

fn minimize(ranges: &[(f64, f64)], loss: impl Fn(&[f64]) -> Derivatives) -> (Vec<f64>, usize) {
    let mut iterate = Iterate::start(ranges.iter().map(|_| 3.0), ranges);
    for steps in 0.. {
        iterate = iterate.next(ranges, |at| Some(loss(at))).unwrap();
        for (value, (low, high)) in iterate.point.iter().zip(ranges) {
            assert!((low..=high).contains(&value), "{value} is outside its range");
        }
        if iterate.is_settled || steps == 100 {
            return (iterate.point, steps);
        }
    }
    unreachable!()
}

#[test]
fn the_minimum_of_a_quadratic_function_is_one_step_away() {
    let minimum = [-7.25, 40.5, 3.0, 0.125];
    let (point, steps) = minimize(&[(-100.0, 100.0); 4], |at| quadratic(at, &minimum, 0.4));
    assert!(point.iter().zip(minimum).all(|(value, best)| (value - best).abs() < 1e-4), "{point:?}");
    assert_eq!(steps, 1);
}

#[test]
fn a_fixed_or_unused_parameter_keeps_its_value() {
    let unused = |at: &[f64]| {
        let mut derivatives = quadratic(at, &[9.0, 9.0, 9.0], 0.0);
        derivatives.loss -= 50.0 * (at[2] - 9.0).powi(2);
        (derivatives.gradient[2], derivatives.hessian[8]) = (0.0, 0.0);
        derivatives
    };
    let (point, _) = minimize(&[(0.0, 20.0), (5.0, 5.0), (0.0, 20.0)], unused);
    assert!((point[0] - 9.0).abs() < 1e-6, "{point:?}");
    assert_eq!(point[1..], [5.0, 3.0]);
}

proptest! {
    /// At the minimum in a box, every parameter is at a bound that the slope points to, or has no slope
    /// (the Karush-Kuhn-Tucker conditions).
    #[test]
    fn the_minimum_in_ranges_is_found(minimum in proptest::collection::vec(-20.0..20.0_f64, 4), mixing in -0.45..0.45_f64) {
        let ranges = [(-5.0, 5.0), (0.0, 10.0), (-10.0, 0.0), (2.0, 3.0)];
        let (point, _) = minimize(&ranges, |at| quadratic(at, &minimum, mixing));
        let slopes = quadratic(&point, &minimum, mixing).gradient;
        let scales = [1.0, 10.0, 100.0, 1000.0];
        for (((value, slope), (low, high)), scale) in point.iter().zip(slopes).zip(ranges).zip(scales) {
            let held = (*value == low && slope >= 0.0) || (*value == high && slope <= 0.0);
            // What another step of this parameter would gain.
            prop_assert!(held || slope * slope / (2.0 * scale) < 0.01, "{value} {slope}");
        }
    }
}

#[test]
fn a_step_that_is_too_long_is_shortened() {
    // The slope of this loss grows so slowly that plain Newton steps diverge from 3.
    let loss = |at: &[f64]| {
        let root = (1.0 + at[0] * at[0]).sqrt();
        Derivatives { loss: root, gradient: vec![at[0] / root], hessian: vec![root.powi(-3)] }
    };
    let (point, _) = minimize(&[(-100.0, 100.0)], loss);
    assert!(point[0].abs() < 1e-3, "{point:?}");
}
