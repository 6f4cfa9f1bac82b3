//! Where the values of an organism came from: its ancestry back to generation 0, from the journal alone.
//!
//! The journal records the parents of every organism, but not which bits came from which of them. So a value that one of
//! the parents has counts as inherited from it; if both have it, the older origin counts. A value that neither has arose
//! in the organism: by *mutation* if one of its bits is that of neither parent, otherwise by a *crossing* within the gene.

use std::ops::{ControlFlow, Range};
use std::path::Path;

use super::Error;
use crate::engine::schema::Schema;
use crate::evolution::record::{GenerationRecord, Individual};
use crate::experiment::Experiment;
use crate::organism::chromosome::Chromosome;
use crate::session;

/// How a value arose.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cause {
    /// It is a value of an organism of generation 0.
    Founder,
    /// A bit of neither parent flipped.
    Mutation,
    /// The parents were crossed within the gene.
    Crossing,
    /// A person planted the organism.
    Planted,
}

impl Cause {
    /// All causes.
    pub const ALL: [Cause; 4] = [Cause::Founder, Cause::Mutation, Cause::Crossing, Cause::Planted];

    /// Returns the name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Cause::Founder => "generation 0",
            Cause::Mutation => "mutation",
            Cause::Crossing => "crossing",
            Cause::Planted => "planted",
        }
    }
}

/// The origin of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Origin {
    /// How the value arose.
    pub cause: Cause,
    /// The generation in which it arose.
    pub generation: u32,
    /// The place of the organism in which it arose, in its generation's order of fitness (0 = fittest).
    pub place: u32,
    /// The values of the parents; those of an cause without parents are the value itself.
    pub before: [i32; 2],
}

/// A step of the line of descent: an organism that differs from its nearer parent.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// The generation in which the organism was born.
    pub generation: u32,
    /// The place in the generation's order of fitness (0 = fittest).
    pub place: u32,
    /// The score.
    pub score: u64,
    /// The score minus that of the better parent; `None` without parents.
    pub gain: Option<i64>,
    /// The values that differ from those of the nearer parent: parameter, before, now; and how each arose, `None` for one
    /// that came from the other parent.
    pub changes: Vec<(usize, i32, i32, Option<Cause>)>,
}

/// The ancestry of an organism.
#[derive(Debug, Clone, PartialEq)]
pub struct Family {
    /// The generation of the organism.
    pub generation: u32,
    /// Its place in the generation's order of fitness (0 = fittest).
    pub place: u32,
    /// Its score.
    pub score: u64,
    /// Its values.
    pub values: Vec<i32>,
    /// The origin of each value.
    pub origins: Vec<Origin>,
    /// The bits that can come from generation 0 through unbroken inheritance.
    pub bits_of_founders: usize,
    /// The number of ancestors in each generation, from 0 to the organism's own, where it is 1.
    pub ancestors: Vec<usize>,
    /// The line of descent along the nearer parents, oldest first, without copies.
    pub line: Vec<Step>,
}

impl Family {
    /// Returns the origins of the values that can evolve, with the indices of their parameters.
    pub fn evolved<'a>(&'a self, schema: &'a Schema) -> impl Iterator<Item = (usize, &'a Origin)> {
        self.origins.iter().enumerate().filter(|(index, _)| schema.parameters[*index].bits > 0)
    }
}

/// An organism of the generation that was read last.
#[derive(Debug, Clone)]
struct Member {
    values: Vec<i32>,
    chromosome: Chromosome,
    origins: Vec<Origin>,
    of_founders: Chromosome,
}

/// What is remembered of every organism: its parents, of which the first is the nearer one.
type Links = Vec<[u32; 2]>;

/// In place of a parent.
const NONE: u32 = u32::MAX;

