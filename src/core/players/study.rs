//! A study of many players: personas of all of them, and how often unseen games are recognised.
//!
//! All is chosen on the training games. A player's weights are the common ones plus a small change, so one Newton step from the
//! common model finds them: `δ = (W + Λ)⁻¹ g`, where `g` is the sum of the residuals of the player's games (features of the moves
//! played less their expectation), `W` the second moment of the residuals by game, which counts that moves of a game depend on
//! each other, and `Λ` the prior. The prior has a strength for each family of features, which follows from how much the players
//! differ in the family beyond chance (empirical Bayes), times a factor chosen by cross-validation by game.

use std::collections::{BTreeMap, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use rayon::prelude::*;
use shakmaty::Move;

use super::choices::Choices;
use super::error::Error;
use super::games::PlayedGame;
use super::gradients::{System, dot};
use super::logit::each_position;
use super::model::{self, Block, Common, FOLDS, Sample};
use super::persona::{self, Compared, Persona};
use super::recognise::{Accuracy, Scored, accuracy, calibration, loss};
use super::rows::Rows;
use super::style;
use crate::threads::Interrupt;

/// One of so many training games is part of the common fit.
const SPARSE: u64 = 6;
/// Factors of the strengths of the prior that a cross-validation compares.
const FACTORS: [f64; 3] = [2.0, 4.0, 8.0];
/// The information in moves, in nats, below which a feature says nothing about how much players differ.
const LEAST_INFORMATION: f64 = 1.0;
/// The least variance between players.
const LEAST_SPREAD: f64 = 1e-6;
/// The games of a set whose posterior the cross-validation judges.
const JUDGED: usize = 10;
/// The weight of all players' frequency in a frequency of one player.
const SMOOTHING: f64 = 5.0;
/// Games that are read at a time.
const BATCH: usize = 256;

/// The games of a player.
#[derive(Debug, Clone, PartialEq)]
pub struct Player {
    /// The name in the result.
    pub name: String,
    /// The games.
    pub games: Vec<PlayedGame>,
}

/// What is studied.
#[derive(Debug, Clone)]
pub struct StudyRequest<'a> {
    /// The players.
    pub players: &'a [Player],
    /// Plies at the start of games to leave out.
    pub cut: usize,
    /// A part of the players that is also studied alone.
    pub part: &'a [usize],
    /// The sizes of the sets of games.
    pub sizes: &'a [usize],
    /// The seed of the sets.
    pub seed: u64,
}

/// How often sets of held-out games are recognised by one method.
#[derive(Debug, Clone, PartialEq)]
pub struct Recognition {
    /// The method.
    pub method: &'static str,
    /// Among all players, by size.
    pub all: Vec<Accuracy>,
    /// Among the part, by size.
    pub part: Vec<Accuracy>,
}

/// The result of a study.
#[derive(Debug, Clone, PartialEq)]
pub struct Study {
    /// The personas, in the order of the players.
    pub personas: Vec<Persona>,
    /// Training and held-out games, and positions of both.
    pub counts: [u64; 4],
    /// The factor of the prior that the cross-validation chose.
    pub factor: f64,
    /// The held-out log-likelihood of each player's moves, and the probability of the sign test by game.
    pub likelihood: Vec<(Compared, f64)>,
    /// The methods: the personas, and the baselines.
    pub recognition: Vec<Recognition>,
}

/// A game of the study.
struct Entry<'a> {
    player: usize,
    game: &'a PlayedGame,
}

/// What a training game says: the residuals of its moves.
struct Residual {
    player: usize,
    fold: u64,
    positions: f64,
    sums: Vec<f32>,
}

