//! Reading recorded data: generations, champions, the list.

use super::super::journal::Line as _;
use super::*;

#[test]
fn any_generation_can_be_read_while_the_session_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let mut session = Session::create(folder.path(), &header()).unwrap();
    let entries = entries();
    assert_eq!(generation(folder.path(), 0, 0).unwrap(), None);
    for (count, entry) in entries.iter().enumerate() {
        session.append(entry).unwrap();
        let before = content(folder.path());
        for entry in &entries[..=count] {
            let Entry::Generation(record) = entry else { continue };
            assert_eq!(generation(folder.path(), 0, record.generation).unwrap().as_ref(), Some(&**record));
        }
        assert_eq!(content(folder.path()), before);
    }
    assert_eq!(generation(folder.path(), 0, 6).unwrap(), None);
    assert_eq!(generation(folder.path(), 1, 0).unwrap(), None);
    drop(session);
    // Truncate the last line, as if it were being written.
    let path = folder.path().join(JOURNAL);
    let bytes = fs::read(&path).unwrap();
    let end = bytes.len() - entries.last().unwrap().to_json().unwrap().len() - 100;
    fs::write(&path, &bytes[..end]).unwrap();
    assert_eq!(generation(folder.path(), 0, 5).unwrap(), None);
    assert!(generation(folder.path(), 0, 4).unwrap().is_some());
    assert!(matches!(generation(&folder.path().join("missing"), 0, 0), Err(Error::Missing(_))));
}

#[test]
fn a_generation_after_damage_is_not_returned() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries());
    let path = folder.path().join(JOURNAL);
    let journal = fs::read_to_string(&path).unwrap();
    // Change a digit of generation 1, so that the line is still valid JSON.
    let place = journal.lines().next().unwrap().len() + journal.lines().nth(1).unwrap().len() - 5;
    let mut bytes = journal.into_bytes();
    assert!(bytes[place].is_ascii_digit());
    bytes[place] ^= 1;
    fs::write(&path, bytes).unwrap();
    assert!(generation(folder.path(), 0, 0).unwrap().is_some());
    for behind in [1, 2, 5] {
        let text = generation(folder.path(), 0, behind).unwrap_err().to_string();
        assert!(text.contains("damaged after line 1"), "{text}");
    }
}

#[test]
fn champions_have_the_data_for_a_comparison_of_sessions() {
    let folder = tempfile::tempdir().unwrap();
    let entries = entries();
    write(folder.path(), &entries);
    let [champion] = &champions(folder.path()).unwrap()[..] else { panic!("one run") };
    let Some(Entry::Result(result)) = entries.last() else { panic!("a result") };
    assert_eq!(champion.chromosome, result.champion);
    assert_eq!((champion.score, champion.born), (result.best_score, result.champion_born));
    assert_eq!((champion.test_score, champion.complete), (Some(12), true));
    assert_eq!((champion.train_total, champion.test_total), (300, 300));
    assert_eq!((champion.evaluations, champion.curve.len()), (36, 6));
    assert_eq!(champion.curve.iter().map(|spread| spread.best).max(), Some(champion.score));
    let best: Vec<u64> = champion.curve.iter().map(|spread| spread.best).collect();
    assert_eq!(best_scores(folder.path()).unwrap(), best);
    assert_eq!(champion.values, champion.chromosome.decode(header().settings.schema()));
    let OptimizerSettings::Ga(ga) = &champion.settings.optimizer else { panic!("not a genetic algorithm") };
    assert_eq!(ga.mutation_rate, 0.1 + 0.2, "changes during the run are included");

    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries[..2]);
    let [champion] = &champions(folder.path()).unwrap()[..] else { panic!("one run") };
    assert_eq!((champion.complete, champion.test_score, champion.curve.len()), (false, None, 2));
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &[]);
    assert!(champions(folder.path()).unwrap().is_empty());
}

#[test]
fn the_champion_is_the_first_organism_with_the_best_score() {
    let folder = tempfile::tempdir().unwrap();
    let mut entries = entries();
    entries.truncate(3);
    let chromosome = |number: u64| Chromosome::from_words(224, || number);
    for (number, (entry, best)) in entries.iter_mut().zip([3, 9, 9]).enumerate() {
        let Entry::Generation(record) = entry else { panic!("a generation") };
        let record = Arc::make_mut(record);
        record.spread.best = best;
        record.population[0].chromosome = chromosome(number as u64);
    }
    write(folder.path(), &entries);
    let [champion] = &champions(folder.path()).unwrap()[..] else { panic!("one run") };
    assert_eq!(champion.chromosome, chromosome(1));
}

