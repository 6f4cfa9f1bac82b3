//! The record of a game.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use shakmaty::{Chess, Color, Move, Position};

use crate::arena::info::{MAX_COUNT, MAX_DEPTH, MAX_SCORE};
use crate::arena::notation::{coordinates, fen, uci};
use crate::arena::{Fault, PlayerError};
use crate::engine::search::{Game, SearchResult, Value};
use crate::positions::Variant;
use crate::positions::fen::into_position;

/// The score of a move, from the mover's view.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Score {
    /// Centipawns.
    Cp(i32),
    /// Mate in this number of moves; negative if the mover is mated.
    Mate(i32),
}

/// The centipawns of a mate, for comparisons with other scores: more than the largest score of any player.
const MATE: i32 = 2 * MAX_SCORE;

impl Score {
    /// Returns the score in centipawns. A mate counts more than any other score.
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

/// A move, and the search that led to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedMove {
    /// The move in UCI notation.
    #[serde(rename = "move")]
    pub uci: String,
    /// The score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub score: Option<Score>,
    /// The search depth, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of searched nodes.
    #[serde(default)]
    pub nodes: u64,
    /// The thinking time, in microseconds.
    #[serde(rename = "us")]
    pub microseconds: u64,
    /// In a timed game, the time that an engine took to answer the readiness check before the search, in microseconds:
    /// see [`Timing::ready`](crate::arena::Timing::ready).
    #[serde(rename = "ready_us", default, skip_serializing_if = "Option::is_none")]
    pub ready: Option<u64>,
    /// The details for PGN; `None` if the settings of the match do not request them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<Box<MoveDetail>>,
}

/// The maximum number of moves that are kept of a principal variation.
const LONGEST_LINE: usize = 64;

/// Details of the search that led to a move.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MoveDetail {
    /// The selective depth, in plies.
    #[serde(rename = "seldepth", default, skip_serializing_if = "Option::is_none")]
    pub selective_depth: Option<u32>,
    /// The principal variation in UCI notation: at most 64 legal moves.
    #[serde(rename = "pv", default, skip_serializing_if = "Vec::is_empty")]
    pub line: Vec<String>,
    /// The time left on the mover's clock after the move and its increment, in microseconds; `None` without a clock.
    #[serde(rename = "left_us", default, skip_serializing_if = "Option::is_none")]
    pub left: Option<u64>,
}

impl MoveDetail {
    pub(super) fn new(position: &Chess, outcome: &SearchResult, left: Option<Duration>) -> MoveDetail {
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
    /// Returns whether the numbers are those of a possible search. Everything that this machine records is; a record from
    /// another machine can have any number.
    #[must_use]
    pub fn is_plausible(&self) -> bool {
        let is_score = self.score.is_none_or(|score| match score {
            Score::Cp(centipawns) => centipawns.unsigned_abs() <= MAX_SCORE.unsigned_abs(),
            Score::Mate(moves) => moves.unsigned_abs() <= MAX_DEPTH,
        });
        let detail = self.detail.as_deref();
        let depths = [self.depth, detail.and_then(|detail| detail.selective_depth)];
        let left = detail.and_then(|detail| detail.left);
        let counts = [Some(self.nodes), Some(self.microseconds), self.ready, left];
        is_score
            && depths.into_iter().flatten().all(|depth| depth <= MAX_DEPTH)
            && counts.into_iter().flatten().all(|count| count <= MAX_COUNT)
    }

    /// Creates the record of a legal move in this position.
    pub(super) fn new(
        position: &Chess,
        m: Move,
        outcome: &SearchResult,
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
    /// The side to move is checkmated.
    Checkmate,
    /// The side to move has no legal move.
    Stalemate,
    /// A position occurred for the third time.
    Repetition,
    /// Fifty moves of each side without a capture or a pawn move.
    FiftyMoves,
    /// Neither side can give mate.
    InsufficientMaterial,
    /// A player resigned, or the resign rule applied.
    Resignation,
    /// The draw rule applied.
    DrawAgreed,
    /// The tablebases contain its result.
    Tablebases,
    /// The game reached the move limit.
    MoveLimit,
    /// The loser caused a fault.
    Forfeit {
        /// The kind of the fault.
        verdict: FaultKind,
        /// The description of the fault.
        reason: String,
    },
}

/// The kind of a fault that lost a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FaultKind {
    /// The flag fell.
    TimeForfeit,
    /// The player did not answer, or its answer was not usable.
    Stall,
    /// The process ended.
    Crash,
    /// The player gave no move or an illegal one.
    IllegalMove,
    /// The player claimed a wrong result, or refused a legal move.
    BadClaim,
}

impl fmt::Display for FaultKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FaultKind::TimeForfeit => "time forfeit",
            FaultKind::Stall => "stall",
            FaultKind::Crash => "crash",
            FaultKind::IllegalMove => "illegal move",
            FaultKind::BadClaim => "bad claim",
        })
    }
}

