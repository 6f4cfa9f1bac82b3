//! Two personas side by side: the weights that differ, and the positions where the players part.
//!
//! Both models judge the moves of given positions. The *effect* of a difference is its size times the standard deviation of the
//! feature among the moves of a position, in nats. A persona's file has no errors of its weights; those here are the sampling
//! errors of each weight alone, `1 / (deviation · √positions)` for the positions of each fit. They leave out the prior, which makes
//! errors smaller, and the other weights, which make them larger, so they order the differences and prove none.

use std::collections::BTreeMap;

use rayon::prelude::*;
use shakmaty::{Chess, Move, Position};

use super::choices::Choices;
use super::error::Error;
use super::games::PlayedGame;
use super::logit::{each_position, log_of};
use super::model::{TEMPERATURE, judge, variances};
use super::persona::Persona;
use super::rows::{self, Rows};
use super::style::{self, Context};
use crate::engine::features::{FeatureSet, ONE};
use crate::positions::epd::EpdRecord;
use crate::positions::moves::{fen, san};
use crate::threads::Interrupt;

/// The most positions on which personas are compared; of more, as many are taken at equal distances.
pub const MOST: usize = 1000;
/// The name of the positions on which personas are compared if no others are given.
pub const POSITIONS: &str = "gm2600-test";
/// Positions of a block, which one thread reads.
const BLOCK: usize = 16;
/// The number of values, of kinds of moves and of positions that are listed.
const LISTED: usize = 40;

/// A position in which a player has a choice.
#[derive(Debug, Clone)]
pub struct Situation {
    position: Chess,
    context: Context,
}

/// Returns positions of records, without the moves before them.
#[must_use]
pub fn of_records(records: &[(usize, EpdRecord)]) -> Vec<Situation> {
    let situation = |(_, record): &(usize, EpdRecord)| {
        let ply = record.text("c4").and_then(|ply| ply.parse::<u32>().ok());
        let number = ply.map_or(record.position.fullmoves().get(), |ply| ply / 2 + 1);
        Situation { position: record.position.clone(), context: Context { number, ..Context::default() } }
    };
    let has_choice = |situation: &Situation| situation.position.legal_moves().len() > 1;
    thinned(records.iter().map(situation).filter(has_choice).collect())
}

/// Returns positions of games after `cut` plies.
#[must_use]
pub fn of_games(games: &[PlayedGame], cut: usize) -> Vec<Situation> {
    let mut all = Vec::new();
    for game in games {
        game.each(cut, |position, _, context, _| all.push(Situation { position: position.clone(), context }));
    }
    thinned(all)
}

fn thinned(all: Vec<Situation>) -> Vec<Situation> {
    let every = all.len().div_ceil(MOST).max(1);
    all.into_iter().step_by(every).collect()
}

/// Two personas side by side. Differences are the first one's less the second one's.
#[derive(Debug, Clone, PartialEq)]
pub struct Contrast {
    /// The players.
    pub players: [String; 2],
    /// The number of positions.
    pub positions: usize,
    /// The number of those in which the models' favourite moves differ.
    pub parted: usize,
    /// The values of the evaluation, the largest effect first.
    pub values: Vec<Value>,
    /// The kinds of moves, the largest effect first.
    pub kinds: Vec<Kind>,
    /// The positions with different favourites, the largest difference first.
    pub partings: Vec<Parting>,
}

/// A value of the evaluation that differs.
#[derive(Debug, Clone, PartialEq)]
pub struct Value {
    /// The name.
    pub name: String,
    /// Both values, in centipawns.
    pub values: [f64; 2],
    /// The effect of the difference, in nats.
    pub effect: f64,
    /// The difference, in standard errors.
    pub errors: f64,
}

/// A kind of move, with the difference of its weights by phase.
#[derive(Debug, Clone, PartialEq)]
pub struct Kind {
    /// The name.
    pub name: String,
    /// The differences in the opening, the middlegame and the endgame, or the one in all phases, in nats.
    pub differences: [Option<f64>; 4],
    /// The largest effect of them, in nats.
    pub effect: f64,
    /// The largest of them, in standard errors.
    pub errors: f64,
}

/// A position in which two models prefer different moves.
#[derive(Debug, Clone, PartialEq)]
pub struct Parting {
    /// The position.
    pub position: Chess,
    /// The favourite move of each.
    pub moves: [Move; 2],
    /// The probability of each model for both moves: of the first model for the first and the second move, then of the second.
    pub chances: [[f64; 2]; 2],
    /// By how many nats the models differ about which of both moves is the better one.
    pub nats: f64,
}

impl Parting {
    /// Returns the position as FEN.
    #[must_use]
    pub fn fen(&self) -> String {
        fen(&self.position)
    }

    /// Returns the favourite moves in standard algebraic notation.
    #[must_use]
    pub fn san(&self) -> [String; 2] {
        self.moves.map(|m| san(&self.position, m))
    }
}

