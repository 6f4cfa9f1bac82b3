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

/// The lines of a source file that are code, tests at its end left out.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The paths that a source file names after `root`, as far as they are on one line.
fn paths(text: &str, root: &str) -> Vec<Vec<String>> {
    let name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let path = |rest: &str| -> Vec<String> {
        let end = rest.find(|letter: char| !name(letter) && letter != ':').unwrap_or(rest.len());
        rest[..end].split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    for line in code(text) {
        for (at, _) in line.match_indices(root) {
            let (before, rest) = (&line[..at], &line[at + root.len()..]);
            if before.ends_with(|letter: char| name(letter) || letter == ':') {
                continue;
            }
            match rest.strip_prefix('{') {
                Some(group) => found.extend(group.split(['}', ',']).map(|item| path(item.trim()))),
                None => found.push(path(rest)),
            }
        }
    }
    found
}

/// The names of modules that a source file names after `crate::`, tests at its end left out.
fn used(text: &str) -> BTreeSet<String> {
    paths(text, "crate::").into_iter().filter_map(|path| path.into_iter().next()).collect()
}

/// Leaves of `uses` only what is in a circle, or uses one.
fn circles(mut uses: Uses) -> Uses {
    // Take away what uses nothing that is left, until nothing can be taken away.
    while let Some(module) = uses.iter().find(|(_, names)| names.is_empty()).map(|(module, _)| module.clone())
    {
        uses.remove(&module);
        for names in uses.values_mut() {
            names.remove(&module);
        }
    }
    uses
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
    let circles = circles(library());
    assert!(circles.is_empty(), "in a circle, or using one: {circles:?}");
}

/// The part of the workbench that a module is in: a file or folder of `src/tui`, of the screens each its own.
fn part(module: &[String]) -> Option<String> {
    match module {
        [screens, screen, ..] if screens == "screens" && !screen.starts_with(char::is_uppercase) => {
            Some(format!("screens/{screen}"))
        }
        [first, ..] => Some(first.clone()),
        [] => None,
    }
}

/// Which part of the workbench uses which others.
fn workbench() -> Uses {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tui");
    let mut uses = Uses::new();
    for path in sources(&root) {
        let relative = path.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Vec<String> = relative.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        module.retain(|name| name != "mod");
        // `mod.rs` of the workbench begins all of it.
        let Some(own) = part(&module) else { continue };
        let text = fs::read_to_string(&path).unwrap();
        let inside = usize::from(!path.ends_with("mod.rs"));
        let folder = &module[..module.len() - inside];
        let above = |levels: usize| &folder[..folder.len() - levels];
        let within = |root: &[String], path: Vec<String>| [root, &path].concat();
        let absolute = paths(&text, "crate::tui::");
        let beside = paths(&text, "super::").into_iter().filter_map(|path| {
            let levels = path.iter().take_while(|name| *name == "super").count() + 1 - inside;
            (levels <= folder.len()).then(|| within(above(levels), path[levels + inside - 1..].to_vec()))
        });
        let names = absolute.into_iter().chain(beside).filter_map(|path| part(&path));
        uses.entry(own.clone()).or_default().extend(names.filter(|name| *name != own));
    }
    let parts: BTreeSet<String> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|names| names.retain(|name| parts.contains(name)));
    uses
}

#[test]
fn no_parts_of_the_workbench_use_each_other_in_a_circle() {
    let circles = circles(workbench());
    assert!(circles.is_empty(), "in a circle, or using one: {circles:#?}");
}

#[test]
fn only_the_list_of_screens_names_screens() {
    let names_one = |name: &String| name.starts_with("screens/");
    let others =
        workbench().into_iter().filter(|(part, names)| part != "screens" && names.iter().any(names_one));
    assert_eq!(others.collect::<Uses>(), Uses::new());
}

#[test]
fn nothing_uses_what_begins_the_workbench() {
    let parts: BTreeSet<String> = workbench().into_keys().collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tui");
    for path in sources(&root) {
        for used in paths(&fs::read_to_string(&path).unwrap(), "crate::tui::") {
            let known = used.first().is_none_or(|first| parts.contains(first));
            assert!(known, "{} uses {used:?} of src/tui/mod.rs", path.display());
        }
    }
}

#[test]
fn uses_are_found_where_they_are_written() {
    let text = "//! See [`crate::session`].\nuse crate::engine::search::Signal;\nlet x = crate::files::read(crate::text::name(a));\n\
                #[cfg(test)]\nmod tests {\n    use crate::tui;\n}\n";
    assert_eq!(used(text), ["engine", "files", "text"].map(str::to_owned).into());
    let text = "use super::super::seen::{List, Seen};\nuse super::{lists, tasks::Read};\n";
    let path = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let found = paths(text, "super::");
    assert_eq!(found[..1], [path("super::seen")]);
    assert!(found.contains(&path("lists")) && found.contains(&path("tasks::Read")), "{found:?}");
}
