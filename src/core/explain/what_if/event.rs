//! The events of a run of which twins are computed.

use super::Error;
use crate::engine::schema::Schema;

/// An event of a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Event {
    /// Bits of an organism flipped when it was bred.
    Mutation {
        /// The generation in which the organism was born.
        generation: u32,
        /// Its place in the generation's order of fitness (0 = fittest).
        place: u32,
        /// The parameter of which bits flipped; `None` for all of them.
        parameter: Option<usize>,
    },
    /// Organisms were planted in this generation.
    Plants(u32),
    /// Settings were changed before this generation.
    Settings(u32),
    /// This generation was drawn as it was. Its twin is drawn afresh.
    Generation(u32),
}

impl Event {
    /// Reads an event: `mutation:8:3:KNIGHT`, `mutation:8:3`, `plant:8`, `settings:8` or `generation:8`. Places begin at 1.
    ///
    /// # Errors
    /// Returns why the text is not an event.
    pub fn parse(text: &str, schema: &Schema) -> Result<Event, Error> {
        let error = |why: String| Error::NotAnEvent(text.to_owned(), why);
        let number = |part: &str, name: &str| {
            part.parse::<u32>().map_err(|_| error(format!("{name} “{part}” is not a number")))
        };
        let parts: Vec<&str> = text.split(':').collect();
        let place = |part: &str| match number(part, "organism")?.checked_sub(1) {
            Some(place) => Ok(place),
            None => Err(error("the first organism is 1".to_owned())),
        };
        Ok(match parts[..] {
            ["mutation", generation, organism] => Event::Mutation {
                generation: number(generation, "generation")?,
                place: place(organism)?,
                parameter: None,
            },
            ["mutation", generation, organism, name] => {
                let found = schema.index_of(name);
                let found = found.ok_or_else(|| error(format!("{} has no parameter {name}", schema.name)))?;
                let (generation, place) = (number(generation, "generation")?, place(organism)?);
                Event::Mutation { generation, place, parameter: Some(found) }
            }
            ["plant", generation] => Event::Plants(number(generation, "generation")?),
            ["settings", generation] => Event::Settings(number(generation, "generation")?),
            ["generation", generation] => Event::Generation(number(generation, "generation")?),
            _ => return Err(error("its kind or the number of its parts is unknown".to_owned())),
        })
    }

    /// Returns the generation in which the event happened.
    #[must_use]
    pub fn generation(self) -> u32 {
        match self {
            Event::Mutation { generation, .. }
            | Event::Plants(generation)
            | Event::Settings(generation)
            | Event::Generation(generation) => generation,
        }
    }

    /// Returns the text that [`Event::parse`] reads.
    #[must_use]
    pub fn text(self, schema: &Schema) -> String {
        match self {
            Event::Mutation { generation, place, parameter } => {
                let parameter = parameter.map(|at| format!(":{}", schema.parameters[at].name));
                format!("mutation:{generation}:{}{}", place + 1, parameter.unwrap_or_default())
            }
            Event::Plants(generation) => format!("plant:{generation}"),
            Event::Settings(generation) => format!("settings:{generation}"),
            Event::Generation(generation) => format!("generation:{generation}"),
        }
    }
}
