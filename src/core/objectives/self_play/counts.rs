//! How many games and openings the settings of self-play need, and what the points of a game are worth.

use std::ops::RangeInclusive;

use super::settings::{MAX_GAMES, SelfPlaySettings};
use crate::numbers::thousands;
use crate::objectives::ObjectiveContext;

impl SelfPlaySettings {
    /// Returns the number of opponents of an organism if the hall of fame is full.
    #[must_use]
    pub fn opponents(&self, population: u32) -> u64 {
        u64::from(population.saturating_sub(1)) + u64::from(self.hall_of_fame)
    }

    /// Returns the number of games of a generation of `population` organisms that plays `hall` members of the hall of
    /// fame.
    #[must_use]
    pub fn games(&self, population: u32, hall: u64) -> u64 {
        let population = u64::from(population);
        u64::from(self.games_per_pair) * (population * population.saturating_sub(1) / 2 + population * hall)
    }

    /// Returns the maximum number of games in these generations, reached if no organism is the fittest of two
    /// generations.
    #[must_use]
    pub fn most_games(&self, population: u32, generations: RangeInclusive<u32>) -> u64 {
        let (first, last) = generations.into_inner();
        let until = |end: u32| {
            let filling = (0..end.min(self.hall_of_fame)).map(u64::from).sum::<u64>();
            let full = u64::from(end.saturating_sub(self.hall_of_fame)) * u64::from(self.hall_of_fame);
            u64::from(end) * self.games(population, 0)
                + (filling + full) * (self.games(population, 1) - self.games(population, 0))
        };
        until(last.saturating_add(1)).saturating_sub(until(first))
    }

    /// Returns the maximum number of milestone games against `founders` founders, reached if no organism is the fittest
    /// of two generations.
    #[must_use]
    pub fn most_milestone_games(&self, founders: usize, generations: u32) -> u64 {
        let each = u64::from(self.milestone_games.next_multiple_of(2));
        each * founders as u64 * (u64::from(generations) + 1)
    }

    /// Returns the maximum numbers of games after the last generation: of the confirmation, of the milestones, of the final
    /// match and of its proof. Without founders, the start and the optimizer's estimate take part in the confirmation.
    #[must_use]
    pub fn most_games_after(&self, population: u32, founders: usize, generations: u32) -> [u64; 4] {
        let others = if founders == 0 { 2 } else { founders as u64 };
        let finalists = u64::from(population) + others;
        let each = u64::from(self.confirmation_games.next_multiple_of(2));
        let confirmation = finalists * finalists.saturating_sub(1) / 2 * each;
        let milestones = self.most_milestone_games(founders.max(1), generations);
        let final_match = self.match_games.next_multiple_of(2).into();
        [confirmation, milestones, final_match, 2 * self.proof.pairs(self.match_games)]
    }

    /// Returns the maximum number of games of a coevolution, whose population are the founders.
    #[must_use]
    pub fn most_games_in_all(&self, outline: &ObjectiveContext<'_>) -> u64 {
        let ObjectiveContext { population, generations, .. } = *outline;
        let after = self.most_games_after(population, population as usize, generations);
        self.most_games(population, 0..=generations) + after.into_iter().sum::<u64>()
    }

    /// Returns the number of openings of a generation: one for each game with a full hall of fame. It does not depend
    /// on whether the hall is full, so the settings alone decide the first opening of each generation.
    #[must_use]
    pub fn openings_each(&self, population: u32) -> u64 {
        self.games(population, self.hall_of_fame.into())
    }

    /// Returns the maximum number of openings that all generations, the confirmation, the milestones, the final
    /// match and its proof need if no opening is used twice. Without founders, the start and the optimizer's estimate take part in the
    /// confirmation.
    #[must_use]
    pub fn openings_needed(&self, population: u32, founders: usize, generations: u32) -> u64 {
        let others = if founders == 0 { 2 } else { founders as u64 };
        let (finalists, founders) = (u64::from(population) + others, founders.max(1));
        let pairings = finalists * finalists.saturating_sub(1) / 2;
        (u64::from(generations) + 1) * self.openings_each(population)
            + pairings * u64::from(self.confirmation_games.div_ceil(2))
            + self.most_milestone_games(founders, generations) / 2
            + u64::from(self.match_games.div_ceil(2))
            + self.proof.pairs(self.match_games)
    }

    /// Returns the settings with another number of games of each pair in a generation.
    #[must_use]
    pub fn with_games(&self, games_per_pair: u32) -> SelfPlaySettings {
        SelfPlaySettings { games_per_pair, ..self.clone() }
    }

    /// Checks another number of games of each pair, if there are `openings` openings. The openings of generations with
    /// another number are the last ones.
    ///
    /// # Errors
    /// Returns the reason why the number is not possible.
    pub fn check_games(
        &self,
        games_per_pair: u32,
        outline: &ObjectiveContext<'_>,
        openings: u64,
    ) -> Result<(), String> {
        if !(1..=MAX_GAMES).contains(&games_per_pair.into()) {
            let most = thousands(MAX_GAMES);
            return Err(format!("{games_per_pair} games of each pair; the number must be 1 to {most}"));
        }
        let (population, generations) = (outline.population, outline.generations);
        let needed = self.openings_needed(population, outline.initial.len(), generations)
            + (u64::from(generations) + 1) * self.with_games(games_per_pair).openings_each(population);
        if !self.control.is_timed() && games_per_pair != self.games_per_pair && needed > openings {
            return Err(format!(
                "{games_per_pair} games of each pair need {} openings, and there are {}",
                thousands(needed),
                thousands(openings)
            ));
        }
        Ok(())
    }

    /// Returns the score of an organism from its half points, if its generation of `population` organisms played
    /// `hall` members of the hall of fame. If the hall was not full, half points are scaled to a full one, so that
    /// generations are comparable. The factor is at least 1, so rounding down never makes two different scores equal. Half
    /// points of another number of games of each pair, `games_per_pair`, are scaled to that of these settings.
    #[must_use]
    pub fn score(&self, half_points: u64, population: u32, hall: usize, games_per_pair: Option<u32>) -> u64 {
        let met = u64::from(population.saturating_sub(1)) + hall as u64;
        let scaled = half_points * self.opponents(population);
        let score = match games_per_pair {
            Some(games) => (scaled * u64::from(self.games_per_pair)).checked_div(met * u64::from(games)),
            None => scaled.checked_div(met),
        };
        score.unwrap_or(half_points)
    }
}
