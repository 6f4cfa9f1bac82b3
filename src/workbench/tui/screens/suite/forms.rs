//! The forms of the place Suite: the settings of a run and the export of unsolved positions.

use super::tasks::{CheckSuite, WriteRecords};
use super::{Limit, SuiteSettings};
use crate::engine::search::SearchMode;
use crate::positions::PositionSet;
use crate::positions::epd::EpdRecord;
use crate::threads::MAX_THREADS;
use crate::tui::prelude::*;

/// The index of the choice “a file”, after the embedded sets.
const FILE: usize = PositionSet::NAMES.len();

/// Returns the settings form, filled in with the current settings.
pub(super) fn settings(now: &SuiteSettings) -> Form {
    let (at, typed) = match &now.source {
        PositionSource::Embedded(name) => {
            (PositionSet::NAMES.iter().position(|known| known == name).unwrap_or(0), String::new())
        }
        source => (FILE, source.name()),
    };
    let (kind, nodes, time, depth) = match now.limit {
        Limit::Nodes(nodes) => (0, nodes, 1000, 12),
        Limit::Time(time) => (1, 500_000, time.as_millis() as u64, 12),
        Limit::Depth(depth) => (2, 500_000, 1000, depth),
    };
    let mode = now.mode.and_then(|mode| SearchMode::ALL.iter().position(|known| *known == mode));
    let modes = SearchMode::ALL.map(|mode| match mode {
        SearchMode::Plain => (mode.to_string(), "alpha-beta with quiescence search"),
        SearchMode::Paper => (mode.to_string(), "the selective search of the papers"),
        SearchMode::Extended => (mode.to_string(), "the selective search with later methods"),
    });
    let own = ("its own".to_owned(), "the most advanced search of the organism");
    let suites = PositionSet::NAMES.map(|name| match name {
        "ecm879" => (name, "879 positions with one best move: combinations of the middlegame"),
        _ => (name, "5,000 positions with the moves that grandmasters played"),
    });
    let fields = vec![
        Field::explained("suite", suites.into_iter().chain([("a file", "positions of your own")]), at),
        Field::path("file", "EPD with bm, am or sm on each line", typed),
        Field::explained(
            "limit",
            [
                ("nodes", "the same work for each search; results are reproducible"),
                ("time", "the same time for each search; depends on the machine"),
                ("depth", "the same number of plies for each search"),
            ],
            kind,
        ),
        Field::text("nodes", "of each search; more solve more positions, but take longer", nodes),
        Field::text("milliseconds", "of each search; more solve more positions, but take longer", time),
        Field::text("depth", "plies of each search; more solve more positions, but take longer", depth),
        Field::explained("search", [own].into_iter().chain(modes), mode.map_or(0, |at| at + 1)),
        Field::text("threads", "positions searched at a time; 0: one per core", now.threads),
    ];
    let applies = |fields: &[Field], label: &str| match label {
        "file" => fields.chosen("suite") == FILE,
        "nodes" => fields.chosen("limit") == 0,
        "milliseconds" => fields.chosen("limit") == 1,
        "depth" => fields.chosen("limit") == 2,
        _ => true,
    };
    Form::depending("Suite and search limits", fields, applies, outcome)
}

fn outcome(fields: &[Field]) -> Result<Request, Problem> {
    let source = match fields.chosen("suite") {
        FILE => PositionSource::File(fields.path("file", "one EPD record per line")?),
        _ => PositionSource::Embedded(fields.shown("suite").to_owned()),
    };
    let limit = match fields.chosen("limit") {
        0 => Limit::Nodes(fields.number("nodes", 1..=1_000_000_000_000)?),
        1 => Limit::Time(Duration::from_millis(fields.number("milliseconds", 1..=86_400_000)?)),
        _ => Limit::Depth(fields.number("depth", 1..=100)?),
    };
    let mode = fields.chosen("search").checked_sub(1);
    let settings = SuiteSettings {
        source,
        limit,
        mode: mode.and_then(|at| SearchMode::ALL.get(at).copied()),
        threads: fields.number("threads", 0..=MAX_THREADS)?,
    };
    // Reading a file takes time.
    Ok(match settings.source {
        PositionSource::File(_) => Request::task(CheckSuite { settings, field: fields.place("file") }),
        _ => Request::notify(settings),
    })
}

/// Returns the form for exporting these unsolved positions.
pub(super) fn export(records: Vec<EpdRecord>) -> Form {
    let fields = vec![
        Field::path("file", "EPD, which other chess programs read", "unsolved.epd"),
        Field::existing_file(),
    ];
    let title = format!("Write {} unsolved positions to a file", thousands(records.len() as u64));
    Form::plain(title, fields, move |fields| {
        let path = fields.path("file", "such as unsolved.epd")?;
        let replace = fields.is_on("existing file");
        Ok(Request::task(WriteRecords { records: records.clone(), path, replace }))
    })
}
