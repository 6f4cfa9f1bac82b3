//! The players of a match: what the director gets of them, and the engines that can be selected.

use crate::arena::profile::{self, Profile, Protocol};
use crate::director::{Candidate, PlayerSource};
use crate::tui::popups::players::{Entry, Origin, Player};
use crate::tui::prelude::*;

impl Player {
    /// Returns the player for the director, or `None` for an organism that cannot play.
    pub(super) fn candidate(&self) -> Option<Candidate> {
        let (source, name) = match &self.origin {
            Origin::Spec(spec) => (PlayerSource::Named(spec.clone()), None),
            Origin::ShownOrganism(organism) => {
                (PlayerSource::Organism(Box::new(organism.organism()?)), Some(self.name.clone()))
            }
            Origin::Initial => return None,
        };
        Some(Candidate { name, ..Candidate::new(source) })
    }
}

/// An engine with a profile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Engine {
    /// The name of the profile.
    pub(crate) name: String,
    /// The kind of player with the protocol.
    pub(crate) kind: &'static str,
    /// Why the engine cannot be started, if known.
    pub(crate) problem: Option<String>,
}

impl Engine {
    /// Returns the engine as an entry of a list of players.
    pub(super) fn entry(&self) -> Entry {
        let Engine { name, kind, problem } = self;
        Entry::named(name, kind, problem.clone().unwrap_or_default(), problem.is_none())
    }

    /// Returns all engines with profiles, embedded or in the user's own folder.
    pub(crate) fn all() -> Vec<Engine> {
        let engine = |name: String| match Profile::find(&name) {
            Ok(profile) => profile.map(|profile| Engine {
                kind: match profile.protocol {
                    Protocol::Uci => "engine, UCI",
                    Protocol::Xboard(_) => "engine, xboard",
                },
                problem: (!profile.is_installed()).then(|| "program not in PATH".to_owned()),
                name,
            }),
            Err(error) => Some(Engine { name, kind: "engine", problem: Some(error.to_string()) }),
        };
        Profile::all_names(profile::folder().as_deref()).into_iter().filter_map(engine).collect()
    }
}

/// Finds the engines with profiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FindEngines;

/// The result of [`FindEngines`].
#[derive(Debug, Clone)]
pub(crate) struct Engines(pub(crate) Vec<Engine>);

impl TaskWork for FindEngines {
    fn run(&self) -> TaskResult {
        TaskResult::found(Engines(Engine::all()))
    }
}
