//! The form that exports an organism, or tuned options of an engine, to a file.

use crate::engine_options::{TunedEngine, ValueFormat};
use crate::tui::background::session;
use crate::tui::prelude::*;

/// The format of tuned options, unless the user chooses another one.
const FORMAT: ValueFormat = ValueFormat::Eyas;

#[derive(Debug, Clone)]
enum Source {
    /// The champion of the session in a folder.
    Champion(PathBuf),
    /// The tuned options of the session in a folder.
    Tuned(PathBuf),
    Subject(Box<ShownOrganism>),
    /// The subject, whose values are options of this engine.
    Options(Box<TunedEngine>, Vec<i32>),
}

#[derive(Debug, Clone)]
pub(super) struct Export {
    source: Source,
    /// The name of the organism.
    name: String,
}

impl Export {
    fn form(self, name: String) -> Form {
        let path = format!("{name}.{}", if self.has_formats() { FORMAT.extension() } else { "ron" });
        let file = if self.has_formats() { "receives the values" } else { "receives the organism" };
        let mut fields = vec![Field::path("file", file, path), Field::existing_file()];
        if self.has_formats() {
            let names = ValueFormat::ALL.map(|(.., about)| about);
            fields.push(Field::choice("format", "in which the options are written", names, 0));
        }
        Form::new(self, fields)
    }

    /// Returns whether the values are options of an engine.
    fn has_formats(&self) -> bool {
        matches!(self.source, Source::Tuned(_) | Source::Options(..))
    }

    /// Returns the form that exports a session's champion.
    pub(super) fn champion(row: &SessionRow) -> Form {
        let tunes_engine = row.settings.as_ref().is_some_and(|settings| settings.target.engine().is_some());
        let name = format!("the champion of {}", row.name());
        let folder = row.folder.clone();
        let source = if tunes_engine { Source::Tuned(folder) } else { Source::Champion(folder) };
        Export { source, name }.form(format!("{}-champion", row.name()))
    }

    /// Returns the form that exports the subject.
    pub(super) fn subject(model: &Model) -> Option<Form> {
        let subject = model.subject()?;
        let name = subject.origin.name();
        let plain: String = name
            .chars()
            .map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' })
            .collect();
        let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
        let settings = model.evolution.as_ref().and_then(|evolution| evolution.settings.as_ref());
        let engine = settings.and_then(|settings| settings.target.engine());
        let source = match engine.filter(|engine| *engine.schema() == subject.schema) {
            Some(engine) => Source::Options(Box::new(engine.clone()), subject.values.clone()),
            None => Source::Subject(Box::new(subject)),
        };
        Some(Export { source, name }.form(words.join("-")))
    }
}

impl FormSpec for Export {
    fn title(&self) -> String {
        format!("Export {}", self.name)
    }

    fn outcome(&self, fields: &[Field]) -> Result<Outcome, Problem> {
        let to = fields.path("file", "such as champion.ron")?;
        let overwrite = fields.is_on("existing file");
        let format = ValueFormat::ALL.get(fields.chosen("format")).map_or(FORMAT, |(format, ..)| *format);
        Ok(Outcome::BackgroundTask(match &self.source {
            Source::Champion(folder) => {
                BackgroundTask::new(session::ExportChampion { folder: folder.clone(), to, overwrite })
            }
            Source::Tuned(folder) => {
                let folder = folder.clone();
                BackgroundTask::new(session::ExportTuned { folder, format, to, overwrite })
            }
            Source::Options(engine, values) => {
                let (engine, values) = (engine.clone(), values.clone());
                BackgroundTask::new(session::ExportOptions { engine, values, format, to, overwrite })
            }
            Source::Subject(organism) => {
                let name = self.name.clone();
                BackgroundTask::new(session::Export { organism: organism.clone(), name, to, overwrite })
            }
        }))
    }
}
