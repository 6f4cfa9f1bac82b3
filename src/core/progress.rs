//! The progress of work: the time worked, the rate, the time left, and the time of day of the end.
//!
//! All parts of the program that do long work, from evolution to a test suite, measure it with a [`WorkTimer`]. Work is
//! counted in units of its cost: organisms measured, games, positions, or the expected seconds of a stage. The timer
//! reads no clock. Its caller passes the time since any fixed moment.

mod forecast;

pub use forecast::{Following, Forecast, LiveForecast, RunWork, Step};

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ZonedDateTime};

use crate::platform::wall_clock;

/// The shortest period over which the rate is measured, if the work has lasted that long.
const WINDOW: Duration = Duration::from_secs(10);
/// The part of the time worked over which the rate is measured, if that is longer.
const RECENT: u32 = 3;
/// The number of samples in the period. Samples that are closer replace each other.
const SAMPLES: u32 = 32;
/// The shortest period that gives a rate.
const LEAST: Duration = Duration::from_millis(200);
/// The longest time left that is shown: a hundred years.
const LONGEST: Duration = Duration::from_secs(100 * 365 * 86_400);

/// The amount of work done at a time.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Sample {
    /// The time worked.
    worked: Duration,
    done: f64,
    /// The number of increases so far.
    steps: u64,
}

/// Measures work that may be paused. The clock runs only between [`WorkTimer::start`] and [`WorkTimer::stop`], so a pause
/// changes neither the rate nor the time left.
///
/// # Example
///
/// ```
/// use std::time::Duration;
///
/// use eyas_core::progress::WorkTimer;
///
/// let at = Duration::from_secs;
/// let mut timer = WorkTimer::default();
/// timer.start(at(0));
/// timer.record(at(0), 0.0);
/// timer.record(at(5), 10.0);
/// assert_eq!(timer.left(at(5), 30.0), Some(at(10)));
/// ```
#[derive(Debug, Clone, Default, PartialEq)]
pub struct WorkTimer {
    /// The time worked before the last start.
    earlier: Duration,
    /// The time of the last start; `None` while the work is stopped.
    started: Option<Duration>,
    /// The work done, oldest first.
    samples: VecDeque<Sample>,
}

impl WorkTimer {
    /// Creates a timer of work that starts now, with nothing done.
    #[must_use]
    pub fn started(now: Duration) -> WorkTimer {
        let mut timer = WorkTimer::default();
        timer.start(now);
        timer.record(now, 0.0);
        timer
    }

    /// Starts the clock, or continues after a pause.
    pub fn start(&mut self, now: Duration) {
        self.started.get_or_insert(now);
    }

    /// Stops the clock, at a pause or at the end.
    pub fn stop(&mut self, now: Duration) {
        self.earlier = self.elapsed(now);
        self.started = None;
    }

    /// Returns whether the clock runs.
    #[must_use]
    pub fn is_running(&self) -> bool {
        self.started.is_some()
    }

    /// Returns the time worked, without pauses.
    #[must_use]
    pub fn elapsed(&self, now: Duration) -> Duration {
        self.earlier + self.started.map_or(Duration::ZERO, |started| now.saturating_sub(started))
    }

    /// Records the amount of work done. The first amount is the one that was done before: it does not count for the
    /// rate. A smaller amount than before begins new work.
    pub fn record(&mut self, now: Duration, done: f64) {
        let worked = self.elapsed(now);
        let steps = match self.samples.back() {
            Some(last) if done == last.done => return,
            Some(last) if done > last.done => last.steps + 1,
            _ => {
                self.samples.clear();
                0
            }
        };
        let period = WINDOW.max(worked / RECENT);
        // The first sample of the period stays, as the rate is measured from it.
        if let [.., before, last] = self.samples.make_contiguous()
            && last.worked.saturating_sub(before.worked) < period / SAMPLES
        {
            self.samples.pop_back();
        }
        self.samples.push_back(Sample { worked, done, steps });
        while self.samples.len() > 2 && worked.saturating_sub(self.samples[1].worked) >= period {
            self.samples.pop_front();
        }
    }

    /// Returns the recent work as the first and the last sample of the period; `None` if it is too short for a rate.
    fn recent(&self) -> Option<(Sample, Sample)> {
        let (first, last) = (*self.samples.front()?, *self.samples.back()?);
        (last.worked.saturating_sub(first.worked) >= LEAST).then_some((first, last))
    }

