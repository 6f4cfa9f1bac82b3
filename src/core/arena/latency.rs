//! The latency of engines: how long they take to answer, and by how much they exceed their time. It shows which margin
//! their games need, and whether the engine or a slow machine caused a loss on time.
//!
//! The time that an engine reports is no measure of latency. Most engines report it with each iteration and not with
//! the move, so the difference to the clock is mostly thinking time.

use std::time::Duration;

use shakmaty::Position as _;

use super::control::{Clocks, Control};
use super::game::Record;
use super::plan::Fixtures;

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

/// Returns the latency of each player. All values are zero if time is not limited.
#[must_use]
pub fn latencies<'a>(
    control_of: impl Fn(usize) -> Control,
    plan: &Fixtures,
    players: usize,
    games: impl IntoIterator<Item = (&'a u64, &'a Record)>,
) -> Vec<Latency> {
    let mut latencies = vec![Latency::default(); players];
    if !(0..players).any(|player| control_of(player).is_timed()) {
        return latencies;
    }
    let mut ready = vec![Vec::new(); players];
    for (number, record) in games {
        let Some(fixture) = plan.fixture(*number) else { continue };
        let Some((opening, _)) = record.replay() else { continue };
        // Every recorded move was within the margin, so this margin needs no limit.
        let mut clocks = Clocks::of_sides(fixture.players.map(&control_of), Duration::MAX);
        let mut side = opening.position().turn();
        for m in &record.moves {
            let player = fixture.player(side);
            ready[player].extend(m.ready);
            let used = Duration::from_micros(m.microseconds);
            if let Some(allowed) = clocks.allowed(side).filter(|allowed| used > *allowed) {
                let latency = &mut latencies[player];
                latency.overruns += 1;
                latency.overrun = latency.overrun.max(used - allowed);
            }
            // Cannot fail with that margin.
            let _ = clocks.press(side, used);
            side = side.other();
        }
    }
    for (latency, mut ready) in latencies.iter_mut().zip(ready) {
        ready.sort_unstable();
        let [median, most] = [ready.get(ready.len() / 2), ready.last()].map(|found| found.copied());
        latency.ready = median.zip(most).map(|(median, most)| Ready {
            median: Duration::from_micros(median),
            most: Duration::from_micros(most),
        });
    }
    latencies
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;
    use crate::arena::game::{Ending, RecordedMove};
    use crate::arena::plan::Pairing;
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
        let games = BTreeMap::from([(0, game(&moves)), (1, game(&[("e7e5", 1012, None)]))]);
        let control = Control::Clock("1+0.1".parse().unwrap());
        let [first, second] = latencies(|_| control, &plan, 2, &games).try_into().unwrap();
        assert_eq!(first, Latency { ready: None, overruns: 1, overrun: ms(12) });
        // At the third move only the increment was left.
        let ready = Ready { median: Duration::from_micros(300), most: Duration::from_micros(300) };
        assert_eq!(second, Latency { ready: Some(ready), overruns: 1, overrun: ms(7) });
        assert_eq!(latencies(|_| Control::Nodes(9), &plan, 2, &games), [Latency::default(); 2]);
    }
}
