//! Players: organisms in a person's style, and recognising who played.
//!
//! * `games` reads the moves of one side and forgets names, events and dates.
//! * `rows` and [`style`] turn each legal move of a position into features; `choices` stores them compactly.
//! * `logit` is the model, a conditional logit near a prior; `model` fits all players and one player near them.
//! * [`mod@contrast`] compares two personas, and [`mod@map`] arranges many by the axes in which they differ most.
//! * [`persona`] is the result for one player, with its file; [`mod@recognise`] compares personas on games.
//! * [`taste`] judges moves while a game is played.
//! * [`mod@study`] fits many players at once and says how often unseen games are recognised.

pub(crate) mod choices;
pub mod contrast;
mod error;
pub mod games;
mod gradients;
pub(crate) mod logit;
pub mod map;
mod model;
pub mod persona;
pub mod recognise;
pub(crate) mod rows;
pub mod study;
pub mod style;
pub mod taste;

pub use error::Error;
