//! Evolves an evaluation that is not part of Eyas: six new parameters, on 200 positions of grandmasters' games.
//!
//! ```sh
//! cargo run --release --example own_evaluation
//! ```
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::ops::Range;
use std::sync::Arc;

use eyas::engine::schema::Schema;
use eyas::evolution::fitness::{Fitness, Task};
use eyas::evolution::operators::crossover::Crossover;
use eyas::evolution::operators::selection::Selection;
use eyas::evolution::optimizers::{OptimizerSettings, ga::GaSettings};
use eyas::evolution::run::{Run, RunSettings};
use eyas::positions::{Example, PositionSet};
use eyas::threads::{Interrupt, ThreadPool};
use shakmaty::{Bitboard, Chess, Move, Position, Role};

/// The parameters with their numbers of bits and their ranges. Each has a feature below, in the same order.
const SCHEMA: &str = r#"(
    name: "own",
    description: "material, mobility and the centre",
    parameters: [
        (name: "KNIGHT", bits: 9, range: (0, 511), group: Material, unit: "cp", description: "value of a knight"),
        (name: "BISHOP", bits: 9, range: (0, 511), group: Material, unit: "cp", description: "value of a bishop"),
        (name: "ROOK", bits: 10, range: (0, 1023), group: Material, unit: "cp", description: "value of a rook"),
        (name: "QUEEN", bits: 11, range: (0, 2047), group: Material, unit: "cp", description: "value of a queen"),
        (name: "REPLIES", bits: 5, range: (0, 31), group: King, unit: "cp", description: "fewer replies"),
        (name: "CENTRE", bits: 7, range: (0, 127), group: Pawns, unit: "cp", description: "pieces in the centre"),
    ],
)"#;

/// Returns the features of the position after a move, for the side that makes it: 100 times the difference of pawns,
/// then one feature for each parameter.
fn features(position: &Chess, m: Move) -> [i32; 7] {
    let (mut after, us) = (position.clone(), position.turn());
    after.play_unchecked(m);
    let (ours, theirs) = (after.board().by_color(us), after.board().by_color(!us));
    let difference = |pieces: Bitboard| (ours & pieces).count() as i32 - (theirs & pieces).count() as i32;
    let [pawns, knights, bishops, rooks, queens] =
        [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen]
            .map(|role| difference(after.board().by_role(role)));
    let replies = after.legal_moves().len() as i32;
    [100 * pawns, knights, bishops, rooks, queens, -replies, difference(Bitboard::CENTER)]
}

/// The fitness: the number of positions in which the grandmaster's move has a higher score than all others.
struct Agreement {
    /// For each position, the features of the grandmaster's move, and those of the other moves.
    positions: Vec<([i32; 7], Vec<[i32; 7]>)>,
}

impl Agreement {
    fn new(examples: &[Example]) -> Agreement {
        let split = |example: &Example| {
            let features = |m: &Move| features(&example.position, *m);
            let legal = example.position.legal_moves();
            (
                features(&example.moves[0]),
                legal.iter().filter(|m| **m != example.moves[0]).map(features).collect(),
            )
        };
        Agreement { positions: examples.iter().map(split).collect() }
    }
}

impl Fitness for Agreement {
    fn tasks(&self, organisms: Arc<Vec<Vec<i32>>>) -> Vec<Task> {
        // One task for each organism, so that the threads share the work.
        let task = |index| Task {
            organisms: Arc::clone(&organisms),
            range: index..index + 1,
            items: 0..self.positions.len(),
        };
        (0..organisms.len()).map(task).collect()
    }

    fn has_items(&self, items: &Range<usize>) -> bool {
        self.positions.get(items.clone()).is_some()
    }

    fn run(&self, task: &Task) -> Vec<u64> {
        let agrees = |values: &[i32], (played, others): &([i32; 7], Vec<[i32; 7]>)| {
            let score = |features: &[i32; 7]| {
                features[0]
                    + values.iter().zip(&features[1..]).map(|(value, feature)| value * feature).sum::<i32>()
            };
            others.iter().all(|other| score(other) < score(played))
        };
        let positions = &self.positions[task.items.clone()];
        let count =
            |values: &Vec<i32>| positions.iter().filter(|position| agrees(values, position)).count() as u64;
        task.organisms[task.range.clone()].iter().map(count).collect()
    }

    fn total(&self) -> u64 {
        self.positions.len() as u64
    }
}

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let schema = Arc::new(Schema::parse("own", SCHEMA)?);
    let positions = PositionSet::embedded("gm2600-train")?;
    let fitness = Agreement::new(&positions.examples[..200]);
    let mut run = Run::new(RunSettings {
        stage: "own",
        seed: 1,
        run: 0,
        schema: Arc::clone(&schema),
        optimizer: OptimizerSettings::Ga(GaSettings {
            population: 30,
            selection: Selection::Proportional,
            crossover: Crossover::Uniform,
            crossover_rate: 0.75,
            mutation_rate: 0.02,
            mutations: None,
            elite: 1,
        }),
        initial: Vec::new(),
        start: None,
        hall_of_fame: None,
        fitness: Box::new(|scores| scores.iter().map(|score| (score * score) as f64).collect()),
    });
    let (pool, interrupt) = (ThreadPool::new(2)?, Interrupt::default());
    for _ in 0..=20 {
        let generation = run.proposal(&fitness, &pool, &interrupt).ok_or("interrupted")?;
        run.accept(&generation);
        println!(
            "generation {:2}: {:3} of {}",
            generation.generation,
            generation.spread.best,
            fitness.total()
        );
    }
    let champion = run.champion().ok_or("no generation was evaluated")?;
    for (parameter, value) in schema.parameters.iter().zip(champion.chromosome.decode(&schema)) {
        println!("{:8} {value:5}  {}", parameter.name, parameter.description);
    }
    Ok(())
}
