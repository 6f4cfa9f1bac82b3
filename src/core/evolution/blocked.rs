//! Events that do not happen in a run: the run is the twin of one in which they did.

use serde::{Deserialize, Serialize};

use crate::engine::schema::Schema;

/// An event that does not happen in a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Blocked {
    /// The run; the first is 0.
    pub run: u32,
    /// The generation in which the event would happen.
    pub generation: u32,
    /// The event.
    pub event: BlockedEvent,
}

/// What does not happen.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum BlockedEvent {
    /// Bits of an organism flip.
    Mutation {
        /// The number of the organism in the order of the optimizer's proposal, 0 first.
        organism: u32,
        /// The bits of its chromosome.
        bits: Vec<u32>,
    },
    /// Organisms are planted. The journal does not have them.
    Plants,
    /// Settings change. The journal does not have the change.
    Settings,
    /// The generation is drawn with the seed of the run.
    Generation {
        /// The seed with which it is drawn instead.
        seed: u64,
    },
}

impl Blocked {
    /// Describes what does not happen, in the run of a schema.
    #[must_use]
    pub fn text(&self, schema: &Schema) -> String {
        let what = match &self.event {
            BlockedEvent::Mutation { organism, bits } => {
                let mutated: Vec<&str> = schema
                    .parameters
                    .iter()
                    .zip(schema.genes())
                    .filter(|(_, gene)| bits.iter().any(|bit| gene.contains(&(*bit as usize))))
                    .map(|(parameter, _)| parameter.name.as_str())
                    .collect();
                format!("mutation of {} in organism {} of the proposal", mutated.join(", "), organism + 1)
            }
            BlockedEvent::Plants => "planted organisms".to_owned(),
            BlockedEvent::Settings => "change of settings".to_owned(),
            BlockedEvent::Generation { seed } => format!("its own random draws; drawn with seed {seed}"),
        };
        format!("run {}, generation {}: {what}", self.run + 1, self.generation)
    }
}
