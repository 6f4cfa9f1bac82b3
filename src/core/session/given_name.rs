//! Names that the user gives to sessions and matches.
//!
//! A name is stored in a file of its own. The folder keeps its name, so that everything that refers to it remains
//! valid: the parents of forks, origins of organisms, and commands that resume it.

use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

use super::error::Error;
use super::{MatchFolder, SESSION, folder};
use crate::files;

/// The file that contains the name.
pub(super) const FILE: &str = "name.txt";

/// The largest length of a name, in characters.
pub const LONGEST_NAME: usize = 60;

/// The largest number of bytes that are read of a name.
const READ: u64 = 4096;

/// Returns the name that the user gave to a session or a match; `None` if there is none.
#[must_use]
pub fn given_name(folder: &Path) -> Option<String> {
    let mut text = Vec::new();
    files::open_own(&folder.join(FILE)).ok()?.take(READ).read_to_end(&mut text).ok()?;
    let text = String::from_utf8_lossy(&text);
    let name = text.lines().next()?.trim();
    let name: String = name.chars().filter(|c| !c.is_control()).take(LONGEST_NAME).collect();
    (!name.is_empty()).then_some(name)
}

/// Gives a session or a match a name. An empty one removes the name. `is_owner` is true if this process has it open;
/// otherwise no process may have it open.
///
/// # Errors
/// The name is invalid, another session or match in the same folder has it, the folder contains neither a session nor
/// a match, another process uses it, or the name cannot be written. The old name is then unchanged.
pub fn rename(folder: &Path, name: &str, is_owner: bool) -> Result<(), Error> {
    let name = name.trim();
    if name.chars().count() > LONGEST_NAME || name.chars().any(char::is_control) {
        return Err(Error::InvalidName(name.to_owned()));
    }
    if !folder.join(SESSION).is_file() && !MatchFolder::is_match(folder) {
        return Err(Error::Missing(folder.to_owned()));
    }
    if !name.is_empty() {
        check_unique(folder, name)?;
    }
    // A process that works in the folder has locked it.
    let _lock = if is_owner {
        None
    } else {
        Some(folder::lock(folder).map_err(|error| match error {
            Error::Locked(path) => Error::InUse(path),
            other => other,
        })?)
    };
    let path = folder.join(FILE);
    let written = match name.is_empty() {
        true => ignore_missing(files::remove(&path)),
        false => files::replace(&path, format!("{name}\n").as_bytes()),
    };
    written.map_err(Error::io("write", &path))
}

/// Checks that no other folder beside this one has the name.
fn check_unique(folder: &Path, name: &str) -> Result<(), Error> {
    let Some(root) = folder.parent() else { return Ok(()) };
    let is_other = |other: &Path| other.file_name() != folder.file_name();
    for other in folder::list(root, is_other)? {
        let own = other.file_name().map(|own| own.to_string_lossy().into_owned());
        if own.as_deref() == Some(name) || given_name(&other).as_deref() == Some(name) {
            return Err(Error::NameTaken { name: name.to_owned(), by: other });
        }
    }
    Ok(())
}

fn ignore_missing(result: io::Result<()>) -> io::Result<()> {
    match result {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// Returns a folder with two empty sessions, which have no valid content.
    fn two_sessions() -> tempfile::TempDir {
        let root = tempfile::tempdir().unwrap();
        for name in ["grandmaster-0001", "grandmaster-0002"] {
            fs::create_dir(root.path().join(name)).unwrap();
            fs::write(root.path().join(name).join(SESSION), "").unwrap();
        }
        root
    }

    #[test]
    fn a_name_can_be_given_changed_and_removed() {
        let root = two_sessions();
        let [one, two] = ["grandmaster-0001", "grandmaster-0002"].map(|name| root.path().join(name));
        assert_eq!(given_name(&one), None);
        rename(&one, "  good seeds ", false).unwrap();
        assert_eq!(given_name(&one).as_deref(), Some("good seeds"));
        rename(&one, "best seeds", false).unwrap();
        assert_eq!((given_name(&one).as_deref(), given_name(&two)), (Some("best seeds"), None));
        rename(&one, "", false).unwrap();
        rename(&one, "", false).unwrap();
        assert_eq!(given_name(&one), None);
    }

    #[test]
    fn names_are_unique_and_plain() {
        let root = two_sessions();
        let [one, two] = ["grandmaster-0001", "grandmaster-0002"].map(|name| root.path().join(name));
        rename(&one, "mine", false).unwrap();
        for taken in ["mine", "grandmaster-0001"] {
            assert!(matches!(rename(&two, taken, false), Err(Error::NameTaken { .. })), "{taken}");
        }
        // A session may keep its own name.
        rename(&one, "mine", false).unwrap();
        rename(&one, "grandmaster-0001", false).unwrap();
        for invalid in ["a\nb", "\u{1b}[2J", &"x".repeat(61)] {
            assert!(matches!(rename(&two, invalid, false), Err(Error::InvalidName(_))), "{invalid}");
        }
        assert_eq!(given_name(&two), None);
        assert!(matches!(rename(root.path(), "x", false), Err(Error::Missing(_))));
    }

    #[test]
    fn a_session_in_use_is_renamed_by_its_owner_only() {
        let root = two_sessions();
        let one = root.path().join("grandmaster-0001");
        let lock = folder::lock(&one).unwrap();
        rename(&one, "mine", true).unwrap();
        assert!(matches!(rename(&one, "yours", false), Err(Error::InUse(_))));
        assert_eq!(given_name(&one).as_deref(), Some("mine"));
        drop(lock);
        rename(&one, "yours", false).unwrap();
    }

    #[test]
    fn a_name_that_stays_is_an_error() {
        let root = two_sessions();
        let one = root.path().join("grandmaster-0001");
        fs::create_dir(one.join(FILE)).unwrap();
        assert!(rename(&one, "", false).is_err());
    }

    #[test]
    fn a_strange_file_gives_no_strange_name() {
        let root = two_sessions();
        let one = root.path().join("grandmaster-0001");
        fs::write(one.join(FILE), [b"\x1b[31mred\xff\n".as_slice(), &[b'x'; 100_000]].concat()).unwrap();
        assert_eq!(given_name(&one).as_deref(), Some("[31mred\u{fffd}"));
        fs::write(one.join(FILE), vec![b'x'; 100_000]).unwrap();
        assert_eq!(given_name(&one).unwrap().len(), LONGEST_NAME);
        fs::write(one.join(FILE), "\nsecond line").unwrap();
        assert_eq!(given_name(&one), None);
    }
}
