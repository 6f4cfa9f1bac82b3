//! Tests of exporting organisms from sessions.

use super::*;
use crate::session::{self, generation};

#[test]
fn the_champion_of_a_finished_session_is_that_of_the_best_run() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("source");
    finish(request(&folder, new(settings(3)), true), &TestSource::default());
    let before = content(&folder);
    let to = root.path().join("mine.ron");
    assert_eq!(export_champion(&folder, &to, false).unwrap(), to);
    let exported = Organism::load(&to).unwrap();
    let kept = Organism::load(&folder.join("champion.ron")).unwrap();
    assert_eq!((&exported.name, &exported.evaluation), (&kept.name, &kept.evaluation));
    assert_eq!(exported.origin.session.as_deref(), Some("source"));
    assert_eq!((exported.origin.train, exported.origin.test), (kept.origin.train, kept.origin.test));
    assert!(exported.origin.test.is_some());
    assert_eq!(exported.origin.generation, kept.origin.generation);
    assert_eq!(content(&folder), before);
}

#[test]
fn the_champion_of_an_unfinished_session_is_the_best_organism_so_far() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("source");
    let job = Job::start_with(request(&folder, new(settings(1)), false), TestSource::default(), || {});
    until(&job, is_state(State::Paused));
    let error = export_champion(&folder, root.path(), false).unwrap_err().to_string();
    assert!(error.contains("no generation has been evaluated"), "{error}");
    job.send(Command::Step(3));
    until(&job, is_state(State::Paused));
    // The job still holds the session. The target is a folder, so the session names the file.
    let to = export_champion(&folder, root.path(), false).unwrap();
    assert_eq!(to, root.path().join("source.ron"));
    let exported = Organism::load(&to).unwrap();
    let [champion] = &session::champions(&folder).unwrap()[..] else { panic!("one run") };
    assert_eq!(exported.evaluation.values, champion.values);
    assert_eq!((exported.origin.train, exported.origin.test), (Some((champion.score, 300)), None));
    assert_eq!((exported.origin.run, exported.origin.generation), (Some(0), Some(champion.born)));
}

#[test]
fn files_are_overwritten_only_on_request_and_completely() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("source");
    finish(request(&folder, new(settings(1)), true), &TestSource::default());
    let to = root.path().join("thesis.tex");
    fs::write(&to, "years of work").unwrap();
    let error = export_champion(&folder, &to, false).unwrap_err();
    assert!(matches!(error, Error::Occupied(_)) && error.is_input(), "{error}");
    assert_eq!(fs::read(&to).unwrap(), b"years of work");
    export_champion(&folder, &to, true).unwrap();
    Organism::load(&to).unwrap();
    let error = export_champion(&folder, &root.path().join("no/such/folder.ron"), true).unwrap_err();
    assert!(error.to_string().contains("folder.ron"), "{error}");
    assert!(matches!(export_champion(root.path(), &to, true), Err(Error::Session(_))));
    assert_eq!(fs::read_dir(root.path()).unwrap().count(), 2, "nothing is left behind");
}

#[test]
fn any_organism_of_any_generation_can_be_exported() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join("source");
    finish(request(&folder, new(settings(2)), true), &TestSource::default());
    let header = Session::open_read_only(&folder).unwrap().header;
    let record = generation(&folder, 1, 4).unwrap().unwrap();
    for (place, individual) in record.population.iter().enumerate() {
        let organism = organism_of(&header, "source", 1, 4, individual).unwrap();
        let to = root.path().join(format!("{place}.ron"));
        export(&organism, &to, false).unwrap();
        let read = Organism::load(&to).unwrap();
        assert_eq!(read, organism);
        assert_eq!(read.evaluation.chromosome, individual.chromosome);
        assert_eq!((read.origin.run, read.origin.generation), (Some(1), Some(4)));
        assert_eq!(read.origin.train, Some((individual.score, 300)));
    }
}