/// Studies players.
///
/// # Errors
/// A player has too few games, or `interrupt` was raised.
pub fn study(
    request: &StudyRequest<'_>,
    interrupt: &Interrupt,
    progress: &(dyn Fn() + Sync),
) -> Result<Study, Error> {
    let entries: Vec<Entry<'_>> = request
        .players
        .iter()
        .enumerate()
        .flat_map(|(player, of)| of.games.iter().map(move |game| Entry { player, game }))
        .collect();
    let (held, training): (Vec<Entry<'_>>, Vec<Entry<'_>>) =
        entries.into_iter().partition(|entry| entry.game.is_held_out());
    for (number, player) in request.players.iter().enumerate() {
        let least = *request.sizes.iter().min().unwrap_or(&1);
        if held.iter().filter(|entry| entry.player == number).count() < least {
            let (player, games) = (player.name.clone(), player.games.len());
            return Err(Error::TooFew { player, games, least: 4 * least });
        }
    }
    let samples = |games: &[&PlayedGame]| model::samples(games, request.cut, interrupt, progress);
    let few: Vec<&PlayedGame> =
        training.iter().map(|entry| entry.game).filter(|game| game.is_sampled(SPARSE)).collect();
    let few = samples(if few.is_empty() { &[] } else { &few })?;
    let few: Vec<&Choices> = few.iter().map(|sample| &sample.choices).collect();
    let common = Common::fit(&few, Block::Both);
    let mut residuals: Vec<Residual> = Vec::with_capacity(training.len());
    let scales = scales(&common);
    for batch in training.chunks(BATCH) {
        let games: Vec<&PlayedGame> = batch.iter().map(|entry| entry.game).collect();
        let samples = samples(&games)?;
        let players: Vec<usize> = batch.iter().map(|entry| entry.player).collect();
        residuals.par_extend(
            samples
                .par_iter()
                .zip(players)
                .map(|(sample, player)| residual(sample, player, &common, &scales)),
        );
    }
    let players = request.players.len();
    let (factor, scored) = cross_validate(&residuals, players, interrupt)?;
    let factor_of_scores = calibration(&scored);
    let all: Vec<&Residual> = residuals.iter().collect();
    let changes = Moments::of(&all, players).solve(factor);
    let personas: Vec<Persona> = (0..players)
        .map(|player| {
            let own = || residuals.iter().filter(move |residual| residual.player == player);
            let change = changes.weights[player].iter().zip(&scales);
            let weights: Vec<f64> = common
                .weights
                .iter()
                .zip(change)
                .map(|(common, (change, scale))| common + f64::from(change * scale))
                .collect();
            let counts = [own().count() as u64, own().map(|residual| residual.positions).sum::<f64>() as u64];
            let name = &request.players[player].name;
            let strength = factor;
            Persona::new(name, counts, request.cut, strength, [&common.weights, &weights])
                .calibrated(factor_of_scores)
        })
        .collect();
    let mut weights: Vec<Vec<f64>> = personas.iter().map(Persona::weights).collect();
    weights.push(common.weights.clone());
    let (games, held_positions) = score(&held, &weights, &samples)?;
    let likelihood = (0..players).map(|player| compare(&games, player, players)).collect();
    let own = |sums: &[f64]| sums[..players].to_vec();
    let by_persona: Vec<Scored> =
        games.iter().map(|game| Scored { player: game.player, scores: own(&game.sums) }).collect();
    let methods = [
        ("personas", by_persona),
        ("kinds of moves", baseline(&training, &held, players, &kinds(request.cut))),
        ("opening book", baseline(&training, &held, players, &book)),
    ];
    let recognition = methods.map(|(method, games)| {
        let among: Vec<usize> = (0..players).collect();
        let of = |among: &[usize]| {
            request.sizes.iter().filter_map(|size| accuracy(&games, among, *size, request.seed)).collect()
        };
        Recognition {
            method,
            all: of(&among),
            part: if request.part.is_empty() { Vec::new() } else { of(request.part) },
        }
    });
    Ok(Study {
        counts: [
            training.len() as u64,
            held.len() as u64,
            residuals.iter().map(|residual| residual.positions).sum::<f64>() as u64,
            held_positions,
        ],
        personas,
        factor,
        likelihood,
        recognition: recognition.into(),
    })
}

/// Returns factors that give the terms of the evaluation the scale of features that are 0 or 1.
fn scales(common: &Common) -> Vec<f32> {
    let terms = Rows::COUNT - style::COUNT;
    let scale = |(feature, variance): (usize, &f64)| match feature < terms {
        true => 1.0 / variance.max(model::LEAST_VARIANCE).sqrt() as f32,
        false => 1.0,
    };
    common.variances().iter().enumerate().map(scale).collect()
}

