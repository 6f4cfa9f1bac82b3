//! Tests of the confirmation, the milestones and the final match.

use super::{founders, settings};
use crate::engine::schema::Schema;
use crate::evolution::record::Individual;
use crate::objectives::confirmation::{Confirmation, FinalMatch, Finalist, Milestone};
use crate::organism::chromosome::Chromosome;
use crate::statistics::{Estimate, Trials};

/// A confirmation without milestones and without a final match.
fn confirmation(players: Vec<Finalist>, results: Vec<Vec<[u32; 3]>>) -> Confirmation {
    Confirmation {
        players,
        results,
        pairs: Vec::new(),
        milestones: Vec::new(),
        final_match: None,
        proof: None,
        repeated_games: None,
        faults: 0,
    }
}

#[test]
fn a_milestone_has_an_elo_if_it_is_defined() {
    let milestone =
        |results: &[[u32; 3]]| Milestone { generation: 3, results: results.to_vec(), pairs: Vec::new() };
    let even = milestone(&[[3, 2, 1], [1, 2, 3]]);
    assert_eq!((even.score(), even.elo().map(|elo| elo.value)), (6.0, Some(0.0)));
    // Three points out of four are 191 Elo.
    let better = milestone(&[[0, 4, 4], [2, 0, 6]]);
    let elo = better.elo().unwrap();
    assert!((elo.value - 190.85).abs() < 0.01 && elo.error.unwrap() > 100.0, "{elo:?}");
    assert_eq!((better.score(), milestone(&[[0, 0, 4]]).elo()), (12.0, None));
    // Pairs that share their points give a smaller error than single games.
    let paired = Milestone { pairs: vec![[0, 0, 0, 4, 0], [0, 0, 2, 0, 2]], ..better };
    let found = paired.elo().unwrap();
    assert!((found.value - elo.value).abs() < 1e-9 && found.error < elo.error, "{found:?}");
}

#[test]
fn each_finalist_takes_part_in_the_confirmation_once() {
    let schema = Schema::built_in("paper-2014").unwrap();
    let founders = founders(3);
    let individual = |chromosome: &Chromosome| Individual {
        chromosome: chromosome.clone(),
        score: 0,
        born: 0,
        parents: Vec::new(),
    };
    let mut child = founders[1].chromosome.clone();
    child.flip(50);
    let population = [&child, &founders[2].chromosome, &child].map(individual);
    let players = Confirmation::finalists(&schema, &population, &founders);
    let reported: Vec<_> = players.iter().map(|player| (player.place, player.founder)).collect();
    assert_eq!(reported, [(Some(0), None), (Some(1), Some(2)), (None, Some(0)), (None, Some(1))]);
}

#[test]
fn the_champion_is_the_best_of_the_last_population() {
    let zeros = Chromosome::zeros(224);
    let player = |place, founder| Finalist { place, founder, chromosome: zeros.clone() };
    let players =
        vec![player(Some(0), None), player(Some(1), None), player(None, Some(0)), player(None, Some(1))];
    // The second organism of the population beats the first; a founder is better than both.
    let results = vec![
        vec![[0, 0, 0], [6, 2, 2], [6, 2, 2], [4, 2, 4]],
        vec![[2, 2, 6], [0, 0, 0], [5, 2, 3], [4, 2, 4]],
        vec![[2, 2, 6], [3, 2, 5], [0, 0, 0], [2, 0, 8]],
        vec![[4, 2, 4], [4, 2, 4], [8, 0, 2], [0, 0, 0]],
    ];
    let confirmation = self::confirmation(players, results);
    assert_eq!((confirmation.champion(), confirmation.best_founder()), (1, Some(2)));
    assert_eq!(confirmation.order(), [2, 1, 3, 0]);
    assert_eq!((confirmation.games(), confirmation.scores()[2]), (60, (21.0, 30)));
    assert_eq!(confirmation.gain(), None, "the games that chose the two say nothing of the gain");
    let mut measured = confirmation.clone();
    measured.final_match = Some(FinalMatch { results: [10, 20, 30], pairs: [2, 4, 10, 8, 6] });
    let (gain, trials) = (measured.gain().unwrap(), Trials::Pairs([2, 4, 10, 8, 6]));
    assert_eq!((Some(gain.value), gain.error), (trials.elo(), trials.elo_error()));
    // If all pairs have the same result, the error is unknown.
    measured.final_match = Some(FinalMatch { results: [0, 20, 0], pairs: [0, 0, 10, 0, 0] });
    assert_eq!(measured.gain(), Some(Estimate { value: 0.0, error: None }));

    // A run that keeps a better founder decides by the final match, and without one by the confirmation.
    assert!(confirmation.keeps_founder());
    assert_eq!([false, true].map(|keeps| confirmation.result(keeps)), [1, 2]);
    for (results, kept) in [([10, 20, 30], false), ([20, 20, 20], true), ([30, 20, 10], true)] {
        measured.final_match = Some(FinalMatch { results, pairs: [0, 0, 30, 0, 0] });
        assert_eq!((measured.keeps_founder(), measured.result(true)), (kept, if kept { 2 } else { 1 }));
        assert_eq!(measured.result(false), 1);
    }

    // If a founder is still in the population and the best of all, the gain is exactly 0.
    let mut same = confirmation;
    same.players[2].place = Some(2);
    assert_eq!(same.champion(), 2);
    assert_eq!(same.gain().map(|gain| (gain.value, gain.error)), Some((0.0, Some(0.0))));
    assert_eq!((same.keeps_founder(), same.result(true)), (false, 2));
    // If all players are one organism, there is no opponent.
    let alone = self::confirmation(vec![player(Some(0), Some(0))], vec![vec![[0; 3]]]);
    assert_eq!((alone.champion(), alone.games(), alone.gain().map(|gain| gain.value)), (0, 0, Some(0.0)));
}

#[test]
fn the_estimate_takes_part_in_the_confirmation() {
    let settings = settings(3);
    let schema = settings.schema();
    let mut players = Confirmation::finalists(schema, &[], &settings.initial[..2]);
    Confirmation::add_estimate(&mut players, schema, settings.initial[1].chromosome.clone());
    assert_eq!(players.len(), 2, "a founder is not added again");
    Confirmation::add_estimate(&mut players, schema, settings.initial[2].chromosome.clone());
    assert_eq!(players.len(), 3);
    let results = vec![
        vec![[0; 3], [0, 0, 2], [0, 0, 2]],
        vec![[2, 0, 0], [0; 3], [1, 0, 1]],
        vec![[2, 0, 0], [1, 0, 1], [0; 3]],
    ];
    let confirmation = self::confirmation(players, results);
    // No founder becomes the champion unless it is in the last population.
    assert_eq!((confirmation.champion(), confirmation.best_founder()), (2, Some(0)));
}
