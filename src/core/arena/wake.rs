//! Measures how late this machine wakes threads, before timed games. The margin has to cover this lateness.
//!
//! Each board of the trial has two threads: one computes until a deadline and then answers, as an engine does, and one
//! waits for the answer, as the arena does. On an idle machine the answer takes a fraction of a millisecond. On a busy
//! one, both threads have to wait for the processor.

use std::hint::spin_loop;
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use crate::platform::pin_to_core;
use crate::threads::has_room;

const TRIAL: Duration = Duration::from_millis(500);

/// How long a thread computes before each answer.
const THINKING: Duration = Duration::from_millis(10);

/// The factor from the worst lateness of the trial to a recommended margin: a match is much longer than a trial.
const RESERVE: f64 = 1.5;

/// Returns the lateness of the latest answer with this number of boards. Takes half a second, unless the machine is far
/// slower than the trial can measure.
#[must_use]
pub fn worst_lateness(boards: usize, pinned: bool) -> Duration {
    let end = Instant::now() + TRIAL;
    thread::scope(|scope| {
        let start = |board| {
            let measure = move || {
                if pinned {
                    pin_to_core(board);
                }
                lateness(end)
            };
            thread::Builder::new().spawn_scoped(scope, measure).ok().filter(|_| has_room())
        };
        // Boards whose threads cannot be started are left out.
        let boards: Vec<_> = (0..boards).map_while(start).collect();
        boards.into_iter().filter_map(|board| board.join().ok()).max().unwrap_or_default()
    })
}

/// Returns the lateness of the latest answer on one board.
fn lateness(end: Instant) -> Duration {
    let (ask, asked) = mpsc::channel::<Instant>();
    let (answer, answered) = mpsc::channel();
    thread::scope(|scope| {
        let think = move || {
            while let Ok(deadline) = asked.recv() {
                while Instant::now() < deadline {
                    spin_loop();
                }
                if answer.send(()).is_err() {
                    return;
                }
            }
        };
        // Without this thread, no answer comes.
        let _ = thread::Builder::new().spawn_scoped(scope, think);
        let mut worst = Duration::ZERO;
        while Instant::now() < end {
            let deadline = Instant::now() + THINKING;
            if ask.send(deadline).is_err() || answered.recv().is_err() {
                break;
            }
            worst = worst.max(deadline.elapsed());
        }
        drop(ask);
        worst
    })
}

/// Returns a warning if a margin, in milliseconds, does not cover the measured lateness.
#[must_use]
pub fn warning(lateness: Duration, margin: u64) -> Option<String> {
    let late = lateness.as_secs_f64() * 1e3;
    (late > margin as f64).then(|| {
        let enough = (late * RESERVE / 10.0).ceil() * 10.0;
        format!(
            "this machine responds up to {late:.0} ms late, but the margin is only {margin} ms: use --margin {enough:.0}, \
             fewer concurrent games (--concurrency), or an idle machine"
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_trial_ends_and_measures_every_board() {
        for (boards, pinned) in [(1, false), (3, true)] {
            let started = Instant::now();
            let worst = worst_lateness(boards, pinned);
            assert!(started.elapsed() >= TRIAL && worst > Duration::ZERO, "{worst:?}");
        }
        assert_eq!(worst_lateness(0, false), Duration::ZERO);
    }

    #[test]
    fn a_small_margin_is_reported_with_a_sufficient_one() {
        let ms = Duration::from_millis;
        assert_eq!((warning(ms(20), 20), warning(ms(0), 0)), (None, None));
        let text = warning(ms(34), 20).unwrap();
        assert!(text.contains("34 ms late") && text.contains("--margin 60"), "{text}");
        assert!(warning(Duration::from_micros(300), 0).unwrap().contains("--margin 10"));
    }
}
