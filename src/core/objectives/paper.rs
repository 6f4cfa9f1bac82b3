//! The results that a paper reports for a method: points, because the papers print no curves.

/// The results of a paper.
#[derive(Debug, Clone, PartialEq)]
pub struct Paper {
    /// The values in one line.
    pub summary: String,
    /// The entry in a narrow legend.
    pub short: &'static str,
    /// The values.
    pub points: Vec<Point>,
}

/// A value that a paper reports.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// The generation.
    pub at: Moment,
    /// The value in the unit of the chart.
    pub value: f64,
    /// What the value is.
    pub label: String,
    /// Whether it is that of the best organism, not the mean.
    pub is_best: bool,
}

/// The generation of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Moment {
    /// This generation.
    Generation(u32),
    /// The last generation.
    End,
}
