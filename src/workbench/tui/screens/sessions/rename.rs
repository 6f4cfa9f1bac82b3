//! The form that gives a session or a match a name.

use super::items::Item;
use super::tasks::Rename;
use crate::session::LONGEST_NAME;
use crate::tui::prelude::*;

/// Returns the form for a row of the list. `is_owner` is true if this workbench has it open.
pub(super) fn form(item: Item<'_>, is_owner: bool) -> Form {
    let folder = item.folder().to_owned();
    let own = files::name(&folder);
    let fields = vec![Field::text("name", format!("empty: {own}"), item.given_name().unwrap_or_default())];
    Form::plain(format!("Name of {own}"), fields, move |fields| {
        let name = fields.shown("name").to_owned();
        if name.chars().count() > LONGEST_NAME {
            return Err(fields.problem("name", format!("a name has at most {LONGEST_NAME} characters")));
        }
        Ok(Request::task(Rename { folder: folder.clone(), name, is_owner }))
    })
}
