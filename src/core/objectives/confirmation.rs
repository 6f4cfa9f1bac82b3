//! The choice of the champion: a longer round robin of the last population and the founders. Also the measurements
//! after it: the strength of each generation's fittest organism, and how much stronger the champion is than the best
//! founder.

use serde::{Deserialize, Serialize};

use crate::engine::schema::Schema;
use crate::evolution::record::Founder;
use crate::evolution::record::{Individual, Results, half_points};
use crate::objectives::proof::Proof;
use crate::organism::chromosome::Chromosome;
use crate::statistics::rating::{HeadToHead, ratings};
use crate::statistics::{Estimate, Trials};

/// Pairs of games by their total points (0, ½, 1, 1½, 2), from the view of the row's player against the column's.
pub type Pairs = Vec<Vec<[u32; 5]>>;

/// An organism that takes part in the confirmation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalist {
    /// The place in the last population, fittest first; `None` if the organism is not in that population.
    pub place: Option<u32>,
    /// The index among the founders, 0 first; `None` if the organism is not a founder. An organism that is neither in the
    /// last population nor a founder is the optimizer's estimate.
    pub founder: Option<u32>,
    /// The organism's genotype.
    pub chromosome: Chromosome,
}

/// The round robin of the last population and the founders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// The players: the last population in its order, then the founders that are not in it, then the optimizer's estimate
    /// if no initial organisms are given. The population is missing if the estimate alone is confirmed. Organisms with equal
    /// values take part once.
    pub players: Vec<Finalist>,
    /// The results of the games between them.
    pub results: Results,
    /// The same results by pairs of games. Empty in sessions that did not record them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Pairs,
    /// The results of each generation's fittest organism against the founders, in separate games. Empty if none were
    /// configured.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub milestones: Vec<Milestone>,
    /// The match of the champion against the best founder. `None` if none was configured, or if the two are the same
    /// organism.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_match: Option<FinalMatch>,
    /// This match with a longer limit. `None` if none was configured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub proof: Option<Proof>,
    /// The number of games in the whole coevolution that are identical to earlier ones. `None` in sessions that did not
    /// count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated_games: Option<u64>,
    /// The number of games of the run that a player lost by a fault.
    #[serde(default, skip_serializing_if = "crate::evolution::setting::is_default")]
    pub faults: u64,
}

/// The strength of a generation's fittest organism.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// The generation in which the organism first was the fittest.
    pub generation: u32,
    /// The games lost, drawn and won against each founder, in the order of the founders among the confirmation's
    /// players.
    pub results: Vec<[u32; 3]>,
    /// The pairs of games against each founder by their total points: 0, ½, 1, 1½, 2. Empty in sessions that did not
    /// record them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[u32; 5]>,
}

/// The result of the champion against the best founder, from openings that were not used for selection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalMatch {
    /// The champion's games lost, drawn and won.
    pub results: [u32; 3],
    /// The champion's pairs of games by their total points: 0, ½, 1, 1½, 2.
    pub pairs: [u32; 5],
}

/// Number of games that show a gain if the champion won all of them: two equal players win so many with a probability of
/// less than 2 %.
const MIN_WON: u32 = 6;

impl FinalMatch {
    /// Returns the pairs of games as trials.
    #[must_use]
    pub fn trials(&self) -> Trials {
        Trials::Pairs(self.pairs.map(u64::from))
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().map(|games| u64::from(*games)).sum()
    }

    /// Returns the champion's Elo advantage. `None` if it won or lost every game.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let trials = self.trials();
        Some(Estimate { value: trials.elo()?, error: trials.elo_error() })
    }

    /// Returns whether the match shows a gain: the Elo advantage is greater than its error, at a level of 95 %, or the
    /// champion won every one of at least six games.
    #[must_use]
    pub fn is_gain(&self) -> bool {
        let shows = |elo: Estimate| elo.error.is_some_and(|error| elo.value > error);
        let [lost, drawn, won] = self.results;
        self.elo().is_some_and(shows) || (won >= MIN_WON && lost + drawn == 0)
    }
}

