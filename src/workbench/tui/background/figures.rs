//! The task that writes figures into the folder of a session.

use crate::figures::{Error, FOLDER, Figure, Request, Source, export};
use crate::tui::prelude::*;

/// A figure to be written.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Wanted {
    /// A figure of what is recorded in the folder.
    Recorded(Request),
    /// A figure of what is shown.
    Shown(Box<Figure>),
}

impl Wanted {
    /// Returns a recorded figure of a run and a generation.
    pub(crate) fn of_generation(name: &str, run: u32, generation: Option<u32>) -> Wanted {
        Wanted::Recorded(Request { run: Some(run), generation, ..Request::new(name) })
    }

    /// Returns a recorded figure of a whole folder.
    pub(crate) fn recorded(name: &str) -> Wanted {
        Wanted::Recorded(Request::new(name))
    }
}

/// Writes figures as SVG and CSV.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ExportFigures {
    /// The folder of the session, match, race or pipeline.
    pub(crate) folder: PathBuf,
    /// The figures.
    pub(crate) wanted: Vec<Wanted>,
}

impl TaskWork for ExportFigures {
    fn run(&self) -> TaskResult {
        let folder = self.folder.join(FOLDER);
        TaskResult::done(
            self.write()
                .map(|names| format!("written as .svg and .csv: {}/{}", folder.display(), names.join(", "))),
        )
    }
}

impl ExportFigures {
    /// Writes the figures and returns their names.
    fn write(&self) -> Result<Vec<String>, Error> {
        let mut source = None;
        let mut names = Vec::new();
        for wanted in &self.wanted {
            let figure = match wanted {
                Wanted::Shown(figure) => (**figure).clone(),
                Wanted::Recorded(request) => {
                    let read = match source.take() {
                        Some(read) => read,
                        None => Source::open(&self.folder)?,
                    };
                    source.insert(read).figure(request)?
                }
            };
            export(&figure, &self.folder)?;
            names.push(figure.name);
        }
        Ok(names)
    }
}
