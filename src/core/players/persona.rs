//! Personas: organisms in a person's style, and their files.
//!
//! A persona has two parts. The *organism* has values of the evaluation, fitted to the player's moves near those of all players,
//! and plays like any other. The *model* also has the features of style, and gives every move a probability; it recognises
//! players. Both are fitted to three quarters of the games and tested on the others.
//!
//! The file of a persona has values and counts, and no games.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use shakmaty::Move;

use super::choices::Choices;
use super::error::Error;
use super::games::PlayedGame;
use super::logit::log_chances;
use super::model::{self, Block, Common, Sample, TEMPERATURE};
use super::rows::{self, Rows};
use crate::engine::evaluation::Weights;
use crate::engine::features::{FeatureSet, ONE};
use crate::engine::one_ply::{PlyScore, best_move};
use crate::files;
use crate::organism::{Genome, Organism, Origin};
use crate::positions::moves::{fen, san};
use crate::statistics::{Estimate, mean_of};
use crate::threads::Interrupt;

/// The newest format of a persona's file.
const FORMAT: u32 = 1;
/// The largest accepted file, in bytes.
const LARGEST: u64 = 16 << 20;
/// The least number of games of a player, in both parts together.
const LEAST: usize = 8;

/// A player's model of moves.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Persona {
    format: u32,
    /// The player's name, or the name of a group.
    pub player: String,
    /// What the persona is.
    pub about: String,
    /// Number of games to which it was fitted.
    pub games: u64,
    /// Number of positions to which it was fitted.
    pub positions: u64,
    /// Plies at the start of the games that were left out.
    pub cut: usize,
    /// The strength of the prior, chosen by cross-validation.
    pub strength: f64,
    /// The factor of log-likelihoods in a posterior.
    pub calibration: f64,
    /// A digest of the model of all players near which it was fitted. Only personas near the same one are comparable.
    pub common: String,
    /// The weights of the features, in nats; 0 for those left out.
    weights: BTreeMap<String, f32>,
}

impl Persona {
    /// Creates the persona with these weights.
    pub(crate) fn new(
        player: &str,
        [games, positions]: [u64; 2],
        cut: usize,
        strength: f64,
        [common, weights]: [&[f64]; 2],
    ) -> Persona {
        let named = weights.iter().enumerate().filter(|(_, weight)| **weight != 0.0);
        Persona {
            format: FORMAT,
            player: player.to_owned(),
            about: format!("fitted to games of {player}; values and counts only"),
            games,
            positions,
            cut,
            strength,
            calibration: 1.0,
            common: model::digest(common),
            weights: named.map(|(feature, weight)| (rows::name(feature), *weight as f32)).collect(),
        }
    }

    /// Returns the persona with this factor of log-likelihoods.
    pub(crate) fn calibrated(self, calibration: f64) -> Persona {
        Persona { calibration, ..self }
    }

    /// Reads the file of a persona.
    ///
    /// # Errors
    /// The file cannot be read, is no persona, or was made with other features.
    pub fn load(path: &Path) -> Result<Persona, Error> {
        let text =
            files::read_text(path, LARGEST).map_err(|cause| Error::Read { file: path.to_owned(), cause })?;
        Persona::parse(path, &text)
    }

    /// Reads the text of the file of a persona.
    pub(crate) fn parse(path: &Path, text: &str) -> Result<Persona, Error> {
        let file = || path.to_owned();
        let persona: Persona = ron::from_str(text).map_err(|error| Error::NotAPersona {
            file: file(),
            place: format!("line {}, column {}", error.span.start.line, error.span.start.col),
            reason: error.code.to_string(),
        })?;
        if persona.format != FORMAT || persona.weights.keys().any(|name| rows::index_of(name).is_none()) {
            return Err(Error::OtherFeatures { file: file() });
        }
        if !persona.weights.values().all(|weight| weight.is_finite()) || !persona.calibration.is_finite() {
            let (place, reason) = ("line 1, column 1".to_owned(), "a weight is not a number".to_owned());
            return Err(Error::NotAPersona { file: file(), place, reason });
        }
        Ok(persona)
    }

    /// Writes the file of the persona, completely or not at all.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn save(&self, path: &Path) -> Result<(), Error> {
        let failed = |cause| Error::Write { file: path.to_owned(), cause };
        let style = ron::ser::PrettyConfig::new().new_line("\n");
        let text =
            ron::ser::to_string_pretty(self, style).map_err(|error| failed(std::io::Error::other(error)))?;
        files::replace(path, (text + "\n").as_bytes()).map_err(failed)
    }

    /// Returns the weights in the order of the features.
    pub(crate) fn weights(&self) -> Vec<f64> {
        let mut weights = vec![0.0; Rows::COUNT];
        for (name, weight) in &self.weights {
            if let Some(feature) = rows::index_of(name) {
                weights[feature] = f64::from(*weight);
            }
        }
        weights
    }
}

