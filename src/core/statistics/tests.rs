use proptest::prelude::*;
use rstest::rstest;

use super::rating::{HeadToHead, difference, ratings};
use super::sprt::{Model, Sprt, Verdict};
use super::*;

/// Van den Bergh's pentanomial, which other implementations use in their tests.
const KNOWN: Trials = Trials::Pairs([13, 37, 50, 25, 3]);

fn near(one: f64, other: f64, tolerance: f64) -> bool {
    (one - other).abs() < tolerance
}

fn test(elo0: f64, elo1: f64, model: Model) -> Sprt {
    Sprt::new((elo0, elo1), Sprt::ERRORS, model).unwrap()
}

#[test]
fn a_known_pentanomial_has_known_values() {
    let normalized = KNOWN.normalized_elo().unwrap();
    assert!(near(normalized.value, -63.97, 0.005), "{normalized:?}");
    let ratio = test(0.0, 4.0, Model::Normalized).ratio(&KNOWN);
    assert!(near(ratio, -0.549_12, 0.000_005), "{ratio}");
}

#[test]
fn elo_is_computed_from_the_mean() {
    // 112 points from 256 games.
    assert_eq!(KNOWN.mean(), Some(0.4375));
    assert!(near(KNOWN.elo().unwrap(), -43.658, 0.001), "{:?}", KNOWN.elo());
    // σ is 0.240 per pair, so the error of the mean is ±0.0416.
    let error = KNOWN.elo_error().unwrap();
    assert!(near(error, 29.6, 0.3), "{error}");
}

#[test]
fn expected_scores_are_logistic() {
    for (elo, score) in [(0.0, 0.5), (100.0, 0.640_065), (-200.0, 0.240_253), (400.0, 10.0 / 11.0)] {
        assert!(near(expected_score(elo), score, 1e-6), "{elo}");
        assert!(near(elo_of(score).unwrap(), elo, 1e-3), "{score}");
    }
}

#[rstest]
#[case::nothing(Trials::Pairs([0; 5]), None, None)]
#[case::all_won(Trials::Pairs([0, 0, 0, 0, 10]), None, None)]
#[case::all_drawn(Trials::Pairs([0, 0, 10, 0, 0]), Some(0.0), None)]
#[case::one_pair(Trials::Pairs([0, 0, 0, 1, 0]), Some(190.8), None)]
#[case::games_lost(Trials::Games([3, 0, 0]), None, None)]
fn undefined_values_are_none(#[case] trials: Trials, #[case] elo: Option<f64>, #[case] error: Option<f64>) {
    assert_eq!(trials.elo().map(f64::round), elo.map(f64::round));
    assert_eq!(trials.elo_error(), error);
    assert_eq!(trials.mean().is_none(), trials.count() == 0, "{:?}", trials.mean());
}

/// By the delta method: of a won share p the ratio is (p - ½) / √(p (1 - p)), and its slope is that of the mean times 1 + ratio².
#[rstest]
#[case([500, 0, 500], 0.0)]
#[case([100, 0, 900], 4.0 / 3.0)]
#[case([800, 0, 200], -0.75)]
fn the_error_of_normalized_elo_grows_with_a_lead(#[case] games: [u64; 3], #[case] ratio: f64) {
    let found = Trials::Games(games).normalized_elo().unwrap();
    assert!(near(found.value, ratio * NORMALIZED, 1e-6), "{found:?}");
    let expected = 1.962 * (1.0 + ratio * ratio) / 999_f64.sqrt() * NORMALIZED;
    assert!(near(found.error.unwrap() / expected, 1.0, 0.002), "{found:?}, {expected}");
}

#[test]
fn superiority_is_computed_from_the_distribution_of_student() {
    // The mean is 1.272 standard errors above 0.5, with one more trial lost and one more won, and 39 degrees of freedom.
    let trials = Trials::Games([16, 0, 24]);
    assert!(near(trials.superiority().unwrap(), 0.89460, 1e-5), "{:?}", trials.superiority());
    assert_eq!(Trials::Games([7, 30, 7]).superiority(), Some(0.5));
    // Two of three trials won and one drawn say less than the normal distribution claims: 99.8 %.
    let few = Trials::Games([0, 1, 2]).superiority().unwrap();
    assert!((0.7..0.95).contains(&few), "{few}");
}

