//! What tests of this package and of the workbench demand of every figure.

use crate::figures::{Figure, csv, svg};

/// Returns the fields of a CSV text, checked by a reader.
pub(crate) fn records(text: &str) -> Vec<Vec<String>> {
    let mut reader = ::csv::ReaderBuilder::new().has_headers(false).from_reader(text.as_bytes());
    reader.records().map(|record| record.unwrap().iter().map(str::to_owned).collect()).collect()
}

/// Checks a figure in both formats: XML that parses, titles for readers, rectangular CSV, only finite numbers.
pub(crate) fn check(figure: &Figure) {
    let picture = svg::write(figure);
    let document = roxmltree::Document::parse(&picture).unwrap_or_else(|error| panic!("{error}\n{picture}"));
    let texts: Vec<&str> = ["title", "desc"]
        .into_iter()
        .map(|tag| document.descendants().find(|node| node.has_tag_name(("http://www.w3.org/2000/svg", tag))))
        .map(|node| node.unwrap().text().unwrap())
        .collect();
    let plain = |text: &str| text.replace(char::is_control, " ");
    assert_eq!(texts, [plain(&figure.title), plain(&figure.description)]);
    for wrong in ["NaN", "inf", "font-family"] {
        assert!(!picture.contains(wrong), "{wrong} in {}", figure.name);
    }
    assert_eq!(picture, svg::write(figure), "{}", figure.name);
    let text = csv::write(figure);
    assert_eq!(text, csv::write(figure), "{}", figure.name);
    let records = records(&text);
    assert!(records.len() > 1, "{}: {text}", figure.name);
    assert!(records.iter().all(|record| record.len() == records[0].len()), "{}: {text}", figure.name);
    assert!(!text.contains("NaN") && !text.contains("inf"), "{}: {text}", figure.name);
}
