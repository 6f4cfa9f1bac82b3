//! Players: organisms in a person's style, and recognising who played.

pub(crate) mod choices;
mod error;
pub mod games;
mod gram;
pub(crate) mod logit;
mod model;
pub mod persona;
pub mod recognise;
pub(crate) mod rows;
pub mod study;
pub mod style;

pub use error::Error;