#[test]
fn pairs_that_cancel_reduce_the_error() {
    // White wins both games of a pair, except in one pair of four.
    let (games, pairs) = (Trials::Games([75, 0, 125]), Trials::Pairs([0, 0, 75, 0, 25]));
    assert_eq!(games.mean(), pairs.mean());
    assert!(pairs.elo_error().unwrap() < games.elo_error().unwrap());
    assert!(pairs.superiority().unwrap() > games.superiority().unwrap());
}

#[test]
fn bounds_are_those_of_wald() {
    let (low, high) = test(0.0, 5.0, Model::Logistic).bounds();
    assert!(near(low, -2.944_439, 1e-6) && near(high, 2.944_439, 1e-6), "{low} {high}");
    let sprt: Sprt = "-3, 1, 0.1, 0.05".parse().unwrap();
    let (low, high) = sprt.bounds();
    assert!(near(low, (0.05_f64 / 0.9).ln(), 1e-12) && near(high, (0.95_f64 / 0.1).ln(), 1e-12));
}

#[rstest]
#[case(Trials::Pairs([100, 200, 400, 200, 100]), Verdict::Open)]
#[case(Trials::Pairs([2000, 4000, 8000, 4000, 2000]), Verdict::H0)]
#[case(Trials::Pairs([900, 1900, 4000, 2100, 1100]), Verdict::H1)]
#[case(Trials::Games([0; 3]), Verdict::Open)]
fn enough_games_end_a_test(#[case] trials: Trials, #[case] expected: Verdict) {
    for model in [Model::Logistic, Model::Normalized] {
        let sprt = test(0.0, 5.0, model);
        assert_eq!(sprt.verdict(&trials), expected, "{sprt}: {}", sprt.ratio(&trials));
    }
}

#[rstest]
#[case((0.0, 300.0), [0, 1, 3, 6, 30], Verdict::H1)]
#[case((0.0, 300.0), [2, 5, 10, 5, 2], Verdict::H0)]
#[case((250.0, 600.0), [0, 0, 2, 8, 90], Verdict::H1)]
#[case((250.0, 600.0), [2, 8, 30, 20, 10], Verdict::H0)]
#[case((-1000.0, 1000.0), [60, 5, 1, 0, 0], Verdict::H0)]
fn large_normalized_differences_are_decided(
    #[case] (elo0, elo1): (f64, f64),
    #[case] pairs: [u64; 5],
    #[case] expected: Verdict,
) {
    let (sprt, trials) = (test(elo0, elo1, Model::Normalized), Trials::Pairs(pairs));
    assert_eq!(sprt.verdict(&trials), expected, "{}", sprt.ratio(&trials));
}

#[rstest]
#[case("5,0", "less than")]
#[case("0,0", "less than")]
#[case("0,2000", "1000")]
#[case("0,5,0.05", "elo0,elo1,alpha,beta")]
#[case("0;5", "elo0,elo1")]
#[case("0,inf", "elo0,elo1")]
#[case("0,5,0,0.05", "greater than 0")]
#[case("0,5,0.05,0.5", "less than 0.5")]
fn invalid_parameters_are_refused(#[case] text: &str, #[case] hint: &str) {
    let message = text.parse::<Sprt>().unwrap_err().to_string();
    assert!(message.contains(hint), "{message}");
}

#[test]
fn a_test_is_written_as_it_was_read() {
    let read: Sprt = "-3, 1, 0.1, 0.02".parse().unwrap();
    assert_eq!((read.hypotheses(), read.errors(), read.model()), ((-3.0, 1.0), (0.1, 0.02), Model::Logistic));
    assert_eq!(read.numbers(), "-3,1,0.1,0.02");
    let normalized = read.with_model(Model::Normalized);
    assert_eq!((normalized.model(), normalized.numbers()), (Model::Normalized, read.numbers()));
}

#[rstest]
#[case(12.4, Some(3.6), "+12 ± 4", [8.8, 16.0])]
#[case(-0.3, Some(12.0), "+0 ± 12", [-12.3, 11.7])]
#[case(-7.0, None, "-7 ± ?", [-7.0, -7.0])]
fn an_estimate_has_ends_and_a_text(
    #[case] value: f64,
    #[case] error: Option<f64>,
    #[case] text: &str,
    #[case] ends: [f64; 2],
) {
    let estimate = Estimate { value, error };
    assert_eq!(estimate.to_string(), text);
    assert!(
        estimate.ends().iter().zip(ends).all(|(found, end)| near(*found, end, 1e-9)),
        "{:?}",
        estimate.ends()
    );
}

