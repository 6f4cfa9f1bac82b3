//! Tables.

/// A table.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
    /// The rows, each with a cell for each column.
    pub rows: Vec<Vec<Cell>>,
}

/// A column of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Column {
    /// The heading.
    pub title: String,
    /// The unit; empty if there is none.
    pub unit: String,
}

/// A cell of a table.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A text.
    Text(String),
    /// A whole number.
    Integer(i64),
    /// A number, shown with this many decimals.
    Number(f64, usize),
}

impl Column {
    /// Creates a column.
    #[must_use]
    pub fn new(title: &str, unit: &str) -> Column {
        Column { title: title.to_owned(), unit: unit.to_owned() }
    }

    /// Returns the title with the unit.
    #[must_use]
    pub fn heading(&self) -> String {
        if self.unit.is_empty() { self.title.clone() } else { format!("{} ({})", self.title, self.unit) }
    }
}

impl Cell {
    /// Creates a cell with a whole number.
    #[must_use]
    pub fn count(number: impl TryInto<i64>) -> Cell {
        number.try_into().map_or(Cell::Empty, Cell::Integer)
    }

    /// Creates a cell with a text.
    #[must_use]
    pub fn text(text: impl Into<String>) -> Cell {
        Cell::Text(text.into())
    }

    /// Creates a cell with a number, or an empty one without a number.
    #[must_use]
    pub fn number(number: Option<f64>, decimals: usize) -> Cell {
        number
            .filter(|number| number.is_finite())
            .map_or(Cell::Empty, |number| Cell::Number(number, decimals))
    }

    /// Returns whether the cell holds a number.
    #[must_use]
    pub fn is_number(&self) -> bool {
        matches!(self, Cell::Integer(_) | Cell::Number(..))
    }

    /// Returns the cell as a reader sees it.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Text(text) => text.clone(),
            Cell::Integer(number) => {
                let sign = if *number < 0 { "−" } else { "" };
                format!("{sign}{}", crate::numbers::thousands(number.unsigned_abs()))
            }
            Cell::Number(number, decimals) => format!("{number:.decimals$}").replace('-', "−"),
        }
    }
}

/// Creates columns from titles with units.
#[must_use]
pub fn columns(titles: &[(&str, &str)]) -> Vec<Column> {
    titles.iter().map(|(title, unit)| Column::new(title, unit)).collect()
}
