//! Players and what they do with each other.

pub mod spec;