/// What a persona is fitted to.
#[derive(Debug, Clone, Copy)]
pub struct PersonaRequest<'a> {
    /// The player's name in files and texts.
    pub player: &'a str,
    /// The player's games.
    pub games: &'a [PlayedGame],
    /// The games of all players, near whose model the player's is fitted. Those that are held out are not used.
    pub all: &'a [PlayedGame],
    /// Plies at the start of games to leave out.
    pub cut: usize,
}

/// How well two models predict the held-out games.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Compared {
    /// The player's own.
    pub own: f64,
    /// That of all players.
    pub common: f64,
    /// The difference, with its interval by game.
    pub difference: Estimate,
}

/// A parameter that differs from that of all players.
#[derive(Debug, Clone, PartialEq)]
pub struct Difference {
    /// The name.
    pub name: String,
    /// The value of all players.
    pub common: f64,
    /// The player's value.
    pub own: f64,
    /// The change in nats that the difference makes between the moves of a position, as a standard deviation.
    pub effect: f64,
}

/// A held-out position with a move that the player's model makes more probable than that of all players.
#[derive(Debug, Clone, PartialEq)]
pub struct Telling {
    /// The position.
    pub fen: String,
    /// The move played.
    pub played: String,
    /// Its probability by the player's model.
    pub own: f64,
    /// Its probability by the model of all players.
    pub common: f64,
}

/// A fitted persona and what is known about it.
#[derive(Debug, Clone, PartialEq)]
pub struct Fitted {
    /// The model.
    pub persona: Persona,
    /// The organism.
    pub organism: Organism,
    /// Games and positions held out.
    pub held_out: [u64; 2],
    /// The log-likelihood of the moves in the held-out games, in nats a position.
    pub likelihood: Compared,
    /// The share of positions of the held-out games in which the organism's move, by one ply, is the move played.
    pub agreement: Compared,
    /// The values of the evaluation that differ most, in centipawns.
    pub values: Vec<Difference>,
    /// The features of style that differ most, in nats.
    pub style: Vec<Difference>,
    /// Positions that show the style most.
    pub telling: Vec<Telling>,
}

/// The number of differences and of positions shown.
const SHOWN: usize = 10;

fn split(games: &[PlayedGame]) -> (Vec<&PlayedGame>, Vec<&PlayedGame>) {
    games.iter().partition(|game| game.is_held_out())
}

fn choices(samples: &[Sample]) -> Vec<&Choices> {
    samples.iter().map(|sample| &sample.choices).filter(|choices| choices.len() > 0).collect()
}

fn counts(samples: &[Sample]) -> [u64; 2] {
    let games = choices(samples);
    [games.len() as u64, model::positions(&games) as u64]
}

/// Fits a persona. `progress` is called for each game.
///
/// # Errors
/// There are too few games, or `interrupt` was raised.
pub fn fit(
    request: &PersonaRequest<'_>,
    interrupt: &Interrupt,
    progress: &(dyn Fn() + Sync),
) -> Result<Fitted, Error> {
    let PersonaRequest { player, cut, .. } = *request;
    let (held_out, fitted) = split(request.games);
    let (_, all) = split(request.all);
    let samples = |games: &[&PlayedGame]| model::samples(games, cut, interrupt, progress);
    let (held, own, all) = (samples(&held_out)?, samples(&fitted)?, samples(&all)?);
    let games = request.games.len();
    if games < LEAST || choices(&held).is_empty() || choices(&own).is_empty() {
        return Err(Error::TooFew { player: player.to_owned(), games, least: LEAST });
    }
    let check = || if interrupt.raised() { Err(Error::Interrupted) } else { Ok(()) };
    let base = Organism::named_or_path("eyas")?;
    let terms = Common::fit(&choices(&all), Block::Terms(&base));
    check()?;
    let common = Common::fit(&choices(&all), Block::Both);
    check()?;
    let strength = common.strength(&own);
    check()?;
    let weights = common.near(&choices(&own), strength);
    let term_strength = terms.strength(&own);
    check()?;
    let term_weights = terms.near(&choices(&own), term_strength);
    let persona = Persona::new(player, counts(&own), cut, strength, [&common.weights, &weights]);
    let organism = organism(player, &base, &term_weights)?;
    let of_all = self::organism("all players", &base, &terms.weights)?;
    let values = differences(&terms, &term_weights, f64::from(ONE) * TEMPERATURE);
    let mut style = differences(&common, &weights, 1.0);
    style.retain(|difference| FeatureSet::Extended.index_of(&difference.name).is_none());
    let shown = |mut all: Vec<Difference>| {
        all.truncate(SHOWN);
        all
    };
    Ok(Fitted {
        persona,
        held_out: counts(&held),
        likelihood: likelihood(&held, &weights, &common.weights),
        agreement: agreement(&held_out, cut, &organism.weights(), &of_all.weights()),
        organism,
        values: shown(values),
        style: shown(style),
        telling: telling(&held_out, cut, &held, &weights, &common.weights),
    })
}

