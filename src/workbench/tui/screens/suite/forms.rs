//! The forms of the Suite screen: the settings of a run and the export of unsolved positions.

use std::time::Duration;

use super::tasks::{CheckSuite, WriteRecords};
use super::{Limit, SuiteSettings};
use crate::engine::search::SearchMode;
use crate::positions::PositionSet;
use crate::positions::PositionSource;
use crate::positions::epd::EpdRecord;
use crate::threads::MAX_THREADS;
use crate::tui::popups::forms::{Field, Form, FormSpec, Outcome, Problem, WHOLE, number, path};
use crate::tui::prelude::*;

/// The form of the suite and its search limits.
#[derive(Debug, Clone)]
pub(crate) struct SettingsForm;

impl SettingsForm {
    const SUITE: usize = 0;
    const PATH: usize = 1;
    const LIMIT: usize = 2;
    const NODES: usize = 3;
    const TIME: usize = 4;
    const DEPTH: usize = 5;
    const SEARCH: usize = 6;
    const THREADS: usize = 7;
    /// The index of the choice “a file”, after the embedded sets.
    const FILE: usize = PositionSet::NAMES.len();

    fn chosen(fields: &[Field], field: usize) -> usize {
        fields.get(field).map_or(0, Field::chosen)
    }
}

/// The form for exporting the unsolved positions.
#[derive(Debug, Clone)]
struct ExportForm {
    records: Vec<EpdRecord>,
}

/// Returns the settings form, filled in with the current settings.
pub(super) fn settings(now: &SuiteSettings) -> Form {
    let (at, typed) = match &now.source {
        PositionSource::Embedded(name) => {
            (PositionSet::NAMES.iter().position(|known| known == name).unwrap_or(0), String::new())
        }
        source => (SettingsForm::FILE, source.name()),
    };
    let (kind, nodes, time, depth) = match now.limit {
        Limit::Nodes(nodes) => (0, nodes, 1000, 12),
        Limit::Time(time) => (1, 500_000, time.as_millis() as u64, 12),
        Limit::Depth(depth) => (2, 500_000, 1000, depth),
    };
    let mode = now.mode.and_then(|mode| SearchMode::ALL.iter().position(|known| *known == mode));
    let modes = ["the most advanced it has".to_owned()]
        .into_iter()
        .chain(SearchMode::ALL.map(|mode| mode.to_string()));
    let fields = vec![
        Field::choice(
            "suite",
            "positions with bm, am or sm",
            PositionSet::NAMES.into_iter().chain(["a file"]),
            at,
        ),
        Field::path("file", "EPD with bm, am or sm on each line", typed),
        Field::choice("limit", "the end of each search", ["nodes", "time", "depth"], kind),
        Field::text("nodes", "reproducible results", nodes),
        Field::text("milliseconds", "depends on the machine", time),
        Field::text("depth", "plies", depth),
        Field::choice("search", "which search mode", modes, mode.map_or(0, |at| at + 1)),
        Field::text("threads", "0: one per core", now.threads),
    ];
    Form::new(SettingsForm, fields)
}

/// Returns the form for exporting these unsolved positions.
pub(super) fn export(records: Vec<EpdRecord>) -> Form {
    let fields = vec![
        Field::path("file", "an EPD file", "unsolved.epd"),
        Field::choice("existing file", "keep it or replace it", ["keep it", "replace it"], 0),
    ];
    Form::new(ExportForm { records }, fields)
}

impl FormSpec for SettingsForm {
    fn title(&self) -> String {
        "Suite and search limits".to_owned()
    }

    fn matters(&self, fields: &[Field], field: usize) -> bool {
        let kind = Self::chosen(fields, Self::LIMIT);
        match field {
            Self::PATH => Self::chosen(fields, Self::SUITE) == Self::FILE,
            Self::NODES => kind == 0,
            Self::TIME => kind == 1,
            Self::DEPTH => kind == 2,
            _ => true,
        }
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let source = match Self::chosen(fields, Self::SUITE) {
            Self::FILE => PositionSource::File(path(fields, Self::PATH, "one EPD record per line")?),
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
        let settings = SuiteSettings {
            source,
            limit,
            mode: mode.and_then(|at| SearchMode::ALL.get(at).copied()),
            threads: number(fields, Self::THREADS, 0..=MAX_THREADS, WHOLE)?,
        };
        // Reading a file takes time.
        Ok(match settings.source {
            PositionSource::File(_) => {
                Outcome::BackgroundTask(BackgroundTask::new(CheckSuite { settings, field: Self::PATH }))
            }
            _ => Outcome::notify(settings),
        })
    }
}

impl FormSpec for ExportForm {
    fn title(&self) -> String {
        format!("Write {} unsolved positions to a file", thousands(self.records.len() as u64))
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let path = path(fields, WriteRecords::PATH_FIELD, "such as unsolved.epd")?;
        let replace = fields.get(1).is_some_and(|field| field.chosen() == 1);
        let records = self.records.clone();
        Ok(Outcome::BackgroundTask(BackgroundTask::new(WriteRecords { records, path, replace })))
    }
}
