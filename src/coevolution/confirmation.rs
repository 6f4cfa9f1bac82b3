//! How the champion is chosen: the last population and the founders in a longer round robin. And how strong the leaders of
//! all generations were.

use serde::{Deserialize, Serialize};

use crate::arena::statistics::rating::{Encounter, difference, ratings};
use crate::arena::statistics::{Estimate, Trials};
use crate::engine::schema::Schema;
use crate::evolution::chromosome::Chromosome;
use crate::evolution::record::{Individual, Results, half_points};
use crate::evolution::settings::Founder;

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
    /// What the leaders of the generations scored against the founders, in games of their own; none where none were
    /// asked for.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub milestones: Vec<Milestone>,
}

/// How strong the leader of a generation was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Milestone {
    /// The generation that it first led.
    pub generation: u32,
    /// Its games lost, drawn and won against each founder, in their order among the players of the confirmation.
    pub results: Vec<[u32; 3]>,
}

impl Milestone {
    /// All its games.
    #[must_use]
    pub fn trials(&self) -> Trials {
        let sum = |end: usize| self.results.iter().map(|games| u64::from(games[end])).sum();
        Trials::Games([0, 1, 2].map(sum))
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

    /// By how much Elo the champion is ahead of the best founder; nothing where it is that founder, and `None` where
    /// the results do not tell. Both are the best of several, and who is best by luck comes out a little too well.
    #[must_use]
    pub fn gain(&self) -> Option<Estimate> {
        let (champion, founder) = (self.champion(), self.best_founder()?);
        if champion == founder {
            return Some(Estimate { value: 0.0, error: Some(0.0) });
        }
        difference(self.players.len(), &self.encounters(), [champion, founder])
    }

    fn encounters(&self) -> Vec<Encounter> {
        encounters(&self.results)
    }
}

/// What players scored against each other, as ratings are found from it.
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