impl Milestone {
    /// Returns all pairs of games, or the single games if no pairs are recorded.
    #[must_use]
    pub fn trials(&self) -> Trials {
        if self.pairs.is_empty() {
            let sum = |end: usize| self.results.iter().map(|games| u64::from(games[end])).sum();
            return Trials::Games([0, 1, 2].map(sum));
        }
        let sum = |points: usize| self.pairs.iter().map(|pairs| u64::from(pairs[points])).sum();
        Trials::Pairs([0, 1, 2, 3, 4].map(sum))
    }

    /// Returns the number of games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().flatten().map(|games| u64::from(*games)).sum()
    }

    /// Returns the points scored.
    #[must_use]
    pub fn score(&self) -> f64 {
        let halves = |[_, drawn, won]: &[u32; 3]| u64::from(*drawn) + 2 * u64::from(*won);
        self.results.iter().map(halves).sum::<u64>() as f64 / 2.0
    }

    /// Returns the Elo against the founders, all taken as one opponent. The organism was selected by other games, so
    /// the estimate is not biased by the selection. `None` if it won or lost every game.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let trials = self.trials();
        Some(Estimate { value: trials.elo()?, error: trials.elo_error() })
    }
}

impl Confirmation {
    /// Determines the players.
    #[must_use]
    pub fn finalists(schema: &Schema, population: &[Individual], founders: &[Founder]) -> Vec<Finalist> {
        let mut players: Vec<(Vec<i32>, Finalist)> = Vec::new();
        let places = (0..).zip(population).map(|(place, one)| (Some(place), None, &one.chromosome));
        let founders = (0..).zip(founders).map(|(founder, one)| (None, Some(founder), &one.chromosome));
        for (place, founder, chromosome) in places.chain(founders) {
            let values = chromosome.decode(schema);
            match players.iter_mut().find(|(known, _)| *known == values) {
                Some((_, finalist)) => finalist.founder = finalist.founder.or(founder),
                None => players.push((values, Finalist { place, founder, chromosome: chromosome.clone() })),
            }
        }
        players.into_iter().map(|(_, finalist)| finalist).collect()
    }

    /// Adds the optimizer's estimate of the fittest organism to the players, unless it is one of them.
    pub fn add_estimate(players: &mut Vec<Finalist>, schema: &Schema, estimate: Chromosome) {
        let values = estimate.decode(schema);
        if players.iter().all(|player| player.chromosome.decode(schema) != values) {
            players.push(Finalist { place: None, founder: None, chromosome: estimate });
        }
    }

    /// Returns the best of the last population and the estimate; among equals, the one that was fitter there. All players
    /// have the same number of games, so ordering by points equals ordering by rating. Returns the start if it is the only
    /// player.
    #[must_use]
    pub fn champion(&self) -> usize {
        self.best(|finalist| finalist.place.is_some() || finalist.founder.is_none()).unwrap_or(0)
    }

    /// Returns whether the best founder is better than the champion: the champion scored at most half of the points of
    /// the final match. Without a match, it scored no more points than the founder in the confirmation.
    #[must_use]
    pub fn keeps_founder(&self) -> bool {
        let (champion, Some(founder)) = (self.champion(), self.best_founder()) else { return false };
        if champion == founder {
            return false;
        }
        match &self.final_match {
            Some(FinalMatch { results: [lost, _, won], .. }) => won <= lost,
            None => {
                let points = half_points(&self.results);
                points.get(champion) <= points.get(founder)
            }
        }
    }

    /// Returns the player that is the result of the run: the champion, or the best founder if the run keeps it when it
    /// is better ([`Confirmation::keeps_founder`]).
    #[must_use]
    pub fn result(&self, may_keep_founder: bool) -> usize {
        let founder = self.best_founder().filter(|_| may_keep_founder && self.keeps_founder());
        founder.unwrap_or_else(|| self.champion())
    }

