//! Tests of the links between the documents.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::fs;
use std::path::{Path, PathBuf};

/// The lines of a Markdown text outside code blocks, without inline code.
fn prose(text: &str) -> Vec<String> {
    let outside = |block: (usize, &str)| block.0.is_multiple_of(2).then(|| block.1.to_owned());
    let blocks: String = text.split("\n```").enumerate().filter_map(outside).collect();
    blocks.lines().map(|line| line.split('`').step_by(2).collect()).collect()
}

/// The targets of the links and images in a Markdown text.
fn links(text: &str) -> Vec<String> {
    let text = prose(text).join("\n");
    let target = |rest: &str| rest.split(')').next().unwrap().to_owned();
    text.split("](").skip(1).map(target).collect()
}

/// The anchor of a heading: lower case, with `-` for each space, without punctuation.
fn anchor(heading: &str) -> String {
    let heading = heading.trim_matches(['#', ' ']).to_lowercase().replace(' ', "-");
    heading.chars().filter(|letter| letter.is_alphanumeric() || "-_".contains(*letter)).collect()
}

fn anchors(text: &str) -> Vec<String> {
    let blocks: String = text.split("\n```").step_by(2).collect::<Vec<_>>().join("\n");
    blocks.lines().filter(|line| line.starts_with('#')).map(anchor).collect()
}

/// The Markdown files in a folder.
fn documents(folder: &Path) -> Vec<PathBuf> {
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    files.filter(|path| path.extension().is_some_and(|extension| extension == "md")).collect()
}

/// What is wrong with a link of a document; `None` if it is correct or leads to another site.
fn problem(document: &Path, link: &str, book: &Path) -> Option<String> {
    if link.contains("://") {
        return None;
    }
    let (file, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = if file.is_empty() { document.to_owned() } else { document.with_file_name(file) };
    let Ok(target) = target.canonicalize() else { return Some("there is no such file".to_owned()) };
    if document.starts_with(book) && !target.starts_with(book) {
        return Some("the book does not contain this file".to_owned());
    }
    let found =
        heading.is_empty() || anchors(&fs::read_to_string(&target).unwrap()).iter().any(|a| a == heading);
    (!found).then(|| "there is no such heading".to_owned())
}

#[test]
fn links_lead_to_files_and_headings() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap();
    let book = root.join("docs");
    let folders = ["", "docs", "positions", "sessions", "tests/syzygy"];
    let mut count = 0;
    for document in folders.iter().flat_map(|folder| documents(&root.join(folder))) {
        for link in links(&fs::read_to_string(&document).unwrap()) {
            count += 1;
            let problem = problem(&document, &link, &book);
            assert_eq!(problem, None, "{}: the link to {link}", document.display());
        }
    }
    assert!(count > 100, "only {count} links were found");
}

#[test]
fn the_book_contains_all_chapters() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    let summary = links(&fs::read_to_string(book.join("SUMMARY.md")).unwrap());
    for document in documents(&book) {
        let name = document.file_name().unwrap().to_str().unwrap();
        assert!(name == "SUMMARY.md" || summary.iter().any(|link| link == name), "SUMMARY.md lacks {name}");
    }
}

#[test]
fn broken_links_are_found() {
    let book = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap().join("docs");
    let problem = |link| problem(&book.join("uci.md"), link, &book);
    assert_eq!(problem("matches.md#players"), None);
    for link in ["no-such-file.md", "matches.md#no-such-heading", "#no-such-heading", "../README.md"] {
        assert!(problem(link).is_some(), "{link}");
    }
    let text = "# One `flag`, two\n[a](b.md) `[c](d)`\n```sh\n# no heading\n[e](f)\n```\n[g](h.md#i)\n";
    assert_eq!(
        (links(text), anchors(text)),
        (vec!["b.md".to_owned(), "h.md#i".to_owned()], vec!["one-flag-two".to_owned()])
    );
}