    /// Returns the units done per second of recent work; `None` if unknown.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let (first, last) = self.recent()?;
        Some((last.done - first.done) / (last.worked - first.worked).as_secs_f64())
    }

    /// Returns the time left until `total` units are done; `None` if unknown. It counts down between two records. If the
    /// next record is late, the time left grows.
    #[must_use]
    pub fn left(&self, now: Duration, total: f64) -> Option<Duration> {
        let last = *self.samples.back()?;
        let rest = total - last.done;
        if rest <= 0.0 {
            return Some(Duration::ZERO);
        }
        let (first, last) = self.recent()?;
        let span = (last.worked - first.worked).as_secs_f64();
        let step = span / (last.steps - first.steps).max(1) as f64;
        let waited = self.elapsed(now).saturating_sub(last.worked).as_secs_f64();
        let late = (waited - step).max(0.0);
        let left = rest * (span + late) / (last.done - first.done) - waited.min(step);
        Duration::try_from_secs_f64(left.max(0.0)).ok().filter(|left| *left <= LONGEST)
    }

    /// Returns the time worked and the time left until `total` units are done.
    #[must_use]
    pub fn timing(&self, now: Duration, total: f64) -> Timing {
        Timing { elapsed: self.elapsed(now), left: self.left(now, total), runs: self.is_running() }
    }
}

/// A [`WorkTimer`] on the clock of the system.
#[derive(Debug, Clone)]
pub struct LiveTimer {
    began: Instant,
    timer: WorkTimer,
}

impl Default for LiveTimer {
    fn default() -> LiveTimer {
        LiveTimer { began: Instant::now(), timer: WorkTimer::default() }
    }
}

impl LiveTimer {
    /// Creates a timer of work that starts now, with nothing done.
    #[must_use]
    pub fn started() -> LiveTimer {
        LiveTimer { timer: WorkTimer::started(Duration::ZERO), ..LiveTimer::default() }
    }

    /// See [`WorkTimer::start`].
    pub fn start(&mut self) {
        self.timer.start(self.began.elapsed());
    }

    /// See [`WorkTimer::stop`].
    pub fn stop(&mut self) {
        self.timer.stop(self.began.elapsed());
    }

    /// See [`WorkTimer::record`].
    pub fn record(&mut self, done: f64) {
        self.timer.record(self.began.elapsed(), done);
    }

    /// See [`WorkTimer::rate`].
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        self.timer.rate()
    }

    /// See [`WorkTimer::left`].
    #[must_use]
    pub fn left(&self, total: f64) -> Option<Duration> {
        self.timer.left(self.began.elapsed(), total)
    }

    /// See [`WorkTimer::timing`].
    #[must_use]
    pub fn timing(&self, total: f64) -> Timing {
        self.timer.timing(self.began.elapsed(), total)
    }
}

/// The times of work in progress, as all screens and commands show them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timing {
    /// The time worked.
    pub elapsed: Duration,
    /// The estimated time left; `None` if unknown.
    pub left: Option<Duration>,
    /// Whether the work is in progress. Paused work has no time of its end.
    pub runs: bool,
}

impl Timing {
    /// Returns the times as parts of a line, most important first: the time left, the time of the end, the time worked.
    /// `clock` is the current local time, if it is known.
    #[must_use]
    pub fn parts(&self, clock: Option<&LocalTime>) -> Vec<String> {
        [self.left_text(), self.end_text(clock), self.elapsed_text()].into_iter().flatten().collect()
    }

    /// Returns the time left, such as `1 min 10 s left`.
    #[must_use]
    pub fn left_text(&self) -> Option<String> {
        let left = self.left.filter(|left| !left.is_zero())?;
        Some(format!("{} left", duration(left)))
    }

    /// Returns the time of the end, such as `ends 14:05`.
    #[must_use]
    pub fn end_text(&self, clock: Option<&LocalTime>) -> Option<String> {
        let left = self.left.filter(|left| self.runs && !left.is_zero())?;
        Some(format!("ends {}", clock?.after(left)))
    }

