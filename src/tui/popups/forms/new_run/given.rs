//! What a new run can be given to begin with: organisms that play each other, an evaluation whose search is tuned.

use std::path::{Path, PathBuf};

use super::EVALUATION_NAMED;
use crate::organism::FixedEvaluation;
use crate::organism::Organism;
use crate::session::Ending;
use crate::tui::evolution::Evolution;
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;

/// The organisms that a coevolution begins with.
#[derive(Debug, Clone)]
pub(super) enum Founders {
    /// Those of the open session, a coevolution.
    Here,
    /// The champions of a session.
    Session(PathBuf),
    /// Those that are named in a field of text.
    Named,
}

/// Whose evaluation the searches of a tuning play with.
#[derive(Debug, Clone)]
pub(super) enum Whose {
    /// This one.
    Known(Box<FixedEvaluation>),
    /// That of an organism that comes with Eyas, or of a session's champion.
    From(String),
    /// The one that is named in a field of text.
    Named,
}

/// A session that has champions: its folder, its stage, how many.
struct Complete {
    folder: PathBuf,
    /// Whether its champions are searches.
    searches: bool,
    champions: usize,
}

fn name(folder: &Path) -> String {
    folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Of the open session as it is now.
fn of_open(open: &Evolution) -> Option<Complete> {
    let champions = open.runs.iter().filter(|run| run.result.is_some()).count();
    Some(Complete {
        folder: open.folder.clone(),
        searches: open.settings.as_ref()?.target.evaluation().is_some(),
        champions,
    })
}

/// Of a saved one as it was when it was listed.
fn of_row(row: &SessionRow) -> Option<Complete> {
    let settings = row.settings.as_ref().filter(|_| row.readable)?;
    let champions = match (&row.ending, row.newest) {
        (Ending::Complete, _) => settings.runs as usize,
        (_, newest) => newest.map_or(0, |(run, _)| run as usize),
    };
    Some(Complete { folder: row.folder.clone(), searches: settings.target.evaluation().is_some(), champions })
}

/// The sessions with champions, the open one first.
fn complete(model: &Model) -> Vec<Complete> {
    let open = model.evolution.as_ref();
    let others = model.sessions.rows.iter().filter(|row| open.is_none_or(|open| open.folder != row.folder));
    let all = open.and_then(of_open).into_iter().chain(others.filter_map(of_row));
    all.filter(|session| session.champions > 0 && !session.searches).collect()
}

/// The organisms offered, each with its name; `here` where the open session is a coevolution.
pub(super) fn founders(model: &Model, here: Option<usize>) -> Vec<(String, Founders)> {
    let own = here.map(|count| (format!("the {count} of this session"), Founders::Here));
    let sessions = complete(model).into_iter().filter(|session| session.champions > 1).map(|session| {
        let text = format!("{} of {}", session.champions, name(&session.folder));
        (text, Founders::Session(session.folder))
    });
    let named = ("named below".to_owned(), Founders::Named);
    own.into_iter().chain(sessions).chain([named]).collect()
}

/// The evaluations offered, each with whose it is; `here` where the open session tunes searches.
pub(super) fn evaluations(model: &Model, here: Option<&FixedEvaluation>) -> Vec<(String, Whose)> {
    let own = here.map(|known| (known.organism.clone(), Whose::Known(Box::new(known.clone()))));
    // Of a search that is tuned that is the same.
    let subject = model.subject().filter(|subject| subject.evaluation.is_none());
    let subject = subject.and_then(|subject| {
        let name = model.name_of(&subject);
        let known = FixedEvaluation::of(&Organism { name, ..subject.organism()? });
        Some(("the subject’s".to_owned(), Whose::Known(Box::new(known))))
    });
    let sessions = complete(model).into_iter().map(|session| {
        (format!("champion of {}", name(&session.folder)), Whose::From(session.folder.display().to_string()))
    });
    let embedded = Organism::NAMES.iter().map(|name| ((*name).to_owned(), Whose::From((*name).to_owned())));
    let named = (EVALUATION_NAMED.to_owned(), Whose::Named);
    own.into_iter().chain(subject).chain(sessions).chain(embedded).chain([named]).collect()
}
