//! The selection and order of listed positions.

use shakmaty::{Position, Role};

use super::position_book::{Entry, Phase, PositionBook};
use super::verdict::Choice;
use crate::engine::evaluation::centipawns;
use crate::objectives::Distance;
use crate::objectives::agreement::Answers;

/// A selection by the organisms that play a right move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum AgreementFilter {
    /// All positions, whether or not an organism plays a right move.
    All,
    /// The subject plays no right move.
    #[default]
    Disagree,
    /// The subject plays a right move.
    Agree,
    /// The rival plays a right move and the subject does not.
    RivalOnly,
    /// The subject plays a right move and the rival does not.
    SubjectOnly,
}

impl AgreementFilter {
    /// All outcomes, in the order in which the user cycles through them.
    pub const ALL: [AgreementFilter; 5] = [
        AgreementFilter::Disagree,
        AgreementFilter::All,
        AgreementFilter::Agree,
        AgreementFilter::RivalOnly,
        AgreementFilter::SubjectOnly,
    ];

    /// Returns the name of the outcome.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            AgreementFilter::All => "all positions",
            AgreementFilter::Disagree => "disagreements",
            AgreementFilter::Agree => "agreements",
            AgreementFilter::RivalOnly => "solved by the rival only",
            AgreementFilter::SubjectOnly => "solved by the subject only",
        }
    }
}

/// The conditions for listing a position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// The organisms that play a right move.
    pub outcome: AgreementFilter,
    /// The phase of the game.
    pub phase: Option<Phase>,
    /// The piece that makes the right move.
    pub role: Option<Role>,
    /// Whether the right move is a capture or promotion.
    pub capture: Option<bool>,
    /// A part of the name of the player to move.
    pub player: String,
    /// The texts of the conditions on the game, in the order of [`GAME`]; empty for none.
    pub game: [String; GAME.len()],
    /// Words that occur in the players, event, date, name or move.
    pub text: String,
}

/// A condition on the game of a position, which a person writes as a text.
#[derive(Debug, Clone, Copy)]
pub struct GameCondition {
    /// The name.
    pub name: &'static str,
    /// What the text is.
    pub hint: &'static str,
    kind: ConditionKind,
}

#[derive(Debug, Clone, Copy)]
enum ConditionKind {
    /// A part of a name.
    Name(fn(&Entry) -> Option<&str>),
    /// A number, or a range of numbers.
    Range(fn(&Entry) -> Option<u32>),
    /// A result of the game, or of the player to move.
    Result,
}

/// The conditions on the game of a position. A position that does not record what a condition asks for does not satisfy it.
pub const GAME: [GameCondition; 5] = [
    GameCondition {
        name: "opponent",
        hint: "not to move; part of the name",
        kind: ConditionKind::Name(Entry::opponent),
    },
    GameCondition {
        name: "rating",
        hint: "of the player to move, such as 2500-2600 or 2500-",
        kind: ConditionKind::Range(|entry| entry.ratings()[0]),
    },
    GameCondition {
        name: "opponent’s rating",
        hint: "such as -2400",
        kind: ConditionKind::Range(|entry| entry.ratings()[1]),
    },
    GameCondition {
        name: "year",
        hint: "such as 1972 or 1960-1965",
        kind: ConditionKind::Range(|entry| entry.date()?.get(..4)?.parse().ok()),
    },
    GameCondition {
        name: "result",
        hint: "won, lost, drawn by the player to move; 1-0, 0-1, 1/2-1/2",
        kind: ConditionKind::Result,
    },
];

/// The results for White, and what they are for the player to move if that is White, and if it is Black.
const RESULTS: [[&str; 3]; 3] =
    [["1-0", "won", "lost"], ["0-1", "lost", "won"], ["1/2-1/2", "drawn", "drawn"]];

/// Parses a number, or a range with one open end or none.
fn range(text: &str) -> Option<[u32; 2]> {
    let end = |text: &str, open: u32| match text.trim() {
        "" => Some(open),
        number => number.parse().ok(),
    };
    match text.split_once(['-', '–']) {
        Some((from, to)) => Some([end(from, 0)?, end(to, u32::MAX)?]),
        None => text.trim().parse().ok().map(|number| [number, number]),
    }
}

impl GameCondition {
    /// Returns why a text is no condition.
    ///
    /// # Errors
    /// The text is neither empty nor of the form that the condition needs.
    pub fn check(&self, text: &str) -> Result<(), String> {
        let text = text.trim().to_lowercase();
        let is_valid = match self.kind {
            ConditionKind::Name(_) => true,
            ConditionKind::Range(_) => range(&text).is_some(),
            ConditionKind::Result => RESULTS.iter().any(|names| names.contains(&text.as_str())),
        };
        if is_valid || text.is_empty() { Ok(()) } else { Err(format!("write it {}", self.hint)) }
    }

    /// Returns whether a position satisfies the condition with a text in lower case, which must not be empty.
    fn admits(&self, entry: &Entry, text: &str) -> bool {
        match self.kind {
            ConditionKind::Name(name) => name(entry).is_some_and(|name| name.to_lowercase().contains(text)),
            ConditionKind::Range(number) => number(entry)
                .zip(range(text))
                .is_some_and(|(number, [from, to])| (from..=to).contains(&number)),
            ConditionKind::Result => {
                let of_mover = entry.position().turn().fold_wb(1, 2);
                let names = RESULTS.iter().find(|names| Some(names[0]) == entry.result());
                names.is_some_and(|names| names[0] == text || names[of_mover] == text)
            }
        }
    }
}