fn residual(sample: &Sample, player: usize, common: &Common, scales: &[f32]) -> Residual {
    let mut sums = vec![0.0; Rows::COUNT];
    let choices = &sample.choices;
    each_position(choices, 0..choices.len(), &common.weights, |_, moves, chances, played| {
        for (index, (m, chance)) in moves.iter().zip(chances).enumerate() {
            m.add_to(&mut sums, if index == played { 1.0 - chance } else { -chance });
        }
    });
    let sums = sums.iter().zip(scales).map(|(sum, scale)| *sum as f32 * scale).collect();
    Residual { player, fold: sample.fold, positions: choices.len() as f64, sums }
}

/// Training games, and sums over them.
struct Moments<'a> {
    rows: Vec<&'a [f32]>,
    /// For each feature the sum of the squares of the games' residuals.
    squares: Vec<f64>,
    /// For each player, the sum of the residuals less their mean, and the number of positions.
    players: Vec<(Vec<f64>, f64)>,
    /// The mean residual of a position.
    mean: Vec<f64>,
    positions: f64,
}

/// What the players' weights differ from the common ones.
struct Changes {
    weights: Vec<Vec<f32>>,
    /// Half the information of a position about each change.
    halves: Vec<f64>,
}

impl Moments<'_> {
    fn of<'a>(games: &[&'a Residual], players: usize) -> Moments<'a> {
        let mut sums = vec![(vec![0.0; Rows::COUNT], 0.0); players];
        let mut squares = vec![0.0; Rows::COUNT];
        for game in games {
            let (sum, positions) = &mut sums[game.player];
            for ((sum, square), by) in sum.iter_mut().zip(&mut squares).zip(&game.sums) {
                *sum += f64::from(*by);
                *square += f64::from(by * by);
            }
            *positions += game.positions;
        }
        let positions: f64 = sums.iter().map(|(_, positions)| positions).sum::<f64>().max(1.0);
        let mean: Vec<f64> = (0..Rows::COUNT)
            .map(|feature| sums.iter().map(|(sum, _)| sum[feature]).sum::<f64>() / positions)
            .collect();
        for (sum, own) in &mut sums {
            sum.iter_mut().zip(&mean).for_each(|(sum, mean)| *sum -= mean * *own);
        }
        let rows = games.iter().map(|game| game.sums.as_slice()).collect();
        Moments { rows, squares, players: sums, mean, positions }
    }

    /// Returns the strength of the prior of each feature: the inverse variance between players in its family, which is what
    /// their sums vary beyond chance.
    fn strengths(&self) -> Vec<f64> {
        let mut families: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        let share = 1.0 - 1.0 / self.players.len() as f64;
        for feature in 0..Rows::COUNT {
            let variance = self.squares[feature] / self.positions;
            let (excess, information) = families.entry(family(feature)).or_default();
            for (sum, positions) in &self.players {
                let by_chance = variance * positions;
                if by_chance >= LEAST_INFORMATION {
                    *excess += sum[feature] * sum[feature] - by_chance * share;
                    *information += by_chance * by_chance;
                }
            }
        }
        let spread = |feature| {
            let (excess, information) = families[&family(feature)];
            if information > 0.0 { (excess / information).max(LEAST_SPREAD) } else { LEAST_SPREAD }
        };
        (0..Rows::COUNT).map(|feature| 1.0 / spread(feature)).collect()
    }

    /// Returns the changes with a prior whose strengths are multiplied by a factor.
    fn solve(&self, factor: f64) -> Changes {
        let diagonal: Vec<f64> = self.strengths().iter().map(|strength| factor * strength).collect();
        let share = 1.0 / self.players.len() as f64;
        let system = System { rows: &self.rows, share, diagonal: &diagonal, squares: &self.squares };
        let solve = |(sum, _): &(Vec<f64>, f64)| {
            let change: Vec<f32> = system.solve(sum).into_iter().map(|by| by as f32).collect();
            let squares: f64 = self.rows.iter().map(|row| f64::from(dot(row, &change)).powi(2)).sum();
            (change, 0.5 * squares / self.positions)
        };
        let (weights, halves) = self.players.par_iter().map(solve).unzip();
        Changes { weights, halves }
    }
}

