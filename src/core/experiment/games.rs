//! How many games an experiment plays, and how long they take.

use std::time::Duration;

use super::Experiment;
use crate::arena::control::Control;
use crate::objectives::self_play::GAME_PLIES;

/// The largest numbers of games of an experiment, over all runs.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlannedGames {
    /// The limit of each move.
    pub control: Control,
    /// The games of all generations.
    pub generations: u64,
    /// The games that select the champion.
    pub confirmation: u64,
    /// The games of the final match.
    pub final_match: u64,
    /// The games of its proof.
    pub proof: u64,
    /// How many times longer a game of the proof takes.
    proof_cost: f64,
}

impl Experiment {
    /// Returns the largest numbers of games; `None` if the objective plays none.
    #[must_use]
    pub fn planned_games(&self) -> Option<PlannedGames> {
        let control = self.objective.properties().play?.control;
        let (population, runs) = (self.optimizer.population(), u64::from(self.runs));
        let all =
            |generations: u64, [confirmation, final_match, proof]: [u64; 3], proof_cost: f64| PlannedGames {
                control,
                generations: runs * generations,
                confirmation: runs * confirmation,
                final_match: runs * final_match,
                proof: runs * proof,
                proof_cost,
            };
        if let Some(games) = self.objective.self_play() {
            let generations = games.most_games(population, 0..=self.generations);
            let [confirmation, milestones, last, proof] =
                games.most_games_after(population, self.founders().len(), self.generations);
            return Some(all(
                generations,
                [confirmation + milestones, last, proof],
                games.proof.cost(control),
            ));
        }
        let work = self.objective.settings().run_work(&self.outline(), &self.run(0).ok()?, 0);
        let generations = work.generation * (f64::from(self.generations) + 1.0);
        let after = [work.confirmation, work.last, work.proof].map(|games| games as u64);
        Some(all(generations as u64, after, work.proof_cost))
    }
}

impl PlannedGames {
    /// Returns the number of all games.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.generations + self.confirmation + self.final_match + self.proof
    }

    /// Estimates the time of all games on this number of boards. `search` is the mean time of a move, which the limits of time
    /// decide themselves.
    #[must_use]
    pub fn time(&self, search: Duration, boards: usize) -> Duration {
        let game = self.control.game_time(GAME_PLIES).unwrap_or(search * GAME_PLIES);
        let usual = (self.total() - self.proof) as f64;
        let seconds =
            game.as_secs_f64() * (usual + self.proof as f64 * self.proof_cost) / boards.max(1) as f64;
        Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine_options::{ParameterFile, TunedEngine};
    use crate::experiment::presets;

    #[test]
    fn games_and_their_time_follow_from_the_settings() {
        let file = ParameterFile::parse("file", "A, int, 5, 0, 9, 1, 0.002\n").unwrap();
        let engine = TunedEngine::new("uci:engine".to_owned(), Vec::new(), file.options().to_vec()).unwrap();
        let mut matches = presets::options("quick", engine.clone()).unwrap();
        let games = matches.planned_games().unwrap();
        // Six generations of two engines with four pairs; the estimate alone is confirmed.
        assert_eq!((games.generations, games.final_match, games.proof), (96, 100, 100));
        assert_eq!(games.confirmation, 40);
        // A game of the proof takes four times longer.
        let time = |games: &PlannedGames| games.time(Duration::from_millis(10), 2).as_secs_f64();
        assert!((time(&games) - 1.2 / 2.0 * (236.0 + 400.0)).abs() < 1e-6, "{games:?}");
        matches.objective.matches_mut().unwrap().control = Control::Clock("10+0.1".parse().unwrap());
        let games = matches.planned_games().unwrap();
        assert!((time(&games) - 32.0 / 2.0 * (236.0 + 400.0)).abs() < 1e-6, "{games:?}");
        matches.runs = 3;
        assert_eq!(matches.planned_games().unwrap().total(), 3 * games.total());

        let self_play = presets::options_self_play("quick", engine.clone()).unwrap();
        let games = self_play.planned_games().unwrap();
        assert_eq!((games.generations, games.final_match, games.proof), (96, 100, 100));
        assert!(presets::options_suite("quick", engine).unwrap().planned_games().is_none());
    }
}
