//! The axes of the features of moves: names for each value of a property of a move or of its position.

/// A property of a move with a fixed number of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Axis {
    /// The names of its values.
    pub(super) values: &'static [&'static str],
}

const fn axis(values: &'static [&'static str]) -> Axis {
    Axis { values }
}

pub(super) const PIECE: Axis = axis(&["pawn", "knight", "bishop", "rook", "queen", "king"]);
pub(super) const VICTIM: Axis = axis(&["pawn", "knight", "bishop", "rook", "queen"]);
pub(super) const KIND: Axis =
    axis(&["pawn", "knight", "bishop", "rook", "queen", "king", "castling", "capture"]);
pub(super) const PHASE: Axis = axis(&["opening", "middlegame", "endgame"]);
pub(super) const SQUARE: Axis = axis(&[
    "a1", "b1", "c1", "d1", "e1", "f1", "g1", "h1", "a2", "b2", "c2", "d2", "e2", "f2", "g2", "h2", "a3",
    "b3", "c3", "d3", "e3", "f3", "g3", "h3", "a4", "b4", "c4", "d4", "e4", "f4", "g4", "h4", "a5", "b5",
    "c5", "d5", "e5", "f5", "g5", "h5", "a6", "b6", "c6", "d6", "e6", "f6", "g6", "h6", "a7", "b7", "c7",
    "d7", "e7", "f7", "g7", "h7", "a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8",
]);
pub(super) const FILE: Axis = axis(&["a", "b", "c", "d", "e", "f", "g", "h"]);
pub(super) const RANK: Axis = axis(&["1", "2", "3", "4", "5", "6", "7", "8"]);
pub(super) const ZONE: Axis = axis(&[
    "queen-side, home",
    "centre, home",
    "king-side, home",
    "queen-side, middle",
    "centre, middle",
    "king-side, middle",
    "queen-side, forward",
    "centre, forward",
    "king-side, forward",
]);
pub(super) const EXCHANGE: Axis = axis(&["loses a piece", "loses some", "even", "wins some", "wins a piece"]);
pub(super) const DIRECTION: Axis =
    axis(&["retreat", "sideways", "forward", "diagonally back", "diagonally forward"]);
pub(super) const LENGTH: Axis = axis(&["1 square", "2 squares", "3 squares", "4 or more"]);
pub(super) const NEARER: Axis = axis(&["nearer", "as near", "farther"]);
pub(super) const DISTANCE: Axis = axis(&["1", "2", "3", "4", "5", "6", "7"]);
pub(super) const COUNT: Axis = axis(&["0", "1", "2 or more"]);
pub(super) const CHANGE: Axis = axis(&["much less", "less", "equal", "more", "much more"]);
pub(super) const TIME: Axis = axis(&["to move 20", "to move 30", "to move 40", "to move 60", "later"]);
pub(super) const BALANCE: Axis = axis(&["behind", "equal", "ahead"]);
pub(super) const KINGS: Axis = axis(&["same wing", "opposite wings", "a king in the centre"]);
pub(super) const LOSS: Axis =
    axis(&["best", "to 10", "to 25", "to 50", "to 100", "to 200", "to 400", "more"]);
pub(super) const PLACE: Axis = axis(&["1", "2", "3", "4 or 5", "6 to 10", "later"]);
pub(super) const WING: Axis = axis(&["queen-side", "centre", "king-side"]);
pub(super) const DENSITY: Axis = axis(&["open", "half-open", "closed"]);
pub(super) const COLOUR: Axis = axis(&["Black", "White"]);
pub(super) const QUEENS: Axis = axis(&["no queen", "one queen", "both queens"]);
pub(super) const ASIDE: Axis = axis(&["0 files", "1 file", "2 files", "3 files", "4 or more"]);
pub(super) const AHEAD: Axis = axis(&[
    "3 or more before",
    "2 before",
    "1 before",
    "same rank",
    "1 behind",
    "2 behind",
    "3 behind",
    "farther",
]);
pub(super) const LEFT: Axis = axis(&["to 10", "to 20", "to 30", "to 40", "more"]);
pub(super) const COUNTERPART: Axis = axis(&[
    "attacked by a pawn",
    "attacked by a lesser piece",
    "by an equal piece",
    "by a greater piece",
    "not attacked",
]);
