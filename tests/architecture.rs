//! The modules of the library depend on each other in one direction, as the table in ARCHITECTURE.md says.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Uses = BTreeMap<String, BTreeSet<String>>;

/// The source files below a folder, without those that hold tests only.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() {
            if name != "tests" {
                found.extend(sources(&path));
            }
        } else if name.ends_with(".rs") && name != "tests.rs" && name != "testing.rs" {
            found.push(path);
        }
    }
    found
}

/// The names of modules that a source file names after `crate::`, tests at its end left out.
fn used(text: &str) -> BTreeSet<String> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let mut names = BTreeSet::new();
    for line in code {
        for rest in line.split("crate::").skip(1) {
            let end = rest.find(|letter: char| !(letter.is_alphanumeric() || letter == '_'));
            names.insert(rest[..end.unwrap_or(rest.len())].to_owned());
        }
    }
    names
}

/// Which module of the library uses which others.
fn library() -> Uses {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut uses = Uses::new();
    for path in sources(&root) {
        let relative = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
        let module = relative.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
        if !["lib", "main", "cli"].contains(&module.as_str()) {
            let names = used(&fs::read_to_string(&path).unwrap());
            uses.entry(module).or_default().extend(names);
        }
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, names) in &mut uses {
        names.retain(|name| name != module && modules.contains(name));
    }
    uses
}

/// The table of ARCHITECTURE.md below the heading “Dependencies”: a module, and those that it uses.
fn documented() -> Uses {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("ARCHITECTURE.md")).unwrap();
    let section = text.split("\n## Dependencies\n").nth(1).unwrap().split("\n## ").next().unwrap();
    let names = |cell: &str| cell.split('`').skip(1).step_by(2).map(str::to_owned).collect::<Vec<_>>();
    let mut uses = Uses::new();
    for row in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = row.split('|').collect();
        uses.insert(names(cells[1])[0].clone(), names(cells[2]).into_iter().collect());
    }
    uses
}

#[test]
fn modules_use_those_that_the_table_says() {
    let (found, documented) = (library(), documented());
    let row = |module: &str, names: &BTreeSet<String>| {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        format!("| `{module}` | {} |", names.join(", "))
    };
    for (module, names) in &found {
        assert_eq!(documented.get(module), Some(names), "the row should be:\n{}", row(module, names));
    }
    assert_eq!(documented.keys().collect::<Vec<_>>(), found.keys().collect::<Vec<_>>());
}

#[test]
fn no_modules_use_each_other_in_a_circle() {
    let mut uses = library();
    // Take away what uses nothing that is left, until nothing can be taken away.
    while let Some(module) = uses.iter().find(|(_, names)| names.is_empty()).map(|(module, _)| module.clone())
    {
        uses.remove(&module);
        for names in uses.values_mut() {
            names.remove(&module);
        }
    }
    assert!(uses.is_empty(), "in a circle, or using one: {uses:?}");
}

#[test]
fn uses_are_found_where_they_are_written() {
    let text = "//! See [`crate::session`].\nuse crate::engine::search::Signal;\nlet x = crate::files::read(crate::text::name(a));\n\
                #[cfg(test)]\nmod tests {\n    use crate::tui;\n}\n";
    assert_eq!(used(text), ["engine", "files", "text"].map(str::to_owned).into());
}