impl FaultKind {
    /// Returns the kind of a fault.
    #[must_use]
    pub fn of(fault: &Fault) -> FaultKind {
        match fault {
            Fault::Late { .. } => FaultKind::TimeForfeit,
            Fault::Exited(_) | Fault::Start(_) => FaultKind::Crash,
            Fault::IllegalMove { .. } | Fault::NoMove { .. } => FaultKind::IllegalMove,
            Fault::Refused { .. } | Fault::BadClaim { .. } => FaultKind::BadClaim,
            Fault::WrongProtocol { .. }
            | Fault::Hung { .. }
            | Fault::Deaf
            | Fault::EndlessLine(_)
            | Fault::Spam(_)
            | Fault::Mute
            | Fault::Reported(_)
            | Fault::Stopped
            | Fault::NoSetup
            | Fault::NoLimit(_)
            | Fault::NoVariant(_)
            | Fault::NoOption { .. }
            | Fault::OptionValue { .. } => FaultKind::Stall,
        }
    }
}

impl Ending {
    /// Returns the end of a game that a player lost by a fault.
    pub(super) fn from_fault(error: &PlayerError) -> Ending {
        Ending::Forfeit { verdict: FaultKind::of(&error.fault), reason: error.fault.to_string() }
    }
}

/// Describes the end in words.
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

/// The record of a game, from its opening to its end.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The rules. In Chess960, castling is written as the king's move onto its own rook.
    #[serde(default, skip_serializing_if = "Variant::is_standard")]
    pub variant: Variant,
    /// The start position as a FEN; `None` for the standard start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves of the opening, in UCI notation.
    pub opening: Vec<String>,
    /// The moves of the players.
    pub moves: Vec<RecordedMove>,
    /// The winner; `None` for a draw.
    #[serde(with = "winner")]
    pub winner: Option<Color>,
    /// How the game ended.
    pub ending: Ending,
}

impl Record {
    /// Creates the record of a game that began with an opening.
    #[must_use]
    pub fn new(opening: &Game, moves: Vec<RecordedMove>, winner: Option<Color>, ending: Ending) -> Record {
        Record {
            variant: Variant::of(opening.start()),
            start: (*opening.start() != Chess::default()).then(|| fen(opening.start())),
            opening: opening.moves().iter().map(|m| uci(opening.start(), *m)).collect(),
            moves,
            winner,
            ending,
        }
    }

    /// Returns whether the game began with this opening.
    #[must_use]
    pub fn begins_with(&self, opening: &Game) -> bool {
        let other = Record::new(opening, Vec::new(), None, self.ending.clone());
        (self.variant, &self.start, &self.opening) == (other.variant, &other.start, &other.opening)
    }

    /// Returns the half points of a side: 0, 1 or 2.
    #[must_use]
    pub fn half_points(&self, side: Color) -> usize {
        match self.winner {
            None => 1,
            Some(winner) if winner == side => 2,
            Some(_) => 0,
        }
    }

    /// Returns the loser, the kind and the description of the fault that ended the game, or `None` without a fault.
    #[must_use]
    pub fn forfeit(&self) -> Option<(Color, FaultKind, &str)> {
        let Ending::Forfeit { verdict, reason } = &self.ending else { return None };
        Some((self.winner?.other(), *verdict, reason))
    }

    /// Returns the game up to the end of its opening, and the moves of the players. Returns `None` if a move is
    /// illegal, which is impossible for a record from [`super::play`].
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

/// Serializes the winner as a word.
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
            other => Err(de::Error::custom(format!("“{other}” is not a result; use white, black or draw"))),
        }
    }
}
