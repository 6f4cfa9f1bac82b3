//! Answers of mentors.

use serde::{Deserialize, Serialize};

use crate::arena::Fault;
use crate::engine::evaluation::Score;

/// A mentor's answer for a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answer {
    /// The score, from White's view.
    Score(Score),
    /// No score.
    None(Reason),
}

/// The reason for leaving out a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// White cannot be to move.
    NotWhite,
    /// There is no legal move.
    Over,
    /// The mentor reports a mate, or a score that represents one.
    Mate,
    /// The mentor returned a move without a score.
    NoScore,
    /// The mentor refused the position.
    Refused,
    /// The mentor did not answer in time.
    Hung,
    /// The mentor's process exited.
    Crashed,
    /// The mentor's answer was invalid.
    Nonsense,
}

impl Reason {
    /// All reasons.
    pub const ALL: [Reason; 8] = [
        Reason::NotWhite,
        Reason::Over,
        Reason::Mate,
        Reason::NoScore,
        Reason::Refused,
        Reason::Hung,
        Reason::Crashed,
        Reason::Nonsense,
    ];

    /// Returns the name used in files and figures.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Reason::NotWhite => "not_white",
            Reason::Over => "over",
            Reason::Mate => "mate",
            Reason::NoScore => "no_score",
            Reason::Refused => "refused",
            Reason::Hung => "hung",
            Reason::Crashed => "crashed",
            Reason::Nonsense => "nonsense",
        }
    }

    /// Returns the reason of this name.
    #[must_use]
    pub fn named(name: &str) -> Option<Reason> {
        Reason::ALL.into_iter().find(|reason| reason.name() == name)
    }

    /// Returns a phrase that fits one or several positions.
    #[must_use]
    pub fn phrase(self) -> &'static str {
        match self {
            Reason::NotWhite => "in which White cannot be to move",
            Reason::Over => "without a legal move",
            Reason::Mate => "with a mate score",
            Reason::NoScore => "without a score",
            Reason::Refused => "refused",
            Reason::Hung => "without an answer in time",
            Reason::Crashed => "in which the engine exited",
            Reason::Nonsense => "with an invalid answer",
        }
    }

    /// Returns a phrase of at most two words for the positions left out.
    #[must_use]
    pub fn brief(self) -> &'static str {
        match self {
            Reason::NotWhite => "not White’s",
            Reason::Over => "no move",
            Reason::Mate => "mates",
            Reason::NoScore => "no score",
            Reason::Refused => "refused",
            Reason::Hung => "no answer",
            Reason::Crashed => "crashes",
            Reason::Nonsense => "nonsense",
        }
    }

    /// Returns the reason that corresponds to an engine's fault.
    #[must_use]
    pub fn of(fault: &Fault) -> Reason {
        match fault {
            Fault::Hung { .. } | Fault::Late { .. } | Fault::Deaf | Fault::Mute => Reason::Hung,
            Fault::Start(_) | Fault::Exited(_) => Reason::Crashed,
            Fault::Refused { .. } | Fault::NoSetup => Reason::Refused,
            Fault::Stopped
            | Fault::Reported(_)
            | Fault::WrongProtocol { .. }
            | Fault::EndlessLine(_)
            | Fault::Spam(_)
            | Fault::IllegalMove { .. }
            | Fault::NoMove { .. }
            | Fault::BadClaim { .. }
            | Fault::NoLimit(_)
            | Fault::NoVariant(_)
            | Fault::NoOption { .. }
            | Fault::OptionValue { .. } => Reason::Nonsense,
        }
    }
}
