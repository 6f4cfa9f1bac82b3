//! Tests of the links between the documents, and of the files that their commands need.
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

/// The endings of names of files.
const ENDINGS: [&str; 13] =
    ["ron", "epd", "pgn", "zst", "csv", "txt", "json", "jsonl", "pem", "creds", "py", "html", "svg"];

/// The flags that take a file or folder that the command makes.
const MAKES: [&str; 7] = ["--out", "--params-out", "--csv", "--pgn", "--session", "--inputs", "--keep"];

/// Verbs, and the beginnings of the names of the sessions that they make without `--session`.
const SESSIONS: [(&str, &[&str]); 6] = [
    ("evolve", &["grandmaster", "mentor"]),
    ("coevolve", &["coevolution"]),
    ("tune", &["tuning", "matches"]),
    ("pipeline", &["pipeline"]),
    ("match", &["match"]),
    ("race", &["race"]),
];

/// The commands in the blocks of a Markdown text that are marked as `sh`, one line each, without comments and without the
/// content of here-documents.
fn commands(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let (mut is_block, mut is_continued, mut end) = (false, false, None::<String>);
    for line in text.lines() {
        if line.starts_with("```") {
            // A word after `sh` says why `.ci/run-documents` does not run a block.
            (is_block, is_continued) = (line.split(' ').next() == Some("```sh"), false);
        } else if end.as_deref() == Some(line) {
            end = None;
        } else if is_block && end.is_none() {
            let line = without_comment(line);
            if let Some((_, word)) = line.split_once("<< ") {
                end = Some(word.trim_matches(['\'', '"']).to_owned());
            }
            let (part, continues) = match line.strip_suffix('\\') {
                Some(part) => (part, true),
                None => (line, false),
            };
            match found.last_mut().filter(|_| is_continued) {
                Some(last) => last.push_str(part),
                None => found.push(part.to_owned()),
            }
            is_continued = continues;
        }
    }
    found
}

/// A line of a shell without its comment.
fn without_comment(line: &str) -> &str {
    let mut quote = None;
    let mut before = ' ';
    for (at, sign) in line.char_indices() {
        match (quote, sign) {
            (Some(open), _) if open == sign => quote = None,
            (None, '\'' | '"') => quote = Some(sign),
            (None, '#') if before == ' ' => return line[..at].trim_end(),
            _ => {}
        }
        before = sign;
    }
    line.trim_end()
}

/// Whether a name stands for a file of the reader: capitals such as `GAMES.pgn`, or `my-engine`. The text of the page explains
/// it.
fn is_placeholder(path: &str) -> bool {
    path.split('/').any(|part| {
        let stem = part.split('.').next().unwrap();
        let is_capital = stem.contains(|sign: char| sign.is_ascii_uppercase())
            && !stem.contains(|sign: char| sign.is_ascii_lowercase());
        is_capital || stem.starts_with("my-")
    })
}

/// Whether a path is one that a command made, or below it. `$` and a word stand for any text.
fn is_made(path: &str, made: &str) -> bool {
    let (mut path, made) = (path.split('/'), made.trim_end_matches('/'));
    made.split('/').all(|wanted| {
        let Some(part) = path.next() else { return false };
        let (start, variable) = wanted.split_once('$').unwrap_or((wanted, ""));
        let end = variable.trim_start_matches(|sign: char| sign.is_ascii_alphabetic());
        part == wanted || (wanted.contains('$') && part.starts_with(start) && part.ends_with(end))
    })
}

/// The files and sessions that a command of a page needs, that no command before it makes, and that are not in the
/// repository.
fn missing(text: &str, root: &Path) -> Vec<String> {
    let mut made: Vec<String> = Vec::new();
    let mut missing = Vec::new();
    for command in commands(text) {
        // A path in a text has its quotes around the whole text.
        let words: Vec<&str> =
            command.split([' ', '\'', '"', '(', ')', ';']).filter(|word| !word.is_empty()).collect();
        let mut before = "";
        for word in &words {
            if (MAKES.contains(&before) && !command.contains("--resume")) || before == ">" {
                made.push((*word).to_owned());
            }
            before = word;
        }
        for (verb, names) in SESSIONS {
            if command.starts_with(&format!("eyas {verb}")) && !command.contains("--session ") {
                made.extend(names.iter().map(|name| format!("sessions/{name}-$number")));
            }
        }
        for path in words.iter().flat_map(|word| word.split([',', ':', '='])) {
            let is_file = ENDINGS.iter().any(|ending| path.ends_with(&format!(".{ending}")));
            let is_relative = !path.starts_with(['/', '~', '$', '-', '[', '.']) || path.starts_with("./");
            let is_command = path.starts_with("./") || path.starts_with("sessions/");
            let is_known = made.iter().any(|made| is_made(path, made)) || root.join(path).exists();
            if (is_file || is_command) && is_relative && !is_known && !is_placeholder(path) {
                missing.push(format!("{path} in “{command}”"));
            }
        }
    }
    missing
}

