//! The entries of the journal, and their compact form.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::journal::Line;
use crate::evolution::bounds::NamedBounds;
use crate::evolution::fault::Fault;
use crate::evolution::optimizers::OptimizerSettings;
use crate::evolution::record::{Crosstable, GenerationRecord, Individual, Spread};
use crate::experiment::StopReason;
use crate::objectives::details::Details;
use crate::organism::chromosome::Chromosome;

/// An entry of a session's journal.
#[derive(Debug, Clone, PartialEq)]
pub enum Entry {
    /// A generation was evaluated.
    Generation(Arc<GenerationRecord>),
    /// The user changed the settings.
    Settings(SettingsChange),
    /// The user planted an organism.
    Plant(PlantEntry),
    /// The user withdrew a planted organism before its generation was measured.
    Withdraw(PlantEntry),
    /// A run stopped before its last generation.
    Stop(StopEntry),
    /// A run is complete.
    Result(Box<RunEntry>),
}

/// A change of settings during a run. It also applies to the runs that follow.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SettingsChange {
    /// The run; the first is 0.
    pub run: u32,
    /// The first generation that is bred with the new settings.
    pub generation: u32,
    /// The new settings.
    pub optimizer: OptimizerSettings,
    /// The new number of games, if the user changed it. Objective *matches*: pairs of games of each organism in a
    /// generation. Objective *self-play*: games of each pair of organisms.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pairs: Option<u32>,
    /// All bounds that are narrower than the ranges, if the user changed any.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounds: Option<NamedBounds>,
}

/// An organism that the user inserted into the population.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlantEntry {
    /// The run; the first is 0.
    pub run: u32,
    /// The first generation that contains the organism.
    pub generation: u32,
    /// The chromosome of the organism.
    pub chromosome: Chromosome,
    /// A description of the organism's origin.
    pub name: String,
}

/// The end of a run before its last generation.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StopEntry {
    /// The run; the first is 0.
    pub run: u32,
    /// The generation after which it stopped.
    pub generation: u32,
    /// Why it stopped.
    pub reason: StopReason,
}

impl StopEntry {
    /// Describes the end.
    #[must_use]
    pub fn text(&self) -> String {
        format!("run {} stopped after generation {}: {}", self.run + 1, self.generation, self.reason.text())
    }
}

/// The result of a run.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct RunEntry {
    /// The run; the first is 0.
    pub run: u32,
    /// The mean score of generation 0.
    pub mean_score_first: f64,
    /// The champion's score on the training set.
    pub best_score: u64,
    /// The champion's score on the test set.
    pub test_score: u64,
    /// The number of evaluated organisms.
    pub evaluations: u64,
    /// The first generation that contained the champion.
    pub champion_born: u32,
    /// The champion's chromosome.
    pub champion: Chromosome,
    /// What the objective found out about the champion; in the journal, keys of this entry.
    #[serde(flatten)]
    pub details: Details,
}

/// Returns the run with the best training score. The first run wins ties; test scores have no influence.
#[must_use]
pub fn best<T>(results: &[T], train: impl Fn(&T) -> u64) -> Option<&T> {
    results.iter().reduce(|best, next| if train(next) > train(best) { next } else { best })
}

/// An entry as it is stored in the journal: an object with one key. Populations are stored as columns, fittest organism
/// first, with chromosomes in hexadecimal.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum StoredEntry {
    Generation(Box<Columns>),
    Settings(SettingsChange),
    Plant(PlantEntry),
    Withdraw(PlantEntry),
    Stop(StopEntry),
    Result(Box<RunEntry>),
}

/// The columns of a generation. Run and generation come first: they are found without parsing the rest (see
/// [`super::lookup`]).
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Columns {
    run: u32,
    generation: u32,
    evaluations: u64,
    spread: Spread,
    champion_values: Vec<i32>,
    score: Vec<u64>,
    born: Vec<u32>,
    parents: Vec<Vec<u32>>,
    chromosomes: Vec<String>,
    bit_diversity: Vec<f32>,
    parameter_diversity: Vec<f32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    crosstable: Option<Crosstable>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    nodes: Vec<Vec<u32>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    games: Vec<Vec<u8>>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    faults: Vec<Vec<Fault>>,
}

