//! The organism file: RON, in which the values are written by name and the bits beside them.
//!
//! Bits and values say the same thing twice on purpose: the values are what people read and edit, the bits
//! are what evolution goes on from. They are checked against each other. A file whose author knows only
//! values leaves the chromosome out.

use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;

use ron::extensions::Extensions;
use serde::de::{MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::{Genome, Organism, OrganismError, Origin};
use crate::engine::schema::Schema;
use crate::evolution::chromosome::Chromosome;
use crate::files;

/// The version of the format that is written; older ones would be read, newer ones are refused.
pub(super) const FORMAT: u32 = 1;

/// The organisms in the binary, by name.
const EMBEDDED: [(&str, &str); 3] = [
    ("reference", include_str!("../../assets/organisms/reference.ron")),
    ("paper-2014-figure-3", include_str!("../../assets/organisms/paper-2014-figure-3.ron")),
    ("paper-2008-figure-3", include_str!("../../assets/organisms/paper-2008-figure-3.ron")),
];

/// The file as it is written.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    format: u32,
    name: String,
    evaluation: WrittenGenome,
    #[serde(default)]
    origin: Origin,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenGenome {
    schema: String,
    #[serde(default)]
    chromosome: Option<Chromosome>,
    values: Values,
}

/// All that is looked at before it is known that the format is understood.
#[derive(Deserialize)]
struct Version {
    format: u32,
}

/// Values by name, in the order of the schema or of the file.
struct Values(Vec<(String, i32)>);

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

/// A text being checked, able to say where something in it stands.
struct Source<'a> {
    file: &'a str,
    text: &'a str,
}

impl Source<'_> {
    /// Refuses the content because of what stands in quotation marks somewhere, or of the whole.
    fn refuse(&self, quoted: &str, problem: String) -> OrganismError {
        let at = self.text.find(&format!("\"{quoted}\"")).unwrap_or(0);
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |start| start.chars().count()) + 1;
        OrganismError::Content { file: self.file.to_owned(), line, column, problem }
    }

    fn parse<T: for<'de> Deserialize<'de>>(&self) -> Result<T, OrganismError> {
        options().from_str(self.text).map_err(|error| OrganismError::Content {
            file: self.file.to_owned(),
            line: error.span.start.line,
            column: error.span.start.col,
            problem: error.code.to_string(),
        })
    }

    fn organism(&self) -> Result<Organism, OrganismError> {
        let Version { format } = self.parse()?;
        if format > FORMAT {
            return Err(OrganismError::Newer { file: self.file.to_owned(), found: format });
        }
        let Written { name, evaluation, origin, .. } = self.parse()?;
        let schema = Schema::built_in(&evaluation.schema)
            .map_err(|error| self.refuse(&evaluation.schema, error.to_string()))?;
        let values = self.values(&schema, &evaluation.values.0)?;
        let evaluation = self.genome(schema, values, evaluation.chromosome)?;
        Ok(Organism { name, evaluation, origin })
    }

    /// The values in schema order, if they are all there and in range.
    fn values(&self, schema: &Schema, named: &[(String, i32)]) -> Result<Vec<i32>, OrganismError> {
        for (name, value) in named {
            let Some(index) = schema.index_of(name) else {
                return Err(
                    self.refuse(name, format!("schema {} has no parameter {name}; remove it", schema.name))
                );
            };
            let (low, high) = schema.parameters[index].range;
            if !(low..=high).contains(value) {
                return Err(self.refuse(
                    name,
                    format!(
                        "{name} is {value}, outside its range from {low} to {high} in schema {}",
                        schema.name
                    ),
                ));
            }
        }
        let value = |name: &str| named.iter().find(|(known, _)| known == name).map(|(_, value)| *value);
        let missing = |name: &str| {
            self.refuse(
                &schema.name,
                format!("parameter {name} of schema {} is missing; add it", schema.name),
            )
        };
        schema.parameters.iter().map(|p| value(&p.name).ok_or_else(|| missing(&p.name))).collect()
    }

    fn genome(
        &self,
        schema: Arc<Schema>,
        values: Vec<i32>,
        chromosome: Option<Chromosome>,
    ) -> Result<Genome, OrganismError> {
        let Some(chromosome) = chromosome else {
            let problem = format!("the values do not fit schema {}", schema.name);
            let name = schema.name.clone();
            return Genome::from_values(schema, values).ok_or_else(|| self.refuse(&name, problem));
        };
        let bits = chromosome.to_string();
        if chromosome.len() != schema.bits() {
            return Err(self.refuse(
                &bits,
                format!(
                    "the chromosome has {} bits, schema {} has {}; correct it or leave it out",
                    chromosome.len(),
                    schema.name,
                    schema.bits()
                ),
            ));
        }
        let genome = Genome::from_chromosome(schema, chromosome);
        let differing = genome.values.iter().zip(&values).position(|(decoded, written)| decoded != written);
        match differing {
            None => Ok(genome),
            Some(index) => {
                let name = &genome.schema.parameters[index].name;
                Err(self.refuse(
                    name,
                    format!(
                        "{name} is {}, but the chromosome says {}; correct one of them, or leave the chromosome out",
                        values[index], genome.values[index]
                    ),
                ))
            }
        }
    }
}

/// Optional fields are written without `Some`; with it they are read as well.
fn options() -> ron::Options {
    ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME)
}

impl Organism {
    /// The names of the embedded organisms.
    pub const NAMES: [&str; 3] = ["reference", "paper-2014-figure-3", "paper-2008-figure-3"];

    /// The embedded organism of that name, or the one in the file at that path.
    ///
    /// # Errors
    /// When it is neither, or the file is not a sound organism.
    pub fn named_or_path(text: &str) -> Result<Organism, OrganismError> {
        if let Some((name, content)) = EMBEDDED.iter().find(|(name, _)| *name == text) {
            return Organism::parse(name, content);
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
        let Genome { schema, chromosome, values } = &self.evaluation;
        let names = schema.parameters.iter().map(|parameter| parameter.name.clone());
        let written = Written {
            format: FORMAT,
            name: self.name.clone(),
            evaluation: WrittenGenome {
                schema: schema.name.clone(),
                chromosome: Some(chromosome.clone()),
                values: Values(names.zip(values.iter().copied()).collect()),
            },
            origin: self.origin.clone(),
        };
        let style = ron::ser::PrettyConfig::new().new_line("\n").depth_limit(3);
        Ok(options().to_string_pretty(&written, style)? + "\n")
    }
}
