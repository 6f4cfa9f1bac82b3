//! Agreement by class of position.

use shakmaty::Role;

use super::filter::{Filter, role_name};
use super::position_book::{Phase, PositionBook};
use crate::objectives::agreement::Answers;

/// A class of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// All positions of the set.
    All,
    /// Positions in which this piece makes the right move.
    Role(Role),
    /// Positions of this phase of the game.
    Phase(Phase),
    /// Positions in which the right move captures or promotes, or does not.
    Capture(bool),
}

impl Class {
    /// Returns all classes, grouped by kind.
    #[must_use]
    pub fn all() -> Vec<Class> {
        let roles = Role::ALL.map(Class::Role);
        let phases = Phase::ALL.map(Class::Phase);
        [Class::All].into_iter().chain(roles).chain(phases).chain([true, false].map(Class::Capture)).collect()
    }

    /// Returns the name of the class.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Class::All => "all",
            Class::Role(role) => role_name(role),
            Class::Phase(phase) => phase.name(),
            Class::Capture(true) => "captures",
            Class::Capture(false) => "quiet",
        }
    }

    /// Returns the filter restricted to this class, in place of another of its kind. If the filter already has this
    /// class, removes the restriction.
    #[must_use]
    pub fn narrow(self, filter: &Filter) -> Filter {
        fn toggled<T: PartialEq>(current: Option<T>, value: T) -> Option<T> {
            if current.as_ref() == Some(&value) { None } else { Some(value) }
        }
        let filter = filter.clone();
        match self {
            Class::All => Filter { role: None, phase: None, capture: None, ..filter },
            Class::Role(role) => Filter { role: toggled(filter.role, role), ..filter },
            Class::Phase(phase) => Filter { phase: toggled(filter.phase, phase), ..filter },
            Class::Capture(capture) => Filter { capture: toggled(filter.capture, capture), ..filter },
        }
    }

    /// Returns whether a filter is restricted to this class.
    #[must_use]
    pub fn is_selected_in(self, filter: &Filter) -> bool {
        match self {
            Class::All => false,
            Class::Role(role) => filter.role == Some(role),
            Class::Phase(phase) => filter.phase == Some(phase),
            Class::Capture(capture) => filter.capture == Some(capture),
        }
    }
}

/// The counts of a class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    /// The class that was counted.
    pub class: Class,
    /// The number of positions in the class.
    pub positions: u32,
    /// The number of positions in which the subject plays a right move.
    pub subject: u32,
    /// The number of positions in which the rival does, if there is a rival.
    pub rival: Option<u32>,
}

/// Agreement by class.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals(pub Vec<Total>);

impl Totals {
    /// Counts the agreements in each class.
    #[must_use]
    pub fn of(book: &PositionBook, subject: &Answers, rival: Option<&Answers>) -> Totals {
        let mut totals: Vec<Total> = Class::all()
            .into_iter()
            .map(|class| Total { class, positions: 0, subject: 0, rival: rival.map(|_| 0) })
            .collect();
        for (row, entry) in book.entries.iter().enumerate() {
            for total in &mut totals {
                let belongs = match total.class {
                    Class::All => true,
                    Class::Role(role) => entry.role == role,
                    Class::Phase(phase) => entry.phase == phase,
                    Class::Capture(capture) => entry.capture == capture,
                };
                if belongs {
                    total.positions += 1;
                    total.subject += u32::from(subject.get(row));
                    if let (Some(count), Some(rival)) = (&mut total.rival, rival) {
                        *count += u32::from(rival.get(row));
                    }
                }
            }
        }
        Totals(totals)
    }
}