    /// Returns whether the organism with this genotype evolved: it is not one of the founders, or in the last population
    /// as well.
    #[must_use]
    pub fn is_evolved(&self, chromosome: &Chromosome) -> bool {
        let player = self.players.iter().find(|player| player.chromosome == *chromosome);
        player.is_none_or(|player| player.founder.is_none() || player.place.is_some())
    }

    /// Returns the best founder; among equals, the first.
    #[must_use]
    pub fn best_founder(&self) -> Option<usize> {
        self.best(|finalist| finalist.founder.is_some())
    }

    fn best(&self, is_eligible: impl Fn(&Finalist) -> bool) -> Option<usize> {
        let points = half_points(&self.results);
        let eligible =
            self.players.iter().zip(points).enumerate().filter(|(_, (player, _))| is_eligible(player));
        let found = eligible.reduce(|best, next| if next.1.1 > best.1.1 { next } else { best });
        found.map(|(player, _)| player)
    }

    /// Returns each player's points and number of games.
    #[must_use]
    pub fn scores(&self) -> Vec<(f64, u64)> {
        let games = |row: &Vec<[u32; 3]>| row.iter().flatten().map(|games| u64::from(*games)).sum();
        let points = half_points(&self.results).into_iter().map(|halves| halves as f64 / 2.0);
        points.zip(self.results.iter().map(games)).collect()
    }

    /// Returns the players by points, best first; ties in the order of `players`.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let points = half_points(&self.results);
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|player| std::cmp::Reverse(points[*player]));
        order
    }

    /// Returns the number of games played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.scores().iter().map(|(_, games)| games).sum::<u64>() / 2
    }

    /// Returns each player's Elo on a scale with mean 0, if the results determine it.
    #[must_use]
    pub fn ratings(&self) -> Vec<Option<Estimate>> {
        ratings(self.players.len(), &self.encounters())
    }

    /// Returns whether the champion is the best founder itself, so that nothing was gained.
    #[must_use]
    pub fn is_founder(&self) -> bool {
        self.best_founder() == Some(self.champion())
    }

    /// Returns the champion's Elo advantage over the best founder, from their match: 0 if it is that founder, `None` if
    /// no match was played or the match gives no estimate. The games of the confirmation do not count, because they
    /// selected both players.
    #[must_use]
    pub fn gain(&self) -> Option<Estimate> {
        if self.is_founder() {
            return Some(Estimate { value: 0.0, error: Some(0.0) });
        }
        self.final_match.as_ref()?.elo()
    }

    fn encounters(&self) -> Vec<HeadToHead> {
        if self.pairs.is_empty() {
            return encounters(&self.results);
        }
        let pairings = self.pairs.iter().enumerate().flat_map(|(first, row)| {
            let later = row.iter().enumerate().skip(first + 1);
            later.map(move |(second, pairs)| HeadToHead::from_pairs([first, second], pairs.map(u64::from)))
        });
        pairings.collect()
    }
}

/// Converts the single-game results between players to encounters for the rating computation.
#[must_use]
pub fn encounters(results: &Results) -> Vec<HeadToHead> {
    let mut encounters = Vec::new();
    for (first, row) in results.iter().enumerate() {
        for (second, games) in row.iter().enumerate().skip(first + 1) {
            encounters.push(HeadToHead::from_games([first, second], games.map(u64::from)));
        }
    }
    encounters
}

/// Returns the pairs of games by their total points (0, ½, 1, 1½, 2), from the half points of all games.
#[must_use]
pub fn pairs(games: &[u8]) -> [u32; 5] {
    let mut counts = [0; 5];
    for pair in games.chunks_exact(2) {
        counts[usize::from(pair[0] + pair[1]).min(4)] += 1;
    }
    counts
}

/// Returns the games lost, drawn and won, from the half points of all games.
#[must_use]
pub fn results(games: &[u8]) -> [u32; 3] {
    let mut counts = [0; 3];
    games.iter().for_each(|half_points| counts[usize::from(*half_points).min(2)] += 1);
    counts
}

/// Returns the results from the opponent's view.
pub(crate) fn reversed<const N: usize>(mut counts: [u32; N]) -> [u32; N] {
    counts.reverse();
    counts
}
