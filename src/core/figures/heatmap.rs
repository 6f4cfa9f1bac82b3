//! Heatmaps.

/// A grid of coloured cells.
#[derive(Debug, Clone, PartialEq)]
pub struct Heatmap {
    /// What a row is.
    pub row: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// What a column is.
    pub column: String,
    /// The names of the columns.
    pub columns: Vec<String>,
    /// What the value of a cell is, with its unit.
    pub value: String,
    /// What the two ends of the colours mean.
    pub ends: [String; 2],
    /// The cells, row by row; `None` where there is no value.
    pub cells: Vec<Vec<Option<Cell>>>,
    /// Whether the values are written into the cells.
    pub written: bool,
}

/// A cell of a heatmap.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Cell {
    /// The value.
    pub value: f64,
    /// The colour: 0 for the low end, 1 for the high end.
    pub share: f64,
}

impl Cell {
    /// Creates a cell. The share is limited to the range from 0 to 1.
    #[must_use]
    pub fn new(value: f64, share: f64) -> Cell {
        Cell { value, share: if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 } }
    }
}
