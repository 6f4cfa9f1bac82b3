//! The sections of a report: one for each folder.

use std::path::{Path, PathBuf};

use super::{EXPERIMENTS, Error};
use crate::figures::{Content, Figure, Request, Source};
use crate::pipeline::{Pipeline, Progress, is_pipeline};
use crate::session::{self, Session};

/// A section.
#[derive(Debug)]
pub(super) struct Section {
    /// The identifier: unique in the report, of lower-case letters, digits and hyphens.
    pub(super) id: String,
    /// The title.
    pub(super) title: String,
    /// What it is about.
    pub(super) about: String,
    /// The settings of a session as RON, for `eyas run`.
    pub(super) experiment: Option<String>,
    /// The figures.
    pub(super) figures: Vec<Shown>,
}

/// A figure of a report. Its name begins with the identifier of the section, so it is unique in the report.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) figure: Figure,
    /// The command that writes the figure again; `None` for results of the papers.
    pub(super) command: Option<String>,
}

impl Section {
    /// Creates the section with results of the papers.
    pub(super) fn of_papers(tables: Vec<Figure>) -> Section {
        Section {
            id: "papers".to_owned(),
            title: "Results of the papers".to_owned(),
            about: "What David, Koppel, Netanyahu and van den Herik report in 2008 and 2014. Their positions and \
                    programs are not published, so their numbers and those above are of the same kind, but not of the \
                    same positions and opponents."
                .to_owned(),
            experiment: None,
            figures: tables.into_iter().map(|figure| Shown { figure, command: None }).collect(),
        }
    }

    /// Returns the path of the experiment in the folder of the report.
    pub(super) fn experiment_path(&self) -> PathBuf {
        Path::new(EXPERIMENTS).join(format!("{}.ron", self.id))
    }
}

/// Reads a folder and appends its sections: one, and for a pipeline one for each stage that has begun.
pub(super) fn read(folder: &Path, sections: &mut Vec<Section>) -> Result<(), Error> {
    let name = session::name(folder);
    read_one(folder, &name, &name, sections)?;
    if is_pipeline(folder) {
        for status in Pipeline::open_read_only(folder)?.stage_statuses() {
            if status.progress != Progress::Waiting {
                let part = session::name(&status.folder);
                let title = format!("{name}: {}", status.stage.name());
                read_one(&status.folder, &title, &format!("{name}/{part}"), sections)?;
            }
        }
    }
    Ok(())
}

/// Appends the section of one folder. `place` is its path in the folder of sessions.
fn read_one(folder: &Path, title: &str, place: &str, sections: &mut Vec<Section>) -> Result<(), Error> {
    let source = Source::open(folder)?;
    let id = unique(&identifier(place), sections);
    let mut figures = Vec::new();
    for listed in source.list() {
        let mut figure = source.figure(&Request::new(listed.name))?;
        figure.name = format!("{id}-{}", listed.name);
        let ending = if matches!(figure.content, Content::Table(_)) { "csv" } else { "svg" };
        let place = quoted(&format!("sessions/{place}"));
        let command = format!("eyas export {place} --figure {0} --out {0}.{ending}", listed.name);
        figures.push(Shown { figure, command: Some(command) });
    }
    let (mut about, mut experiment) = (source.about().to_owned(), None);
    if Session::is_session(folder) {
        let header = Session::open_read_only(folder)?.header;
        let text = ron::ser::to_string_pretty(&header.settings, ron::ser::PrettyConfig::default());
        experiment = Some(text.map_err(|cause| Error::Settings { folder: folder.to_owned(), cause })? + "\n");
    }
    if figures.is_empty() {
        about += " Nothing is measured yet.";
    }
    sections.push(Section { id, title: title.to_owned(), about, experiment, figures });
    Ok(())
}

/// Returns a name as an identifier.
fn identifier(name: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    name.chars().map(sign).collect()
}

/// Returns the identifier, with a number if a section has it already.
fn unique(id: &str, sections: &[Section]) -> String {
    let taken = |id: &str| id == "papers" || sections.iter().any(|section| section.id == id);
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    std::iter::once(id.to_owned()).chain(numbered).find(|id| !taken(id)).unwrap_or_default()
}

/// Returns a word as a shell reads it.
fn quoted(word: &str) -> String {
    let plain = |sign: char| sign.is_ascii_alphanumeric() || "/-_.".contains(sign);
    if word.chars().all(plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
