//! Tests of reports: the same bytes, complete files, valid references, nothing of a name that becomes markup.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::section::{self, Section, Shown};
use super::{Error, Report};
use crate::figures::{self, Content, Figure, Listed, Request, Source, Table};
use crate::session::{Entry, Session};

const EXAMPLE: &str = "sessions/example";

fn example() -> Report {
    Report::read(&[PathBuf::from(EXAMPLE)], None, None).unwrap()
}

/// Returns the values of an attribute in a page.
fn attributes<'a>(page: &'a str, name: &str) -> Vec<&'a str> {
    let start = format!(" {name}=\"");
    page.split(start.as_str()).skip(1).filter_map(|rest| rest.split('"').next()).collect()
}

#[test]
fn the_same_session_gives_the_same_bytes() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str| {
        let out = folder.path().join(name);
        let written = example().write(&out).unwrap();
        let read = |path: &PathBuf| (path.strip_prefix(&out).unwrap().to_owned(), fs::read(path).unwrap());
        written.iter().map(read).collect::<Vec<_>>()
    };
    let (one, other) = (write("one"), write("other"));
    assert_eq!(one, other);
    assert_eq!(one[0].0, Path::new("index.html"));
    assert!(one.iter().any(|(path, _)| path == Path::new("tables/example-values.csv")));
    assert!(one.iter().any(|(path, _)| path == Path::new("experiments/example.ron")));
}

/// The report in the documentation is that of the sessions in this repository.
#[test]
fn the_documented_report_is_up_to_date() {
    let documented = Path::new("docs/replication/report");
    let report = Report::read(&[PathBuf::from("sessions/paper-2014")], None, None).unwrap();
    let page = (PathBuf::from("index.html"), report.html());
    for (path, text) in report.files().into_iter().chain([page]) {
        let written = fs::read_to_string(documented.join(&path)).unwrap_or_default();
        let repeat = "repeat: eyas report sessions/paper-2014 --out docs/replication/report";
        assert!(written == text, "{} is out of date; {repeat}", path.display());
    }
}

/// Each reference leads to a file of the report or to a part of the page, and each part has a name of its own.
#[test]
fn every_reference_leads_somewhere() {
    let report = Report::read(&[EXAMPLE, EXAMPLE, "sessions/eyas"].map(PathBuf::from), None, None).unwrap();
    let page = report.html();
    let ids = attributes(&page, "id");
    let different: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
    let files: BTreeSet<String> = report.files().iter().map(|(path, _)| path.display().to_string()).collect();
    let references = attributes(&page, "href");
    assert!(references.len() > 40, "{references:?}");
    for reference in references {
        match reference.strip_prefix('#') {
            Some(id) => assert!(different.contains(id), "{reference}"),
            None => assert!(files.contains(reference), "{reference}"),
        }
    }
    for foreign in ["http://", "https://", "<script", "src="] {
        let named = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!named.contains(foreign), "{foreign}");
    }
}

/// Names of sessions that end like names of figures, or begin like the identifiers of parts of pictures.
#[test]
fn every_part_has_an_identifier_and_a_file_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let named = |name: &str| {
        let session = folder.path().join(name);
        fs::create_dir(&session).unwrap();
        for entry in fs::read_dir(EXAMPLE).unwrap() {
            let path = entry.unwrap().path();
            fs::copy(&path, session.join(path.file_name().unwrap())).unwrap();
        }
        session
    };
    let names =
        ["base-fitness", "base", "title-base", "papers", "figure-base", "section-base", "a-2", "a", "a_2"];
    let report = Report::read(&names.map(named), None, None).unwrap();
    let page = report.html();
    let ids = attributes(&page, "id");
    let different: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), different.len(), "{ids:?}");
    for reference in attributes(&page, "href").into_iter().filter_map(|reference| reference.strip_prefix('#'))
    {
        assert!(different.contains(reference), "{reference}");
    }
    let files = report.files();
    let paths: BTreeSet<&PathBuf> = files.iter().map(|(path, _)| path).collect();
    assert_eq!(files.len(), paths.len());
}

