//! Any organism, of a file or of a session, as the subject or the rival.

use std::sync::Arc;

use crate::organism::FixedEvaluation;
use std::path::Path;

use super::{TaskResult, Work, compare, generation};
use crate::organism::Organism;
use crate::session;
use crate::tui::subject::{Origin, ShownOrganism};

/// Reads an organism: a file, one that comes with Eyas, or one of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadOrganism {
    /// Its name or path, or a session's folder.
    pub(crate) from: String,
    /// Of a session: which run, generation and place; none for its champion.
    pub(crate) place: Option<(u32, u32, usize)>,
    /// Whether it becomes the rival and not the subject.
    pub(crate) rival: bool,
}

/// What was read.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    /// The organism.
    pub(crate) organism: Box<ShownOrganism>,
    /// Whether it becomes the rival and not the subject.
    pub(crate) rival: bool,
}

impl Work for ReadOrganism {
    fn run(&self) -> TaskResult {
        let rival = self.rival;
        match organism(&self.from, self.place) {
            Ok(organism) => TaskResult::found(Found { organism: Box::new(organism), rival }),
            Err(why) => TaskResult::Refused(why),
        }
    }
}

fn organism(from: &str, place: Option<(u32, u32, usize)>) -> Result<ShownOrganism, String> {
    let folder = Path::new(from);
    if folder.is_dir() {
        return of_session(folder, place);
    }
    let organism = Organism::named_or_path(from).map_err(|error| error.to_string())?;
    Ok(ShownOrganism {
        origin: Origin::Named(organism.name),
        score: organism.origin.train.map(|(correct, _)| correct),
        schema: organism.evaluation.schema,
        values: organism.evaluation.values,
        searches: organism.searches,
        evaluation: None,
    })
}

/// An organism of a session: at a place of a generation, or its champion.
fn of_session(folder: &Path, place: Option<(u32, u32, usize)>) -> Result<ShownOrganism, String> {
    let Some((run, generation, place)) = place else {
        return compare::side(folder).map(|side| side.champion);
    };
    let record = generation::read(folder, run, generation)?;
    let summary = session::summary(folder);
    let header =
        summary.header.ok_or_else(|| format!("{}: this session cannot be read", folder.display()))?;
    let schema = Arc::clone(header.settings.schema());
    let evaluation = header.settings.target.evaluation().and_then(FixedEvaluation::genome);
    ShownOrganism::of(&record, place, summary.name, &schema, evaluation)
        .ok_or_else(|| format!("{}: there is no such organism in this session", folder.display()))
}
