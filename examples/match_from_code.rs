//! Plays a short match of two organisms and prints its result.
//!
//! ```sh
//! cargo run --release --example match_from_code
//! ```
#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::error::Error;
use std::ops::ControlFlow;
use std::time::Duration;

use eyas::arena::PlayerFactory;
use eyas::arena::control::Control;
use eyas::arena::game::{Adjudication, MoveLimit, Rules};
use eyas::arena::matches::{Match, MatchEvent, NoObserver};
use eyas::arena::opening::{Openings, Order};
use eyas::arena::plan::{Fixtures, Pairing};
use eyas::arena::standing::Standings;
use eyas::arena::steering::Steering;
use eyas::organism::Organism;
use eyas::threads::Interrupt;

/// The number of games. A significant result needs hundreds.
const GAMES: u64 = 20;
/// The number of nodes per move. A match with a node limit has the same games on every machine.
const NODES: u64 = 300;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    // A player is an organism with its own search, or with that of the organism `reference` if it has none. The name
    // may also be the path of an organism file, such as the champion of a session.
    let names = ["reference", "paper-2014-figure-3"];
    let mut factories = Vec::new();
    for name in names {
        let organism = Organism::named_or_path(name)?;
        let (parameters, _) = organism.search_parameters(None);
        let weights = organism.weights();
        factories.push(PlayerFactory::Organism { weights, parameters, hash: 1, strength: None });
    }

    // Both players have White once in each opening.
    let plan = Fixtures::new(Pairing::RoundRobin, factories.len(), GAMES);
    let openings = Openings::embedded()?;
    let opening = |pair| openings.nth(Order::Random, 1, plan.opening(pair, openings.count()));
    let rules = Rules {
        control: Control::Nodes(NODES),
        own: [None; 2],
        margin: Duration::ZERO,
        adjudication: Adjudication { moves: Some(MoveLimit(60)), ..Adjudication::default() },
        tablebases: None,
        detail: false,
    };

    let games = Match { factories: &factories, plan: &plan, rules: &rules, limits: &[], opening: &opening };
    let numbers: Vec<u64> = (0..plan.games()).collect();
    let mut standings = Standings::new(&plan, factories.len());
    games.play(&numbers, &Steering::new(2), &Interrupt::default(), &NoObserver, &mut |event| {
        if let MatchEvent::Over(fixture, record) = event {
            let [white, black] = fixture.players.map(|player| names[player]);
            println!(
                "game {}: {white} - {black}, {} moves",
                fixture.game + 1,
                record.moves.len().div_ceil(2)
            );
            standings.add(fixture, &record);
        }
        ControlFlow::Continue(())
    })?;

    let tally = &standings.tallies()[0];
    let [lost, drawn, won] = tally.games();
    println!("{} against {}: {won} won, {drawn} drawn, {lost} lost", names[0], names[1]);
    match (tally.trials().elo(), tally.trials().elo_error()) {
        (Some(elo), Some(error)) => println!("Elo difference: {elo:+.0} ± {error:.0}"),
        (Some(elo), None) => println!("Elo difference: {elo:+.0}"),
        _ => println!("Elo difference: no estimate, because one side won every game"),
    }
    Ok(())
}
