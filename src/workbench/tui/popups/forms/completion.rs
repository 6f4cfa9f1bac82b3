//! Completion of paths in text fields, as in a shell: first the part that all matching names have in common, then a list
//! of the names.

use std::fs;
use std::io;

use crate::tui::prelude::*;

/// The list of candidates below a field.
pub(crate) const CANDIDATES: List = List("form: candidates");

/// The most entries of a folder that are read.
const ENTRIES: usize = 100_000;

/// Expands `~` at the start of a path to the home folder.
pub(crate) fn expanded(path: &str) -> String {
    let home = || etcetera::home_dir().ok().map(|home| home.display().to_string());
    let rest = path.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'));
    rest.and_then(|rest| Some(home()? + rest)).unwrap_or_else(|| path.to_owned())
}

/// The task that finds the files and folders whose paths begin with a text. A slow folder delays only the task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CompletePath(pub(super) String);

/// The result of [`CompletePath`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct FoundPaths {
    /// The text that was completed.
    pub(super) text: String,
    /// The candidates, or why the folder cannot be read.
    pub(super) found: Result<Candidates, String>,
}

impl TaskWork for CompletePath {
    fn run(&self) -> TaskResult {
        TaskResult::found(FoundPaths { text: self.0.clone(), found: candidates(&self.0) })
    }
}

/// The paths with which a text can continue.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Candidates {
    /// The text as it was typed.
    typed: String,
    /// The folder of all candidates as text, with a slash at its end; empty for the working directory.
    folder: String,
    /// The names of the candidates in their order; those of folders end with a slash.
    names: Vec<String>,
    /// The index of the current candidate, and its path; before the first step, the text as it was typed.
    current: Option<(usize, String)>,
}

impl Candidates {
    /// Returns the longest path with which all candidates begin; `None` without candidates.
    pub(super) fn common(&self) -> Option<String> {
        let mut names = self.names.iter();
        let mut common: &str = names.next()?;
        for name in names {
            let same = common.char_indices().zip(name.chars()).find(|((_, one), other)| one != other);
            let shorter = common.len().min(name.len());
            common = &common[..same.map_or(shorter, |((at, _), _)| at)];
        }
        Some(format!("{}{common}", self.folder))
    }

    /// Returns whether there are several candidates.
    pub(super) fn is_choice(&self) -> bool {
        self.names.len() > 1
    }

    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the text as it was typed.
    pub(super) fn typed(&self) -> &str {
        &self.typed
    }

    /// Returns the path of the current candidate.
    pub(super) fn current(&self) -> &str {
        self.current.as_ref().map_or(&self.typed, |(_, path)| path)
    }

    /// Returns the index of the current candidate; `None` before the first step.
    pub(super) fn at(&self) -> Option<usize> {
        self.current.as_ref().map(|(index, _)| *index)
    }

    pub(super) fn select(&mut self, index: usize) {
        if let Some(name) = self.names.get(index) {
            self.current = Some((index, format!("{}{name}", self.folder)));
        }
    }

    /// Selects the next candidate, or the previous one.
    pub(super) fn step(&mut self, next: bool) {
        let last = self.names.len().saturating_sub(1);
        self.select(match (self.at(), next) {
            (None, true) => 0,
            (None, false) | (Some(0), false) => last,
            (Some(at), true) if at < last => at + 1,
            (Some(_), true) => 0,
            (Some(at), false) => at - 1,
        });
    }
}

/// Finds the files and folders whose paths begin with a text. Hidden ones are found only if their dot is typed.
fn candidates(text: &str) -> Result<Candidates, String> {
    let path = expanded(text);
    let path = if text == "~" { path + "/" } else { path };
    let (folder, start) = path
        .rsplit_once('/')
        .map_or(("", path.as_str()), |(_, start)| (&path[..path.len() - start.len()], start));
    let place: PathBuf = if folder.is_empty() { PathBuf::from(".") } else { PathBuf::from(folder) };
    let read = fs::read_dir(&place).map_err(|error| problem(&place, &error))?;
    let mut names = Vec::new();
    for entry in read.take(ENTRIES) {
        let entry = entry.map_err(|error| problem(&place, &error))?;
        // A name that is not Unicode cannot be typed.
        let Ok(name) = entry.file_name().into_string() else { continue };
        if name.starts_with(start) && (start.starts_with('.') || !name.starts_with('.')) {
            let is_folder = entry.path().is_dir();
            names.push(if is_folder { name + "/" } else { name });
        }
    }
    names.sort_unstable();
    Ok(Candidates { typed: text.to_owned(), folder: folder.to_owned(), names, current: None })
}

