//! Particle swarm optimization, with the whole swarm or a ring as neighbourhood.
//!
//! Kennedy and Eberhart (ICNN 1995), with the constriction coefficients of Clerc and Kennedy (IEEE Transactions on
//! Evolutionary Computation 6, 2002) in the form of Bratton and Kennedy, “Defining a Standard for Particle Swarm
//! Optimization” (SIS 2007).

use std::sync::Arc;

use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::population::population;
use super::real::{MeasuredPoint, OnChromosomes, RealOptimizer, dimensions, first_points};
use super::{OptimizerDefinition, OptimizerSettings};
use crate::engine::schema::Schema;
use crate::evolution::optimizer::Optimizer;
use crate::evolution::setting::{Kind, Setting, Value};
use crate::randomness::Randomness;

/// The share of the velocity that is kept (Bratton and Kennedy, section III.B).
const INERTIA: f64 = 0.729_84;
/// The attraction to a particle's own best point and to that of its neighbourhood.
const ATTRACTION: f64 = INERTIA * 2.05;

/// The particles whose best points attract a particle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Neighbourhood {
    /// All particles.
    Global,
    /// The two adjacent particles.
    Ring,
}

/// The settings of the particle swarm.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SwarmSettings {
    /// Number of organisms per generation.
    pub population: u32,
    /// The neighbourhood of a particle.
    pub neighbourhood: Neighbourhood,
}

impl Default for SwarmSettings {
    /// Returns the settings of Bratton and Kennedy.
    fn default() -> SwarmSettings {
        SwarmSettings { population: 50, neighbourhood: Neighbourhood::Ring }
    }
}

/// The declared settings.
pub const SETTINGS: &[Setting<SwarmSettings>] = &[
    population(3),
    Setting::<SwarmSettings>::new(
        "neighbourhood",
        "KIND",
        Kind::Choice(&[("global", "All particles"), ("ring", "The two adjacent particles")]),
        "With pso: the particles that attract a particle",
        |swarm| {
            Some(Value::from(match swarm.neighbourhood {
                Neighbourhood::Global => "global",
                Neighbourhood::Ring => "ring",
            }))
        },
        |swarm, value| {
            swarm.neighbourhood =
                if value.text() == "global" { Neighbourhood::Global } else { Neighbourhood::Ring };
            Ok(())
        },
    )
    .in_forms("which particles attract a particle"),
];

impl OptimizerDefinition for SwarmSettings {
    fn optimizer(&self, schema: &Arc<Schema>) -> Box<dyn Optimizer> {
        Box::new(OnChromosomes::new(schema, Swarm::new(self.clone(), dimensions(schema))))
    }
}

#[derive(Debug, Clone)]
struct Particle {
    point: Vec<f64>,
    velocity: Vec<f64>,
    best: Vec<f64>,
    best_score: f64,
}

/// A particle swarm over the unit cube.
#[derive(Debug, Clone)]
pub(super) struct Swarm {
    settings: SwarmSettings,
    dimensions: usize,
    /// Where generation 0 begins; `None` for random points.
    start: Option<Vec<f64>>,
    /// Empty before generation 0 is measured.
    particles: Vec<Particle>,
}

impl Swarm {
    pub(super) fn new(settings: SwarmSettings, dimensions: usize) -> Swarm {
        Swarm { settings, dimensions, start: None, particles: Vec::new() }
    }

    /// Returns the best point of a particle's neighbourhood; among equals, that of the particle with the smallest index.
    fn attractor(&self, place: usize) -> &[f64] {
        let count = self.particles.len();
        let adjacent = [place, (place + count - 1) % count, (place + 1) % count];
        let fitter = |a: &'_ usize, b: &'_ usize| {
            self.particles[*a].best_score.total_cmp(&self.particles[*b].best_score).then(b.cmp(a))
        };
        let best = match self.settings.neighbourhood {
            Neighbourhood::Global => (0..count).max_by(fitter),
            Neighbourhood::Ring => adjacent.into_iter().max_by(fitter),
        };
        &self.particles[best.unwrap_or(place)].best
    }
}

impl RealOptimizer for Swarm {
    fn ask(&self, generation: u32, randomness: &Randomness) -> Vec<Vec<f64>> {
        let mut rng = randomness.stream(generation, "swarm");
        if self.particles.is_empty() {
            let count = self.settings.population as usize;
            return first_points(self.start.as_ref(), count, self.dimensions, &mut rng);
        }
        let mut moved = |place: usize, particle: &Particle| {
            let attractor = self.attractor(place);
            let coordinate = |index: usize| {
                let here = particle.point[index];
                here + INERTIA * particle.velocity[index]
                    + ATTRACTION * rng.random::<f64>() * (particle.best[index] - here)
                    + ATTRACTION * rng.random::<f64>() * (attractor[index] - here)
            };
            (0..self.dimensions).map(coordinate).map(|coordinate| coordinate.clamp(0.0, 1.0)).collect()
        };
        self.particles.iter().enumerate().map(|(place, particle)| moved(place, particle)).collect()
    }

    fn tell(&mut self, _: u32, _: &Randomness, measured: &[MeasuredPoint]) {
        let mut measured: Vec<&MeasuredPoint> = measured.iter().collect();
        measured.sort_by_key(|measured| measured.place);
        if self.particles.is_empty() {
            let particle = |measured: &MeasuredPoint| Particle {
                point: measured.point.clone(),
                velocity: vec![0.0; self.dimensions],
                best: measured.point.clone(),
                best_score: measured.score,
            };
            self.particles = measured.into_iter().map(particle).collect();
            return;
        }
        for MeasuredPoint { point, score, place, .. } in measured {
            let Some(particle) = self.particles.get_mut(*place) else { continue };
            // A particle that reaches a bound stops there.
            let velocity = |(after, before): (&f64, &f64)| {
                if *after > 0.0 && *after < 1.0 { after - before } else { 0.0 }
            };
            particle.velocity = point.iter().zip(&particle.point).map(velocity).collect();
            particle.point.clone_from(point);
            if *score >= particle.best_score {
                particle.best.clone_from(point);
                particle.best_score = *score;
            }
        }
    }

    fn start(&mut self, point: Vec<f64>) {
        self.start = Some(point);
    }

    fn change(&mut self, settings: &OptimizerSettings) {
        let Some(swarm) = settings.pso() else { return };
        self.settings = swarm.clone();
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    #[rstest]
    #[case(Neighbourhood::Ring, [1, 1, 1, 3, 3, 0])]
    #[case(Neighbourhood::Global, [1; 6])]
    fn the_fittest_of_the_neighbourhood_attracts(
        #[case] kind: Neighbourhood,
        #[case] attractors: [usize; 6],
    ) {
        let mut swarm = Swarm::new(SwarmSettings { population: 6, neighbourhood: kind }, 1);
        let measured = |(place, score): (usize, f64)| MeasuredPoint {
            point: vec![place as f64 / 10.0],
            score,
            place,
            is_proposed: true,
        };
        let measured: Vec<_> = [5.0, 9.0, 2.0, 8.0, 3.0, 5.0].into_iter().enumerate().map(measured).collect();
        swarm.tell(0, &Randomness::new(1, "swarm", 0), &measured);
        // Of equals, the particle with the smallest index attracts.
        let found = (0..6).map(|place| (swarm.attractor(place)[0] * 10.0).round() as usize);
        assert_eq!(found.collect::<Vec<_>>(), attractors);
    }
}