/// Returns the family of an organism: that with this place in this generation of a run (0 first), or the fittest of the
/// run's last generation. Reads the journal twice and holds two generations and eight bytes an organism in memory.
///
/// # Errors
/// Returns an error if the journal cannot be read, if there is no such organism, or if the optimizer has no parents.
pub fn family(
    folder: &Path,
    experiment: &Experiment,
    run: u32,
    wanted: Option<(u32, usize)>,
) -> Result<Family, Error> {
    let schema = experiment.schema();
    let Ancestors { links, members, generation: last } =
        ancestors_of(folder, experiment, run, wanted.map(|(generation, _)| generation))?;
    let (generation, place) = wanted.unwrap_or((last, 0));
    let Some(member) = members.get(place).filter(|_| last == generation && !links.is_empty()) else {
        let organisms = if last == generation { members.len() } else { 0 };
        return Err(Error::NoOrganism { run: run + 1, generation, organisms });
    };
    let ancestors = ancestors(&links, place as u32);
    let line = line(folder, schema, run, &links, place as u32)?;
    let score = line.last().map_or(0, |step| step.score);
    Ok(Family {
        generation,
        place: place as u32,
        score,
        values: member.values.clone(),
        origins: member.origins.clone(),
        bits_of_founders: member.of_founders.ones().count(),
        ancestors,
        line,
    })
}

/// Returns the origins of the values of all organisms of a generation, by their place.
///
/// # Errors
/// Returns an error if the journal cannot be read, if there is no such generation, or if the optimizer has no parents.
pub fn origins(
    folder: &Path,
    experiment: &Experiment,
    run: u32,
    generation: u32,
) -> Result<Vec<Vec<Origin>>, Error> {
    let read = ancestors_of(folder, experiment, run, Some(generation))?;
    if read.generation != generation || read.members.is_empty() {
        return Err(Error::NoOrganism { run: run + 1, generation, organisms: 0 });
    }
    Ok(read.members.into_iter().map(|member| member.origins).collect())
}

/// The organisms of a generation, and the parents of those before them.
struct Ancestors {
    /// The parents of each generation's organisms.
    links: Vec<Links>,
    members: Vec<Member>,
    /// The generation that was read last.
    generation: u32,
}

