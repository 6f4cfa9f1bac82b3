//! Faults of engines that are measured: which organism had them, and of which kind.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Deserialize, Serialize};

use crate::arena::game::FaultKind;

/// A game or a position that ended by a fault of a player. Its JSON is `[item, kind]`, or the number alone if the kind is
/// unknown.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "StoredFault", into = "StoredFault")]
pub struct Fault {
    /// The number of the game or of the position; the first is 0.
    pub item: u32,
    /// What the player did; `None` if a record does not have it.
    pub kind: Option<FaultKind>,
}

#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum StoredFault {
    Known(u32, FaultKind),
    Unknown(u32),
}

impl From<StoredFault> for Fault {
    fn from(stored: StoredFault) -> Fault {
        match stored {
            StoredFault::Known(item, kind) => Fault { item, kind: Some(kind) },
            StoredFault::Unknown(item) => Fault { item, kind: None },
        }
    }
}

impl From<Fault> for StoredFault {
    fn from(Fault { item, kind }: Fault) -> StoredFault {
        match kind {
            Some(kind) => StoredFault::Known(item, kind),
            None => StoredFault::Unknown(item),
        }
    }
}

/// The kinds in the order of their codes. New kinds come last, because files have the codes.
const KINDS: [FaultKind; 5] =
    [FaultKind::TimeForfeit, FaultKind::Stall, FaultKind::Crash, FaultKind::IllegalMove, FaultKind::BadClaim];

/// The largest code of a kind.
pub const LARGEST_CODE: u32 = KINDS.len() as u32;

/// Returns the code of a kind: 0 if it is unknown, at most [`LARGEST_CODE`].
#[must_use]
pub fn code(kind: Option<FaultKind>) -> u32 {
    let place = kind.and_then(|kind| KINDS.iter().position(|known| *known == kind));
    place.map_or(0, |place| place as u32 + 1)
}

/// Returns the kind with this code; `None` for any other number.
#[must_use]
pub fn kind(code: u32) -> Option<FaultKind> {
    KINDS.get((code as usize).checked_sub(1)?).copied()
}

/// Numbers of faults by kind.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct FaultCounts(BTreeMap<u32, u64>);

impl FaultCounts {
    /// Counts a fault of this kind; `None` if it is unknown.
    pub fn add(&mut self, kind: Option<FaultKind>) {
        *self.0.entry(code(kind)).or_default() += 1;
    }

    /// Adds the numbers of others.
    pub fn merge(&mut self, others: &FaultCounts) {
        others.0.iter().for_each(|(code, count)| *self.0.entry(*code).or_default() += count);
    }

    /// Returns the number of faults of all kinds.
    #[must_use]
    pub fn total(&self) -> u64 {
        self.0.values().sum()
    }

    /// Returns each kind with its number, without those that did not occur. The kind is `None` if it is unknown.
    pub fn iter(&self) -> impl Iterator<Item = (Option<FaultKind>, u64)> {
        self.0.iter().map(|(code, count)| (kind(*code), *count))
    }
}

impl FromIterator<Option<FaultKind>> for FaultCounts {
    fn from_iter<I: IntoIterator<Item = Option<FaultKind>>>(kinds: I) -> FaultCounts {
        let mut counts = FaultCounts::default();
        kinds.into_iter().for_each(|kind| counts.add(kind));
        counts
    }
}

/// Writes the kinds with their numbers: `2 × crash, 1 × stall`.
impl fmt::Display for FaultCounts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (kind, count)) in self.iter().enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            let kind = kind.map_or_else(|| "unknown".to_owned(), |kind| kind.to_string());
            write!(f, "{comma}{count} × {kind}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_those_of_their_kinds() {
        for number in 0..=LARGEST_CODE {
            assert_eq!(code(kind(number)), number);
        }
        assert_eq!(kind(LARGEST_CODE + 1), None);
    }

    #[test]
    fn faults_are_stored_with_or_without_a_kind() {
        let faults = [Fault { item: 4, kind: Some(FaultKind::IllegalMove) }, Fault { item: 7, kind: None }];
        let text = serde_json::to_string(&faults).unwrap();
        assert_eq!(text, "[[4,\"illegal_move\"],7]");
        assert_eq!(serde_json::from_str::<[Fault; 2]>(&text).unwrap(), faults);
    }

    #[test]
    fn counts_name_the_kinds() {
        let counts: FaultCounts =
            [Some(FaultKind::Crash), None, Some(FaultKind::Crash)].into_iter().collect();
        assert_eq!((counts.to_string(), counts.total()), ("1 × unknown, 2 × crash".to_owned(), 3));
    }
}
