//! The interval between progress reports.

use std::time::{Duration, Instant};

/// The minimum time between two reports.
const GAP: Duration = Duration::from_millis(100);

/// Limits the number of reports per second.
#[derive(Debug, Default)]
pub(super) struct ReportInterval {
    reported: Option<Instant>,
}

impl ReportInterval {
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
    fn at_most_ten_reports_are_due_per_second() {
        let start = Instant::now();
        let mut interval = ReportInterval::default();
        let due = (0..1000).filter(|&ms| interval.due(start + Duration::from_millis(ms))).count();
        assert_eq!(due, 10);
    }
}
