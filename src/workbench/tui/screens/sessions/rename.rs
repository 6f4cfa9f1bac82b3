//! The form that gives a session or a match a name.

use super::items::Item;
use super::tasks::Rename;
use crate::session::LONGEST_NAME;
use crate::tui::prelude::*;

/// The form.
#[derive(Debug, Clone)]
struct RenameForm {
    task: Rename,
    title: String,
}

/// Returns the form for a row of the list. `is_owner` is true if this workbench has it open.
pub(super) fn form(item: Item<'_>, is_owner: bool) -> Form {
    let folder = item.folder().to_owned();
    let name = item.given_name().unwrap_or_default().to_owned();
    let own = files::name(&folder);
    let fields = vec![Field::text("name", format!("empty: {own}"), &name)];
    let task = Rename { folder, name, is_owner };
    Form::new(RenameForm { task, title: format!("Name of {own}") }, fields)
}

impl FormSpec for RenameForm {
    fn title(&self) -> String {
        self.title.clone()
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let name = fields.first().map_or("", Field::shown).trim().to_owned();
        if name.chars().count() > LONGEST_NAME {
            let text = format!("a name has at most {LONGEST_NAME} characters");
            return Err(Problem { field: 0, text });
        }
        Ok(Outcome::BackgroundTask(BackgroundTask::new(Rename { name, ..self.task.clone() })))
    }
}
