//! The opponents of matches as users name them.

use super::MatchesSettings;
use crate::arena::profile::Profile;
use crate::arena::spec::{PlayerSpec, SpecError};
use crate::objectives::start;
use crate::organism::{Organism, OrganismError};

/// Returns the specification of an engine; `None` if the text names an organism or nothing.
fn engine(text: &str) -> Result<Option<String>, String> {
    let spec: PlayerSpec = text.parse().map_err(|error: SpecError| error.to_string())?;
    match &spec {
        PlayerSpec::Uci(_) | PlayerSpec::Xboard(_) => Ok(Some(spec.absolute().to_string())),
        PlayerSpec::Organism(_) => Ok(None),
        PlayerSpec::Name(name) => match Organism::named_or_path(name) {
            Err(OrganismError::Unknown { .. }) => {
                let profile = Profile::find(name).map_err(|error| error.to_string())?;
                Ok(profile.map(|_| name.clone()))
            }
            Err(_) => match spec.clone().absolute() {
                program @ PlayerSpec::Uci(_) => Ok(Some(program.to_string())),
                _ => Ok(None),
            },
            Ok(_) => Ok(None),
        },
    }
}

/// The name of the start as an opponent, and that of the best organism so far.
const START: &str = "start";
const BEST: &str = "best";

/// Replaces the opponents by those that the texts name: organisms or engines, or the start or the best organism alone.
pub(super) fn set(matches: &mut MatchesSettings, texts: &[String]) -> Result<(), String> {
    if let Some(word) = texts.iter().find(|text| [START, BEST].contains(&text.as_str())) {
        if texts.len() > 1 {
            return Err(format!(
                "“{word}” has no other opponents beside it; write ./{word} for a file of that name"
            ));
        }
        (matches.opponents, matches.engines, matches.against_best) = (Vec::new(), Vec::new(), word == BEST);
        return Ok(());
    }
    let (mut organisms, mut engines) = (Vec::new(), Vec::new());
    for text in texts {
        match engine(text)? {
            Some(engine) => engines.push(engine),
            None => organisms.push(start::named(text)?),
        }
    }
    (matches.opponents, matches.engines, matches.against_best) = (organisms, engines, false);
    Ok(())
}

/// Returns the names of the opponents in the order in which they play.
pub(super) fn names(matches: &MatchesSettings) -> Vec<String> {
    if matches.against_best {
        return vec![BEST.to_owned()];
    }
    let organisms = matches.opponents.iter().map(|opponent| opponent.name().to_owned());
    organisms.chain(matches.engines.iter().cloned()).collect()
}
