//! The chess side: parameter schemas, evaluation features, quiescence and the 1-ply move.

pub mod schema;