/// Returns the organism with fitted values of the evaluation, and the search of another.
fn organism(name: &str, base: &Organism, weights: &[f64]) -> Result<Organism, Error> {
    let schema = &base.evaluation.schema;
    let value = |(parameter, known): (&crate::engine::schema::Parameter, &i32)| {
        let feature = FeatureSet::Extended.index_of(&parameter.name);
        let fitted = feature.map(|feature| weights[feature] * f64::from(ONE) * TEMPERATURE);
        fitted.map_or(*known, |fitted| (fitted.round() as i32).clamp(parameter.range.0, parameter.range.1))
    };
    let values: Vec<i32> = schema.parameters.iter().zip(&base.evaluation.values).map(value).collect();
    let evaluation =
        Genome::from_values(Arc::clone(schema), values).unwrap_or_else(|| base.evaluation.clone());
    let origin = Origin { description: format!("fitted to games of {name}"), ..Origin::default() };
    Ok(Organism { name: name.to_owned(), evaluation, searches: base.searches.clone(), origin })
}

/// Returns the parameters that differ from the common ones, the largest effect first, multiplied by a unit.
fn differences(common: &Common, weights: &[f64], unit: f64) -> Vec<Difference> {
    let both = common.weights.iter().zip(weights).zip(common.variances()).enumerate();
    let difference = |(feature, ((common, own), variance)): (usize, ((&f64, &f64), &f64))| Difference {
        name: rows::name(feature),
        common: common * unit,
        own: own * unit,
        effect: (own - common) * variance.sqrt(),
    };
    let mut all: Vec<Difference> =
        both.map(difference).filter(|difference| difference.effect != 0.0).collect();
    all.sort_by(|one, other| other.effect.abs().total_cmp(&one.effect.abs()).then(one.name.cmp(&other.name)));
    all
}

/// Compares two sums of each game, relative to the number of positions.
pub(crate) fn compared(games: &[(f64, f64, usize)]) -> Compared {
    let positions: usize = games.iter().map(|game| game.2).sum();
    let mean = positions as f64 / games.len().max(1) as f64;
    let [own, common] = [0, 1].map(|which| {
        let sum: f64 = games.iter().map(|game| if which == 0 { game.0 } else { game.1 }).sum();
        sum / positions.max(1) as f64
    });
    // The deviation of a ratio: each game's difference less its expected one.
    let rest: Vec<f64> =
        games.iter().map(|game| (game.0 - game.1 - (own - common) * game.2 as f64) / mean).collect();
    let error = mean_of(&rest).and_then(|estimate| estimate.error);
    Compared { own, common, difference: Estimate { value: own - common, error } }
}

pub(crate) fn likelihood(held: &[Sample], own: &[f64], common: &[f64]) -> Compared {
    let game = |sample: &Sample| {
        let sum = |weights: &[f64]| model::log_likelihood(&sample.choices, weights);
        (sum(own), sum(common), sample.choices.len())
    };
    compared(&held.par_iter().map(game).collect::<Vec<_>>())
}

fn agreement(games: &[&PlayedGame], cut: usize, own: &Weights, common: &Weights) -> Compared {
    let game = |game: &&PlayedGame| {
        let mut counts = (0.0, 0.0, 0);
        game.each(cut, |position, moves, _, played| {
            let agrees = |weights: &Weights| {
                f64::from(u8::from(best_move(position, weights, PlyScore::Quiescence) == Some(moves[played])))
            };
            counts = (counts.0 + agrees(own), counts.1 + agrees(common), counts.2 + 1);
        });
        counts
    };
    compared(&games.par_iter().map(game).collect::<Vec<_>>())
}

/// Returns the positions whose moves the player's model predicts better, the best first.
fn telling(games: &[&PlayedGame], cut: usize, held: &[Sample], own: &[f64], common: &[f64]) -> Vec<Telling> {
    let mut all: Vec<(f64, usize, usize, [f64; 2])> = Vec::new();
    for (game, sample) in held.iter().enumerate() {
        let both = log_chances(&sample.choices, own).into_iter().zip(log_chances(&sample.choices, common));
        all.extend(both.enumerate().map(|(at, (own, common))| (own - common, game, at, [own, common])));
    }
    all.sort_by(|one, other| other.0.total_cmp(&one.0).then((one.1, one.2).cmp(&(other.1, other.2))));
    let shown = |(_, game, at, logs): &(f64, usize, usize, [f64; 2])| {
        let (mut number, mut found) = (0, (String::new(), String::new()));
        games[*game].each(cut, |position, moves: &[Move], _, played| {
            if number == *at {
                found = (fen(position), san(position, moves[played]));
            }
            number += 1;
        });
        let [own, common] = logs.map(libm::exp);
        Telling { fen: found.0, played: found.1, own, common }
    };
    all.iter().take(SHOWN).map(shown).collect()
}
