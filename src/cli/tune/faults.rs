//! Faults of tuned engines by organism.

use std::fmt::Write;

use eyas::engine_options::TunedEngine;
use eyas::evolution::fault::FaultCounts;
use eyas::session::{Recorded, RunEntry};
use serde_json::{Map, Value, json};

use super::options_result::named;

/// The largest number of organisms in the text, and in JSON.
const IN_TEXT: usize = 5;
const IN_JSON: usize = 100;

/// The faults of one organism.
struct Faulty {
    values: Vec<i32>,
    /// The first generation in which it had faults; `None` for the games after the last generation.
    generation: Option<u32>,
    counts: FaultCounts,
}

/// The organisms of a run that had faults, those with most faults first.
pub(super) struct FaultyOrganisms(Vec<Faulty>);

impl FaultyOrganisms {
    /// Collects the organisms' own faults in all generations, in the confirmation and in the final match.
    pub(super) fn of(engine: &TunedEngine, recorded: &Recorded, run: &RunEntry) -> FaultyOrganisms {
        let mut found = FaultyOrganisms(Vec::new());
        let schema = engine.schema();
        for record in recorded.history.iter().filter(|record| record.run == run.run) {
            for (place, individual) in record.population.iter().enumerate() {
                let counts = record.own_faults(place);
                found.add(individual.chromosome.decode(schema), Some(record.generation), &counts);
            }
        }
        let report = run.details.match_report();
        let finalists = report.iter().flat_map(|report| &report.finalists);
        for finalist in finalists {
            let counts = finalist.faults.iter().map(|fault| fault.kind).collect();
            found.add(finalist.chromosome.decode(schema), None, &counts);
        }
        if let Some((report, best)) = report.and_then(|report| Some((report, report.best()?))) {
            let counts = report.final_faults.iter().map(|fault| fault.kind).collect();
            found.add(best.chromosome.decode(schema), None, &counts);
        }
        found.0.sort_by_key(|organism| std::cmp::Reverse(organism.counts.total()));
        found
    }

    fn add(&mut self, values: Vec<i32>, generation: Option<u32>, counts: &FaultCounts) {
        if counts.total() == 0 {
            return;
        }
        match self.0.iter_mut().find(|organism| organism.values == values) {
            Some(known) => known.counts.merge(counts),
            None => self.0.push(Faulty { values, generation, counts: counts.clone() }),
        }
    }

    /// Returns the organisms with their values, most faults first.
    pub(super) fn json(&self, engine: &TunedEngine) -> Value {
        let one = |organism: &Faulty| {
            json!({
                "values": named(engine.numbers(&organism.values)),
                "generation": organism.generation,
                "faults": organism.counts.total(),
                "kinds": kinds(&organism.counts),
            })
        };
        self.0.iter().take(IN_JSON).map(one).collect()
    }

    /// Describes the organisms with most faults, one in each line.
    pub(super) fn text(&self, engine: &TunedEngine) -> String {
        let mut text = String::new();
        for Faulty { values, generation, counts } in self.0.iter().take(IN_TEXT) {
            let values = engine.numbers(values).into_iter().map(|(name, value)| format!("{name} {value}"));
            let values = values.collect::<Vec<String>>().join(", ");
            let from = match generation {
                Some(generation) => format!("generation {generation}"),
                None => "after the last generation".to_owned(),
            };
            // Writing to a string cannot fail.
            let _ = writeln!(text, "    {counts}: {values} ({from})");
        }
        if self.0.len() > IN_TEXT {
            let _ = writeln!(text, "    and {} other organisms", self.0.len() - IN_TEXT);
        }
        text
    }
}

/// Returns the number of faults of each kind.
fn kinds(counts: &FaultCounts) -> Value {
    let name = |kind| serde_json::to_value(kind).ok().and_then(|kind| kind.as_str().map(str::to_owned));
    let named = counts
        .iter()
        .map(|(kind, count)| (name(kind).unwrap_or_else(|| "unknown".to_owned()), Value::from(count)));
    Value::Object(named.collect::<Map<_, _>>())
}
