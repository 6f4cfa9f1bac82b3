//! The players of a contest: by name, as it was begun, and as they play.

use std::time::Duration;

use eyas::arena::Contender;
use eyas::arena::control::{Clocks, Control};
use eyas::arena::entrant::{Entrant, Wishes};
use eyas::arena::settings::{ContestPlayer, ContestSettings};
use eyas::arena::spec::PlayerSpec;
use eyas::engine::features;
use eyas::engine::search::SearchParameters;
use shakmaty::Color;

use super::super::Failure;

/// A player as a flag names it. An engine is seen to start, to have its options, and to know the limit of the moves.
pub(super) fn player(
    flag: &str,
    spec: &PlayerSpec,
    wishes: Wishes,
    control: Control,
) -> Result<ContestPlayer, Failure> {
    let entrant = Entrant::of(spec, &wishes).map_err(|error| Failure::Input(error.to_string()))?;
    let refuse = |why: &str| Err(Failure::Input(format!("{flag} {spec}: {why}")));
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
    let name = entrant.contender.introduce().map_err(|error| Failure::Input(error.to_string()))?;
    Ok(ContestPlayer {
        name: name.unwrap_or(entrant.name),
        spec: spec.to_string(),
        blake3: fingerprint(&entrant.contender),
        hash: wishes.hash,
        search: wishes.search,
        options: wishes.options,
    })
}

/// Gives players of the same name numbers.
pub(super) fn tell_apart(players: &mut [ContestPlayer]) {
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

/// The players as they play.
pub(super) fn contenders(settings: &ContestSettings) -> Result<Vec<Contender>, Failure> {
    settings.players.iter().map(contender).collect()
}

fn contender(player: &ContestPlayer) -> Result<Contender, Failure> {
    let spec: PlayerSpec = player.spec.parse().map_err(|error| Failure::Input(format!("{error}")))?;
    let wishes = Wishes { search: player.search, hash: player.hash, options: player.options.clone() };
    let entrant = Entrant::of(&spec, &wishes).map_err(|error| Failure::Input(error.to_string()))?;
    if fingerprint(&entrant.contender) != player.blake3 {
        return Err(Failure::Input(format!(
            "{spec}: the player is not the one the match was begun with; bring its file back as it was, or begin a new \
             match"
        )));
    }
    Ok(entrant.contender)
}

/// BLAKE3 of what an organism plays with, by name, in hexadecimal; `None` for an engine.
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
