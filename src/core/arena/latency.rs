//! The latency of engines: how long they take to answer, and by how much they exceed their time. It shows which margin
//! their games need, and whether the engine or a slow machine caused a loss on time.
//!
//! The time that an engine reports is no measure of latency. Most engines report it with each iteration and not with
//! the move, so the difference to the clock is mostly thinking time.

use std::time::Duration;

use shakmaty::Position as _;

use super::control::{Clocks, Control};
use super::game::Record;
use super::plan::Fixture;

/// The latency of a player in the timed games of a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Latency {
    /// The time from the readiness check before a search to its answer; `None` without answers, as for organisms.
    pub ready: Option<Ready>,
    /// The number of moves that exceeded their time within the margin.
    pub overruns: u64,
    /// The largest excess.
    pub overrun: Duration,
}

/// The time that a player takes to report that it is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ready {
    /// The median.
    pub median: Duration,
    /// The maximum.
    pub most: Duration,
}

/// The latency of each player, from the games of a match. All values are zero if time is not limited.
#[derive(Debug)]
pub struct Latencies {
    controls: Vec<Control>,
    found: Vec<Latency>,
    ready: Vec<Vec<u64>>,
}

impl Latencies {
    /// Creates the latencies of players with these limits, before the first game.
    #[must_use]
    pub fn new(controls: Vec<Control>) -> Latencies {
        let players = controls.len();
        Latencies { controls, found: vec![Latency::default(); players], ready: vec![Vec::new(); players] }
    }

    /// Adds a game.
    pub fn add(&mut self, fixture: Fixture, record: &Record) {
        if !self.controls.iter().any(Control::is_timed) {
            return;
        }
        let Some((opening, _)) = record.replay() else { return };
        // Every recorded move was within the margin, so this margin needs no limit.
        let controls = fixture.players.map(|player| self.controls[player]);
        let mut clocks = Clocks::of_sides(controls, Duration::MAX);
        let mut side = opening.position().turn();
        for m in &record.moves {
            let player = fixture.player(side);
            self.ready[player].extend(m.ready);
            let used = Duration::from_micros(m.microseconds);
            if let Some(allowed) = clocks.allowed(side).filter(|allowed| used > *allowed) {
                let latency = &mut self.found[player];
                latency.overruns += 1;
                latency.overrun = latency.overrun.max(used - allowed);
            }
            // Cannot fail with that margin.
            let _ = clocks.press(side, used);
            side = side.other();
        }
    }

    /// Returns the latencies in the added games.
    #[must_use]
    pub fn finish(self) -> Vec<Latency> {
        let Latencies { mut found, ready, .. } = self;
        for (latency, mut ready) in found.iter_mut().zip(ready) {
            ready.sort_unstable();
            let [median, most] = [ready.get(ready.len() / 2), ready.last()].map(|found| found.copied());
            latency.ready = median.zip(most).map(|(median, most)| Ready {
                median: Duration::from_micros(median),
                most: Duration::from_micros(most),
            });
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::game::{Ending, RecordedMove};
    use crate::arena::plan::{Fixtures, Pairing};
    use crate::positions::Variant;

    fn game(moves: &[(&str, u64, Option<u64>)]) -> Record {
        let moves = moves.iter().map(|(uci, milliseconds, ready)| RecordedMove {
            uci: (*uci).to_owned(),
            score: None,
            depth: None,
            nodes: 1,
            microseconds: milliseconds * 1000,
            ready: *ready,
            detail: None,
        });
        let opening = vec!["e2e4".to_owned()];
        Record {
            variant: Variant::Standard,
            start: None,
            opening,
            moves: moves.collect(),
            winner: None,
            ending: Ending::MoveLimit,
        }
    }

    #[test]
    fn overruns_and_answers_are_counted_by_player() {
        let (plan, ms) = (Fixtures::new(Pairing::RoundRobin, 2, 2), Duration::from_millis);
        // Black moves first and is the second player in the first game.
        let moves = [("e7e5", 1000, Some(90)), ("g1f3", 10, None), ("b8c6", 107, Some(300))];
        let games = [game(&moves), game(&[("e7e5", 1012, None)])];
        let latencies = |control: Control| -> [Latency; 2] {
            let mut latencies = Latencies::new(vec![control; 2]);
            for (number, game) in (0..).zip(&games) {
                latencies.add(plan.fixture(number).unwrap(), game);
            }
            latencies.finish().try_into().unwrap()
        };
        let [first, second] = latencies(Control::Clock("1+0.1".parse().unwrap()));
        assert_eq!(first, Latency { ready: None, overruns: 1, overrun: ms(12) });
        // At the third move only the increment was left.
        let ready = Ready { median: Duration::from_micros(300), most: Duration::from_micros(300) };
        assert_eq!(second, Latency { ready: Some(ready), overruns: 1, overrun: ms(7) });
        assert_eq!(latencies(Control::Nodes(9)), [Latency::default(); 2]);
    }
}