#[test]
fn two_players_differ_by_the_elo_of_their_score() {
    let rated = ratings(2, &[HeadToHead::from_games([0, 1], [20, 10, 70])]);
    let [one, other] = [rated[0].unwrap(), rated[1].unwrap()];
    assert!(near(one.value - other.value, elo_of(0.75).unwrap(), 1e-6), "{rated:?}");
    assert!(near(one.value, -other.value, 1e-6) && near(one.error.unwrap(), other.error.unwrap(), 1e-6));
}

#[test]
fn players_without_common_games_are_compared_through_others() {
    // 75 % and 75 % give 90 %: the odds of 3 multiply.
    let rated = ratings(
        3,
        &[HeadToHead::from_games([0, 1], [25, 0, 75]), HeadToHead::from_games([2, 1], [75, 0, 25])],
    );
    let difference = rated[0].unwrap().value - rated[2].unwrap().value;
    assert!(near(difference, elo_of(0.9).unwrap(), 1e-6), "{rated:?}");
    // The player in the middle played most games.
    assert!(rated[1].unwrap().error < rated[0].unwrap().error);
}

#[test]
fn a_player_without_points_has_no_rating() {
    let all = |second| HeadToHead::from_games([0, second], [0, 0, 10]);
    let even = HeadToHead::from_games([0, 2], [3, 4, 3]);
    let rated = ratings(4, &[all(1), even, all(3)]);
    assert!(rated[1].is_none() && rated[3].is_none());
    assert!(near(rated[0].unwrap().value, 0.0, 1e-9) && near(rated[2].unwrap().value, 0.0, 1e-9));
    assert!(ratings(2, &[all(1)]).iter().all(Option::is_none));
    assert!(ratings(0, &[]).is_empty());
}

#[test]
fn groups_without_common_games_are_not_compared() {
    let even = |players| HeadToHead::from_games(players, [5, 0, 5]);
    let rated = ratings(5, &[even([0, 1]), even([2, 3]), even([3, 4])]);
    assert_eq!(rated.iter().map(Option::is_some).collect::<Vec<_>>(), [false, false, true, true, true]);
}

#[test]
fn a_difference_has_the_error_of_a_match_of_the_two() {
    let met = [HeadToHead::from_games([0, 1], [20, 10, 70])];
    let ahead = difference(2, &met, [0, 1]).unwrap();
    let rated = <[_; 2]>::try_from(ratings(2, &met)).unwrap().map(Option::unwrap);
    assert!(near(ahead.value, rated[0].value - rated[1].value, 1e-9), "{ahead:?}");
    // The two ratings are one number with two signs, so their errors add up.
    assert!(near(ahead.error.unwrap(), rated[0].error.unwrap() + rated[1].error.unwrap(), 1e-6), "{ahead:?}");
    assert_eq!(difference(2, &met, [1, 0]).unwrap().value, -ahead.value);
    assert_eq!(difference(2, &met, [0, 0]).unwrap(), Estimate { value: 0.0, error: Some(0.0) });
    assert!(difference(3, &met, [0, 2]).is_none());
    // Games with a third player also inform about these two.
    let third = [1, 0].map(|player| HeadToHead::from_games([player, 2], [50, 0, 50]));
    let more = difference(3, &[met[0], third[0], third[1]], [0, 1]).unwrap();
    assert!(more.error < ahead.error, "{more:?}");
}

fn results() -> impl Strategy<Value = [u64; 5]> {
    proptest::array::uniform5(1..200_u64)
}

