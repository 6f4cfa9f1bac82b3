//! Whose moves are these? Posteriors of players, and how often they are right.
//!
//! Each player's model gives the moves of a game a likelihood. The posterior of a player is proportional to the product over the
//! games, raised to a power below 1, the inverse temperature: the moves of a game are not independent, so the plain product would
//! be too sure. Nothing but moves enters.

use rand::RngExt;
use rand::seq::SliceRandom;

use rayon::prelude::*;

use super::error::Error;
use super::games::PlayedGame;
use super::logit::{log_of, softmax};
use super::model::{self, Sample};
use super::persona::Persona;
use crate::randomness::Randomness;
use crate::statistics::NORMAL_95;
use crate::threads::Interrupt;

/// Sets that are drawn for each player and size.
const DRAWS: usize = 200;

/// Whose moves some games are.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// The number of games with moves after the opening.
    pub games: usize,
    /// The number of moves.
    pub positions: usize,
    /// The probability of each persona, if one of them played, and all are as likely before.
    pub posterior: Vec<f64>,
}

/// Recognises who of some personas made the moves of games. Only moves enter.
///
/// # Errors
/// The personas were fitted near different models of all players, or `interrupt` was raised.
pub fn recognise(
    games: &[PlayedGame],
    personas: &[Persona],
    interrupt: &Interrupt,
) -> Result<Verdict, Error> {
    if let [first, others @ ..] = personas
        && let Some(other) = others.iter().find(|other| other.common != first.common)
    {
        return Err(Error::Incomparable { one: first.player.clone(), other: other.player.clone() });
    }
    let cut = personas.iter().map(|persona| persona.cut).max().unwrap_or(0);
    let calibration = personas.iter().map(|persona| persona.calibration).fold(1.0, f64::min);
    let weights: Vec<Vec<f64>> = personas.iter().map(Persona::weights).collect();
    let samples = model::samples(&games.iter().collect::<Vec<_>>(), cut, interrupt, &|| ())?;
    let score = |sample: &Sample| -> Vec<f64> {
        weights.iter().map(|weights| calibration * model::log_likelihood(&sample.choices, weights)).collect()
    };
    let scores: Vec<Vec<f64>> = samples.par_iter().map(score).collect();
    Ok(Verdict {
        games: samples.iter().filter(|sample| sample.choices.len() > 0).count(),
        positions: samples.iter().map(|sample| sample.choices.len()).sum(),
        posterior: posterior(scores.iter().map(Vec::as_slice), personas.len()),
    })
}

/// A game of a known player, with its score under each player's model.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Scored {
    pub(crate) player: usize,
    pub(crate) scores: Vec<f64>,
}

/// Returns the posterior of each player for games with these scores.
pub(crate) fn posterior<'a>(games: impl Iterator<Item = &'a [f64]>, players: usize) -> Vec<f64> {
    let mut sums = vec![0.0; players];
    for scores in games {
        sums.iter_mut().zip(scores).for_each(|(sum, score)| *sum += score);
    }
    softmax(&mut sums);
    sums
}

/// How often sets of a size are recognised.
#[derive(Debug, Clone, PartialEq)]
pub struct Accuracy {
    /// The games of a set.
    pub games: usize,
    /// The share of sets that are recognised.
    pub share: f64,
    /// The ends of its interval of 95 %. Only sets without a common game count as independent.
    pub interval: [f64; 2],
    /// The number of sets without a common game.
    pub sets: usize,
    /// For each player, the share of that player's sets that are taken for each player.
    pub confusion: Vec<Vec<f64>>,
}

/// Returns the ends of Wilson's interval (1927) of a share of `count` cases.
fn wilson(share: f64, count: f64) -> [f64; 2] {
    let square = NORMAL_95 * NORMAL_95 / count;
    let middle = share + square / 2.0;
    let half = (square * (share * (1.0 - share) + square / 4.0)).sqrt();
    [-half, half].map(|by| ((middle + by) / (1.0 + square)).clamp(0.0, 1.0))
}

