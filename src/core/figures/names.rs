//! The names of organisms that play each other.

use crate::evolution::record::{Founder, GenerationRecord, Individual};
use crate::experiment::Experiment;
use crate::objectives::confirmation::Finalist;

/// Returns the name of the founder with the same chromosome as an organism.
#[must_use]
pub fn founder<'a>(founders: &'a [Founder], individual: &Individual) -> Option<&'a str> {
    let found = founders.iter().find(|founder| founder.chromosome == individual.chromosome)?;
    Some(short(founders, found))
}

/// Returns a founder's name without the prefix that all names share, such as the session's settings.
#[must_use]
pub fn short<'a>(founders: &[Founder], founder: &'a Founder) -> &'a str {
    let name = founder.name.as_str();
    let common = founders.iter().fold(name, |common, other| {
        let same = common.char_indices().zip(other.name.chars()).take_while(|((_, one), other)| one == other);
        &common[..same.last().map_or(0, |((at, last), _)| at + last.len_utf8())]
    });
    let words = common.rfind(", ").map_or(0, |at| at + 2);
    let cut = founders.len() > 1 && founders.iter().all(|other| other.name.len() > words);
    if cut { &name[words..] } else { name }
}

/// Returns the origin of an organism of a generation as text: the founder's name, or the generation of birth and the
/// parents.
#[must_use]
pub fn origin(individual: &Individual, record: &GenerationRecord, founder: Option<&str>) -> String {
    let born = individual.born;
    match (founder, individual.parents.as_slice()) {
        (Some(founder), _) => founder.to_owned(),
        (None, []) if record.has_parents() => format!("gen {born}, planted"),
        (None, []) => format!("gen {born}"),
        (None, [one]) => format!("gen {born}, of {}", one + 1),
        (None, [mother, father, ..]) => format!("gen {born}, {} × {}", mother + 1, father + 1),
    }
}

/// The name of the optimizer's estimate.
pub const ESTIMATE: &str = "estimate";

/// Returns the name of a player of the confirmation; `last` is the last generation.
#[must_use]
pub fn finalist(settings: &Experiment, last: &GenerationRecord, player: &Finalist) -> String {
    let founders = settings.founders();
    match (player.place, player.founder.and_then(|founder| founders.get(founder as usize))) {
        (_, Some(founder)) => short(&founders, founder).to_owned(),
        (Some(place), None) => format!("gen {} #{}", last.generation, place + 1),
        (None, None) => ESTIMATE.to_owned(),
    }
}

/// Returns the name of a member of the hall of fame, the leader of a generation.
#[must_use]
pub fn hall_member(generation: u32) -> String {
    format!("hall, gen {generation}")
}

/// Returns the name of a leader who plays against the founders.
#[must_use]
pub fn leader(generation: u32) -> String {
    format!("leader, gen {generation}")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::session::Session;

    #[test]
    fn an_organism_without_parents_was_planted_only_if_others_have_parents() {
        let session = Session::open_read_only(Path::new("sessions/example")).unwrap();
        let mut record = GenerationRecord::clone(&session.history[3]);
        record.population[1].parents.clear();
        let born = record.population[1].born;
        assert_eq!(origin(&record.population[1], &record, None), format!("gen {born}, planted"));
        assert_eq!(origin(&record.population[1], &record, Some("founder")), "founder");
        record.population.iter_mut().for_each(|individual| individual.parents.clear());
        assert_eq!(origin(&record.population[1], &record, None), format!("gen {born}"));
    }
}
