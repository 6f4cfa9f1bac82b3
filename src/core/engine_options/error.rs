//! Errors in parameter files.

use std::io;
use std::path::PathBuf;

use crate::numbers::thousands;
use crate::text;

/// What is wrong with an option.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum OptionProblem {
    /// The name is empty or has control characters.
    #[error("the name of an option must be a text on one line")]
    Name,
    /// A number is infinite or not a number.
    #[error("{field} is {value}; it must be a finite number")]
    Infinite {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// A number has decimals.
    #[error("{field} is {value}, but the option has integers; use an integer, or the type float")]
    NotInteger {
        /// The field.
        field: &'static str,
        /// Its value.
        value: f64,
    },
    /// The range is empty.
    #[error("min is {min} and max is {max}; min must be less than max")]
    Range {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// The start is outside the range.
    #[error("start is {start}; it must be {min} to {max}")]
    Start {
        /// The start.
        start: f64,
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// A check or a combo has fewer values.
    #[error("the range is {min} to {max}, but the option has {values} values; use 0 to {last}", last = values.saturating_sub(1))]
    Values {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
        /// The number of values.
        values: usize,
    },
    /// The perturbation is not positive.
    #[error("c_end or step is {0}; it must be greater than 0")]
    Perturbation(f64),
    /// A word of a combo option has a line break or another control character.
    #[error("a word has a line break or another control character; no engine declares such a word")]
    Word,
    /// The range has too many values.
    #[error("the range {min} to {max} has more than {most} values; narrow it, or write fewer decimals", most = thousands(65_536))]
    Size {
        /// The smallest value.
        min: f64,
        /// The largest value.
        max: f64,
    },
    /// Two parameters have this name.
    #[error("the option occurs twice")]
    Twice,
    /// The option has a fixed value, too.
    #[error(
        "the option is tuned, so it cannot have a fixed value; remove it from --option, or from the parameters"
    )]
    Fixed,
}

/// What is wrong with a parameter file.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Problem {
    /// The file has no parameters.
    #[error("the file has no parameters")]
    Empty,
    /// The text does not have the format.
    #[error("{0}; {FORMATS}")]
    Syntax(String),
    /// A line has the wrong number of fields.
    #[error("the line has {0} fields; {FORMATS}")]
    Fields(usize),
    /// The type of a parameter is unknown.
    #[error("“{0}” is not a type; use int or float")]
    Type(String),
    /// A field is not a number.
    #[error("{field} is “{text}”; it must be a number")]
    Number {
        /// The field.
        field: &'static str,
        /// Its text.
        text: String,
    },
    /// A field is missing.
    #[error("“{name}” has no {field}; add it")]
    Missing {
        /// The name of the parameter.
        name: String,
        /// The field.
        field: &'static str,
    },
    /// A parameter of weather-factory has no step.
    #[error(
        "“{name}” has no step; add it, such as \"step\": {proposal}: the perturbation at the end of the tune, in units of the \
         parameter"
    )]
    Step {
        /// The name of the parameter.
        name: String,
        /// A usual step.
        proposal: f64,
    },
    /// An entry of a JSON file is not an object.
    #[error(
        "“{name}” is {text}, but each entry of a JSON file must be an object with value, min_value, max_value and step; \
         {FORMATS}"
    )]
    NoObject {
        /// The name of the entry.
        name: String,
        /// Its value.
        text: String,
    },
    /// The file is a configuration of chess-tuning-tools.
    #[error(
        "this is a configuration of chess-tuning-tools, which has ranges without starts and steps; write each entry of \
         parameter_ranges as a line “NAME, int, START, MIN, MAX, STEP, 0.002” in a text file, with float instead of int for \
         “Real”"
    )]
    TuningTools,
    /// A parameter is invalid.
    #[error("“{name}”: {problem}")]
    Option {
        /// The name of the parameter.
        name: String,
        /// What is wrong with it.
        problem: OptionProblem,
    },
}

const FORMATS: &str = "a parameter file has lines of OpenBench (name, int|float, start, min, max, c_end, r_end), the \
                       JSON of weather-factory, or the RON that --list-params prints";

/// Why a parameter file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ParameterFileError {
    /// The file cannot be read.
    #[error("{file}: {cause}; give a parameter file, such as eyas tune ENGINE --list-params prints", file = .file.display())]
    Read {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        cause: io::Error,
    },
    /// The content is wrong.
    #[error("{file}, line {line}, column {column}: {problem}")]
    Content {
        /// The name of the file.
        file: String,
        /// The line, 1-based.
        line: usize,
        /// The column, 1-based.
        column: usize,
        /// What is wrong.
        problem: Problem,
    },
}

/// A problem at a byte of a text.
#[derive(Debug)]
pub(super) struct Located {
    /// The index of the byte.
    pub(super) at: usize,
    /// What is wrong.
    pub(super) problem: Problem,
}

impl Located {
    /// Adds the name of the file, and line and column in its text.
    pub(super) fn in_file(self, file: &str, content: &str) -> ParameterFileError {
        let (line, column) = text::place(content, self.at);
        ParameterFileError::Content { file: file.to_owned(), line, column, problem: self.problem }
    }
}
