//! The form that exports an organism to a file.

use std::path::PathBuf;

use super::{Field, Form, FormSpec, Outcome, Problem, path};
use crate::tui::background::{BackgroundTask, session};
use crate::tui::model::Model;
use crate::tui::saved::SessionRow;
use crate::tui::subject::ShownOrganism;

#[derive(Debug, Clone)]
enum Source {
    /// The champion of the session in a folder.
    Champion(PathBuf),
    Subject(Box<ShownOrganism>),
}

#[derive(Debug, Clone)]
pub(super) struct Export {
    source: Source,
    /// The name of the organism.
    name: String,
}

impl Export {
    fn form(self, path: String) -> Form {
        let fields = vec![
            Field::path("file", "file of the organism", path),
            Field::choice("existing file", "if the file exists", ["keep it", "replace it"], 0),
        ];
        Form::new(self, fields)
    }

    /// Returns the form that exports a session's champion.
    pub(super) fn champion(row: &SessionRow) -> Form {
        let path = format!("{}-champion.ron", row.name());
        let name = format!("the champion of {}", row.name());
        Export { source: Source::Champion(row.folder.clone()), name }.form(path)
    }

    /// Returns the form that exports the subject.
    pub(super) fn subject(model: &Model) -> Option<Form> {
        let subject = model.subject()?;
        let name = subject.origin.name("");
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
        let path = format!("{}.ron", words.join("-"));
        Some(Export { source: Source::Subject(Box::new(subject)), name }.form(path))
    }
}

impl FormSpec for Export {
    fn title(&self) -> String {
        format!("Export {}", self.name)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let to = path(fields, session::PATH_FIELD, "such as champion.ron")?;
        let overwrite = fields.get(1).is_some_and(|field| field.chosen() == 1);
        Ok(Outcome::BackgroundTask(match &self.source {
            Source::Champion(folder) => {
                BackgroundTask::new(session::ExportChampion { folder: folder.clone(), to, overwrite })
            }
            Source::Subject(organism) => {
                let name = self.name.clone();
                BackgroundTask::new(session::Export { organism: organism.clone(), name, to, overwrite })
            }
        }))
    }
}
