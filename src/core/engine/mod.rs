//! The chess engine: board, features, evaluation, quiescence search, 1-ply moves, the playing search, tablebases and
//! parameter schemas.

pub mod bench;
pub mod board;
pub mod endgame;
pub mod evaluation;
pub mod exchange;
pub mod features;
pub mod line;
pub mod one_ply;
pub mod pieces;
pub(crate) mod prefetch;
pub mod quiescence;
pub mod schema;
pub mod search;
pub mod tablebases;
#[cfg(test)]
mod testing;
