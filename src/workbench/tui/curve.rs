//! The history of a run, in bounded memory.

use crate::evolution::record::{GenerationRecord, Spread};

/// One generation in the history of a run.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    pub(crate) generation: u32,
    /// The distribution of the scores.
    pub(crate) spread: Spread,
    /// The fittest organism's parameter values.
    pub(crate) champion_values: Vec<i32>,
    /// The standard deviation of each parameter's values, relative to the width of its range.
    pub(crate) parameter_diversity: Vec<f32>,
    /// The number of organisms whose bits occurred in generation 0.
    pub(crate) founders: u32,
    /// The searches of this generation, if searches are tuned.
    pub(crate) searches: Option<Searches>,
}

/// The number of searches of a generation that were measured, and the number that were already known.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Searches {
    /// The number of different organisms in the generation.
    pub(crate) different: usize,
    /// The number of these organisms that occurred in no earlier generation of the session.
    pub(crate) new: usize,
    /// The number of different organisms in the session up to and including this generation.
    pub(crate) known: usize,
}

/// The largest number of points of a curve. Beyond it, every second point is dropped.
const POINTS: usize = 4096;

/// The history of a run in bounded memory: every `stride`-th generation, and the newest one.
#[derive(Debug, Clone)]
pub(crate) struct Curve {
    kept: Vec<Point>,
    newest: Option<Point>,
    stride: u32,
}

impl Default for Curve {
    fn default() -> Curve {
        Curve { kept: Vec::new(), newest: None, stride: 1 }
    }
}

impl Point {
    /// Extracts a point from a recorded generation.
    pub(crate) fn from_record(record: &GenerationRecord) -> Point {
        Point {
            generation: record.generation,
            spread: record.spread.clone(),
            champion_values: record.champion_values.clone(),
            parameter_diversity: record.parameter_diversity.clone(),
            founders: record.population.iter().filter(|organism| organism.born == 0).count() as u32,
            searches: None,
        }
    }
}

impl Curve {
    /// Adds the next generation.
    pub(super) fn push(&mut self, point: Point) {
        if point.generation.is_multiple_of(self.stride) {
            self.kept.push(point.clone());
        }
        self.newest = Some(point);
        if self.kept.len() > POINTS {
            self.stride = self.stride.saturating_mul(2);
            let stride = self.stride;
            self.kept.retain(|point| point.generation.is_multiple_of(stride));
        }
    }

    /// Returns the point of a generation, unless it was dropped.
    pub(crate) fn at(&self, generation: u32) -> Option<&Point> {
        self.points().find(|point| point.generation == generation)
    }

    /// Returns the generation in which the best score improved for the last time.
    pub(crate) fn last_gain(&self) -> Option<u32> {
        let mut best: Option<&Point> = None;
        for point in self.points() {
            if best.is_none_or(|best| point.spread.best > best.spread.best) {
                best = Some(point);
            }
        }
        best.map(|point| point.generation)
    }

    /// Returns the points, oldest first, always including the newest generation.
    pub(crate) fn points(&self) -> impl Iterator<Item = &Point> {
        let last = self.kept.last().map(|point| point.generation);
        let newest = self.newest.as_ref().filter(|point| Some(point.generation) != last);
        self.kept.iter().chain(newest)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(generation: u32) -> Point {
        let spread =
            Spread { best: 1, mean: 1.0, q90: 1.0, q75: 1.0, median: 1.0, q25: 1.0, q10: 1.0, worst: 1 };
        Point {
            generation,
            spread,
            champion_values: vec![],
            parameter_diversity: vec![],
            founders: 0,
            searches: None,
        }
    }

    #[test]
    fn a_curve_keeps_the_first_and_last_point_in_bounded_memory() {
        let mut curve = Curve::default();
        (0..100_001).for_each(|generation| curve.push(point(generation)));
        let generations: Vec<u32> = curve.points().map(|point| point.generation).collect();
        assert!(generations.len() <= POINTS + 1);
        assert_eq!((generations.first(), generations.last()), (Some(&0), Some(&100_000)));
        assert!(generations.is_sorted());
    }
}
