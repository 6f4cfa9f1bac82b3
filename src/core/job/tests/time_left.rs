//! The time left of real tunes, beside the time that they still took.

use std::time::{Duration, Instant};

use rstest::rstest;

use super::super::report::{Fact, State};
use super::super::{Job, Opening, Request};
use crate::experiment::{Experiment, presets};
use crate::organism::{FixedEvaluation, Organism};

/// The part of the time after which the estimates count, and that before which they do.
const FROM: f64 = 0.2;
const TO: f64 = 0.95;
const FACTOR: f64 = 1.5;

fn games(evaluation: FixedEvaluation) -> Experiment {
    presets::games("quick", evaluation).unwrap()
}

fn self_play(evaluation: FixedEvaluation) -> Experiment {
    presets::search_self_play("quick", evaluation).unwrap()
}

fn suite(evaluation: FixedEvaluation) -> Experiment {
    presets::tuning("quick", evaluation).unwrap()
}

#[rstest]
#[case::games(games)]
#[case::self_play(self_play)]
#[case::suite(suite)]
#[ignore = "real tunes: minutes each, on an idle machine"]
fn the_time_left_is_right_within_a_factor_of_one_and_a_half_from_a_fifth_on(
    #[case] experiment: fn(FixedEvaluation) -> Experiment,
) {
    let folder = tempfile::tempdir().unwrap();
    let evaluation = FixedEvaluation::of(&Organism::named_or_path("reference").unwrap());
    let request = Request {
        pgn: None,
        folder: folder.path().join("s"),
        opening: Opening::New(Box::new(experiment(evaluation))),
        threads: 0,
        workers: None,
        cache: None,
        running: true,
    };
    let (began, job) = (Instant::now(), Job::start(request, || {}));
    let (mut estimates, mut is_done) = (Vec::new(), false);
    loop {
        let reports = job.inbox().wait(Duration::from_millis(100));
        is_done |= reports.facts.iter().any(|fact| matches!(fact, Fact::State(State::Done)));
        if let Some(progress) = reports.progress {
            estimates.extend(progress.time_left.map(|left| (began.elapsed(), left, progress.activity)));
        }
        if reports.closed {
            break;
        }
    }
    assert!(is_done);
    let all = began.elapsed().as_secs_f64();
    let mut wrong = 0;
    for (elapsed, left, activity) in &estimates {
        let (now, left) = (elapsed.as_secs_f64(), left.as_secs_f64());
        let ratio = left / (all - now);
        if (FROM..TO).contains(&(now / all)) && !(1.0 / FACTOR..=FACTOR).contains(&ratio) {
            wrong += 1;
            eprintln!(
                "{activity}: after {now:.0} s of {all:.0} s: {left:.0} s left, {ratio:.2} of the truth"
            );
        }
    }
    eprintln!("{wrong} of {} estimates in {all:.0} s were wrong", estimates.len());
    // At the end of a step the last report is at most a moment old.
    assert!(estimates.len() > 20 && 50 * wrong <= estimates.len(), "{wrong} of {}", estimates.len());
}
