//! Tests of reports: the same bytes, complete files, valid references, nothing of a name that becomes markup.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::{Error, Report};

const EXAMPLE: &str = "sessions/example";

fn example() -> Report {
    Report::read(&[PathBuf::from(EXAMPLE)], None).unwrap()
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
    let report = Report::read(&[PathBuf::from("sessions/paper-2014")], None).unwrap();
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
    let report = Report::read(&[EXAMPLE, EXAMPLE, "sessions/eyas"].map(PathBuf::from), None).unwrap();
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

/// The settings that the report writes are those that `eyas run` reads.
#[test]
fn the_experiment_is_that_of_the_session() {
    let report = example();
    let text = report.sections[0].experiment.as_ref().unwrap();
    let experiment: crate::experiment::Experiment = ron::from_str(text).unwrap();
    let recorded = crate::session::Session::open_read_only(Path::new(EXAMPLE)).unwrap();
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
    let page = Report::read(&[named], machine).unwrap().html();
    assert!(!page.contains("<b>") && !page.contains("<i>") && !page.contains('\u{1b}'), "{page}");
    assert!(page.contains("&lt;b&gt;&amp;'x'"));
    assert!(
        page.contains("eyas export 'sessions/&lt;b&gt;&amp;'\\''x'\\'''"),
        "a shell reads the folder as one word"
    );
}

#[test]
fn errors_name_the_folder() {
    let nothing = Report::read(&[PathBuf::from("src")], None).unwrap_err();
    assert!(nothing.is_input() && nothing.to_string().contains("src: "), "{nothing}");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    fs::write(&file, "text").unwrap();
    let refused = example().write(&file).unwrap_err();
    assert!(matches!(refused, Error::Write { .. }) && !refused.is_input(), "{refused}");
    assert_eq!(fs::read_to_string(&file).unwrap(), "text");
}
