//! `eyas man`: the manual pages.

use std::fs;
use std::path::Path;
use std::process::Command;

use predicates::str::contains;

use crate::support::command::eyas;
use crate::support::{programs, results};

/// The names in the list of commands that `eyas --help` prints.
fn commands(folder: &Path) -> Vec<String> {
    let help = results::quiet(&mut eyas(folder, "--help"));
    let (_, list) = help.split_once("Commands:\n").unwrap();
    let names = list.lines().take_while(|line| !line.is_empty()).filter(|line| !line.starts_with("   "));
    names
        .map(|line| line.split_whitespace().next().unwrap().to_owned())
        .filter(|name| name != "help")
        .collect()
}

#[test]
fn each_command_has_a_page() {
    let folder = tempfile::tempdir().unwrap();
    let files = results::json(eyas(folder.path(), "man a/b"))["files"].clone();
    let commands = commands(folder.path());
    assert!(commands.len() > 20, "{commands:?}");
    let pages = commands.iter().map(|name| format!("a/b/eyas-{name}.1"));
    let expected: Vec<String> = ["a/b/eyas.1".to_owned()].into_iter().chain(pages).collect();
    assert_eq!(files, serde_json::json!(expected));
    let read = |name: &str| fs::read_to_string(folder.path().join("a/b").join(name)).unwrap();
    let page = read("eyas-evolve.1").replace('\\', "");
    assert!(page.contains("--mutation-rate") && page.contains("--seed"), "{page}");
    let page = read("eyas-perft.1").replace('\\', "");
    assert!(!page.contains("--seed"), "the command refuses this flag: {page}");
    // Pages of an older version are replaced.
    fs::write(folder.path().join("a/b/eyas.1"), "old").unwrap();
    eyas(folder.path(), "man a/b").assert().success().stdout(contains("manual pages written to a/b"));
    assert!(read("eyas.1").contains("EXIT STATUS"));
    let others = fs::read_dir(folder.path().join("a/b")).unwrap().count() - expected.len();
    assert_eq!(others, 0, "no temporary file stays");
}

#[test]
fn groff_formats_each_page_without_a_warning() {
    if !programs::has_program("groff") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    eyas(folder.path(), "man pages").assert().success();
    let mut count = 0;
    for entry in fs::read_dir(folder.path().join("pages")).unwrap() {
        let page = entry.unwrap().path();
        let output = Command::new("groff")
            .args(["-Kutf8", "-Tutf8", "-man", "-ww", "-P-cbou"])
            .arg(&page)
            .output()
            .unwrap();
        let warnings = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success() && warnings.is_empty(), "{}: {warnings}", page.display());
        let text = String::from_utf8(output.stdout).unwrap();
        let last = text.trim_end().lines().last().unwrap();
        assert!(
            text.contains("Eyas manual") && last.starts_with(concat!("eyas ", env!("CARGO_PKG_VERSION"))),
            "the head and the foot: {text}"
        );
        assert!(text.contains("NAME") && text.contains("SYNOPSIS") && text.contains("-h, --help"), "{text}");
        count += 1;
    }
    assert!(count > 20, "{count} pages");
}

#[test]
fn a_folder_that_cannot_be_written_is_explained_and_nothing_is_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "text").unwrap();
    for words in ["man file", "man file/below"] {
        eyas(folder.path(), words).assert().code(2).stdout("").stderr(contains("DIR: file"));
    }
    // A folder has the name of a page.
    fs::create_dir_all(folder.path().join("pages/eyas-uci.1")).unwrap();
    eyas(folder.path(), "man pages").assert().code(2).stdout("").stderr(contains("pages/eyas-uci.1"));
    assert_eq!(fs::read_dir(folder.path().join("pages")).unwrap().count(), 1);
}

#[test]
fn a_broken_configuration_does_not_stop_pages_and_completions() {
    let folder = tempfile::tempdir().unwrap();
    fs::create_dir(folder.path().join("eyas")).unwrap();
    fs::write(folder.path().join("eyas/config.ron"), "broken").unwrap();
    for words in ["man pages", "completions bash"] {
        eyas(folder.path(), words).env("XDG_CONFIG_HOME", folder.path()).assert().success();
    }
}
