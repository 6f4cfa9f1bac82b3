//! The organisms that a person can play against, and what is known about their strength.

use crate::objectives::confirmation::Milestone;
use crate::tui::prelude::*;
use crate::tui::subject::{Origin, session_name};

/// An organism that plays against the person.
#[derive(Debug, Clone)]
pub(crate) enum Opponent {
    Known(Box<ShownOrganism>),
    /// The champion of generation 0 of a session that has not measured it yet.
    Awaited(PathBuf),
}

/// The generations whose champions can be chosen besides the newest one.
const GENERATIONS: [u32; 3] = [0, 50, 200];

impl Opponent {
    /// Returns the opponents to choose from, with their names.
    pub(super) fn choices(model: &Model) -> Vec<(String, Opponent)> {
        let mut choices: Vec<(String, ShownOrganism)> = Vec::new();
        let open = model.evolution.as_ref();
        if let Some((open, newest)) = open.and_then(|open| Some((open, open.latest()?.generation))) {
            let earlier = GENERATIONS.into_iter().filter(|generation| *generation < newest);
            let earlier = earlier.filter_map(|at| Some((at, open.champion_at(open.run()?.curve.at(at)?)?)));
            let newest = open.champion().map(|champion| (newest, champion));
            let named = |(at, champion)| (format!("champion of generation {at}"), champion);
            choices.extend(earlier.chain(newest).map(named));
        }
        for (name, organism) in [("subject", model.subject()), ("rival", model.rival().cloned())] {
            let is_new = |organism: &ShownOrganism| choices.iter().all(|(_, known)| known != organism);
            if let Some(organism) = organism.filter(is_new) {
                choices.push((name.to_owned(), organism));
            }
        }
        let named = |name: &str| Some((name.to_owned(), ShownOrganism::named(name).ok()?));
        choices.extend(Organism::NAMES.into_iter().filter_map(named));
        // The options of an engine are no organism.
        let known = choices.into_iter().filter(|(_, organism)| organism.organism().is_some());
        let known = known.map(|(name, organism)| (name, Opponent::Known(Box::new(organism))));
        let is_awaited = |open: &&Evolution| {
            let settings = open.settings.as_ref();
            open.alive() && open.latest().is_none() && settings.is_some_and(|s| s.target.engine().is_none())
        };
        let awaited = open.filter(is_awaited).map(|open| Opponent::Awaited(open.folder.clone()));
        let awaited = awaited.map(|opponent| ("champion of generation 0".to_owned(), opponent));
        awaited.into_iter().chain(known).collect()
    }

    /// Returns whether the opponent is the organism.
    pub(super) fn is(&self, organism: &ShownOrganism) -> bool {
        matches!(self, Opponent::Known(known) if **known == *organism)
    }

    /// Returns the organism, if it is known.
    pub(super) fn organism(&self) -> Option<Organism> {
        match self {
            Opponent::Known(organism) => organism.organism(),
            Opponent::Awaited(_) => None,
        }
    }

    /// Becomes the champion of generation 0 once it is measured.
    pub(super) fn resolve(&mut self, model: &Model) {
        let Opponent::Awaited(session) = &*self else { return };
        let open = model.evolution.as_ref().filter(|open| open.folder == *session);
        let champion = open.and_then(|open| open.champion_at(open.run()?.curve.at(0)?));
        if let Some(champion) = champion {
            *self = Opponent::Known(Box::new(champion));
        }
    }

    /// Returns why the opponent does not move yet.
    pub(super) fn awaited(&self, model: &Model) -> &'static str {
        let is_open = |session: &Path| model.evolution.as_ref().is_some_and(|open| open.folder == session);
        match self {
            Opponent::Awaited(session) if !is_open(session) => {
                "the session of the opponent was closed before it was measured: W begins another game"
            }
            _ => "generation 0 is being measured: then the opponent moves",
        }
    }

    /// Returns the name on screen.
    pub(super) fn name(&self, model: &Model) -> String {
        match self {
            Opponent::Known(organism) => model.name_of(organism),
            Opponent::Awaited(_) => "champion · run 1 · gen 0".to_owned(),
        }
    }

    /// Returns the name in files, and tags that tell where the organism comes from.
    pub(super) fn tags(&self) -> (String, Vec<(&'static str, String)>) {
        let Opponent::Known(organism) = self else {
            return ("champion of generation 0".to_owned(), Vec::new());
        };
        let mut origin = &organism.origin;
        let name = origin.name();
        let mut tags = Vec::new();
        while let Origin::Edited { base, changed } = origin {
            tags.push(("OpponentEditedValues", changed.to_string()));
            origin = base;
        }
        match origin {
            Origin::Population { session, run, generation, .. } => tags.extend([
                ("OpponentSession", session_name(session)),
                ("OpponentRun", (run + 1).to_string()),
                ("OpponentGeneration", generation.to_string()),
            ]),
            Origin::Named(name) => tags.push(("OpponentOrganism", name.clone())),
            Origin::Edited { .. } => {}
        }
        (name, tags)
    }

    /// Returns what games have measured about the opponent's strength.
    pub(super) fn strength(&self, model: &Model) -> String {
        let measured = match self {
            Opponent::Known(organism) => measured(model, &organism.origin),
            Opponent::Awaited(_) => None,
        };
        measured.unwrap_or_else(|| "strength not measured".to_owned())
    }
}

/// Returns the Elo of an organism of the run shown, if games after the evolution have measured it.
fn measured(model: &Model, origin: &Origin) -> Option<String> {
    let open = model.evolution.as_ref()?;
    let confirmation = open.confirmation()?;
    let Origin::Population { session, run, generation, place } = origin else { return None };
    if *session != open.folder || *run as usize != open.shown {
        return None;
    }
    if open.confirmed().as_ref() == Some(origin)
        && let Some(elo) = confirmation.final_match.as_ref().and_then(|played| played.elo())
    {
        return Some(format!("{elo} Elo against the best founder"));
    }
    let of_generation = |milestone: &&Milestone| milestone.generation == *generation && *place == 0;
    let elo = confirmation.milestones.iter().find(of_generation)?.elo()?;
    Some(format!("{elo} Elo against the founders"))
}
