//! Coevolution: organisms that play each other (2009, section 5; 2014, section III.C).
//!
//! A generation is a round robin whose every game has another opening, and its points are fitness ([`League`]). It begins
//! with given organisms, the champions of supervised runs. As so few games tell little of a single
//! organism, the champion is confirmed: the last population and the founders play a longer round robin, and the best of
//! the last population there is the champion ([`Confirmation`]). Whether generations got stronger is measured by games in
//! which nothing is selected: the leader of each meets the founders ([`Milestone`]). The champion and the best founder are
//! each the best of several, so the games that chose them flatter both. What was gained is measured by a match of the two
//! after the choice ([`FinalMatch`]).
//!
//! A game limited by nodes depends on its players, its opening and its colours alone, and openings on keyed randomness, so
//! all of it repeats for any number of threads. All games of a coevolution take their openings from one permutation: each
//! generation has a block of its own, and the confirmation, the milestones and the final match the blocks after that. So no
//! two organisms meet in the same opening with the same colours twice.

mod league;
mod round;
#[cfg(test)]
mod tests;

pub use league::{Error, League, openings, rules};
pub(crate) use round::reversed;
pub use round::{Event, Round};