fn problem(folder: &Path, error: &io::Error) -> String {
    let shown = folder.display();
    match error.kind() {
        io::ErrorKind::NotFound => format!("there is no folder {shown}"),
        io::ErrorKind::PermissionDenied => format!("the folder {shown} may not be read: permission denied"),
        io::ErrorKind::NotADirectory => format!("{shown} is a file, not a folder"),
        _ => format!("the folder {shown} cannot be read: {error}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<String> {
        candidates(text).unwrap().names
    }

    #[test]
    fn names_with_spaces_and_of_any_script_are_found_and_folders_end_with_a_slash() {
        let root = tempfile::tempdir().unwrap();
        for name in
            ["my games.pgn", "my openings.epd", "Größe.epd", "Größen.epd", "партии.pgn", ".hidden", "a\\b"]
        {
            fs::write(root.path().join(name), "").unwrap();
        }
        fs::create_dir(root.path().join("my folder")).unwrap();
        let at = |text: &str| format!("{}/{text}", root.path().display());
        assert_eq!(names(&at("my ")), ["my folder/", "my games.pgn", "my openings.epd"]);
        assert_eq!(names(&at("п")), ["партии.pgn"]);
        assert_eq!(candidates(&at("Gr")).unwrap().common(), Some(at("Größe")));
        assert_eq!(candidates(&at("my")).unwrap().common(), Some(at("my ")));
        assert_eq!(candidates(&at("none")).unwrap().common(), None);
        assert_eq!(names(&at(".h")), [".hidden"]);
        assert_eq!(names(&at("")).len(), 7, "without the hidden file");
    }

    #[test]
    fn a_common_part_never_splits_a_character() {
        let names = ["aé".to_owned(), "aè".to_owned()].to_vec();
        let candidates = Candidates { typed: "a".to_owned(), folder: String::new(), names, current: None };
        assert_eq!(candidates.common().as_deref(), Some("a"));
    }

    #[test]
    fn a_missing_folder_a_file_and_a_locked_folder_are_explained() {
        let root = tempfile::tempdir().unwrap();
        let at = |text: &str| format!("{}/{text}", root.path().display());
        assert!(candidates(&at("none/x")).unwrap_err().starts_with("there is no folder "));
        fs::write(root.path().join("file"), "").unwrap();
        assert!(candidates(&at("file/x")).unwrap_err().contains("file"));
        let denied = problem(Path::new("/locked"), &io::ErrorKind::PermissionDenied.into());
        assert_eq!(denied, "the folder /locked may not be read: permission denied");
    }

    #[test]
    fn a_tilde_is_the_home_folder() {
        let home = etcetera::home_dir().unwrap().display().to_string();
        assert_eq!(expanded("~"), home);
        assert_eq!(expanded("~/a b"), format!("{home}/a b"));
        assert_eq!(expanded("~user/a"), "~user/a");
        assert_eq!(expanded("a~"), "a~");
    }

    #[test]
    fn steps_go_round_all_candidates() {
        let names = ["a".to_owned(), "b/".to_owned()].to_vec();
        let mut candidates =
            Candidates { typed: "x/".to_owned(), folder: "x/".to_owned(), names, current: None };
        assert_eq!(candidates.current(), "x/");
        let mut step = |next| {
            candidates.step(next);
            candidates.current().to_owned()
        };
        assert_eq!([step(true), step(true), step(true), step(false)], ["x/a", "x/b/", "x/a", "x/b/"]);
    }
}
