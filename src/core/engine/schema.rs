//! Parameter schemas: the meaning of an organism's bits, as data.
//!
//! A schema is an ordered list of parameters, in the order of the genes on the chromosome. Each gene is a Gray-coded
//! integer of `bits` bits, which is added to the lower end of the range. A value above the upper end saturates there
//! (2014 paper, Table I: 3-bit extensions stop at 4). The papers' schemas and those of the search are stored in
//! `assets/schemas/*.ron` and embedded in the binary. The extended evaluation schemas follow from the table of features.

mod error;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::features::extended;
use crate::files;

pub use error::SchemaError;

/// The topic of a parameter. Screens group rows by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Group {
    /// Piece values.
    Material,
    /// Squares of pieces.
    Squares,
    /// Mobility of pieces.
    Mobility,
    /// Threats against pieces and pawns.
    Threats,
    /// Attacks on the enemy king.
    KingAttack,
    /// Pawns around the king.
    Shelter,
    /// Passed pawns.
    PassedPawns,
    /// Pawn structure and advance.
    Pawns,
    /// Other terms of pieces.
    Pieces,
    /// Knights and bishops.
    MinorPieces,
    /// Rooks.
    Rooks,
    /// The queen.
    Queen,
    /// King shelter and pressure on the king.
    King,
    /// Search: null move pruning.
    NullMove,
    /// Search: pruning by the static score.
    Futility,
    /// Search: multi-cut pruning.
    MultiCut,
    /// Search: depth extensions.
    Extensions,
    /// Search: aspiration window at the root.
    Window,
    /// Search: depth reductions.
    Reductions,
    /// Search: other pruning of moves and nodes.
    Pruning,
    /// Search: quiescence search.
    Quiescence,
    /// Search: corrections of the static evaluation.
    Correction,
    /// Search: use of time.
    Time,
    /// Options of an engine that is not Eyas.
    Options,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Group::Material => "material",
            Group::Squares => "squares",
            Group::Mobility => "mobility",
            Group::Threats => "threats",
            Group::KingAttack => "king attack",
            Group::Shelter => "shelter",
            Group::PassedPawns => "passed pawns",
            Group::Pawns => "pawns",
            Group::Pieces => "pieces",
            Group::MinorPieces => "minor pieces",
            Group::Rooks => "rooks",
            Group::Queen => "queen",
            Group::King => "king",
            Group::NullMove => "null move",
            Group::Futility => "futility",
            Group::MultiCut => "multi-cut",
            Group::Extensions => "extensions",
            Group::Window => "window",
            Group::Reductions => "reductions",
            Group::Pruning => "pruning",
            Group::Quiescence => "quiescence",
            Group::Correction => "correction",
            Group::Time => "time",
            Group::Options => "options",
        })
    }
}

/// One gene: a named integer with its length in bits and its range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The name in the paper, in capitals.
    pub name: String,
    /// Length of the gene in bits; 0 for a fixed parameter.
    pub bits: u8,
    /// Smallest and largest value, inclusive; equal for a fixed parameter.
    pub range: (i32, i32),
    /// The topic of the parameter.
    pub group: Group,
    /// The unit of the value, e.g. "cp per pawn".
    pub unit: String,
    /// A one-line description.
    pub description: String,
}

impl Parameter {
    /// Returns whether there is more than one value.
    #[must_use]
    pub fn is_free(&self) -> bool {
        self.range.0 < self.range.1
    }

    /// Returns the value of a gene whose Gray code decodes to `raw`.
    #[must_use]
    pub fn value_of(&self, raw: u32) -> i32 {
        let (low, high) = self.range;
        i64::from(low).saturating_add(i64::from(raw)).min(i64::from(high)) as i32
    }

    /// Returns the gene's integer for a value, or `None` if the value is outside the range.
    #[must_use]
    pub fn raw_of(&self, value: i32) -> Option<u32> {
        let (low, high) = self.range;
        (low..=high).contains(&value).then(|| value.abs_diff(low))
    }
}

