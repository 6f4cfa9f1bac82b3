//! Figures: what the screens show of a session, as data, and as SVG and CSV.
//!
//! A [`Figure`] is a chart, a heatmap or a table, with titles and units. [`Source::open`] reads a folder, and
//! [`Source::figure`] makes one of its figures. The screens draw the same charts, so the pictures, the tables of numbers
//! and the screens cannot disagree.
//!
//! ```text
//! records ─▶ Source ─▶ Figure ─┬▶ svg::write
//!                              ├▶ csv::write
//!                              └▶ screens
//! ```
//!
//! Both writers are deterministic: the same figure gives the same bytes on every machine. A picture contains text as
//! text and names no font file. Its size and its colours are fixed, for papers; in a page of HTML it follows the colour scheme
//! of its reader.
//!
//! A chart has a panel for each unit. The scale of a panel contains every value of its layers, both ends of bands included.

pub mod chart;
#[cfg(test)]
mod check;
pub mod compare;
pub mod course;
pub mod csv;
mod describe;
pub mod digest;
pub mod drift;
mod error;
pub mod evolution;
mod export;
pub mod genome;
pub mod heatmap;
pub mod names;
pub mod optimizer;
pub mod personas;
pub mod reported;
pub mod response;
pub mod round;
pub mod runs;
pub mod scale;
pub mod settings;
#[cfg(test)]
pub(crate) mod simulated;
mod sources;
pub mod svg;
pub mod table;
#[cfg(test)]
mod tests;
pub mod values;

pub use chart::Chart;
pub use error::Error;
pub use export::{FOLDER, Format, export, write};
pub use heatmap::Heatmap;
pub use sources::{Listed, Request, Source};
pub use sources::{games, matches, race};
pub use table::Table;

/// A chart, a heatmap or a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Figure {
    /// The name of the file, without its extension.
    pub name: String,
    /// The title.
    pub title: String,
    /// What the figure shows, for readers who do not see it.
    pub description: String,
    /// What a reader needs to know besides; empty if there is nothing.
    pub note: &'static str,
    /// What is shown.
    pub content: Content,
}

/// The content of a figure.
#[derive(Debug, Clone, PartialEq)]
pub enum Content {
    /// Lines and bands.
    Chart(Chart),
    /// A grid of coloured cells.
    Heatmap(Heatmap),
    /// Rows of texts and numbers.
    Table(Table),
}