/// Returns how often sets of `size` games of a player are recognised among `among`; `None` if a player has fewer games. Sets are
/// drawn by keyed randomness.
pub(crate) fn accuracy(games: &[Scored], among: &[usize], size: usize, seed: u64) -> Option<Accuracy> {
    let randomness = Randomness::new(seed, "recognise", 0);
    let (mut confusion, mut sets) = (Vec::new(), 0);
    for player in among {
        let mut own: Vec<&Scored> = games.iter().filter(|game| game.player == *player).collect();
        if own.len() < size {
            return None;
        }
        sets += own.len() / size;
        let mut rng = randomness.stream(*player as u32, &format!("sets of {size}"));
        let mut taken = vec![0.0; among.len()];
        let mut draws = 0;
        while draws < DRAWS {
            own.shuffle(&mut rng);
            for set in own.chunks_exact(size).take(DRAWS - draws) {
                let sum = |candidate: &usize| set.iter().map(|game| game.scores[*candidate]).sum::<f64>();
                let sums: Vec<f64> = among.iter().map(sum).collect();
                let best = (0..sums.len()).max_by(|one, other| sums[*one].total_cmp(&sums[*other]));
                taken[best.unwrap_or_else(|| rng.random_range(0..among.len()))] += 1.0 / DRAWS as f64;
                draws += 1;
            }
        }
        confusion.push(taken);
    }
    let hits: f64 = confusion.iter().enumerate().map(|(player, taken)| taken[player]).sum();
    let share = hits / among.len().max(1) as f64;
    Some(Accuracy { games: size, share, interval: wilson(share, sets as f64), sets, confusion })
}

/// Returns the sum of the negative logarithms of the posteriors of the right players, with this factor of scores.
pub(crate) fn loss(games: &[Scored], factor: f64) -> f64 {
    let of = |game: &Scored| {
        let mut chances: Vec<f64> = game.scores.iter().map(|score| factor * score).collect();
        softmax(&mut chances);
        -log_of(chances[game.player])
    };
    games.iter().map(of).sum()
}

/// Returns the factor of scores at which the posteriors of single games are most probable.
pub(crate) fn calibration(games: &[Scored]) -> f64 {
    // Golden section over the logarithm of the factor, from 1/100 to 10.
    let (mut low, mut high) = (-4.6_f64, 2.3_f64);
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    for _ in 0..40 {
        let [left, right] = [high - golden * (high - low), low + golden * (high - low)];
        if loss(games, libm::exp(left)) < loss(games, libm::exp(right)) { high = right } else { low = left }
    }
    libm::exp((low + high) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Games of three players whose own score is the highest by `lead` on average.
    fn scored(lead: f64) -> Vec<Scored> {
        let mut rng = Randomness::new(1, "test", 0).stream(0, "scores");
        let mut game = |player: usize| {
            let score =
                |candidate| f64::from(u8::from(candidate == player)) * lead + 6.0 * rng.random::<f64>();
            Scored { player, scores: (0..3).map(score).collect() }
        };
        (0..300).map(|number| game(number % 3)).collect()
    }

    #[test]
    fn larger_sets_are_recognised_more_often() {
        let games = scored(0.8);
        let share = |size| accuracy(&games, &[0, 1, 2], size, 1).unwrap().share;
        assert!(share(1) < share(5) && share(5) < share(20), "{} {} {}", share(1), share(5), share(20));
        assert!(accuracy(&games, &[0, 1, 2], 101, 1).is_none());
        let chance = accuracy(&scored(0.0), &[0, 1, 2], 1, 1).unwrap();
        assert!((chance.share - 1.0 / 3.0).abs() < 0.08 && chance.interval[0] < 1.0 / 3.0);
        assert_eq!(chance.sets, 300);
        assert!(chance.confusion.iter().all(|row| (row.iter().sum::<f64>() - 1.0).abs() < 1e-9));
    }

    #[test]
    fn calibration_undoes_a_scale() {
        let games = scored(1.5);
        let scaled = |factor: f64| -> Vec<Scored> {
            let of = |game: &Scored| game.scores.iter().map(|score| factor * score).collect();
            games.iter().map(|game| Scored { player: game.player, scores: of(game) }).collect()
        };
        let (one, ten) = (calibration(&games), calibration(&scaled(4.0)));
        assert!((one / ten - 4.0).abs() < 0.05, "{one} {ten}");
    }
}
