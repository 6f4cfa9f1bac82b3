//! Which positions are listed, and in which order.

use shakmaty::Role;

use super::book::{Book, Entry, Phase};
use super::survey::Verdict;
use crate::fitness::Answers;
use crate::mentor::Distance;

/// Who plays a right move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Outcome {
    /// Whoever.
    All,
    /// Not the subject.
    #[default]
    Disagree,
    /// The subject.
    Agree,
    /// The rival, not the subject.
    RivalOnly,
    /// The subject, not the rival.
    SubjectOnly,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Outcome; 5] =
        [Outcome::Disagree, Outcome::All, Outcome::Agree, Outcome::RivalOnly, Outcome::SubjectOnly];

    /// Its name.
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

/// What a position must be to be listed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Filter {
    /// Who plays a right move.
    pub outcome: Outcome,
    /// The phase of the game.
    pub phase: Option<Phase>,
    /// The piece that makes the right move.
    pub role: Option<Role>,
    /// Whether the right move is a capture or promotion.
    pub capture: Option<bool>,
    /// A part of the name of the player to move.
    pub player: String,
    /// Words that occur in players, event, date, name or move.
    pub text: String,
}

/// The name of a piece.
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
    /// The filter in words, “disagreements · queen · endgame”.
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

    /// Whether it lists a position, whoever plays what.
    fn admits(&self, entry: &Entry, player: &str, text: &str) -> bool {
        self.phase.is_none_or(|phase| entry.phase == phase)
            && self.role.is_none_or(|role| entry.role == role)
            && self.capture.is_none_or(|capture| entry.capture == capture)
            && (player.is_empty() || entry.is_by(player))
            && (text.is_empty() || entry.says(text))
    }
}

/// By what the list is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Order {
    /// As in the file.
    File,
    /// The score that was missing, the closest first.
    #[default]
    Margin,
    /// The place of the right move in the organism’s order.
    Rank,
    /// The ply of the game.
    Ply,
    /// The difference of the organism's score from the mentor's, the largest first.
    Mentor,
}

impl Order {
    /// All of them; [`Order::Mentor`] says something only where there is a mentor.
    pub const ALL: [Order; 5] = [Order::Mentor, Order::Margin, Order::Rank, Order::Ply, Order::File];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Order::File => "as in the file",
            Order::Margin => "margin",
            Order::Rank => "rank",
            Order::Ply => "ply",
            Order::Mentor => "distance",
        }
    }
}

/// What is known of who plays what.
#[derive(Debug, Clone, Copy, Default)]
pub struct Rows<'a> {
    /// The subject’s answers.
    pub subject: Option<&'a Answers>,
    /// The rival’s answers.
    pub rival: Option<&'a Answers>,
    /// The subject’s verdicts, as far as they are known; index by position.
    pub verdicts: &'a [Option<Verdict>],
    /// How far the subject is from its mentor; index by position.
    pub distances: &'a [Option<Distance>],
}

/// The positions that a filter lists, in order; those whose verdict is not known yet come last, equals stand
/// as in the file. Where the answers asked for are not known nothing is listed.
#[must_use]
pub fn select(book: &Book, known: Rows<'_>, filter: &Filter, order: Order, descending: bool) -> Vec<u32> {
    let (player, text) = (filter.player.trim().to_lowercase(), filter.text.trim().to_lowercase());
    let plays = |answers: Option<&Answers>, row: usize| answers.map(|answers| answers.get(row));
    let wanted = |row: usize| {
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
        .filter(|(row, entry)| wanted(*row) && filter.admits(entry, &player, &text))
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
    let keyed = |row: &u32| key(row).map_or((1, 0), |key| (0, if descending { -key } else { key }));
    if order != Order::File || descending {
        rows.sort_by_cached_key(|row| (keyed(row), *row));
    }
    rows
}

#[cfg(test)]
mod tests;
