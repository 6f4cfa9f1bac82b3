//! Games and positions: PGN import, EPD, and the sets embedded in the binary.

use std::sync::Arc;

use shakmaty::{Chess, Move};

/// A position with the moves that count as right in it.
#[derive(Debug, Clone)]
pub struct Example {
    /// The position.
    pub position: Chess,
    /// The move played (`sm`), or the best moves (`bm`); never empty, all legal, none twice.
    pub moves: Vec<Move>,
}

/// A named list of examples.
#[derive(Debug, Clone)]
pub struct PositionSet {
    /// The embedded set's name or the file's name.
    pub name: String,
    /// The examples in file order.
    pub examples: Arc<Vec<Example>>,
}
