//! Reports: a page of HTML with all figures of sessions, matches, races and pipelines, beside the papers' results.
//!
//! | file | content |
//! | --- | --- |
//! | `index.html` | the page: needs no other file, no script and no network |
//! | `figures/SOURCE-FIGURE.svg` | each chart and heatmap |
//! | `tables/SOURCE-FIGURE.csv` | the numbers of each figure |
//! | `experiments/SOURCE.ron` | the settings of each session, for `eyas run` |
//!
//! A report has nothing but what the folders hold, and their paths as they were given, in commands: the same folders give
//! the same bytes on every machine.

mod page;
mod section;
mod style;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

pub use crate::session::REPORT as FOLDER;

use crate::explain::{self, figures::Measuring};
use crate::figures::{self, Content, csv, reported, svg};
use crate::files;
use section::Section;

const PAGE: &str = "index.html";
/// The folder of the pictures.
const PICTURES: &str = "figures";
/// The folder of the numbers.
const TABLES: &str = "tables";
/// The folder of the experiments.
const EXPERIMENTS: &str = "experiments";

/// Why a report cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A figure cannot be made or written.
    #[error(transparent)]
    Figures(#[from] figures::Error),
    /// A champion cannot be explained.
    #[error(transparent)]
    Explain(#[from] explain::Error),
}

impl Error {
    /// Returns whether the request is wrong, not its execution.
    #[must_use]
    pub fn is_input(&self) -> bool {
        match self {
            Error::Figures(error) => error.is_input(),
            Error::Explain(error) => error.is_input(),
        }
    }
}

/// A report.
#[derive(Debug)]
pub struct Report {
    /// What a person wrote of the machine on which games with clocks were played.
    machine: Option<String>,
    sections: Vec<Section>,
}

impl Report {
    /// Reads the folders of sessions, matches, races and pipelines. A pipeline is followed by its stages. `machine`
    /// describes the machine on which times were measured, because the folders do not name it. With `measuring` the report
    /// tells how much the values of the champions matter, too.
    ///
    /// # Errors
    /// A folder holds nothing that has figures, or it is damaged.
    pub fn read(
        folders: &[PathBuf],
        machine: Option<String>,
        measuring: Option<&Measuring<'_>>,
    ) -> Result<Report, Error> {
        let mut sections = Vec::new();
        for folder in folders {
            section::read(folder, measuring, &mut sections)?;
        }
        sections.push(Section::of_papers(reported::tables()));
        Ok(Report { machine, sections })
    }

    /// Returns the page as HTML.
    #[must_use]
    pub fn html(&self) -> String {
        page::html(self)
    }

    /// Writes the report into a folder, which is created if it is missing. Returns the paths of the files, the page
    /// first. Each file is replaced as a whole, the page last.
    ///
    /// # Errors
    /// The folder or a file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<Vec<PathBuf>, Error> {
        let mut written = vec![folder.join(PAGE)];
        for part in [PICTURES, TABLES, EXPERIMENTS] {
            let path = folder.join(part);
            files::create_folder(&path).map_err(figures::Error::write(&path))?;
        }
        for (name, text) in self.files() {
            let path = folder.join(name);
            replace(&path, &text)?;
            written.push(path);
        }
        replace(&written[0], &self.html())?;
        Ok(written)
    }

    /// Returns the files besides the page: their paths in the folder, and their texts.
    fn files(&self) -> Vec<(PathBuf, String)> {
        let mut files = Vec::new();
        for section in &self.sections {
            if let Some(experiment) = &section.experiment {
                files.push((section.experiment_path(), experiment.clone()));
            }
            for shown in &section.figures {
                let name = &shown.figure.name;
                if !matches!(shown.figure.content, Content::Table(_)) {
                    let path = Path::new(PICTURES).join(format!("{name}.svg"));
                    files.push((path, svg::write(&shown.figure)));
                }
                let path = Path::new(TABLES).join(format!("{name}.csv"));
                files.push((path, csv::write(&shown.figure)));
            }
        }
        files
    }
}

fn replace(path: &Path, text: &str) -> Result<(), Error> {
    Ok(files::replace(path, text.as_bytes()).map_err(figures::Error::write(path))?)
}
