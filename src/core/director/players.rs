//! Resolves and validates the players of a match.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Deserializer, de};
use shakmaty::Color;

use super::error::Error;
use crate::arena::control::{Clocks, Control};
use crate::arena::resolved_player::{PlayerOptions, ResolveError, ResolvedPlayer};
use crate::arena::settings::{HASH, MatchPlayer, MatchSettings};
use crate::arena::spec::PlayerSpec;
use crate::arena::{Fault, PlayerFactory};
use crate::engine::search::{Engine, SearchMode, SearchParameters, Signal};
use crate::organism::Organism;
use crate::positions::Variant;
use crate::session::Attachment;
use crate::strength::StrengthOptions;
use crate::text;

/// The subdirectory of a match directory for organisms without a file.
const FOLDER: &str = "players";

/// A requested player, and a player of a tournament file.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(rename = "TournamentPlayer", deny_unknown_fields)]
pub struct Candidate {
    /// The specification or the organism. A file has a specification, as on the command line.
    #[serde(rename = "spec", deserialize_with = "named")]
    pub source: PlayerSource,
    /// The name in tables and PGN; `None` for the player's default name.
    #[serde(default)]
    pub name: Option<String>,
    /// The limit of its moves; `None` for that of the match.
    #[serde(default)]
    pub control: Option<Control>,
    /// The size of its transposition table, in MiB; `None` for that of the match.
    #[serde(default)]
    pub hash: Option<usize>,
    /// The search of an organism: `plain`, `paper` or `extended`; `None` for the most complete one that it has.
    #[serde(default)]
    pub search: Option<SearchMode>,
    /// Options of an engine, or of an organism's strength and style.
    #[serde(default, deserialize_with = "by_name")]
    pub options: Vec<(String, String)>,
}

fn named<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PlayerSource, D::Error> {
    let spec = String::deserialize(deserializer)?.parse();
    spec.map(PlayerSource::Named).map_err(de::Error::custom)
}

fn by_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<(String, String)>, D::Error> {
    BTreeMap::deserialize(deserializer).map(|options| options.into_iter().collect())
}

impl Candidate {
    /// Creates a player without a name, a limit, a search or options of its own.
    #[must_use]
    pub fn new(source: PlayerSource) -> Candidate {
        Candidate { source, name: None, control: None, hash: None, search: None, options: Vec::new() }
    }

    /// Checks its own limit and the size of its own table.
    ///
    /// # Errors
    /// Returns the possible values, in words.
    pub fn check_limits(&self) -> Result<(), String> {
        self.control.map_or(Ok(()), |control| control.check())?;
        let (low, high) = Engine::HASH_RANGE;
        match self.hash {
            Some(hash) if !(low..=high).contains(&hash) => {
                Err(format!("the table must have {low} to {high} MiB, not {hash}"))
            }
            _ => Ok(()),
        }
    }

    /// Returns its options with a transposition table of this size in MiB, unless it has one of its own.
    #[must_use]
    pub fn options(&self, hash: Option<usize>) -> PlayerOptions {
        let options = self.options.clone();
        PlayerOptions { search: self.search, hash: self.hash.or(hash).unwrap_or(HASH), options }
    }
}

/// The source of a player.
#[derive(Debug, Clone, PartialEq)]
pub enum PlayerSource {
    /// A name, a file or a command.
    Named(PlayerSpec),
    /// An organism in memory. The match directory keeps a copy.
    Organism(Box<Organism>),
}

/// A validated player, and the file that the match directory keeps.
#[derive(Debug)]
pub(super) struct ValidatedPlayer {
    pub(super) player: MatchPlayer,
    pub(super) file: Option<Attachment>,
}

