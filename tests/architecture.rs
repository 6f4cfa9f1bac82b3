//! Tests of the dependencies between modules: they have no cycles, and are those of the table in ARCHITECTURE.md.
#![allow(clippy::unwrap_used, reason = "helpers of tests fail by panicking, as tests do")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use rstest::rstest;

type Uses = BTreeMap<String, BTreeSet<String>>;

/// The source files below a folder, except those that contain only tests.
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

/// The lines of code of a source file, without comments and without the tests at its end.
fn code(text: &str) -> impl Iterator<Item = &str> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
    code.lines().filter(|line| !line.trim_start().starts_with("//"))
}

/// The paths in a source file that follow `root`. Only the first line of a path is read.
fn paths(text: &str, root: &str) -> Vec<Vec<String>> {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let path = |rest: &str| -> Vec<String> {
        let end = rest.find(|letter: char| !is_name(letter) && letter != ':').unwrap_or(rest.len());
        rest[..end].split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    };
    let mut found = Vec::new();
    for line in code(text) {
        for (at, _) in line.match_indices(root) {
            let (before, rest) = (&line[..at], &line[at + root.len()..]);
            if before.ends_with(|letter: char| is_name(letter) || letter == ':') {
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

/// The modules that a source file uses by paths that start with `crate::`.
fn used_modules(text: &str) -> BTreeSet<String> {
    paths(text, "crate::").into_iter().filter_map(|path| path.into_iter().next()).collect()
}

/// Reduces `uses` to the modules that are in a cycle or use one.
fn cycles(mut uses: Uses) -> Uses {
    // Remove modules that use no remaining module, until there are none.
    while let Some(module) = uses.iter().find(|(_, names)| names.is_empty()).map(|(module, _)| module.clone())
    {
        uses.remove(&module);
        for names in uses.values_mut() {
            names.remove(&module);
        }
    }
    uses
}

/// For each module of the library, the modules that it uses.
fn library() -> Uses {
    let mut uses = Uses::new();
    for package in ["src/core", "src/workbench"] {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(package);
        for path in sources(&root) {
            let relative = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            let module = relative.split('/').next().unwrap().trim_end_matches(".rs").to_owned();
            if module != "lib" {
                let names = used_modules(&fs::read_to_string(&path).unwrap());
                uses.entry(module).or_default().extend(names);
            }
        }
    }
    let modules: BTreeSet<String> = uses.keys().cloned().collect();
    for (module, names) in &mut uses {
        names.retain(|name| name != module && modules.contains(name));
    }
    uses
}

/// The table below the heading “Dependencies” of ARCHITECTURE.md: for each module, the modules that it uses.
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
fn modules_have_the_documented_dependencies() {
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
fn modules_have_no_cycles() {
    let cycles = cycles(library());
    assert!(cycles.is_empty(), "in a cycle, or using one: {cycles:?}");
}

/// The part of the workbench to which a module belongs: a file or folder of `src/workbench/tui`, or the folder of a screen.
fn part(module: &[String]) -> Option<String> {
    match module {
        [screens, screen, ..] if screens == "screens" && !screen.starts_with(char::is_uppercase) => {
            Some(format!("screens/{screen}"))
        }
        [first, ..] => Some(first.clone()),
        [] => None,
    }
}

/// The names of the workbench's prelude that are its own, and the part of each.
fn prelude(root: &Path) -> BTreeMap<String, String> {
    let text = fs::read_to_string(root.join("prelude.rs")).unwrap();
    // The first line of a path is read: join the lines of each statement.
    let joined = code(&text).collect::<String>().replace(';', ";\n");
    let mut names = BTreeMap::new();
    for line in joined.lines() {
        let Some((_, path)) = line.split_once("use super::") else { continue };
        let (base, names_of_base) = match path.trim_end_matches(';').split_once("::{") {
            Some((base, group)) => (base, group.trim_end_matches('}').split(',').map(str::trim).collect()),
            None => {
                path.trim_end_matches(';').rsplit_once("::").map(|(base, name)| (base, vec![name])).unwrap()
            }
        };
        let base: Vec<String> = base.split("::").map(str::to_owned).collect();
        for name in names_of_base.into_iter().filter(|name| !name.is_empty() && !name.ends_with(" as _")) {
            let name = if name == "self" { base.last().unwrap() } else { name };
            let path = [base.as_slice(), &[name.to_owned()]].concat();
            names.insert(name.to_owned(), part(&path).unwrap());
        }
    }
    names
}

/// Whether a source file that imports the whole prelude uses one of its names: not one that it declares or imports itself.
/// The name of a module or a function counts only where a path, a call or a macro begins with it.
fn uses_of_prelude(text: &str, name: &str) -> bool {
    let is_name = |letter: char| letter.is_alphanumeric() || letter == '_';
    let is_type = name.starts_with(char::is_uppercase);
    let declares = ["struct", "enum", "trait", "type", "fn", "mod", "const"];
    let mut is_used = false;
    for line in code(text) {
        for (at, _) in line.match_indices(name) {
            let (before, after) = (&line[..at], &line[at + name.len()..]);
            if before.ends_with(|letter: char| is_name(letter)) || after.starts_with(is_name) {
                continue;
            }
            let is_import =
                line.trim_start().starts_with("use ") || line.trim_start().starts_with("pub(crate) use ");
            if is_import || declares.iter().any(|word| before.trim_end().ends_with(word)) {
                return false;
            }
            let begins_path = is_type || ["::", "(", "!"].iter().any(|next| after.starts_with(next));
            is_used |= begins_path && !before.ends_with(['.', ':']);
        }
    }
    is_used
}

/// For each part of the workbench, the parts that it uses.
fn workbench() -> Uses {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/workbench/tui");
    let prelude = prelude(&root);
    let mut uses = Uses::new();
    for path in sources(&root) {
        let relative = path.strip_prefix(&root).unwrap().with_extension("");
        let mut module: Vec<String> = relative.iter().map(|name| name.to_str().unwrap().to_owned()).collect();
        module.retain(|name| name != "mod");
        // `src/workbench/tui/mod.rs` belongs to no part, and the prelude only passes names on.
        let Some(own) = part(&module).filter(|own| own != "prelude") else { continue };
        let text = fs::read_to_string(&path).unwrap();
        let inside = usize::from(!path.ends_with("mod.rs"));
        let folder = &module[..module.len() - inside];
        let above = |levels: usize| &folder[..folder.len() - levels];
        let absolute = paths(&text, "crate::tui::");
        let relative = paths(&text, "super::").into_iter().filter_map(|path| {
            let levels = path.iter().take_while(|name| *name == "super").count() + 1 - inside;
            (levels <= folder.len()).then(|| [above(levels), &path[levels + inside - 1..]].concat())
        });
        let passed = prelude.iter().filter(|_| text.contains("prelude::*"));
        let passed = passed.filter(|(name, _)| uses_of_prelude(&text, name)).map(|(_, part)| part.clone());
        let names = absolute.into_iter().chain(relative).filter_map(|path| part(&path)).chain(passed);
        uses.entry(own.clone()).or_default().extend(names.filter(|name| *name != own));
    }
    let parts: BTreeSet<String> = uses.keys().cloned().collect();
    uses.values_mut().for_each(|names| names.retain(|name| parts.contains(name)));
    uses
}

#[test]
fn parts_of_the_workbench_have_no_cycles() {
    let cycles = cycles(workbench());
    assert!(cycles.is_empty(), "in a cycle, or using one: {cycles:#?}");
}

#[test]
fn only_the_list_of_screens_uses_screens() {
    let is_screen = |name: &String| name.starts_with("screens/");
    let others =
        workbench().into_iter().filter(|(part, names)| part != "screens" && names.iter().any(is_screen));
    assert_eq!(others.collect::<Uses>(), Uses::new());
}

#[test]
fn no_part_of_the_workbench_uses_its_root_module() {
    let parts: BTreeSet<String> = workbench().into_keys().collect();
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/workbench/tui");
    for path in sources(&root) {
        for used in paths(&fs::read_to_string(&path).unwrap(), "crate::tui::") {
            let known = used.first().is_none_or(|first| first == "prelude" || parts.contains(first));
            assert!(known, "{} uses {used:?} of src/workbench/tui/mod.rs", path.display());
        }
    }
}

/// What names an operating system or its interfaces, in code.
const OF_SYSTEMS: [&str; 6] = ["rustix", "signal_hook", "std::os::", "(unix", "target_os", "/proc/"];

#[test]
fn only_the_platform_knows_of_systems() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut found: BTreeSet<&str> = BTreeSet::new();
    for path in sources(&root) {
        for line in code(&fs::read_to_string(&path).unwrap()) {
            let named = OF_SYSTEMS.into_iter().filter(|name| line.contains(name));
            if path.starts_with(root.join("core/platform")) {
                found.extend(named);
            } else {
                assert_eq!(named.count(), 0, "{} names a system: {line}", path.display());
            }
        }
    }
    assert_eq!(found, OF_SYSTEMS.into(), "the names in src/core/platform");
}

/// What changes a disk, in code.
const OF_DISKS: [&str; 12] = [
    "fs::write",
    "fs::rename",
    "fs::copy",
    "File::create",
    "File::options",
    "OpenOptions",
    "create_dir",
    "remove_file",
    "remove_dir",
    ".set_len(",
    "sync_all",
    "sync_data",
];

/// What reads the wall clock, in code.
const OF_CLOCKS: [&str; 3] = ["SystemTime::now", "Timestamp::now", "ZonedDateTime::now"];

/// So tests can make every write fail, and set the clock.
#[rstest]
#[case::disk(&OF_DISKS, "core/files")]
#[case::clock(&OF_CLOCKS, "core/platform")]
fn one_module_stands_at_the_edge(#[case] names: &[&str], #[case] edge: &str) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let is_test = |path: &Path| path.ends_with("session/unsealed.rs") || path.ends_with("cli/reference.rs");
    for path in sources(&root).iter().filter(|path| !path.starts_with(root.join(edge)) && !is_test(path)) {
        for line in code(&fs::read_to_string(path).unwrap()) {
            let line = line.replace("OwnFile", "");
            let found = names.iter().find(|name| line.contains(**name));
            assert_eq!(found, None, "{}: {line}", path.display());
        }
    }
}

#[test]
fn paths_are_found_in_use_lines_and_expressions() {
    let text = "//! See [`crate::session`].\nuse crate::engine::search::Signal;\nlet x = crate::files::read(crate::text::name(a));\n\
                #[cfg(test)]\nmod tests {\n    use crate::tui;\n}\n";
    assert_eq!(used_modules(text), ["engine", "files", "text"].map(str::to_owned).into());
    let text = "use super::super::seen::{List, Seen};\nuse super::{lists, tasks::Read};\n";
    let path = |path: &str| path.split("::").map(str::to_owned).collect::<Vec<_>>();
    let found = paths(text, "super::");
    assert_eq!(found[..1], [path("super::seen")]);
    assert!(found.contains(&path("lists")) && found.contains(&path("tasks::Read")), "{found:?}");
}
