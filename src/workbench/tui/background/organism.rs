//! The task that reads an organism as the subject or the rival.

use super::{compare, generation};
use crate::organism::FixedEvaluation;
use crate::session;
use crate::tui::prelude::*;

/// Reads an organism: an organism file, a built-in organism, or an organism of a session.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReadOrganism {
    /// The organism's name or path, or a session's folder.
    pub(crate) from: String,
    /// The run, generation and place in a session; `None` for the session's champion.
    pub(crate) place: Option<(u32, u32, usize)>,
    /// Whether the organism becomes the rival instead of the subject.
    pub(crate) rival: bool,
    /// The field with the source in the form that requested the organism; `None` without a form.
    pub(crate) field: Option<usize>,
}

/// The organism that was read.
#[derive(Debug, Clone)]
pub(crate) struct FoundOrganism {
    pub(crate) organism: Box<ShownOrganism>,
    /// Whether the organism becomes the rival instead of the subject.
    pub(crate) rival: bool,
}

impl TaskWork for ReadOrganism {
    fn run(&self) -> TaskResult {
        let rival = self.rival;
        let found = |organism| FoundOrganism { organism: Box::new(organism), rival };
        let result = TaskResult::of(organism(&self.from, self.place).map(found));
        match self.field {
            Some(field) => result.in_form(field),
            None => result,
        }
    }
}

fn organism(from: &str, place: Option<(u32, u32, usize)>) -> Result<ShownOrganism, String> {
    let folder = Path::new(from);
    if folder.is_dir() {
        return of_session(folder, place);
    }
    ShownOrganism::named(from).map_err(|error| error.to_string())
}

/// Reads an organism of a session: at a place of a generation, or the champion.
fn of_session(folder: &Path, place: Option<(u32, u32, usize)>) -> Result<ShownOrganism, String> {
    let Some((run, generation, place)) = place else {
        return compare::read_side(folder).map(|side| side.champion);
    };
    let record = generation::read(folder, run, generation)?;
    let summary = session::summary(folder);
    let header = summary
        .header
        .ok_or_else(|| format!("{}: this session cannot be read; choose another one", folder.display()))?;
    let schema = Arc::clone(header.settings.schema());
    let evaluation = header.settings.target.evaluation().and_then(FixedEvaluation::genome);
    ShownOrganism::from_record(&record, place, folder, &schema, evaluation).ok_or_else(|| {
        format!("{}: this session has no such organism; choose another place", folder.display())
    })
}
