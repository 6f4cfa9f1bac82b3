//! The players of a contest: by name, as it was begun, and as they play.

use eyas::arena::Contender;
use eyas::arena::settings::{ContestSettings, Entrant};
use eyas::arena::spec::PlayerSpec;
use eyas::arena::uci::{Client, Setup};
use eyas::engine::features;
use eyas::engine::search::{SearchMode, SearchParameters};
use eyas::organism::Organism;

use super::super::Failure;

/// A player as a flag names it. An engine is seen to start and to have its options.
pub(super) fn entrant(
    flag: &str,
    spec: &PlayerSpec,
    hash: usize,
    search: Option<SearchMode>,
    options: Vec<(String, String)>,
) -> Result<Entrant, Failure> {
    let refuse = |why: &str| Err(Failure::Input(format!("{flag} {spec}: {why}")));
    let (name, blake3) = match spec {
        PlayerSpec::Organism(_) if !options.is_empty() => {
            return refuse("options are for engines; organisms have a search and a hash");
        }
        PlayerSpec::Organism(name) => {
            let organism = organism(name)?;
            let blake3 = fingerprint(&organism, search);
            (organism.name, Some(blake3))
        }
        PlayerSpec::Uci(_) | PlayerSpec::Xboard(_) if search.is_some() => {
            return refuse("a search is for organisms; engines have options");
        }
        PlayerSpec::Uci(command) => {
            let setup = Setup { options: options.clone(), hash: Some(hash), ..Setup::new(command.clone()) };
            let client = Client::start(&setup).map_err(|error| Failure::Input(error.to_string()))?;
            (client.name().map_or_else(|| spec.to_string(), str::to_owned), None)
        }
        PlayerSpec::Xboard(_) => return refuse("xboard"),
    };
    Ok(Entrant { name, spec: spec.to_string(), hash, search, options, blake3 })
}

/// Gives players of the same name numbers.
pub(super) fn tell_apart(players: &mut [Entrant]) {
    for index in 1..players.len() {
        let name = players[index].name.clone();
        let taken =
            |players: &[Entrant], name: &str| players[..index].iter().any(|player| player.name == name);
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

fn contender(entrant: &Entrant) -> Result<Contender, Failure> {
    let spec: PlayerSpec = entrant.spec.parse().map_err(|error| Failure::Input(format!("{error}")))?;
    match spec {
        PlayerSpec::Organism(name) => {
            let organism = organism(&name)?;
            if entrant.blake3.as_ref().is_some_and(|known| *known != fingerprint(&organism, entrant.search)) {
                return Err(Failure::Input(format!(
                    "{name}: the organism is not the one the match was begun with; bring its file back as it was, or \
                     begin a new match"
                )));
            }
            let (parameters, _) = organism.search_parameters(entrant.search);
            Ok(Contender::Organism { weights: organism.weights(), parameters, hash: entrant.hash })
        }
        PlayerSpec::Uci(command) => Ok(Contender::Uci(Setup {
            options: entrant.options.clone(),
            hash: Some(entrant.hash),
            ..Setup::new(command)
        })),
        PlayerSpec::Xboard(_) => Err(Failure::Input("xboard".to_owned())),
    }
}

fn organism(name: &str) -> Result<Organism, Failure> {
    Organism::named_or_path(name).map_err(|error| Failure::Input(error.to_string()))
}

/// BLAKE3 of what an organism plays with, by name, in hexadecimal.
fn fingerprint(organism: &Organism, search: Option<SearchMode>) -> String {
    let (mut parameters, _) = organism.search_parameters(search);
    let weights = organism.weights();
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
    hasher.finalize().to_hex().to_string()
}
