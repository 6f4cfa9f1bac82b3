//! The objective *scores* (2008 paper, the mentor stage): organisms evolve to score positions as a mentor does. A
//! mentor is any engine or organism.
//!
//! ```text
//! positions ─▶ scoring (players of the arena, in parallel) ─▶ book (answers, kept in the session)
//!                                                              │ combination of several mentors
//!                          matrix of features ─▶ fitness ◀── targets
//! ```
//!
//! Each mentor scores each position once, and its [`Answer`] is stored in the session. A position is used if every
//! mentor gave a score; the others are left out and counted by [`Reason`]. All scores are from White's view, in
//! sixteenths of a centipawn ([`Score`](crate::engine::evaluation::Score)): engines report whole centipawns, organisms
//! score exactly.
//!
//! An organism's error on a position is the absolute difference of the two scores. Its measure is based on the mean
//! over the positions ([`ScoresSettings::measure`](crate::objectives::scores::ScoresSettings::measure)). As the
//! evaluation is linear, the static scores of a whole generation are one product of two matrices ([`matrix`]), which is
//! exact. Quiescence scores come from one tree for each position
//! ([`ScoreTrees`](crate::objectives::agreement::ScoreTrees)), and equal those of a search.

mod answer;
mod book;
mod combination;
mod engine;
mod errors;
pub mod fit;
mod fitness;
mod least_absolute;
mod loss;
pub mod matrix;
mod modes;
mod paper;
mod positions;
mod recall;
mod record;
pub(crate) mod scoring;
pub mod settings;
pub(in crate::objectives) mod source;
#[cfg(test)]
mod tests;

pub use answer::{Answer, Reason};
pub use book::{AnswerBook, Key, ScoresFile, check_scores, context};
pub use combination::{Target, targets, weights};
pub use errors::Errors;
pub use fitness::ScoresFitness;
pub use loss::Loss;
pub use positions::{PreparedPosition, prepare, prepare_positions};
pub use recall::{Distance, MentorScores, score};
pub use record::{BestFit, LeftOut, MentorErrors, MentorReport, SetErrors};
pub use scoring::{Mentor, ScoringError, named, score_positions};
pub use settings::{Combination, MentorName, ScoresSettings, ScoringMode, Weighting};
pub use source::scores_path;
