//! What the arena costs besides the thinking: `cargo bench --bench arena`.
//!
//! The organism `reference` plays itself from the embedded openings on one thread, limited by nodes. `overhead` is the
//! time of a game outside its players' searches, by move: rules, clocks, records, news.

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot be set up has nothing to say")]
#![allow(clippy::print_stdout, reason = "the table is the benchmark's result")]

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use eyas::arena::control::Control;
use eyas::arena::game::{Adjudication, Rules, play};
use eyas::arena::opening::{Openings, Order};
use eyas::arena::{Fault, Player, PlayerError, PlayerFactory};
use eyas::engine::search::{Game, Limits, Outcome, Report, Signal};
use eyas::organism::Organism;

/// A player that looks at the clock.
struct Timed {
    player: Box<dyn Player>,
    inside: Duration,
}

impl Player for Timed {
    fn forget(&mut self, signal: &Signal) -> Result<(), PlayerError> {
        let begun = Instant::now();
        let forgotten = self.player.forget(signal);
        self.inside += begun.elapsed();
        forgotten
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        signal: &Signal,
        listen: &mut dyn FnMut(&Report) -> ControlFlow<()>,
    ) -> Result<Outcome, PlayerError> {
        let begun = Instant::now();
        let found = self.player.search(game, limits, signal, listen);
        self.inside += begun.elapsed();
        found
    }

    fn charge(&mut self, fault: Fault) -> PlayerError {
        self.player.charge(fault)
    }
}

fn main() {
    // Without the argument that `cargo bench` gives this is only a check that it compiles.
    if !std::env::args().any(|argument| argument == "--bench") {
        return;
    }
    let reference = Organism::named_or_path("reference").unwrap();
    let (parameters, _) = reference.search_parameters(None);
    let factory = PlayerFactory::Organism { weights: reference.weights(), parameters, hash: 1 };
    let player = || Timed { player: factory.player(&Signal::default()).unwrap(), inside: Duration::ZERO };
    let openings = Openings::embedded().unwrap();
    println!("| nodes a move | games | moves | games a second | overhead, µs a move |");
    println!("| ---: | ---: | ---: | ---: | ---: |");
    for (nodes, games) in [(100, 200), (1_000, 60), (10_000, 10)] {
        let rules = Rules {
            control: Control::Nodes(nodes),
            margin: Duration::ZERO,
            adjudication: Adjudication::default(),
            tablebases: None,
            detail: false,
        };
        let (mut white, mut black, mut moves) = (player(), player(), 0);
        let begun = Instant::now();
        for game in 0..games {
            let opening = openings.nth(Order::Random, 1, game).game;
            let played = play([&mut white, &mut black], &opening, &rules, &Signal::default(), &mut |_| {});
            moves += played.unwrap().record.moves.len();
        }
        let all = begun.elapsed();
        let outside = all.saturating_sub(white.inside + black.inside);
        println!(
            "| {nodes} | {games} | {moves} | {:.1} | {:.2} |",
            games as f64 / all.as_secs_f64(),
            outside.as_secs_f64() * 1e6 / moves as f64
        );
    }
}
