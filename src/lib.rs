//! Eyas evolves chess programs. A genetic algorithm starts with random bits and evolves the evaluation function and the
//! search of a chess engine, after David, Koppel, Netanyahu and van den Herik (2008, 2009, 2014).
//!
//! The crate is a library. The binary `eyas` is a terminal workbench and a command line on top of it.
//!
//! # The idea
//!
//! An [`Experiment`](experiment::Experiment) has three independent parts:
//!
//! | part | question | choices |
//! | --- | --- | --- |
//! | [`Target`](experiment::Target) | whose parameters change? | the evaluation of an organism, its search, or the options of any engine |
//! | [`Objective`](objectives::Objective) | what is measured? | [`moves`](objectives::moves) of grandmasters, [`scores`](objectives::scores) of a mentor, [`results`](objectives::results) of games, games in [`self_play`](objectives::self_play) or in [`matches`](objectives::matches), a test [`suite`](objectives::suite), or a weighted [`sum`](objectives::sum) |
//! | [`OptimizerSettings`](evolution::optimizers::OptimizerSettings) | who proposes organisms? | the genetic algorithm of the papers, CMA-ES, differential evolution, particle swarms, SPSA, pattern search, Newton's method |
//!
//! An *organism* is a list of integer parameters, stored as a string of bits (its *chromosome*). A
//! [`Schema`](engine::schema::Schema) gives the bits their meaning. In each generation, the optimizer proposes organisms,
//! the objective gives each a score, and the optimizer receives a fitness that follows from the scores. The best organism
//! of a run is its *champion*. [`experiment::presets`] has the experiments of the papers.
//!
//! # A first program
//!
//! This program evolves ten organisms for three generations. Their fitness is the number of positions in which they play
//! the grandmaster's move.
//!
//! ```
//! use eyas::engine::one_ply::PlyScore;
//! use eyas::experiment::presets;
//! use eyas::objectives::agreement::Agreement;
//! use eyas::positions::PositionSet;
//! use eyas::threads::{Interrupt, ThreadPool};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut experiment = presets::named("quick")?;
//! experiment.optimizer.set_population(10);
//!
//! let all = PositionSet::embedded("gm2600-train")?;
//! let few = PositionSet { examples: all.examples[..20].to_vec().into(), ..all };
//! let (pool, interrupt) = (ThreadPool::new(1)?, Interrupt::default());
//! let schema = experiment.schema();
//! let fitness = Agreement::build(&few, schema, PlyScore::Static, None, &pool, &|_, _| {}, &interrupt)?;
//!
//! let mut run = experiment.run(0)?;
//! for _ in 0..3 {
//!     let generation = run.proposal(&fitness, &pool, &interrupt).ok_or("interrupted")?;
//!     println!("generation {}: {} of 20", generation.generation, generation.spread.best);
//!     run.accept(&generation);
//! }
//! let champion = run.champion().ok_or("there is no generation")?;
//! println!("{:?}", champion.chromosome.decode(run.schema()));
//! # Ok(())
//! # }
//! ```
//!
//! A program that runs a whole experiment, with a session that survives interruptions, uses [`job::Job`].
//!
//! # Modules
//!
//! | module | content |
//! | --- | --- |
//! | [`experiment`] | experiments, their settings and presets |
//! | [`objectives`] | the objectives: settings, fitness functions, results |
//! | [`evolution`] | runs, optimizers, genetic operators, records of generations, declarations of settings |
//! | [`organism`] | organisms, chromosomes, organism files |
//! | [`engine`] | schemas, features, evaluation, 1-ply moves, the search |
//! | [`positions`] | EPD, PGN import, the embedded position sets |
//! | [`arena`] | players, games, matches, openings |
//! | [`statistics`] | Elo differences, intervals, sequential tests |
//! | [`solving`] | players on test suites |
//! | [`session`] | folders that store an evolution or a match durably |
//! | [`job`] | an experiment in the background: commands, facts, progress |
//! | [`measuring`] | measures of parameter vectors that another program proposes |
//! | [`pipeline`] | several stages, one after another |
//! | [`race`] | several optimizers on one objective, compared |
//! | [`figures`] | what a session shows, as charts, heatmaps and tables; SVG and CSV |
//! | `remote` | tasks for workers on other machines, with the feature `nats` |
//! | [`report`] | a page of HTML with all figures of several folders |
//! | [`director`] | a match from request to result, in a folder |
//! | [`demo`] | a finished pipeline and a match that are shipped in the program |
//! | [`disagreement`] | where an organism disagrees with grandmasters, and why |
//! | [`analysis`] | continuous analysis of a position |
//! | [`engine_options`] | the options of other engines as parameters, and their files |
//! | [`uci`] | the engine as a UCI program |
//! | [`config`] | the settings of a person: theme, keys, folders |
//! | [`tui`] | the workbench |
//! | [`platform`] | what depends on the operating system |
//! | [`threads`], [`randomness`], [`files`], [`numbers`], [`text`], [`progress`] | thread pool and interrupt, keyed random streams, atomic files, number formats, safe text, time left |
//!
//! # Where to go next
//!
//! - `examples/` in the repository has complete programs: an evaluation of your own (`own_evaluation.rs`), a match
//!   (`match_from_code.rs`), and a session that is read (`read_session.rs`).
//! - To evolve something else, implement [`Fitness`](evolution::fitness::Fitness) and give it to a
//!   [`Run`](evolution::run::Run).
//! - To let organisms play, begin with [`Match`](arena::matches::Match) and
//!   [`PlayerFactory`](arena::PlayerFactory).
//! - To read recorded evolutions, begin with [`Session`](session::Session).
//! - `docs/` is the manual of the program. `ARCHITECTURE.md` explains the design, and `CONTRIBUTING.md` how to add a
//!   parameter, an objective, an optimizer or a setting.

pub use eyas_core::*;
pub use eyas_workbench::tui;
