//! The organism file: RON, in which the values are written by name and the bits beside them.
//!
//! Bits and values say the same thing twice on purpose: the values are what people read and edit, the bits
//! are what evolution goes on from. They are checked against each other. A file whose author knows only
//! values leaves the chromosome out.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;

use ron::extensions::Extensions;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::check::Source;
use super::{Genome, Organism, OrganismError, Origin, random};
use crate::files;
use crate::organism::chromosome::Chromosome;

/// The newest version of the format that is read: searches came with it. What has none is written in the first.
pub(super) const FORMAT: u32 = 2;

/// The organisms in the binary, by name.
const EMBEDDED: [(&str, &str); 3] = [
    ("reference", include_str!("../../assets/organisms/reference.ron")),
    ("paper-2014-figure-3", include_str!("../../assets/organisms/paper-2014-figure-3.ron")),
    ("paper-2008-figure-3", include_str!("../../assets/organisms/paper-2008-figure-3.ron")),
];

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    format: u32,
    pub name: String,
    pub evaluation: WrittenGenome,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub search: Vec<WrittenGenome>,
    #[serde(default)]
    pub origin: Origin,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct WrittenGenome {
    pub schema: String,
    #[serde(default)]
    pub chromosome: Option<Chromosome>,
    pub values: Values,
}

impl WrittenGenome {
    fn of(genome: &Genome) -> WrittenGenome {
        let names = genome.schema.parameters.iter().map(|parameter| parameter.name.clone());
        WrittenGenome {
            schema: genome.schema.name.clone(),
            chromosome: Some(genome.chromosome.clone()),
            values: Values(names.zip(genome.values.iter().copied()).collect()),
        }
    }
}

/// All that is looked at before it is known that the format is understood.
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
                f.write_str("parameter values by name, as { \"KNIGHT_VALUE\": 325, … }")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Values, A::Error> {
                let mut values: Vec<(String, i32)> = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, i32>()? {
                    if values.iter().any(|(known, _)| *known == name) {
                        return Err(serde::de::Error::custom(format!("parameter {name} stands twice")));
                    }
                    values.push((name, value));
                }
                Ok(Values(values))
            }
        }
        deserializer.deserialize_map(Entries)
    }
}

/// Optional fields are written without `Some`; with it they are read as well.
pub(super) fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl Organism {
    /// The names of the embedded organisms.
    pub const NAMES: [&str; 3] = ["reference", "paper-2014-figure-3", "paper-2008-figure-3"];

    /// The embedded organism of that name, the one of random bits called `random:SEED`, or the one in the file at that
    /// path.
    ///
    /// # Errors
    /// When it is neither, or the file is not a sound organism.
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

    /// Reads an organism file.
    ///
    /// # Errors
    /// When the file cannot be read, is not an organism, names an unknown schema, lacks parameters or has
    /// other ones, leaves a range, or its chromosome and values disagree.
    pub fn load(path: &Path) -> Result<Organism, OrganismError> {
        let text =
            fs::read_to_string(path).map_err(|cause| OrganismError::Read { file: path.to_owned(), cause })?;
        Organism::parse(&path.display().to_string(), &text)
    }

    /// Reads the text of an organism file; `file` is its name in errors.
    ///
    /// # Errors
    /// As [`Organism::load`].
    pub fn parse(file: &str, text: &str) -> Result<Organism, OrganismError> {
        Source { file, text }.organism()
    }

    /// Writes an organism file, whole or not at all.
    ///
    /// # Errors
    /// When the file cannot be written; what stood there before then still does.
    pub fn save(&self, path: &Path) -> Result<(), OrganismError> {
        let refused = |cause| OrganismError::Write { file: path.to_owned(), cause };
        let text = self.to_ron().map_err(|error| refused(io::Error::other(error)))?;
        files::replace(path, text.as_bytes()).map_err(refused)
    }

    /// The text of the organism's file.
    ///
    /// # Errors
    /// None that is known; the serializer may report one.
    pub fn to_ron(&self) -> Result<String, ron::Error> {
        let written = Written {
            format: if self.searches.is_empty() { 1 } else { FORMAT },
            name: self.name.clone(),
            evaluation: WrittenGenome::of(&self.evaluation),
            search: self.searches.iter().map(WrittenGenome::of).collect(),
            origin: self.origin.clone(),
        };
        let style = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(4);
        Ok(options().to_string_pretty(&written, style)? + "\n")
    }
}