/// A session named after another one and the first word of one of its figures: `base-games` has the figure `elo`.
#[test]
fn figures_of_two_sections_never_share_a_name() {
    let listed = |name| Listed { name, about: "" };
    let table = || Content::Table(Table { columns: Vec::new(), rows: Vec::new() });
    let base = Section {
        id: "base".to_owned(),
        title: String::new(),
        about: String::new(),
        suspect: None,
        lead: Vec::new(),
        values: Vec::new(),
        experiment: None,
        figures: vec![Shown { figure: Figure::new("base-games-elo", "", table()), command: None }],
    };
    let id = section::unique("base-games", &[listed("fitness"), listed("elo")], std::slice::from_ref(&base));
    assert_eq!(id, "base-games-2");
    assert_eq!(section::unique("base-games", &[listed("fitness")], &[base]), "base-games");
}

/// Generation 0 has numbers of nodes, the last one has none.
#[test]
fn a_figure_that_the_last_generation_lacks_is_left_out() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("some");
    let recorded = Session::open_read_only(Path::new(EXAMPLE)).unwrap();
    let mut session = Session::create(&path, &recorded.header).unwrap();
    for (generation, nodes) in [(0, 7), (1, 0)] {
        let mut record = (*recorded.history[generation]).clone();
        record.nodes = vec![vec![nodes, 0]; record.population.len()];
        session.append(&Entry::Generation(record.into())).unwrap();
    }
    session.checkpoint().unwrap();
    drop(session);
    let source = Source::open(&path).unwrap();
    assert!(source.list().iter().any(|listed| listed.name == "positions"));
    let missing = source.figure(&Request::new("positions")).unwrap_err();
    assert!(matches!(missing, figures::Error::Missing { .. }), "{missing}");
    let report = Report::read(&[path], None, None).unwrap();
    let names: Vec<&str> = report.sections[0].figures.iter().map(|one| one.figure.name.as_str()).collect();
    assert!(names.contains(&"some-fitness") && !names.contains(&"some-positions"), "{names:?}");
}

/// The settings that the report writes are those that `eyas run` reads.
#[test]
fn the_experiment_is_that_of_the_session() {
    let report = example();
    let text = report.sections[0].experiment.as_ref().unwrap();
    let experiment: crate::experiment::Experiment = ron::from_str(text).unwrap();
    let recorded = Session::open_read_only(Path::new(EXAMPLE)).unwrap();
    assert_eq!(experiment, recorded.header.settings);
}

#[test]
fn names_are_text_and_never_markup() {
    let folder = tempfile::tempdir().unwrap();
    let named = folder.path().join("<b>&'x'");
    fs::create_dir(&named).unwrap();
    for entry in fs::read_dir(EXAMPLE).unwrap() {
        let path = entry.unwrap().path();
        fs::copy(&path, named.join(path.file_name().unwrap())).unwrap();
    }
    let machine = Some("<i>fast</i>\u{1b}[2J".to_owned());
    let page = Report::read(&[named], machine, None).unwrap().html();
    assert!(!page.contains("<b>") && !page.contains("<i>") && !page.contains('\u{1b}'), "{page}");
    assert!(page.contains("&lt;b&gt;&amp;'x'"));
    assert!(
        page.contains("eyas export '/") && page.contains("/&lt;b&gt;&amp;'\\''x'\\''' --figure "),
        "a shell reads the folder as one word"
    );
}

#[test]
fn errors_name_the_folder() {
    let nothing = Report::read(&[PathBuf::from("src")], None, None).unwrap_err();
    assert!(nothing.is_input() && nothing.to_string().contains("src: "), "{nothing}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "text").unwrap();
    let refused = example().write(&file).unwrap_err();
    assert!(
        matches!(refused, Error::Figures(figures::Error::Write { .. })) && !refused.is_input(),
        "{refused}"
    );
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
}
