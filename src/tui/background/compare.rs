//! Two sessions side by side, read for the comparison.

use std::path::Path;
use std::sync::Arc;

use crate::experiment::Experiment;
use crate::organism::FixedEvaluation;
use crate::session::{self, Session};
use crate::tui::measure::{self, Measure};
use crate::tui::operators;
use crate::tui::subject::{Origin, ShownOrganism};

/// One of the two.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Side {
    /// Its name.
    pub(crate) name: String,
    /// What it began with.
    pub(crate) settings: Experiment,
    /// The largest measure on the training set.
    pub(crate) train_total: u64,
    /// The best measure of each generation of the champion's run.
    pub(crate) best: Vec<u64>,
    /// The champion's measure on the test set and the largest there, where its run is complete.
    pub(crate) test: Option<(u64, u64)>,
    /// The champion: the first organism to reach the session's best measure on the training set.
    pub(crate) champion: ShownOrganism,
}

/// Both.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    /// The one whose champion is the subject.
    pub(crate) one: Side,
    /// The one whose champion is the rival.
    pub(crate) other: Side,
}

/// What a session contributes to a comparison.
pub(super) fn side(folder: &Path) -> Result<Side, String> {
    let told = |error: &dyn std::fmt::Display| error.to_string();
    let recorded = Session::open_read_only(folder).map_err(|error| told(&error))?;
    let settings = recorded.header.settings.clone();
    let schema = Arc::clone(settings.schema());
    // The first of equals, as everywhere.
    let best = recorded.champions().into_iter().rev().max_by_key(|champion| champion.score);
    let best = best.ok_or_else(|| {
        format!("{}: nothing is measured here yet, so there is nothing to compare", folder.display())
    })?;
    let evaluation = settings.target.evaluation().and_then(FixedEvaluation::genome);
    let name = session::name(folder);
    let origin =
        Origin::Population { session: name.clone(), run: best.run, generation: first(&best), place: 0 };
    Ok(Side {
        name,
        settings,
        train_total: best.train_total,
        best: best.curve.iter().map(|spread| spread.best).collect(),
        test: best.test_score.map(|score| (score, best.test_total)),
        champion: ShownOrganism {
            origin,
            score: Some(best.score),
            schema,
            values: best.values,
            searches: Vec::new(),
            evaluation,
        },
    })
}

/// The first generation that the champion was the fittest of.
fn first(champion: &session::Champion) -> u32 {
    champion.curve.iter().position(|spread| spread.best == champion.score).unwrap_or(0) as u32
}

/// Reads both.
pub(crate) fn read(one: &Path, other: &Path) -> Result<Comparison, String> {
    Ok(Comparison { one: side(one)?, other: side(other)? })
}

impl Side {
    /// What its measures are called, and how they are written.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(Some(&self.settings), self.train_total)
    }
}

impl Comparison {
    /// The settings in which the two differ: what, of the one, of the other.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String, String)> {
        let (one, other) = (words(&self.one.settings), words(&self.other.settings));
        let both = one.into_iter().zip(other);
        both.filter(|(a, b)| a.1 != b.1).map(|(a, b)| (a.0, a.1, b.1)).collect()
    }

    /// The parameters both know, with both champions' values; those that differ most come first.
    pub(crate) fn parameters(&self) -> Vec<(String, i32, i32)> {
        let (one, other) = (&self.one.champion, &self.other.champion);
        let mut rows: Vec<(f64, (String, i32, i32))> = Vec::new();
        for (known, value) in one.schema.parameters.iter().zip(&one.values) {
            let Some(rival) = other.value(&known.name) else { continue };
            // Ranges are of very different widths: the difference counts as a share of the range.
            let width = f64::from(known.range.1.saturating_sub(known.range.0).max(1));
            let share = f64::from(value.abs_diff(rival)) / width;
            rows.push((share, (known.name.clone(), *value, rival)));
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// A session's settings in words, the same rows for all.
pub(crate) fn words(settings: &Experiment) -> Vec<(&'static str, String)> {
    let mut rows = vec![
        ("preset", settings.preset.clone()),
        ("seed", settings.seed.to_string()),
        ("schema", settings.schema().name.clone()),
        ("generations", settings.generations.to_string()),
        ("runs", settings.runs.to_string()),
        ("population", settings.optimizer.population().to_string()),
    ];
    if let Some(ga) = settings.optimizer.ga() {
        rows.extend([
            ("crossover", format!("{} {}", ga.crossover_rate, operators::crossover(ga.crossover))),
            ("mutation", format!("{} per bit", ga.mutation_rate)),
            ("selection", operators::selection(ga.selection, settings)),
            ("elite", ga.elite.to_string()),
        ]);
    }
    rows
}
