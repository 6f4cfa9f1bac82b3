//! Measures the overhead of the arena in a match: `cargo bench --bench arena`.
//!
//! The organism `reference` plays itself from the embedded openings on one thread, limited by nodes. `overhead` is the
//! time per move that a game takes outside its players' searches: rules, clocks, records and events.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up shall fail")]
#![allow(clippy::print_stdout, reason = "a benchmark prints its result")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use eyas::arena::control::Control;
use eyas::arena::game::{Adjudication, Rules, play};
use eyas::arena::opening::{Openings, Order};
use eyas::arena::{Fault, Player, PlayerError, PlayerFactory};
use eyas::engine::search::{Game, Limits, Report, SearchResult, Signal};
use eyas::organism::Organism;

/// A player that adds up the time of its searches.
struct Timed {
    player: Box<dyn Player>,
    thinking: Duration,
}

impl Player for Timed {
    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        let start = Instant::now();
        let result = self.player.forget(signal);
        self.thinking += start.elapsed();
        result
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<SearchResult, PlayerError> {
        let start = Instant::now();
        let outcome = self.player.search(game, limits, signal, listen);
        self.thinking += start.elapsed();
        outcome
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.player.charge(fault)
    }
}

fn main() {
    // Without the argument `--bench` of `cargo bench`, this run only checks that the benchmark compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let reference = Organism::named_or_path("reference").unwrap();
    let (parameters, _) = reference.search_parameters(None);
    let factory =
        PlayerFactory::Organism { weights: reference.weights(), parameters, hash: 1, strength: None };
    let player = || Timed { player: factory.player(&Signal::default()).unwrap(), thinking: Duration::ZERO };
    let openings = Openings::embedded().unwrap();
    println!("| nodes per move | games | moves | games per second | overhead, µs per move |");
    println!("| ---: | ---: | ---: | ---: | ---: |");
    for (nodes, games) in [(100, 200), (1_000, 60), (10_000, 10)] {
        let rules = Rules {
            control: Control::Nodes(nodes),
            own: [None; 2],
            margin: Duration::ZERO,
            adjudication: Adjudication::default(),
            tablebases: None,
            detail: false,
        };
        let (mut white, mut black, mut moves) = (player(), player(), 0);
        let start = Instant::now();
        for game in 0..games {
            let opening = openings.nth(Order::Random, 1, game).game;
            let played = play([&mut white, &mut black], &opening, &rules, &Signal::default(), &mut |_| {});
            moves += played.unwrap().record.moves.len();
        }
        let total = start.elapsed();
        let overhead = total.saturating_sub(white.thinking + black.thinking);
        println!(
            "| {nodes} | {games} | {moves} | {:.1} | {:.2} |",
            games as f64 / total.as_secs_f64(),
            overhead.as_secs_f64() * 1e6 / moves as f64
        );
    }
}
