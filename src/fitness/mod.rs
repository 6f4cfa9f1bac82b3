//! Agreement with the moves played, fast.

mod kernel;
mod lanes;
mod trees;

use std::sync::{Arc, Mutex};

use crate::engine::evaluation::Weights;
use crate::engine::schema::Schema;
use crate::evolution::fitness::{Fitness, Task};
use crate::evolution::settings::PlyScore;
use crate::positions::PositionSet;
use rayon::prelude::*;

/// experiment
pub struct GrandmasterFitness {
    schema: Arc<Schema>,
    groves: Vec<Mutex<trees::Grove>>,
    total: u64,
}

impl GrandmasterFitness {
    /// experiment
    pub fn quick(set: &PositionSet, schema: Arc<Schema>, ply: PlyScore) -> GrandmasterFitness {
        let order = Weights::new(
            &Schema::built_in("paper-2014").unwrap(),
            &[
                100, 325, 335, 500, 975, 3, 3, 8, 10, 10, 6, 4, 4, 5, 9, 4, 28, 10, 5, 8, 20, 5, 3, 20, 15,
                8, 8, 3, 2, 15, 8, 4, 5, 3, 5,
            ],
        )
        .unwrap();
        let order = Arc::new(order);
        let n = set.examples.len();
        let groves = (0..n.div_ceil(64))
            .into_par_iter()
            .map(|i| {
                Mutex::new(trees::Grove::plant(&set.examples, i * 64..(i * 64 + 64).min(n), ply, &order))
            })
            .collect();
        GrandmasterFitness { schema, groves, total: set.examples.len() as u64 }
    }
    /// x
    pub fn counters() {}
    /// experiment
    pub fn stats(&self) -> (usize, usize, usize) {
        (
            self.groves.iter().map(|g| g.lock().unwrap().nodes.len()).sum(),
            self.groves.iter().map(|g| g.lock().unwrap().pair_indices.len()).sum(),
            self.groves.iter().map(|g| g.lock().unwrap().rivals.len()).sum(),
        )
    }
}

impl Fitness for GrandmasterFitness {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        let n = organisms.len();
        (0..self.groves.len())
            .map(|i| Task { organisms: Arc::clone(&organisms), of: 0..n, items: i..i + 1 })
            .collect()
    }
    fn run(&self, task: &Task) -> Vec<u64> {
        let weights: Vec<Weights> = task.organisms[task.of.clone()]
            .iter()
            .map(|v| {
                let mut a = [0i16; crate::engine::features::COUNT];
                for i in 0..35 {
                    a[i] = v[i] as i16;
                }
                Weights::raw(a)
            })
            .collect();
        let mut counts = vec![0; weights.len()];
        for g in &self.groves[task.items.clone()] {
            kernel::count(&mut g.lock().unwrap(), &weights, &mut counts);
        }
        counts
    }
    fn total(&self) -> u64 {
        self.total
    }
}
