//! Games and positions: PGN import, EPD, and the sets embedded in the binary.

pub mod chess960;
pub mod epd;
pub mod fen;
pub mod moves;
pub mod pgn_import;
mod set;
pub(crate) mod text;
mod variant;

pub use self::variant::{ParseVariantError, Variant};
pub use set::{
    Example, PositionSet, PositionSource, PositionsError, embedded_records, read_records, records,
};
