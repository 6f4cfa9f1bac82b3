//! What is written down of a game.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Position};

use crate::arena::notation::{coordinates, fen, uci};
use crate::arena::{Fault, PlayerError};
use crate::engine::search::{Game, Outcome, Value};
use crate::positions::Variant;
use crate::positions::fen::into_position;

/// What the mover thought of its position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns for the mover.
    Cp(i32),
    /// Mate in so many moves; negative: the mover is mated.
    Mate(i32),
}

/// Centipawns that a mate counts as, where only a number will do.
const MATE: i32 = 32_000;

impl Score {
    /// Centipawns for the mover, a mate counting more than anything else.
    #[must_use]
    pub fn centipawns(self) -> i32 {
        match self {
            Score::Cp(centipawns) => centipawns,
            Score::Mate(moves) if moves > 0 => MATE - moves.min(1_000),
            Score::Mate(moves) => -MATE - moves.max(-1_000),
        }
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Score {
        match value {
            Value::Centipawns(centipawns) => Score::Cp(centipawns),
            Value::Mate(moves) => Score::Mate(moves),
        }
    }
}

/// A move with what was told of the search that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// The move as UCI writes it.
    #[serde(rename = "move")]
    pub uci: String,
    /// What it was thought to be worth.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// Plies searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Nodes searched.
    #[serde(default)]
    pub nodes: u64,
    /// The time it took, microseconds.
    #[serde(rename = "us")]
    pub microseconds: u64,
    /// In a timed game, how long an engine took just before to say that it is ready, microseconds: see
    /// [`Timing::ready`](crate::arena::Timing::ready).
    #[serde(rename = "ready_us", default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<u64>,
    /// What detailed PGN says beyond this; kept only where a contest asks for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<MoveDetail>>,
}

/// The most moves of a principal variation that are kept.
const LONGEST_LINE: usize = 64;

/// More about the search that led to a move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveDetail {
    /// The longest line that was searched, plies.
    #[serde(rename = "seldepth", default, skip_serializing_if = "Option::is_none")]
    pub selective_depth: Option<u32>,
    /// The principal variation as UCI writes it: legal moves, at most 64.
    #[serde(rename = "pv", default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// What was left on the mover's clock after the move and its increment, microseconds; `None` without a clock.
    #[serde(rename = "left_us", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

impl MoveDetail {
    pub(super) fn new(position: &Chess, outcome: &Outcome, left: Option<Duration>) -> MoveDetail {
        let report = outcome.report.as_ref();
        let line = report.map_or(&[][..], |report| &report.line.moves);
        MoveDetail {
            selective_depth: report.map(|report| report.selective_depth),
            line: line.iter().take(LONGEST_LINE).map(|m| uci(position, *m)).collect(),
            left: left.map(microseconds),
        }
    }
}

fn microseconds(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

impl RecordedMove {
    /// A legal move of the position.
    pub(super) fn new(
        position: &Chess,
        m: Move,
        outcome: &Outcome,
        used: Duration,
        ready: Option<Duration>,
    ) -> RecordedMove {
        let report = outcome.report.as_ref();
        RecordedMove {
            uci: uci(position, m),
            score: report.map(|report| report.line.value.into()),
            depth: report.map(|report| report.depth),
            nodes: outcome.nodes,
            microseconds: microseconds(used),
            ready: ready.map(microseconds),
            detail: None,
        }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// The side to move was mated.
    Checkmate,
    /// The side to move had no move.
    Stalemate,
    /// A position stood on the board for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a move of a pawn.
    FiftyMoves,
    /// Neither side can mate.
    InsufficientMaterial,
    /// A player resigned, or both agreed that it was lost.
    Resignation,
    /// Both players agreed that neither would win.
    DrawAgreed,
    /// Endgame tablebases know its result.
    Tablebases,
    /// It went on for as long as a game may.
    MoveLimit,
    /// The loser did something wrong.
    Forfeit {
        /// The kind of it.
        verdict: Verdict,
        /// What it was, in words.
        reason: String,
    },
}

/// What a player did that lost it the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// Its flag fell.
    TimeForfeit,
    /// It no longer answered, or not to the purpose.
    Stall,
    /// Its process ended.
    Crash,
    /// Its move was none, or not legal.
    IllegalMove,
    /// It claimed a result that the arbiter does not see, or refused a move that is legal.
    BadClaim,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::TimeForfeit => "time forfeit",
            Verdict::Stall => "stall",
            Verdict::Crash => "crash",
            Verdict::IllegalMove => "illegal move",
            Verdict::BadClaim => "bad claim",
        })
    }
}

