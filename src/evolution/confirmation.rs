//! How the champion is chosen: the last population and the founders in a longer round robin. And what is measured after
//! that: how strong the leaders of all generations were, and how much stronger the champion is than the best founder.

use serde::{Deserialize, Serialize};

use crate::arena::statistics::rating::{Encounter, ratings};
use crate::arena::statistics::{Estimate, Trials};
use crate::engine::schema::Schema;
use crate::evolution::record::{Individual, Results, half_points};
use crate::evolution::settings::Founder;
use crate::organism::chromosome::Chromosome;

/// Pairs of games by the points of both (0, ½, 1, 1½, 2), of the player of the row against that of the column.
pub type Pairs = Vec<Vec<[u32; 5]>>;

/// An organism that takes part.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Finalist {
    /// Its place in the last population, the fittest first; `None` where it is not in it.
    pub place: Option<u32>,
    /// Which of the founders it is, 0 first, if any.
    pub founder: Option<u32>,
    /// Its bits.
    pub chromosome: Chromosome,
}

/// The round robin of the last population and the founders.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Confirmation {
    /// Who took part: the last population in its order, then the founders that are not in it. Organisms with the same
    /// values take part once.
    pub players: Vec<Finalist>,
    /// What they scored against each other.
    pub results: Results,
    /// The same by pairs of games. Empty in sessions that did not record them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Pairs,
    /// What the leaders of the generations scored against the founders, in games of their own; none where none were
    /// asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub milestones: Vec<Milestone>,
    /// The match of the champion with the best founder. `None` where none was asked for, and where the two are one organism.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub final_match: Option<FinalMatch>,
    /// How many games of the whole coevolution are identical to earlier ones. `None` in sessions that did not count them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeated_games: Option<u64>,
}

/// How strong the leader of a generation was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// The generation that it first led.
    pub generation: u32,
    /// Its games lost, drawn and won against each founder, in their order among the players of the confirmation.
    pub results: Vec<[u32; 3]>,
    /// Its pairs of games against each founder by the points of both: 0, ½, 1, 1½, 2. Empty in sessions that did not record
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub pairs: Vec<[u32; 5]>,
}

/// How the champion did against the best founder, with openings that nothing was chosen by.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinalMatch {
    /// The champion's games lost, drawn and won.
    pub results: [u32; 3],
    /// Its pairs of games by the points of both: 0, ½, 1, 1½, 2.
    pub pairs: [u32; 5],
}

impl FinalMatch {
    /// The pairs.
    #[must_use]
    pub fn trials(&self) -> Trials {
        Trials::Pairs(self.pairs.map(u64::from))
    }

    /// How many games.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().map(|games| u64::from(*games)).sum()
    }

    /// By how much Elo the champion is ahead. `None` where it won or lost everything.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let trials = self.trials();
        Some(Estimate { value: trials.elo()?, error: trials.elo_error() })
    }
}

impl Milestone {
    /// All its pairs of games, or its single games where the pairs are not recorded.
    #[must_use]
    pub fn trials(&self) -> Trials {
        if self.pairs.is_empty() {
            let sum = |end: usize| self.results.iter().map(|games| u64::from(games[end])).sum();
            return Trials::Games([0, 1, 2].map(sum));
        }
        let sum = |points: usize| self.pairs.iter().map(|pairs| u64::from(pairs[points])).sum();
        Trials::Pairs([0, 1, 2, 3, 4].map(sum))
    }

    /// How many games it has.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.results.iter().flatten().map(|games| u64::from(*games)).sum()
    }

    /// Its points.
    #[must_use]
    pub fn score(&self) -> f64 {
        let halves = |[_, drawn, won]: &[u32; 3]| u64::from(*drawn) + 2 * u64::from(*won);
        self.results.iter().map(halves).sum::<u64>() as f64 / 2.0
    }

    /// Its Elo against the founders, all taken as one opponent. It leads its generation by other games, so this is as
    /// likely too high as too low. `None` where it won or lost everything.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let trials = self.trials();
        Some(Estimate { value: trials.elo()?, error: trials.elo_error() })
    }
}

impl Confirmation {
    /// Who is to take part.
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

    /// The best of the last population; of equals the one that was fitter there. All have played as many games, so the
    /// order of points is that of ratings.
    #[must_use]
    pub fn champion(&self) -> usize {
        self.best(|finalist| finalist.place.is_some()).unwrap_or(0)
    }

    /// The best of the founders; of equals the first.
    #[must_use]
    pub fn best_founder(&self) -> Option<usize> {
        self.best(|finalist| finalist.founder.is_some())
    }

    fn best(&self, counts: impl Fn(&Finalist) -> bool) -> Option<usize> {
        let points = half_points(&self.results);
        let taking = self.players.iter().zip(points).enumerate().filter(|(_, (player, _))| counts(player));
        let found = taking.reduce(|best, next| if next.1.1 > best.1.1 { next } else { best });
        found.map(|(place, _)| place)
    }

    /// Each player's points and games.
    #[must_use]
    pub fn scores(&self) -> Vec<(f64, u64)> {
        let games = |row: &Vec<[u32; 3]>| row.iter().flatten().map(|games| u64::from(*games)).sum();
        let points = half_points(&self.results).into_iter().map(|halves| halves as f64 / 2.0);
        points.zip(self.results.iter().map(games)).collect()
    }

    /// The players, who has most points first; of equals the one who comes first.
    #[must_use]
    pub fn order(&self) -> Vec<usize> {
        let points = half_points(&self.results);
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by_key(|player| std::cmp::Reverse(points[*player]));
        order
    }

    /// How many games were played.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.scores().iter().map(|(_, games)| games).sum::<u64>() / 2
    }

    /// Each player's Elo on a scale whose mean is 0, as far as the results tell one.
    #[must_use]
    pub fn ratings(&self) -> Vec<Option<Estimate>> {
        ratings(self.players.len(), &self.encounters())
    }

    /// Whether the champion is the best founder itself, so that nothing was gained.
    #[must_use]
    pub fn is_founder(&self) -> bool {
        self.best_founder() == Some(self.champion())
    }

    /// By how much Elo the champion is ahead of the best founder: the result of their match. 0 where it is that founder, and
    /// `None` where no match was played or it does not tell. The confirmation's own games do not count: they chose both.
    #[must_use]
    pub fn gain(&self) -> Option<Estimate> {
        if self.is_founder() {
            return Some(Estimate { value: 0.0, error: Some(0.0) });
        }
        self.final_match.as_ref()?.elo()
    }

    fn encounters(&self) -> Vec<Encounter> {
        if self.pairs.is_empty() {
            return encounters(&self.results);
        }
        let pairings = self.pairs.iter().enumerate().flat_map(|(first, row)| {
            let later = row.iter().enumerate().skip(first + 1);
            later.map(move |(second, pairs)| Encounter::of_pairs([first, second], pairs.map(u64::from)))
        });
        pairings.collect()
    }
}

/// What players scored against each other in single games, as ratings are found from it.
#[must_use]
pub fn encounters(results: &Results) -> Vec<Encounter> {
    let mut encounters = Vec::new();
    for (first, row) in results.iter().enumerate() {
        for (second, games) in row.iter().enumerate().skip(first + 1) {
            encounters.push(Encounter::of_games([first, second], games.map(u64::from)));
        }
    }
    encounters
}