/// An ordered list of parameters.
///
/// # Example
///
/// ```
/// use eyas_core::engine::schema::Schema;
/// use eyas_core::organism::chromosome::Chromosome;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let schema = Schema::parse(
///     "own",
///     r#"(
///         name: "own",
///         description: "two parameters",
///         parameters: [
///             (name: "TEMPO", bits: 4, range: (0, 10), group: King, unit: "cp", description: "the move"),
///             (name: "ROOK", bits: 7, range: (400, 527), group: Material, unit: "cp", description: "a rook"),
///         ],
///     )"#,
/// )?;
/// let chromosome: Chromosome = "00101000000".parse()?;
/// assert_eq!(schema.bits(), chromosome.len());
/// // Gray code: 0010 is 3. The second gene is 1000000, which is 127 above the lower end of its range.
/// assert_eq!(chromosome.decode(&schema), [3, 527]);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// The name that configurations and organism files use.
    pub name: String,
    /// A one-line description with the source.
    pub description: String,
    /// The genes in chromosome order.
    pub parameters: Vec<Parameter>,
}

/// Where an embedded schema is defined.
enum Definition {
    /// In a file.
    File(&'static str),
    /// By the features that it names.
    Features(fn() -> Schema),
}

/// The embedded schemas, evaluation schemas first.
const BUILT_IN: [(&str, Definition); 8] = [
    ("paper-2014", Definition::File(include_str!("../data/assets/schemas/paper-2014.ron"))),
    ("paper-2008", Definition::File(include_str!("../data/assets/schemas/paper-2008.ron"))),
    ("extended", Definition::Features(extended::full_schema)),
    ("extended-medium", Definition::Features(extended::medium_schema)),
    ("extended-small", Definition::Features(extended::small_schema)),
    ("search-paper", Definition::File(include_str!("../data/assets/schemas/search-paper.ron"))),
    ("search-extended", Definition::File(include_str!("../data/assets/schemas/search-extended.ron"))),
    ("search-full", Definition::File(include_str!("../data/assets/schemas/search-full.ron"))),
];

/// A schema as settings and organism files store it: an embedded schema by its name, another one as a whole. So these
/// files do not depend on schema files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "StoredSchema", into = "StoredSchema")]
pub struct SchemaRef(Arc<Schema>);

/// The form of a [`SchemaRef`] in a file.
#[derive(Serialize, Deserialize)]
enum StoredSchema {
    BuiltIn(String),
    Custom(Schema),
}

impl TryFrom<StoredSchema> for SchemaRef {
    type Error = SchemaError;

    fn try_from(stored: StoredSchema) -> Result<SchemaRef, SchemaError> {
        match stored {
            StoredSchema::BuiltIn(name) => Schema::built_in(&name).map(SchemaRef),
            StoredSchema::Custom(schema) => {
                schema.validate()?;
                Ok(SchemaRef(Arc::new(schema)))
            }
        }
    }
}

impl From<SchemaRef> for StoredSchema {
    fn from(SchemaRef(schema): SchemaRef) -> StoredSchema {
        if schema.is_built_in() {
            StoredSchema::BuiltIn(schema.name.clone())
        } else {
            StoredSchema::Custom(Schema::clone(&schema))
        }
    }
}

impl From<Arc<Schema>> for SchemaRef {
    fn from(schema: Arc<Schema>) -> SchemaRef {
        SchemaRef(schema)
    }
}

impl Deref for SchemaRef {
    type Target = Arc<Schema>;

    fn deref(&self) -> &Arc<Schema> {
        &self.0
    }
}

/// What the parameters of a schema control.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SchemaKind {
    /// The evaluation of positions.
    Evaluation,
    /// The selective search.
    Search,
}

impl SchemaKind {
    /// Returns the names of the embedded schemas with this purpose.
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            SchemaKind::Evaluation => &Schema::EVALUATION_NAMES,
            SchemaKind::Search => &Schema::SEARCH_NAMES,
        }
    }
}

impl fmt::Display for SchemaKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SchemaKind::Evaluation => "evaluation",
            SchemaKind::Search => "search",
        })
    }
}

impl Schema {
    /// The names of the embedded evaluation schemas.
    pub const EVALUATION_NAMES: [&str; 5] =
        ["paper-2014", "paper-2008", "extended", "extended-medium", "extended-small"];

