//! Standard chess and Chess960.

use std::fmt;

use serde::{Deserialize, Serialize};
use shakmaty::{CastlingMode, Chess, EnPassantMode, FromSetup as _, Position as _};

/// The rules of a game. The variants differ in castling only.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Variant {
    /// Standard chess.
    #[default]
    Standard,
    /// Chess960, also called Fischer random chess: king and rooks may castle from any files.
    Chess960,
}

impl Variant {
    /// Returns the variant of a position; see [`super::fen::into_position`].
    #[must_use]
    pub fn of(position: &Chess) -> Variant {
        match position.castles().mode() {
            CastlingMode::Standard => Variant::Standard,
            CastlingMode::Chess960 => Variant::Chess960,
        }
    }

    /// Returns the variant of a PGN `Variant` tag. `None` if the tag is unknown.
    #[must_use]
    pub fn of_pgn(tag: &str) -> Option<Variant> {
        match tag.to_ascii_lowercase().as_str() {
            "" | "?" | "-" | "standard" | "chess" | "normal" | "from position" => Some(Variant::Standard),
            "chess960" | "chess 960" | "fischerandom" | "fischerrandom" | "fischer random" => {
                Some(Variant::Chess960)
            }
            _ => None,
        }
    }

    /// Returns whether this is standard chess.
    #[must_use]
    pub fn is_standard(&self) -> bool {
        *self == Variant::Standard
    }

    /// Converts the position to the rules of Chess960 if this is Chess960. A Chess960 position is returned unchanged,
    /// because a castling right might be lost in standard chess.
    #[must_use]
    #[expect(clippy::result_large_err, reason = "the error type of shakmaty, passed on by closures")]
    pub fn apply(self, position: Chess) -> Chess {
        if self.is_standard() || Variant::of(&position) == self {
            return position;
        }
        let setup = position.to_setup(EnPassantMode::Always);
        // A position that is legal in standard chess is legal in Chess960. Ignore the same errors as before.
        Chess::from_setup(setup, CastlingMode::Chess960)
            .or_else(|error| error.ignore_too_much_material())
            .or_else(|error| error.ignore_impossible_check())
            .unwrap_or(position)
    }
}

impl fmt::Display for Variant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Variant::Standard => "standard",
            Variant::Chess960 => "chess960",
        })
    }
}

#[cfg(test)]
mod tests {
    use rstest::rstest;

    use super::*;
    use crate::positions::fen::into_position;

    #[rstest]
    #[case("Chess960", Some(Variant::Chess960))]
    #[case("fischerandom", Some(Variant::Chess960))]
    #[case("From Position", Some(Variant::Standard))]
    #[case("", Some(Variant::Standard))]
    #[case("Atomic", None)]
    fn tags_name_variants(#[case] tag: &str, #[case] variant: Option<Variant>) {
        assert_eq!(Variant::of_pgn(tag), variant);
    }

    #[test]
    fn a_standard_position_can_be_converted_to_chess960() {
        let standard = Chess::default();
        assert_eq!(Variant::of(&standard), Variant::Standard);
        let applied = Variant::Chess960.apply(standard.clone());
        assert_eq!((Variant::of(&applied), &applied), (Variant::Chess960, &standard));
        let shuffled = "4k3/8/8/8/8/8/8/1R2K2R w KQ - 0 1".parse().unwrap();
        let shuffled = into_position(shuffled).unwrap();
        assert_eq!(Variant::of(&Variant::Standard.apply(shuffled)), Variant::Chess960);
    }
}
