//! The course of each parameter's estimate, and whether it moved farther than noise alone would move it.
//!
//! The steps of SPSA have a random sign for each parameter. If a parameter has no effect, its steps are as likely to go up as
//! down whatever the games say, so the squares of the steps add up to the variance of the way, and the way divided by its
//! deviation is nearly a standard normal number. With averaging, the estimate is the mean of the points, in which the n-th
//! point has the weight n, so the s-th of T steps counts `1 − s(s − 1) / (T(T + 1))`.

use super::chart::{Axis, Chart, Layer, LayerRole, Panel, Shape, Stroke};
use super::evolution::generations;
use crate::evolution::report::{OptimizerReport, ReportColumn};
use crate::experiment::Experiment;
use crate::statistics::NORMAL_95;

/// The largest number of parameters in the chart: those that moved farthest beyond noise.
const PANELS: usize = 24;

/// The estimate of a parameter after each generation. Values of an engine's option are in the option's own unit.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// The name.
    pub name: String,
    /// The value from which the evolution started, if there is one.
    pub start: Option<f64>,
    /// Each generation with the estimate and the deviation of its noise.
    pub points: Vec<(u32, f64, f64)>,
}

impl Course {
    /// Returns how far the estimate is from the start in deviations of its noise; `None` without noise or start.
    #[must_use]
    pub fn drift(&self) -> Option<f64> {
        let (_, estimate, deviation) = self.points.last().copied()?;
        (deviation > 0.0).then_some((estimate - self.start?) / deviation)
    }
}

/// The sums of squared steps of a parameter, weighted by the powers 0, 1 and 2 of s(s − 1).
#[derive(Debug, Clone, Copy, Default)]
struct Walk([f64; 3]);

impl Walk {
    /// Takes in the step with this number, 1 first.
    fn add(&mut self, number: f64, step: f64) {
        let weight = number * (number - 1.0);
        for (power, sum) in self.0.iter_mut().enumerate() {
            *sum += libm::pow(weight, power as f64) * step * step;
        }
    }

    /// Returns the deviation of the estimate after this number of steps.
    fn deviation(&self, steps: f64, is_mean: bool) -> f64 {
        let ([squares, first, second], all) = (self.0, steps * (steps + 1.0));
        let variance = if is_mean { squares - 2.0 * first / all + second / (all * all) } else { squares };
        libm::sqrt(variance.max(0.0))
    }
}

/// Returns the courses of the parameters that are not fixed.
#[must_use]
pub fn courses(experiment: &Experiment, reports: impl Iterator<Item = OptimizerReport>) -> Vec<Course> {
    let schema = experiment.schema();
    let start = experiment.founders().into_iter().next().map(|founder| founder.chromosome.decode(schema));
    let is_mean = experiment.optimizer.spsa().is_some_and(|spsa| spsa.averaging);
    let free = schema.parameters.iter().enumerate().filter(|(_, known)| known.is_free());
    let unit = |index: usize| experiment.target.option(index).map_or(1.0, |option| option.unit());
    let mut all: Vec<(usize, Walk, Course)> = free
        .map(|(index, known)| {
            let start = start.as_ref().map(|start| f64::from(start[index]) * unit(index));
            (index, Walk::default(), Course { name: known.name.clone(), start, points: Vec::new() })
        })
        .collect();
    for (number, report) in (1..).map(f64::from).zip(reports) {
        let column = |heading: &str| report.columns.iter().find(|column| column.heading == heading);
        let (step, spread) = (column("step"), column("±"));
        let value = |column: Option<&ReportColumn>, index: usize| column.map_or(0.0, |one| one.values[index]);
        for (index, walk, course) in &mut all {
            walk.add(number, value(step, *index));
            let deviation = match step {
                Some(_) => walk.deviation(number, is_mean),
                None => value(spread, *index),
            };
            let unit = unit(*index);
            course.points.push((report.generation, report.estimate[*index] * unit, deviation * unit));
        }
    }
    all.into_iter().map(|(_, _, course)| course).collect()
}

/// Returns the chart of the courses, each in a panel of its own with its band; `None` without any.
#[must_use]
pub fn chart(mut courses: Vec<Course>, last: u32) -> Option<Chart> {
    courses.retain(|course| !course.points.is_empty());
    let drift = |course: &Course| course.drift().unwrap_or(0.0).abs();
    courses.sort_by(|one, other| drift(other).total_cmp(&drift(one)));
    let panel = |(place, course): (usize, &Course)| {
        let name = |text: &str| if place == 0 { text.to_owned() } else { String::new() };
        let at = |generation: u32| f64::from(generation);
        let ends =
            |value: f64, deviation: f64| [value - NORMAL_95 * deviation, value + NORMAL_95 * deviation];
        let points = &course.points;
        let band = points.iter().map(|(generation, value, noise)| (at(*generation), ends(*value, *noise)));
        let line = points.iter().map(|(generation, value, _)| [at(*generation), *value]).collect();
        let mut layers =
            vec![Layer::new(&name("95 % of the noise"), LayerRole::Mean, Shape::Band(band.collect()))];
        layers.extend(
            course.start.map(|start| Layer::new(&name("start"), LayerRole::Paper, Shape::Level(start))),
        );
        layers.push(Layer::new(&name("estimate"), LayerRole::Mean, Shape::Line(Stroke::Thick, line)));
        Panel { y: Axis::new(&course.name, ""), layers }
    };
    let panels: Vec<Panel> = courses.iter().take(PANELS).enumerate().map(panel).collect();
    (!panels.is_empty()).then(|| Chart { x: generations(last), panels })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deviation_of_a_mean_is_that_of_its_weighted_steps() {
        let steps = [1.0, -2.0, 0.5, 1.5];
        let mut walk = Walk::default();
        (1..).map(f64::from).zip(steps).for_each(|(number, step)| walk.add(number, step));
        assert!((walk.deviation(4.0, false) - libm::sqrt(7.5)).abs() < 1e-12);
        // The points are 1, −1, −0.5, 1 with the weights 1, 2, 3, 4 of 10, so the steps count 1, 0.9, 0.7, 0.4.
        let squares: f64 =
            steps.iter().zip([1.0, 0.9, 0.7, 0.4]).map(|(step, part)| step * step * part * part).sum();
        assert!((walk.deviation(4.0, true) - libm::sqrt(squares)).abs() < 1e-12);
    }
}
