//! Parameter schemas as data: what an organism's bits mean.
//!
//! A schema is an ordered list of parameters. The order is the order of the genes on the chromosome;
//! each gene is a Gray-coded integer of `bits` bits added to the lower end of the range. A gene whose
//! integer would pass the upper end saturates there (2014 paper, Table I: 3-bit extensions stop at 4).
//! Schemas live in `assets/schemas/*.ron` and are embedded in the binary.

use std::fmt;
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

/// What a parameter is about; screens group rows by it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Group {
    /// Piece values.
    Material,
    /// Pawn structure and advance.
    Pawns,
    /// Knights and bishops.
    MinorPieces,
    /// Rooks.
    Rooks,
    /// The queen.
    Queen,
    /// King shelter and pressure on the king.
    King,
    /// Search: passing.
    NullMove,
    /// Search: cuts by the static score.
    Futility,
    /// Search: cuts by several moves that fail high.
    MultiCut,
    /// Search: moves looked at more deeply.
    Extensions,
    /// Search: the window at the root.
    Window,
    /// Search: moves looked at less deeply.
    Reductions,
    /// Search: moves and nodes left out.
    Pruning,
    /// Search: what lies beyond the last ply.
    Quiescence,
}

impl fmt::Display for Group {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Group::Material => "material",
            Group::Pawns => "pawns",
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
        })
    }
}

/// One gene: a named integer with its length in bits and its range.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameter {
    /// The paper's name, in capitals.
    pub name: String,
    /// Length of the gene; 0 for a parameter that is fixed.
    pub bits: u8,
    /// Smallest and largest value, both inclusive; equal for a fixed parameter.
    pub range: (i32, i32),
    /// What the parameter is about.
    pub group: Group,
    /// What one unit of the value is, e.g. "cp per pawn".
    pub unit: String,
    /// One line in words.
    pub meaning: String,
}

impl Parameter {
    /// The value of a gene whose Gray code decodes to `raw`.
    #[must_use]
    pub fn value_of(&self, raw: u32) -> i32 {
        let (low, high) = self.range;
        i64::from(low).saturating_add(i64::from(raw)).min(i64::from(high)) as i32
    }

    /// The gene's integer for a value, or `None` where the value is outside the range.
    #[must_use]
    pub fn raw_of(&self, value: i32) -> Option<u32> {
        let (low, high) = self.range;
        (low..=high).contains(&value).then(|| value.abs_diff(low))
    }
}

/// An ordered list of parameters.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Schema {
    /// The name by which configurations and organism files refer to it.
    pub name: String,
    /// One line in words, with the source.
    pub meaning: String,
    /// The genes in chromosome order.
    pub parameters: Vec<Parameter>,
}

/// Why a schema was refused.
#[derive(Debug, thiserror::Error)]
pub enum SchemaError {
    /// No schema of that name is built in.
    #[error(
        "no schema is called “{0}”; known are {evaluation}, {search}",
        evaluation = Schema::EVALUATION_NAMES.join(", "),
        search = Schema::SEARCH_NAMES.join(", ")
    )]
    Unknown(String),
    /// No schema of that name is built in for that purpose.
    #[error("no {purpose} schema is called “{name}”; known are {known}", known = purpose.names().join(", "))]
    Unfit {
        /// What a schema was wanted for.
        purpose: Purpose,
        /// The name asked for.
        name: String,
    },
    /// The text is not a schema.
    #[error(
        "schema {name}, line {}, column {}: {}", cause.span.start.line, cause.span.start.col, cause.code
    )]
    Syntax {
        /// The schema's name.
        name: String,
        /// Line, column and reason.
        cause: Box<ron::error::SpannedError>,
    },
    /// A parameter's bits and range do not fit together, or a name stands twice.
    #[error("schema {schema}: parameter {parameter}: {reason}")]
    Parameter {
        /// The schema's name.
        schema: String,
        /// The parameter's name.
        parameter: String,
        /// What is wrong with it.
        reason: String,
    },
}