/// Reads a run up to a generation, or to its last one.
fn ancestors_of(
    folder: &Path,
    experiment: &Experiment,
    run: u32,
    wanted: Option<u32>,
) -> Result<Ancestors, Error> {
    let schema = experiment.schema();
    let mut is_bred = true;
    let mut read = Ancestors { links: Vec::new(), members: Vec::new(), generation: 0 };
    session::each_generation(folder, |record| {
        if record.run != run {
            return if record.run > run { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        let next: Vec<Member> = record
            .population
            .iter()
            .zip(0..)
            .map(|(individual, place)| {
                Member::of(individual, (record.generation, place), &read.members, schema)
            })
            .collect();
        let parents = next.iter().zip(&record.population);
        read.links.push(parents.map(|(member, one)| nearer_first(member, one, &read.members)).collect());
        (read.members, read.generation) = (next, record.generation);
        is_bred = record.generation == 0 || record.has_parents();
        let is_last = !is_bred || wanted == Some(record.generation);
        if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    if is_bred { Ok(read) } else { Err(Error::NoParents(experiment.optimizer.name())) }
}

impl Member {
    fn of(
        individual: &Individual,
        (generation, place): (u32, u32),
        before: &[Member],
        schema: &Schema,
    ) -> Member {
        let chromosome = individual.chromosome.clone();
        let values = chromosome.decode(schema);
        let parents = parents(individual, before);
        let Some([first, second]) = parents else {
            let cause = if generation == 0 { Cause::Founder } else { Cause::Planted };
            let origin = |value: &i32| Origin { cause, generation, place, before: [*value; 2] };
            let mut of_founders = Chromosome::zeros(chromosome.len());
            if cause == Cause::Founder {
                (0..chromosome.len()).for_each(|bit| of_founders.set(bit, true));
            }
            let origins = values.iter().map(origin).collect();
            return Member { values, chromosome, origins, of_founders };
        };
        let mut origins = Vec::with_capacity(values.len());
        let mut of_founders = Chromosome::zeros(chromosome.len());
        let mut bit = 0;
        for (index, parameter) in schema.parameters.iter().enumerate() {
            let bits = bit..bit + usize::from(parameter.bits);
            let inherited =
                [first, second].into_iter().filter(|parent| parent.values[index] == values[index]);
            let origin = inherited.map(|parent| parent.origins[index]).min_by_key(|origin| origin.generation);
            origins.push(origin.unwrap_or_else(|| Origin {
                cause: arose(&chromosome, [&first.chromosome, &second.chromosome], bits.clone()),
                generation,
                place,
                before: [first.values[index], second.values[index]],
            }));
            for bit in bits.clone() {
                let has = |parent: &Member| {
                    parent.of_founders.bit(bit) && parent.chromosome.bit(bit) == chromosome.bit(bit)
                };
                of_founders.set(bit, has(first) || has(second));
            }
            bit = bits.end;
        }
        Member { values, chromosome, origins, of_founders }
    }

    /// Returns the number of values that differ.
    fn distance(&self, other: &Member) -> usize {
        self.values.iter().zip(&other.values).filter(|(one, other)| one != other).count()
    }
}

/// Returns how a value that neither parent has arose in the bits of its gene.
fn arose(chromosome: &Chromosome, parents: [&Chromosome; 2], mut bits: Range<usize>) -> Cause {
    let is_new = |bit| parents.iter().all(|parent| parent.bit(bit) != chromosome.bit(bit));
    if bits.any(is_new) { Cause::Mutation } else { Cause::Crossing }
}

/// Returns the parents of an individual, of which there may be only one; `None` if it has none.
fn parents<'a>(individual: &Individual, before: &'a [Member]) -> Option<[&'a Member; 2]> {
    let of = |index: usize| before.get(*individual.parents.get(index)? as usize);
    let first = of(0)?;
    Some([first, of(1).unwrap_or(first)])
}

/// Returns the places of the parents, the nearer one first.
fn nearer_first(member: &Member, individual: &Individual, before: &[Member]) -> [u32; 2] {
    let Some([first, second]) = parents(individual, before) else { return [NONE; 2] };
    let places = [individual.parents[0], individual.parents.get(1).copied().unwrap_or(individual.parents[0])];
    if member.distance(second) < member.distance(first) { [places[1], places[0]] } else { places }
}

/// Returns the number of ancestors in each generation.
fn ancestors(links: &[Links], place: u32) -> Vec<usize> {
    let mut counts = vec![0; links.len()];
    let mut current = vec![place];
    for (count, links) in counts.iter_mut().zip(links).rev() {
        current.sort_unstable();
        current.dedup();
        *count = current.len();
        let parents = current.iter().filter_map(|place| links.get(*place as usize)).flatten();
        current = parents.copied().filter(|parent| *parent != NONE).collect();
    }
    counts
}

/// Returns the line of descent along the nearer parents, without copies.
fn line(folder: &Path, schema: &Schema, run: u32, links: &[Links], place: u32) -> Result<Vec<Step>, Error> {
    // The places on the line, oldest first.
    let mut places = vec![place];
    for links in links.iter().rev() {
        let parent =
            places.last().and_then(|place| links.get(*place as usize)).map_or(NONE, |parents| parents[0]);
        if parent == NONE {
            break;
        }
        places.push(parent);
    }
    places.reverse();
    let first = links.len() - places.len();
    let mut line: Vec<Step> = Vec::new();
    let mut before: Vec<Individual> = Vec::new();
    session::each_generation(folder, |record: &GenerationRecord| {
        let generation = record.generation as usize;
        if record.run != run || generation < first {
            return ControlFlow::Continue(());
        }
        let Some(place) = places.get(generation - first) else { return ControlFlow::Break(()) };
        if let Some(one) = record.population.get(*place as usize) {
            let links = links[generation][*place as usize];
            line.extend(step(one, (record.generation, *place), links, &before, schema));
        }
        before.clone_from(&record.population);
        if generation + 1 == links.len() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    })?;
    Ok(line)
}

/// Returns the step to an organism; `None` if it is a copy of its nearer parent.
fn step(
    one: &Individual,
    (generation, place): (u32, u32),
    links: [u32; 2],
    before: &[Individual],
    schema: &Schema,
) -> Option<Step> {
    let [nearer, other] = links.map(|place| before.get(place as usize));
    let (Some(nearer), Some(other)) = (nearer, other) else {
        return Some(Step { generation, place, score: one.score, gain: None, changes: Vec::new() });
    };
    let [values, old, others] = [one, nearer, other].map(|individual| individual.chromosome.decode(schema));
    let mut bit = 0;
    let mut changes = Vec::new();
    for (index, parameter) in schema.parameters.iter().enumerate() {
        let bits = bit..bit + usize::from(parameter.bits);
        bit = bits.end;
        if values[index] == old[index] {
            continue;
        }
        let parents = [&nearer.chromosome, &other.chromosome];
        let cause = (values[index] != others[index]).then(|| arose(&one.chromosome, parents, bits));
        changes.push((index, old[index], values[index], cause));
    }
    let better = nearer.score.max(other.score);
    let gain = Some(one.score as i64 - better as i64);
    (!changes.is_empty()).then_some(Step { generation, place, score: one.score, gain, changes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::session::Session;

    const FOLDER: &str = "sessions/example";

    fn champion() -> Family {
        let recorded = Session::open_read_only(Path::new(FOLDER)).unwrap();
        family(Path::new(FOLDER), &recorded.header.settings, 0, None).unwrap()
    }

    #[test]
    fn every_value_is_found_where_it_arose() {
        let recorded = Session::open_read_only(Path::new(FOLDER)).unwrap();
        let schema = recorded.header.settings.schema();
        let family = champion();
        let last = recorded.history.last().unwrap();
        assert_eq!((family.generation, family.score), (last.generation, last.spread.best));
        assert_eq!(family.values, last.champion_values);
        for (index, origin) in family.origins.iter().enumerate() {
            let born = &recorded.history[origin.generation as usize].population[origin.place as usize];
            assert_eq!(born.chromosome.decode(schema)[index], family.values[index]);
            match origin.cause {
                Cause::Founder => assert_eq!(origin.generation, 0),
                Cause::Planted => panic!("nothing was planted"),
                Cause::Mutation | Cause::Crossing => assert!(!origin.before.contains(&family.values[index])),
            }
        }
        assert!(family.bits_of_founders <= schema.bits());
    }

    #[test]
    fn a_value_of_both_parents_keeps_the_older_origin() {
        let schema = Schema::built_in("paper-2014").unwrap();
        let recorded = Session::open_read_only(Path::new(FOLDER)).unwrap();
        let individual = &recorded.history[0].population[0];
        let child = Individual { parents: vec![0, 1], ..individual.clone() };
        let old = Member::of(individual, (0, 0), &[], &schema);
        let mut new = old.clone();
        new.origins.iter_mut().for_each(|origin| (origin.cause, origin.generation) = (Cause::Mutation, 3));
        for parents in [[old.clone(), new.clone()], [new, old]] {
            let member = Member::of(&child, (4, 0), &parents, &schema);
            assert!(
                member.origins.iter().all(|origin| (origin.cause, origin.generation) == (Cause::Founder, 0))
            );
        }
    }

    #[test]
    fn the_line_of_descent_leads_to_the_organism() {
        let family = champion();
        assert_eq!(family.ancestors.len() as u32, family.generation + 1);
        assert_eq!(family.ancestors.last(), Some(&1));
        let first = &family.line[0];
        assert_eq!((first.generation, first.gain), (0, None));
        assert!(family.line.is_sorted_by_key(|step| step.generation));
        // The changes of the line, applied in order, give the values of the organism.
        let recorded = Session::open_read_only(Path::new(FOLDER)).unwrap();
        let founder = &recorded.history[0].population[first.place as usize];
        let mut values = founder.chromosome.decode(recorded.header.settings.schema());
        for (parameter, from, to, _) in family.line.iter().flat_map(|step| &step.changes) {
            assert_eq!(std::mem::replace(&mut values[*parameter], *to), *from);
        }
        assert_eq!(values, family.values);
    }

    #[test]
    fn an_unknown_organism_is_refused() {
        let recorded = Session::open_read_only(Path::new(FOLDER)).unwrap();
        let experiment = &recorded.header.settings;
        for wanted in [(3, 100_000), (99, 0)] {
            let error = family(Path::new(FOLDER), experiment, 0, Some(wanted)).unwrap_err();
            assert!(matches!(error, Error::NoOrganism { .. }), "{error}");
        }
        assert!(family(Path::new(FOLDER), experiment, 7, None).is_err());
    }
}
