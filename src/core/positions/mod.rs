//! Positions and games: PGN import, EPD, Chess960 and the embedded position sets.

pub mod chess960;
pub mod epd;
pub mod fen;
pub mod moves;
mod names;
pub mod pgn_import;
mod set;
pub(crate) mod text;
mod variant;

pub use self::variant::Variant;
pub use names::PlayerNames;
pub use set::{
    Example, PositionSet, PositionSource, PositionsError, embedded_records, embedded_text, read_records,
    records,
};
