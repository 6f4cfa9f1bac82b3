//! Runs that stop before their last generation.

use super::*;
use crate::experiment::{StopReason, Stopping};
use crate::session;

fn stopping(change: impl FnOnce(&mut Stopping)) -> Experiment {
    let mut settings = settings(2);
    settings.generations = 40;
    change(&mut settings.stopping);
    settings
}

fn stops(folder: &Path) -> Vec<(u32, u32, StopReason)> {
    let recorded = Session::open_read_only(folder).unwrap();
    assert!(recorded.finished());
    recorded.stops.iter().map(|stop| (stop.run, stop.generation, stop.reason)).collect()
}

#[test]
fn a_run_without_improvement_stops_and_the_next_one_begins() {
    let folder = tempfile::tempdir().unwrap();
    let settings = stopping(|rules| rules.patience = Some(3));
    let facts = finish(request(folder.path(), new(settings), true), &TestSource::default());
    let stops = stops(folder.path());
    assert_eq!(stops.iter().map(|(run, ..)| *run).collect::<Vec<_>>(), [0, 1]);
    let recorded = Session::open_read_only(folder.path()).unwrap();
    for (run, last, reason) in stops {
        assert_eq!(reason, StopReason::Patience(3));
        let bests: Vec<u64> = recorded
            .history
            .iter()
            .filter(|record| record.run == run)
            .map(|record| record.spread.best)
            .collect();
        assert_eq!(bests.len() as u32, last + 1);
        let best = bests.iter().max();
        let first = bests.iter().position(|score| Some(score) == best).unwrap();
        assert_eq!(first as u32 + 3, last, "{bests:?}");
        let said =
            format!("run {} stopped after generation {last}: no improvement for 3 generations", run + 1);
        assert!(facts.iter().any(|fact| matches!(fact, Fact::Warning(text) if *text == said)));
    }
    // Resuming a session that stopped does not go on.
    let before = content(folder.path());
    let facts = finish(request(folder.path(), Opening::Resume, true), &TestSource::default());
    assert_eq!((generations(&facts), content(folder.path())), (Vec::new(), before));
}

#[test]
fn a_kill_at_any_byte_of_a_stopped_session_changes_no_file() {
    let settings = stopping(|rules| (rules.patience, rules.tolerance) = (Some(2), 4.0));
    let whole = uninterrupted(settings);
    let journal = &whole["journal.jsonl"];
    let stop = journal.windows(7).position(|text| text == b"\"stop\":").unwrap();
    let parts = (0..20).map(|part| journal.len() * part / 20);
    for length in parts.chain(stop - 40..stop + 90) {
        let folder = tempfile::tempdir().unwrap();
        for name in ["session.ron", "lock"] {
            fs::write(folder.path().join(name), &whole[name]).unwrap();
        }
        fs::write(folder.path().join("journal.jsonl"), &journal[..length]).unwrap();
        finish(request(folder.path(), Opening::Resume, true), &TestSource::default());
        assert_eq!(content(folder.path()), whole, "cut at {length}");
    }
}

#[test]
fn a_target_and_a_time_stop_a_run() {
    let folder = tempfile::tempdir().unwrap();
    let timed = folder.path().join("timed");
    finish(request(&timed, new(stopping(|rules| rules.minutes = Some(0.0))), true), &TestSource::default());
    assert_eq!(stops(&timed), [0, 1].map(|run| (run, 0, StopReason::Minutes(0.0))));
    let first = Session::open_read_only(&timed).unwrap().history[0].spread.best;
    let target = (first + 5) as f64;
    let aimed = folder.path().join("aimed");
    let settings = stopping(|rules| rules.target = Some(target));
    finish(request(&aimed, new(settings), true), &TestSource::default());
    let recorded = Session::open_read_only(&aimed).unwrap();
    for (run, last, reason) in stops(&aimed) {
        assert_eq!(reason, StopReason::Target(target));
        let reached: Vec<bool> = recorded
            .history
            .iter()
            .filter(|record| record.run == run)
            .map(|record| record.spread.best as f64 >= target)
            .collect();
        assert_eq!(reached.iter().position(|reached| *reached), Some(last as usize));
    }
}

#[test]
fn a_fork_of_a_stopped_run_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let [stopped, forked] = ["stopped", "forked"].map(|name| folder.path().join(name));
    let settings = Experiment { runs: 1, ..stopping(|rules| rules.patience = Some(2)) };
    finish(request(&stopped, new(settings), true), &TestSource::default());
    let last = stops(&stopped)[0].1;
    session::fork(&stopped, 0, last, None, &forked).unwrap();
    let facts = finish(request(&forked, Opening::Resume, true), &TestSource::default());
    assert_eq!(generations(&facts), (last + 1..=40).map(|generation| (0, generation)).collect::<Vec<_>>());
    assert_eq!(stops(&forked), []);
}