/// Compares two personas on positions. `progress` is called for each position.
///
/// # Errors
/// The embedded organism cannot be read, or `interrupt` was raised.
pub fn contrast(
    personas: [&Persona; 2],
    situations: &[Situation],
    interrupt: &Interrupt,
    progress: &(dyn Fn() + Sync),
) -> Result<Contrast, Error> {
    let weights = personas.map(Persona::weights);
    let judge = judge()?;
    let read = |block: &[Situation]| {
        let (mut rows, mut choices) = (Rows::new(judge.clone()), Choices::default());
        for Situation { position, context } in block {
            if interrupt.raised() {
                return Err(Error::Interrupted);
            }
            let moves: Vec<Move> = position.legal_moves().into_iter().collect();
            choices.push(&rows.of(position, &moves, *context), 0);
            progress();
        }
        Ok(choices)
    };
    let blocks: Vec<Choices> = situations.par_chunks(BLOCK).map(read).collect::<Result<_, _>>()?;
    let deviations: Vec<f64> =
        variances(&blocks.iter().collect::<Vec<_>>()).into_iter().map(f64::sqrt).collect();
    let per_error = personas.map(|persona| 1.0 / persona.positions.max(1) as f64).iter().sum::<f64>().sqrt();
    let (values, kinds) = differences(&weights, &deviations, per_error);
    let both = situations.chunks(BLOCK).zip(&blocks);
    let mut partings: Vec<Parting> =
        both.flat_map(|(block, choices)| part(block, choices, &weights)).collect();
    partings.sort_by(|one, other| other.nats.total_cmp(&one.nats));
    let parted = partings.len();
    partings.truncate(LISTED);
    let players = personas.map(|persona| persona.player.clone());
    Ok(Contrast { players, positions: situations.len(), parted, values, kinds, partings })
}

/// Returns the values and the kinds of moves that differ, the largest effect first.
fn differences(weights: &[Vec<f64>; 2], deviations: &[f64], per_error: f64) -> (Vec<Value>, Vec<Kind>) {
    let terms = FeatureSet::Extended.count();
    let effect = |feature: usize| (weights[0][feature] - weights[1][feature]) * deviations[feature];
    let unit = f64::from(ONE) * TEMPERATURE;
    let value = |feature: usize| Value {
        name: rows::name(feature),
        values: [0, 1].map(|side| weights[side][feature] * unit),
        effect: effect(feature),
        errors: effect(feature) / per_error,
    };
    let mut values: Vec<Value> = (0..terms).map(value).filter(|value| value.effect != 0.0).collect();
    let mut kinds: BTreeMap<String, Kind> = BTreeMap::new();
    for feature in (terms..Rows::COUNT).filter(|feature| effect(*feature) != 0.0) {
        let (name, phase) = style::by_phase(feature - terms);
        let kind = kinds.entry(name.clone()).or_insert(Kind {
            name,
            differences: [None; 4],
            effect: 0.0,
            errors: 0.0,
        });
        kind.differences[phase.unwrap_or(3)] = Some(weights[0][feature] - weights[1][feature]);
        if effect(feature).abs() > kind.effect.abs() {
            (kind.effect, kind.errors) = (effect(feature), effect(feature) / per_error);
        }
    }
    let mut kinds: Vec<Kind> = kinds.into_values().collect();
    values.sort_by(|one, other| other.effect.abs().total_cmp(&one.effect.abs()));
    kinds.sort_by(|one, other| other.effect.abs().total_cmp(&one.effect.abs()));
    values.truncate(LISTED);
    kinds.truncate(LISTED);
    (values, kinds)
}

/// Returns the positions of a block in which both models prefer different moves.
fn part(block: &[Situation], choices: &Choices, weights: &[Vec<f64>; 2]) -> Vec<Parting> {
    let chances = |weights: &Vec<f64>| {
        let mut all = Vec::with_capacity(choices.len());
        each_position(choices, 0..choices.len(), weights, |_, _, chances, _| all.push(chances.to_vec()));
        all
    };
    let [first, second] = weights.each_ref().map(chances);
    let parting = |(situation, (one, other)): (&Situation, (Vec<f64>, Vec<f64>))| {
        let favourite =
            |chances: &[f64]| (0..chances.len()).max_by(|a, b| chances[*a].total_cmp(&chances[*b]));
        let at = [favourite(&one)?, favourite(&other)?];
        let legal = situation.position.legal_moves();
        let chances = [at.map(|at| one[at]), at.map(|at| other[at])];
        let [[one, two], [three, four]] = chances.map(|pair| pair.map(log_of));
        let nats = one - two + four - three;
        let moves = [*legal.get(at[0])?, *legal.get(at[1])?];
        (at[0] != at[1]).then(|| Parting { position: situation.position.clone(), moves, chances, nats })
    };
    block.iter().zip(first.into_iter().zip(second)).filter_map(parting).collect()
}
