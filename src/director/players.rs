//! Resolves and validates the players of a match.

use std::path::{Path, PathBuf};
use std::time::Duration;

use shakmaty::Color;

use super::error::Error;
use crate::arena::control::{Clocks, Control};
use crate::arena::entrant::{Entrant, Wishes};
use crate::arena::settings::{ContestPlayer, ContestSettings};
use crate::arena::spec::PlayerSpec;
use crate::arena::{Contender, Fault};
use crate::engine::features;
use crate::engine::search::{SearchParameters, Signal};
use crate::organism::Organism;
use crate::positions::Variant;
use crate::session::Attachment;
use crate::text;

/// The subdirectory of a match directory for organisms without a file.
const FOLDER: &str = "players";

/// A requested player.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// The identity of the player.
    pub who: Who,
    /// The name in tables; `None` for the player's default name.
    pub name: Option<String>,
    /// The options.
    pub wishes: Wishes,
}

/// The identity of a requested player.
#[derive(Debug, Clone, PartialEq)]
pub enum Who {
    /// A name, a file or a command.
    Named(PlayerSpec),
    /// An organism in memory. The match directory keeps a copy.
    Organism(Box<Organism>),
}

/// A validated player, and the file that the match directory keeps.
#[derive(Debug)]
pub(super) struct ValidatedPlayer {
    pub(super) player: ContestPlayer,
    pub(super) file: Option<Attachment>,
}

/// Checks that a candidate can play under these limits. For an engine this checks that it starts, has the options,
/// supports the limit, and supports the variant.
pub(super) fn validate(
    number: usize,
    candidate: Candidate,
    control: Control,
    variant: Variant,
    signal: &Signal,
) -> Result<ValidatedPlayer, Error> {
    let Candidate { who, name: wanted, wishes } = candidate;
    let (spec, entrant, file) = match who {
        Who::Named(spec) => {
            let entrant = Entrant::of(&spec, &wishes)?;
            (spec, entrant, None)
        }
        Who::Organism(organism) => {
            let name = PathBuf::from(FOLDER).join(format!("{}.ron", number + 1));
            let cause = |cause| Error::Organism { path: name.clone(), cause };
            let text = organism.to_ron().map_err(cause)?;
            let spec = PlayerSpec::Organism(name.display().to_string());
            (spec, Entrant::organism(*organism, &wishes), Some(Attachment { name, text }))
        }
    };
    let refuse = |why: &str| Err(Error::Unfit { number, spec: spec.to_string(), why: why.to_owned() });
    if entrant.search.is_some() && !wishes.options.is_empty() {
        return refuse("options are for engines; organisms have a search and a hash");
    }
    if entrant.search.is_none() && wishes.search.is_some() {
        return refuse("a search is for organisms; engines have options");
    }
    let limits = Clocks::new(control, Duration::ZERO).limits(Color::White);
    if let Err(fault) = entrant.contender.check(&limits) {
        return refuse(&fault.to_string());
    }
    let own = match entrant.contender.introduce(variant, signal) {
        Ok(name) => name,
        Err(error) if error.fault == Fault::Stopped => return Err(Error::Interrupted),
        Err(error) => return refuse(&error.to_string()),
    };
    let player = ContestPlayer {
        name: text::name(&wanted.or(own).unwrap_or(entrant.name)).into_owned(),
        spec: spec.to_string(),
        blake3: fingerprint(&entrant.contender),
        hash: wishes.hash,
        search: wishes.search,
        options: wishes.options,
    };
    Ok(ValidatedPlayer { player, file })
}

/// Appends numbers to duplicate names.
pub(super) fn number_duplicates(players: &mut [ContestPlayer]) {
    for index in 1..players.len() {
        let name = players[index].name.clone();
        let taken =
            |players: &[ContestPlayer], name: &str| players[..index].iter().any(|player| player.name == name);
        let mut number = 2;
        while taken(players, &players[index].name) {
            players[index].name = format!("{name} ({number})");
            number += 1;
        }
    }
}

/// Returns the recipes of the players. `folder` is the match directory, from which copied organisms are read.
pub(super) fn contenders(settings: &ContestSettings, folder: &Path) -> Result<Vec<Contender>, Error> {
    let all = settings.players.iter().enumerate();
    all.map(|(number, player)| contender(number, player, folder)).collect()
}

fn contender(number: usize, player: &ContestPlayer, folder: &Path) -> Result<Contender, Error> {
    let unfit = |why: String| Error::Unfit { number, spec: player.spec.clone(), why };
    let mut spec: PlayerSpec =
        player.spec.parse().map_err(|error: crate::arena::spec::SpecError| unfit(error.to_string()))?;
    if let PlayerSpec::Organism(path) = &mut spec
        && Path::new(path).starts_with(FOLDER)
    {
        *path = folder.join(&path).display().to_string();
    }
    let wishes = Wishes { search: player.search, hash: player.hash, options: player.options.clone() };
    let entrant = Entrant::of(&spec, &wishes)?;
    if fingerprint(&entrant.contender) != player.blake3 {
        return Err(Error::OtherPlayer(spec.to_string()));
    }
    Ok(entrant.contender)
}

/// Returns the BLAKE3 hash of an organism's parameters and their names, in hexadecimal, or `None` for an engine.
fn fingerprint(contender: &Contender) -> Option<String> {
    let Contender::Organism { weights, parameters, .. } = contender else { return None };
    let mut parameters = *parameters;
    let mut hasher = blake3::Hasher::new();
    let mut add = |name: &str, value: i32| {
        hasher.update(name.as_bytes()).update(&[0]).update(&value.to_le_bytes());
    };
    for (name, weight) in features::NAMES.iter().zip(weights.as_array()) {
        add(name, i32::from(*weight));
    }
    for name in SearchParameters::NAMES {
        add(name, parameters.get_mut(name).copied().unwrap_or(0));
    }
    Some(hasher.finalize().to_hex().to_string())
}
