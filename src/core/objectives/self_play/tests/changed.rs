//! Tests of a number of games that changes during a run.

use super::*;

/// Returns the openings of the games of a round.
fn openings_in(folder: &std::path::Path, generation: u32) -> Vec<Vec<String>> {
    games(folder, RUN, Some(generation)).unwrap().into_iter().map(|game| game.record.opening).collect()
}

#[test]
fn games_from_before_a_change_are_played_again() {
    let settings = settings(3);
    let organisms = field(&settings);
    let folder = tempfile::tempdir().unwrap();
    let of = |name| session(&folder.path().join(name), &settings);
    let whole = of("whole");
    let mut league = new_league(&settings, 2, whole.games(None).unwrap()).unwrap();
    let changed = league.generation_with(0, &organisms, Some(4));
    let expected = played(&mut league, &changed);

    let broken = of("broken");
    let mut league = new_league(&settings, 2, broken.games(None).unwrap()).unwrap();
    let before = league.generation(0, &organisms);
    played(&mut league, &before);
    drop(league);
    // The generation was not recorded when the user changed the number and closed the session.
    let mut league = new_league(&settings, 2, broken.games(None).unwrap()).unwrap();
    assert_eq!(played(&mut league, &changed), expected);
    let read = |session: &Session| games(session.folder(), RUN, Some(0)).unwrap();
    assert_eq!(read(&broken), read(&whole));
    let recorded = league.recorded(broken.folder(), read(&broken), 0, &organisms, Some(4)).unwrap();
    assert_eq!(recorded, Some(expected));
}

#[test]
fn another_number_of_generations_changes_no_opening() {
    let organisms = field(&settings(3));
    let folder = tempfile::tempdir().unwrap();
    let openings = |generations: u32| {
        let settings = Experiment { generations, ..settings(3) };
        let session = session(&folder.path().join(generations.to_string()), &settings);
        let mut league = new_league(&settings, 2, session.games(None).unwrap()).unwrap();
        let round = league.generation_with(2, &organisms, Some(4));
        played(&mut league, &round);
        openings_in(session.folder(), 2)
    };
    assert_eq!(openings(3), openings(20));
}