impl Line for Entry {
    fn to_json(&self) -> serde_json::Result<String> {
        serde_json::to_string(&match self {
            Entry::Generation(record) => StoredEntry::Generation(Box::new(Columns::from_record(record))),
            Entry::Settings(change) => StoredEntry::Settings(change.clone()),
            Entry::Plant(plant) => StoredEntry::Plant(plant.clone()),
            Entry::Withdraw(plant) => StoredEntry::Withdraw(plant.clone()),
            Entry::Stop(stop) => StoredEntry::Stop(*stop),
            Entry::Result(result) => StoredEntry::Result(result.clone()),
        })
    }

    fn from_json(text: &str) -> Result<Entry, String> {
        match serde_json::from_str(text).map_err(|cause| cause.to_string())? {
            StoredEntry::Generation(columns) => Ok(Entry::Generation(Arc::new(columns.into_record()?))),
            StoredEntry::Settings(change) => Ok(Entry::Settings(change)),
            StoredEntry::Plant(plant) => Ok(Entry::Plant(plant)),
            StoredEntry::Withdraw(plant) => Ok(Entry::Withdraw(plant)),
            StoredEntry::Stop(stop) => Ok(Entry::Stop(stop)),
            StoredEntry::Result(result) => Ok(Entry::Result(result)),
        }
    }
}

impl Columns {
    fn from_record(record: &GenerationRecord) -> Columns {
        let population = &record.population;
        Columns {
            run: record.run,
            generation: record.generation,
            evaluations: record.evaluations,
            spread: record.spread.clone(),
            champion_values: record.champion_values.clone(),
            score: population.iter().map(|individual| individual.score).collect(),
            born: population.iter().map(|individual| individual.born).collect(),
            parents: population.iter().map(|individual| individual.parents.clone()).collect(),
            chromosomes: population.iter().map(|individual| individual.chromosome.to_hex()).collect(),
            bit_diversity: record.bit_diversity.clone(),
            parameter_diversity: record.parameter_diversity.clone(),
            crosstable: record.crosstable.clone(),
            nodes: record.nodes.clone(),
            games: record.games.clone(),
            faults: record.faults.clone(),
        }
    }

    fn into_record(self) -> Result<GenerationRecord, String> {
        let count = self.chromosomes.len();
        if count == 0 || [self.score.len(), self.born.len(), self.parents.len()] != [count; 3] {
            return Err("the columns of the population have different lengths".to_owned());
        }
        if !self.score.is_sorted_by(|one, next| one >= next) {
            return Err("the population is not in the order of its scores".to_owned());
        }
        if self.crosstable.as_ref().is_some_and(|table| !is_valid_crosstable(table, count)) {
            return Err("the crosstable does not match the population".to_owned());
        }
        if !self.nodes.is_empty() && self.nodes.len() != count {
            return Err("the number of organisms does not match the number of node counts".to_owned());
        }
        if !self.games.is_empty() && self.games.len() != count {
            return Err("the number of organisms does not match the number of lists of games".to_owned());
        }
        if !self.faults.is_empty() && self.faults.len() != count {
            return Err("the number of organisms does not match the number of lists of faults".to_owned());
        }
        let bits = self.bit_diversity.len();
        let mut population = Vec::with_capacity(count);
        let rows = self.chromosomes.iter().zip(self.score).zip(self.born).zip(self.parents);
        for (((hex, score), born), parents) in rows {
            let chromosome = Chromosome::from_hex(bits, hex)
                .ok_or_else(|| format!("“{hex}” is not a chromosome of {bits} bits"))?;
            population.push(Individual { chromosome, score, born, parents });
        }
        Ok(GenerationRecord {
            run: self.run,
            generation: self.generation,
            evaluations: self.evaluations,
            spread: self.spread,
            bit_diversity: self.bit_diversity,
            parameter_diversity: self.parameter_diversity,
            champion_values: self.champion_values,
            population,
            crosstable: self.crosstable,
            nodes: self.nodes,
            games: self.games,
            faults: self.faults,
        })
    }
}

/// Returns whether the crosstable has the right size for `count` organisms.
fn is_valid_crosstable(table: &Crosstable, count: usize) -> bool {
    let Crosstable { seats, results, hall } = table;
    let seated = (0..count as u32).all(|seat| seats.contains(&seat));
    let mut rows = results.iter().chain(hall.iter().map(|visitor| &visitor.results));
    seated && seats.len() == count && results.len() == count && rows.all(|row| row.len() == count)
}