    /// Returns the time worked, such as `3 min 05 s elapsed`.
    #[must_use]
    pub fn elapsed_text(&self) -> Option<String> {
        (!self.elapsed.is_zero()).then(|| format!("{} elapsed", duration(self.elapsed)))
    }

    /// Returns the times as one text.
    #[must_use]
    pub fn text(&self, clock: Option<&LocalTime>) -> String {
        self.parts(clock).join(" · ")
    }
}

/// Formats a duration in its two largest units.
#[must_use]
pub fn duration(span: Duration) -> String {
    let seconds = span.as_secs_f64().ceil() as u64;
    match seconds {
        0..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {:02} s", seconds / 60, seconds % 60),
        3600..172_800 => format!("{} h {:02} min", seconds / 3600, seconds / 60 % 60),
        _ => format!("{} d {} h", seconds / 86_400, seconds / 3600 % 24),
    }
}

/// Returns the time of the wall clock; that of 1970 if it is no date.
#[must_use]
pub(crate) fn timestamp() -> Timestamp {
    Timestamp::try_from(wall_clock()).unwrap_or_default()
}

/// The local date and time.
#[derive(Debug, Clone, PartialEq)]
pub struct LocalTime(ZonedDateTime);

impl LocalTime {
    /// Returns the current time in the time zone of the system.
    #[must_use]
    pub fn now() -> LocalTime {
        LocalTime(timestamp().to_zoned_datetime(TimeZone::system()))
    }

    /// Formats the time after this span: `14:05` today, `Tue 14:05` within a week, `2026-12-24` later.
    #[must_use]
    pub fn after(&self, span: Duration) -> String {
        let end = SignedDuration::try_from(span).ok().and_then(|span| self.0.checked_add(span).ok());
        let Some(end) = end else { return "later".to_owned() };
        let format = match span.as_secs() {
            _ if end.date() == self.0.date() => "%H:%M",
            0..518_400 => "%a %H:%M",
            _ => "%Y-%m-%d",
        };
        end.strftime(format).to_string()
    }

    /// Returns the date as PGN writes it: `2026.01.31`.
    #[must_use]
    pub fn date(&self) -> String {
        self.0.strftime("%Y.%m.%d").to_string()
    }

    /// Returns the time of a text such as `2026-03-03T10:00[UTC]`; `None` if it is none.
    #[must_use]
    pub fn parse(text: &str) -> Option<LocalTime> {
        text.parse().ok().map(LocalTime)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: u64) -> Duration {
        Duration::from_secs(seconds)
    }

    #[test]
    fn nothing_done_gives_no_rate_and_no_time_left() {
        let mut timer = WorkTimer::default();
        assert_eq!((timer.rate(), timer.left(at(5), 10.0)), (None, None));
        timer.start(at(0));
        timer.record(at(0), 3.0);
        timer.record(at(60), 3.0);
        assert_eq!((timer.rate(), timer.left(at(60), 10.0)), (None, None));
        assert_eq!(timer.timing(at(60), 10.0).text(None), "1 min 00 s elapsed");
        assert_eq!(timer.left(at(60), 3.0), Some(Duration::ZERO), "everything was done before");
    }

    #[test]
    fn work_done_before_the_start_does_not_count_for_the_rate() {
        let mut timer = WorkTimer::default();
        timer.start(at(100));
        timer.record(at(100), 900.0);
        timer.record(at(110), 910.0);
        assert_eq!(timer.rate(), Some(1.0));
        assert_eq!(timer.left(at(110), 1000.0), Some(at(90)));
    }

    #[test]
    fn a_pause_changes_neither_the_rate_nor_the_time_left() {
        let mut timer = WorkTimer::started(at(0));
        (1..=4).for_each(|second| timer.record(at(second), second as f64));
        let before = timer.timing(at(4), 10.0);
        timer.stop(at(4));
        let paused = timer.timing(at(3600), 10.0);
        assert_eq!(paused, Timing { runs: false, ..before });
        assert!(
            paused
                .text(LocalTime::parse("2026-03-03T10:00[UTC]").as_ref())
                .ends_with("6 s left · 4 s elapsed")
        );
        timer.start(at(3600));
        timer.record(at(3601), 5.0);
        assert_eq!((timer.rate(), timer.elapsed(at(3601))), (Some(1.0), at(5)));
        assert_eq!(timer.left(at(3601), 10.0), Some(at(5)));
        // Starting twice and stopping twice has no further effect.
        timer.start(at(3601));
        timer.stop(at(3602));
        timer.stop(at(9999));
        assert_eq!(timer.elapsed(at(9999)), at(6));
    }

