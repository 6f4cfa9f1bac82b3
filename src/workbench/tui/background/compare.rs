//! Reading and comparison of two sessions.

use crate::figures;
use crate::organism::FixedEvaluation;
use crate::session::{self, Session};
use crate::tui::measure::{self, Measure};
use crate::tui::operators;
use crate::tui::prelude::*;
use crate::tui::subject::Origin;

/// The name of the row with the optimizer's name.
const OPTIMIZER: &str = "optimizer";

/// One session of a comparison.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Side {
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
    /// The settings at the start.
    pub(crate) settings: Experiment,
    /// The largest possible score on the training set.
    pub(crate) train_total: u64,
    /// The best score of each generation of the champion's run.
    pub(crate) best: Vec<u64>,
    /// The champion's score on the test set and the largest possible score there, if its run is complete.
    pub(crate) test: Option<(u64, u64)>,
    /// The first organism that reached the session's best score on the training set.
    pub(crate) champion: ShownOrganism,
}

/// Two sessions to be compared.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Comparison {
    /// The session whose champion is the subject.
    pub(crate) subject: Side,
    /// The session whose champion is the rival.
    pub(crate) rival: Side,
}

/// Reads a session for a comparison.
pub(super) fn read_side(folder: &Path) -> Result<Side, String> {
    let recorded = Session::open_read_only(folder).map_err(|error| error.to_string())?;
    let settings = recorded.header.settings.clone();
    let schema = Arc::clone(settings.schema());
    // Of equal champions the first one counts, as everywhere.
    let best = recorded.champions().into_iter().rev().max_by_key(|champion| champion.score);
    let best = best.ok_or_else(|| {
        format!("{}: this session has no measured generation to compare; run it first", folder.display())
    })?;
    let evaluation = settings.target.evaluation().and_then(FixedEvaluation::genome);
    let name = session::name(folder);
    let origin = Origin::Population {
        session: folder.to_owned(),
        run: best.run,
        generation: first_best_generation(&best),
        place: 0,
    };
    Ok(Side {
        folder: folder.to_owned(),
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

/// Returns the first generation in which the champion was the fittest organism.
fn first_best_generation(champion: &session::Champion) -> u32 {
    champion.curve.iter().position(|spread| spread.best == champion.score).unwrap_or(0) as u32
}

/// Reads two sessions.
pub(crate) fn read(subject: &Path, rival: &Path) -> Result<Comparison, String> {
    Ok(Comparison { subject: read_side(subject)?, rival: read_side(rival)? })
}

impl Side {
    /// Returns how the session's scores are named and formatted.
    pub(crate) fn measure(&self) -> Measure {
        measure::of(Some(&self.settings), self.train_total)
    }
}

impl Comparison {
    /// Returns the chart of the best scores by generation.
    pub(crate) fn chart(&self) -> Chart {
        let [subject, rival] = [&self.subject, &self.rival].map(|side| figures::compare::Side {
            name: &side.name,
            objective: side.settings.objective.name(),
            measure: side.measure(),
            best: &side.best,
        });
        figures::compare::chart(&subject, &rival)
    }

    /// Returns the settings that differ: the name, the subject's value and the rival's value, or “–” for a setting that a
    /// session does not have.
    pub(crate) fn settings(&self) -> Vec<(&'static str, String, String)> {
        let [subject, rival] = [&self.subject, &self.rival].map(|side| {
            let mut rows = setting_rows(&side.settings);
            // The rows of the genetic algorithm do not name it.
            rows.retain(|(name, _)| *name != OPTIMIZER);
            rows.insert(1, (OPTIMIZER, side.settings.optimizer.name().to_owned()));
            rows
        });
        let value = |rows: &[(&str, String)], name| {
            let found = rows.iter().find(|(of, _)| *of == name);
            found.map_or_else(|| "–".to_owned(), |(_, value)| value.clone())
        };
        let only_rival = rival.iter().filter(|(name, _)| !subject.iter().any(|(of, _)| of == name));
        let names = subject.iter().chain(only_rival).map(|(name, _)| *name);
        let both = names.map(|name| (name, value(&subject, name), value(&rival, name)));
        both.filter(|(_, one, other)| one != other).collect()
    }

    /// Returns the names of the parameters that both schemas have, with the values of both champions. The parameters
    /// that differ most come first.
    pub(crate) fn parameters(&self) -> Vec<(String, i32, i32)> {
        let (subject, rival) = (&self.subject.champion, &self.rival.champion);
        let mut rows: Vec<(f64, (String, i32, i32))> = Vec::new();
        for (parameter, value) in subject.schema.parameters.iter().zip(&subject.values) {
            let Some(other) = rival.value(&parameter.name) else { continue };
            // The widths of the ranges differ greatly, so the difference is taken relative to the width.
            let width = f64::from(parameter.range.1.saturating_sub(parameter.range.0).max(1));
            let share = f64::from(value.abs_diff(other)) / width;
            rows.push((share, (parameter.name.clone(), *value, other)));
        }
        rows.sort_by(|a, b| b.0.total_cmp(&a.0));
        rows.into_iter().map(|(_, row)| row).collect()
    }
}

/// Returns the names and values of a session's settings. The rows after the optimizer's name depend on it.
pub(crate) fn setting_rows(settings: &Experiment) -> Vec<(&'static str, String)> {
    let mut rows = vec![
        ("preset", settings.preset.clone()),
        ("seed", settings.seed.to_string()),
        ("schema", settings.schema().name.clone()),
        ("generations", settings.generations.to_string()),
        ("runs", settings.runs.to_string()),
        ("population", settings.optimizer.population().to_string()),
    ];
    rows.extend(operators::optimizer_rows(settings));
    rows
}
