//! A run's history, kept small.

use crate::evolution::record::{GenerationRecord, Spread};

/// One generation of a run's curves.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Point {
    /// Which generation.
    pub(crate) generation: u32,
    /// Its spread.
    pub(crate) spread: Spread,
    /// The fittest organism's parameter values.
    pub(crate) champion_values: Vec<i32>,
    /// For each parameter, the standard deviation of its values over its range's width.
    pub(crate) parameter_diversity: Vec<f32>,
    /// How many organisms have the bits of one of generation 0.
    pub(crate) founders: u32,
    /// Of tuned searches: how many different ones there were, and how many of them for the first time.
    pub(crate) searches: Option<Searches>,
}

/// How many searches of a generation had to be made, and how many were remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Searches {
    /// Different organisms of the generation.
    pub(crate) different: usize,
    /// Of them, those that no earlier generation of the session had.
    pub(crate) new: usize,
    /// Different organisms of the session up to and including this generation.
    pub(crate) known: usize,
}

/// How many points a curve keeps at most; past that every other one is dropped.
const POINTS: usize = 4096;

/// A run's history in bounded memory: every `stride`-th generation, and the newest.
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
    /// What is kept of a generation.
    pub(crate) fn of(record: &GenerationRecord) -> Point {
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
    /// Adds a generation.
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

    /// The point of a generation, where it is kept.
    pub(crate) fn at(&self, generation: u32) -> Option<&Point> {
        self.points().find(|point| point.generation == generation)
    }

    /// The points kept, oldest first, the newest always among them.
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
    fn a_curve_keeps_its_ends_and_stays_small() {
        let mut curve = Curve::default();
        (0..100_001).for_each(|generation| curve.push(point(generation)));
        let generations: Vec<u32> = curve.points().map(|point| point.generation).collect();
        assert!(generations.len() <= POINTS + 1);
        assert_eq!((generations.first(), generations.last()), (Some(&0), Some(&100_000)));
        assert!(generations.is_sorted());
    }
}
