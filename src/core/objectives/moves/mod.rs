//! The objective *moves*: agreement with the moves that grandmasters played ([`agreement`](super::agreement)).

mod engine;
mod paper;
pub mod settings;
pub(in crate::objectives) mod source;

pub use settings::MovesSettings;