proptest! {
    #[test]
    fn exchanging_the_players_changes_every_sign(counts in results()) {
        let mut reversed = counts;
        reversed.reverse();
        let (one, other) = (Trials::Pairs(counts), Trials::Pairs(reversed));
        prop_assert!(near(one.elo().unwrap(), -other.elo().unwrap(), 1e-9));
        prop_assert!(near(one.elo_error().unwrap(), other.elo_error().unwrap(), 1e-9));
        prop_assert!(near(one.superiority().unwrap(), 1.0 - other.superiority().unwrap(), 1e-9));
        for model in [Model::Logistic, Model::Normalized] {
            let ratio = test(-3.0, 7.0, model).ratio(&one);
            prop_assert!(near(ratio, -test(-7.0, 3.0, model).ratio(&other), 1e-6), "{}", ratio);
        }
    }

    #[test]
    fn small_differences_agree_with_the_normal_distribution(
        // If all results but one are rare, the distribution is too far from normal.
        counts in proptest::array::uniform5(20..200_u64),
    ) {
        // The logarithm of the ratio of two normal densities with the standard deviation of the mean.
        let trials = Trials::Pairs(counts);
        let (mean, error) = (trials.mean().unwrap(), trials.deviation().unwrap() / (trials.count() as f64).sqrt());
        let (s0, s1) = (mean - 0.001, mean + 0.002);
        let expected = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * error * error);
        let ratio = test(elo_of(s0).unwrap(), elo_of(s1).unwrap(), Model::Logistic).ratio(&trials);
        prop_assert!(near(ratio, expected, 0.02 * expected.abs()), "{} {}", ratio, expected);
    }

    #[test]
    fn no_distribution_with_the_mean_is_likelier(
        counts in results(), mean in 0.05..0.95, steps in proptest::array::uniform2(-0.001..0.001),
    ) {
        let all: u64 = counts.iter().sum();
        let observed: Vec<(f64, f64)> =
            (0..5).map(|index| (index as f64 / 4.0, counts[index] as f64 / all as f64)).collect();
        let likeliest = likelihood::with_mean(&observed, mean).unwrap();
        let of = |q: &[f64]| q.iter().zip(&observed).map(|(q, (score, _))| q * score).sum::<f64>();
        prop_assert!(near(likeliest.iter().sum(), 1.0, 1e-9) && near(of(&likeliest), mean, 1e-9));
        // Two directions that change neither the sum nor the mean.
        let others: Vec<f64> = [[1.0, -2.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, -2.0, 1.0]]
            .iter()
            .zip(steps)
            .fold(likeliest.clone(), |q, (direction, step)| {
                q.iter().zip(direction).map(|(q, d)| q + step * d).collect()
            });
        prop_assume!(others.iter().all(|q| *q > 0.0));
        let likelihood = |q: &[f64]| q.iter().zip(&observed).map(|(q, (_, p))| p * q.ln()).sum::<f64>();
        prop_assert!(likelihood(&likeliest) >= likelihood(&others) - 1e-12);
    }

    #[test]
    fn every_number_of_deviations_has_a_likeliest_distribution(counts in results(), deviations in -4.1..4.1) {
        let all: u64 = counts.iter().sum();
        let observed: Vec<(f64, f64)> =
            (0..5).map(|index| (index as f64 / 4.0, counts[index] as f64 / all as f64)).collect();
        let found = likelihood::with_deviations(&observed, deviations).unwrap();
        let mean: f64 = found.iter().zip(&observed).map(|(q, (score, _))| q * score).sum();
        let variance: f64 = found.iter().zip(&observed).map(|(q, (score, _))| q * (score - mean).powi(2)).sum();
        prop_assert!(near(found.iter().sum(), 1.0, 1e-9));
        prop_assert!(near((mean - 0.5) / variance.sqrt(), deviations, 1e-6), "{:?}", found);
    }

    #[test]
    fn ratings_explain_the_points_of_every_player(
        games in proptest::collection::vec(proptest::array::uniform3(1..50_u64), 6),
    ) {
        let pairings = [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]];
        let encounters: Vec<HeadToHead> =
            pairings.iter().zip(&games).map(|(players, games)| HeadToHead::from_games(*players, *games)).collect();
        let rated: Vec<f64> = ratings(4, &encounters).iter().map(|rating| rating.unwrap().value).collect();
        prop_assert!(near(rated.iter().sum(), 0.0, 1e-6));
        for player in 0..4 {
            let surplus = |encounter: &HeadToHead| {
                let [first, second] = encounter.players;
                let [lost, drawn, won] = encounter.games.map(|games| games as f64);
                let expected = (lost + drawn + won) * expected_score(rated[first] - rated[second]);
                let surplus = won + drawn / 2.0 - expected;
                if first == player { surplus } else if second == player { -surplus } else { 0.0 }
            };
            let surplus: f64 = encounters.iter().map(surplus).sum();
            prop_assert!(near(surplus, 0.0, 1e-5), "{} {:?}", surplus, rated);
        }
    }
}

/// The table of Student's distribution: 2.776 at four degrees of freedom.
#[test]
fn the_interval_of_a_mean_is_that_of_student() {
    let estimate = mean_of(&[2.0, 4.0, 4.0, 5.0, 5.0]).unwrap();
    assert!((estimate.value - 4.0).abs() < 1e-12, "{estimate}");
    assert!((estimate.error.unwrap() - 2.776 * (1.5_f64 / 5.0).sqrt()).abs() < 1e-3, "{estimate}");
    assert_eq!(mean_of(&[7.0]), Some(Estimate { value: 7.0, error: None }));
    assert_eq!(mean_of(&[]), None);
}
