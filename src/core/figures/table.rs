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

impl Table {
    /// Returns the table as lines of text: a line of headings, then the rows. Columns of numbers are flush right.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let headings = self.columns.iter().map(|column| Cell::Text(column.heading())).collect();
        let all = || std::iter::once(&headings).chain(&self.rows);
        let width = |at: usize| {
            all()
                .filter_map(|row: &Vec<Cell>| row.get(at))
                .map(|cell| cell.shown().chars().count())
                .max()
                .unwrap_or(0)
        };
        let is_of_numbers = |at: usize| {
            let mut cells =
                self.rows.iter().filter_map(|row| row.get(at)).filter(|cell| **cell != Cell::Empty);
            cells.next().is_some_and(Cell::is_number)
        };
        let formats: Vec<(usize, bool)> =
            (0..self.columns.len()).map(|at| (width(at), is_of_numbers(at))).collect();
        let line = |row: &Vec<Cell>| {
            let cells = row.iter().zip(&formats).map(|(cell, (width, is_number))| {
                let text = cell.shown();
                if *is_number { format!("{text:>width$}") } else { format!("{text:<width$}") }
            });
            cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
        };
        all().map(line).collect()
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_flush_right() {
        let columns = columns(&[("parameter", ""), ("value", "cp"), ("note", "")]);
        let rows = vec![
            vec![Cell::text("ROOK"), Cell::count(1500), Cell::Empty],
            vec![Cell::text("PAWN"), Cell::count(-7), Cell::text("fixed")],
        ];
        let lines = Table { columns, rows }.lines();
        assert_eq!(
            lines,
            ["parameter  value (cp)  note", "ROOK            1,500", "PAWN               −7  fixed"]
        );
    }
}
