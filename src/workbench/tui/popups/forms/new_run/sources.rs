//! The sources of a new run: the initial organisms of a coevolution, and the evaluation of a tuning.

use std::path::PathBuf;

use crate::organism::{FixedEvaluation, Organism};
use crate::session::SessionState;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;

/// The source of the initial organisms of a coevolution.
#[derive(Debug, Clone)]
pub(super) enum FounderSource {
    /// The initial organisms of the open session, a coevolution.
    OpenSession,
    /// The champions of the session in a folder.
    Session(PathBuf),
    /// The organisms in a text field.
    Entered,
}

/// The source of the evaluation with which all searches of a tuning play.
#[derive(Debug, Clone)]
pub(super) enum EvaluationSource {
    Known(Box<FixedEvaluation>),
    /// A built-in organism, or the champion of the session in a folder.
    Named(String),
    /// The file or folder in a text field.
    Entered,
}

/// A session with champions.
struct Champions {
    folder: PathBuf,
    /// Whether the champions are searches.
    searches: bool,
    count: usize,
}

/// Returns the champions of the open session.
fn of_open(open: &Evolution) -> Option<Champions> {
    let count = open.runs.iter().filter(|run| run.result.is_some()).count();
    let searches = open.settings.as_ref()?.target.is_search();
    Some(Champions { folder: open.folder.clone(), searches, count })
}

/// Returns the champions of a saved session.
fn of_row(row: &SessionRow) -> Option<Champions> {
    let settings = row.settings.as_ref().filter(|_| row.readable)?;
    let count = match (&row.state, row.newest) {
        (SessionState::Complete, _) => settings.runs as usize,
        (_, newest) => newest.map_or(0, |(run, _)| run as usize),
    };
    Some(Champions { folder: row.folder.clone(), searches: settings.target.is_search(), count })
}

/// Returns the sessions whose champions are evaluations, the open session first.
fn sessions(model: &Model) -> Vec<Champions> {
    let open = model.evolution.as_ref();
    let others = model.sessions.rows.iter().filter(|row| open.is_none_or(|open| open.folder != row.folder));
    let all = open.and_then(of_open).into_iter().chain(others.filter_map(of_row));
    all.filter(|champions| champions.count > 0 && !champions.searches).collect()
}

/// Returns the sources of initial organisms with their labels. `initial` is the number of initial organisms of the open
/// session, if it is a coevolution.
pub(super) fn founders(model: &Model, initial: Option<usize>) -> Vec<(String, FounderSource)> {
    let open = initial.map(|count| (format!("the {count} of this session"), FounderSource::OpenSession));
    let several = sessions(model).into_iter().filter(|champions| champions.count > 1);
    let sessions = several.map(|Champions { folder, count, .. }| {
        (format!("{count} of {}", model.sessions.title(&folder)), FounderSource::Session(folder))
    });
    let entered = ("named below".to_owned(), FounderSource::Entered);
    open.into_iter().chain(sessions).chain([entered]).collect()
}

/// Returns the sources of an evaluation with their labels. `current` is the evaluation of the open session, if it is a
/// tuning.
pub(super) fn evaluations(
    model: &Model,
    current: Option<&FixedEvaluation>,
) -> Vec<(String, EvaluationSource)> {
    let (named, known) = (EvaluationSource::Named, |known| EvaluationSource::Known(Box::new(known)));
    let open = current.map(|current| (current.organism.clone(), known(current.clone())));
    // The evaluation of a tuned search is that of its session.
    let subject = model.subject().filter(|subject| subject.evaluation.is_none());
    let subject = subject.and_then(|subject| {
        let name = model.name_of(&subject);
        let evaluation = FixedEvaluation::of(&Organism { name, ..subject.organism()? });
        Some(("the subject’s".to_owned(), known(evaluation)))
    });
    let sessions = sessions(model).into_iter().map(|Champions { folder, .. }| {
        (format!("champion of {}", model.sessions.title(&folder)), named(folder.display().to_string()))
    });
    let embedded = Organism::NAMES.iter().map(|name| ((*name).to_owned(), named((*name).to_owned())));
    let entered = ("a file or folder".to_owned(), EvaluationSource::Entered);
    open.into_iter().chain(subject).chain(sessions).chain(embedded).chain([entered]).collect()
}
