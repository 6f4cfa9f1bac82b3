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
    /// Whether the time is given for this move only: a search uses all of it.
    fixed: bool,
}

impl Budget {
    /// Returns the budget of these limits, or `None` without a time limit.
    fn of(limits: &Limits) -> Option<Budget> {
        const LEAST: Duration = Duration::from_millis(1);
        match limits.time {
            Time::Unlimited => None,
            Time::Move(time) => {
                let all = time.saturating_sub(limits.overhead).max(LEAST);
                Some(Budget { soft: all, hard: all, fixed: true })
            }
            Time::Clock { left, increment, moves_to_go, .. } => {
                let left = left.saturating_sub(limits.overhead).max(LEAST);
                // Without a number of moves to go, assume this many.
                let moves = moves_to_go.unwrap_or(28).clamp(1, 40);
                let share = left / moves + increment.mul_f64(0.7);
                let most = if moves == 1 { left.mul_f64(0.9) } else { left.mul_f64(0.45) };
                Some(Budget { soft: share.min(most), hard: (share * 4).min(most), fixed: false })
            }
        }
    }

    /// Returns the time after which no new iteration starts, if the search is to use this share of the planned time.
    fn planned(&self, share: f64) -> Duration {
        if self.fixed { self.hard } else { self.soft.mul_f64(share).min(self.hard) }
    }
}

/// The clock of one search.
pub(super) struct Clock<'a> {
    started: Instant,
    /// Start of the own thinking time. `None` while pondering.
    running_since: Option<Instant>,
    budget: Option<Budget>,
    /// Whether the last iteration ended after its share of the planned time, on the opponent's clock. The search then
    /// stops as soon as the own clock starts.
    has_pondered_enough: bool,
    signal: &'a Signal,
}

impl Clock<'_> {
    pub(super) fn start<'a>(limits: &Limits, signal: &'a Signal) -> Clock<'a> {
        let started = Instant::now();
        let running_since = (!signal.is_pondering()).then_some(started);
        Clock { started, running_since, budget: Budget::of(limits), has_pondered_enough: false, signal }
    }

    /// Returns the time since the search started.
    pub(super) fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// Returns whether the search must stop now.
    pub(super) fn must_stop(&mut self) -> bool {
        if self.signal.is_stopped() {
            return true;
        }
        let Some(budget) = self.budget else { return false };
        self.used().is_some_and(|used| self.has_pondered_enough || used >= budget.hard)
    }

    /// Returns whether to start no further iteration, if the search is to use this share of the planned time. Time on
    /// the opponent's clock counts too, except for a fixed time per move.
    pub(super) fn should_stop_deepening(&mut self, share: f64) -> bool {
        let Some(budget) = self.budget else { return false };
        let used = self.used();
        let is_enough = |time: Duration| time >= budget.planned(share);
        if budget.fixed {
            return used.is_some_and(is_enough);
        }
        let enough = is_enough(self.elapsed());
        self.has_pondered_enough = enough && used.is_none();
        enough && used.is_some()
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

    #[rstest]
    #[case::one_move_to_go(Duration::ZERO, Some(1))]
    #[case::two_moves_to_go(Duration::ZERO, Some(2))]
    #[case::a_large_increment(Duration::from_secs(3000), None)]
    fn only_the_time_of_a_single_move_is_fixed(
        #[case] increment: Duration,
        #[case] moves_to_go: Option<u32>,
    ) {
        let left = Duration::from_secs(1000);
        let clock = Time::Clock { left, increment, opponent: None, moves_to_go };
        let budget = Budget::of(&Limits { time: clock, ..Limits::default() }).unwrap();
        assert_eq!(budget.soft, budget.hard, "the planned time is the largest");
        assert_eq!(budget.planned(0.5), budget.hard / 2, "a sure move takes less");
        assert_eq!(budget.planned(2.0), budget.hard);
        let time = Time::Move(left);
        let fixed = Budget::of(&Limits { time, ..Limits::default() }).unwrap();
        assert_eq!([0.0, 0.5, 2.0].map(|share| fixed.planned(share)), [left; 3]);
    }

    /// Returns the limits of a clock with this planned time.
    fn planned(seconds: u64) -> Limits {
        clock(Duration::from_secs(40 * seconds), Some(40))
    }

    #[test]
    fn a_ponder_hit_ends_a_search_whose_last_iteration_ended_after_its_share() {
        let signal = Signal::pondering();
        let mut clock = Clock::start(&planned(100_000), &signal);
        // A share of 0 has always passed, one of 1 never.
        assert!(!clock.should_stop_deepening(0.0) && !clock.must_stop(), "the opponent's clock runs");
        assert!(clock.has_pondered_enough);
        clock.should_stop_deepening(1.0);
        assert!(!clock.has_pondered_enough, "the last iteration counts");
        clock.should_stop_deepening(0.0);
        signal.ponder_hit();
        assert!(clock.must_stop());
    }

    #[test]
    fn the_planned_time_includes_the_time_on_the_opponents_clock() {
        let signal = Signal::pondering();
        let mut clock = Clock::start(&planned(10), &signal);
        clock.started = clock.started.checked_sub(Duration::from_secs(20)).unwrap();
        signal.ponder_hit();
        assert!(clock.should_stop_deepening(1.0));
        assert!(
            clock.used().unwrap() + Duration::from_secs(20) <= clock.elapsed(),
            "the limit counts from the hit"
        );
    }

    #[test]
    fn a_fixed_time_counts_from_the_ponder_hit() {
        let signal = Signal::pondering();
        let time = Time::Move(Duration::from_secs(100_000));
        let mut clock = Clock::start(&Limits { time, ..Limits::default() }, &signal);
        clock.should_stop_deepening(0.0);
        signal.ponder_hit();
        assert!(!clock.should_stop_deepening(0.0) && !clock.must_stop());
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
