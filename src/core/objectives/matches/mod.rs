//! The objective *matches*: points in games against fixed opponents, for evaluations, searches and the options of engines.
//!
//! Each organism of a generation plays pairs of games: one opening, reversed colours. All organisms of a generation play
//! the same opponents in the same openings (common random numbers), so the differences between their scores depend
//! little on the openings. Each generation has fresh openings, so a leader that survives is measured again by games that
//! did not select it. Scores of different generations are therefore not comparable.
//!
//! Organisms that have no chance to become the leader stop playing ([`racing`]). The champion is selected by a
//! *confirmation*: the last population, the leaders of the latest generations, the optimizer's estimate and the start
//! play in openings of their own ([`report`]). The best of them plays a *final match* against the start in yet other
//! openings. If it does not win that match, the start is the result.
//!
//! A game limited by nodes or depth depends only on its two players, the opening and the colours, because all engines
//! are cleared before it. So results do not depend on the number of threads, and they are stored ([`Memo`]). An external
//! engine plays like that if it forgets everything at `ucinewgame`. It loses a game in which it has a fault, and the
//! fault is counted (`players.rs`).
//!
//! [`Memo`]: super::memo::Memo

mod board_games;
mod fitness;
mod game_pool;
mod openings;
mod opponents;
mod players;
pub mod racing;
pub mod report;
pub mod settings;
pub(in crate::objectives) mod source;
#[cfg(test)]
mod tests;

pub use fitness::MatchFitness;
pub use game_pool::{GamePool, GamesPurpose};
pub use openings::{Error, OpeningBlocks};
pub use report::{Finalist, FinalistOrigin, MatchReport};
pub use settings::MatchesSettings;
pub use source::games_path;

/// The score of an organism that wins all of its games. Scores are mean points in millionths.
pub const LARGEST_SCORE: u64 = 1_000_000;

/// Returns the mean points of some games, in millionths, from the sum of their half points. 0 without games.
#[must_use]
pub fn mean_points(half_points: u64, games: u64) -> u64 {
    (half_points * LARGEST_SCORE).checked_div(2 * games).unwrap_or(0)
}