impl Verdict {
    /// The kind of a fault.
    #[must_use]
    pub fn of(fault: &Fault) -> Verdict {
        match fault {
            Fault::Late { .. } => Verdict::TimeForfeit,
            Fault::Exited(_) | Fault::Start(_) => Verdict::Crash,
            Fault::IllegalMove { .. } | Fault::NoMove { .. } => Verdict::IllegalMove,
            Fault::Refused { .. } | Fault::BadClaim { .. } => Verdict::BadClaim,
            Fault::WrongProtocol { .. }
            | Fault::Hung { .. }
            | Fault::Deaf
            | Fault::EndlessLine(_)
            | Fault::Spam(_)
            | Fault::Mute
            | Fault::Stopped
            | Fault::NoSetup
            | Fault::NoLimit(_)
            | Fault::NoVariant(_)
            | Fault::NoOption { .. }
            | Fault::OptionValue { .. } => Verdict::Stall,
        }
    }
}

impl Ending {
    /// What a player at fault makes of the game.
    pub(super) fn of_fault(error: &PlayerError) -> Ending {
        Ending::Forfeit { verdict: Verdict::of(&error.fault), reason: error.fault.to_string() }
    }
}

/// In words.
impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Ending::Checkmate => "checkmate",
            Ending::Stalemate => "stalemate",
            Ending::Repetition => "threefold repetition",
            Ending::FiftyMoves => "fifty-move rule",
            Ending::InsufficientMaterial => "insufficient material",
            Ending::Resignation => "resignation",
            Ending::DrawAgreed => "draw by agreement",
            Ending::Tablebases => "tablebases",
            Ending::MoveLimit => "draw by length",
            Ending::Forfeit { verdict, reason } => return write!(f, "{verdict}: {reason}"),
        })
    }
}

/// A game from its opening to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The rules. In Chess960 a move that castles takes the king onto its own rook.
    #[serde(default, skip_serializing_if = "Variant::is_standard")]
    pub variant: Variant,
    /// The position it began in, FEN; `None`: the usual one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// Moves of the opening, as UCI writes them.
    pub opening: Vec<String>,
    /// The players' moves.
    pub moves: Vec<RecordedMove>,
    /// Who won; `None`: drawn.
    #[serde(with = "winner")]
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
}

impl Record {
    pub(super) fn new(
        opening: &Game,
        moves: Vec<RecordedMove>,
        winner: Option<Color>,
        ending: Ending,
    ) -> Record {
        Record {
            variant: Variant::of(opening.start()),
            start: (*opening.start() != Chess::default()).then(|| fen(opening.start())),
            opening: opening.moves().iter().map(|m| uci(opening.start(), *m)).collect(),
            moves,
            winner,
            ending,
        }
    }

    /// Points of a side, in halves: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self, side: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// Who lost it by a fault, of which kind, and what it was in words; `None` where nobody did.
    #[must_use]
    pub fn forfeit(&self) -> Option<(Color, Verdict, &str)> {
        let Ending::Forfeit { verdict, reason } = &self.ending else { return None };
        Some((self.winner?.other(), *verdict, reason))
    }

    /// The game up to the end of its opening, and its moves; `None` where it is no game, which can only be if the record
    /// was not written by [`super::play`].
    #[must_use]
    pub fn replay(&self) -> Option<(Game, Vec<Move>)> {
        let start = match &self.start {
            None => Chess::default(),
            Some(fen) => into_position(fen.parse().ok()?).ok()?,
        };
        let mut opening = Game::new(self.variant.apply(start));
        for text in &self.opening {
            opening.play(coordinates(text, opening.position())?);
        }
        let mut position = opening.position().clone();
        let mut moves = Vec::with_capacity(self.moves.len());
        for recorded in &self.moves {
            let m = coordinates(&recorded.uci, &position)?;
            position.play_unchecked(m);
            moves.push(m);
        }
        Some((opening, moves))
    }
}

/// A winner as a word.
mod winner {
    use serde::{Deserialize as _, Deserializer, Serializer, de};
    use shakmaty::Color;

    pub(super) fn serialize<S: Serializer>(winner: &Option<Color>, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(match winner {
            Some(Color::White) => "white",
            Some(Color::Black) => "black",
            None => "draw",
        })
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Color>, D::Error> {
        match String::deserialize(deserializer)?.as_str() {
            "white" => Ok(Some(Color::White)),
            "black" => Ok(Some(Color::Black)),
            "draw" => Ok(None),
            other => Err(de::Error::custom(format!("“{other}” is no winner: white, black or draw"))),
        }
    }
}