    /// The names of the embedded search schemas.
    pub const SEARCH_NAMES: [&str; 3] = ["search-paper", "search-extended", "search-full"];

    /// Returns the names of all embedded schemas.
    #[must_use]
    pub fn names() -> Vec<&'static str> {
        BUILT_IN.iter().map(|(name, _)| *name).collect()
    }

    /// Returns the embedded schema with this purpose and name.
    ///
    /// # Errors
    /// Returns [`SchemaError::Unfit`] if no built-in schema of this purpose has the name.
    pub fn of(purpose: SchemaKind, name: &str) -> Result<Arc<Schema>, SchemaError> {
        if !purpose.names().contains(&name) {
            return Err(SchemaError::Unfit { purpose, name: name.to_owned() });
        }
        Schema::built_in(name)
    }

    /// Returns the embedded schema with this name. It is parsed once.
    ///
    /// # Errors
    /// Returns [`SchemaError::Unknown`] if no built-in schema has the name.
    pub fn built_in(name: &str) -> Result<Arc<Schema>, SchemaError> {
        static PARSED: [OnceLock<Arc<Schema>>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
        let index = BUILT_IN
            .iter()
            .position(|(known, _)| *known == name)
            .ok_or_else(|| SchemaError::Unknown(name.to_owned()))?;
        if let Some(schema) = PARSED[index].get() {
            return Ok(Arc::clone(schema));
        }
        let schema = Arc::new(match &BUILT_IN[index].1 {
            Definition::File(text) => Schema::parse(name, text)?,
            Definition::Features(schema) => schema(),
        });
        Ok(Arc::clone(PARSED[index].get_or_init(|| schema)))
    }

    /// Parses a schema from RON and validates it.
    ///
    /// # Errors
    /// Returns the syntax error with its line and column, or an error for the first parameter whose bits and range do
    /// not match.
    pub fn parse(name: &str, text: &str) -> Result<Schema, SchemaError> {
        let schema: Schema = ron::from_str(text)
            .map_err(|cause| SchemaError::Syntax { name: name.to_owned(), cause: Box::new(cause) })?;
        schema.validate()?;
        Ok(schema)
    }

    /// Returns whether there is one value for each parameter, inside its range.
    #[must_use]
    pub fn has_values(&self, values: &[i32]) -> bool {
        let mut both = self.parameters.iter().zip(values);
        self.len() == values.len() && both.all(|(parameter, value)| parameter.raw_of(*value).is_some())
    }

    /// Checks that the bits and the range of each parameter match, and that names are unique.
    ///
    /// # Errors
    /// Returns the first parameter that is wrong.
    pub fn validate(&self) -> Result<(), SchemaError> {
        for (index, parameter) in self.parameters.iter().enumerate() {
            let refuse = |reason: &str| SchemaError::Parameter {
                schema: self.name.clone(),
                parameter: parameter.name.clone(),
                reason: reason.to_owned(),
            };
            let (low, high) = parameter.range;
            if low > high {
                return Err(refuse("the range is empty"));
            }
            if parameter.bits > 16 {
                return Err(refuse("a gene must have at most 16 bits"));
            }
            if u64::from(high.abs_diff(low)) >= 1u64 << parameter.bits {
                return Err(refuse("the range requires more bits than the gene has"));
            }
            if self.parameters[..index].iter().any(|other| other.name == parameter.name) {
                return Err(refuse("the name occurs twice"));
            }
        }
        Ok(())
    }

    /// Returns the embedded schema with this name, or the schema in the file with this path.
    ///
    /// # Errors
    /// Returns an error if there is neither, or if the file is not a valid schema.
    pub fn named_or_path(text: &str) -> Result<Arc<Schema>, SchemaError> {
        let path = Path::new(text);
        let is_name = path.components().count() == 1 && path.extension().is_none();
        if is_name && !path.is_file() {
            return Schema::built_in(text);
        }
        let read = |cause| SchemaError::Read { path: path.to_owned(), cause };
        let content = files::read_text(path, files::HANDWRITTEN).map_err(read)?;
        let schema = Schema::parse(text, &content)?;
        // A file with the content of an embedded schema is that schema. Another one may not use its name, as organism
        // files refer to embedded schemas by name.
        match Schema::built_in(&schema.name) {
            Ok(known) if *known == schema => Ok(known),
            Ok(known) => Err(SchemaError::NameTaken { path: path.to_owned(), name: known.name.clone() }),
            Err(_) => Ok(Arc::new(schema)),
        }
    }

    /// Returns the schema as the content of a schema file: RON with a parameter in each line, as in `assets/schemas`.
    #[must_use]
    pub fn to_ron(&self) -> String {
        let Schema { name, description, parameters } = self;
        let mut text =
            format!("(\n    name: {name:?},\n    description: {description:?},\n    parameters: [\n");
        // The writer of `ron` would escape apostrophes. What `Debug` escapes, RON reads.
        for Parameter { name, bits, range, group, unit, description } in parameters {
            let _ = writeln!(
                text,
                "        (name: {name:?}, bits: {bits}, range: {range:?}, group: {group:?}, unit: {unit:?}, \
                 description: {description:?}),"
            );
        }
        text + "    ],\n)\n"
    }

    /// Returns this schema without the parameters of some groups or families. A word of `dropped` is the name of a
    /// group in schema files, such as `KingAttack`, or the beginning of names of parameters up to an underscore, such
    /// as `TEMPO`. Without words it is the same schema.
    ///
    /// # Errors
    /// Returns [`SchemaError::NotDropped`] for a word that fits no parameter, and [`SchemaError::Empty`] if no
    /// parameter remains.
    pub fn without(&self, dropped: &[String]) -> Result<Schema, SchemaError> {
        if dropped.is_empty() {
            return Ok(self.clone());
        }
        let fits = |word: &str, Parameter { name, group, .. }: &Parameter| {
            let rest = name.strip_prefix(word);
            format!("{group:?}") == word || rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('_'))
        };
        if let Some(word) = dropped.iter().find(|word| !self.parameters.iter().any(|one| fits(word, one))) {
            let groups: BTreeSet<String> =
                self.parameters.iter().map(|one| format!("{:?}", one.group)).collect();
            let groups: Vec<String> = groups.into_iter().collect();
            let (schema, word) = (self.name.clone(), word.clone());
            return Err(SchemaError::NotDropped { schema, word, groups: groups.join(", ") });
        }
        let is_kept = |parameter: &&Parameter| !dropped.iter().any(|word| fits(word, parameter));
        let parameters: Vec<Parameter> = self.parameters.iter().filter(is_kept).cloned().collect();
        if parameters.is_empty() {
            return Err(SchemaError::Empty { schema: self.name.clone() });
        }
        let words = dropped.join("-").to_lowercase();
        Ok(Schema {
            name: format!("{}-without-{words}", self.name),
            description: format!("{}, without {}", self.description, dropped.join(", ")),
            parameters,
        })
    }

    /// Returns the smallest value of each parameter.
    #[must_use]
    pub fn smallest(&self) -> Vec<i32> {
        self.parameters.iter().map(|parameter| parameter.range.0).collect()
    }

    /// Returns whether the schema is embedded in the binary.
    #[must_use]
    pub fn is_built_in(&self) -> bool {
        BUILT_IN.iter().any(|(known, _)| *known == self.name)
    }

    /// Returns whether the parameters are options of an engine that is not Eyas, so that no organism has them.
    #[must_use]
    pub fn is_of_engine(&self) -> bool {
        self.parameters.iter().any(|parameter| parameter.group == Group::Options)
    }

    /// Returns the number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Returns whether the schema has no parameters.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// Returns the length of the chromosome in bits.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.parameters.iter().map(|p| usize::from(p.bits)).sum()
    }

    /// Returns the bits of each parameter in the chromosome.
    pub fn genes(&self) -> impl Iterator<Item = Range<usize>> {
        self.parameters.iter().scan(0, |next, parameter| {
            let first = *next;
            *next += usize::from(parameter.bits);
            Some(first..*next)
        })
    }

    /// Returns the index of the parameter with this name.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|p| p.name == name)
    }
}
