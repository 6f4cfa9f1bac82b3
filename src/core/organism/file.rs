//! The organism file: RON with values by name and the chromosome's bits.
//!
//! Bits and values are redundant on purpose: people read and edit the values, and evolution continues from the bits.
//! The reader checks that they agree. A file written by hand may omit the chromosome.

use std::fmt;
use std::io;
use std::path::Path;

use ron::extensions::Extensions;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check::Source;
use super::{Genome, Organism, OrganismError, Origin, random};
use crate::engine::schema::Schema;
use crate::files;
use crate::organism::chromosome::Chromosome;

/// The newest format that can be read. Format 2 added searches, and format 3 schemas that are not embedded. An organism
/// is written in the oldest format that supports it.
pub(super) const FORMAT: u32 = 3;

/// The largest accepted file, in bytes. Usual ones have some kilobytes.
const LARGEST: u64 = 16 << 20;

/// The embedded organisms by name.
const EMBEDDED: [(&str, &str); 6] = [
    ("reference", include_str!("../data/assets/organisms/reference.ron")),
    ("paper-2014-figure-3", include_str!("../data/assets/organisms/paper-2014-figure-3.ron")),
    ("paper-2008-figure-3", include_str!("../data/assets/organisms/paper-2008-figure-3.ron")),
    ("evol0", include_str!("../data/assets/organisms/evol0.ron")),
    ("evolstar", include_str!("../data/assets/organisms/evolstar.ron")),
    ("eyas", include_str!("../data/assets/organisms/eyas.ron")),
];

/// The content of an organism file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OrganismFile {
    format: u32,
    pub name: String,
    pub evaluation: GenomeEntry,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub search: Vec<GenomeEntry>,
    #[serde(default)]
    pub origin: Origin,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GenomeEntry {
    pub schema: String,
    /// The schema, if it is not embedded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub definition: Option<Schema>,
    #[serde(default)]
    pub chromosome: Option<Chromosome>,
    pub values: Values,
}

impl GenomeEntry {
    fn of(genome: &Genome) -> GenomeEntry {
        let names = genome.schema.parameters.iter().map(|parameter| parameter.name.clone());
        GenomeEntry {
            schema: genome.schema.name.clone(),
            definition: (!genome.schema.is_built_in()).then(|| Schema::clone(&genome.schema)),
            chromosome: Some(genome.chromosome.clone()),
            values: Values(names.zip(genome.values.iter().copied()).collect()),
        }
    }
}

/// The part of the file that is read before its format is known to be supported.
#[derive(Deserialize)]
pub(super) struct Version {
    pub format: u32,
}

/// Values by name, in the order of the schema or of the file.
pub(super) struct Values(pub Vec<(String, i32)>);

impl Serialize for Values {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Values {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Entries;
        impl<'de> Visitor<'de> for Entries {
            type Value = Values;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("parameter values by name, such as { \"KNIGHT_VALUE\": 325, … }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
                let mut values: Vec<(String, i32)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, i32>()? {
                    if values.iter().any(|(known, _)| *known == name) {
                        return Err(serde::de::Error::custom(format!("parameter {name} occurs twice")));
                    }
                    values.push((name, value));
                }
                Ok(Values(values))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// The RON options: optional fields are written without `Some` and read with or without it.
pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl Organism {
    /// The names of the embedded organisms.
    pub const NAMES: [&str; EMBEDDED.len()] = {
        let mut names = [""; EMBEDDED.len()];
        let mut index = 0;
        while index < names.len() {
            names[index] = EMBEDDED[index].0;
            index += 1;
        }
        names
    };

    /// Returns the embedded organism with this name, the random organism `random:SEED`, or the organism in the file at
    /// this path.
    ///
    /// # Errors
    /// Returns an error if `text` is none of these, or if the file is not a valid organism.
    pub fn named_or_path(text: &str) -> Result<Organism, OrganismError> {
        if let Some((name, content)) = EMBEDDED.iter().find(|(name, _)| *name == text) {
            return Organism::parse(name, content);
        }
        if let Some(random) = random::named(text) {
            return random;
        }
        match Organism::load(Path::new(text)) {
            Err(OrganismError::Read { cause, .. }) if cause.kind() == io::ErrorKind::NotFound => {
                Err(OrganismError::Unknown { text: text.to_owned() })
            }
            result => result,
        }
    }

    /// Returns whether a text is the name of an organism that needs no file.
    #[must_use]
    pub fn is_name(text: &str) -> bool {
        Organism::NAMES.contains(&text) || random::named(text).is_some()
    }

    /// Reads an organism file.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, is not an organism, names an unknown schema, has missing or unknown
    /// parameters or a value out of range, or if its chromosome and values disagree.
    pub fn load(path: &Path) -> Result<Organism, OrganismError> {
        let text = files::read_text(path, LARGEST)
            .map_err(|cause| OrganismError::Read { file: path.to_owned(), cause })?;
        Organism::parse(&path.display().to_string(), &text)
    }

    /// Reads the text of an organism file. `file` is its name in error messages.
    ///
    /// # Errors
    /// Returns the errors of [`Organism::load`].
    pub fn parse(file: &str, text: &str) -> Result<Organism, OrganismError> {
        Source { file, text }.organism()
    }

    /// Writes an organism file, completely or not at all.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The old file is then unchanged.
    pub fn save(&self, path: &Path) -> Result<(), OrganismError> {
        let write_error = |cause| OrganismError::Write { file: path.to_owned(), cause };
        let text = self.to_ron().map_err(|error| write_error(io::Error::other(error)))?;
        files::replace(path, text.as_bytes()).map_err(write_error)
    }

    /// Returns the text of the organism's file.
    ///
    /// # Errors
    /// Returns an error if the serializer fails. No such case is known.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        let has_definition =
            || self.searches.iter().chain([&self.evaluation]).any(|genome| !genome.schema.is_built_in());
        let file = OrganismFile {
            format: match self.searches.as_slice() {
                _ if has_definition() => FORMAT,
                [] => 1,
                _ => 2,
            },
            name: self.name.clone(),
            evaluation: GenomeEntry::of(&self.evaluation),
            search: self.searches.iter().map(GenomeEntry::of).collect(),
            origin: self.origin.clone(),
        };
        let style = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(4);
        Ok(options().to_string_pretty(&file, style)? + "\n")
    }
}
