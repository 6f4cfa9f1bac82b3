//! Coevolution: organisms that play each other (2009, section 5; 2014, section III.C).
//!
//! A generation is a round robin whose every game has another opening, and its points are fitness ([`League`]). It begins
//! with given organisms, the champions of supervised runs. As so few games tell little of a single
//! organism, the champion is confirmed: the last population and the founders play a longer round robin, and the best of
//! the last population there is the champion ([`Confirmation`]). Whether generations got stronger is told by games in which
//! nothing is selected: the leader of each meets the founders ([`Milestone`]).
//!
//! A game limited by nodes depends on its players, its opening and its colours alone, and openings on keyed randomness, so
//! all of it repeats for any number of threads.

mod confirmation;
mod league;
mod round;
#[cfg(test)]
mod tests;

pub use confirmation::{Confirmation, Finalist, Milestone, encounters};
pub use league::{Error, League, openings, rules};
pub use round::{Event, Round};
