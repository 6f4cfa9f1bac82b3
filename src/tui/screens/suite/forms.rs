//! The forms of the Suite screen: which suite and how it is solved; where the unsolved positions go.

use std::path::PathBuf;
use std::time::Duration;

use super::{Limit, Terms};
use crate::engine::search::SearchMode;
use crate::positions::PositionSet;
use crate::positions::PositionSource;
use crate::threads::MAX_THREADS;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number, path};

/// Which suite, and how.
#[derive(Debug, Clone)]
pub(crate) struct Solve;

impl Solve {
    const FROM: usize = 0;
    const PATH: usize = 1;
    const LIMIT: usize = 2;
    const NODES: usize = 3;
    const TIME: usize = 4;
    const DEPTH: usize = 5;
    const SEARCH: usize = 6;
    const THREADS: usize = 7;
    /// The place of “a file” among the choices, after the embedded sets.
    const FILE: usize = PositionSet::NAMES.len();

    fn chosen(fields: &[Field], field: usize) -> usize {
        fields.get(field).map_or(0, Field::chosen)
    }
}

/// Writes the unsolved.
#[derive(Debug, Clone)]
struct WriteUnsolved;

/// The unsolved positions are to be written.
#[derive(Debug, Clone)]
pub(super) struct Unsolved {
    /// The file.
    pub(super) path: PathBuf,
    /// Whether a file that is there is replaced.
    pub(super) replace: bool,
}

/// The form of suite and limits, filled in with those in use.
pub(super) fn suite(now: &Terms) -> Form {
    let (at, typed) = match &now.source {
        PositionSource::Embedded(name) => {
            (PositionSet::NAMES.iter().position(|known| known == name).unwrap_or(0), String::new())
        }
        source => (Solve::FILE, source.name()),
    };
    let (kind, nodes, time, depth) = match now.limit {
        Limit::Nodes(nodes) => (0, nodes, 1000, 12),
        Limit::Time(time) => (1, 500_000, time.as_millis() as u64, 12),
        Limit::Depth(depth) => (2, 500_000, 1000, depth),
    };
    let mode = now.mode.and_then(|mode| SearchMode::ALL.iter().position(|known| *known == mode));
    let modes =
        ["the richest it has".to_owned()].into_iter().chain(SearchMode::ALL.map(|mode| mode.to_string()));
    let fields = vec![
        Field::choice(
            "suite",
            "positions with bm, am or sm",
            PositionSet::NAMES.into_iter().chain(["a file"]),
            at,
        ),
        Field::text("file", "EPD, every line with bm, am or sm", typed),
        Field::choice("limit", "where each search ends", ["nodes", "time", "depth"], kind),
        Field::text("nodes", "repeats bit for bit", nodes),
        Field::text("milliseconds", "depends on the machine", time),
        Field::text("depth", "plies", depth),
        Field::choice("search", "how selective", modes, mode.map_or(0, |at| at + 1)),
        Field::text("threads", "0: one for each core", now.threads),
    ];
    Form::new(Solve, fields)
}

/// The form that names a file for the unsolved positions.
pub(super) fn unsolved() -> Form {
    let fields = vec![
        Field::text("file", "an EPD file", "unsolved.epd"),
        Field::choice("where it exists", "keep it, or write over it", ["keep it", "replace it"], 0),
    ];
    Form::new(WriteUnsolved, fields)
}

impl FormSpec for Solve {
    fn title(&self) -> String {
        "Suite: what is solved, and how".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        let kind = Self::chosen(fields, Self::LIMIT);
        match field {
            Self::PATH => Self::chosen(fields, Self::FROM) == Self::FILE,
            Self::NODES => kind == 0,
            Self::TIME => kind == 1,
            Self::DEPTH => kind == 2,
            _ => true,
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let source = match Self::chosen(fields, Self::FROM) {
            Self::FILE => PositionSource::File(path(fields, Self::PATH, "one EPD record a line")?),
            at => {
                PositionSource::Embedded(PositionSet::NAMES.get(at).copied().unwrap_or("ecm879").to_owned())
            }
        };
        let limit = match Self::chosen(fields, Self::LIMIT) {
            0 => Limit::Nodes(number(fields, Self::NODES, 1..=1_000_000_000_000, WHOLE)?),
            1 => Limit::Time(Duration::from_millis(number(fields, Self::TIME, 1..=86_400_000, WHOLE)?)),
            _ => Limit::Depth(number(fields, Self::DEPTH, 1..=100, WHOLE)?),
        };
        let mode = Self::chosen(fields, Self::SEARCH).checked_sub(1);
        Ok(Outcome::notify(Terms {
            source,
            limit,
            mode: mode.and_then(|at| SearchMode::ALL.get(at).copied()),
            threads: number(fields, Self::THREADS, 0..=MAX_THREADS, WHOLE)?,
        }))
    }
}

impl FormSpec for WriteUnsolved {
    fn title(&self) -> String {
        "Write the unsolved positions to a file".to_owned()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let path = path(fields, 0, "such as unsolved.epd")?;
        Ok(Outcome::notify(Unsolved {
            path,
            replace: fields.get(1).is_some_and(|field| field.chosen() == 1),
        }))
    }
}
