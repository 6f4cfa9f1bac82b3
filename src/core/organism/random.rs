//! Organisms with random bits as opponents, like the organisms of an evolution's generation 0.

use super::{Genome, Organism, OrganismError, Origin};
use crate::engine::schema::Schema;
use crate::organism::chromosome::Chromosome;
use crate::randomness::Randomness;

/// The prefix of the seed in the name of a random organism.
const PREFIX: &str = "random:";

/// The schemas of a random organism: an evaluation and a search.
const SCHEMAS: [&str; 2] = ["paper-2014", "search-paper"];

/// Returns the organism named `random:SEED`: all bits of its evaluation and search, both with schemas of the 2014
/// paper, are random. `None` if the text is not such a name.
pub(super) fn named(text: &str) -> Option<Result<Organism, OrganismError>> {
    let seed = text.strip_prefix(PREFIX)?.parse().ok()?;
    Some(random(text, seed))
}

fn random(name: &str, seed: u64) -> Result<Organism, OrganismError> {
    let randomness = Randomness::new(seed, "random organism", 0);
    let genome = |schema: &str| {
        let unknown = |_| OrganismError::Unknown { text: name.to_owned() };
        let schema = Schema::built_in(schema).map_err(unknown)?;
        let bits = Chromosome::random(schema.bits(), &mut randomness.stream(0, &schema.name));
        Ok::<_, OrganismError>(Genome::from_chromosome(schema, bits))
    };
    let [evaluation, search] = SCHEMAS;
    Ok(Organism {
        name: name.to_owned(),
        evaluation: genome(evaluation)?,
        searches: vec![genome(search)?],
        origin: Origin { description: "random bits".to_owned(), seed: Some(seed), ..Origin::default() },
    })
}
