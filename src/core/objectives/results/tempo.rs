//! The advantage of the side to move in the positions of a set, beyond that of other positions.
//!
//! The positions of a set are quiet: often the end of a quiescence search, in which the side to move may capture and
//! does not. So it stands better than sides to move do on average. A fit takes this for the value of the move. An
//! evaluation with that value is much weaker in games, because a search compares positions with different sides to move.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::engine::schema::Schema;
use crate::objectives::result_set::{Points, ResultPosition};

/// The parameters that are the value of the move, with all pieces and without.
const PARAMETERS: [&str; 2] = ["TEMPO_MG", "TEMPO_EG"];

/// The advantage of the side to move in centipawns, as a part of the predictions and not of the evaluation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SetTempo {
    /// With all pieces on the board.
    pub middlegame: u16,
    /// Without pieces besides kings and pawns. Between the two it is linear in the pieces.
    pub endgame: u16,
}

/// A text that is not an advantage.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("“{0}” is not an advantage of the move; write MIDDLEGAME:ENDGAME in centipawns, such as 50:30")]
pub struct SetTempoError(String);

impl SetTempo {
    /// No advantage.
    pub const NONE: SetTempo = SetTempo { middlegame: 0, endgame: 0 };

    /// The advantage in the embedded sets of expected points. With it a regression leaves the move about 15 and 10
    /// centipawns, and 67 and 41 without it; `docs/results.md` has the games that chose it.
    pub const OF_EXPECTED_POINTS: SetTempo = SetTempo { middlegame: 52, endgame: 31 };

    /// Returns the advantage for these positions: none if they have the results of games, which do not show it.
    #[must_use]
    pub fn of(positions: &[&ResultPosition]) -> SetTempo {
        let results = positions.iter().filter(|one| Points::RESULTS.contains(&one.points)).count();
        if 2 * results < positions.len() { SetTempo::OF_EXPECTED_POINTS } else { SetTempo::NONE }
    }

    /// Returns the places of the two parameters of the schema to which the advantage is added, with its values; `None` if
    /// the schema lacks one of them.
    pub(super) fn places(self, schema: &Schema) -> Option<[(usize, i32); 2]> {
        let [middlegame, endgame] = PARAMETERS.map(|name| schema.index_of(name));
        Some([(middlegame?, self.middlegame.into()), (endgame?, self.endgame.into())])
    }

    /// Returns whether the evaluation itself has a value of the move.
    pub(super) fn is_evolved(schema: &Schema) -> bool {
        PARAMETERS.iter().any(|name| schema.index_of(name).is_some())
    }
}

/// Formats the advantage as it is parsed: `MIDDLEGAME:ENDGAME`.
impl fmt::Display for SetTempo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.middlegame, self.endgame)
    }
}

impl FromStr for SetTempo {
    type Err = SetTempoError;

    fn from_str(text: &str) -> Result<SetTempo, SetTempoError> {
        let parsed = || {
            let (middlegame, endgame) = text.split_once(':')?;
            Some(SetTempo { middlegame: middlegame.parse().ok()?, endgame: endgame.parse().ok()? })
        };
        parsed().ok_or_else(|| SetTempoError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_expected_points_have_an_advantage() {
        let set = |name| crate::objectives::result_set::ResultSet::embedded(name).unwrap();
        for (name, expected) in
            [("gm2600-results", SetTempo::NONE), ("gm2600-points", SetTempo::OF_EXPECTED_POINTS)]
        {
            assert_eq!(SetTempo::of(&set(name).positions.iter().collect::<Vec<_>>()), expected, "{name}");
        }
    }

    #[test]
    fn the_help_of_the_setting_names_the_advantage() {
        let settings = crate::objectives::results::settings::SETTINGS;
        let help = settings.iter().find(|setting| setting.name == "tempo").unwrap().help;
        assert!(help.contains(&format!("{} for expected points", SetTempo::OF_EXPECTED_POINTS)), "{help}");
        assert!(help.contains(&format!("{} for results", SetTempo::NONE)), "{help}");
    }

    #[test]
    fn texts_are_read_and_written() {
        let tempo = SetTempo { middlegame: 52, endgame: 31 };
        assert_eq!(tempo.to_string().parse(), Ok(tempo));
        for wrong in ["", "52", "52:", "52:-1", "a:b", "1:2:3"] {
            assert!(
                wrong.parse::<SetTempo>().unwrap_err().to_string().contains("MIDDLEGAME:ENDGAME"),
                "{wrong}"
            );
        }
    }
}
