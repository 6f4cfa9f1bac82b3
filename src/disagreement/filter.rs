//! The selection and order of listed positions.

use shakmaty::Role;

use super::position_book::{Entry, Phase, PositionBook};
use super::verdict::Verdict;
use crate::objectives::moves::Answers;
use crate::objectives::scores::Distance;

/// A selection by the organisms that play a right move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
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

impl Outcome {
    /// All outcomes, in the order in which the user cycles through them.
    pub const ALL: [Outcome; 5] =
        [Outcome::Disagree, Outcome::All, Outcome::Agree, Outcome::RivalOnly, Outcome::SubjectOnly];

    /// Returns the name of the outcome.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Outcome::All => "all positions",
            Outcome::Disagree => "disagreements",
            Outcome::Agree => "agreements",
            Outcome::RivalOnly => "solved by the rival only",
            Outcome::SubjectOnly => "solved by the subject only",
        }
    }
}

/// The conditions for listing a position.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// The organisms that play a right move.
    pub outcome: Outcome,
    /// The phase of the game.
    pub phase: Option<Phase>,
    /// The piece that makes the right move.
    pub role: Option<Role>,
    /// Whether the right move is a capture or promotion.
    pub capture: Option<bool>,
    /// A part of the name of the player to move.
    pub player: String,
    /// Words that occur in the players, event, date, name or move.
    pub text: String,
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
        words.join(" · ")
    }

    /// Returns whether a position satisfies all conditions except the outcome. Both texts must be in lower case.
    fn admits(&self, entry: &Entry, player: &str, text: &str) -> bool {
        self.phase.is_none_or(|phase| entry.phase == phase)
            && self.role.is_none_or(|role| entry.role == role)
            && self.capture.is_none_or(|capture| entry.capture == capture)
            && (player.is_empty() || entry.is_by(player))
            && (text.is_empty() || entry.contains(text))
    }
}

/// The sort key of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// The order of the file.
    File,
    /// The difference between the scores of the organism's move and the right move, smallest first.
    #[default]
    Margin,
    /// The rank of the right move in the organism's order.
    Rank,
    /// The ply of the game.
    Ply,
    /// The difference between the organism's score and the mentor's, largest first.
    Mentor,
}

impl Order {
    /// All orders; [`Order::Mentor`] is useful only if there is a mentor.
    pub const ALL: [Order; 5] = [Order::Mentor, Order::Margin, Order::Rank, Order::Ply, Order::File];

    /// Returns the name of the order.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Order::File => "file",
            Order::Margin => "margin",
            Order::Rank => "rank",
            Order::Ply => "ply",
            Order::Mentor => "distance",
        }
    }
}

/// The known results of the organisms.
#[derive(Debug, Clone, Copy, Default)]
pub struct KnownResults<'a> {
    /// The subject's answers.
    pub subject: Option<&'a Answers>,
    /// The rival's answers.
    pub rival: Option<&'a Answers>,
    /// The subject's verdicts as far as they are known, indexed by position.
    pub verdicts: &'a [Option<Verdict>],
    /// The subject's distances from its mentor, indexed by position.
    pub distances: &'a [Option<Distance>],
}

/// Returns the positions that satisfy a filter, in order. Positions without a known verdict come last. Ties are in
/// the order of the file. Returns nothing if the required answers are not known.
#[must_use]
pub fn select(
    book: &PositionBook,
    known: KnownResults<'_>,
    filter: &Filter,
    order: Order,
    descending: bool,
) -> Vec<u32> {
    let (player, text) = (filter.player.trim().to_lowercase(), filter.text.trim().to_lowercase());
    let plays = |answers: Option<&Answers>, row: usize| answers.map(|answers| answers.get(row));
    let has_outcome = |row: usize| {
        let (subject, rival) = (plays(known.subject, row), plays(known.rival, row));
        match filter.outcome {
            Outcome::All => true,
            Outcome::Disagree => subject == Some(false),
            Outcome::Agree => subject == Some(true),
            Outcome::RivalOnly => (subject, rival) == (Some(false), Some(true)),
            Outcome::SubjectOnly => (subject, rival) == (Some(true), Some(false)),
        }
    };
    let mut rows: Vec<u32> = book
        .entries
        .iter()
        .enumerate()
        .filter(|(row, entry)| has_outcome(*row) && filter.admits(entry, &player, &text))
        .map(|(row, _)| row as u32)
        .collect();
    let verdict = |row: &u32| known.verdicts.get(*row as usize).copied().flatten();
    let key = |row: &u32| match order {
        Order::File => Some(i64::from(*row)),
        Order::Margin => verdict(row).map(|verdict| i64::from(verdict.margin)),
        Order::Rank => verdict(row).map(|verdict| i64::from(verdict.rank)),
        Order::Mentor => {
            let distance = known.distances.get(*row as usize).copied().flatten();
            distance.map(|distance| -i64::from(distance.apart()))
        }
        Order::Ply => book.entries[*row as usize].ply.map(i64::from),
    };
    let sort_key = |row: &u32| key(row).map_or((1, 0), |key| (0, if descending { -key } else { key }));
    if order != Order::File || descending {
        rows.sort_by_cached_key(|row| (sort_key(row), *row));
    }
    rows
}

#[cfg(test)]
mod tests;
