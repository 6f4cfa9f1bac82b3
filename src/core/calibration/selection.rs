//! What games select: play-offs, champions, and who stops in a race of organisms.

use rand_chacha::ChaCha8Rng;
use rayon::prelude::*;

use super::matches::final_match;
use super::{Cell, Claim, Quantity, described, random, usual_conditions};
use crate::objectives::confirmation::{Confirmation, Finalist};
use crate::objectives::matches::racing::hopeless;
use crate::objectives::matches::report::{Finalist as Tuned, FinalistOrigin, MatchReport};
use crate::objectives::suite::play_off::PlayOffResult;
use crate::organism::chromosome::Chromosome;
use crate::statistics::testing::{Conditions, Share, played};

/// The tuned searches of a play-off, and the pairs of games of each two, which is the default.
const TUNED: usize = 4;
const PAIRS: u32 = 10;
/// The pairs of games of the final match, which is the default.
const FINAL_PAIRS: u32 = 200;

/// The level at which organisms stop, and the number of pairs before the comparison.
const LEVEL: f64 = 0.01;
const RACED_PAIRS: u32 = 16;

/// Plays a play-off of equal searches, the last of which is the untuned one.
fn play_off(from: &[f64; 5], random: &mut ChaCha8Rng) -> Confirmation {
    let mut results = vec![vec![[0; 3]; TUNED + 1]; TUNED + 1];
    for [one, other] in (0..=TUNED).flat_map(|one| (0..one).map(move |other| [one, other])) {
        let [lost, drawn, won] = final_match(played(random, from, PAIRS)).results;
        results[one][other] = [lost, drawn, won];
        results[other][one] = [won, drawn, lost];
    }
    let finalist = |player: usize| Finalist {
        place: (player < TUNED).then_some(player as u32),
        founder: (player == TUNED).then_some(0),
        chromosome: Chromosome::zeros(1),
    };
    Confirmation {
        players: (0..=TUNED).map(finalist).collect(),
        results,
        pairs: Vec::new(),
        milestones: Vec::new(),
        final_match: Some(final_match(played(random, from, FINAL_PAIRS))),
        proof: None,
        repeated_games: None,
        faults: 0,
    }
}

/// Returns the report of a tune whose estimate is as good as the start.
fn report(from: &[f64; 5], random: &mut ChaCha8Rng) -> MatchReport {
    let finalist = |origin| Tuned {
        origin,
        chromosome: Chromosome::zeros(1),
        score: 0,
        pairs: [0; 5],
        faults: Vec::new(),
    };
    MatchReport {
        finalists: vec![finalist(FinalistOrigin::Start), finalist(FinalistOrigin::Estimate)],
        best: 1,
        final_match: Some(final_match(played(random, from, FINAL_PAIRS))),
        proof: None,
        games: 0,
        final_faults: Vec::new(),
        faults: 0,
    }
}

/// Returns whether the second of two equal organisms stops, or the first one, after they played the same pairs.
fn stops(of: &Conditions, random: &mut ChaCha8Rng) -> bool {
    let mut organism =
        || (0..RACED_PAIRS).map(|_| of.play(random, 0.0).iter().sum::<usize>() as u8).collect();
    let both: [Vec<u8>; 2] = [organism(), organism()];
    hopeless(&both, LEVEL).contains(&true)
}

/// Simulates this number of selections in each cell.
pub(super) fn quantities(times: u32) -> Vec<Quantity> {
    let all = usual_conditions();
    let counted: Vec<(String, [Share; 4])> = all
        .par_iter()
        .enumerate()
        .map(|(cell, of)| {
            let (from, mut random) = (of.pair(0.0), random(cell));
            let mut shares = [Share::default(); 4];
            for _ in 0..times {
                let decided = play_off(&from, &mut random);
                shares[0].add(PlayOffResult::of(&decided).is_tuned());
                shares[1].add(!decided.keeps_founder());
                shares[2].add(!report(&from, &mut random).keeps_start());
                shares[3].add(stops(of, &mut random));
            }
            (described(of), shares)
        })
        .collect();
    let quantity = |name, size: &str, claim, which: usize| {
        let cells = counted.iter().map(|(name, shares)| Cell { name: name.clone(), share: shares[which] });
        Quantity::new(name, size, claim, cells.collect())
    };
    let match_games = 2 * FINAL_PAIRS;
    vec![
        quantity(
            "play-off replaces the untuned search by an equal one",
            &format!(
                "{TUNED} tuned searches, {} games for each two, {match_games} of the final match",
                2 * PAIRS
            ),
            Claim::Nothing,
            0,
        ),
        quantity(
            "coevolution replaces the founder by an equal one",
            &format!("{match_games} games"),
            Claim::Nothing,
            1,
        ),
        quantity(
            "a tune replaces the start by an equal one",
            &format!("{match_games} games"),
            Claim::Nothing,
            2,
        ),
        quantity(
            "racing stops one of two equal organisms",
            &format!("{RACED_PAIRS} pairs"),
            // Each of the two can be behind.
            Claim::ErrsAtMost(200.0 * LEVEL),
            3,
        ),
    ]
}
