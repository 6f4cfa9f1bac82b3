//! Checks that there are enough openings for the games of a match or tournament.
//!
//! A pairing plays each opening with both colours. Players limited by nodes or depth are deterministic, so a second
//! pair of games with the same opening is a copy and gives no evidence. External engines are treated in the same way,
//! because it is not known beforehand whether they are deterministic. With a time limit games differ, and openings may
//! repeat.

use super::control::Control;

/// The games that each pairing is to play.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Demand {
    /// The requested number of games.
    pub games: u64,
    /// The limit of each move.
    pub control: Control,
    /// Whether a test can end the match early, so that `games` is an upper bound.
    pub tested: bool,
    /// The number of openings; `None` if they cannot be counted, as in a Polyglot book.
    pub openings: Option<u64>,
}

/// More games were requested than the openings allow.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error(
    "{asked} games per pairing require more openings: there are only {}, enough for {possible} games. With moves limited by \
     nodes or depth, further games would repeat earlier games. Play at most {possible} games, use a file with more \
     openings, or limit the time per move",
    openings(*possible)
)]
pub struct TooFewOpenings {
    /// The requested games of each pairing.
    pub asked: u64,
    /// The number of different games of each pairing.
    pub possible: u64,
}

/// Returns, in words, the number of openings for this number of games.
fn openings(possible: u64) -> String {
    match possible / 2 {
        1 => "1 opening".to_owned(),
        openings => format!("{openings} openings"),
    }
}

impl TooFewOpenings {
    /// Returns a short message for users who see the number that they requested.
    #[must_use]
    pub fn brief(&self) -> String {
        format!("at most {} for {}", self.possible, openings(self.possible))
    }
}

impl Demand {
    /// Returns how many games a pairing can play without repeating an opening with the same colours, or `None` if the
    /// openings cannot be counted.
    #[must_use]
    pub fn possible(&self) -> Option<u64> {
        self.openings.map(|openings| openings.saturating_mul(2))
    }

    /// Returns the possible number of games if more were requested.
    fn exceeds(&self) -> Option<u64> {
        self.possible().filter(|possible| self.games.div_ceil(2).saturating_mul(2) > *possible)
    }

    /// Returns whether the openings, rather than the requested number, limit the games of a pairing.
    #[must_use]
    pub fn is_capped(&self) -> bool {
        self.tested && !self.control.is_timed() && self.exceeds().is_some()
    }

    /// Returns the maximum number of games of a pairing.
    #[must_use]
    pub fn most(&self) -> u64 {
        self.exceeds().filter(|_| self.is_capped()).unwrap_or(self.games)
    }

    /// Checks that all games can be played without copies. A match with a test never fails: its games are capped
    /// instead. With a time limit [`Demand::warning`] applies.
    ///
    /// # Errors
    /// Returns an error if more games were requested than the openings allow.
    pub fn check(&self) -> Result<(), TooFewOpenings> {
        match self.exceeds() {
            Some(possible) if !self.control.is_timed() && !self.tested => {
                Err(TooFewOpenings { asked: self.games, possible })
            }
            _ => Ok(()),
        }
    }

    /// Returns a warning if openings repeat in timed games.
    #[must_use]
    pub fn warning(&self) -> Option<String> {
        let possible = self.exceeds().filter(|_| self.control.is_timed())?;
        Some(format!(
            "{} games per pairing repeat openings: there are {}, enough for {possible} games. Repeated openings make the \
             result less reliable; use a file with more openings",
            self.games,
            openings(possible)
        ))
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;

    fn demand(games: u64, control: Control) -> Demand {
        Demand { games, control, tested: false, openings: Some(10) }
    }

    #[rstest]
    #[case(Control::Nodes(9))]
    #[case(Control::Depth(3))]
    fn without_a_clock_each_opening_is_played_once(#[case] control: Control) {
        for games in [1, 19, 20] {
            assert_eq!(demand(games, control).check(), Ok(()));
        }
        let error = demand(21, control).check().unwrap_err();
        assert_eq!(error, TooFewOpenings { asked: 21, possible: 20 });
        let text = error.to_string();
        assert!(
            text.contains("only 10 openings, enough for 20") && text.contains("at most 20 games"),
            "{text}"
        );
        let one = Demand { openings: Some(1), ..demand(3, control) };
        assert!(one.check().unwrap_err().to_string().contains("only 1 opening, enough for 2"));
    }

    #[test]
    fn timed_games_can_repeat_openings() {
        let timed = demand(21, Control::MoveTime(5));
        assert_eq!((timed.check(), timed.most(), timed.is_capped()), (Ok(()), 21, false));
        assert!(timed.warning().unwrap().contains("there are 10 openings, enough for 20 games"));
        assert_eq!(demand(20, Control::MoveTime(5)).warning(), None);
        assert_eq!(demand(21, Control::Nodes(5)).warning(), None);
    }

    #[test]
    fn openings_cap_the_games_of_a_test() {
        let tested = Demand { tested: true, ..demand(1000, Control::Nodes(5)) };
        assert_eq!((tested.check(), tested.most(), tested.is_capped()), (Ok(()), 20, true));
        let few = Demand { games: 19, ..tested };
        assert_eq!((few.most(), few.is_capped()), (19, false));
        let timed = Demand { control: Control::MoveTime(5), ..tested };
        assert_eq!((timed.most(), timed.is_capped()), (1000, false));
    }

    #[test]
    fn a_book_cannot_be_counted() {
        let book = Demand { openings: None, ..demand(1_000_000, Control::Nodes(5)) };
        assert_eq!((book.check(), book.most(), book.warning()), (Ok(()), 1_000_000, None));
    }
}
