//! The sections of a report: one for each folder.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use super::{EXPERIMENTS, Error};
use crate::engine_options::ValueFormat;
use crate::explain::{self, figures::Measuring};
use crate::figures::{self, Content, Figure, Listed, Request, Source};
use crate::job;
use crate::pipeline::{Pipeline, Progress, is_pipeline};
use crate::session::{self, Session};
use crate::text::shell_word;

/// The identifier of the section with results of the papers. The names of its figures begin with it.
pub(super) const PAPERS: &str = "papers";

#[derive(Debug)]
pub(super) struct Section {
    /// The identifier: unique in the report, of lower-case letters, digits and hyphens.
    pub(super) id: String,
    pub(super) title: String,
    /// What it is about.
    pub(super) about: String,
    /// Why its results are suspect.
    pub(super) suspect: Option<String>,
    /// The sentences with the result, which come first.
    pub(super) lead: Vec<String>,
    /// The tuned values of an engine in forms to paste, each with its title. They follow the result.
    pub(super) values: Vec<(String, String)>,
    /// The settings of a session as RON, for `eyas run`.
    pub(super) experiment: Option<String>,
    pub(super) figures: Vec<Shown>,
}

/// A figure of a report. Its name begins with the identifier of the section and is unique in the report.
#[derive(Debug)]
pub(super) struct Shown {
    pub(super) figure: Figure,
    /// The command that writes the figure again; `None` for results of the papers.
    pub(super) command: Option<String>,
}

impl Shown {
    /// Returns the identifier of the figure in the page.
    pub(super) fn anchor(&self) -> String {
        format!("figure-{}", self.figure.name)
    }
}

impl Section {
    /// Creates the section with results of the papers.
    pub(super) fn of_papers(tables: Vec<Figure>) -> Section {
        Section {
            id: PAPERS.to_owned(),
            title: "Results of the papers".to_owned(),
            about: "What David, Koppel, Netanyahu and van den Herik report in 2008 and 2014. Their positions and \
                    programs are not published, so their numbers and those above are of the same kind, but not of the \
                    same positions and opponents."
                .to_owned(),
            suspect: None,
            lead: Vec::new(),
            values: Vec::new(),
            experiment: None,
            figures: tables.into_iter().map(|figure| Shown { figure, command: None }).collect(),
        }
    }

    /// Returns the identifier of the section in the page. No figure has one that begins like it.
    pub(super) fn anchor(&self) -> String {
        format!("section-{}", self.id)
    }

    /// Returns the path of the experiment in the folder of the report.
    pub(super) fn experiment_path(&self) -> PathBuf {
        Path::new(EXPERIMENTS).join(format!("{}.ron", self.id))
    }
}

/// Reads a folder and appends its sections: one, and for a pipeline one for each stage that has begun.
pub(super) fn read(
    folder: &Path,
    measuring: Option<&Measuring<'_>>,
    sections: &mut Vec<Section>,
) -> Result<(), Error> {
    let name = session::name(folder);
    read_one(folder, (&name, &name), measuring, sections)?;
    if is_pipeline(folder) {
        for status in Pipeline::open_read_only(folder).map_err(figures::Error::from)?.stage_statuses() {
            if status.progress != Progress::Waiting {
                let part = session::name(&status.folder);
                let title = format!("{name}: {}", status.stage.name());
                read_one(&status.folder, (&title, &format!("{name}/{part}")), measuring, sections)?;
            }
        }
    }
    Ok(())
}

/// Appends the section of one folder. `place` is its name, for a stage after that of its pipeline.
fn read_one(
    folder: &Path,
    (title, place): (&str, &str),
    measuring: Option<&Measuring<'_>>,
    sections: &mut Vec<Section>,
) -> Result<(), Error> {
    let source = Source::open(folder)?;
    let all = source.list();
    let id = unique(&identifier(place), &all, sections);
    let mut figures = Vec::new();
    for listed in &all {
        let mut figure = match source.figure(&Request::new(listed.name)) {
            Ok(figure) => figure,
            // The folder has the figure, but not of the champion's run or of the last generation.
            Err(figures::Error::Missing { .. }) => continue,
            Err(error) => return Err(error.into()),
        };
        figure.name = figure_name(&id, listed);
        let ending = if matches!(figure.content, Content::Table(_)) { "csv" } else { "svg" };
        let path = folder.to_string_lossy();
        let path = shell_word(&path);
        let command = format!("eyas export {path} --figure {0} --out {0}.{ending}", listed.name);
        figures.push(Shown { figure, command: Some(command) });
    }
    let (mut about, mut experiment) = (source.about(), None);
    if Session::is_session(folder) {
        let recorded = Session::open_read_only(folder).map_err(figures::Error::from)?;
        let mut explained = explain::figures::ancestry(folder, &recorded)?;
        if let Some(measuring) = measuring {
            explained.extend(explain::figures::importance(&recorded, measuring)?);
        }
        for (figure, flags) in explained {
            let path = folder.to_string_lossy();
            let name = format!("{id}-{}", figure.name);
            let command = format!("eyas explain {} {flags}", shell_word(&path));
            figures.push(Shown { figure: Figure { name, ..figure }, command: Some(command) });
        }
        let header = recorded.header;
        let text = ron::ser::to_string_pretty(&header.settings, ron::ser::PrettyConfig::default());
        experiment =
            Some(text.map_err(|cause| figures::Error::Settings { folder: folder.to_owned(), cause })? + "\n");
    }
    if figures.is_empty() {
        about += " Nothing is measured yet.";
    }
    let (suspect, lead) = (source.suspect(), source.lead());
    let values = values(folder);
    sections.push(Section { id, title: title.to_owned(), about, suspect, lead, values, experiment, figures });
    Ok(())
}

/// Returns the tuned values of a session: the commands of the engine's protocol, and a parameter file that starts at them.
/// Nothing for other folders.
fn values(folder: &Path) -> Vec<(String, String)> {
    let Ok(tuned) = job::tuned_values(folder, None) else { return Vec::new() };
    let note = tuned.provisional.as_deref();
    let title = |what: &str| match note {
        Some(note) => format!("{what}, provisional: {note}"),
        None => what.to_owned(),
    };
    [("Values to paste", ValueFormat::SetOption), ("Parameter file with the new values", ValueFormat::Eyas)]
        .into_iter()
        .filter_map(|(what, format)| {
            Some((title(what), tuned.engine.export(&tuned.values, format, note).ok()?))
        })
        .collect()
}

fn identifier(name: &str) -> String {
    let sign = |sign: char| if sign.is_ascii_alphanumeric() { sign.to_ascii_lowercase() } else { '-' };
    name.chars().map(sign).collect()
}

/// Returns the identifier, with a number if it, or the name of one of the figures that it begins, is taken.
pub(super) fn unique(id: &str, listed: &[Listed], sections: &[Section]) -> String {
    let names: BTreeSet<&str> = sections
        .iter()
        .flat_map(|section| &section.figures)
        .map(|shown| shown.figure.name.as_str())
        .collect();
    let is_free = |id: &String| {
        id != PAPERS
            && sections.iter().all(|section| section.id != *id)
            && listed.iter().all(|listed| !names.contains(figure_name(id, listed).as_str()))
    };
    let numbered = (2..).map(|number| format!("{id}-{number}"));
    std::iter::once(id.to_owned()).chain(numbered).find(is_free).unwrap_or_default()
}

/// Returns the name of a figure in the section with this identifier.
fn figure_name(id: &str, listed: &Listed) -> String {
    format!("{id}-{}", listed.name)
}
