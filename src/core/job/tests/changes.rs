//! Tests of changes of settings during a run.

use super::*;

#[test]
fn a_change_of_settings_is_journaled_and_replayed() {
    let folder = tempfile::tempdir().unwrap();
    let OptimizerSettings::Ga(ga) = settings(2).optimizer else { panic!("not a genetic algorithm") };
    let changed = GaSettings { mutation_rate: 0.031, crossover: Crossover::OnePoint, ..ga.clone() };
    let step = |opening, change: Option<&GaSettings>, steps| {
        let job = Job::start_with(request(folder.path(), opening, false), TestSource::default(), || {});
        let mut facts = until(&job, is_state(State::Paused));
        change.into_iter().for_each(|ga| job.send(Command::Settings(ga.clone().into())));
        job.send(Command::Step(steps));
        facts.extend(until(&job, |fact| is_state(State::Paused)(fact) || is_state(State::Done)(fact)));
        job.finish();
        facts
    };
    step(new(settings(2)), None, 3);
    let before = content(folder.path());
    let facts = step(Opening::Resume, Some(&changed), 2);
    let reported = |fact: &Fact| matches!(fact, Fact::Settings { run: 0, generation: 3, settings } if *settings == changed.clone().into());
    assert!(facts.iter().any(reported), "{facts:?}");
    let in_force = |facts: &[Fact]| {
        let settings = |fact: &Fact| {
            if let Fact::Opened { settings, .. } = fact { Some(settings.clone()) } else { None }
        };
        facts.iter().find_map(settings).unwrap().optimizer
    };
    let facts = step(Opening::Resume, None, 100);
    assert_eq!(in_force(&facts), OptimizerSettings::Ga(changed.clone()));
    let interrupted = content(folder.path());
    assert_ne!(interrupted["journal.jsonl"], uninterrupted(settings(2))["journal.jsonl"]);

    // The same decisions without interruption.
    fs::remove_dir_all(folder.path()).unwrap();
    fs::create_dir(folder.path()).unwrap();
    before.iter().for_each(|(name, bytes)| fs::write(folder.path().join(name), bytes).unwrap());
    step(Opening::Resume, Some(&changed), 100);
    assert_eq!(content(folder.path()), interrupted);
}

#[test]
fn an_invalid_change_of_settings_is_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let job = Job::start_with(request(folder.path(), new(settings(1)), false), TestSource::default(), || {});
    let OptimizerSettings::Ga(ga) = settings(1).optimizer else { panic!("not a genetic algorithm") };
    job.send(Command::Settings(GaSettings { population: 20, ..ga.clone() }.into()));
    job.send(Command::Settings(GaSettings { mutation_rate: 2.0, ..ga }.into()));
    job.send(Command::Run);
    let facts = until(&job, is_state(State::Done));
    let warnings: Vec<_> = facts
        .iter()
        .filter_map(|fact| if let Fact::Warning(text) = fact { Some(text) } else { None })
        .collect();
    assert!(warnings[0].contains("population size of a session is fixed (10)"), "{warnings:?}");
    assert!(warnings[1].contains("--mutation-rate"), "{warnings:?}");
    job.finish();
    assert_eq!(content(folder.path()), uninterrupted(settings(1)));
}
