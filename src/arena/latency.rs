//! What stands between an engine and its clock: how long it takes to answer at all, and by how much it overruns its
//! time. Both say what margin its games need, and whether a flag that fell is the engine's doing or a slow machine's.
//!
//! An engine's own account of its time is no measure of this: most tell of it with each iteration and not with the
//! move, so that the difference to the clock is mostly thinking.

use std::time::Duration;

use shakmaty::Position as _;

use super::control::{Clocks, Control};
use super::game::Record;
use super::plan::Plan;

/// The latency of a player in the timed games of a contest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Latency {
    /// How long it took to say that it is ready, before the word to think; `None` where it never did, as organisms do
    /// not.
    pub ready: Option<Ready>,
    /// Moves that overran their time, within the margin.
    pub overruns: u64,
    /// By how much at most.
    pub overrun: Duration,
}

/// How long a player took to say that it is ready.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ready {
    /// In the median.
    pub median: Duration,
    /// At most.
    pub most: Duration,
}

/// The latency of each player. All zero where time is no limit.
#[must_use]
pub fn latencies<'a>(
    control: Control,
    plan: &Plan,
    players: usize,
    games: impl IntoIterator<Item = (&'a u64, &'a Record)>,
) -> Vec<Latency> {
    let mut latencies = vec![Latency::default(); players];
    if !control.is_timed() {
        return latencies;
    }
    let mut ready = vec![Vec::new(); players];
    for (number, record) in games {
        let Some(fixture) = plan.fixture(*number) else { continue };
        let Some((opening, _)) = record.replay() else { continue };
        // The margin was kept, or the move would not be there.
        let mut clocks = Clocks::new(control, Duration::MAX);
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
            // Never an error with that margin.
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
    use crate::arena::plan::Event;
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
        let (plan, ms) = (Plan::new(Event::RoundRobin, 2, 2), Duration::from_millis);
        // Black, the second player in the first game, begins.
        let moves = [("e7e5", 1000, Some(90)), ("g1f3", 10, None), ("b8c6", 107, Some(300))];
        let games = BTreeMap::from([(0, game(&moves)), (1, game(&[("e7e5", 1012, None)]))]);
        let control = Control::Clock("1+0.1".parse().unwrap());
        let [first, second] = latencies(control, &plan, 2, &games).try_into().unwrap();
        assert_eq!(first, Latency { ready: None, overruns: 1, overrun: ms(12) });
        // At the third move it had the increment alone.
        let ready = Ready { median: Duration::from_micros(300), most: Duration::from_micros(300) };
        assert_eq!(second, Latency { ready: Some(ready), overruns: 1, overrun: ms(7) });
        assert_eq!(latencies(Control::Nodes(9), &plan, 2, &games), [Latency::default(); 2]);
    }
}
