//! Games and positions: PGN import, EPD, and the sets embedded in the binary.

pub mod epd;
pub mod moves;
pub mod pgn_import;
mod set;
pub(crate) mod text;

pub use set::{Example, PositionSet, PositionsError, embedded_records, read_records, records};