/// Returns the name of a piece.
pub(super) fn role_name(role: Role) -> &'static str {
    match role {
        Role::Pawn => "pawn",
        Role::Knight => "knight",
        Role::Bishop => "bishop",
        Role::Rook => "rook",
        Role::Queen => "queen",
        Role::King => "king",
    }
}

impl Filter {
    /// Describes the filter, for example “disagreements · queen · endgame”.
    #[must_use]
    pub fn describe(&self) -> String {
        let mut words = vec![self.outcome.name().to_owned()];
        words.extend(self.role.map(|role| role_name(role).to_owned()));
        words.extend(self.phase.map(|phase| phase.name().to_owned()));
        words.extend(self.capture.map(|capture| if capture { "captures" } else { "quiet" }.to_owned()));
        for text in [&self.player, &self.text] {
            words.extend((!text.trim().is_empty()).then(|| format!("“{}”", text.trim())));
        }
        let game = GAME.iter().zip(&self.game).filter(|(_, text)| !text.trim().is_empty());
        words.extend(game.map(|(condition, text)| format!("{} {}", condition.name, text.trim())));
        words.join(" · ")
    }

    /// Returns whether a position satisfies all conditions except the outcome. Both texts must be in lower case.
    fn admits(&self, entry: &Entry, player: &str, text: &str) -> bool {
        self.phase.is_none_or(|phase| entry.phase == phase)
            && self.role.is_none_or(|role| entry.role == role)
            && self.capture.is_none_or(|capture| entry.capture == capture)
            && (player.is_empty() || entry.is_by(player))
            && (text.is_empty() || entry.contains(text))
            && GAME.iter().zip(&self.game).all(|(condition, text)| {
                let text = text.trim().to_lowercase();
                text.is_empty() || condition.admits(entry, &text)
            })
    }
}

/// The order of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The order of the file.
    File,
    /// The most instructive position first: the one where a single change gains most. Positions without such a change
    /// follow, those with the smallest margin first. Ties, in which the organism gives both moves the same score
    /// in centipawns, come after these, and positions in which the organism plays the right move come last.
    #[default]
    Instructive,
    /// The difference between the organism's score and the mentor's, largest first.
    Mentor,
}

/// The known results of the organisms.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownResults<'a> {
    /// The subject's answers.
    pub subject: Option<&'a Answers>,
    /// The rival's answers.
    pub rival: Option<&'a Answers>,
    /// The subject's verdicts as far as they are known, indexed by position.
    pub verdicts: &'a [Option<Choice>],
    /// The subject's distances from its mentor, indexed by position.
    pub distances: &'a [Option<Distance>],
    /// The largest net gain of a single change that corrects the subject's move, as far as it is known, indexed by
    /// position.
    pub net_gains: &'a [Option<i32>],
}

/// Returns the positions that satisfy a filter, in order. Equal positions are in the order of the file. Returns nothing
/// if the required answers are not known.
#[must_use]
pub fn select(book: &PositionBook, known: KnownResults<'_>, filter: &Filter, order: Order) -> Vec<u32> {
    let (player, text) = (filter.player.trim().to_lowercase(), filter.text.trim().to_lowercase());
    let plays = |answers: Option<&Answers>, row: usize| answers.map(|answers| answers.get(row));
    let has_outcome = |row: usize| {
        let (subject, rival) = (plays(known.subject, row), plays(known.rival, row));
        match filter.outcome {
            AgreementFilter::All => true,
            AgreementFilter::Disagree => subject == Some(false),
            AgreementFilter::Agree => subject == Some(true),
            AgreementFilter::RivalOnly => (subject, rival) == (Some(false), Some(true)),
            AgreementFilter::SubjectOnly => (subject, rival) == (Some(true), Some(false)),
        }
    };
    let mut rows: Vec<u32> = book
        .entries
        .iter()
        .enumerate()
        .filter(|(row, entry)| has_outcome(*row) && filter.admits(entry, &player, &text))
        .map(|(row, _)| row as u32)
        .collect();
    match order {
        Order::File => {}
        Order::Instructive => rows.sort_by_cached_key(|row| instructive(known, *row as usize)),
        Order::Mentor => rows.sort_by_cached_key(|row| {
            let distance = known.distances.get(*row as usize).copied().flatten();
            distance.map_or((1, 0), |distance| (0, -i64::from(distance.apart())))
        }),
    }
    rows
}

/// Returns the sort key of [`Order::Instructive`].
fn instructive(known: KnownResults<'_>, row: usize) -> (u8, i64, i64) {
    let verdict = known.verdicts.get(row).copied().flatten();
    let gain = known.net_gains.get(row).copied().flatten();
    match (gain, verdict) {
        (_, Some(verdict)) if centipawns(verdict.margin) == 0 && !verdict.agrees() => (3, 0, 0),
        (Some(gain), verdict) => {
            (0, -i64::from(gain), verdict.map_or(i64::MAX, |verdict| i64::from(verdict.margin)))
        }
        (None, Some(verdict)) if verdict.agrees() => (4, 0, 0),
        (None, Some(verdict)) => (1, 0, i64::from(verdict.margin)),
        (None, None) => (2, 0, 0),
    }
}

#[cfg(test)]
mod tests;
