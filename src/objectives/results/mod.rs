//! The objective *results* (Texel's method): how well the static evaluations of positions predict the results of their
//! games. [`set`] has the sets of positions with results and their files; [`sampling`] draws such sets from games.

pub mod sampling;
pub mod set;
