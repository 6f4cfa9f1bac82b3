//! The sources of a new run: the initial organisms of a coevolution, and the evaluation of a tuning.

use crate::arena::spec::PlayerSpec;
use crate::organism::FixedEvaluation;
use crate::session::SessionState;
use crate::tui::popups::players::{Entry, Origin, Player};
use crate::tui::prelude::*;

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
    schema: Arc<Schema>,
    count: usize,
}

/// Returns the champions of the open session.
fn of_open(open: &Evolution) -> Option<Champions> {
    let count = open.runs.iter().filter(|run| run.result.is_some()).count();
    let target = &open.settings.as_ref()?.target;
    let (searches, schema) = (target.is_search(), Arc::clone(target.schema()));
    Some(Champions { folder: open.folder.clone(), searches, schema, count })
}

/// Returns the champions of a saved session.
fn of_row(row: &SessionRow) -> Option<Champions> {
    let settings = row.settings.as_ref().filter(|_| row.readable)?;
    let count = match (&row.state, row.newest) {
        (SessionState::Complete, _) => settings.runs as usize,
        (_, newest) => newest.map_or(0, |(run, _)| run as usize),
    };
    let (searches, schema) = (settings.target.is_search(), Arc::clone(settings.schema()));
    Some(Champions { folder: row.folder.clone(), searches, schema, count })
}

/// Returns the sessions whose champions are evaluations, the open session first.
fn sessions(model: &Model) -> Vec<Champions> {
    let open = model.evolution.as_ref();
    let others = model.sessions.rows.iter().filter(|row| open.is_none_or(|open| open.folder != row.folder));
    let all = open.and_then(of_open).into_iter().chain(others.filter_map(of_row));
    all.filter(|champions| champions.count > 0 && !champions.searches).collect()
}

/// Returns the organisms from which a coevolution can start: the initial ones of the open coevolution, the champions of
/// sessions, and single organisms.
pub(super) fn founders(model: &Model) -> Vec<Entry> {
    let entry = |player, kind| Entry { player, kind, note: String::new(), ready: true };
    let current = model.evolution.as_ref().and_then(|open| open.settings.as_ref());
    let initial = current
        .filter(|current| current.objective.properties().plays_itself() && !current.initial.is_empty());
    let initial = initial.map(|current| {
        let name = format!("the {} of this session", current.initial.len());
        let schema = Some(Arc::clone(current.schema()));
        entry(Player { name, origin: Origin::Initial, schema, count: Some(current.initial.len()) }, "initial")
    });
    let sessions = sessions(model).into_iter().map(|Champions { folder, count, schema, .. }| {
        let name = format!("{count} of {}", model.sessions.title(&folder));
        let origin = Origin::Spec(PlayerSpec::Name(folder.display().to_string()));
        let kind = if count == 1 { "champion" } else { "champions" };
        entry(Player { name, origin, schema: Some(schema), count: Some(count) }, kind)
    });
    let mut entries: Vec<Entry> =
        initial.into_iter().chain(sessions).chain(Entry::organisms(model)).collect();
    for entry in entries.iter_mut().filter(|entry| entry.ready) {
        entry.note =
            entry.player.schema.as_ref().map(|schema| format!("schema {}", schema.name)).unwrap_or_default();
    }
    entries
}

/// Returns the organisms with which a coevolution starts unless others are chosen.
pub(super) fn first(model: &Model) -> Vec<Player> {
    let several = |entry: &Entry| entry.player.count.is_some_and(|count| count > 1);
    founders(model).into_iter().find(several).map(|entry| entry.player).into_iter().collect()
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
