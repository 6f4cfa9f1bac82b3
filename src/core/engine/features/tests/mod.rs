//! Properties of both sets of features.

mod properties;