/// Returns the family of a feature; all terms of the evaluation are one.
fn family(feature: usize) -> usize {
    let terms = Rows::COUNT - style::COUNT;
    feature.checked_sub(terms).map_or(0, |feature| 1 + style::family(feature))
}

impl Changes {
    /// Returns the score of a game under each player's weights, relative to the common ones.
    fn score(&self, game: &Residual, mean: &[f64]) -> Scored {
        let of = |(change, half): (&Vec<f32>, &f64)| {
            let rest = game.sums.iter().zip(mean).map(|(sum, mean)| f64::from(*sum) - mean * game.positions);
            rest.zip(change).map(|(rest, change)| rest * f64::from(*change)).sum::<f64>()
                - half * game.positions
        };
        Scored { player: game.player, scores: self.weights.iter().zip(&self.halves).map(of).collect() }
    }
}

/// Returns the factor of the prior whose posteriors of training games, each by a fit to the games of other folds, are the best,
/// and the scores with it.
fn cross_validate(
    residuals: &[Residual],
    players: usize,
    interrupt: &Interrupt,
) -> Result<(f64, Vec<Scored>), Error> {
    let mut scored: [Vec<Scored>; FACTORS.len()] = Default::default();
    for fold in 0..FOLDS {
        let (tested, fitted): (Vec<&Residual>, Vec<&Residual>) =
            residuals.iter().partition(|residual| residual.fold == fold);
        let moments = Moments::of(&fitted, players);
        for (factor, scored) in FACTORS.iter().zip(&mut scored) {
            if interrupt.raised() {
                return Err(Error::Interrupted);
            }
            let changes = moments.solve(*factor);
            scored.par_extend(tested.par_iter().map(|game| changes.score(game, &moments.mean)));
        }
    }
    let losses = scored.iter().map(|games| {
        let sets = sets(games, players);
        let factor = calibration(&sets);
        loss(&sets, factor)
    });
    let losses: Vec<f64> = losses.collect();
    let best = (0..FACTORS.len()).min_by(|one, other| losses[*one].total_cmp(&losses[*other])).unwrap_or(0);
    let games = std::mem::take(&mut scored[best]);
    Ok((FACTORS[best], sets(&games, players)))
}

/// Adds the scores of games of a player, some at a time.
fn sets(games: &[Scored], players: usize) -> Vec<Scored> {
    let of_player = |player: usize| {
        let own: Vec<&Scored> = games.iter().filter(|game| game.player == player).collect();
        let set = |set: &[&Scored]| {
            let sum = |candidate: usize| set.iter().map(|game| game.scores[candidate]).sum();
            Scored { player, scores: (0..players).map(sum).collect() }
        };
        own.chunks(JUDGED).map(set).collect::<Vec<_>>()
    };
    (0..players).flat_map(of_player).collect()
}

/// Reads the positions of games.
type Sampling<'a> = dyn Fn(&[&PlayedGame]) -> Result<Vec<Sample>, Error> + 'a;

/// A held-out game with its log-likelihood under each player's weights and the common ones.
struct Likelihoods {
    player: usize,
    positions: usize,
    sums: Vec<f64>,
}

