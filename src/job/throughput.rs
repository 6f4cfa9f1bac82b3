//! The throughput of a job and the rate of its progress reports.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The window over which throughput is measured.
const WINDOW: Duration = Duration::from_millis(1500);
/// The minimum time between two progress reports.
const GAP: Duration = Duration::from_millis(100);

/// A sliding window over the work since the last pause.
#[derive(Debug, Default)]
pub(super) struct Throughput {
    /// The number of organisms measured so far, at each time.
    samples: VecDeque<(Instant, u64)>,
    reported: Option<Instant>,
}

impl Throughput {
    /// Starts the measurement, also after a pause.
    pub(super) fn begin(&mut self, now: Instant, organisms: u64) {
        self.samples.clear();
        self.samples.push_back((now, organisms));
    }

    /// Records the total number of organisms measured so far.
    pub(super) fn record(&mut self, now: Instant, organisms: u64) {
        self.samples.push_back((now, organisms));
        while self.samples.len() > 2 && now.duration_since(self.samples[1].0) >= WINDOW {
            self.samples.pop_front();
        }
    }

    /// Returns the organisms measured per second; 0 if unknown.
    pub(super) fn organisms_per_second(&self) -> f64 {
        match (self.samples.front(), self.samples.back()) {
            (Some(first), Some(last)) if last.0 > first.0 => {
                last.1.saturating_sub(first.1) as f64 / last.0.duration_since(first.0).as_secs_f64()
            }
            _ => 0.0,
        }
    }

    /// Estimates the time for this number of organisms; `None` if unknown.
    pub(super) fn time_for(&self, organisms: u64) -> Option<Duration> {
        Duration::try_from_secs_f64(organisms as f64 / self.organisms_per_second()).ok()
    }

    /// Returns whether a report is due. If it is, counts it as sent.
    pub(super) fn due(&mut self, now: Instant) -> bool {
        let due = self.reported.is_none_or(|last| now.duration_since(last) >= GAP);
        if due {
            self.reported = Some(now);
        }
        due
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn throughput_is_measured_over_the_last_window() {
        let start = Instant::now();
        let at = |ms| start + Duration::from_millis(ms);
        let mut throughput = Throughput::default();
        assert_eq!((throughput.organisms_per_second(), throughput.time_for(10)), (0.0, None));
        throughput.begin(at(0), 0);
        assert_eq!(throughput.organisms_per_second(), 0.0);
        (1..=20).for_each(|i| throughput.record(at(i * 100), i * 10));
        assert!((throughput.organisms_per_second() - 100.0).abs() < 1e-9);
        (1..=20).for_each(|i| throughput.record(at(2000 + i * 100), 200 + i * 50));
        assert!(
            (throughput.organisms_per_second() - 500.0).abs() < 1e-9,
            "the slow start is outside the window"
        );
        assert_eq!(throughput.time_for(1000), Some(Duration::from_secs(2)));
        throughput.begin(at(60_000), 1200);
        throughput.record(at(61_000), 1300);
        assert!((throughput.organisms_per_second() - 100.0).abs() < 1e-9, "a pause does not count");
    }

    #[test]
    fn at_most_ten_reports_are_due_per_second() {
        let start = Instant::now();
        let mut throughput = Throughput::default();
        let due = (0..1000).filter(|&ms| throughput.due(start + Duration::from_millis(ms))).count();
        assert_eq!(due, 10);
    }
}