/// Checks that a candidate can play under these settings. For an engine this checks that it starts, has the options,
/// supports the limit, and supports the variant.
pub(super) fn validate(
    number: usize,
    candidate: Candidate,
    settings: &MatchSettings,
    variant: Variant,
    signal: &Signal,
) -> Result<ValidatedPlayer, Error> {
    let options = candidate.options(settings.hash);
    let Candidate { source, name: requested_name, control, .. } = candidate;
    let (spec, resolved, file) = match source {
        PlayerSource::Named(spec) => {
            let resolved = ResolvedPlayer::of(&spec, &options)?;
            (spec.absolute(), resolved, None)
        }
        PlayerSource::Organism(organism) => {
            let name = PathBuf::from(FOLDER).join(format!("{}.ron", number + 1));
            let cause = |cause| Error::Organism { path: name.clone(), cause };
            let text = organism.to_ron().map_err(cause)?;
            let spec = PlayerSpec::Organism(name.display().to_string());
            let resolved = ResolvedPlayer::organism(*organism, &options).map_err(ResolveError::from)?;
            (spec, resolved, Some(Attachment { name, text }))
        }
    };
    let refuse =
        |why: &str| Err(Error::InvalidPlayer { number, spec: spec.to_string(), why: why.to_owned() });
    if resolved.search.is_none() && options.search.is_some() {
        return refuse("a search applies to organisms only; use options for an engine");
    }
    let limits = Clocks::new(control.unwrap_or(settings.control), Duration::ZERO).limits(Color::White);
    if let Err(fault) = resolved.factory.check(&limits) {
        return refuse(&fault.to_string());
    }
    let own_name = match resolved.factory.introduce(variant, signal) {
        Ok(name) => name,
        Err(error) if error.fault == Fault::Stopped => return Err(Error::Interrupted),
        Err(error) => return refuse(&error.to_string()),
    };
    let player = MatchPlayer {
        name: text::name(&requested_name.or(own_name).unwrap_or(resolved.name)).into_owned(),
        spec: spec.to_string(),
        blake3: fingerprint(&resolved.factory),
        hash: options.hash,
        control,
        search: options.search,
        options: if resolved.search.is_some() {
            StrengthOptions::absolute(options.options)
        } else {
            options.options
        },
    };
    Ok(ValidatedPlayer { player, file })
}

/// Appends numbers to duplicate names.
pub(super) fn number_duplicates(players: &mut [MatchPlayer]) {
    for index in 1..players.len() {
        let name = players[index].name.clone();
        let taken =
            |players: &[MatchPlayer], name: &str| players[..index].iter().any(|player| player.name == name);
        let mut number = 2;
        while taken(players, &players[index].name) {
            players[index].name = format!("{name} ({number})");
            number += 1;
        }
    }
}

/// Returns the recipes of the players. `folder` is the match directory, from which copied organisms are read.
pub(super) fn factories(settings: &MatchSettings, folder: &Path) -> Result<Vec<PlayerFactory>, Error> {
    let all = settings.players.iter().enumerate();
    all.map(|(number, player)| factory(number, player, folder)).collect()
}

fn factory(number: usize, player: &MatchPlayer, folder: &Path) -> Result<PlayerFactory, Error> {
    let invalid = |why: String| Error::InvalidPlayer { number, spec: player.spec.clone(), why };
    let mut spec: PlayerSpec =
        player.spec.parse().map_err(|error: crate::arena::spec::SpecError| invalid(error.to_string()))?;
    // Other paths of organisms are absolute, except in matches of earlier versions.
    if let PlayerSpec::Organism(path) = &mut spec
        && Path::new(path).starts_with(FOLDER)
        && folder.join(&path).is_file()
    {
        *path = folder.join(&path).display().to_string();
    }
    let options = PlayerOptions { search: player.search, hash: player.hash, options: player.options.clone() };
    let resolved = ResolvedPlayer::of(&spec, &options)?;
    if fingerprint(&resolved.factory) != player.blake3 {
        return Err(Error::PlayerChanged(spec.to_string()));
    }
    Ok(resolved.factory)
}

/// Returns the BLAKE3 hash of an organism's parameters and their names, and of its style, in hexadecimal, or `None` for an
/// engine.
fn fingerprint(factory: &PlayerFactory) -> Option<String> {
    let PlayerFactory::Organism { weights, parameters, strength, .. } = factory else { return None };
    let mut parameters = *parameters;
    let mut hasher = blake3::Hasher::new();
    let mut add = |name: &str, value: i32| {
        hasher.update(name.as_bytes()).update(&[0]).update(&value.to_le_bytes());
    };
    for (name, weight) in weights.set().names().iter().zip(weights.values()) {
        add(name, i32::from(*weight));
    }
    for name in SearchParameters::NAMES {
        add(name, parameters.get_mut(name).copied().unwrap_or(0));
    }
    if let Some(style) = strength.as_ref().and_then(|strength| strength.style.as_ref()) {
        hasher.update(style.taste.digest().as_bytes());
    }
    Some(hasher.finalize().to_hex().to_string())
}
