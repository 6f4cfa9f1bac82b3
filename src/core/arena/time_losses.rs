//! Counts losses on time, and decides whether they make a result suspect.

use super::game::{FaultKind, Record};

/// A result is suspect if more than one in this number of games was lost on time.
const SUSPECT: u64 = 100;

/// The number of games that were lost on time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TimeLosses {
    /// All games.
    pub games: u64,
    /// Games lost on time.
    pub lost: u64,
}

impl TimeLosses {
    /// Counts the losses on time in these games.
    #[must_use]
    pub fn from_records<'a>(records: impl IntoIterator<Item = &'a Record>) -> TimeLosses {
        let mut losses = TimeLosses::default();
        records.into_iter().for_each(|record| losses.add(record));
        losses
    }

    /// Adds a finished game.
    pub fn add(&mut self, record: &Record) {
        self.games += 1;
        self.lost += u64::from(matches!(record.forfeit(), Some((_, FaultKind::TimeForfeit, _))));
    }

    /// Returns whether more than 1 % of the games were lost on time.
    #[must_use]
    pub fn is_suspect(&self) -> bool {
        self.lost.saturating_mul(SUSPECT) > self.games
    }

    /// Returns why a result is suspect and what to change, or `None` if it is not; `margin` is in milliseconds.
    #[must_use]
    pub fn suspect(&self, margin: u64) -> Option<String> {
        let TimeLosses { games, lost } = self;
        self.is_suspect().then(|| {
            format!(
                "{lost} of {games} games were lost on time: use a margin larger than {margin} ms (--margin), fewer concurrent \
                 games (--concurrency), or an idle machine"
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;
    use shakmaty::Color;

    use super::*;
    use crate::arena::game::Ending;
    use crate::positions::Variant;

    fn record(verdict: Option<FaultKind>) -> Record {
        let forfeit = |verdict| Ending::Forfeit { verdict, reason: "late".to_owned() };
        let ending = verdict.map_or(Ending::Stalemate, forfeit);
        let winner = verdict.map(|_| Color::White);
        let variant = Variant::Standard;
        Record { variant, start: None, opening: Vec::new(), moves: Vec::new(), winner, ending }
    }

    #[test]
    fn only_losses_on_time_count() {
        let verdicts =
            [None, Some(FaultKind::TimeForfeit), Some(FaultKind::Crash), Some(FaultKind::TimeForfeit)];
        let records = verdicts.map(record);
        assert_eq!(TimeLosses::from_records(&records), TimeLosses { games: 4, lost: 2 });
    }

    #[rstest]
    #[case(0, 0, false)]
    #[case(16, 0, false)]
    #[case(100, 1, false)]
    #[case(99, 1, true)]
    #[case(16, 16, true)]
    fn more_than_one_in_a_hundred_is_suspect(#[case] games: u64, #[case] lost: u64, #[case] suspect: bool) {
        let losses = TimeLosses { games, lost };
        assert_eq!(losses.suspect(20).is_some(), suspect);
        assert!(losses.suspect(20).is_none_or(|text| text.contains(&format!("{lost} of {games} games"))));
    }
}