fn score(
    held: &[Entry<'_>],
    weights: &[Vec<f64>],
    samples: &Sampling<'_>,
) -> Result<(Vec<Likelihoods>, u64), Error> {
    let mut all = Vec::with_capacity(held.len());
    for batch in held.chunks(BATCH) {
        let games: Vec<&PlayedGame> = batch.iter().map(|entry| entry.game).collect();
        let sums: Vec<(usize, Vec<f64>)> = samples(&games)?
            .par_iter()
            .map(|sample| {
                let of = |weights: &Vec<f64>| model::log_likelihood(&sample.choices, weights);
                (sample.choices.len(), weights.iter().map(of).collect())
            })
            .collect();
        let of = |(entry, (positions, sums)): (&Entry<'_>, (usize, Vec<f64>))| Likelihoods {
            player: entry.player,
            positions,
            sums,
        };
        all.extend(batch.iter().zip(sums).map(of));
    }
    let positions = all.iter().map(|game| game.positions as u64).sum();
    Ok((all, positions))
}

/// Compares a player's model with the common one on the player's games, and tests the sign of the difference by game.
fn compare(games: &[Likelihoods], player: usize, common: usize) -> (Compared, f64) {
    let own = games.iter().filter(|game| game.player == player && game.positions > 0);
    let sums: Vec<(f64, f64, usize)> =
        own.map(|game| (game.sums[player], game.sums[common], game.positions)).collect();
    let better = sums.iter().filter(|(own, common, _)| own > common).count();
    (persona::compared(&sums), sign_test(better, sums.len()))
}

/// Returns the two-sided probability of at least as uneven a split of `count` fair cases.
fn sign_test(some: usize, count: usize) -> f64 {
    let larger = some.max(count - some);
    let log_factorial = |number: usize| libm::lgamma(number as f64 + 1.0);
    let chance = |hits: usize| {
        let ways = log_factorial(count) - log_factorial(hits) - log_factorial(count - hits);
        libm::exp(ways - count as f64 * std::f64::consts::LN_2)
    };
    (2.0 * (larger..=count).map(chance).sum::<f64>()).min(1.0)
}

/// Something that can be counted of a game: events, each with the situation in which it happened.
type Counted<'a> = dyn Fn(&PlayedGame) -> Vec<(u64, u64)> + Sync + 'a;

/// Scores held-out games by how often each player did the same in the training games.
fn baseline(training: &[Entry<'_>], held: &[Entry<'_>], players: usize, events: &Counted<'_>) -> Vec<Scored> {
    let mut counts: HashMap<(u64, u64), Vec<f64>> = HashMap::new();
    let mut situations: HashMap<u64, Vec<f64>> = HashMap::new();
    for Entry { player, game } in training {
        for (situation, event) in events(game) {
            counts.entry((situation, event)).or_insert_with(|| vec![0.0; players])[*player] += 1.0;
            situations.entry(situation).or_insert_with(|| vec![0.0; players])[*player] += 1.0;
        }
    }
    let score = |Entry { player, game }: &Entry<'_>| {
        let mut scores = vec![0.0; players];
        for (situation, event) in events(game) {
            let (Some(found), Some(all)) = (counts.get(&(situation, event)), situations.get(&situation))
            else {
                continue;
            };
            let common = found.iter().sum::<f64>() / all.iter().sum::<f64>();
            for (score, (found, all)) in scores.iter_mut().zip(found.iter().zip(all)) {
                *score += libm::log((found + SMOOTHING * common) / (all + SMOOTHING));
            }
        }
        Scored { player: *player, scores }
    };
    held.par_iter().map(score).collect()
}

/// Counts the kinds of moves after `cut` plies.
fn kinds(cut: usize) -> impl Fn(&PlayedGame) -> Vec<(u64, u64)> + Sync {
    move |game| {
        let mut events = Vec::new();
        game.each(cut, |_, moves: &[Move], _, played| events.push((0, style::kind_of(moves[played]) as u64)));
        events
    }
}

/// The plies of an opening.
const BOOK: usize = 24;

/// Counts the moves played in each position of an opening.
fn book(game: &PlayedGame) -> Vec<(u64, u64)> {
    let mut events = Vec::new();
    let opening = PlayedGame { moves: game.moves.iter().take(BOOK).copied().collect(), ..game.clone() };
    opening.each(0, |position, _, _, played| {
        let mut hasher = DefaultHasher::new();
        position.hash(&mut hasher);
        events.push((hasher.finish(), played as u64));
    });
    events
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_are_tested_exactly() {
        assert!((sign_test(5, 5) - 0.0625).abs() < 1e-12);
        assert!((sign_test(1, 3) - 1.0).abs() < 1e-12);
        assert!(sign_test(90, 150) < 0.02 && sign_test(76, 150) > 0.8);
    }
}
