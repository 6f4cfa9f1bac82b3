//! Options of engines as parameters: what an engine author tunes, and the files that list it.
//!
//! A [`ParameterFile`] is read from three formats and written back in the same one. A [`TunableOption`] is one number of
//! the engine with its start and range. A [`TunedEngine`] is an engine with such options: it turns the integers of a
//! [`Schema`](crate::engine::schema::Schema) into the values of `setoption`. [`proposal`] makes a list from the options
//! that an engine declares, and a [`trial`] shows before a tune what the engine makes of them.

mod engine;
mod error;
mod export;
mod file;
mod identifier;
mod open_bench;
mod option;
pub mod proposal;
mod ron_file;
#[cfg(test)]
mod tests;
mod trial;
mod weather_factory;

pub use engine::{EngineError, TunedEngine};
pub use error::{OptionProblem, ParameterFileError, Problem};
pub use export::{ExportError, ValueFormat};
pub use file::ParameterFile;
pub use option::{OptionType, TunableOption};
pub use trial::{Trial, TrialError, trial};
