//! The form that writes an organism to a file.

use std::path::PathBuf;

use super::{Field, FormSpec, Outcome, Problem};
use crate::tui::background::{BackgroundTask, session};
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;
use crate::tui::subject::ShownOrganism;

/// What is written.
#[derive(Debug, Clone)]
enum What {
    /// The champion of the session in this folder.
    Champion(PathBuf),
    /// This organism.
    Subject(Box<ShownOrganism>),
}

/// What is written, and its name.
#[derive(Debug, Clone)]
pub(crate) struct Export {
    what: What,
    name: String,
}

fn fields(path: String) -> Vec<Field> {
    vec![
        Field::text("file", "where the organism is written", path),
        Field::choice("if it is there", "a file of that name", ["leave it", "replace it"], 0),
    ]
}

impl Export {
    /// The form for a session's champion.
    pub(super) fn champion(row: &SessionRow) -> (Export, Vec<Field>) {
        let path = format!("{}-champion.ron", row.name());
        let name = format!("the champion of {}", row.name());
        (Export { what: What::Champion(row.folder.clone()), name }, fields(path))
    }

    /// The form for the subject.
    pub(super) fn subject(model: &Model) -> Option<(Export, Vec<Field>)> {
        let subject = model.subject()?;
        let name = subject.origin.name("");
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
        let path = format!("{}.ron", words.join("-"));
        Some((Export { what: What::Subject(Box::new(subject)), name }, fields(path)))
    }
}

impl FormSpec for Export {
    fn title(&self) -> String {
        format!("Export {}", self.name)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let path = fields.first().map_or("", Field::shown).trim();
        if path.is_empty() {
            return Err(Problem { field: 0, text: "name a file".to_owned() });
        }
        let to = PathBuf::from(path);
        let overwrite = fields.get(1).is_some_and(|field| field.chosen() == 1);
        Ok(Outcome::BackgroundTask(match &self.what {
            What::Champion(folder) => {
                BackgroundTask::new(session::ExportChampion { folder: folder.clone(), to, overwrite })
            }
            What::Subject(organism) => {
                let name = self.name.clone();
                BackgroundTask::new(session::Export { organism: organism.clone(), name, to, overwrite })
            }
        }))
    }
}
