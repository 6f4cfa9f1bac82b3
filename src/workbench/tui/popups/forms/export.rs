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

/// Returns the form that exports a session's champion.
pub(crate) fn champion(row: &SessionRow) -> Form {
    let tunes_engine = row.settings.as_ref().is_some_and(|settings| settings.target.engine().is_some());
    let folder = row.folder.clone();
    let source = if tunes_engine { Source::Tuned(folder) } else { Source::Champion(folder) };
    form(source, format!("the champion of {}", row.name()), &format!("{}-champion", row.name()))
}

/// Returns the form that exports the subject.
pub(crate) fn subject(model: &Model) -> Option<Form> {
    let subject = model.subject()?;
    let name = subject.origin.name();
    let plain: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|word| !word.is_empty()).collect();
    let settings = model.evolution.as_ref().and_then(|evolution| evolution.settings.as_ref());
    let engine = settings.and_then(|settings| settings.target.engine());
    let source = match engine.filter(|engine| *engine.schema() == subject.schema) {
        Some(engine) => Source::Options(Box::new(engine.clone()), subject.values.clone()),
        None => Source::Subject(Box::new(subject)),
    };
    Some(form(source, name, &words.join("-")))
}

/// Returns the form that exports an organism with a name to a file with another one.
fn form(source: Source, name: String, file: &str) -> Form {
    let has_formats = matches!(source, Source::Tuned(_) | Source::Options(..));
    let extension = if has_formats { FORMAT.extension() } else { "ron" };
    let about = if has_formats { "receives the values" } else { "receives the organism" };
    let mut fields = vec![Field::path("file", about, format!("{file}.{extension}")), Field::existing_file()];
    if has_formats {
        let names = ValueFormat::ALL.map(|(.., about)| about);
        fields.push(Field::choice("format", "in which the options are written", names, 0));
    }
    Form::plain(format!("Export {name}"), fields, move |fields| {
        let to = fields.path("file", "such as champion.ron")?;
        let overwrite = fields.is_on("existing file");
        let format = ValueFormat::ALL.get(fields.chosen("format")).map_or(FORMAT, |(format, ..)| *format);
        Ok(match source.clone() {
            Source::Champion(folder) => Request::task(session::ExportChampion { folder, to, overwrite }),
            Source::Tuned(folder) => Request::task(session::ExportTuned { folder, format, to, overwrite }),
            Source::Options(engine, values) => {
                Request::task(session::ExportOptions { engine, values, format, to, overwrite })
            }
            Source::Subject(organism) => {
                Request::task(session::Export { organism, name: name.clone(), to, overwrite })
            }
        })
    })
}
