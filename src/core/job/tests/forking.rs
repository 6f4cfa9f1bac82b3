//! Tests of forks: a fork evolves as its source did, if nothing is changed.

use super::planting::plant_of;
use super::*;
use crate::session::{Fork, fork};

/// Resumes a session to its end. Returns its facts.
fn resume(folder: &Path) -> Vec<Fact> {
    let facts = finish(request(folder, Opening::Resume, true), &TestSource::default());
    assert_eq!(states(&facts).last(), Some(&State::Done), "{facts:?}");
    facts
}

/// Asserts equal history, results, plants, changes and champions.
#[track_caller]
fn assert_same_evolution(one: &Path, other: &Path) {
    let [a, b] = [one, other].map(|folder| Session::open_read_only(folder).unwrap());
    assert_eq!(a.history, b.history);
    assert_eq!((a.results, a.plants, a.changes), (b.results, b.plants, b.changes));
    let champions = |folder| {
        let mut files = content(folder);
        files.retain(|name, _| name.starts_with("champion"));
        files
    };
    assert!(!champions(one).is_empty());
    assert_eq!(champions(one), champions(other));
}

/// Creates a finished ensemble of two runs in which organisms were planted and settings changed at the beginning of
/// each run.
fn ensemble_with_decisions(folder: &Path) {
    let job = Job::start_with(request(folder, new(settings(2)), false), TestSource::default(), || {});
    until(&job, is_state(State::Paused));
    let OptimizerSettings::Ga(ga) = settings(2).optimizer else { panic!("not a genetic algorithm") };
    job.send(Command::Plant(plant_of(1)));
    job.send(Command::Settings(GaSettings { mutation_rate: 0.031, ..ga.clone() }.into()));
    job.send(Command::Step(1));
    until(&job, is_state(State::Paused));
    job.send(Command::Step(6));
    until(&job, is_state(State::Paused));
    job.send(Command::Plant(plant_of(2)));
    job.send(Command::Settings(GaSettings { mutation_rate: 0.02, ..ga }.into()));
    job.send(Command::Run);
    until(&job, |_| false);
    let recorded = Session::open_read_only(folder).unwrap();
    let plants: Vec<_> = recorded.plants.iter().map(|plant| (plant.run, plant.generation)).collect();
    assert_eq!(plants, [(0, 0), (1, 0)]);
    assert_eq!(recorded.changes.len(), 2);
}

#[test]
fn a_fork_repeats_its_source_from_any_generation() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    finish(request(&source, new(settings(2)), true), &TestSource::default());
    for (run, generation) in [(0, 0), (0, 1), (0, 6), (1, 0), (1, 3), (1, 6)] {
        let folder = root.path().join(format!("fork-{run}-{generation}"));
        fork(&source, run, generation, None, &folder).unwrap();
        let facts = resume(&folder);
        let first = generations(&facts).first().copied();
        let expected = [(0, 0, (0, 1)), (0, 1, (0, 2)), (0, 6, (1, 0)), (1, 0, (1, 1)), (1, 3, (1, 4))];
        let expected = expected.iter().find(|(r, g, _)| (*r, *g) == (run, generation));
        assert_eq!(first, expected.map(|(_, _, next)| *next), "no more than what is missing is measured");
        assert_same_evolution(&folder, &source);
        // Fork the fork again.
        let again = root.path().join(format!("again-{run}-{generation}"));
        fork(&folder, run, generation, None, &again).unwrap();
        resume(&again);
        assert_same_evolution(&again, &source);
        let from = Session::open_read_only(&again).unwrap().header.forked_from;
        let session = format!("fork-{run}-{generation}");
        assert_eq!(from, Some(Fork { session, run, generation }), "a fork of a fork names the nearer one");
    }
}

#[test]
fn a_fork_copies_earlier_plants_and_changes() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    ensemble_with_decisions(&source);
    for generation in [0, 2, 6] {
        let folder = root.path().join(format!("fork-{generation}"));
        fork(&source, 1, generation, None, &folder).unwrap();
        resume(&folder);
        assert_same_evolution(&folder, &source);
    }
    // In a fork before the second run, the events of that run are not decided.
    let folder = root.path().join("earlier");
    fork(&source, 0, 6, None, &folder).unwrap();
    resume(&folder);
    let [fork, source] = [&folder, &source].map(|folder| Session::open_read_only(folder).unwrap());
    assert_eq!(fork.history[..7], source.history[..7]);
    assert_ne!(fork.history[7..], source.history[7..]);
    assert_eq!((fork.plants.len(), fork.changes.len()), (1, 1));
}

#[test]
fn a_longer_fork_equals_a_longer_session() {
    let root = tempfile::tempdir().unwrap();
    let (short, long, longer) =
        (root.path().join("short"), root.path().join("long"), root.path().join("longer"));
    finish(request(&short, new(settings(1)), true), &TestSource::default());
    let mut settings = settings(1);
    settings.generations = 11;
    finish(request(&long, new(settings), true), &TestSource::default());
    fork(&short, 0, 6, Some(11), &longer).unwrap();
    resume(&longer);
    assert_same_evolution(&longer, &long);
}

#[test]
fn a_fork_can_be_interrupted_and_planted_in() {
    let root = tempfile::tempdir().unwrap();
    let source = root.path().join("source");
    finish(request(&source, new(settings(1)), true), &TestSource::default());
    let plant = |folder: &Path, quit: bool| {
        fork(&source, 0, 3, None, folder).unwrap();
        let open = || {
            let request = request(folder, Opening::Resume, false);
            let job = Job::start_with(request, TestSource::default(), || {});
            until(&job, is_state(State::Paused));
            job
        };
        let mut job = open();
        job.send(Command::Plant(plant_of(1)));
        let facts = until(&job, |fact| matches!(fact, Fact::Planted { .. }));
        assert!(matches!(facts.last(), Some(Fact::Planted { run: 0, generation: 4, .. })));
        if quit {
            job.finish();
            job = open();
        }
        job.send(Command::Run);
        until(&job, |_| false);
        content(folder)
    };
    let whole = plant(&root.path().join("whole"), false);
    assert_eq!(plant(&root.path().join("quit"), true), whole);
}

#[test]
fn a_source_in_use_can_be_forked() {
    let root = tempfile::tempdir().unwrap();
    let (source, folder) = (root.path().join("source"), root.path().join("fork"));
    let job = Job::start_with(request(&source, new(settings(1)), false), TestSource::default(), || {});
    until(&job, is_state(State::Paused));
    job.send(Command::Step(3));
    until(&job, is_state(State::Paused));
    fork(&source, 0, 1, None, &folder).unwrap();
    job.send(Command::Run);
    until(&job, |_| false);
    resume(&folder);
    assert_same_evolution(&folder, &source);
}