    #[test]
    fn the_time_left_follows_the_recent_rate() {
        let mut timer = WorkTimer::started(at(0));
        (1..=60).for_each(|second| timer.record(at(second), second as f64));
        assert_eq!(timer.rate(), Some(1.0));
        // The work becomes ten times faster. After a third of the time the old rate is forgotten.
        (1..=60).for_each(|second| timer.record(at(60 + second), (60 + 10 * second) as f64));
        let rate = timer.rate().unwrap();
        assert!((9.9..10.1).contains(&rate), "{rate}");
        assert!(timer.left(at(120), 760.0).unwrap() <= at(11));
    }

    #[test]
    fn units_of_uneven_cost_are_weighted() {
        // Three cheap stages of 1 and one of 97: the count of stages would promise the end after 4 seconds.
        let mut timer = WorkTimer::started(at(0));
        (1..=3).for_each(|stage| timer.record(at(stage), stage as f64));
        assert_eq!(timer.left(at(3), 100.0), Some(at(97)));
    }

    #[test]
    fn the_time_left_counts_down_between_records_and_grows_when_a_record_is_late() {
        let mut timer = WorkTimer::started(at(0));
        timer.record(at(10), 1.0);
        timer.record(at(20), 2.0);
        let left = |now| timer.left(at(now), 4.0).unwrap().as_secs_f64();
        assert!((left(20) - 20.0).abs() < 1e-9 && (left(25) - 15.0).abs() < 1e-9);
        assert!((left(30) - 10.0).abs() < 1e-9, "the next record is due");
        assert!(left(31) > 10.0 && left(60) > left(31), "it is late");
    }

    #[test]
    fn more_work_than_planned_leaves_no_time() {
        let mut timer = WorkTimer::started(at(0));
        timer.record(at(10), 12.0);
        assert_eq!(timer.left(at(10), 10.0), Some(Duration::ZERO));
        assert_eq!(timer.timing(at(10), 10.0).text(None), "10 s elapsed");
    }

    #[test]
    fn less_work_than_before_begins_new_work() {
        let mut timer = WorkTimer::started(at(0));
        timer.record(at(10), 100.0);
        timer.record(at(11), 0.0);
        assert_eq!(timer.rate(), None);
        timer.record(at(13), 4.0);
        assert_eq!(timer.left(at(13), 8.0), Some(at(2)));
    }

    #[test]
    fn a_million_records_need_few_samples() {
        let mut timer = WorkTimer::started(at(0));
        (1..=1_000_000u64).for_each(|step| timer.record(Duration::from_millis(step), step as f64));
        assert!(timer.samples.len() <= 2 * SAMPLES as usize, "{}", timer.samples.len());
        assert!((timer.rate().unwrap() - 1000.0).abs() < 1e-6);
    }

    #[test]
    fn a_rate_of_nearly_nothing_gives_no_time_left() {
        let mut timer = WorkTimer::started(at(0));
        timer.record(at(10), 1e-300);
        assert_eq!(timer.left(at(10), f64::MAX), None);
    }

    #[test]
    fn durations_have_at_most_two_units() {
        assert_eq!(duration(Duration::from_millis(1200)), "2 s");
        assert_eq!(duration(Duration::from_secs(185)), "3 min 05 s");
        assert_eq!(duration(Duration::from_secs(4800)), "1 h 20 min");
    }

    #[test]
    fn the_end_is_a_time_of_day_with_the_day_if_it_is_another() {
        let clock = LocalTime::parse("2026-03-03T22:30[Europe/Berlin]").unwrap();
        assert_eq!(clock.after(at(3600)), "23:30");
        assert_eq!(clock.after(at(2 * 3600)), "Wed 00:30");
        assert_eq!(clock.after(at(30 * 86_400)), "2026-04-02");
        assert_eq!(clock.after(Duration::MAX), "later");
        let timing = Timing { elapsed: at(90), left: Some(at(3600)), runs: true };
        assert_eq!(timing.text(Some(&clock)), "1 h 00 min left · ends 23:30 · 1 min 30 s elapsed");
    }
}
