//! Coevolution: organisms that play each other (2009, section 5; 2014, section III.C).
//!
//! A generation is a round robin in which every game has a different opening; the points are the fitness ([`League`]).
//! The initial population consists of given organisms, the champions of supervised runs. A generation has few games per
//! organism, so the champion is confirmed: the last population and the founders play a longer round robin, and the best
//! of the last population becomes the champion ([`Confirmation`]). The progress over generations is measured by games
//! without selection: the fittest organism of each generation plays the founders ([`Milestone`]). The champion and the
//! best founder are each the best of several, so the games that selected them overestimate both. The gain is therefore
//! measured by a match between the two after the selection ([`FinalMatch`]).
//!
//! A game limited by nodes depends only on its players, its opening and its colours. Openings depend on keyed
//! randomness. So results are reproducible for any number of threads. All games take their openings from one
//! permutation: each generation has its own block, and the confirmation, the milestones and the final match use the
//! blocks after that. So no two organisms play the same opening with the same colours twice.
//!
//! Organisms that play each other have no independent score. So the games of a league are no `Fitness`: a run measures the
//! generation as a whole, and optimizers, journal, planting and forks know no difference. While the hall of fame has fewer
//! members than requested, half points are scaled, so that generations stay comparable. Games are on the disk before the line
//! of their generation is in the journal. A resumed evolution computes its last recorded generation again, and plays its first
//! game again where games are reproducible.
//!
//! [`Confirmation`]: super::confirmation::Confirmation
//! [`Milestone`]: super::confirmation::Milestone
//! [`FinalMatch`]: super::confirmation::FinalMatch

mod counts;
mod league;
mod round;
mod scale;
pub mod settings;
pub(in crate::objectives) mod source;
#[cfg(test)]
mod tests;

pub use league::{Error, League, openings, rules};
pub use round::Round;
pub use scale::{Scale, ScaleError};
pub use settings::GAME_PLIES;
pub use settings::SelfPlaySettings;