/// The embedded schemas: those of evaluations first.
const BUILT_IN: [(&str, &str); 4] = [
    ("paper-2014", include_str!("../../assets/schemas/paper-2014.ron")),
    ("paper-2008", include_str!("../../assets/schemas/paper-2008.ron")),
    ("search-paper", include_str!("../../assets/schemas/search-paper.ron")),
    ("search-extended", include_str!("../../assets/schemas/search-extended.ron")),
];

/// What the parameters of a schema govern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// The evaluation of positions.
    Evaluation,
    /// The selective search.
    Search,
}

impl Purpose {
    /// The names of the embedded schemas of this purpose.
    #[must_use]
    pub fn names(self) -> &'static [&'static str] {
        match self {
            Purpose::Evaluation => &Schema::EVALUATION_NAMES,
            Purpose::Search => &Schema::SEARCH_NAMES,
        }
    }
}

impl fmt::Display for Purpose {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Purpose::Evaluation => "evaluation",
            Purpose::Search => "search",
        })
    }
}

impl Schema {
    /// The names of the embedded schemas of evaluations.
    pub const EVALUATION_NAMES: [&str; 2] = ["paper-2014", "paper-2008"];

    /// The names of the embedded schemas of searches.
    pub const SEARCH_NAMES: [&str; 2] = ["search-paper", "search-extended"];

    /// The embedded schema of that name and purpose.
    ///
    /// # Errors
    /// [`SchemaError::Unfit`] for a name that is not built in for this purpose.
    pub fn of(purpose: Purpose, name: &str) -> Result<Arc<Schema>, SchemaError> {
        if !purpose.names().contains(&name) {
            return Err(SchemaError::Unfit { purpose, name: name.to_owned() });
        }
        Schema::built_in(name)
    }

    /// The embedded schema of that name; parsed once.
    ///
    /// # Errors
    /// [`SchemaError::Unknown`] for a name that is not built in.
    pub fn built_in(name: &str) -> Result<Arc<Schema>, SchemaError> {
        static PARSED: [OnceLock<Arc<Schema>>; BUILT_IN.len()] = [const { OnceLock::new() }; BUILT_IN.len()];
        let index = BUILT_IN
            .iter()
            .position(|(known, _)| *known == name)
            .ok_or_else(|| SchemaError::Unknown(name.to_owned()))?;
        if let Some(schema) = PARSED[index].get() {
            return Ok(Arc::clone(schema));
        }
        let schema = Arc::new(Schema::parse(name, BUILT_IN[index].1)?);
        Ok(Arc::clone(PARSED[index].get_or_init(|| schema)))
    }

    /// Reads a schema from RON and checks it.
    ///
    /// # Errors
    /// The syntax error with its line and column, or the first parameter whose bits and range do not fit.
    pub fn parse(name: &str, text: &str) -> Result<Schema, SchemaError> {
        let schema: Schema = ron::from_str(text)
            .map_err(|cause| SchemaError::Syntax { name: name.to_owned(), cause: Box::new(cause) })?;
        for (index, parameter) in schema.parameters.iter().enumerate() {
            let refuse = |reason: &str| SchemaError::Parameter {
                schema: schema.name.clone(),
                parameter: parameter.name.clone(),
                reason: reason.to_owned(),
            };
            let (low, high) = parameter.range;
            if low > high {
                return Err(refuse("the range is empty"));
            }
            if parameter.bits > 16 {
                return Err(refuse("a gene has at most 16 bits"));
            }
            if u64::from(high.abs_diff(low)) >= 1u64 << parameter.bits {
                return Err(refuse("the range needs more bits than the gene has"));
            }
            if schema.parameters[..index].iter().any(|other| other.name == parameter.name) {
                return Err(refuse("the name stands twice"));
            }
        }
        Ok(schema)
    }

    /// Number of parameters.
    #[must_use]
    pub fn len(&self) -> usize {
        self.parameters.len()
    }

    /// Whether the schema has no parameter at all.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }

    /// Length of the chromosome in bits.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.parameters.iter().map(|p| usize::from(p.bits)).sum()
    }

    /// The index of the parameter of that name.
    #[must_use]
    pub fn index_of(&self, name: &str) -> Option<usize> {
        self.parameters.iter().position(|p| p.name == name)
    }
}

#[cfg(test)]
mod tests;
