//! Agreement by class of position.

use shakmaty::Role;

use super::book::{Book, Phase};
use super::filter::{Filter, role_name};
use crate::fitness::Answers;

/// A class of positions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Class {
    /// All of them.
    All,
    /// By the piece that makes the right move.
    Role(Role),
    /// By the phase of the game.
    Phase(Phase),
    /// Whether the right move captures or promotes.
    Capture(bool),
}

impl Class {
    /// All classes, those of a kind together.
    #[must_use]
    pub fn all() -> Vec<Class> {
        let roles = Role::ALL.map(Class::Role);
        let phases = Phase::ALL.map(Class::Phase);
        [Class::All].into_iter().chain(roles).chain(phases).chain([true, false].map(Class::Capture)).collect()
    }

    /// Its name.
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

    /// The filter with this class in place of another of its kind; the same again lifts it.
    #[must_use]
    pub fn narrow(self, filter: &Filter) -> Filter {
        fn turned<T: PartialEq>(now: Option<T>, to: T) -> Option<T> {
            if now.as_ref() == Some(&to) { None } else { Some(to) }
        }
        let filter = filter.clone();
        match self {
            Class::All => Filter { role: None, phase: None, capture: None, ..filter },
            Class::Role(role) => Filter { role: turned(filter.role, role), ..filter },
            Class::Phase(phase) => Filter { phase: turned(filter.phase, phase), ..filter },
            Class::Capture(capture) => Filter { capture: turned(filter.capture, capture), ..filter },
        }
    }

    /// Whether a filter asks for it.
    #[must_use]
    pub fn is_asked(self, filter: &Filter) -> bool {
        match self {
            Class::All => false,
            Class::Role(role) => filter.role == Some(role),
            Class::Phase(phase) => filter.phase == Some(phase),
            Class::Capture(capture) => filter.capture == Some(capture),
        }
    }
}

/// A class with what is counted in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Total {
    /// The class.
    pub class: Class,
    /// Positions in it.
    pub positions: u32,
    /// Those in which the subject plays a right move.
    pub subject: u32,
    /// Those in which the rival does, where there is one.
    pub rival: Option<u32>,
}

/// Agreement class by class.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Totals(pub Vec<Total>);

impl Totals {
    /// Counts.
    #[must_use]
    pub fn of(book: &Book, subject: &Answers, rival: Option<&Answers>) -> Totals {
        let mut totals: Vec<Total> = Class::all()
            .into_iter()
            .map(|class| Total { class, positions: 0, subject: 0, rival: rival.map(|_| 0) })
            .collect();
        for (row, entry) in book.entries.iter().enumerate() {
            for total in &mut totals {
                let within = match total.class {
                    Class::All => true,
                    Class::Role(role) => entry.role == role,
                    Class::Phase(phase) => entry.phase == phase,
                    Class::Capture(capture) => entry.capture == capture,
                };
                if within {
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