/// A reader can repeat the commands of a page from its top: each file is made by an earlier command, is in the repository, or
/// visibly stands for a file of the reader.
#[test]
fn commands_name_only_files_that_the_reader_has() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).canonicalize().unwrap();
    let mut problems = Vec::new();
    for document in ["", "docs", "docs/replication"].iter().flat_map(|folder| documents(&root.join(folder))) {
        let text = fs::read_to_string(&document).unwrap();
        let name = document.strip_prefix(&root).unwrap().display().to_string();
        problems.extend(missing(&text, &root).into_iter().map(|problem| format!("{name}: {problem}")));
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn files_that_the_reader_lacks_are_found() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = "```sh
eyas score champion.ron      # not made.ron
eyas evolve --session sessions/one
eyas evolve --session sessions/two --resume
eyas tune --organism sessions/one/champion.ron --validate positions/wac300.epd,none.epd \\
  --out tuned.ron
eyas match --a tuned.ron --b 'uci:./engine' --pgn GAMES.pgn
cat > cup.ron << 'END'
(players: [(spec: \"other.ron\")])
END
eyas match cup.ron && eyas tune --player uci:./my-engine --params /absolute.ron
eyas report sessions/match-0001 sessions/race-0001
for seed in 1 2; do eyas evolve --session sessions/seed-$seed; done
eyas score sessions/seed-2/champion.ron
```
```sh long
eyas score marked.ron
```
```text
text.ron
```
";
    let missing: Vec<String> =
        missing(page, root).iter().map(|problem| problem.split(' ').next().unwrap().to_owned()).collect();
    assert_eq!(
        missing,
        ["champion.ron", "sessions/two", "none.epd", "./engine", "sessions/race-0001", "marked.ron"]
    );
}

/// Whether a name matches a pattern, in which `*` stands for any text.
fn matches(pattern: &str, name: &str) -> bool {
    let Some((start, rest)) = pattern.split_once('*') else { return pattern == name };
    let Some(name) = name.strip_prefix(start) else { return false };
    (0..=name.len()).filter(|at| name.is_char_boundary(*at)).any(|at| matches(rest, &name[at..]))
}

/// Collects the files in a folder and the folders in it, by their names from the root.
fn collect(root: &Path, folder: &str, files: &mut Vec<String>) {
    // A package lacks some folders.
    for entry in fs::read_dir(root.join(folder)).into_iter().flatten() {
        let entry = entry.unwrap();
        let name = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() {
            collect(root, &name, files);
        } else {
            files.push(name);
        }
    }
}

#[test]
fn every_data_file_has_a_row_with_its_licence() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = fs::read_to_string(root.join("LICENSE-DATA.md")).unwrap();
    let rows = table.lines().filter(|line| line.starts_with("| `"));
    let cells = rows.map(|row| row.split('|').map(str::trim).collect::<Vec<_>>());
    let mut patterns = Vec::new();
    for cells in cells {
        assert!(cells.len() == 5 && cells[2..4].iter().all(|cell| !cell.is_empty()), "{cells:?}");
        patterns.extend(cells[1].split('`').skip(1).step_by(2).map(str::to_owned));
    }
    let mut files = Vec::new();
    let own_sessions = ["example", "eyas", "paper-2014"].map(|session| format!("sessions/{session}"));
    let folders = [
        "assets",
        "positions",
        "tests/data",
        "tests/syzygy",
        "src/core/engine/board/tests",
        "docs",
        "examples",
        "fuzz/corpus",
    ];
    for folder in folders.into_iter().chain(own_sessions.iter().map(String::as_str)) {
        collect(root, folder, &mut files);
    }
    let ending = |name: &str| name.rsplit('.').next().unwrap_or_default().to_owned();
    files.retain(|name| {
        !["md", "rs", "toml", "py"].contains(&ending(name).as_str()) && !name.ends_with("/lock")
    });
    for file in &files {
        assert!(
            patterns.iter().any(|pattern| matches(pattern, file)),
            "LICENSE-DATA.md has no row for {file}"
        );
    }
    // In a package, files are missing that the table has.
    if root.join(".git").exists() {
        for pattern in &patterns {
            assert!(
                files.iter().any(|file| matches(pattern, file)),
                "LICENSE-DATA.md has {pattern}, which is no file"
            );
        }
    }
    assert!(files.len() > 50, "only {} data files were found", files.len());
}