#[test]
fn a_list_has_the_state_of_each_session() {
    let root = tempfile::tempdir().unwrap();
    let at = |name: &str| root.path().join(name);
    let state = |name: &str| {
        let listed = list(root.path()).unwrap();
        listed.into_iter().find(|session| session.name == name).unwrap().state
    };
    write(&at("one"), &entries()[..3]);
    assert_eq!(state("one"), SessionState::Unfinished);
    let (mut session, _) = Session::open(&at("one")).unwrap();
    session.checkpoint().unwrap();
    assert_eq!(state("one"), SessionState::InUse);
    drop(session);
    assert_eq!(state("one"), SessionState::Unfinished);
    let before = content(&at("one"));
    let listed = summary(&at("one"));
    assert!(listed.modified.is_some() && listed.test.is_none());
    assert_eq!((listed.generations_done(), listed.generations_asked()), (2, 5));
    assert_eq!(content(&at("one")), before, "listing changes nothing");

    write(&at("two"), &entries());
    assert_eq!(state("two"), SessionState::Complete);
    let journal = fs::read(at("two").join(JOURNAL)).unwrap();
    fs::write(at("two").join(JOURNAL), &journal[..journal.len() - 1]).unwrap();
    assert!(matches!(state("two"), SessionState::Damaged(why) if why.contains("truncated")));
    let text = fs::read_to_string(at("two").join(SESSION)).unwrap().replacen("format 2", "format 9", 1);
    fs::write(at("two").join(SESSION), text).unwrap();
    assert_eq!(state("two"), SessionState::Later(9));
}

/// A process that was killed leaves generations after its last checkpoint.
#[test]
fn a_list_has_what_the_journal_holds() {
    let folder = tempfile::tempdir().unwrap();
    let entries = entries();
    write(folder.path(), &entries[..3]);
    let checkpoint = fs::read(folder.path().join(CHECKPOINT)).unwrap();
    let listed = summary(folder.path());
    let best = entries[..3].iter().map(|entry| match entry {
        Entry::Generation(record) => record.spread.best,
        _ => panic!("a generation"),
    });
    assert_eq!((listed.generations_done(), listed.progress.best), (2, best.max()));
    assert_eq!(fs::read(folder.path().join(CHECKPOINT)).unwrap(), checkpoint, "listing changes nothing");

    // A whole journal beside the checkpoint of its beginning.
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries);
    fs::write(folder.path().join(CHECKPOINT), &checkpoint).unwrap();
    let listed = summary(folder.path());
    assert_eq!((listed.state, listed.test), (SessionState::Complete, Some(12)));
}

/// A journal that is damaged before the checkpoint does not say less than the checkpoint.
#[test]
fn a_list_has_the_progress_of_the_checkpoint_if_the_journal_is_damaged() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), &entries()[..3]);
    let (mut session, _) = Session::open(folder.path()).unwrap();
    session.checkpoint().unwrap();
    drop(session);
    let path = folder.path().join(JOURNAL);
    flip(&path, 8 * 30);
    assert_eq!(summary(folder.path()).generations_done(), 2);
}

#[test]
fn a_list_has_the_settings_in_force() {
    let rate = |optimizer: &OptimizerSettings| optimizer.ga().unwrap().mutation_rate;
    let folder = tempfile::tempdir().unwrap();
    let entries = entries();
    let change = entries.iter().position(|entry| matches!(entry, Entry::Settings(_))).unwrap();
    for (count, expected) in [(change, rate(&header().settings.optimizer)), (change + 1, 0.1 + 0.2)] {
        let folder = folder.path().join(count.to_string());
        write(&folder, &entries[..count]);
        let listed = summary(&folder);
        assert_eq!(rate(&listed.settings.unwrap().optimizer), expected);
        assert_eq!(rate(&listed.header.unwrap().settings.optimizer), rate(&header().settings.optimizer));
    }
}
