//! Matches of two players.

use rayon::prelude::*;

use super::{Cell, Claim, ELO, Quantity, conditions, described, random};
use crate::arena::control::Control;
use crate::objectives::confirmation::FinalMatch;
use crate::objectives::proof::{Proof, Transfer};
use crate::statistics::testing::{Conditions, Share, logistic, normalized, played};
use crate::statistics::{Estimate, Trials};

/// What is counted in a cell.
#[derive(Default)]
struct Counts {
    elo: Share,
    normalized: Share,
    none: Share,
    superiority: Share,
    gain: Share,
    transfers: Share,
}

/// Returns a final match with these pairs.
pub(super) fn final_match(pairs: [u64; 5]) -> FinalMatch {
    let pairs = pairs.map(|count| count as u32);
    let [lost, won] = [2 * pairs[0] + pairs[1], 2 * pairs[4] + pairs[3]];
    let games = 2 * pairs.iter().sum::<u32>();
    FinalMatch { results: [lost, games - lost - won, won], pairs }
}

fn simulate(of: &Conditions, elo: f64, pairs: u32, times: u32, cell: usize) -> Counts {
    let from = of.pair(of.ahead(logistic, elo));
    let truth = normalized(&from);
    let mut random = random(cell);
    let mut counts = Counts::default();
    for _ in 0..times {
        let results = played(&mut random, &from, pairs);
        let trials = Trials::Pairs(results);
        let error = trials.elo_error();
        let found = trials.elo().zip(error);
        counts.none.add(found.is_none());
        if let Some((value, error)) = found {
            counts.elo.add_interval(Some(Estimate { value, error: Some(error) }), elo);
        }
        if let Some(found) = trials.normalized_elo() {
            counts.normalized.add_interval(Some(found), truth);
        }
        if elo == 0.0 {
            let superiority = trials.superiority().unwrap_or(0.5);
            counts.superiority.add((superiority - 0.5).abs() > 0.475);
            let match_of = final_match(results);
            counts.gain.add(match_of.is_gain());
            // The proof is as long, and a large gain there is no gain at the limit of the tuning.
            let proof =
                Proof { control: Control::Nodes(1), played: final_match(played(&mut random, &from, pairs)) };
            counts.transfers.add(Transfer::of(&match_of, &proof) == Transfer::Transfers);
        }
    }
    counts
}

/// Simulates this number of matches of this length in each cell.
pub(super) fn quantities(pairs: u32, times: u32) -> Vec<Quantity> {
    let all: Vec<(Conditions, f64)> =
        conditions().into_iter().flat_map(|of| ELO.map(|elo| (of, elo))).collect();
    let counted: Vec<(String, Counts)> = all
        .par_iter()
        .enumerate()
        .map(|(cell, (of, elo))| {
            let counts = simulate(of, *elo, pairs, times, 1000 * pairs as usize + cell);
            (format!("{elo:+} Elo, {}", described(of)), counts)
        })
        .collect();
    let quantity = |name, claim, of: fn(&Counts) -> Share| {
        let cells = counted.iter().map(|(name, counts)| Cell { name: name.clone(), share: of(counts) });
        Quantity::new(name, format!("{} games", 2 * pairs), claim, cells.collect())
    };
    vec![
        quantity("Elo ±", Claim::Contains(95.0), |counts| counts.elo),
        quantity("nElo ±", Claim::Contains(95.0), |counts| counts.normalized),
        quantity("no Elo ±", Claim::Nothing, |counts| counts.none),
        quantity("LOS above 97.5 or below 2.5 %, equal players", Claim::ErrsAtMost(5.0), |counts| {
            counts.superiority
        }),
        quantity("verdict `gain`, equal players", Claim::ErrsAtMost(2.5), |counts| counts.gain),
        quantity("verdict `transfers`, equal players", Claim::ErrsAtMost(2.5), |counts| counts.transfers),
    ]
}
