//! A persona that judges the moves of a game while it is played.

use std::path::Path;

use shakmaty::{Move, Position};

use super::choices::Choices;
use super::error::Error;
use super::logit::{each_position, log_of};
use super::model;
use super::persona::Persona;
use super::rows::Rows;
use super::style::Context;
use crate::engine::evaluation::Weights;
use crate::engine::search::Game;

/// How likely a player is to choose each move.
#[derive(Debug, Clone, PartialEq)]
pub struct Taste {
    /// The player's name.
    pub player: String,
    /// The weights of the features, all finite.
    weights: Vec<f64>,
    judge: Weights,
}

// No weight is NaN.
impl Eq for Taste {}

impl Taste {
    /// Returns the taste of a persona.
    ///
    /// # Errors
    /// The embedded organism cannot be read.
    pub fn of(persona: &Persona) -> Result<Taste, Error> {
        Ok(Taste { player: persona.player.clone(), weights: persona.weights(), judge: model::judge()? })
    }

    /// Reads the file of a persona.
    ///
    /// # Errors
    /// The file cannot be read, is no persona, or was made with other features.
    pub fn load(path: &Path) -> Result<Taste, Error> {
        Taste::of(&Persona::load(path)?)
    }

    /// Returns the legal moves of the current position of a game, each with the logarithm of its probability, in nats.
    #[must_use]
    pub fn log_likelihoods(&self, game: &Game) -> Vec<(Move, f64)> {
        let moves: Vec<Move> = game.position().legal_moves().into_iter().collect();
        let rows = Rows::new(self.judge.clone()).of(game.position(), &moves, Context::after(game.moves()));
        let mut choices = Choices::default();
        choices.push(&rows, 0);
        let mut likelihoods = Vec::new();
        each_position(&choices, 0..1, &self.weights, |_, _, chances, _| {
            likelihoods.extend(moves.iter().copied().zip(chances.iter().copied().map(log_of)));
        });
        likelihoods
    }

    /// Returns a digest of the weights, equal for equal tastes.
    #[must_use]
    pub fn digest(&self) -> String {
        model::digest(&self.weights)
    }
}

#[cfg(test)]
mod tests {
    use super::super::games::PlayedGame;
    use super::super::logit::log_chances;
    use super::*;

    #[test]
    fn a_move_in_a_game_is_as_likely_as_in_the_model() {
        let mut weights = vec![0.0; Rows::COUNT];
        weights.iter_mut().enumerate().for_each(|(feature, weight)| *weight = (feature % 7) as f64 / 50.0);
        let persona = Persona::new("Tal", [1, 1], 0, 1.0, [&weights, &weights]);
        let taste = Taste::of(&persona).unwrap();
        let mut game = Game::default();
        let mut moves = Vec::new();
        for index in [3, 5, 9, 2, 7, 11, 1, 4] {
            let legal = game.position().legal_moves();
            let m = legal[index % legal.len()];
            let likelihoods = taste.log_likelihoods(&game);
            let sum: f64 = likelihoods.iter().map(|(_, log)| libm::exp(*log)).sum();
            assert!((sum - 1.0).abs() < 1e-9, "{sum}");
            moves.push((m, likelihoods));
            game.play(m);
        }
        let played = PlayedGame::new(game.start().clone(), game.moves().to_vec(), None);
        let (mut rows, mut choices) = (Rows::new(model::judge().unwrap()), Choices::default());
        played.each(0, |position, moves, context, played| {
            choices.push(&rows.of(position, moves, context), played);
        });
        let logs = log_chances(&choices, &persona.weights());
        for ((m, likelihoods), log) in moves.iter().zip(logs) {
            let (_, own) = likelihoods.iter().find(|(legal, _)| legal == m).unwrap();
            assert!((own - log).abs() < 1e-9, "{m}: {own} {log}");
        }
    }
}
