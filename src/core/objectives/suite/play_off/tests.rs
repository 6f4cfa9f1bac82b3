use std::cell::Cell;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rstest::rstest;

use super::*;
use crate::engine::search::SearchParameters;
use crate::objectives::start::untuned;
use crate::organism::Organism;
use crate::organism::chromosome::Chromosome;

const SETTINGS: PlayOffSettings = PlayOffSettings { games: 4, nodes: 60, match_games: 6 };

fn schema() -> std::sync::Arc<Schema> {
    Schema::built_in("search-paper").unwrap()
}

fn player(values: &[i32]) -> PlayerFactory {
    let weights = Organism::named_or_path("reference").unwrap().weights();
    let parameters = SearchParameters::of(&schema(), values).unwrap();
    PlayerFactory::Organism { weights, parameters, hash: 1, strength: None }
}

fn individual(chromosome: Chromosome) -> Individual {
    Individual { chromosome, score: 0, born: 0, parents: Vec::new() }
}

fn start() -> Founder {
    let chromosome = Chromosome::encode(&schema(), &untuned(&schema()).unwrap()).unwrap();
    Founder { name: "untuned".to_owned(), chromosome }
}

/// Two organisms of a last population, the second twice, and a champion that is not among them.
fn organisms() -> Vec<Individual> {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let [a, b, c] = [(); 3].map(|()| individual(Chromosome::random(schema().bits(), &mut rng)));
    vec![a, b.clone(), b, c]
}

/// Plays with a memory. Raises the interrupt after this number of games.
fn play(memo: &Memo, threads: usize, games: u64) -> (Result<Confirmation, SourceError>, u64) {
    let (interrupt, played) = (Interrupt::default(), Cell::new(0));
    let progress = |_: &'static str, done: u64, _: u64| {
        played.set(done);
        if done >= games {
            interrupt.raise();
        }
    };
    let play_off = PlayOff {
        service: None,
        settings: SETTINGS,
        player: &player,
        seed: 5,
        threads,
        memo,
        interrupt: &interrupt,
        progress: &progress,
    };
    let result = play_off.play(&organisms(), 3, &start(), &schema());
    (result, played.get())
}

#[test]
fn all_distinct_searches_play_each_other() {
    let play_off = play(&Memo::default(), 2, u64::MAX).0.unwrap();
    let places: Vec<_> = play_off.players.iter().map(|player| (player.place, player.founder)).collect();
    assert_eq!(places, [(Some(0), None), (Some(1), None), (None, None), (None, Some(0))]);
    assert_eq!(play_off.games(), 6 * 4);
    assert!(play_off.scores().iter().all(|(_, games)| *games == 12));
    let pairs: u32 = play_off.pairs[0][3].iter().sum();
    assert_eq!(pairs, 2, "games are played in pairs with reversed colours");
}

#[test]
fn interruptions_and_threads_do_not_change_the_games() {
    let whole = play(&Memo::default(), 1, u64::MAX).0.unwrap();
    assert_eq!(play(&Memo::default(), 3, u64::MAX).0.unwrap(), whole);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("searches.txt");
    let mut interruptions = 0;
    let resumed = loop {
        // A new memory reads what the interrupted one wrote.
        let memo = Memo::resumed(&path, [1; 32]);
        let known = play(&memo, 2, 0).1;
        match play(&memo, 2, known + 5) {
            (Ok(play_off), _) => break play_off,
            (Err(SourceError::Interrupted), _) => interruptions += 1,
            (Err(error), _) => panic!("{error}"),
        }
        assert!(interruptions < 30);
    };
    assert!(interruptions > 0);
    assert_eq!(resumed, whole);
}

/// The play-off of two tuned searches and the untuned one with these half points against each other, of four, and a final
/// match with these games lost, drawn and won.
fn decided(points: [usize; 3], final_match: Option<[u32; 3]>) -> Confirmation {
    let mut players = Confirmation::finalists(&schema(), &organisms()[..2], &[start()]);
    players.truncate(3);
    let game = |won: usize| [4 - won as u32, 0, won as u32];
    let [a, b, c] = points;
    let results = vec![
        vec![[0; 3], game(a), game(b)],
        vec![game(4 - a), [0; 3], game(c)],
        vec![game(4 - b), game(4 - c), [0; 3]],
    ];
    let final_match = final_match.map(|results| FinalMatch { results, pairs: [0, 0, 3, 0, 0] });
    Confirmation { final_match, ..confirmation(players, results, Vec::new()) }
}

#[rstest]
// Wins of the first against the second tuned search, of the first and of the second against the untuned one.
#[case::best_of_all([3, 4, 0], Some([1, 3, 2]), PlayOffResult::Tuned, 0)]
#[case::draws_the_final_match([3, 4, 0], Some([2, 2, 2]), PlayOffResult::LostFinalMatch, 2)]
#[case::loses_the_final_match([0, 0, 4], Some([4, 0, 2]), PlayOffResult::LostFinalMatch, 2)]
#[case::wins_as_the_second([0, 1, 4], Some([0, 0, 6]), PlayOffResult::Tuned, 1)]
#[case::as_good_as_the_untuned([2, 2, 2], None, PlayOffResult::LostRoundRobin, 2)]
#[case::worse([2, 0, 1], None, PlayOffResult::LostRoundRobin, 2)]
#[case::without_a_final_match([4, 4, 0], None, PlayOffResult::LostFinalMatch, 2)]
fn only_a_search_that_wins_both_replaces_the_untuned_one(
    #[case] points: [usize; 3],
    #[case] final_match: Option<[u32; 3]>,
    #[case] verdict: PlayOffResult,
    #[case] result: usize,
) {
    let play_off = decided(points, final_match);
    assert_eq!((PlayOffResult::of(&play_off), winner(&play_off)), (verdict, Some(result)));
    let text = summary(&play_off);
    assert_eq!(text.starts_with("the untuned search, because"), !verdict.is_tuned(), "{text}");
    let chromosome = &play_off.players[result].chromosome;
    assert_eq!(play_off.is_evolved(chromosome), verdict.is_tuned());
}

#[test]
fn a_population_of_untuned_searches_plays_no_games() {
    let start = start();
    let players = Confirmation::finalists(
        &schema(),
        &[individual(start.chromosome.clone())],
        std::slice::from_ref(&start),
    );
    let play_off = confirmation(players, vec![vec![[0; 3]]], vec![vec![[0; 5]]]);
    assert_eq!((PlayOffResult::of(&play_off), winner(&play_off)), (PlayOffResult::LostRoundRobin, Some(0)));
    assert_eq!(best_tuned(&play_off), None);
    assert!(!summary(&play_off).is_empty());
}

#[test]
fn every_pair_of_games_needs_an_opening() {
    let needed = |games, match_games| PlayOffSettings { games, nodes: 1, match_games }.openings_needed(3);
    assert_eq!([needed(4, 6), needed(3, 5)], [6 * 2 + 3; 2]);
}
