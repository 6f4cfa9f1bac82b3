//! Time management: when a search ends by time or by a stop signal.

use std::time::{Duration, Instant};

use super::{Limits, Signal, Time};

/// Time budget of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Budget {
    /// The planned time: about this time, no new iteration starts.
    soft: Duration,
    /// The search ends at this time in any case.
    hard: Duration,
}

impl Budget {
    /// Returns the budget of these limits, or `None` without a time limit.
    fn of(limits: &Limits) -> Option<Budget> {
        const LEAST: Duration = Duration::from_millis(1);
        match limits.time {
            Time::Unlimited => None,
            Time::Move(time) => {
                let all = time.saturating_sub(limits.overhead).max(LEAST);
                Some(Budget { soft: all, hard: all })
            }
            Time::Clock { left, increment, moves_to_go, .. } => {
                let left = left.saturating_sub(limits.overhead).max(LEAST);
                // Without a number of moves to go, assume this many.
                let moves = moves_to_go.unwrap_or(28).clamp(1, 40);
                let share = left / moves + increment.mul_f64(0.7);
                let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.45) };
                Some(Budget { soft: share.min(most), hard: (share * 4).min(most) })
            }
        }
    }
}

/// The clock of one search.
pub(super) struct Clock<'a> {
    started: Instant,
    /// Start of the own thinking time. `None` while pondering.
    running_since: Option<Instant>,
    budget: Option<Budget>,
    signal: &'a Signal,
}

impl Clock<'_> {
    pub(super) fn start<'a>(limits: &Limits, signal: &'a Signal) -> Clock<'a> {
        let started = Instant::now();
        let running_since = (!signal.is_pondering()).then_some(started);
        Clock { started, running_since, budget: Budget::of(limits), signal }
    }

    /// Returns the time since the search started.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether the search must stop now.
    pub(super) fn must_stop(&mut self) -> bool {
        self.signal.is_stopped()
            || self.budget.is_some_and(|budget| self.used().is_some_and(|used| used >= budget.hard))
    }

    /// Returns whether to start no further iteration, if the search is to use this share of the planned time.
    pub(super) fn should_stop_deepening(&mut self, share: f64) -> bool {
        let Some(budget) = self.budget else { return false };
        // A fixed time per move is used completely.
        let soft = if budget.soft == budget.hard { budget.hard } else { budget.soft.mul_f64(share) };
        self.used().is_some_and(|used| used >= soft)
    }

    /// Returns the own time used, or `None` while the opponent's clock runs.
    fn used(&mut self) -> Option<Duration> {
        if self.signal.is_pondering() {
            return None;
        }
        Some(self.running_since.get_or_insert_with(Instant::now).elapsed())
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::super::limits::MOVE_OVERHEAD;
    use super::*;

    fn clock(left: Duration, moves_to_go: Option<u32>) -> Limits {
        let time = Time::Clock { left, increment: Duration::ZERO, opponent: None, moves_to_go };
        Limits { time, ..Limits::default() }
    }

    #[rstest]
    fn the_reserve_is_left_on_the_clock(
        #[values(None, Some(1), Some(2), Some(40))] moves_to_go: Option<u32>,
    ) {
        for milliseconds in 12..=200 {
            let left = Duration::from_millis(milliseconds);
            let budget = Budget::of(&clock(left, moves_to_go).with_reserve()).unwrap();
            assert!(
                budget.soft <= budget.hard && budget.hard + MOVE_OVERHEAD <= left,
                "{left:?}: {budget:?}"
            );
        }
    }

    #[test]
    fn a_short_clock_lasts_a_game() {
        // Each move takes its hard limit and a little more.
        let mut left = Duration::from_millis(200);
        for number in 1..=50 {
            let budget = Budget::of(&clock(left, None).with_reserve()).unwrap();
            let used = budget.hard + Duration::from_micros(200);
            assert!(used < left, "move {number} with {left:?} left");
            left -= used;
        }
    }

    #[test]
    fn a_fixed_time_keeps_a_tenth_back_at_most() {
        let reserve = |milliseconds| {
            let time = Time::Move(Duration::from_millis(milliseconds));
            Limits { time, ..Limits::default() }.with_reserve().overhead
        };
        assert_eq!((reserve(1000), reserve(30)), (MOVE_OVERHEAD, Duration::from_millis(3)));
        assert_eq!(Limits::nodes(1).with_reserve().overhead, Duration::ZERO);
    }
}
