//! A finished round robin: its players, best first, and the results of each pair.

use std::ops::Deref;

use super::status::has_estimate;
use crate::evolution::record::{Founder, GenerationRecord};
use crate::figures::round::Entry as Player;
use crate::figures::{names, round};
use crate::objectives::confirmation::{Confirmation, FinalMatch, Finalist};
use crate::objectives::event::RoundPurpose;
use crate::tui::prelude::*;
use crate::tui::subject::Origin;

/// The decision of the confirmation. Players are numbered by their place in the table.
#[derive(Debug)]
pub(super) struct Decision {
    pub(super) champion: usize,
    pub(super) best_founder: Option<usize>,
    /// Whether the best founder is the result, because the champion did not beat it.
    pub(super) keeps_founder: bool,
    /// Whether the only founder is the start.
    pub(super) starts_alone: bool,
    /// The match between the champion and the best founder, if it was played.
    pub(super) final_match: Option<FinalMatch>,
    /// The number of games in the whole coevolution that are identical to earlier games.
    pub(super) repeated: u64,
}

type Organisms = Vec<Option<ShownOrganism>>;

/// A finished round robin.
#[derive(Debug)]
pub(super) struct Round {
    results: round::Round,
    /// The organisms of the players, best first.
    pub(super) organisms: Organisms,
    /// The names of the players in the records of games, by number.
    pub(super) names: Vec<String>,
    /// The decision, if this is the confirmation.
    pub(super) decision: Option<Decision>,
}

impl Deref for Round {
    type Target = round::Round;

    fn deref(&self) -> &round::Round {
        &self.results
    }
}

impl Round {
    fn new(results: round::Round, organisms: Organisms, decision: Option<Decision>) -> Round {
        Round { names: results.player_names(), results, organisms, decision }
    }

    /// Returns the round robin of the generation shown, or the confirmation.
    pub(super) fn of_event(open: &Evolution, event: RoundPurpose) -> Option<Round> {
        match event {
            RoundPurpose::Confirmation => Round::from_confirmation(open),
            RoundPurpose::Generation(_) => Round::from_generation(open, open.record()?),
            RoundPurpose::Milestones | RoundPurpose::FinalMatch | RoundPurpose::Proof => None,
        }
    }

    /// Returns the round robin of a generation; `None` if the record has no crosstable.
    fn from_generation(open: &Evolution, record: &GenerationRecord) -> Option<Round> {
        let round = round::Round::of_generation(open.settings.as_ref()?, record)?;
        let organism = |place| open.organism_in(record, place);
        let organisms = (0..round.entries.len()).map(organism).collect();
        Some(Round::new(round, organisms, None))
    }

    /// Returns the confirmation of the run shown.
    pub(super) fn from_confirmation(open: &Evolution) -> Option<Round> {
        let (last, confirmation) = open.latest().zip(open.confirmation())?;
        let settings = open.settings.as_ref()?;
        let order = confirmation.order();
        let place = |number: usize| order.iter().position(|known| *known == number).unwrap_or(0);
        let decision = Decision {
            champion: place(confirmation.champion()),
            best_founder: confirmation.best_founder().map(place),
            keeps_founder: confirmation.keeps_founder() && settings.outline().starts_alone(),
            starts_alone: settings.outline().starts_alone(),
            final_match: confirmation.final_match.clone(),
            repeated: confirmation.repeated_games.unwrap_or(0),
        };
        let round = round::Round::of_confirmation(settings, last, confirmation);
        let organism = |number: &usize| finalist_organism(open, last, &confirmation.players[*number]);
        Some(Round::new(round, order.iter().map(organism).collect(), Some(decision)))
    }

    /// Returns the number of games. The players' numbers count each game between two of them twice.
    pub(super) fn games(&self) -> u64 {
        let players = self.entries.len();
        let all: u64 = self.entries.iter().map(Player::games).sum();
        let against_hall = self.results.results.iter().flat_map(|row| row.iter().skip(players)).flatten();
        (all + against_hall.map(|games| u64::from(*games)).sum::<u64>()) / 2
    }

    /// Returns the number, in the records of games, of the player of a column.
    pub(super) fn number(&self, column: usize) -> usize {
        self.entries.get(column).map_or(column, |entry| entry.number)
    }
}

/// Returns the names of the players of an event, by number. The members of the hall of fame come last.
pub(super) fn player_names(open: &Evolution, event: RoundPurpose, hall: &[u32]) -> Vec<String> {
    let last = open.latest().filter(|last| event == RoundPurpose::Generation(last.generation));
    if let Some(round) = last.and_then(|last| Round::from_generation(open, last)) {
        return round.names;
    }
    let name = if event == RoundPurpose::Milestones { names::leader } else { names::hall_member };
    let mut names = names_of_organisms(open, event);
    names.extend(hall.iter().map(|generation| name(*generation)));
    names
}

/// Returns the names of the organisms that play in an unfinished event.
fn names_of_organisms(open: &Evolution, event: RoundPurpose) -> Vec<String> {
    let Some(settings) = &open.settings else { return Vec::new() };
    match (event, open.latest(), &open.schema) {
        (RoundPurpose::Generation(0), ..) if !settings.initial.is_empty() => {
            let founders = &initial_population(open);
            founders.iter().map(|founder| names::short(founders, founder).to_owned()).collect()
        }
        (
            RoundPurpose::Confirmation
            | RoundPurpose::Milestones
            | RoundPurpose::FinalMatch
            | RoundPurpose::Proof,
            Some(last),
            Some(schema),
        ) => {
            let (all, has_estimate) = (&last.population[..], has_estimate(open));
            let population =
                settings.objective.self_play().map_or(all, |games| games.confirmed(all, has_estimate));
            let players = Confirmation::finalists(schema, population, &settings.founders());
            let names = players.iter().map(|player| names::finalist(settings, last, player));
            names.chain(has_estimate.then(|| names::ESTIMATE.to_owned())).collect()
        }
        _ => (0..settings.optimizer.population()).map(|seat| format!("seat {}", seat + 1)).collect(),
    }
}

/// Returns the founders, which are the given organisms of generation 0.
pub(super) fn initial_population(open: &Evolution) -> Vec<Founder> {
    open.settings.as_ref().map_or_else(Vec::new, Experiment::initial_population)
}

fn finalist_organism(open: &Evolution, last: &GenerationRecord, player: &Finalist) -> Option<ShownOrganism> {
    if let Some(place) = player.place {
        return open.organism_in(last, place as usize);
    }
    let schema = open.schema.as_ref()?;
    let founders = open.settings.as_ref()?.founders();
    let founder = founders.get(player.founder? as usize)?;
    let origin = Origin::Named(founder.name.clone());
    ShownOrganism::decoded(origin, &player.chromosome, schema, open.evaluation.clone())
}
